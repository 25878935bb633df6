import { describe, expect, test } from 'vitest'
import { isImportName } from '../../../src/domain/names/importNames.ts'

describe('isImportName', () => {
  test.each([
    ['pypi', 'yaml', true],
    ['pypi', 'google.cloud.storage', true],
    ['pypi', 'markdown-it', true],
    ['pypi', 'größe', true],
    ['pypi', '.relative', false],
    ['pypi', 'a..b', false],
    ['pypi', 'a b', false],
    ['pypi', 'a/b', false],
    ['npm', '@babel/core/lib/x', true],
    ['npm', 'node:fs', true],
    ['npm', './file', false],
    ['npm', '/absolute', false],
    ['npm', 'a b', false],
  ] as const)('%s %s: %s', (ecosystem, written, expected) => {
    expect(isImportName(ecosystem, written)).toBe(expected)
  })
})
