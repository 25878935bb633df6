import { expect, test } from 'vitest'
import { fairTurns } from '../../../src/check/read/fairTurns.ts'

/** Runs that end when they are told to. */
function arranged(workers: readonly string[]) {
  const turns = fairTurns(workers)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string, client: string | null, signal = new AbortController().signal) =>
    turns({ signal, client }, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  return { run, started, end: (name: string) => ends.get(name)?.() }
}

test('one client has one worker, and others have the rest', async () => {
  const { run, started, end } = arranged(['x', 'y'])
  const first = run('a1', 'a')
  const second = run('a2', 'a')
  const other = run('b1', 'b')
  const paid = run('p1', null)
  await expect.poll(() => started).toEqual(['a1', 'b1'])
  end('a1')
  await first
  await expect.poll(() => started).toEqual(['a1', 'b1', 'a2'])
  end('b1')
  await other
  await expect.poll(() => started).toEqual(['a1', 'b1', 'a2', 'p1'])
  end('a2')
  end('p1')
  expect(await Promise.all([second, paid])).toEqual(['a2', 'p1'])
})

test('who goes away leaves the line', async () => {
  const { run, started, end } = arranged(['x'])
  const first = run('a1', 'a')
  const leaving = new AbortController()
  const gone = run('b1', 'b', leaving.signal)
  const last = run('c1', 'c')
  leaving.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  end('a1')
  await first
  await expect.poll(() => started).toEqual(['a1', 'c1'])
  end('c1')
  expect(await last).toBe('c1')
})

test('a run that fails gives its worker back', async () => {
  const turns = fairTurns(['x'])
  const caller = { signal: new AbortController().signal, client: 'a' }
  await expect(turns(caller, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns(caller, async (worker) => worker)).toBe('x')
})
