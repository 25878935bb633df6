// Which dependencies a module asks for, and what cannot be read; the names that code exports stand in
// test/extract/cases/npm/commonjs_exports.txt.

import { describe, expect, test } from 'vitest'
import { moduleOf, namesOf, reader } from '../readPackage.ts'

describe('other modules', () => {
  test('a dependency is looked at where names depend on it, and only there', () => {
    const files = {
      'index.js':
        "const log = require('log')('x'); const { q } = require('quiet'); exports.a = q; exports.log = log; Object.assign(exports, require('names'))",
    }
    const without = reader(files)
    expect(without.module('index.js')).toMatchObject({ state: 'dynamic' })
    expect(without.module('index.js').names.map(({ name }) => name)).toEqual(['a', 'log'])
    expect([...without.wanted]).toEqual([['names', new Set(['.'])]])
    expect(namesOf(files, { names: { 'index.js': 'exports.b = 1' } })).toEqual(['a', 'b', 'log'])
  })

  test('what a class has from a dependency, and one that is exported whole', () => {
    const dep = {
      'index.js':
        'exports.Base = class { m() { this.late = 1 } static s() {} }; exports.f = function () {}',
    }
    const files = {
      'index.js':
        "const dep = require('dep'); exports.C = class extends dep.Base { own() {} }; exports.all = dep; exports.f = dep.f; exports.made = dep.f()",
    }
    const found = new Map(moduleOf(files, { dep }).names.map((one) => [one.name, one.definition]))
    const members = (name: string) => found.get(name)?.members.map((one) => one.name)
    expect(members('C')).toEqual(['late', 'm', 'own', 's'])
    expect(found.get('C')?.open).toBeNull()
    expect(members('all')).toEqual(['Base', 'f'])
    expect(found.get('all')).toMatchObject({ open: null, from: null })
    // One thing of another package is named, and not looked for.
    expect(found.get('f')).toMatchObject({ from: 'dep#f' })
    const without = reader(files)
    for (const { definition } of without.module('index.js').names) void definition.members
    expect([...without.wanted.keys()]).toEqual(['dep'])
    expect(without.module('index.js').state).toBe('complete')
  })
})

describe('what cannot be followed is not absent', () => {
  test('names of Node', () => {
    const { state, reason } = moduleOf('module.exports = Object.assign({}, require("fs"))')
    expect(state).toBe('dynamic')
    expect(reason).toMatch(/fs/)
  })

  test('compiled and broken files', () => {
    expect(reader({ 'x.node': '' }).module('x.node')).toMatchObject({ state: 'opaque' })
    expect(reader({ 'x.js': '{{{' }).module('x.js')).toMatchObject({ state: 'unreadable' })
    expect(reader({}).module('x.js')).toMatchObject({ state: 'unreadable' })
    expect(moduleOf({ 'index.js': 'module.exports = require("./x")', 'x.js': ')' })).toMatchObject({
      state: 'dynamic',
    })
  })
})

test('an entry point does not show what another one adds to it', () => {
  const read = reader({
    'full.js': "var core = module.exports = require('./core'); core.more = 1",
    'core.js': 'exports.a = 1',
  })
  expect(read.module('full.js').names.map(({ name }) => name)).toEqual(['a', 'more'])
  expect(read.module('core.js').names.map(({ name }) => name)).toEqual(['a'])
})
