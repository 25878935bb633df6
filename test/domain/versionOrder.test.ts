import { describe, expect, test } from 'vitest'
import {
  compareVersions,
  orderVersions,
  promisesCompatible,
} from '../../src/domain/versionOrder.ts'

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

test.each([
  ['npm', '1.2.3', '1.3.0', true],
  ['npm', '1.2.3', '1.2.4', true],
  ['npm', '1.2.3', '1.2.3', true],
  ['npm', '1.2.3', '2.0.0', false],
  ['npm', '0.2.3', '0.2.4', true],
  ['npm', '0.2.3', '0.3.0', false],
  ['npm', '0.0.3', '0.0.4', false],
  ['npm', '1.3.0', '1.2.3', false],
  ['npm', '2.0.0-rc.1', '2.0.0', false],
  ['npm', '1.2.0', '1.3.0-rc.1', false],
  ['npm', 'latest', '1.0.0', false],
  ['pypi', '1.8.5', '1.8.5.post1', true],
  ['pypi', '1.8', '1.9', true],
  ['pypi', '2.0rc1', '2.0', false],
  ['pypi', '2.0', '2.1.dev1', false],
  ['pypi', '0.27', '0.28', false],
  ['pypi', '2023.7.22', '2024.2.2', false],
  ['pypi', '1.0', '1!1.0', false],
  ['pypi', '2004d', '2005', false],
] as const)(
  '%s %s to %s: numbers promise that what worked works: %s',
  (ecosystem, from, to, expected) => {
    expect(promisesCompatible(ecosystem, from, to)).toBe(expected)
  },
)
