// Which releases of Node refuse to load a module of ECMAScript by `require`.

import fc from 'fast-check'
import satisfies from 'semver/functions/satisfies.js'
import { expect, test } from 'vitest'
import { refusingNodes } from '../../src/domain/nodeReleases.ts'

const ALL = '<20.19.0 || >=21.0.0 <22.12.0'

test.each([
  [null, ALL],
  ['', ALL],
  ['*', ALL],
  ['lts/*', ALL],
  [`>=${'1'.repeat(2_000)}`, ALL],
  ['>=18', '>=18.0.0 <20.19.0 || >=21.0.0 <22.12.0'],
  ['22.x', '>=22.0.0 <22.12.0'],
  ['18.12.1', '18.12.1'],
  ['>=20.0.0 <20.5', '>=20.0.0 <20.5.0'],
  ['^18.18.0 || >=21.1.0', '>=18.18.0 <19.0.0 || >=21.1.0 <22.12.0'],
  ['^20.19.0 || >=22.12.0', null],
  ['>22', null],
  ['>=10 || ^12.17.0 || ^14.13 || >=16.0.0', '>=10.0.0 <20.19.0 || >=21.0.0 <22.12.0'],
  ['>=16 || >=12 <17 || 11.0.0', '11.0.0 || >=12.0.0 <20.19.0 || >=21.0.0 <22.12.0'],
  ['<18.5.0 || 18.5.0', '<=18.5.0'],
  ['18.5.0 || >18.5.0 <19.0.0', '>=18.5.0 <19.0.0'],
  ['>=18.0.0 <18.5.0 || >=18.5.0 <19.0.0', '>=18.0.0 <19.0.0'],
  ['>=18.0.0 <18.5.0 || >18.5.0 <19.0.0', '>=18.0.0 <18.5.0 || >18.5.0 <19.0.0'],
  ['>=18.0.0 <=18.5.0 || >18.5.0 <19.0.0', '>=18.0.0 <19.0.0'],
])('%s', (asked, expected) => {
  expect(refusingNodes(asked)).toBe(expected)
})

test('it names those releases that are asked for and refuse, and no others', () => {
  const release = fc
    .tuple(fc.integer({ min: 16, max: 24 }), fc.integer({ min: 0, max: 20 }))
    .map(([major, minor]) => `${major}.${minor}.0`)
  const bound = fc
    .tuple(fc.constantFrom('>=', '>', '<', '<=', '^', '~', ''), release)
    .map(([operator, version]) => `${operator}${version}`)
  const range = fc
    .array(fc.array(bound, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 })
    .map((sets) => sets.map((set) => set.join(' ')).join(' || '))
  fc.assert(
    fc.property(range, release, (asked, version) => {
      const refusing = refusingNodes(asked)
      const isNamed = refusing !== null && satisfies(version, refusing)
      expect(isNamed).toBe(satisfies(version, asked) && satisfies(version, ALL))
    }),
    { numRuns: 2_000 },
  )
})
