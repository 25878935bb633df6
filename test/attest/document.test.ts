// docs/formats/attestation.md is the specification: its examples are recomputed here and its tables
// are compared with the code, so that neither can move without the other.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hashMessage, keccak256, toUtf8Bytes, Wallet } from 'ethers'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Eip191Signer, eip191Signer, messageDigest } from '../../src/attest/eip191.ts'
import { attest, UNSIGNED_MEMBERS } from '../../src/attest/receipt.ts'
import { RECEIPT_REASONS, verifyReceipt } from '../../src/attest/verifyReceipt.ts'
import { type ProofRow, proofHash } from '../../src/domain/proofChain.ts'
import { RECEIPT_DEPTH_MAX } from '../../src/limits.ts'
import { SAMPLES, signedReceipt } from './samples.ts'

const page = readFileSync(new URL('../../docs/formats/attestation.md', import.meta.url), 'utf8')
const EXAMPLE = /<!-- example: ([^>]+) -->\s+```\w+\n([\s\S]*?)\n```/g
const examples = new Map([...page.matchAll(EXAMPLE)].map(([, name, text]) => [name, text]))

function example(name: string): string {
  const text = examples.get(name)
  if (text === undefined) throw new Error(`the page has no example named ${name}`)
  return text
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

let signer: Eip191Signer
beforeAll(async () => {
  signer = await eip191Signer(Buffer.from(example('private key').slice(2), 'hex'))
})

describe('the worked examples', () => {
  test('the address belongs to the key', () => {
    expect(signer.address).toBe(example('address'))
    expect(new Wallet(example('private key')).address.toLowerCase()).toBe(example('address'))
  })

  test.each(['hit', 'miss'] as const)('the %s is what the code signs', (kind) => {
    const receipt = JSON.parse(example(`${kind} receipt`))
    const signed = attest({ ...receipt.attestation, answer: receipt }, signer)
    expect(receipt).toEqual(signedReceipt(SAMPLES[`npm-${kind}`], signer))
    expect(signed.answerText).toBe(example(`${kind} answer`))
    expect(signed.attestationText).toBe(example(`${kind} attestation`))
    expect(signed.attestationHash).toBe(receipt.attestation_hash)
    expect(signed.signature).toBe(receipt.signature)
    const digest = messageDigest(Buffer.from(signed.attestationText), signer.keccak256)
    expect(`0x${Buffer.from(digest).toString('hex')}`).toBe(example(`${kind} digest`))
  })

  test.each(['hit', 'miss'] as const)('the %s verifies', (kind) => {
    const options = { verifiers: [example('address')] }
    expect(verifyReceipt(example(`${kind} receipt`), options)).toMatchObject({
      valid: true,
      answer_matches: true,
    })
  })

  test('the steps of the hit follow from each other, without the code', async () => {
    const message = toUtf8Bytes(example('hit attestation'))
    expect(sha256(example('hit answer'))).toBe(example('hit answer_sha256'))
    expect(keccak256(message)).toBe(example('hit attestation_hash'))
    const prefixed = Buffer.concat([Buffer.from(example('hit prefix'), 'hex'), message])
    expect(keccak256(prefixed)).toBe(example('hit digest'))
    expect(hashMessage(message)).toBe(example('hit digest'))
    const wallet = new Wallet(example('private key'))
    expect(await wallet.signMessage(message)).toBe(example('hit signature'))
  })

  test('the lengths that the text names are right', () => {
    const lengths = [...page.matchAll(/in canonical JSON, (\d+) bytes:/g)].map(
      ([, digits]) => digits,
    )
    const expected = ['hit answer', 'hit attestation'].map((name) =>
      String(Buffer.byteLength(example(name))),
    )
    expect(lengths).toEqual(expected)
    expect(page).toContain(`\`0x0a\`, \`${expected[1]}\`)`)
  })
})

/** The row that a line of the page describes, item by item as the table there says. */
function rowOf(line: string): Omit<ProofRow, 'hash'> {
  const [, ecosystem, name, seq, kind, version, filename, digest256, size, digest, ...rest] =
    JSON.parse(line)
  const [registryStatus, extractor, extractedAt, previousHash, deprecation = null] = rest
  const artifact = { filename, sha256: digest256, sizeBytes: size, digest }
  const said = { registryStatus, statusReason: null, deprecation, yanked: null }
  const release = {
    ecosystem,
    name,
    version,
    artifact,
    ...said,
    sourceUrl: null,
    remarks: [],
    extractor,
    extractedAt,
  }
  return { seq, kind, release, previousHash }
}

describe('the proof chain', () => {
  test.each([1, 2])('row %d has the hash that the page gives', (seq) => {
    expect(sha256(example(`row ${seq}`))).toBe(example(`row ${seq} hash`))
    expect(proofHash(rowOf(example(`row ${seq}`)))).toBe(example(`row ${seq} hash`))
  })

  test('a row has the fourteen items of the table, and the second names the first', () => {
    expect(JSON.parse(example('row 2'))).toHaveLength(14)
    expect(JSON.parse(example('row 2')).at(-1)).toBe(example('row 1 hash'))
  })

  test('every item is hashed', () => {
    const row = rowOf(example('row 2'))
    const others = [
      { ...row, seq: 3 },
      { ...row, kind: 'alarm' as const },
      { ...row, previousHash: null },
      { ...row, release: { ...row.release, artifact: null } },
      { ...row, release: { ...row.release, version: null } },
      { ...row, release: { ...row.release, registryStatus: 'quarantined' as const } },
      { ...row, release: { ...row.release, deprecation: 'use another' } },
      { ...row, release: { ...row.release, deprecation: '' } },
      { ...row, release: { ...row.release, statusReason: 'use another' } },
      { ...row, release: { ...row.release, yanked: 'use another' } },
      { ...row, release: { ...row.release, yanked: '' } },
      { ...row, release: { ...row.release, deprecation: '', yanked: '' } },
      { ...row, release: { ...row.release, extractor: 'npm/2' } },
      { ...row, release: { ...row.release, extractedAt: '2026-11-15T04:20:31.208Z' } },
    ]
    expect(new Set([row, ...others].map(proofHash)).size).toBe(others.length + 1)
  })
})

/** The names in the first column of the table whose heading begins with these cells. */
function firstColumn(...heading: string[]): string[] {
  const lines = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const start = lines.findIndex((cells) => heading.every((cell, at) => cells[at + 1] === cell))
  if (start < 0) throw new Error(`the page has no table headed ${heading.join(', ')}`)
  const rows = lines.slice(start + 2)
  const end = rows.findIndex((cells) => cells.length === 1)
  return rows.slice(0, end).flatMap(([, cell = '']) => names(cell))
}

/** The line of a table that begins with this name. */
function tableLine(name: string): string {
  return page.split('\n').find((line) => line.startsWith(`| \`${name}\` `)) ?? ''
}

function names(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

describe('the tables', () => {
  test('of reasons lists every code in the order of the checks', () => {
    expect(firstColumn('reason', 'meaning')).toEqual(RECEIPT_REASONS)
  })

  test('of members names what an attestation has', () => {
    const members = Object.keys(JSON.parse(example('hit attestation')))
    expect(firstColumn('member', 'value').sort()).toEqual(members)
  })

  test('of evidence names what a miss rests on', () => {
    const { evidence } = JSON.parse(example('miss attestation'))
    expect(firstColumn('member', 'present', 'value').sort()).toEqual(Object.keys(evidence))
  })

  test('of answer members names what an answer has', () => {
    const { attestation, attestation_hash, signature, ...answer } = JSON.parse(
      example('miss receipt'),
    )
    const members = firstColumn('member', 'on a hit', 'on a miss')
    const always = members.filter((name) => !/ left out /.test(tableLine(name)))
    expect(always.sort()).toEqual(Object.keys(answer).sort())
    expect(members.filter((name) => !always.includes(name))).toEqual(['standard_library'])
  })

  test('and lists of bounds and unsigned members agree with the code', () => {
    const [, section = ''] = page.split("## 5. The answer's digest")
    const [removed = ''] = section.split('- inside')
    const [, list = ''] = removed.split('the top-level members')
    expect(names(list)).toEqual([...UNSIGNED_MEMBERS])
    expect(page).toContain(`more than ${RECEIPT_DEPTH_MAX} containers`)
  })
})
