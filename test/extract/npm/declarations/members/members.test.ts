// What is open because nothing is known of it; members stand in test/extract/cases/npm.

import { describe, expect, test } from 'vitest'
import { encodeTable } from '../../../../../src/table/format/encodeTable.ts'
import { mayHoldMore } from '../../../../../src/table/mayHoldMore.ts'
import { openTable } from '../../../../../src/table/openTable.ts'
import { entriesOf, tableOf } from '../../tableOf.ts'

describe('a name that is imported from where nothing is known of it', () => {
  // Every program has a `Plugin`, an `EventTarget` and a `Partial`; these are others.
  const HEAD = "import { Plugin, EventTarget, Partial } from 'nowhere'\n"
  test.each([
    ['a type', 'export type X = Plugin'],
    ['a base', 'export declare class X extends EventTarget {}'],
    ['a base of an interface', 'export interface X extends Plugin {}'],
    ['the type of a value', 'export declare const X: typeof EventTarget'],
    ['a value', 'export declare const X: Plugin'],
    ['a utility', 'export type X = Partial<{ a: 1 }>'],
  ])('is not the one that every program has: %s', (_, text) => {
    const [entry] = entriesOf(tableOf(`${HEAD}${text}`))
    expect(entry?.definition.members).toEqual([])
    const columns = openTable(encodeTable(tableOf(`${HEAD}${text}`))).columns
    expect(mayHoldMore(columns, 0)).toBe(true)
  })
})
