// Which replies wait for others, and which do not.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { replyBatch } from '../../../src/http/run/replyBatch.ts'

function batch(fails: (reply: number) => boolean = () => false) {
  const clock = { nowMs: 1_000 }
  const sent: number[] = []
  const failed: number[] = []
  const { add } = replyBatch<number>({
    send(reply) {
      if (fails(reply)) throw new Error(`${reply} cannot be sent`)
      sent.push(reply)
    },
    failed: (reply) => failed.push(reply),
    monotonicMs: () => clock.nowMs,
  })
  return { add, clock, sent, failed }
}

test('replies of one turn are sent together, in their order', async () => {
  const { add, sent } = batch()
  for (const reply of [1, 2, 3]) add(reply)
  expect(sent).toEqual([])
  await nextTurn()
  expect(sent).toEqual([1, 2, 3])
  add(4)
  await nextTurn()
  expect(sent).toEqual([1, 2, 3, 4])
})

test('many replies do not wait for more', async () => {
  const { add, sent } = batch()
  for (let reply = 0; reply < 40; reply++) add(reply)
  expect(sent).toHaveLength(32)
  await nextTurn()
  expect(sent).toHaveLength(40)
})

test('after a batch that other work held up each reply is sent at once, for a while', async () => {
  const { add, clock, sent } = batch()
  add(1)
  clock.nowMs += 2
  await nextTurn()
  add(2)
  expect(sent).toEqual([1, 2])
  clock.nowMs += 20
  add(3)
  expect(sent).toEqual([1, 2])
  await nextTurn()
  expect(sent).toEqual([1, 2, 3])
})

test('one that cannot be sent holds up no other', async () => {
  const { add, clock, sent, failed } = batch((reply) => reply % 2 === 0)
  for (const reply of [1, 2, 3]) add(reply)
  await nextTurn()
  expect([sent, failed]).toEqual([[1, 3], [2]])
  clock.nowMs += 5
  add(5)
  clock.nowMs += 2
  await nextTurn()
  add(6)
  expect([sent, failed]).toEqual([
    [1, 3, 5],
    [2, 6],
  ])
})
