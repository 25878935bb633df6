// The log of signed answers, as the store keeps it: which answer has which index, the tiles, and the
// newest checkpoint. What a leaf is and how tiles come of leaves is none of its business.

import type { Retraction } from './retractions.ts'

/** `open`: everybody may read the leaf. `sealed`: a digest, which who holds the receipt can open. */
export type LeafForm = 'open' | 'sealed'

/** What stands at an index of the log. */
export type LoggedRow = Readonly<{ index: number }> &
  (
    | Readonly<{ form: LeafForm; attestation: string; signature: string }>
    | Readonly<{ retraction: Retraction }>
  )

export type LogHead = Readonly<{
  /** How many indexes were given. */
  size: number
  /** How many of them are in tiles and under the checkpoint. */
  integrated: number
  /** A signed note; null before the first. */
  checkpoint: string | null
  /** Something is there that `adopt` would give an index. */
  isUnlogged: boolean
}>

export type LogTile = Readonly<{ level: number; index: number; bytes: Uint8Array }>

export interface LogStore {
  /** Origin and key of the log: those that were given first, for ever. */
  bind(log: Readonly<{ origin: string; key: string }>): Promise<{ origin: string; key: string }>
  /** The same without giving any; null before the first. */
  identity(): Promise<{ origin: string; key: string } | null>
  head(): Promise<LogHead>
  /** Gives indexes to what was signed before there was a log, and to retractions; returns how many. */
  adopt(limit: number): Promise<number>
  /** Rows from an index on, without gaps, at most `limit`. */
  rows(page: Readonly<{ from: number; limit: number }>): Promise<readonly LoggedRow[]>
  /** Where the answer with this attestation stands; null where there is none. */
  find(attestationHash: string): Promise<Extract<LoggedRow, { form: LeafForm }> | null>
  /** In the order in which they are asked for; null for one that is not there. */
  tiles(
    places: readonly Readonly<{ level: number; index: number }>[],
  ): Promise<readonly (Uint8Array | null)[]>
  /**
   * Moves the log on from the size that it had; all or nothing. False when that is no longer its size:
   * somebody else has moved it on. A tile never gets narrower.
   */
  publish(
    step: Readonly<{ from: number; size: number; checkpoint: string; tiles: readonly LogTile[] }>,
  ): Promise<boolean>
}
