// What a monitor remembers of a log between two looks at it.

/** `edge`: the tiles at the right edge of the tree, which is all that it is grown from. */
export type Followed = Readonly<{ size: number; checkpoint: string; edge: readonly Uint8Array[] }>

/** `goneAt`: null for one that signs. */
export type FollowedVerifier = Readonly<{ address: string; goneAt: number | null }>

/** `keys`: by which the leaf is known again. */
export type LeafNoted = Readonly<{ index: number; keys: readonly Uint8Array[] }>

export interface MonitorStore {
  /** Null before the first look. */
  followed(origin: string): Followed | null
  /**
   * Notes leaves of a log; they count once `follow` covers them. Returns the first that stands in the log
   * already, and where.
   */
  noteLeaves(
    origin: string,
    leaves: readonly LeafNoted[],
  ): Readonly<{ index: number; earlier: number }> | null
  /** Forgets leaves from an index on: a look that was broken off. */
  dropLeaves(origin: string, from: number): void
  follow(origin: string, followed: Followed): void
  /** Every key that a log has had, as far as it was followed, the newest last. */
  keysOf(origin: string): readonly string[]
  /** Adds keys to them. */
  keepKeys(origin: string, keys: readonly string[]): void
  /** Verifiers that its leaves speak of: where those stand by which others have followed them. */
  verifiersOf(origin: string): readonly FollowedVerifier[]
  /** Adds them, or where they were followed. */
  keepVerifiers(origin: string, verifiers: readonly FollowedVerifier[]): void
  /** Addresses that the service at an address was first seen to publish; null before. */
  publishedAt(url: string): readonly string[] | null
  keepPublished(url: string, addresses: readonly string[]): void
  /** The key that a log at an address was first seen with; null before. */
  keyAt(url: string): string | null
  keepKey(url: string, key: string): void
  close(): void
}
