// What the watchtower keeps. Times are ISO 8601 in UTC with milliseconds, so that they compare as texts.

import type { Probe, Tally } from '../domain/probe.ts'

/** A link of a target's chain of reports; the report itself is the signed answer of that hash. */
export type ReportLink = Readonly<{
  target: string
  /** From 1, without gaps. */
  number: number
  windowStart: string
  windowEnd: string
  attestationHash: string
  /** `attestationHash` of the report before; null for the first. */
  previousHash: string | null
}>

type WatchedTarget = Readonly<{
  target: string
  /** How many probes were ever saved: another number means that there is something new. */
  probes: number
  /** Probes that were due before are fixed; null while no window was closed. */
  closedUntil: string | null
}>

export interface WatchStore {
  /** By the clock of the store, which all nodes share. */
  time(): Promise<string>
  /**
   * True when the probe that is due is ours to make: nobody claimed it or a later one, or who did
   * has not saved it in time. Time is the store's.
   */
  claim(
    claim: Readonly<{ target: string; dueAt: string; owner: string; leaseMs: number }>,
  ): Promise<boolean>
  /** False when it was there before or its window is closed: then nothing is changed. */
  save(probe: Probe): Promise<boolean>
  /** Those due from `from`, before `until` and after `after`, in the order in which they were due. */
  probes(
    page: Readonly<{ target: string; from: string; until: string; after?: string; limit: number }>,
  ): Promise<readonly Probe[]>
  /** Null while nothing was claimed. */
  target(target: string): Promise<WatchedTarget | null>
  /** Sum over whole days in UTC, `YYYY-MM-DD`, the first and the last included. */
  tally(days: Readonly<{ target: string; from: string; to: string }>): Promise<Tally>
  /** From now on no probe that was due before `until` is saved. */
  close(window: Readonly<{ target: string; until: string }>): Promise<void>
  /** False when the number or the window has its report already. */
  saveReport(link: ReportLink): Promise<boolean>
  /** The newest first. */
  reports(
    page: Readonly<{ target: string; beforeNumber?: number; limit: number }>,
  ): Promise<readonly ReportLink[]>
  /** Every target that there is a report on, in the order of their ids. */
  reported(): Promise<readonly string[]>
  /** Removes probes of closed windows that were due before, at most `limit`; returns how many. */
  purge(bounds: Readonly<{ before: string; limit: number }>): Promise<number>
}
