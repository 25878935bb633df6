import { expect, test } from 'vitest'
import { oneATurn } from '../../src/answer/oneATurn.ts'

const never = new AbortController().signal

test('each piece of work has a turn of its own, whoever asked for it', async () => {
  const search = oneATurn()
  const order: string[] = []
  const asked = ['a', 'b', 'c'].map((name) => search(() => void order.push(name), never))
  let turns = 0
  const count = () => {
    turns += 1
    order.push('turn')
    if (turns < 10) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(asked)
  expect(order.filter((one) => one !== 'turn')).toEqual(['a', 'b', 'c'])
  expect(order.join(' ')).not.toMatch(/[abc] [abc]/)
})

test('who has left is not worked for, and the next one is', async () => {
  const search = oneATurn()
  const leaving = new AbortController()
  const failing = search(() => {
    throw new Error('broken')
  }, never)
  const left = search(() => 'late', leaving.signal)
  const next = search(() => 'found', never)
  leaving.abort(new Error('gone'))
  await expect(failing).rejects.toThrow('broken')
  await expect(left).rejects.toThrow('gone')
  expect(await next).toBe('found')
})
