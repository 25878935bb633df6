import { expect, test } from 'vitest'
import { later, once } from '../../src/app/later.ts'

test('a value is made when the first one asks, once for all', async () => {
  let made = 0
  const value = once(async () => {
    made += 1
    return { made }
  })
  expect(await value.made()).toBeNull()
  expect(made).toBe(0)
  const [one, other] = await Promise.all([value.get(), value.get()])
  expect(other).toBe(one)
  expect(await value.made()).toBe(one)
  expect(made).toBe(1)
})

test('what cannot be made fails whoever asks, and is nothing to close', async () => {
  const value = once(() => Promise.reject(new Error('no')))
  await expect(value.get()).rejects.toThrow('no')
  expect(await value.made()).toBeNull()
})

test('a function is made with its first call and takes what it is given', async () => {
  let made = 0
  const add = later(async () => {
    made += 1
    return async (a: number, b: number) => a + b
  })
  expect(made).toBe(0)
  expect(await Promise.all([add(1, 2), add(3, 4)])).toEqual([3, 7])
  expect(made).toBe(1)
})
