// Types of npm that lead on: to other packages, through type parameters, to functions that are handed
// over, and to what Node and everybody else declares.

import { expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import type { ImportIndex } from '../../../src/ports/importIndex.ts'
import type { Definition, Entry, SymbolTable } from '../../../src/table/format/table.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from '../../table/tableData.ts'
import { openedPackage } from '../openedPackage.ts'
import { shown } from '../smallWorld.ts'

function npm(name: string, change: Partial<Definition>): Definition {
  return definitionOf('.', name, { file: 'index.d.ts', ...change })
}

function list(...definitions: readonly Definition[]): Entry[] {
  return definitions
    .map((one) => entryOf(one.name.slice(one.name.lastIndexOf('.') + 1), one))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function declared(name: string, ...members: readonly (readonly [string, string])[]): Entry[] {
  return list(
    ...members.map(([member, signature]) =>
      npm(`${name}.${member}`, {
        kind: signature.includes('=>') ? 'method' : 'property',
        signature,
      }),
    ),
  )
}

function interfaceOf(
  name: string,
  signature: string | null,
  members: readonly (readonly [string, string])[],
  change: Partial<Definition> = {},
): Definition {
  return npm(name, { kind: 'interface', signature, members: declared(name, ...members), ...change })
}

function tableWith(...definitions: readonly Definition[]): SymbolTable {
  return tableOf(moduleOf('.', list(...definitions), { origin: 'dts' }))
}

const queries = npm('queries', {
  kind: 'namespace',
  members: declared('queries', ['byText', '(string) => string'], ['byTitle', '(string) => string']),
})
const value = npm('Box.value', { kind: 'property', signature: 'T0' })
const TABLES: Readonly<Record<string, SymbolTable>> = {
  base: tableWith(
    queries,
    npm('act', { signature: '(() => void) => void' }),
    interfaceOf('Reply', '<T0 = any>', [
      ['send', '(T0) => this'],
      ['status', '(number) => this'],
    ]),
  ),
  web: tableWith(
    npm('Tree', { kind: 'type', signature: 'Reply | Tree' }),
    npm('Loop', { kind: 'type', signature: 'Loop extends string ? Loop : Loop["next"]' }),
    npm('tree', { signature: '() => Tree' }),
    npm('loop', { signature: '() => Loop' }),
    npm('act', {
      kind: 'constant',
      signature: '0 extends (1 & typeof base#act) ? any : typeof base#act',
    }),
    npm('render', {
      signature:
        '<T0 = typeof base#queries>(string, Options<T0>) => Result<T0>; (string) => Result',
    }),
    npm('Result', {
      kind: 'type',
      signature: '<T0 = typeof base#queries> { [T1 in keyof T0]: T0[T1] } & { close: () => void }',
      members: declared('Result', ['close', '() => void']),
      isOpen: true,
    }),
    interfaceOf('Reply', 'extends base#Reply', [['json', '(any) => this']], { isOpen: true }),
    interfaceOf('Message', 'extends http#IncomingMessage', [['body', 'any']], { isOpen: true }),
    interfaceOf('Everybody', 'extends Web.Everybody', [['params', 'any']], { isOpen: true }),
    interfaceOf('Lost', 'extends gone#Lost', [['params', 'any']], { isOpen: true }),
    interfaceOf('Bag', 'extends base#Reply { [string]: any }', [], { isOpen: true }),
    interfaceOf('Handler', '{ (Message, Reply) => void }', []),
    interfaceOf('App', null, [
      ['get', '(string) => string; (string, ...Array<Handler>) => this'],
      ['each', '((Box<Reply>) => void) => void'],
      ['make', '(string) => App'],
      ['sub', '(string, number?) => ReturnType<this["make"]>; (string, string) => this'],
      ['odd', '(string) => ReturnType<this["gone"]>'],
    ]),
    npm('Box', { kind: 'interface', signature: '<T0>', members: list(value) }),
    npm('Deep', {
      kind: 'interface',
      signature: '<T0> extends Box<Box<T0>>',
      members: list(value),
    }),
    npm('Ns', {
      kind: 'namespace',
      members: list(
        interfaceOf('Ns.Twin', null, [
          ['go', '() => Twin'],
          ['run', '() => void'],
        ]),
        npm('Ns.Half', {
          kind: 'interface',
          members: list(
            definitionOf('./inner', 'Half.go', {
              file: 'index.d.ts',
              kind: 'method',
              signature: '() => Twin',
            }),
          ),
        }),
        npm('Ns.Whole', {
          kind: 'interface',
          members: list(
            // As if it were of the one outside.
            definitionOf('.', 'Twin.hop', {
              file: 'index.d.ts',
              kind: 'method',
              signature: '() => Twin',
            }),
          ),
        }),
      ),
    }),
    interfaceOf('Twin', null, [['stop', '() => void']]),
    npm('twin', { signature: '() => Ns.Twin' }),
    npm('half', { signature: '() => Ns.Half' }),
    npm('whole', { signature: '() => Ns.Whole' }),
    npm('create', { signature: '() => App' }),
    npm('deep', { signature: '() => Deep<Reply>' }),
    npm('later', { signature: '<T0 = Reply>(string) => Promise<Box<T0>>' }),
  ),
}

const IMPORTS: ImportIndex = {
  snapshot: { snapshot: '2026-01-01', sha256: '00', size: 2 },
  near: () => [],
  importOf: () => null,
  find: (_, written) => ({
    standardLibrary: false,
    // Names of this file, in normal form.
    providers: [{ name: written as PackageName, provides: written, downloads: null }],
  }),
}

async function check(code: string, pins: Readonly<Record<string, string>> = {}) {
  const asked: string[] = []
  const { findings, undetermined } = await checkCode(
    { files: [{ path: 'a.ts', content: code }], pins },
    {
      imports: IMPORTS,
      tables: async ({ name }) => {
        asked.push(name)
        const table = TABLES[name]
        if (table === undefined) return { state: 'package_not_found', near: [] }
        return openedPackage(name, table)
      },
    },
  )
  return { says: findings.map(shown), open: undetermined.map(({ name }) => name), asked }
}

const WEB =
  "import { act, create, deep, half, later, loop, render, tree, twin, whole, type Bag, type Everybody, type Lost, type Message, type Reply } from 'web'\n"

test.each([
  ['a condition over another package', 'act(() => {})', [], []],
  [
    'too many arguments for what it leads to',
    'act(() => {}, 1)',
    ['2:1 call_does_not_fit web.act'],
    [],
  ],
  ['names that a mapped type takes over', "render('a').byText('b')", [], []],
  [
    'a name that it does not take over',
    "render('a').byTetx('b')",
    ['2:13 symbol_not_found web.Result.byTetx -> byText'],
    [],
  ],
  [
    'what a call of another method gives',
    "create().sub('a').sub('b', 1).mkae('c')\ncreate().odd('a').make('b')",
    ['2:31 symbol_not_found web.App.mkae -> make'],
    ['make'],
  ],
  [
    'a name that a namespace around it has as well',
    'twin().go().run()\ntwin().rnu()',
    ['3:8 symbol_not_found web.Ns.Twin.rnu -> run'],
    [],
  ],
  ['a name of a namespace that the path does not tell', 'half().go().run()', [], ['run']],
  ['a name of a namespace whose path is that of another', 'whole().hop().run()', [], ['run']],
  ['a parameter that an argument decides', "render('a', options).byFoo()", [], ['byFoo']],
  ['a base in another package', 'function f(x: Reply) { x.status(1).json(2) }', [], []],
  [
    'what neither has',
    'function f(x: Reply) { x.status(1).sned(2) }',
    ['2:36 symbol_not_found web.Reply.sned -> send'],
    [],
  ],
  [
    'a base that Node declares',
    'function f(x: Message) { x.headers; x.custom }',
    [],
    ['headers', 'custom'],
  ],
  [
    'a slip in what Node declares',
    'function f(x: Message) { x.headres }',
    ['2:28 symbol_not_found web.Message.headres -> headers'],
    [],
  ],
  ['a namespace that anybody adds to', 'function f(x: Everybody) { x.user }', [], ['user']],
  [
    'a slip there',
    'function f(x: Everybody) { x.parms }',
    ['2:30 symbol_not_found web.Everybody.parms -> params'],
    [],
  ],
  ['a base that cannot be had', 'function f(x: Lost) { x.parms }', [], ['parms']],
  ['any name', 'function f(x: Bag) { x.sedn }', [], ['sedn']],
  [
    'what a function gets that is handed over',
    "create().get('/', (message, reply) => { message.body; reply.jsn(1) })",
    ['2:61 symbol_not_found web.Reply.jsn -> json'],
    [],
  ],
  [
    'its parts',
    "create().get('/', (_, { jsn }) => {})",
    ['2:25 symbol_not_found web.Reply.jsn -> json'],
    [],
  ],
  [
    'what is no slip there may be of a plugin',
    "create().get('/', (message, reply) => { reply.view() })",
    [],
    ['view'],
  ],
  [
    'type arguments of what is handed over',
    'create().each((box) => { box.value.json(1); box.vaule })',
    ['2:49 symbol_not_found web.Box.vaule -> value'],
    [],
  ],
  ['type arguments of bases', 'deep().value.value.json(1)', [], []],
  [
    'and what they have not',
    'deep().value.value.jsn(1)',
    ['2:20 symbol_not_found web.Reply.jsn -> json'],
    [],
  ],
  [
    'a default behind a promise',
    "const a = await later('x'); a.value.jsn(1)",
    ['2:37 symbol_not_found web.Reply.jsn -> json'],
    [],
  ],
  ['a type that leads to itself', 'tree().sned(1); loop().next', [], ['sned', 'next']],
  [
    'type arguments that are written out',
    "const a = await later<Own>('x'); a.value.jsn(1)",
    [],
    ['jsn'],
  ],
])('types that lead on: %s', async (_, code, says, open) => {
  expect(await check(WEB + code)).toMatchObject({ says, open })
})

test('packages that types name are looked up where the code leads there, and are told of', async () => {
  expect((await check(`${WEB}create().get('/')`)).asked).toEqual(['web'])
  expect((await check(`${WEB}act(() => {})`)).asked).toEqual(['web', 'base'])
  expect((await check(`${WEB}render('a').close()`)).asked).toEqual(['web'])
  expect((await check(`${WEB}render('a').byText('b')`)).asked).toEqual(['web', 'base'])
})

test('a release that nobody named proves nothing to one that is pinned', async () => {
  const code = `${WEB}render('a').byFoo(); render('a').byTetx()`
  const slip = '2:34 symbol_not_found web.Result.byTetx -> byText'
  expect(await check(code, { web: '1.0.0' })).toMatchObject({ says: [], open: ['byFoo', 'byTetx'] })
  const both = await check(code, { web: '1.0.0', base: '1.0.0' })
  expect(both).toMatchObject({ says: ['2:13 symbol_not_found web.Result.byFoo', slip], open: [] })
})
