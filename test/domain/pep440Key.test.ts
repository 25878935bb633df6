import { clean } from '@renovatebot/pep440'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pep440Key } from '../../src/domain/pep440Key.ts'

describe('spellings of one version', () => {
  test.each([
    ['1.0', '1', 'v1.0.0', '0!1.0', '01.0'],
    ['1.0a0', '1.0-alpha', '1.0.ALPHA_0', '1a'],
    ['1.0rc1', '1.0c1', '1.0-pre.1', '1.0preview1'],
    ['1.0.post1', '1.0-1', '1.0.rev1', '1.0r1', '1.0-post1'],
    ['1.0+cu111', '1.0+CU111', '1+cu111'],
    ['1.0+a.1', '1.0+a-01', '1.0+a_1'],
    ['1.0.dev0', '1.0dev', '1.0-DEV-0'],
  ])('%s and others', (...spellings) => {
    expect(new Set(spellings.map(pep440Key)).size).toBe(1)
  })
})

test('other versions are others', () => {
  const versions = [
    '1.0',
    '1.0.1',
    '1!1.0',
    '1.0a1',
    '1.0b1',
    '1.0.post1',
    '1.0.dev1',
    '1.0+a',
    'x',
  ]
  expect(new Set(versions.map(pep440Key)).size).toBe(versions.length)
})

test('two versions are one exactly when the normal forms of the library are', () => {
  const part = fc.constantFrom('', 'a1', 'b0', '-rc.2', 'c', '.post3', '-4', '.dev', '+x.01', 'pre')
  const number = fc.constantFrom('0', '1', '01', '10')
  const version = fc.tuple(number, number, part, part).map(([a, b, c, d]) => `${a}.${b}${c}${d}`)
  const normal = (text: string) =>
    clean(text)
      ?.replaceAll(',', '.')
      .replace(/^((?:\d+!)?\d+(?:\.\d+)*?)(?:\.0)+(?![.\d])/, '$1')
  fc.assert(
    fc.property(version, version, (one, other) => {
      if (clean(one) === null || clean(other) === null) return
      expect(pep440Key(one) === pep440Key(other)).toBe(normal(one) === normal(other))
    }),
  )
})
