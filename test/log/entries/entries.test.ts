import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/attest/canonicalJson.ts'
import {
  decodeBundle,
  ENTRY_MAX_BYTES,
  encodeBundle,
} from '../../../src/log/entries/entryBundle.ts'
import { answerLeaf, fitsOpen, sealOf } from '../../../src/log/entries/leaf.ts'

describe('a bundle', () => {
  test('gives back the entries that it was made of', () => {
    const entries = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 256 })
    fc.assert(
      fc.property(entries, (list) => {
        const read = decodeBundle(encodeBundle(list), list.length)
        expect(read?.map((entry) => [...entry])).toEqual(list.map((entry) => [...entry]))
      }),
    )
  })

  test('has the length of an entry before it, the high byte first', () => {
    expect([...encodeBundle([Uint8Array.of(7), new Uint8Array(258)])].slice(0, 5)).toEqual([
      0, 1, 7, 1, 2,
    ])
  })

  test('that is cut off anywhere is none', () => {
    const bytes = encodeBundle([Buffer.from('one'), Buffer.from('two')])
    for (let end = 0; end < bytes.length; end += 1) {
      expect(decodeBundle(bytes.subarray(0, end), 2)).toBeNull()
    }
  })

  test('with another number of entries is none', () => {
    const bytes = encodeBundle([Buffer.from('one'), Buffer.from('two')])
    expect(decodeBundle(bytes, 1)).toBeNull()
    expect(decodeBundle(bytes, 3)).toBeNull()
    expect(decodeBundle(encodeBundle(Array(257).fill(Buffer.from('x'))), 257)).toBeNull()
  })

  test('takes no entry that is longer than two bytes can say', () => {
    expect(encodeBundle([new Uint8Array(ENTRY_MAX_BYTES)]).length).toBe(ENTRY_MAX_BYTES + 2)
    expect(() => encodeBundle([new Uint8Array(ENTRY_MAX_BYTES + 1)])).toThrow('fits its bundle')
  })
})

describe('the leaf of an answer', () => {
  const value = { attestation: { type: 'assay.x/1', question: { name: 'é' } }, signature: '0xab' }
  const answer = { attestation: canonicalJson(value.attestation), signature: value.signature }

  test('is canonical JSON of attestation and signature', () => {
    expect(Buffer.from(answerLeaf(answer, 'open')).toString()).toBe(canonicalJson(value))
  })

  test('is a digest of that, where it is sealed', () => {
    const digest = createHash('sha256')
      .update(`assay.log.sealed/1\n${canonicalJson(value)}`)
      .digest('hex')
    expect(Buffer.from(sealOf(answer)).toString('hex')).toBe(digest)
    expect(Buffer.from(answerLeaf(answer, 'sealed')).toString()).toBe(
      canonicalJson({ sealed: digest }),
    )
  })

  test('tells nothing that does not come from the signature', () => {
    expect(sealOf(answer)).not.toBe(sealOf({ ...answer, signature: '0xac' }))
  })

  test('is open only up to what an entry holds, counted in bytes', () => {
    const room = ENTRY_MAX_BYTES - answerLeaf({ attestation: '""', signature: '' }, 'open').length
    const of = (text: string) => ({ attestation: `"${text}"`, signature: '' })
    expect(fitsOpen(of('a'.repeat(room)))).toBe(true)
    expect(fitsOpen(of('a'.repeat(room + 1)))).toBe(false)
    expect(fitsOpen(of('é'.repeat(room / 2 + 1)))).toBe(false)
  })
})
