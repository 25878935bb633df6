import { describe, expect, test } from 'vitest'
import { entryAt, type Others, tableOf } from '../tableOf.ts'

describe('definitions', () => {
  test('one for all paths, at home under the shortest', () => {
    const table = tableOf({
      'index.d.ts': "export { Deep } from './deep'; export * as all from './deep'",
      'deep.d.ts': '\n/** Says what it is.\n * More. */\nexport class Deep {}',
    })
    const { definition } = entryAt(table, 'Deep')
    expect(entryAt(table, 'all.Deep').definition).toBe(definition)
    expect(definition).toMatchObject({
      ...{ module: '.', name: 'Deep', file: 'deep.d.ts', line: 4, doc: 'Says what it is.' },
    })
  })

  test('of another package they have its name and no file', () => {
    const table = tableOf("export { d } from 'dep'", {
      dep: { files: { 'index.d.ts': 'export const d: 1' } },
    })
    expect(entryAt(table, 'd').definition).toMatchObject({ module: 'dep', file: null, line: 0 })
  })

  test('a module as an object has more where it takes over what cannot be opened', () => {
    const files = {
      'package.json': JSON.stringify({
        name: 'p',
        exports: { '.': './index.js', './deep': './deep.js' },
      }),
      'index.d.ts': "export * as open from './deep'; export * as closed from './own'",
      'index.js': "exports.open = require('./deep'); exports.closed = require('./own')",
      'deep.d.ts': "export * from 'dep'; export const a: 1",
      'deep.js': "module.exports = { ...require('dep'), a: 1 }",
      'own.d.ts': 'export const b: 1',
      'own.js': 'exports.b = 1',
    }
    const isOpen = (path: string, others?: Others) =>
      entryAt(tableOf(files, others), path).definition.isOpen
    expect(isOpen('open')).toBe(true)
    expect(isOpen('closed')).toBe(false)
    expect(isOpen('open', { dep: { files: { 'index.d.ts': 'export const d: 1' } } })).toBe(false)
    const deep = tableOf(files).modules.find(({ name }) => name === './deep')
    expect(deep?.state).toBe('dynamic')
    expect(deep?.entries.find(({ name }) => name === 'default')?.definition.isOpen).toBe(true)
  })

  test('deprecated: by the comment, on all overloads, on an alias alone', () => {
    const table = tableOf(`
      /** @deprecated since 2.1, use {@link b} instead.
       * @see b */
      export declare const a: 1
      /** @deprecated */ declare function some(x: 1): void
      declare function some(x: 2): void
      declare class Old { /** @deprecated gone in 3.0 */ m(): void }
      export { some, Old, /** @deprecated renamed */ Old as Older }`)
    expect(entryAt(table, 'a').definition.deprecation).toEqual({
      ...{ text: 'since 2.1, use b instead.', since: '2.1' },
    })
    expect(entryAt(table, 'some').definition.deprecation).toBeNull()
    expect(entryAt(table, 'Old').definition.deprecation).toBeNull()
    expect(entryAt(table, 'Old.m').definition.deprecation?.text).toBe('gone in 3.0')
    expect(entryAt(table, 'Older').definition.deprecation?.text).toBe('renamed')
  })
})
