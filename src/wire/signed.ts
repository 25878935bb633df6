// What answers on the wire share. The files of this folder say to TypeScript what http/schemas/ says to
// the OpenAPI document; test/wire.test.ts holds the two against each other.

import type { Receipt } from '../attest/receipt.ts'
import type { Notice } from '../domain/notice.ts'

export type Ecosystem = 'pypi' | 'npm'

/** `ingested`: it was in the index. `lazy`: this question read it. `registry`: its word alone. */
export type AnswerSource = 'ingested' | 'lazy' | 'registry'

/** What shows that an answer speaks of a published file. */
export type Proof = Readonly<{
  /** The release's public page; of a private source its own address of the file, or null. */
  source_url: string | null
  /** Null only when the release has no file at all. */
  artifact_sha256: string | null
  filename: string | null
  digest: 'computed' | 'declared' | null
  /** What is to be told of a file that was read all the same; left out where there is nothing. */
  remarks?: readonly string[]
  extracted_at: string
}>

/** What is said of a package besides the answer; left out where there is nothing. */
export type Noticed = Readonly<{ notices?: readonly Notice[] }>

export type { Notice }

/** What every signed answer ends with. */
export type Signed = Receipt & Readonly<{ served_in_ms: number }>
