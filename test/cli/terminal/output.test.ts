// What is shown while something takes its time, and what is said of slips.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { counted } from '../../../src/cli/terminal/counted.ts'
import { meant } from '../../../src/cli/terminal/meant.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { statusLine } from '../../../src/cli/terminal/statusLine.ts'
import { fileFault } from '../../../src/domain/fileFault.ts'

const ERASE = '\r\u001b[2K'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function terminal(isTTY: boolean, columns = 80) {
  const written: string[] = []
  return { written, stream: { isTTY, columns, write: (text: string) => written.push(text) } }
}

describe('one line that is drawn over', () => {
  test('says for how long, fits the terminal, and is gone at the end', () => {
    const { written, stream } = terminal(true, 10)
    const line = statusLine(stream)
    line.show('reading lodash')
    vi.advanceTimersByTime(2_000)
    line.show('x')
    vi.advanceTimersByTime(1_000)
    line.clear()
    vi.advanceTimersByTime(5_000)
    line.clear()
    expect(written).toEqual([
      `${ERASE}reading l`,
      `${ERASE}reading l`,
      `${ERASE}reading l`,
      `${ERASE}x`,
      `${ERASE}x (1 s)`,
      ERASE,
    ])
  })

  test.each([
    [true, 'reading', `${ERASE}reading${ERASE}`],
    [true, null, ''],
    [false, 'reading', ''],
  ])('during work, on a terminal %j, %j', async (isTTY, text, expected) => {
    const { written, stream } = terminal(isTTY)
    const out = output({ stdout: terminal(isTTY).stream, stderr: stream })
    expect(await out.during(text, Promise.resolve(7))).toBe(7)
    expect(written.join('')).toBe(expected)
    await expect(out.during(text, Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(written.join('')).toBe(expected.repeat(2))
  })

  test('what is said meanwhile stands by itself', async () => {
    const { written, stream } = terminal(true)
    const out = output({ stdout: stream, stderr: stream })
    const work = Promise.resolve().then(() => out.note('a note'))
    await out.during('reading', work)
    expect(written.join('')).toBe(`${ERASE}reading${ERASE}a note\n`)
  })
})

test.each([
  ['chekc', 'check'],
  ['upgrad', 'upgrade'],
  ['sym', 'symbol'],
  ['dif', 'diff'],
  ['x', null],
  ['frobnicate', null],
])('%s: %j', (written, expected) => {
  expect(meant(written, ['check', 'upgrade', 'symbol', 'diff', 'table', 'files'])).toBe(expected)
})

test.each([
  [0, '0 errors'],
  [1, '1 error'],
  [2, '2 errors'],
])('%d: %s', (count, expected) => {
  expect(counted(count, 'error')).toBe(expected)
})

test('only what a file system says is put in its words', () => {
  expect(fileFault(Object.assign(new Error('x'), { code: 'EISDIR' }))).toBe('is a folder')
  expect(fileFault(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeNull()
  expect(fileFault(new Error('ENOENT'))).toBeNull()
})
