import { describe, expect, test } from 'vitest'
import { isClosedNpmName, parsePackageName } from '../../../src/domain/names/packageName.ts'

const PYPI = [
  ['requests', 'requests'],
  ['Requests', 'requests'],
  ['zope.interface', 'zope-interface'],
  ['ruamel.yaml.clib', 'ruamel-yaml-clib'],
  ['a__b--c..d', 'a-b-c-d'],
  ['backports._-.x', 'backports-x'],
  ['0', '0'],
  ['requests ', null],
  [' requests', null],
  ['re quests', null],
  ['-requests', null],
  ['requests-', null],
  ['.', null],
  ['..', null],
  ['a/b', null],
  ['@scope/name', null],
  ['requêtes', null],
  ['requests\n', null],
  ['a%2fb', null],
  ['', null],
] as const

const NPM = [
  ['express', 'express'],
  ['JSONStream', 'JSONStream'],
  ['@babel/core', '@babel/core'],
  ['@!-!/-', '@!-!/-'],
  ["@chappa'ai/get-next-rc", "@chappa'ai/get-next-rc"],
  ['@____/_', '@____/_'],
  ['12.15rk..', '12.15rk..'],
  ['-', '-'],
  ['constructor', 'constructor'],
  ['__proto__', null],
  ['.bin', null],
  ['..', null],
  ['.', null],
  ['_private', null],
  ['node_modules', null],
  ['favicon.ico', null],
  ['a/b', null],
  ['@a/b/c', null],
  ['@/b', null],
  ['@a/', null],
  ['@a', null],
  ['@../b', null],
  ['@./b', null],
  ['@a/..', null],
  ['@a/.b', null],
  ['a b', null],
  ['a\u0000', null],
  ['näme', null],
  ['a%2fb', null],
  ['a?b', null],
  ['a#b', null],
  ['a\\b', null],
  ['', null],
] as const

describe('a name has one spelling, or cannot be asked for', () => {
  test.each(PYPI)('pypi %j → %j', (written, expected) => {
    expect(parsePackageName('pypi', written)).toBe(expected)
  })
  test.each(NPM)('npm %j → %j', (written, expected) => {
    expect(parsePackageName('npm', written)).toBe(expected)
  })
})

test.each([
  ['foo!', true],
  ['ISARRAY!!', true],
  ['@scope/it!', true],
  // Scopes are still given with such signs, and capitals are told by their registry.
  ['@mac!/tool', false],
  ['JSONStream', false],
  ['express', false],
])('npm takes no new name like %s: %s', (written, expected) => {
  const name = parsePackageName('npm', written)
  expect(name !== null && isClosedNpmName(name)).toBe(expected)
})
