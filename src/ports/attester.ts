// Turns an answer into a signed statement, in two steps: what follows from the answer, and what
// takes the key. Both are pure functions.

import type { Artifact } from '../domain/release.ts'
import type { ImportSnapshot } from './importIndex.ts'
import type { NameSnapshot } from './nameIndex.ts'

/** The evidence that an answer rests on; wire names, because these are signed bytes. */
export type Evidence = Readonly<{
  /** Left out, as the extractor is, where nothing of a registry was looked at. */
  registry?: string
  artifacts: readonly EvidenceArtifact[]
  /** Of other packages whose types were looked into. */
  other_artifacts?: readonly EvidenceArtifact[]
  extractor?: string
  names?: NameSnapshot
  /** Names of the other registry, where the answer says that it has the name. */
  other_names?: NameSnapshot
  /** The list of import names that was looked at. */
  imports?: ImportSnapshot
  /** The model that had a say. */
  model?: Readonly<Record<string, string>>
  asked_at?: string
  asked_within_s?: number
  /** Offline: who asked the registry, where it was not this service; addresses, sorted. */
  asked_by?: readonly string[]
}>

/** Of answers that rest on something else than releases. */
type OtherEvidence = Readonly<Record<string, unknown>>

export type EvidenceArtifact = Readonly<{
  package: string
  version: string
  filename: Artifact['filename']
  sha256: Artifact['sha256']
  /** The maker of the index that the reading was pulled from; left out for what was read here. */
  read_by?: string
}>

export type Statement = Readonly<{
  type: string
  question: Readonly<Record<string, string | readonly string[]>>
  verdict: string
  evidence: Evidence | OtherEvidence
  /** The answer in wire form; what is not signed is dropped by the attester. */
  answer: Readonly<Record<string, unknown>>
  /** True where the answer repeats what was handed in: then only its digest is kept. */
  isPrivate?: boolean
}>

/** A statement as it will be signed: a function of the statement and the verifier's address. */
export type PreparedStatement = Readonly<{
  attestation: Readonly<Record<string, unknown>>
  /** Canonical JSON: the bytes to sign, and the same as text. */
  message: Uint8Array
  attestationText: string
  attestationHash: string
  /** Canonical JSON of the signed part of the answer. */
  answerText: string
}>

export interface Attester {
  /** Address of the verifier wallet, lower case. */
  readonly verifier: string
  prepare(statement: Statement): PreparedStatement
  /** The same of a long answer, by work that pauses wherever it can wait. */
  preparing(statement: Statement): Generator<undefined, PreparedStatement, undefined>
  /** The signature over a statement that was prepared here. */
  sign(prepared: PreparedStatement): string
}
