import { expect, test } from 'vitest'
import { LOG_BUNDLES_AT_ONCE_MAX } from '../../src/limits.ts'
import { servedLog } from '../../src/log/servedLog.ts'
import type { LogStore } from '../../src/ports/log.ts'

/** A log of many sealed leaves that counts how often rows are read; reading waits to be let go. */
function heldLog() {
  const letGo: (() => void)[] = []
  let reads = 0
  const store = {
    head: async () => ({ size: 100_000, integrated: 100_000, checkpoint: 'x' }),
    async rows({ from, limit }: { from: number; limit: number }) {
      reads += 1
      await new Promise<void>((resolve) => letGo.push(resolve))
      return Array.from({ length: limit }, (_, i) => ({
        index: from + i,
        form: 'sealed',
        attestation: '{}',
        signature: '0x1',
        retraction: null,
        rotation: null,
      }))
    },
  } as unknown as LogStore
  const finish = () => {
    for (const each of letGo.splice(0)) each()
  }
  return { store, finish, reads: () => reads }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a bundle is made once, however many ask for it, and then kept', async () => {
  const { store, finish, reads } = heldLog()
  const served = servedLog(store)
  const asked = [1, 2, 3].map(() => served.tile('tile/entries/000'))
  await turn()
  finish()
  const [first, ...others] = await Promise.all(asked)
  expect(first).toHaveLength(256 * (2 + '{"sealed":""}'.length + 64))
  for (const other of [...others, await served.tile('tile/entries/000')]) expect(other).toBe(first)
  expect(reads()).toBe(1)
})

test('bundles beyond those that are made at once are refused, and can be had later', async () => {
  const { store, finish } = heldLog()
  const served = servedLog(store)
  const pathOf = (index: number) => `tile/entries/${String(index).padStart(3, '0')}`
  const asked = Array.from({ length: LOG_BUNDLES_AT_ONCE_MAX }, (_, i) => served.tile(pathOf(i)))
  await turn()
  const refused = served.tile(pathOf(LOG_BUNDLES_AT_ONCE_MAX))
  await expect(refused).rejects.toMatchObject({ code: 'overloaded' })
  finish()
  await Promise.all(asked)
  const later = served.tile(pathOf(LOG_BUNDLES_AT_ONCE_MAX))
  await turn()
  finish()
  expect(await later).not.toBeNull()
})
