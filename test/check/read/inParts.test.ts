import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addPart, partsOf } from '../../../src/check/read/inParts.ts'

/** Through a channel that only knows JSON. */
function sent(value: unknown) {
  const root: unknown[] = []
  const texts = [...partsOf(value)].map((part) => JSON.stringify(part))
  for (const text of texts) addPart(root, JSON.parse(text))
  return { value: root[0], texts }
}

test('what was sent in parts is what arrives', () => {
  const long = (item: fc.Arbitrary<unknown>) => fc.array(item, { maxLength: 120, size: 'max' })
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
      long(tie('value')),
    ),
  }))
  fc.assert(
    fc.property(anything.value, (value) => {
      expect(sent(value).value).toEqual(value)
    }),
    { numRuns: 60 },
  )
})

test('no message is long, wherever the lists stand', () => {
  const keywords = Array.from({ length: 30_000 }, (_, n) => ({ name: `k${n}`, line: n }))
  const references = Array.from({ length: 15_000 }, (_, n) => ({ name: `n${n}`, steps: [] }))
  const value = {
    sources: [{ report: { references: [...references, { name: 'f', call: { keywords } }] } }],
  }
  const { value: arrived, texts } = sent(value)
  expect(arrived).toEqual(value)
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(20_000)
  expect(texts.length).toBeGreaterThan(50)
})

test('what is short goes as one', () => {
  expect([...partsOf({ paths: ['a.py'], sources: [] })]).toHaveLength(1)
})
