import { describe, expect, test } from 'vitest'
import { compareVersions, orderVersions } from '../../src/domain/versionOrder.ts'

describe('which version comes first', () => {
  test.each([
    ['pypi', '1.0', '1.0.0', 0],
    ['pypi', '1.9', '1.10', -1],
    ['pypi', '2.0rc1', '2.0', -1],
    ['npm', '1.9.0', '1.10.0', -1],
    ['npm', 'v1.0.0', '1.0.0', 0],
    ['npm', '1.0.0+a', '1.0.0+b', -1],
    // A double holds 15 digits.
    ['npm', '1.0.0-20230101123456789', '1.0.0-20230101123456788', 1],
    ['pypi', '1.0.dev20230101123456788', '1.0.dev20230101123456789', -1],
    ['pypi', '1.9007199254740993', '1.9007199254740992', 1],
    ['pypi', '2004d', '1.0', null],
  ] as const)('%s %s, %s', (ecosystem, one, other, expected) => {
    const order = compareVersions(ecosystem, one, other)
    expect(order === null ? null : Math.sign(order)).toBe(expected)
  })

  test('oldest first; what the rules do not speak of before all that they do', () => {
    const versions = ['1.10', '2004d', '1.2', '1.10rc1']
    expect(orderVersions('pypi', versions)).toEqual(['2004d', '1.2', '1.10rc1', '1.10'])
  })
})
