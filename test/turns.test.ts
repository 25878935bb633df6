import { describe, expect, test } from 'vitest'
import { inTurns } from '../src/turns.ts'

/** Works for a few milliseconds without giving way. */
function work(): void {
  const end = performance.now() + 3
  while (performance.now() < end);
}

describe('long work', () => {
  test('gives way to others before it is done', async () => {
    let done = 0
    let seen = -1
    setImmediate(() => {
      seen = done
    })
    await inTurns(Array.from({ length: 50 }), () => {
      work()
      done += 1
    })
    expect(done).toBe(50)
    expect(seen).toBeGreaterThan(0)
    expect(seen).toBeLessThan(50)
  })

  test('ends when nobody waits for it any more', async () => {
    const leaving = new AbortController()
    let done = 0
    setImmediate(() => leaving.abort(new Error('gone')))
    const each = () => {
      work()
      done += 1
    }
    await expect(inTurns(Array.from({ length: 200 }), each, leaving.signal)).rejects.toThrow('gone')
    expect(done).toBeLessThan(200)
  })
})
