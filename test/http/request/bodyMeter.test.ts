import { expect, test } from 'vitest'
import { bodyMeter } from '../../../src/http/request/bodyMeter.ts'

const BOUNDS = { bytesMax: 20, valuesMax: 3 }

test.each([
  ['as many bytes as are taken', `"${'x'.repeat(18)}"`, null],
  ['a byte more', `"${'x'.repeat(19)}"`, 'Bodies are at most 20 bytes here'],
  ['as many values as are taken', '[1,2,3]', null],
  [
    'a value more',
    '[1,2,3,4]',
    'Bodies have at most 3 JSON values here: lists, objects, and what they hold',
  ],
  ['commas in a text', '"1,2,3,4,5"', null],
  ['depth, which is judged with what it says', '[[[', null],
] as const)('%s', (_, body, said) => {
  const bytes = Buffer.from(body)
  expect(bodyMeter(BOUNDS)(bytes)?.message ?? null).toBe(said)
  // However it is cut, it is the same body.
  const measure = bodyMeter(BOUNDS)
  const all = [...bytes].map((byte) => measure(Uint8Array.of(byte))?.message ?? null)
  expect(all.at(-1)).toBe(said)
})
