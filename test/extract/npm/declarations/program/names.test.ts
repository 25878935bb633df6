// Which packages are asked for; what a package exports stands in test/extract/cases/npm.

import { expect, test } from 'vitest'
import { extracted } from '../../tableOf.ts'

test('a star from a package that is not there leaves the module open', () => {
  const { table, wanted } = extracted(
    { 'index.d.ts': "export * from 'absent'" },
    {},
    {
      dependencies: { absent: '^2.0.0' },
    },
  )
  expect(table.modules[0]).toMatchObject({ state: 'dynamic' })
  expect(wanted).toEqual([
    { name: 'absent', range: '^2.0.0', from: { name: 'pkg', version: '1.0.0' } },
  ])
})

test('what no export and no heritage leads to is not asked for', () => {
  const { wanted } = extracted(
    { 'index.d.ts': "import { X } from 'absent'; export function f(x: X): void" },
    {},
    { dependencies: { absent: '1' } },
  )
  expect(wanted).toEqual([])
})
