// Turns an answer into a signed statement. A pure function of its argument and the verifier key.

import type { Artifact } from '../domain/release.ts'
import type { NameSnapshot } from './nameIndex.ts'

/** The evidence that an answer rests on; wire names, because these are signed bytes. */
export type Evidence = Readonly<{
  registry: string
  artifacts: readonly EvidenceArtifact[]
  extractor: string
  names?: NameSnapshot
  asked_at?: string
  asked_within_s?: number
}>

export type EvidenceArtifact = Readonly<{
  package: string
  version: string
  filename: Artifact['filename']
  sha256: Artifact['sha256']
}>

export type Statement = Readonly<{
  type: string
  question: Readonly<Record<string, string>>
  verdict: string
  evidence: Evidence
  /** The answer in wire form; what is not signed is dropped by the attester. */
  answer: Readonly<Record<string, unknown>>
}>

export type SignedStatement = Readonly<{
  attestation: Readonly<Record<string, unknown>>
  /** Canonical JSON: the signed bytes. */
  attestationText: string
  attestationHash: string
  signature: string
  /** Canonical JSON of the signed part of the answer. */
  answerText: string
}>

export interface Attester {
  /** Address of the verifier wallet, lower case. */
  readonly verifier: string
  attest(statement: Statement): SignedStatement
}
