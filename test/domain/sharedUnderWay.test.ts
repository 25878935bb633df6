// Work that several wait for is done once, and ends with the last of them.

import { expect, test } from 'vitest'
import { sharedUnderWay } from '../../src/domain/sharedUnderWay.ts'

function counted() {
  const begun: { signal: AbortSignal; end: (value: string) => void; fail: (why: Error) => void }[] =
    []
  const start = (signal: AbortSignal) =>
    new Promise<string>((end, fail) => void begun.push({ signal, end, fail }))
  return { begun, start }
}

const never = () => new AbortController().signal

test('what is asked for while it is under way is done once', async () => {
  const share = sharedUnderWay<string>()
  const { begun, start } = counted()
  const [one, other, third] = [
    share('a', start, never()),
    share('a', start, never()),
    share('b', start, never()),
  ]
  expect(begun).toHaveLength(2)
  begun[0]?.end('done')
  begun[1]?.end('third')
  expect(await Promise.all([one, other, third])).toEqual(['done', 'done', 'third'])
  const again = share('a', start, never())
  begun[2]?.end('anew')
  expect(await again).toBe('anew')
})

test('it goes on for the others when one of them leaves, and ends with the last', async () => {
  const share = sharedUnderWay<string>()
  const { begun, start } = counted()
  const [first, second] = [new AbortController(), new AbortController()]
  const waiting = [share('a', start, first.signal), share('a', start, second.signal)]
  first.abort(new Error('gone'))
  await expect(waiting[0]).rejects.toThrow('gone')
  expect(begun[0]?.signal.aborted).toBe(false)
  second.abort(new Error('gone too'))
  await expect(waiting[1]).rejects.toThrow('gone too')
  expect(begun[0]?.signal.aborted).toBe(true)
  const next = share('a', start, never())
  expect(begun).toHaveLength(2)
  begun[1]?.end('anew')
  expect(await next).toBe('anew')
})

test('a failure is told to all who wait, and is not kept', async () => {
  const share = sharedUnderWay<string>()
  const { begun, start } = counted()
  const all = [share('a', start, never()), share('a', start, never())]
  begun[0]?.fail(new Error('no'))
  for (const one of all) await expect(one).rejects.toThrow('no')
  const next = share('a', start, never())
  begun[1]?.end('yes')
  expect(await next).toBe('yes')
})
