import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { checkFacts, isFor, originOf, packEntry } from '../../../src/table/format/facts.ts'
import { isLoose } from '../../../src/table/format/looseNames.ts'
import { packPayload, payloadDigest } from '../../../src/table/format/payload.ts'
import type { ModuleTable } from '../../../src/table/format/table.ts'
import { TableError } from '../../../src/table/format/tableError.ts'
import { byteWriter } from '../../../src/table/format/varints.ts'
import { mayHoldMore } from '../../../src/table/mayHoldMore.ts'
import { openTable, openTableAside } from '../../../src/table/openTable.ts'
import { isSpelledNowhere, mayBeCompiled } from '../../../src/table/spelledNowhere.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from '../tableData.ts'

const get = definitionOf('requests.api', 'get', { signature: '(url, params=None)', line: 62 })
const close = definitionOf('requests.sessions', 'Session.close', { kind: 'method' })
const session = definitionOf('requests.sessions', 'Session', {
  kind: 'class',
  bases: ['requests.sessions.SessionRedirectMixin'],
  members: [entryOf('close', close)],
})
const requests = tableOf(
  moduleOf('requests', [entryOf('Session', session), entryOf('get', get)]),
  moduleOf('requests.api', [entryOf('get', get)]),
  moduleOf('requests.sessions', [entryOf('Session', session)]),
)

test('a module says which compiled files its other names come from', () => {
  const compiled = [
    { file: 'a.so', words: '\nalpha\nbeta\n' },
    { file: 'b.so', words: '\ngamma_delta\n' },
  ]
  const open = { state: 'dynamic', compiledIn: ['a.so', 'b.so'] } as const
  const table = tableOf(moduleOf('one', [], open), moduleOf('two', []))
  const { columns, ...opened } = openTable(encodeTable({ ...table, compiled }))
  expect([...opened.modules()].map(({ compiledIn }) => compiledIn)).toEqual([
    ['a.so', 'b.so'],
    undefined,
  ])
  expect(opened.compiled()).toEqual(compiled)
  const nowhere = ['alpha', 'delta', 'gamma.x', 'omega', 'omega.alpha', 'abc', '__doc__', '']
  const of = (module: number) => nowhere.filter((name) => isSpelledNowhere(columns, module, name))
  expect(of(0)).toEqual(['omega', 'omega.alpha'])
  expect(of(1)).toEqual([])
  const strange = tableOf(moduleOf('one', [], { compiledIn: ['c.so'] }))
  expect(() => encodeTable({ ...strange, compiled })).toThrow('does not have the words of c.so')
})

test('a class of a stub may have what the compiled file spells', () => {
  const cls = definitionOf('fast', 'C', { kind: 'class' })
  const facts = { state: 'dynamic', origin: 'pyi', compiledIn: ['a.so'] } as const
  const compiled = [{ file: 'a.so', words: '\nhelper\n' }]
  const asked = (module: ModuleTable) => {
    const table = openTable(encodeTable({ ...tableOf(module), compiled }))
    const of = table.find('fast', 'C')?.definition ?? -1
    return ['helper', 'helper.x', 'nothing', 'abc'].filter((path) =>
      mayBeCompiled(table.columns, of, path),
    )
  }
  expect(asked(moduleOf('fast', [entryOf('C', cls)], facts))).toEqual(['helper', 'helper.x', 'abc'])
  expect(asked(moduleOf('fast', [entryOf('C', cls)], { ...facts, origin: 'py' }))).toEqual([])
  expect(asked(moduleOf('fast', [entryOf('C', cls)]))).toEqual([])
  // A file whose words prove nothing.
  const unknown = { state: 'dynamic', origin: 'pyi' } as const
  expect(asked(moduleOf('fast', [entryOf('C', cls)], unknown))).toContain('nothing')
})

test('a table lists the names that code sets on something that could not be told', () => {
  const { columns, ...opened } = openTable(encodeTable({ ...requests, loose: ['b', 'a', 'b'] }))
  expect(opened.loose()).toEqual(['a', 'b'])
  const asked = ['a', 'b.c', 'c', 'c.a', '']
  expect(asked.filter((path) => isLoose(columns, path))).toEqual(['a', 'b.c'])
  const any = openTable(encodeTable({ ...requests, loose: ['*'] }))
  expect(isLoose(any.columns, 'c')).toBe(true)
  expect(isLoose(openTable(encodeTable(requests)).columns, 'a')).toBe(false)
})

describe('rows', () => {
  const rows = [...openTable(encodeTable(requests)).rows()]

  test('a path that is no home says whose it is', () => {
    const aliases = rows.map(({ module, symbol, alias_of }) => [module, symbol, alias_of])
    expect(aliases).toEqual([
      ['requests', '', null],
      ['requests', 'Session', 'requests.sessions.Session'],
      ['requests', 'Session.close', 'requests.sessions.Session.close'],
      ['requests', 'get', 'requests.api.get'],
      ['requests.api', '', null],
      ['requests.api', 'get', null],
      ['requests.sessions', '', null],
      ['requests.sessions', 'Session', null],
      ['requests.sessions', 'Session.close', null],
    ])
  })

  test('a row has the fields of the wire, in their order', () => {
    expect(Object.keys(rows[1] ?? {})).toEqual([
      'module',
      'symbol',
      'kind',
      'public',
      'signature',
      'deprecated',
      'deprecated_text',
      'since_version',
      'doc',
      'origin',
      'type_only',
      'alias_of',
      'file',
      'line',
    ])
    expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(rows[1] ?? {}))
  })

  test('a class that holds itself is listed once more and not gone through again', () => {
    const members: ReturnType<typeof entryOf>[] = []
    const node = definitionOf('tree', 'Node', { kind: 'class', members })
    members.push(entryOf('child', node), entryOf('close', close))
    const table = openTable(encodeTable(tableOf(moduleOf('tree', [entryOf('Node', node)]))))
    expect([...table.rows()].map(({ symbol }) => symbol)).toEqual([
      '',
      'Node',
      'Node.child',
      'Node.close',
    ])
    // What is not listed is still there.
    expect(table.lookup('tree', 'Node.child.child.close')?.kind).toBe('method')
  })
})

describe('lookup', () => {
  const table = openTable(encodeTable(requests))
  test.each([
    ['requests', 'Session.close', 'method'],
    ['requests', '', 'module'],
    ['requests', 'session', null],
    ['requests', 'Session.', null],
    ['requests', '.Session', null],
    ['requests', 'Session.close.x', null],
    ['requests.', 'get', null],
    ['requests.sessions.Session', 'close', null],
    ['constructor', 'get', null],
    ['requests', '__proto__', null],
    ['requests', 'ge', null],
    ['requests', 'get\ud800', null],
  ])('%s %s: %s', (module, symbol, kind) => {
    expect(table.lookup(module, symbol)?.kind ?? null).toBe(kind)
  })

  test('a name that holds a dot is found, and a shorter part before it', () => {
    const inner = definitionOf('.', 'a.b.c', { kind: 'constant' })
    const outer = definitionOf('.', 'a', { kind: 'namespace', members: [entryOf('b.c', inner)] })
    const whole = definitionOf('.', 'a.b', { kind: 'class', members: [] })
    const dotted = openTable(
      encodeTable(tableOf(moduleOf('.', [entryOf('a', outer), entryOf('a.b', whole)]))),
    )
    expect(dotted.lookup('.', 'a.b.c')?.kind).toBe('constant')
    expect(dotted.lookup('.', 'a.b')?.kind).toBe('class')
    expect(dotted.lookup('.', 'a.b.d')).toBeNull()
  })

  test('a path that can be cut in very many ways is refused in time', () => {
    const members: ReturnType<typeof entryOf>[] = []
    const circle = definitionOf('.', 'a', { kind: 'namespace', members })
    members.push(entryOf('a', circle), entryOf('a.a', circle), entryOf('a.a.a', circle))
    const table = openTable(encodeTable(tableOf(moduleOf('.', members))))
    expect(table.lookup('.', `${'a.'.repeat(200)}b`)).toBeNull()
  })
})

describe('what is no table', () => {
  const bytes = Buffer.from(encodeTable(requests))
  function changed(at: number, value: number): Buffer {
    const copy = Buffer.from(bytes)
    copy[at] = value
    return copy
  }
  const huge = Buffer.from(bytes)
  huge.writeUInt32LE(0xffff_ffff, 8)
  const EMPTY = [0, 0, 0, 0, 0, 0, 0] as const
  const counts = (...values: readonly number[]) => {
    const writer = byteWriter()
    for (const value of values) writer.varint(value)
    return packPayload(writer.finish())
  }
  test.each([
    ['nothing', new Uint8Array(), 'these bytes are none'],
    ['other bytes', Buffer.alloc(200, 7), 'these bytes are none'],
    ['another format', changed(4, 1), 'format 1 is not known here'],
    ['another form', changed(5, 1), 'has an unknown form'],
    ['a length beyond every bound', huge, 'cannot have 4294967295 bytes'],
    ['another length', changed(8, bytes.readUInt8(8) + 1), 'has another length'],
    ['another digest', changed(12, bytes.readUInt8(12) ^ 1), 'has another digest'],
    ['another compression', Buffer.concat([bytes.subarray(0, 44), deflateSync('x')]), 'unpacked'],
    ['four thousand million modules', counts(0xffff_ffff, 0, 0, 0), 'too long'],
    ['four thousand million names', counts(0, 0, 0, 0xffff_ffff), 'ends too early'],
    // One name of no bytes, then a name that shares nothing and adds nothing: the same again.
    ['the same name twice', counts(0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0), 'out of order'],
    ['bytes after the end', counts(...EMPTY, 0), 'a part that is not known'],
    ['no calls', counts(...EMPTY, 10, 0), 'an empty list'],
    ['parts out of order', counts(...EMPTY, 11, 1, 1, 0, 1, 2, 10), 'a part that is not known'],
    ['no compiled files', counts(...EMPTY, 11, 0), 'an empty list'],
    [
      'bytes after compiled files',
      counts(...EMPTY, 11, 1, 1, 0, 1, 2, 0),
      'a part that is not known',
    ],
    ['no loose names', counts(...EMPTY, 13, 0), 'an empty list'],
    ['a compiled file without words', counts(...EMPTY, 11, 1, 1, 0, 1, 0), 'lacks a text'],
  ])('%s', async (_, forged, message) => {
    expect(() => openTable(forged)).toThrow(TableError)
    expect(() => openTable(forged)).toThrow(message)
    await expect(openTableAside(forged)).rejects.toThrow(message)
  })

  test('a table that has a name twice in one place is not encoded', () => {
    const twice = tableOf(moduleOf('m', [entryOf('get', get), entryOf('get', close)]))
    expect(() => encodeTable(twice)).toThrow('"get" is twice in "m"')
  })
})

test.each([
  { isOpen: false, asObject: false, asClass: false },
  { isOpen: true, asObject: true, asClass: true },
  { isOpen: true, isOpenInObjectsOnly: true as const, asObject: true, asClass: false },
])('$isOpen $isOpenInObjectsOnly: what is below a class, and below its objects', (row) => {
  const { asObject, asClass, ...openness } = row
  const base = definitionOf('m', 'Base', { kind: 'class', ...openness })
  const below = definitionOf('m', 'Below', { kind: 'class', inherits: [base] })
  const { columns, find } = openTable(
    encodeTable(tableOf(moduleOf('m', [entryOf('Base', base), entryOf('Below', below)]))),
  )
  for (const name of ['Base', 'Below']) {
    const definition = find('m', name)?.definition ?? -1
    expect(mayHoldMore(columns, definition)).toBe(asObject)
    expect(mayHoldMore(columns, definition, true)).toBe(asClass)
  }
})

test.each([128, 512, 64 + 1024])('%i says nothing of a definition', (facts) => {
  const columns = { modules: Uint32Array.of(), entries: Uint32Array.of() }
  const definitions = Uint32Array.of(facts)
  expect(() => checkFacts({ ...columns, definitions })).toThrow('does not know')
})

test('the digest is of the content', () => {
  const same = tableOf(...requests.modules.toReversed())
  expect(payloadDigest(encodeTable(same))).toBe(payloadDigest(encodeTable(requests)))
  const other = tableOf(...requests.modules.slice(1))
  expect(payloadDigest(encodeTable(other))).not.toBe(payloadDigest(encodeTable(requests)))
})

test('a table opened aside is the same', async () => {
  const bytes = encodeTable(requests)
  expect([...(await openTableAside(bytes)).rows()]).toEqual([...openTable(bytes).rows()])
})

test('a name that both get, that only import gets, and that only require gets', () => {
  const facts = { isPublic: true, isTypeOnly: false, origin: 'dts' } as const
  const halves = (only: object) => {
    const packed = packEntry({ ...facts, ...only })
    return [isFor(packed, 'import'), isFor(packed, 'require'), originOf(packed)]
  }
  expect(halves({})).toEqual([true, true, 'dts'])
  expect(halves({ only: 'import' })).toEqual([true, false, 'dts'])
  expect(halves({ only: 'require' })).toEqual([false, true, 'dts'])
  const columns = { modules: Uint32Array.of(), definitions: Uint32Array.of() }
  expect(() => checkFacts({ ...columns, entries: Uint32Array.of(128 + 256) })).toThrow('of a name')
})
