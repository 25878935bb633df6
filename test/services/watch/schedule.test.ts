import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueCount, dueMs, slotAt } from '../../../src/services/watch/schedule.ts'

const anyTarget = fc.record({
  id: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/),
  intervalMs: fc.integer({ min: 30, max: 3_600 }).map((seconds) => seconds * 1_000),
})
const anyTime = fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 })

test('the slot of a moment is the last that became due, and the next comes within its interval', () => {
  fc.assert(
    fc.property(anyTarget, anyTime, (target, atMs) => {
      const slot = slotAt(target, atMs)
      expect(dueMs(target, slot)).toBeLessThanOrEqual(atMs)
      expect(dueMs(target, slot + 1)).toBeGreaterThan(atMs)
      const stepMs = dueMs(target, slot + 1) - dueMs(target, slot)
      expect(stepMs).toBeGreaterThan(0.89 * target.intervalMs)
      expect(stepMs).toBeLessThan(1.11 * target.intervalMs)
    }),
  )
})

test('what is due in a day adds up, however it is cut', () => {
  fc.assert(
    fc.property(anyTarget, anyTime, fc.nat(86_400_000), (target, fromMs, cut) => {
      const untilMs = fromMs + 86_400_000
      const [a, b] = [
        dueCount(target, { fromMs, untilMs: fromMs + cut }),
        dueCount(target, { fromMs: fromMs + cut, untilMs }),
      ]
      expect(a + b).toBe(dueCount(target, { fromMs, untilMs }))
      expect(Math.abs(a + b - 86_400_000 / target.intervalMs)).toBeLessThanOrEqual(1.2)
    }),
  )
})

test('targets are spread, and none keeps a beat', () => {
  const minute = 60_000
  const ids = Array.from({ length: 200 }, (_, n) => `target-${n}`)
  const offsets = ids.map((id) => dueMs({ id, intervalMs: minute }, 1) % minute)
  for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const inTenth = offsets.filter((ms) => Math.floor(ms / 6_000) === tenth)
    expect(inTenth.length).toBeGreaterThan(5)
  }
  const late = Array.from(
    { length: 50 },
    (_, slot) => dueMs({ id: 'a', intervalMs: minute }, slot) % minute,
  )
  expect(new Set(late).size).toBeGreaterThan(40)
})
