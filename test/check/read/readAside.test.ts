import { afterAll, describe, expect, test } from 'vitest'
import type { WatchProcess } from '../../../src/check/read/asideProcess.ts'
import { inputReader } from '../../../src/check/read/readAside.ts'

const open: ReturnType<typeof inputReader>[] = []
afterAll(() => {
  for (const reader of open) reader.close()
})

/** A reader whose processes are watched as the test says. */
function readerWith(watch: WatchProcess = () => () => {}) {
  const reader = inputReader(watch)
  open.push(reader)
  return async (content: string, signal = new AbortController().signal) => {
    const { sources } = await reader.read([{ path: 'a.py', content }], { signal, client: 'a' })
    return sources.flatMap(({ report }) => report.references.map(({ name }) => name))
  }
}

/** What is done to a process the first times that it is watched. */
function doing(times: number, harm: (pid: number, on: Parameters<WatchProcess>[1]) => void) {
  let watched = 0
  const watch: WatchProcess = (pid, on) => {
    watched += 1
    if (watched <= times) setImmediate(() => harm(pid, on))
    return () => {}
  }
  return { read: readerWith(watch), watched: () => watched }
}

describe('questions', () => {
  const read = readerWith()

  test('of one caller are answered one after the other', async () => {
    const all = ['import a', 'import b', 'import c'].map((content) => read(content))
    expect(await Promise.all(all)).toEqual([['a'], ['b'], ['c']])
  })

  test('of who goes away do not keep the reader', async () => {
    const leaving = new AbortController()
    const gone = read('import a', leaving.signal)
    const next = read('import b')
    leaving.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    expect(await next).toEqual(['b'])
  })
})

describe('a process', () => {
  test('that uses too much is the doing of the files', async () => {
    const { read, watched } = doing(1, (_, on) => on.overrun())
    await expect(read('import a')).rejects.toMatchObject({ code: 'check_unreadable' })
    expect(watched()).toBe(1)
  })

  test.each<[string, (pid: number, on: Parameters<WatchProcess>[1]) => void]>([
    ['that stands still', (_, on) => on.stalled()],
    ['that the kernel ends', (pid) => process.kill(pid, 'SIGKILL')],
  ])(
    '%s says nothing about the files: they are read once more',
    async (_, harm) => {
      const once = doing(1, harm)
      expect(await once.read('import a')).toEqual(['a'])
      expect(once.watched()).toBe(2)
      const always = doing(9, harm)
      await expect(always.read('import a')).rejects.toMatchObject({ code: 'overloaded' })
    },
    60_000,
  )
})

test('what was read of many lines comes in turns, and whole', async () => {
  const read = readerWith()
  await read('import a')
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setTimeout(count)
  }
  const lines = Array.from({ length: 10_000 }, (_, n) => `import name_${n}`)
  count()
  const names = await read(lines.join('\n'))
  isDone = true
  expect(names).toHaveLength(10_000)
  expect(names.at(-1)).toBe('name_9999')
  expect(turns).toBeGreaterThan(10)
})
