import { describe, expect, test } from 'vitest'
import { importsIn, interpret, type PackageRef } from '../../../src/services/research/interpret.ts'

const KNOWN: Readonly<Record<string, PackageRef>> = {
  httpx: { ecosystem: 'pypi', name: 'httpx' },
  requests: { ecosystem: 'pypi', name: 'requests' },
  retry: { ecosystem: 'npm', name: 'retry' },
  pydantic: { ecosystem: 'pypi', name: 'pydantic' },
  'react-router': { ecosystem: 'npm', name: 'react-router' },
  lodash: { ecosystem: 'npm', name: 'lodash' },
  yaml: { ecosystem: 'pypi', name: 'pyyaml' },
  '@tanstack/query': { ecosystem: 'npm', name: '@tanstack/query' },
}
const find = (written: string) => {
  const ref = Object.hasOwn(KNOWN, written) ? KNOWN[written] : undefined
  return ref === undefined ? [] : [ref]
}
const read = (query: string, context: string | null = null) => interpret(query, context, find)
const names = (refs: readonly PackageRef[]) => refs.map(({ name }) => name)

describe('what a question is about', () => {
  test.each([
    ['how do I retry in httpx', ['httpx'], true],
    ['retry a call', ['retry'], false],
    ['requests.get timeout', ['requests'], true],
    ['navigate with react router', ['react-router'], true],
    ['load `yaml` safely', ['pyyaml'], true],
    ['@tanstack/query invalidate', ['@tanstack/query'], true],
    ['pydantic 1 to 2', ['pydantic'], true],
    ['does lodash have pluck', ['lodash'], true],
    ['lodash debounce', ['lodash'], false],
    ['sort a list', [], false],
  ])('%s: %j', (query, named, isCertain) => {
    const understood = read(query)
    expect({ named: names(understood.named), isCertain: understood.isCertain }).toEqual({
      named,
      isCertain,
    })
  })

  test.each([
    ['how do I retry in httpx', 'how_to'],
    ['what replaced pkg_resources', 'replaced'],
    ['breaking changes pydantic 1 to 2', 'changed'],
    ['what changed between requests 2.30 and 2.31', 'changed'],
    ['change the colour of a line', 'how_to'],
    ['is there a debounce in lodash', 'exists'],
    ['parameters of requests.get', 'signature'],
  ])('%s: %s', (query, intent) => {
    expect(read(query).intent).toBe(intent)
  })

  test('languages, versions and identifiers', () => {
    expect(read('parse toml python').ecosystem).toBe('pypi')
    expect(read('parse toml in typescript').ecosystem).toBe('npm')
    expect(read('parse toml').ecosystem).toBeNull()
    expect(read('pydantic v1.10 to 2.x').versions).toEqual(['1.10', '2.x'])
    expect(read('use `foo` and barBaz() or a_b.c').symbols).toEqual(['foo', 'barBaz', 'a_b.c'])
  })

  test('code tells which packages are meant', () => {
    const understood = read('read a file', 'import httpx\nfrom yaml import safe_load\n')
    expect(names(understood.imported)).toEqual(['pyyaml', 'httpx'])
    expect(understood.ecosystem).toBe('pypi')
  })

  test('idle words in capitals are not idle', () => {
    expect(read('send a GET request').words).toContain('get')
    expect(read('get a send request').words).not.toContain('get')
  })

  test('a question of idle words is searched as it is', () => {
    expect(read('how do I get it').words.length).toBeGreaterThan(0)
  })
})

test.each([
  ['import a.b as c', ['a']],
  ['from a.b import c', ['a']],
  ['from . import c', []],
  ["import x from 'y/z'", ['x', 'y']],
  ["const x = require('@s/p/q')", ['@s/p']],
  ["import './local'", []],
  ["await import('m')", ['m']],
])('imports in %s', (code, expected) => {
  expect([...importsIn(code)].sort()).toEqual(expected)
})
