import { expect, test } from 'vitest'
import { asOfLines } from '../../src/wire/asOf.ts'

test.each([
  [{}, []],
  [
    { as_of: { from: '2026-11-02', until: '2026-11-02' } },
    ['Offline: as the registry was asked on 2026-11-02.'],
  ],
  [
    { as_of: { from: '2026-11-02', until: '2026-11-05' } },
    ['Offline: as the registry was asked from 2026-11-02 to 2026-11-05.'],
  ],
  [{ as_of: { from: null, until: null } }, ['Offline: this rests on no answer of a registry.']],
])('%j', (answer, lines) => {
  expect(asOfLines(answer)).toEqual(lines)
})
