import { expect, test } from 'vitest'
import { recentlyUsed } from '../../src/domain/recentlyUsed.ts'

test('the one that was used longest ago makes room', () => {
  const cache = recentlyUsed<string, number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect([...cache.keys()].sort()).toEqual(['a', 'c'])
  cache.set('c', 4)
  expect([cache.size, cache.get('c')]).toEqual([2, 4])
})
