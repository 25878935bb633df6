// The log of signed answers, as the store keeps it: which answer has which index, the tiles, and the
// newest checkpoint. What a leaf is and how tiles come of leaves is none of its business.

import type { Retraction } from './retractions.ts'

/** `open`: everybody may read the leaf. `sealed`: a digest, which who holds the receipt can open. */
export type LeafForm = 'open' | 'sealed'

/** How an answer that is new enters the log. `seal`: of the sealed leaf, also where it is open. */
export type NewLeaf = Readonly<{ isOpen: boolean; seal: Uint8Array }>

/**
 * What stands at an index of the log: with `seal` alone a sealed leaf, else an answer or a retraction.
 * Whoever reads the whole of it gets what the sealed leaf is of as well; a sealed retraction has the
 * signature of the answer that it is about.
 */
export type LoggedRow = Readonly<{
  index: number
  seal: Uint8Array | null
  attestation: string | null
  signature: string | null
  retraction: Retraction | null
}>

/** A signed answer that has no place in the log. */
export type UnloggedAnswer = Readonly<{
  attestationHash: string
  attestation: string
  signature: string
}>

/** With the signature of the answer, if the store has it, and whether that is an open leaf. */
export type RetractionToLog = Readonly<{
  retraction: Retraction
  signature: string | null
  isOpen: boolean
}>

export type LogHead = Readonly<{
  /** How many indexes were given. */
  size: number
  /** How many of them are in tiles and under the checkpoint. */
  integrated: number
  /** A signed note; null before the first. */
  checkpoint: string | null
  /** The checkpoint that people are shown, where it is another one: cosigned, and maybe older. */
  shown: string | null
  shownSize: number | null
}>

export type LogTile = Readonly<{ level: number; index: number; bytes: Uint8Array }>

export interface LogStore {
  /** Origin and key of the log: those that were given first, for ever. */
  bind(log: Readonly<{ origin: string; key: string }>): Promise<{ origin: string; key: string }>
  /** The same without giving any; null before the first. */
  identity(): Promise<{ origin: string; key: string } | null>
  /** Forgets every leaf, tile and checkpoint, for a log of another origin. */
  anew(log: Readonly<{ origin: string; key: string }>): Promise<void>
  head(): Promise<LogHead>
  /**
   * Has people shown a checkpoint, of a size that is integrated and not below that of the one shown
   * before; null: the newest as it is.
   */
  show(checkpoint: Readonly<{ origin: string; size: number; note: string }> | null): Promise<void>
  /** Answers without a place among the next `limit` after a hash; `lastHash` is null at the end. */
  unloggedAnswers(
    page: Readonly<{ afterHash: string; limit: number }>,
  ): Promise<Readonly<{ answers: readonly UnloggedAnswer[]; lastHash: string | null }>>
  /** With a place and without. */
  retractionsAfter(
    page: Readonly<{ afterSeq: number; limit: number }>,
  ): Promise<readonly RetractionToLog[]>
  /** Gives those a place that have none, in their order; returns how many. */
  fill(
    leaves: readonly Readonly<{
      attestationHash: string
      isRetraction: boolean
      seal: Uint8Array | null
    }>[],
  ): Promise<number>
  /** Rows from an index on, without gaps, at most `limit`. */
  rows(
    page: Readonly<{ from: number; limit: number; isWhole?: boolean }>,
  ): Promise<readonly LoggedRow[]>
  /** Where an answer stands; null where there is none, or a sealed one with another signature. */
  find(
    answer: Readonly<{ attestationHash: string; signature: string }>,
  ): Promise<Readonly<{ index: number; form: LeafForm }> | null>
  /** In the order in which they are asked for; null for one that is not there. */
  tiles(
    places: readonly Readonly<{ level: number; index: number }>[],
  ): Promise<readonly (Uint8Array | null)[]>
  /**
   * Moves the log of this origin on from the size that it had; all or nothing. False when that is no
   * longer its size: somebody else has moved it on. A tile never gets narrower.
   */
  publish(
    step: Readonly<{
      origin: string
      from: number
      size: number
      checkpoint: string
      tiles: readonly LogTile[]
    }>,
  ): Promise<boolean>
}
