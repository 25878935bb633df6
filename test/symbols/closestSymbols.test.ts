// Each row is a mistake that people make, and what they meant.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { CLOSEST_SYMBOLS_MAX } from '../../src/limits.ts'
import { closestSymbols } from '../../src/symbols/closestSymbols.ts'
import { findSymbol, type OfPackage } from '../../src/symbols/findSymbol.ts'
import type { OpenTable } from '../../src/table/tableView.ts'
import { name, symbolTable } from '../table/arbitraryTable.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from '../table/tableData.ts'
import { opened, PAINT, WEB } from './closestTables.ts'

const WEB_OWNER = { ecosystem: 'pypi', packageName: 'web' } as const
const PAINT_OWNER = { ecosystem: 'npm', packageName: '@scope/paint' } as const
const web = opened(WEB)
const paint = opened(PAINT)

/** Whether a path leads somewhere exactly as it is written. */
function isFound(table: OpenTable, owner: OfPackage, written: string): boolean {
  return [...table.modules()].some(({ name: module }) => {
    const start = writePath(owner.ecosystem, owner.packageName, [module])
    if (written === start) return true
    return (
      written.startsWith(`${start}.`) &&
      table.find(module, written.slice(start.length + 1)) !== null
    )
  })
}

const FIRST_OF_WEB = [
  { mistake: 'a letter too few', written: 'web.Sesion', meant: 'web.Session' },
  { mistake: 'a letter too few in the class', written: 'web.Sesion.get', meant: 'web.Session.get' },
  { mistake: 'a letter twice', written: 'Session.gett', meant: 'web.Session.get' },
  { mistake: 'letters swapped', written: 'web.read_flie', meant: 'web.read_file' },
  { mistake: 'the key beside', written: 'web.Responae', meant: 'web.Response' },
  { mistake: 'camel for snake', written: 'web.readFile', meant: 'web.read_file' },
  { mistake: 'a call', written: 'web.readFile("a.txt")', meant: 'web.read_file' },
  { mistake: 'wrong case', written: 'web.session', meant: 'web.Session' },
  { mistake: 'plural', written: 'web.get_users', meant: 'web.get_user' },
  { mistake: 'singular', written: 'Response.iter_line', meant: 'web.Response.iter_lines' },
  { mistake: 'a word too many', written: 'jaccard_similarity_score', meant: 'web.jaccard_score' },
  {
    mistake: 'a word too few',
    written: 'clear_cookies',
    meant: 'web.cookies.CookieJar.clear_expired_cookies',
  },
  { mistake: 'words in another order', written: 'web.file_read', meant: 'web.read_file' },
  { mistake: 'a longer name', written: 'web.windows.hanning', meant: 'web.windows.hann' },
  { mistake: 'a number too few', written: 'web.windows.Config', meant: 'web.windows.Config2' },
  {
    mistake: 'an abbreviation',
    written: 'Response.raise_status',
    meant: 'web.Response.raise_for_status',
  },
  {
    mistake: 'a method of another class',
    written: 'Session.iter_lines',
    meant: 'web.Response.iter_lines',
  },
  { mistake: 'the wrong module', written: 'web.models.kaiser', meant: 'web.windows.kaiser' },
  {
    mistake: 'a wrong part after a right one',
    written: 'web.signal.kaiser',
    meant: 'web.windows.kaiser',
  },
  { mistake: 'a module misspelt', written: 'web.window.kaiser', meant: 'web.windows.kaiser' },
  { mistake: 'the module itself', written: 'web.cookie', meant: 'web.cookies' },
  {
    mistake: 'a name of one’s own for the package',
    written: 'w.read_flie',
    meant: 'web.read_file',
  },
  {
    mistake: 'an inherited method',
    written: 'web.Session.rebuild_auths',
    meant: 'web.Session.rebuild_auth',
  },
  {
    mistake: 'another path of the same',
    written: 'web.sessions.Sesion',
    meant: 'web.sessions.Session',
  },
  { mistake: 'a private method', written: 'web.Session._prepar', meant: 'web.Session._prepare' },
] as const

const FIRST_OF_PAINT = [
  { mistake: 'a member of the default export', written: 'red', meant: '@scope/paint.default.red' },
  {
    mistake: 'the same, rooted',
    written: '@scope/paint.bgred',
    meant: '@scope/paint.default.bgRed',
  },
  {
    mistake: 'the package by its last part',
    written: 'paint.fromEvents',
    meant: '@scope/paint.fromEvent',
  },
  {
    mistake: 'a subpath with dots',
    written: '@scope/paint.operators.mapp',
    meant: '@scope/paint/operators.map',
  },
  {
    mistake: 'a subpath misspelt',
    written: '@scope/paint/operator.mergeMap',
    meant: '@scope/paint/operators.mergeMap',
  },
  {
    mistake: 'a file',
    written: '@scope/paint/lib/extra.min.js.blinks',
    meant: '@scope/paint/lib/extra.min.js.blink',
  },
  { mistake: 'snake for camel', written: 'supports_color', meant: '@scope/paint.supportsColor' },
  {
    mistake: 'a prototype',
    written: 'Painter.prototype.underlined',
    meant: '@scope/paint.Painter.underline',
  },
] as const

describe('what was meant comes first', () => {
  test.each(FIRST_OF_WEB)('$mistake: $written', ({ written, meant }) => {
    expect(findSymbol(web, WEB_OWNER, written).state).toBe('not_found')
    expect(findSymbol(web, WEB_OWNER, meant)).toMatchObject({ qualifiedName: meant })
    expect(closestSymbols(web, WEB_OWNER, written)[0]).toBe(meant)
  })

  test.each(FIRST_OF_PAINT)('$mistake: $written', ({ written, meant }) => {
    expect(findSymbol(paint, PAINT_OWNER, written).state).toBe('not_found')
    expect(findSymbol(paint, PAINT_OWNER, meant)).toMatchObject({ qualifiedName: meant })
    expect(closestSymbols(paint, PAINT_OWNER, written)[0]).toBe(meant)
  })
})

describe('order', () => {
  test('the class that was named comes before others', () => {
    expect(closestSymbols(web, WEB_OWNER, 'Session.closed').slice(0, 2)).toEqual([
      'web.Session.close',
      'web.Response.close',
    ])
  })

  test('what is deprecated comes after what is as near', () => {
    const deprecation = { text: null, since: null }
    const cat = definitionOf('pkg', 'fetch_cat', { deprecation })
    const mat = definitionOf('pkg', 'fetch_mat')
    const table = opened(
      tableOf(moduleOf('pkg', [entryOf('fetch_cat', cat), entryOf('fetch_mat', mat)])),
    )
    expect(closestSymbols(table, { ecosystem: 'pypi', packageName: 'pkg' }, 'fetch_bat')).toEqual([
      'pkg.fetch_mat',
      'pkg.fetch_cat',
    ])
  })

  test('of equals the first by name', () => {
    const twins = ['alfa', 'beta'].map((module) => {
      const same = definitionOf(`pkg.${module}`, 'same')
      return moduleOf(`pkg.${module}`, [entryOf('same', same)])
    })
    const table = opened(tableOf(...twins))
    expect(closestSymbols(table, { ecosystem: 'pypi', packageName: 'pkg' }, 'same')).toEqual([
      'pkg.alfa.same',
      'pkg.beta.same',
    ])
  })
})

describe('no guess', () => {
  const NOTHING = [
    'web.frobnicate',
    'qwertyuiop.asdf',
    'x',
    '',
    '...',
    '()',
    '_',
    'web.Session.zip',
  ]
  test.each(NOTHING)('nothing lies near %j', (written) => {
    expect(closestSymbols(web, WEB_OWNER, written)).toEqual([])
  })

  test('what is much further off than the nearest is left out', () => {
    expect(closestSymbols(web, WEB_OWNER, 'web.jaccard_scor')).toEqual(['web.jaccard_score'])
  })

  test('a package without names', () => {
    expect(closestSymbols(opened(tableOf()), WEB_OWNER, 'web.get')).toEqual([])
  })
})

describe('for any table and any question', () => {
  const written = fc.oneof(
    fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.')),
    fc.string({ maxLength: 40, unit: 'grapheme' }),
  )
  const ecosystem = fc.constantFrom('pypi' as const, 'npm' as const)

  test('at most three, each once, each found; the same when asked again', () => {
    fc.assert(
      fc.property(symbolTable, written, ecosystem, (table, asked, ecosystem) => {
        const open = opened(table)
        const owner = { ecosystem, packageName: 'demo' }
        const found = closestSymbols(open, owner, asked)
        expect(found.length).toBeLessThanOrEqual(CLOSEST_SYMBOLS_MAX)
        expect(new Set(found).size).toBe(found.length)
        expect(found.filter((symbol) => !isFound(open, owner, symbol))).toEqual([])
        expect(closestSymbols(opened(table), owner, asked)).toEqual(found)
      }),
    )
  })
})
