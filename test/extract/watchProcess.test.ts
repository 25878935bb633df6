// What a child is given up for: what it used, or that it does nothing. A starved one is left alone.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EXTRACT_LIMITS } from '../../src/extract/extractLimits.ts'
import type { ProcessUse } from '../../src/extract/processMeter.ts'
import { watchProcess } from '../../src/extract/watchProcess.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Watches a child whose use follows from the time that passed. */
function watching(useAt: (ms: number) => ProcessUse | null, isWaiting = () => false) {
  const startedMs = performance.now()
  const said: string[] = []
  const stop = watchProcess({
    pid: 1,
    limits: EXTRACT_LIMITS,
    isWaiting,
    overrun: ({ reason }) => said.push(reason),
    stalled: () => said.push('stalled'),
    useOf: () => useAt(performance.now() - startedMs),
  })
  return {
    said,
    pass(ms: number) {
      vi.advanceTimersByTime(ms)
      stop()
      return said
    },
  }
}

const at = (cpuMs: number): ProcessUse => ({ rssBytes: 1, cpuMs })

describe('a child that works', () => {
  test('may take a twentieth of a core for an hour', () => {
    expect(watching((ms) => at(ms / 20)).pass(HOUR_MS)).toEqual([])
  })

  test('may get one tick in a minute for a day', () => {
    expect(watching((ms) => at(Math.floor(ms / MINUTE_MS) * 10)).pass(24 * HOUR_MS)).toEqual([])
  })

  test('ends at its bound of processor time, however fast the machine', () => {
    const { cpuMaxMs } = EXTRACT_LIMITS
    expect(watching((ms) => at(ms)).pass(cpuMaxMs - 1_000)).toEqual([])
    expect(watching((ms) => at(ms)).pass(cpuMaxMs + 1_000)).toEqual(['timed_out'])
    expect(watching((ms) => at(ms * 8)).pass(cpuMaxMs / 8 + 1_000)).toEqual(['timed_out'])
  })

  test('ends at its bound of memory', () => {
    const use = { rssBytes: EXTRACT_LIMITS.rssMaxBytes + 1, cpuMs: 0 }
    expect(watching(() => use).pass(1_000)).toEqual(['out_of_memory'])
  })
})

describe('a child that does nothing', () => {
  test('is lost after two minutes, and nothing is said about the bytes', () => {
    expect(watching(() => at(5)).pass(2 * MINUTE_MS - 1_000)).toEqual([])
    expect(watching(() => at(5)).pass(2 * MINUTE_MS + 1_000)).toEqual(['stalled'])
  })

  test('is left alone while it waits for us', () => {
    const waiting = watching(
      () => at(5),
      () => true,
    )
    expect(waiting.pass(HOUR_MS)).toEqual([])
  })

  test('after hours of work is lost as well', () => {
    expect(watching((ms) => at(Math.min(ms, HOUR_MS) / 30)).pass(HOUR_MS + MINUTE_MS)).toEqual([])
    expect(watching((ms) => at(Math.min(ms, HOUR_MS) / 30)).pass(HOUR_MS * 2)).toEqual(['stalled'])
  })
})

test('where nobody tells what a process uses, the clock is all there is', () => {
  expect(watching(() => null).pass(29 * MINUTE_MS)).toEqual([])
  expect(watching(() => null).pass(31 * MINUTE_MS)).toEqual(['stalled'])
})
