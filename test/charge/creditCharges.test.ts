// Calls that a key pays for and whose node dies, over a real store.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { creditCharges } from '../../src/charge/creditCharges.ts'
import { ServiceError } from '../../src/errors.ts'
import { openStore } from '../../src/store/openStore.ts'

const KEY = 'a'.repeat(64)
const PRICE = 2_000
const REPLY = { status: 200, contentType: 'text/plain', body: Buffer.from('done') }
const CALL = {
  keyHash: KEY,
  amountMicroUsd: PRICE,
  reason: 'package_exists',
  requestSha256: 'e'.repeat(64),
  idempotency: 'f'.repeat(64),
}

type Node = ReturnType<typeof creditCharges>
const TIMES = { leaseMs: 10_000, renewMs: 2_000 }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function opened() {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-charges-'))
  const store = await openStore({ databaseUrl: null, dataDir })
  closing.push(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const at = new Date().toISOString()
  await store.credits.issue({ keyHash: KEY, label: 'test', balanceMicroUsd: 10 * PRICE, at })
  const node = (times: Readonly<{ leaseMs: number; renewMs: number }>) =>
    creditCharges({ charges: store.charges, now: () => new Date(), randomBytes, ...times })
  const balance = async () => (await store.credits.load(KEY))?.balanceMicroUsd
  return { store, node, balance }
}

const patient = () => new AbortController().signal

test('a call whose node died is answered by another within its own time', async () => {
  const { node, balance } = await opened()
  // One that says nothing any more.
  const dead = node({ leaseMs: 100, renewMs: 3_600_000 })
  const hold = await dead.hold(CALL)
  expect('capture' in hold).toBe(true)
  const other = node({ leaseMs: 10_000, renewMs: 2_000 })
  expect(await other.replay(CALL, patient)).toBeNull()
  const again = await other.hold(CALL)
  if (!('capture' in again) || !('capture' in hold)) throw new Error('not held')
  expect(await again.capture(REPLY)).toMatchObject({ charged: true })
  // It was only slow: its own answer is not charged beside the other.
  expect(await hold.capture(REPLY)).toEqual({ charged: false, why: 'named_before' })
  expect(await balance()).toBe(9 * PRICE)
})

test('the lease of a call that is worked on is begun anew again and again', async () => {
  const { store, balance } = await opened()
  let renewals = 0
  const charges: typeof store.charges = {
    ...store.charges,
    async renew(lease) {
      const isHeld = await store.charges.renew(lease)
      if (isHeld) renewals += 1
      return isHeld
    },
  }
  const times = { leaseMs: 3_600_000, renewMs: 5 }
  const own = creditCharges({ charges, now: () => new Date(), randomBytes, ...times })
  const slow = await own.hold(CALL)
  if (!('capture' in slow)) throw new Error('not held')
  await expect.poll(() => renewals).toBeGreaterThan(3)
  const at = new Date().toISOString()
  expect(await store.charges.sweep({ limit: 10, at })).toMatchObject({ released: 0 })
  expect(await slow.capture(REPLY)).toMatchObject({ charged: true })
  expect(await balance()).toBe(9 * PRICE)
})

test('what ends is not renewed any more', async () => {
  const { store, node, balance } = await opened()
  const held = await node({ leaseMs: 3_600_000, renewMs: 5 }).hold(CALL)
  if (!('capture' in held)) throw new Error('not held')
  await held.release()
  expect(await balance()).toBe(10 * PRICE)
  expect(await store.charges.findNamed(KEY, CALL.idempotency)).toBeNull()
})

test.each([
  ['that is taken at once', async (node: Node) => node.charge(CALL, REPLY)],
  [
    'that was held',
    async (node: Node) => {
      const hold = await node.hold(CALL)
      if (!('capture' in hold)) throw new Error('not held')
      return hold.capture(REPLY)
    },
  ],
])('a charge %s and not told counts, and its caller is answered', async (_, pay) => {
  const { store, balance } = await opened()
  const lost = () => new ServiceError('store_unavailable', 'the connection ended')
  let asked = 0
  const charges = {
    ...store.charges,
    charge: async (one: Parameters<typeof store.charges.charge>[0]) => {
      await store.charges.charge(one)
      throw lost()
    },
    capture: async (one: Parameters<typeof store.charges.capture>[0]) => {
      await store.charges.capture(one)
      throw lost()
    },
    // The database is away for a moment longer.
    taken: async (one: Parameters<typeof store.charges.taken>[0]) => {
      asked += 1
      if (asked === 1) throw lost()
      return store.charges.taken(one)
    },
  }
  const node = creditCharges({ charges, now: () => new Date(), randomBytes, ...TIMES })
  expect(await pay(node)).toEqual({ charged: true, balanceMicroUsd: 9 * PRICE })
  expect(await balance()).toBe(9 * PRICE)
})

test('a charge that was not taken fails as it failed, and nothing is lost', async () => {
  const { store, balance } = await opened()
  const charges = {
    ...store.charges,
    charge: () => Promise.reject(new ServiceError('store_unavailable', 'the connection ended')),
  }
  const node = creditCharges({ charges, now: () => new Date(), randomBytes, ...TIMES })
  await expect(node.charge(CALL, REPLY)).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(await balance()).toBe(10 * PRICE)
})
