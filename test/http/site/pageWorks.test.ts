// Pages that are being made: once for everybody, bounded, and there for whoever comes back.

import { describe, expect, test } from 'vitest'
import { rateLimit } from '../../../src/charge/rateLimit.ts'
import { pageBudget } from '../../../src/http/site/pageBudget.ts'
import { pageWorks } from '../../../src/http/site/pageWorks.ts'
import {
  PAGE_WORK_FOR_CLIENT_MS,
  PAGES_AT_ONCE_MAX,
  PAGES_FOR_CLIENT_MAX,
} from '../../../src/limits.ts'

function opened() {
  const clock = { ms: 0 }
  return { clock, works: pageWorks({ monotonicMs: () => clock.ms, waitMs: 1 }) }
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

describe('the work for one client', () => {
  test('is bounded, for a minute', () => {
    const clock = { ms: 0 }
    const now = () => new Date(clock.ms)
    const budget = pageBudget({ rate: rateLimit({ perMinute: 1_000, now }), now })
    budget.spend('me', PAGE_WORK_FOR_CLIENT_MS)
    expect(budget.refusal('me')).toMatchObject({ retryAfterS: 60 })
    expect(budget.refusal('you')).toBeNull()
    clock.ms = 60_000
    expect(budget.refusal('me')).toBeNull()
  })

  test('is not bounded where pages are not', () => {
    const now = () => new Date(0)
    const budget = pageBudget({ rate: rateLimit({ perMinute: 0, now }), now })
    budget.spend('me', PAGE_WORK_FOR_CLIENT_MS * 2)
    expect(budget.refusal('me')).toBeNull()
  })
})
