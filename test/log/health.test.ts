import { expect, test } from 'vitest'
import { logHealth } from '../../src/log/health.ts'

const headOf = (size: number, integrated: number) => ({
  size,
  integrated,
  checkpoint: 'x',
  shown: null,
  shownSize: null,
})

test('a log is well as long as it moves on, or nothing waits', () => {
  const health = logHealth({ looksMax: 3 })
  expect(health.read()).toEqual({ state: 'ok', waiting: 0, problem: null })
  for (let look = 0; look < 9; look += 1) health.look(headOf(10, 10))
  for (let look = 0; look < 9; look += 1) health.look(headOf(100, 10 + look))
  expect(health.read()).toEqual({ state: 'ok', waiting: 82, problem: null })
})

test('leaves that wait while nothing moves are a log that stands still, until it moves', () => {
  const health = logHealth({ looksMax: 3 })
  for (let look = 0; look <= 2; look += 1) health.look(headOf(12 + look, 10))
  expect(health.read().state).toBe('ok')
  health.look(headOf(15, 10))
  expect(health.read()).toEqual({
    state: 'stalled',
    waiting: 5,
    problem: 'Leaves wait, and nobody integrates them',
  })
  health.look(headOf(15, 11))
  expect(health.read().state).toBe('ok')
})

test('a failure is told until it worked once', () => {
  const health = logHealth({ looksMax: 3 })
  health.failed('the tiles are not those of the checkpoint')
  expect(health.read()).toMatchObject({
    state: 'stalled',
    problem: 'the tiles are not those of the checkpoint',
  })
  health.worked()
  expect(health.read().state).toBe('ok')
})
