import { expect, test, vi } from 'vitest'
import { logLines } from '../../src/app/logLines.ts'
import { LINES_WAITING_MAX_BYTES } from '../../src/limits.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** A file that takes so many bytes at once, and fails as it is told. */
function taking(bytesMax: number) {
  const file = { text: '', fails: null as string | null, tries: 0 }
  const write = (_: number, bytes: Buffer) => {
    file.tries += 1
    if (file.fails !== null) throw failure(file.fails)
    const some = bytes.subarray(0, bytesMax)
    file.text += some.toString()
    return some.length
  }
  return { file, write }
}

test('lines are written at once and whole, however little is taken at a time', () => {
  const { file, write } = taking(3)
  const lines = logLines(1, write)
  lines.write('{"a":1}\n')
  expect(file.text).toBe('{"a":1}\n')
})

test.each(['ENOSPC', 'EPIPE', 'EFBIG', 'EIO'])('after %s a line is dropped, tried once', (code) => {
  const { file, write } = taking(100)
  const lines = logLines(1, write)
  file.fails = code
  lines.write('lost\n')
  expect(file.tries).toBe(1)
  file.fails = null
  lines.write('kept\n')
  expect(file.text).toBe('kept\n')
})

test('lines wait for a reader that is slow, up to a bound', () => {
  vi.useFakeTimers()
  try {
    const { file, write } = taking(1_000_000)
    const lines = logLines(1, write)
    file.fails = 'EAGAIN'
    lines.write('first\n')
    for (let at = 0; at < 40; at += 1) lines.write('x'.repeat(LINES_WAITING_MAX_BYTES / 20))
    file.fails = null
    vi.advanceTimersByTime(1_000)
    expect(file.text.startsWith('first\nxx')).toBe(true)
    expect(file.text.length).toBeLessThanOrEqual(1.1 * LINES_WAITING_MAX_BYTES)
  } finally {
    vi.useRealTimers()
  }
})
