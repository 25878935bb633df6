import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { flights } from '../../src/ingest/flights.ts'

const LIMITS = { atOnceMax: 2, queueMax: 2, clientMax: 10, flightTimeoutMs: 10_000 }
const forever = () => ({ signal: new AbortController().signal })

/** Work that ends when the test says so. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('flights', () => {
  test('one flight for one key, however many join', async () => {
    const air = flights<number>(LIMITS)
    const { open, opened } = gate()
    let starts = 0
    const start = async () => {
      starts += 1
      await opened
      return starts
    }
    const joined = Array.from({ length: 50 }, () => air.join('a', start, forever()))
    open()
    expect(new Set(await Promise.all(joined))).toEqual(new Set([1]))
    expect(await air.join('a', start, forever())).toBe(2)
  })

  test('whoever goes away leaves the flight to the others', async () => {
    const air = flights<string>(LIMITS)
    const { open, opened } = gate()
    const start = async (signal: AbortSignal) => {
      await opened
      return signal.aborted ? 'aborted' : 'landed'
    }
    const leaving = new AbortController()
    const left = air.join('a', start, leaving)
    const stayed = air.join('a', start, forever())
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    open()
    expect(await stayed).toBe('landed')
  })

  test('a failure reaches everyone who joined and is not kept', async () => {
    const air = flights<string>(LIMITS)
    const fail = async () => {
      throw new ServiceError('registry_unavailable', 'down')
    }
    const joined = [air.join('a', fail, forever()), air.join('a', fail, forever())]
    for (const outcome of await Promise.allSettled(joined)) expect(outcome.status).toBe('rejected')
    expect(await air.join('a', async () => 'up', forever())).toBe('up')
  })

  test('so many at once, so many waiting, and no more', async () => {
    const air = flights<string>(LIMITS)
    const { open, opened } = gate()
    let inTheAir = 0
    let most = 0
    const start = async () => {
      inTheAir += 1
      most = Math.max(most, inTheAir)
      await opened
      inTheAir -= 1
      return 'landed'
    }
    const accepted = ['a', 'b', 'c', 'd'].map((key) => air.join(key, start, forever()))
    await expect(air.join('e', start, forever())).rejects.toMatchObject({ code: 'overloaded' })
    expect(air.load()).toEqual({ active: 2, queued: 2 })
    open()
    expect(await Promise.all(accepted)).toEqual(Array(4).fill('landed'))
    expect(most).toBe(2)
    expect(air.load()).toEqual({ active: 0, queued: 0 })
  })

  test('any number in the air leaves one listener or none on any signal, and closing ends all', async () => {
    const air = flights<string>({ ...LIMITS, atOnceMax: 40 })
    const warnings: Error[] = []
    const warned = (warning: Error) => warnings.push(warning)
    process.on('warning', warned)
    const endless = (signal: AbortSignal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    const joined = Array.from({ length: 40 }, (_, i) => air.join(`${i}`, endless, forever()))
    const outcomes = Promise.allSettled(joined)
    expect(air.load()).toEqual({ active: 40, queued: 0 })
    await air.close()
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'shutting_down' } })
    }
    // Warnings are emitted in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', warned)
    expect(warnings.map(({ name }) => name)).toEqual([])
  })

  test('one free client cannot fill the air, and joining a flight costs nothing', async () => {
    const air = flights<string>({ ...LIMITS, queueMax: 100, clientMax: 3 })
    const { open, opened } = gate()
    const start = () => opened.then(() => 'landed')
    const free = { ...forever(), client: '203.0.113.1' }
    const own = ['a', 'b', 'c'].map((key) => air.join(key, start, free))
    await expect(air.join('d', start, free)).rejects.toMatchObject({
      code: 'overloaded',
      message: '3 releases that you asked for are being read already',
    })
    const others = [
      air.join('a', start, free),
      air.join('d', start, { ...forever(), client: '203.0.113.2' }),
      air.join('e', start, forever()),
    ]
    open()
    expect(await Promise.all([...own, ...others])).toEqual(Array(6).fill('landed'))
    expect(await air.join('f', start, free)).toBe('landed')
  })

  test('a flight that takes too long is told to end', async () => {
    const air = flights<string>({ ...LIMITS, flightTimeoutMs: 20 })
    const start = (signal: AbortSignal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    await expect(air.join('a', start, forever())).rejects.toMatchObject({
      code: 'deadline_exceeded',
    })
  })

  test('closing ends every flight, those that wait included, and starts no more', async () => {
    const air = flights<string>({ ...LIMITS, atOnceMax: 1 })
    const start = (signal: AbortSignal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const under = [air.join('a', start, forever()), air.join('b', start, forever())]
    const outcomes = Promise.allSettled(under)
    await air.close()
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'shutting_down' } })
    }
    await expect(air.join('c', start, forever())).rejects.toMatchObject({ code: 'shutting_down' })
  })
})
