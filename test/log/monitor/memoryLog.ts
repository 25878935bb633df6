// A log in memory that is served like one of a service, and that can be made to lie.

import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { canonicalJson } from '../../../src/attest/canonicalJson.ts'
import { eip191Signer, messageDigest } from '../../../src/attest/eip191.ts'
import { pureKeccak256 } from '../../../src/attest/keccak256.ts'
import { encodeBundle } from '../../../src/log/entries/entryBundle.ts'
import { answerLeaf } from '../../../src/log/entries/leaf.ts'
import { writeVerifierRotation } from '../../../src/log/entries/verifierRotation.ts'
import type { LogReader } from '../../../src/log/monitor/readLog.ts'
import { checkpointText } from '../../../src/log/note/checkpoint.ts'
import { signNote } from '../../../src/log/note/signedNote.ts'
import { type NoteSigner, noteSigner } from '../../../src/log/note/verifierKey.ts'
import { HASH_BYTES } from '../../../src/log/tree/hashes.ts'
import { parseTilePath } from '../../../src/log/tree/tilePaths.ts'
import { TILE_WIDTH, tileWidth } from '../../../src/log/tree/tiles.ts'
import { treeOf } from '../treeOf.ts'

export const ORIGIN = 'assay/0x01/log'
const seed = (text: string) => createHash('sha256').update(text).digest()
export const logSigner = noteSigner(ORIGIN, 'note', seed('log'))
export const otherSigner = noteSigner(ORIGIN, 'note', seed('another log'))
export const verifier = await eip191Signer(seed('verifier'))
const thief = await eip191Signer(seed('thief'))

export function attestationOf(name: string, by = verifier) {
  return {
    answer_sha256: createHash('sha256').update(name).digest('hex'),
    evidence: { artifacts: [], extractor: 'npm/15', registry: 'public' },
    question: { ecosystem: 'npm', name },
    type: 'assay.package_exists/1',
    verdict: 'exists',
    verifier: by.address,
  }
}

export function symbolLeaf(symbol: string): Uint8Array {
  const of = attestationOf(symbol)
  const artifacts = [
    { filename: 'p-1.2.3.tgz', package: 'p', sha256: '0'.repeat(64), version: '1.2.3' },
  ]
  return signedLeaf({
    ...of,
    evidence: { ...of.evidence, artifacts },
    question: { ecosystem: 'npm', package: 'p', symbol },
    type: 'assay.symbol_exists/1',
  })
}

export function openLeaf(name: string, by = verifier): Uint8Array {
  return signedLeaf(attestationOf(name, by), by)
}

function signedLeaf(value: object, by = verifier): Uint8Array {
  const attestation = canonicalJson(value)
  return answerLeaf({ attestation, signature: by.sign(Buffer.from(attestation)) }, 'open')
}

/** The open leaf under another signature that is as good: only who has the key can make one. */
export function signedAnew(name: string): Uint8Array {
  const attestation = canonicalJson(attestationOf(name))
  const digest = messageDigest(Buffer.from(attestation), pureKeccak256)
  const options = { prehash: false, format: 'recovered', extraEntropy: seed('nonce') } as const
  const [recovery = 0, ...rs] = secp256k1.sign(digest, seed('verifier'), options)
  const signature = `0x${Buffer.from([...rs, 27 + recovery]).toString('hex')}`
  return answerLeaf({ attestation, signature }, 'open')
}

export const forgedLeaf = (name: string) => openLeaf(name, thief)

/** Two of three open, with a retraction now and then. */
export function leavesOf(count: number, salt = ''): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `${salt}p${index}`
    if (index % 100 === 99) return retractionLeaf(name)
    if (index % 3 !== 2) return openLeaf(name)
    return Buffer.from(`{"sealed":"${createHash('sha256').update(name).digest('hex')}"}`)
  })
}

function retractionLeaf(name: string): Uint8Array {
  const digest = createHash('sha256').update(name).digest('hex')
  const told = {
    attestation_hash: `0x${digest}`,
    found_by: 'npm/15',
    reason: 'It was wrong.',
    retracted_at: '2026-11-18T00:00:00.000Z',
    seq: 10_000 + Number.parseInt(digest.slice(0, 8), 16),
    type: 'assay.package_exists/1',
  }
  return Buffer.from(JSON.stringify({ retraction: told }))
}

export const nextVerifier = await eip191Signer(seed('next verifier'))
export const lastVerifier = await eip191Signer(seed('last verifier'))

export function followedLeaf(from = verifier, to = nextVerifier, log = ORIGIN): Uint8Array {
  return Buffer.from(writeVerifierRotation(from, { log, to: to.address }))
}

export type Served = Readonly<{
  leaves: readonly Uint8Array[]
  signer?: NoteSigner
  /** Who signs besides. */
  retiring?: NoteSigner
  /** What it says of its keys; unless told, what its leaves say. */
  rotations?: readonly string[]
  /** Lines of witnesses under the checkpoint. */
  cosign?: (text: string) => string
  /** What is served in place of the entries, or of a tile, that belong there. */
  entries?: readonly Uint8Array[]
  change?: (path: string, bytes: Uint8Array) => Uint8Array | null
}>

export function served(parts: Served) {
  const { leaves, signer = logSigner, retiring, cosign, entries = leaves, change } = parts
  const texts = leaves.map((leaf) => Buffer.from(leaf).toString())
  const { rotations = texts.filter((text) => text.startsWith('{"rotation"')) } = parts
  const tree = treeOf(leaves)
  const size = leaves.length
  const text = checkpointText({ origin: ORIGIN, size, root: tree.root })
  const signers = retiring === undefined ? [signer] : [signer, retiring]
  const checkpoint = `${signNote(text, ...signers)}${cosign?.(text) ?? ''}`

  function tileAt(path: string): Uint8Array | null {
    const place = parseTilePath(path)
    if (place === null) return null
    const { level, index, width } = place
    if (width > tileWidth({ level: level === 'entries' ? 0 : level, index }, size)) return null
    if (level === 'entries') {
      const first = index * TILE_WIDTH
      return encodeBundle(entries.slice(first, first + width))
    }
    return tree.tiles.get(`${level}/${index}`)?.subarray(0, width * HASH_BYTES) ?? null
  }

  const reader: LogReader = {
    checkpoint: async () => Buffer.from(checkpoint),
    rotations: async () => rotations,
    async tile(path) {
      const bytes = tileAt(path)
      return bytes === null || change === undefined ? bytes : change(path, bytes)
    },
  }
  return { reader, checkpoint }
}
