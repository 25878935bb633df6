// Which releases of Node refuse to load a module of ECMAScript by `require`.

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
])('%s', (asked, expected) => {
  expect(refusingNodes(asked)).toBe(expected)
})
