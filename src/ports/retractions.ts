// Signed answers that were found wrong.

/** A signed answer that was found wrong. */
export type Retraction = Readonly<{
  attestationHash: string
  /** From 1, without gaps. */
  seq: number
  type: string
  /** A sentence. */
  reason: string
  /** The extractor that found it. */
  foundBy: string
  retractedAt: string
}>

export interface RetractionStore {
  /** False when the answer was retracted before: the first reason stands. */
  save(retraction: Omit<Retraction, 'seq'>): Promise<boolean>
  load(attestationHash: string): Promise<Retraction | null>
  /** Those with `seq` above `afterSeq`, oldest first. */
  list(page: Readonly<{ afterSeq: number; limit: number }>): Promise<readonly Retraction[]>
}
