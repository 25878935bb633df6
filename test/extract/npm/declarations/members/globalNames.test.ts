// Members of the library, through the object that all of it belongs to: too many for a text.

import { expect, test } from 'vitest'
import { membersAt, tableOf } from '../../tableOf.ts'

test('the global object has what the library has', () => {
  const table = tableOf(
    'export type X = globalThis.ResponseInit; export const G: typeof globalThis',
  )
  expect(membersAt(table, 'X')).toEqual(['headers', 'status', 'statusText'])
  expect(membersAt(table, 'G')).toEqual(expect.arrayContaining(['Array', 'parseInt', 'fetch']))
})
