import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { jsonParts } from '../../src/answer/jsonParts.ts'
import { replySigner } from '../../src/answer/signedReply.ts'
import { attester } from '../../src/attest/attester.ts'
import { canonicalJson, canonicalParts } from '../../src/attest/canonicalJson.ts'
import type { Eip191Signer } from '../../src/attest/eip191.ts'
import { eip191Signer } from '../../src/attest/eip191.ts'

let signer: Eip191Signer
beforeAll(async () => {
  signer = await eip191Signer(Buffer.alloc(32, 1))
})

const anyObject = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))

/** The text, or what stands in its way. */
function told(write: () => string): string {
  try {
    return write()
  } catch (error) {
    return String(error)
  }
}

describe('a text in parts is the text', () => {
  test('as canonical JSON has it', () => {
    fc.assert(
      fc.property(anyObject, (value) => {
        const whole = told(() => canonicalJson(value))
        expect(told(() => [...canonicalParts(value)].join(''))).toBe(whole)
      }),
    )
  })

  test.each([
    ['a hole in a list', { a: Object.assign(new Array(2), { 1: 1 }) }],
    ['nothing in a list', { a: [undefined] }],
    ['a number that is none', { a: [Number.NaN] }],
    ['a number past all integers', { a: [2 ** 60] }],
    ['half a letter', { a: ['\ud800'] }],
    ['a date', { a: new Date(0) }],
    ['nothing at all', {}],
    ['an empty list', { a: [] }],
  ])('%s', (_, value) => {
    const options = { exactNumbers: true }
    const whole = told(() => canonicalJson(value, options))
    expect(told(() => [...canonicalParts(value, options)].join(''))).toBe(whole)
  })

  test('as deep as canonical JSON goes, and no deeper', () => {
    for (const depthMax of [1, 2, 3, 4]) {
      const value = { a: [[[]]], b: { c: {} } }
      const whole = told(() => canonicalJson(value, { depthMax }))
      expect(told(() => [...canonicalParts(value, { depthMax })].join(''))).toBe(whole)
    }
  })

  test('as JSON.stringify has it', () => {
    fc.assert(
      fc.property(anyObject, (value) => {
        expect([...jsonParts(value)].join('')).toBe(JSON.stringify(value))
      }),
    )
    const holes = { a: undefined, b: [undefined, 1], c: undefined }
    expect([...jsonParts(holes)].join('')).toBe(JSON.stringify(holes))
  })
})

describe('a long answer', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({
    symbol: `wide.fn_${n}`,
    places: [{ path: 'a.py', line: n, column: 1 }],
  }))
  const statement = {
    type: 'assay.test/1',
    question: { of: 'it' },
    verdict: 'long',
    evidence: { artifacts: [] },
    answer: { verdict: 'long', rows, proof: { extracted_at: 'now' }, counts: { rows: 1 } },
  }
  const replies = () =>
    replySigner({
      attester: attester(signer),
      answers: { save: async () => {} } as never,
      retracted: { has: () => false, follow: async () => false },
      now: () => new Date(0),
    })

  test('is the same, whether it is written at once or in turns', async () => {
    const { signal } = new AbortController()
    expect(await replies().prepareInTurns(statement, signal)).toEqual(replies().prepare(statement))
  })

  test('lets others have their turn while it is written', async () => {
    const { signal } = new AbortController()
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await replies().prepareInTurns(statement, signal)
    isDone = true
    expect(turns).toBeGreaterThan(3)
  })

  test('is not written to its end for nobody', async () => {
    const leaving = new AbortController()
    const written = replies().prepareInTurns(statement, leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(written).rejects.toThrow('gone')
  })
})
