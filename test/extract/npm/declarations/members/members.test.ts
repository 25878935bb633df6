// What is open because nothing is known of it; members stand in test/extract/cases/npm.

import { describe, expect, test } from 'vitest'
import { encodeTable } from '../../../../../src/table/format/encodeTable.ts'
import { mayHoldMore } from '../../../../../src/table/mayHoldMore.ts'
import { openTable } from '../../../../../src/table/openTable.ts'
import { entriesOf, entryAt, membersAt, tableOf } from '../../tableOf.ts'

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

describe('a constant beside a namespace of types', () => {
  const MERGED = `
export declare const md: { sha: { create(): md.sha.Digest }; size: number }
export declare namespace md {
  namespace sha { interface Digest { hex(): string } }
  type Other = string
}`

  test('both may have what the other calls by the same name', () => {
    const table = tableOf(MERGED)
    expect(membersAt(table, 'md')).toEqual(['Other', 'sha', 'size'])
    expect(membersAt(table, 'md.sha')).toEqual(['Digest'])
    // `md.sha.create` is there, and no declaration of the namespace says so.
    expect(entryAt(table, 'md.sha').definition.isOpen).toBe(true)
    expect(entryAt(table, 'md').definition.isOpen).toBe(false)
  })

  test('a namespace alone is all that its text says', () => {
    const table = tableOf(MERGED.replace(/export declare const.*\n/, ''))
    expect(entryAt(table, 'md.sha').definition.isOpen).toBe(false)
  })
})
