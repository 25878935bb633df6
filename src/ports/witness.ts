// What a witness remembers: of each log the newest checkpoint that it has cosigned.

export interface WitnessStore {
  /**
   * Hands the newest checkpoint of a log, null before the first, to `decide`, and keeps what that
   * returns before anybody sees it. Nothing of the same log comes in between, from this process or
   * from another one.
   */
  decide<T>(
    origin: string,
    decide: (newest: string | null) => Readonly<{ keep: string | null; told: T }>,
  ): T
  /**
   * Two checkpoints under the signature of one log that cannot both be true. False where they are kept
   * already, or so many of that log that more would say nothing new.
   */
  keepFork(fork: Readonly<{ origin: string; one: string; other: string }>): boolean
  forks(): readonly Readonly<{ origin: string; one: string; other: string }>[]
  close(): void
}
