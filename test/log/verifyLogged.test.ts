// A receipt and its proof, and what can be done to either.

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answerLeaf } from '../../src/log/entries/leaf.ts'
import { checkpointText } from '../../src/log/note/checkpoint.ts'
import { cosign } from '../../src/log/note/cosignature.ts'
import { parsePolicy } from '../../src/log/note/policy.ts'
import { parseProof, writeProof } from '../../src/log/note/proofFile.ts'
import { signatureLine, signNote } from '../../src/log/note/signedNote.ts'
import { noteSigner, writeKey } from '../../src/log/note/verifierKey.ts'
import { proveInclusion } from '../../src/log/tree/proofs.ts'
import { verifyLogged } from '../../src/log/verifyLogged.ts'
import { treeOf } from './treeOf.ts'

const seed = (text: string) => createHash('sha256').update(text).digest()
const log = noteSigner('log.example/one', 'note', seed('log'))
const witness = noteSigner('witness.example/w', 'cosignature', seed('witness'))
const AT_S = 1_800_000_000

const answerOf = (number: number) => ({
  attestation: `{"number":${number}}`,
  signature: `0x${String(number).padStart(130, '0')}`,
})
const answers = Array.from({ length: 300 }, (_, number) => answerOf(number))
const formAt = (index: number) => (index % 2 === 0 ? 'open' : 'sealed')
const leaves = answers.map((answer, index) => answerLeaf(answer, formAt(index)))

async function proofOf(index: number, size = 300, of = leaves, by = log) {
  const { readTiles, root } = treeOf(of.slice(0, size))
  const path = await proveInclusion({ index, size }, readTiles)
  const text = checkpointText({ origin: 'log.example/one', size, root })
  return { index, path, text, checkpoint: signNote(text, by) }
}

const trust = { log: log.key }

function policyOf(needed: string, ...witnesses: readonly (typeof witness)[]) {
  const lines = witnesses.map(({ key }, at) => `witness w${at} ${writeKey(key)}\n`)
  const names = witnesses.map((_, at) => `w${at}`).join(' ')
  const parsed = parsePolicy(`${lines.join('')}group all ${needed} ${names}\nquorum all\n`)
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.policy
}
const answer = answerOf(6)

describe('a receipt with its proof', () => {
  test.each([
    [6, 'open'],
    [7, 'sealed'],
  ])('of leaf %i is in the log, %s', async (index, form) => {
    const proof = writeProof(await proofOf(index))
    expect(verifyLogged(answerOf(index), proof, trust)).toEqual({
      logged: true,
      origin: 'log.example/one',
      index,
      size: 300,
      form,
      witnesses: [],
    })
  })

  test('tells who else has seen the checkpoint', async () => {
    const proof = await proofOf(6)
    const line = signatureLine(witness.key, cosign(proof.text, AT_S, witness))
    const cosigned = writeProof({ ...proof, checkpoint: `${proof.checkpoint}${line}` })
    const other = noteSigner('witness.example/o', 'cosignature', seed('other'))
    const asked = { ...trust, policy: policyOf('any', witness, other) }
    expect(verifyLogged(answer, cosigned, asked)).toMatchObject({
      logged: true,
      witnesses: [{ name: 'witness.example/w', timeS: AT_S }],
    })
    expect(verifyLogged(answer, writeProof(proof), asked)).toEqual({
      logged: false,
      reason: 'witnesses_missing',
    })
    // Twice the same witness is one.
    const twice = writeProof({ ...proof, checkpoint: `${proof.checkpoint}${line}${line}` })
    expect(
      verifyLogged(answer, twice, { ...trust, policy: policyOf('all', witness, other) }),
    ).toMatchObject({ logged: false })
  })

  test('is read with and without a line of extra data', async () => {
    const proof = await proofOf(6)
    const text = writeProof(proof)
    const more = text.replace('\n', '\nextra aGFsbG8=\n')
    expect(parseProof(more)).toEqual({
      ...parseProof(text),
      extra: Uint8Array.from(Buffer.from('hallo')),
    })
    expect(writeProof({ ...proof, extra: Buffer.from('hallo') })).toBe(more)
    expect(verifyLogged(answer, more, trust)).toMatchObject({ logged: true })
  })

  test('of the only leaf has no path', async () => {
    const proof = writeProof(await proofOf(0, 1))
    expect(verifyLogged(answerOf(0), proof, trust)).toMatchObject({ logged: true, size: 1 })
  })
})

describe('is not in the log', () => {
  test('an answer that was changed', async () => {
    const proof = writeProof(await proofOf(6))
    for (const forged of [
      { ...answer, attestation: '{"number":8}' },
      { ...answer, signature: `0x${'1'.repeat(130)}` },
    ]) {
      expect(verifyLogged(forged, proof, trust)).toEqual({ logged: false, reason: 'not_included' })
    }
  })

  test('by the proof of another leaf, of another index or of another size', async () => {
    const proof = await proofOf(6)
    const other = await proofOf(8)
    const smaller = await proofOf(6, 299)
    for (const wrong of [
      other,
      { ...proof, index: 8 },
      { ...proof, path: other.path },
      { ...proof, path: proof.path.toReversed() },
      { ...proof, path: proof.path.slice(1) },
      { ...proof, checkpoint: smaller.checkpoint },
      { ...proof, index: 300 },
    ]) {
      expect(verifyLogged(answer, writeProof(wrong), trust)).toEqual({
        logged: false,
        reason: 'not_included',
      })
    }
  })

  test('by the checkpoint of another key, of another origin, or of none', async () => {
    const thief = noteSigner('log.example/one', 'note', seed('thief'))
    const forged = await proofOf(6, 300, leaves, thief)
    expect(verifyLogged(answer, writeProof(forged), trust)).toEqual({
      logged: false,
      reason: 'signer_unknown',
    })
    const proof = await proofOf(6)
    const elsewhere = proof.text.replace('log.example/one', 'log.example/two')
    const moved = { ...proof, checkpoint: signNote(elsewhere, log) }
    expect(verifyLogged(answer, writeProof(moved), trust)).toEqual({
      logged: false,
      reason: 'origin_other',
    })
    expect(verifyLogged(answer, writeProof({ ...proof, checkpoint: '' }), trust)).toEqual({
      logged: false,
      reason: 'note_malformed',
    })
  })

  test('by a proof that is cut off anywhere', async () => {
    const proof = writeProof(await proofOf(6))
    for (let end = 0; end < proof.length; end += 1) {
      expect(verifyLogged(answer, proof.slice(0, end), trust).logged).toBe(false)
    }
  })

  test.each([
    ['another version', (text: string) => text.replace('@v1', '@v2')],
    ['an index with a zero before it', (text: string) => text.replace('index 6', 'index 06')],
    ['no index', (text: string) => text.replace('index 6\n', '')],
    ['two indexes', (text: string) => text.replace('index 6\n', 'index 6\nindex 6\n')],
    ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a hash that is too short', (text: string) => text.replace('index 6\n', 'index 6\nAAAA\n')],
    [
      'more hashes than a tree has levels',
      (text: string) => text.replace('index 6\n', `index 6\n${`${'A'.repeat(43)}=\n`.repeat(64)}`),
    ],
  ])('by a proof with %s', async (_, change) => {
    const proof = change(writeProof(await proofOf(6)))
    expect(verifyLogged(answer, proof, trust)).toEqual({
      logged: false,
      reason: 'proof_malformed',
    })
  })
})
