import { describe, expect, test } from 'vitest'
import { BREAKER_ORIGINS_MAX, circuitBreaker } from '../../../src/registry/fetch/circuitBreaker.ts'

const A = 'https://a.example'
const B = 'https://b.example'

function breakerAt(start = 0) {
  let nowMs = start
  const breaker = circuitBreaker({ now: () => new Date(nowMs), failuresMax: 2, openMs: 100 })
  return {
    /** One try with the given outcome; `refused` when the breaker does not let it out. */
    attempt(outcome: 'succeed' | 'fail' | 'cancel', origin = A): string {
      const permit = breaker.enter(origin)
      if (permit === null) return 'refused'
      permit[outcome]()
      return outcome
    },
    enter: (origin = A) => breaker.enter(origin),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('circuitBreaker', () => {
  test('opens after the given number of failures in a row', () => {
    const { attempt } = breakerAt()
    expect(['fail', 'succeed', 'fail', 'fail', 'fail'].map((o) => attempt(o as 'fail'))).toEqual([
      'fail',
      'succeed',
      'fail',
      'fail',
      'refused',
    ])
  })

  test('other origins are not concerned', () => {
    const { attempt } = breakerAt()
    attempt('fail')
    attempt('fail')
    expect(attempt('succeed')).toBe('refused')
    expect(attempt('succeed', B)).toBe('succeed')
  })

  test('lets out one trial when the pause is over, and no second beside it', () => {
    const { attempt, enter, pass } = breakerAt()
    attempt('fail')
    attempt('fail')
    pass(99)
    expect(enter()).toBeNull()
    pass(1)
    const trial = enter()
    expect(trial).not.toBeNull()
    expect(enter()).toBeNull()
    trial?.succeed()
    expect(attempt('succeed')).toBe('succeed')
  })

  test('a trial that fails opens it again for the whole pause', () => {
    const { attempt, pass } = breakerAt()
    attempt('fail')
    attempt('fail')
    pass(100)
    expect(attempt('fail')).toBe('fail')
    pass(99)
    expect(attempt('succeed')).toBe('refused')
    pass(1)
    expect(attempt('succeed')).toBe('succeed')
  })

  test('a trial that was called off leaves room for the next', () => {
    const { attempt, pass } = breakerAt()
    attempt('fail')
    attempt('fail')
    pass(100)
    expect(attempt('cancel')).toBe('cancel')
    expect(attempt('succeed')).toBe('succeed')
  })

  test('a try that was called off does not count', () => {
    const { attempt } = breakerAt()
    for (let i = 0; i < 5; i += 1) expect(attempt('cancel')).toBe('cancel')
  })

  test('a late failure of an old try does not shorten the pause', () => {
    const { attempt, enter, pass } = breakerAt()
    const late = enter()
    attempt('fail')
    attempt('fail')
    pass(50)
    late?.fail()
    pass(50)
    expect(attempt('succeed')).toBe('refused')
  })

  test('remembers a bounded number of origins, the least recent forgotten first', () => {
    const { attempt } = breakerAt()
    attempt('fail', A)
    attempt('fail', A)
    for (let i = 0; i < BREAKER_ORIGINS_MAX - 1; i += 1) attempt('succeed', `https://${i}.example`)
    expect(attempt('succeed', A)).toBe('refused')
    for (let i = 0; i < BREAKER_ORIGINS_MAX; i += 1)
      attempt('succeed', `https://${i}.other.example`)
    expect(attempt('succeed', A)).toBe('succeed')
  })
})
