import { describe, expect, test } from 'vitest'
import { rateLimit } from '../../src/charge/rateLimit.ts'

describe('rateLimit', () => {
  let nowMs = 1_000_000
  const now = () => new Date(nowMs)

  test('so many a minute for each subject, then none until the minute is over', () => {
    const take = rateLimit({ perMinute: 2, now })
    expect(take('a')).toEqual({ granted: true, limit: 2, remaining: 1, resetInS: 60 })
    nowMs += 30_000
    expect(take('a')).toEqual({ granted: true, limit: 2, remaining: 0, resetInS: 30 })
    expect(take('a')).toEqual({ granted: false, limit: 2, remaining: 0, resetInS: 30 })
    expect(take('b')?.granted).toBe(true)
    nowMs += 30_000
    expect(take('a')).toEqual({ granted: true, limit: 2, remaining: 1, resetInS: 60 })
  })

  test('a clock that was set back begins anew', () => {
    const take = rateLimit({ perMinute: 1, now })
    take('a')
    nowMs -= 3_600_000
    expect(take('a')?.granted).toBe(true)
  })

  test('0 is no limit', () => {
    expect(rateLimit({ perMinute: 0, now })('a')).toBeNull()
  })
})
