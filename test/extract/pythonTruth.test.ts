// The measure itself, on a package of a few lines: a wrong yardstick would bend everything after it.

import { describe, expect, it } from 'vitest'
import { lookUp } from '../../scripts/truth/python/lookup.ts'
import { measure } from '../../scripts/truth/python/measure.ts'
import { tableRows } from '../../scripts/truth/python/ourTable.ts'
import { indexRows, membersAt, type Row } from '../../scripts/truth/python/rows.ts'
import { parseSignature, sameShape } from '../../scripts/truth/python/signatureShape.ts'
import type { Truth } from '../../scripts/truth/python/truthFile.ts'
import { newDraft } from '../../src/table/format/draft.ts'
import type { Definition, Entry, ModuleTable } from '../../src/table/format/table.ts'

describe('signatures are the same to a caller', () => {
  it.each<[string, string, string, boolean]>([
    ['names and defaults', '(a, b=1)', '(a, b=2)', true],
    ['another name', '(a, b=1)', '(a, c=1)', false],
    ['a default more', '(a, b)', '(a, b=1)', false],
    ['annotations aside', '(a: dict[str, int] = {"x,": 1}) -> None', '(a=None)', true],
    ['a comparison in a default', '(a=(1 == 1), b=x >= y)', '(a=1, b=2)', true],
    ['keyword-only or not', '(a, *, b)', '(a, b)', false],
    ['after *args', '(*args, b)', '(*rest, b)', true],
    ['positional-only names', '(x, /)', '(y, /)', true],
    ['positional-only or not', '(x, /)', '(x)', false],
    ['the receiver left out', '(self, a)', '(a)', true],
    ['a receiver by position', '(self, a)', '(self, /, a)', true],
    ['a mangled name', '(__cls, a)', '(_Base__cls, a)', true],
    ['strings hold brackets', "(a=')', b=1)", '(a=1, b=1)', true],
  ])('%s', (_rule, one, other, isSame) => {
    const [ours, theirs] = [parseSignature(one), parseSignature(other)]
    expect(sameShape(ours ?? [], theirs ?? [])).toBe(isSame)
  })

  it('reads nothing into what is no signature', () => {
    expect(parseSignature('int')).toBeNull()
    expect(parseSignature('(a, b')).toBeNull()
  })
})

const PLAIN = {
  module: 'p.core',
  qualname: null,
  type: 'type',
  listed: false,
  scope: 'defined',
  how: 'import',
} as const
const TRUTH: Truth = {
  package: 'p',
  version: '1',
  roots: ['p'],
  files: ['p/__init__.py', 'p/core.py'],
  all_modules: ['p', 'p.core'],
  failed: {},
  modules: {
    p: {
      file_kind: 'source',
      all: null,
      has_getattr: false,
      unresolved: { broken: 'ImportError: x' },
      names: {
        C: { ...PLAIN, kind: 'class', class: 'p.core:C' },
        core: { ...PLAIN, kind: 'module' },
        os: { ...PLAIN, kind: 'module', module: 'os', scope: 'foreign' },
        LIMIT: { ...PLAIN, kind: 'value', module: null, scope: 'assigned' },
      },
    },
  },
  classes: {
    'p.core:C': {
      own: { run: { kind: 'method', signature: [['self', 'normal', null]] } },
      signature: [],
      fields: ['name'],
      instance: [],
      mro: ['builtins:dict'],
      extra: [],
    },
    'builtins:dict': {
      own: { keys: { kind: 'method', signature: null }, __len__: { kind: 'method' } },
      signature: null,
      fields: [],
      instance: [],
      mro: [],
      extra: [],
    },
  },
}

function row(module: string, symbol: string, kind: Row['kind'], more: Partial<Row> = {}): Row {
  return {
    module,
    symbol,
    kind,
    public: true,
    signature: null,
    deprecated: false,
    deprecated_text: null,
    since_version: null,
    doc: null,
    origin: 'py',
    type_only: false,
    alias_of: null,
    file: null,
    line: 0,
    ...more,
  }
}

const ROWS = [
  row('p', '', 'module'),
  row('p', 'C', 'class', { alias_of: 'p.core.C' }),
  row('p', 'broken', 'function'),
  row('p', 'gone', 'function'),
  row('p', 'Hint', 'class', { type_only: true }),
  row('p.core', '', 'module'),
  row('p.core', 'C', 'class'),
  row('p.core', 'C.run', 'method', { signature: '(self)' }),
  row('p.core', 'C.name', 'attribute'),
  row('p.core', 'C.lost', 'method'),
]

describe('a table against run time', () => {
  const index = indexRows(ROWS)
  const { measure: found, findings } = measure(TRUTH, index, new Set(['builtins']), () => null)

  it('counts the names of the package, submodules without a row of their own too', () => {
    expect(found.names).toEqual({ hit: 2, of: 2 })
  })

  it('counts plain values apart', () => {
    expect(found.values).toEqual({ hit: 0, of: 1 })
  })

  it('holds a claim against us only if run time can tell and the name is for run time', () => {
    expect(found.precision).toEqual({ hit: 1, of: 2 })
    expect(found.untold).toBe(1)
    expect(findings.filter(({ what }) => what === 'claim').map(({ path }) => path)).toEqual([
      'p:gone',
    ])
  })

  it('follows a path to the members of its definition, and tells fields of instances apart', () => {
    expect(found.membersOwn).toEqual({ hit: 1, of: 1 })
    expect(found.membersStandard).toEqual({ hit: 0, of: 1 })
    expect(found.memberPrecision).toEqual({ hit: 1, of: 2 })
    expect(found.instance).toBe(1)
    expect(found.memberSignatures).toEqual({ hit: 1, of: 1 })
  })
})

describe('a dotted name in the rows', () => {
  const index = indexRows(ROWS)

  it.each([
    ['p', true],
    ['p.core', true],
    ['p.C', true],
    ['p.C.run', true],
    ['p.core.C.run', true],
    ['p.C.walk', false],
    ['p.nothing', false],
    ['q.C', false],
  ])('%s', (dotted, isFound) => {
    expect(lookUp(index, dotted).found).toBe(isFound)
  })
})

describe('the rows of a table', () => {
  const run = newDraft('p._core', 'C.run', 'method')
  const cls = { ...newDraft('p._core', 'C', 'class'), members: [entry('run', run)] }
  const modules = [module('p', [entry('C', cls), entry('D', cls)]), module('p._core', [])]
  const index = indexRows(tableRows({ modules, unreadable: [] }))

  it('has what is below a definition once, at its home, and every path leads there', () => {
    expect(index.count).toBe(5)
    expect([...membersAt(index, 'p', 'C').keys()]).toEqual(['run'])
    expect([...membersAt(index, 'p', 'D').keys()]).toEqual(['run'])
  })

  it('says how much of a module could be read', () => {
    expect(index.modules.get('p')?.self?.state).toBe('dynamic')
  })
})

function entry(name: string, target: Definition): Entry {
  return { name, definition: target, origin: 'py', isPublic: true, isTypeOnly: false }
}

function module(name: string, entries: readonly Entry[]): ModuleTable {
  return {
    name,
    isPublic: true,
    state: 'dynamic',
    stateReason: null,
    doc: null,
    deprecation: null,
    file: null,
    origin: 'py',
    entries,
  }
}
