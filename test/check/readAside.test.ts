import { afterAll, expect, test } from 'vitest'
import { inputReader } from '../../src/check/readAside.ts'

const reader = inputReader()
afterAll(() => reader.close())

const never = () => new AbortController().signal
const read = async (content: string, signal: AbortSignal) => {
  const { sources } = await reader.read([{ path: 'a.py', content }], { signal, client: 'a' })
  return sources.flatMap(({ report }) => report.references.map(({ name }) => name))
}

test('questions of one caller are answered one after the other', async () => {
  const all = ['import a', 'import b', 'import c'].map((content) => read(content, never()))
  expect(await Promise.all(all)).toEqual([['a'], ['b'], ['c']])
}, 60_000)

test('who goes away does not keep the reader', async () => {
  const leaving = new AbortController()
  const gone = read('import a', leaving.signal)
  const next = read('import b', never())
  leaving.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  expect(await next).toEqual(['b'])
}, 60_000)
