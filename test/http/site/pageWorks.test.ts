// Pages that are being made: once for everybody, bounded, and there for whoever comes back.

import { describe, expect, test } from 'vitest'
import { rateLimit } from '../../../src/charge/rateLimit.ts'
import { pageBudget } from '../../../src/http/site/pageBudget.ts'
import { pageWorks } from '../../../src/http/site/pageWorks.ts'
import {
  PAGE_WORK_FOR_CLIENT_MS,
  PAGE_WORK_OF_ONE_MS,
  PAGES_AT_ONCE_MAX,
  PAGES_FOR_CLIENT_MAX,
} from '../../../src/limits.ts'

function opened() {
  const clock = { ms: 0 }
  return {
    works: pageWorks({ monotonicMs: () => clock.ms, meter: () => () => undefined, waitMs: 1 }),
  }
}

const never = () => new Promise<string>(() => undefined)

describe('a page that takes a while', () => {
  test('is made once, and whoever comes back gets it', async () => {
    const { works } = opened()
    let end: (value: string) => void = () => undefined
    let made = 0
    const make = () => {
      made += 1
      return new Promise<string>((resolve) => {
        end = resolve
      })
    }
    expect((await works.run('a', 'me', make)).state).toBe('working')
    expect((await works.run('a', 'you', make)).state).toBe('working')
    end('the page')
    expect(await works.run('a', 'me', make)).toEqual({ state: 'done', value: 'the page' })
    expect([made, works.load(), works.isUnderWay('a')]).toEqual([1, 0, false])
  })

  test('that fails is told once, and then made anew', async () => {
    const { works } = opened()
    await expect(works.run('a', 'me', () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(await works.run('a', 'me', async () => 1)).toEqual({ state: 'done', value: 1 })
  })

  test('is one of few for a client, and of a number for all', async () => {
    const { works } = opened()
    for (let i = 0; i < PAGES_FOR_CLIENT_MAX; i += 1) await works.run(`${i}`, 'me', never)
    await expect(works.run('one more', 'me', never)).rejects.toMatchObject({ code: 'rate_limited' })
    for (let i = works.load(); i < PAGES_AT_ONCE_MAX; i += 1) await works.run(`${i}`, `${i}`, never)
    await expect(works.run('one more', 'you', never)).rejects.toMatchObject({ code: 'overloaded' })
  })
})

/** So many works that each cost as much as one can take all that a client may have. */
const WORKS = PAGE_WORK_FOR_CLIENT_MS / PAGE_WORK_OF_ONE_MS

describe('the work for one client', () => {
  const opened = ({ perMinute = 1_000 } = {}) => {
    const clock = { ms: 0 }
    const now = () => new Date(clock.ms)
    const monotonicMs = () => clock.ms
    const budget = pageBudget({ rate: rateLimit({ perMinute, now }), now, monotonicMs })
    const works = pageWorks({ monotonicMs, meter: budget.begin, waitMs: 1 })
    /** As many works of one client, of which each takes so long. */
    const spend = (count: number, eachMs = PAGE_WORK_OF_ONE_MS) => {
      const ends = Array.from({ length: count }, () => budget.begin('me'))
      clock.ms += eachMs
      for (const end of ends) end()
    }
    return { clock, budget, works, spend }
  }

  test('is bounded, for a minute', () => {
    const { clock, budget, spend } = opened()
    spend(WORKS)
    expect(budget.refusal('me')).toMatchObject({ retryAfterS: 60 })
    expect(budget.refusal('you')).toBeNull()
    clock.ms += 60_000
    expect(budget.refusal('me')).toBeNull()
  })

  test('is not bounded where pages are not', () => {
    const { budget, spend } = opened({ perMinute: 0 })
    spend(2 * WORKS)
    expect(budget.refusal('me')).toBeNull()
  })

  test('of one page is no more than a part of it, however slow the machine is', () => {
    const { budget, spend } = opened()
    spend(1, 20 * PAGE_WORK_FOR_CLIENT_MS)
    spend(WORKS - 2)
    expect(budget.refusal('me')).toBeNull()
    spend(1)
    expect(budget.refusal('me')).not.toBeNull()
  })

  test('counts while it goes on, and does not keep what is at hand from anybody', async () => {
    const { clock, budget, works } = opened()
    for (let i = 0; i < WORKS; i += 1)
      expect((await works.run(`${i}`, 'me', never)).state).toBe('working')
    clock.ms = PAGE_WORK_OF_ONE_MS - 1
    expect(budget.refusal('me')).toBeNull()
    clock.ms += 1
    expect(budget.refusal('me')).not.toBeNull()
    expect(budget.refusal('me', false)).toBeNull()
  })

  test('is paid for whole by whoever began it, also when it ends after the first reply', async () => {
    const { clock, budget, works, spend } = opened()
    spend(WORKS - 1)
    let end = () => undefined as unknown
    const make = () => new Promise<number>((resolve) => (end = () => resolve(1)))
    expect((await works.run('a', 'me', make)).state).toBe('working')
    clock.ms += 1_000
    expect((await works.run('a', 'you', make)).state).toBe('working')
    clock.ms += PAGE_WORK_OF_ONE_MS
    end()
    expect(await works.run('a', 'you', make)).toEqual({ state: 'done', value: 1 })
    expect([budget.refusal('me') === null, budget.refusal('you')]).toEqual([false, null])
  })

  test('is paid for once: who comes back for it pays no more', async () => {
    const { clock, budget, works, spend } = opened()
    spend(WORKS - 1)
    let end = () => undefined as unknown
    const make = () => new Promise<number>((resolve) => (end = () => resolve(1)))
    await works.run('a', 'me', make)
    clock.ms += PAGE_WORK_OF_ONE_MS - 1
    expect(budget.refusal('me')).toBeNull()
    end()
    await works.run('a', 'me', make)
    expect(budget.refusal('me')).toBeNull()
  })

  test('that fails is paid for, too', async () => {
    const { clock, budget, works, spend } = opened()
    spend(WORKS - 1)
    const make = async () => {
      clock.ms += PAGE_WORK_OF_ONE_MS
      throw new Error('x')
    }
    await expect(works.run('a', 'me', make)).rejects.toThrow('x')
    expect(budget.refusal('me')).not.toBeNull()
  })
})
