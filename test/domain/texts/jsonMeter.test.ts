import { expect, test } from 'vitest'
import { jsonMeter } from '../../../src/domain/texts/jsonMeter.ts'

const BOUNDS = { depthMax: 3, valuesMax: 6 }

test.each([
  ['as deep as allowed', '[{"a":[]}]', true],
  ['a level more', '[{"a":[[]]}]', false],
  ['levels that are closed again', '[[[]],[[]]]', true],
  ['as many values as allowed', '[1,2,3,4,5,6]', true],
  ['a value more', '[1,2,3,4,5,6,7]', false],
  ['brackets and commas in a text', '["[[[[,,,,,,,,"]', true],
  ['a quote in a text', '["\\"[[[[[", []]', true],
  ['a backslash at the end of a text', '["\\\\", [[[]]]]', false],
  ['a document that never ends', '[[[[', false],
  ['no JSON at all', '}}]] hello', true],
] as const)('%s', (_, text, expected) => {
  const bytes = Buffer.from(text)
  expect(jsonMeter(BOUNDS)(bytes)).toBe(expected)
  // However it is cut, it is the same document.
  const meter = jsonMeter(BOUNDS)
  expect([...bytes].every((byte) => meter(Uint8Array.of(byte)))).toBe(expected)
})
