// Addresses of pages: what they ask for, and that what is written is read as it was meant.

import { describe, expect, test } from 'vitest'
import { askedBy, compareAddress, symbolAddress } from '../../src/site/markup/addresses.ts'

describe('an address asks for', () => {
  test.each([
    ['npm', 'express', { page: 'package', name: 'express' }],
    ['npm', '@types/node', { page: 'package', name: '@types/node' }],
    ['npm', '@types/node/20.0.0', { page: 'release', name: '@types/node', version: '20.0.0' }],
    ['pypi', 'a/1.0...2.0', { page: 'compare', name: 'a', from: '1.0', to: '2.0' }],
    [
      'npm',
      'rxjs/7.8.0/rxjs/operators.map',
      { page: 'symbol', name: 'rxjs', version: '7.8.0', symbol: 'rxjs/operators.map' },
    ],
    ['pypi', 'a/-/releases.atom', { page: 'extra', name: 'a', file: 'releases.atom' }],
    ['npm', '@types', null],
    ['npm', '@types/', null],
    ['pypi', 'a//b', null],
    ['pypi', 'a/1.0...2.0/b', null],
    ['pypi', 'a/-', null],
  ] as const)('%s %s', (ecosystem, path, expected) => {
    const asked = askedBy(ecosystem, path)
    if (expected === null) expect(asked === null || asked.name.endsWith('/')).toBe(true)
    else expect(asked).toEqual(expected)
  })
})

describe('what is written is read as it was meant', () => {
  test.each([['a.b?c#d'], ['rxjs/operators.map'], ['a.[Symbol.iterator]'], ['a.100%'], ['a.ünï']])(
    '%s',
    (symbol) => {
      const of = { ecosystem: 'npm', name: '@s/p' } as const
      const address = symbolAddress(of, '1.0.0+x', symbol)
      const path = decodeURIComponent(new URL(address, 'http://x').pathname.slice('/npm/'.length))
      expect(askedBy('npm', path)).toEqual({
        page: 'symbol',
        name: '@s/p',
        version: '1.0.0+x',
        symbol,
      })
    },
  )

  test('a comparison', () => {
    const address = compareAddress({ ecosystem: 'pypi', name: 'a' }, '1.0', '2!1.0+b')
    expect(askedBy('pypi', decodeURIComponent(address.slice('/pypi/'.length)))).toEqual({
      page: 'compare',
      name: 'a',
      from: '1.0',
      to: '2!1.0+b',
    })
  })
})
