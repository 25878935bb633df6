import { afterEach, expect, test, vi } from 'vitest'
import { overload } from '../../../src/http/admission/overload.ts'
import { LOOP_DELAY_MAX_MS } from '../../../src/limits.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a request is refused for the others that are under way, or because all work comes late', () => {
  vi.useFakeTimers()
  let nowMs = 0
  const one = overload({ inFlightMax: 1, monotonicMs: () => nowMs })
  expect([one.enter(), one.enter()]).toEqual([null, 'many'])
  one.leave()
  nowMs += LOOP_DELAY_MAX_MS + 200
  vi.advanceTimersByTime(100)
  expect(one.enter()).toBe('late')
  nowMs += 100
  vi.advanceTimersByTime(100)
  expect([one.enter(), one.inFlight()]).toEqual([null, 1])
  one.close()
})
