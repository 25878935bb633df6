// The log of signed answers, as the store keeps it: which answer has which index, the tiles, and the
// newest checkpoint. What a leaf is and how tiles come of leaves is none of its business.

import type { Retraction } from './retractions.ts'

/** `open`: everybody may read the leaf. `sealed`: a digest, which who holds the receipt can open. */
export type LeafForm = 'open' | 'sealed'

/**
 * What stands at an index of the log: an answer, a retraction, or that a key is followed by another one. A retraction has the signature of the answer that it is about, if the store has it; a
 * rotation is the whole leaf.
 */
export type LoggedRow = Readonly<{
  index: number
  form: LeafForm
  attestation: string | null
  signature: string | null
  retraction: Retraction | null
  rotation: string | null
}>

/** A retraction, and the form of the answer that it is about. */
export type RetractionToLog = Readonly<{ attestationHash: string; seq: number; form: LeafForm }>

/** An answer, or that it was retracted. */
export type LeafToPlace = Readonly<{
  attestationHash: string
  isRetraction: boolean
  form: LeafForm
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
  /**
   * Has the key of the log followed by another one, by a leaf that says so. False where the log is
   * another one, or has another key.
   */
  rotate(
    log: Readonly<{ origin: string; from: string; to: string; leaf: string }>,
  ): Promise<boolean>
  /**
   * Has a verifier followed by another one, by a leaf that says so: what the first one signs is given no
   * place from then on. False where the log is another one, or either of them was followed before.
   */
  rotateVerifier(
    log: Readonly<{ origin: string; from: string; to: string; leaf: string }>,
  ): Promise<boolean>
  /** Every leaf by which the key of the log was followed by another one, in the order of the log. */
  rotations(): Promise<readonly Readonly<{ index: number; leaf: string }>[]>
  /** Likewise of verifiers. */
  verifierRotations(): Promise<readonly Readonly<{ index: number; leaf: string }>[]>
  /** Forgets every leaf, tile and checkpoint, for a log of another origin. */
  anew(log: Readonly<{ origin: string; key: string }>): Promise<void>
  head(): Promise<LogHead>
  /**
   * Has people shown a checkpoint, of a size that is integrated and not below that of what they were
   * shown before, which is the newest where none was chosen; null: the newest as it is, from now on.
   */
  show(checkpoint: Readonly<{ origin: string; size: number; note: string }> | null): Promise<void>
  /**
   * Answers without a place, which may have one, among the next `limit` after a hash; `lastHash` is null at
   * the end.
   */
  unloggedAnswers(
    page: Readonly<{ afterHash: string; limit: number }>,
  ): Promise<Readonly<{ hashes: readonly string[]; lastHash: string | null }>>
  /** With a place and without. */
  retractionsAfter(
    page: Readonly<{ afterSeq: number; limit: number }>,
  ): Promise<readonly RetractionToLog[]>
  /** Gives those a place that have none, in their order; returns how many. */
  fill(leaves: readonly LeafToPlace[]): Promise<number>
  /** Rows from an index on, without gaps, at most `limit`. */
  rows(page: Readonly<{ from: number; limit: number }>): Promise<readonly LoggedRow[]>
  /** Where an answer stands; null where there is none, or a sealed one with another signature. */
  find(
    answer: Readonly<{ attestationHash: string; signature: string }>,
  ): Promise<Readonly<{ index: number; form: LeafForm }> | null>
  /** In the order in which they are asked for; null for one that is not there. */
  tiles(
    places: readonly Readonly<{ level: number; index: number }>[],
  ): Promise<readonly (Uint8Array | null)[]>
  /**
   * Moves the log of this origin and key on from the size that it had; all or nothing. False when that
   * is no longer its size or its key: somebody else has moved it on. A tile never gets narrower.
   */
  publish(
    step: Readonly<{
      origin: string
      key: string
      from: number
      size: number
      checkpoint: string
      tiles: readonly LogTile[]
    }>,
  ): Promise<boolean>
}
