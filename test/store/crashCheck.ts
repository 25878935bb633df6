// What must hold of a store whose writers were killed.

import { DatabaseSync } from '@photostructure/sqlite'
import { expect } from 'vitest'
import { REVENUE_ACCOUNT } from '../../src/domain/accounts.ts'
import { findChainFault } from '../../src/domain/proofChain.ts'
import { checkLog } from '../../src/log/fsck.ts'
import { integrator } from '../../src/log/integrate.ts'
import { rootOf } from '../../src/log/tree/proofs.ts'
import type { Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'
import { NO_MEMORY } from '../support/leaves.ts'
import { AT, answerOf, CLIENT, DAY, KEY, keyOf, LOG_SIGNER, PACKAGES } from './crashData.ts'

const BALANCE = 1_000_000_000

export type Place = Readonly<{ databaseUrl: string | null; dataDir: string }>

/** Tags of everything that was tried and acknowledged so far, by what it was. */
export type Said = Readonly<Record<'try' | 'ack', Map<string, Set<string>>>>

/** Makes the store that writers expect. */
export async function prepareStore(place: Place): Promise<Said> {
  const store = await openStore(place)
  await store.credits.issue({ keyHash: KEY, label: '', balanceMicroUsd: BALANCE, at: AT })
  await store.close()
  return { try: new Map(), ack: new Map() }
}

/** What SQLite itself says of the file. */
export function checkIntegrity(path: string): void {
  const file = new DatabaseSync(path)
  expect(file.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
  expect(file.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  file.close()
}

/** Compares a store with what its writers have said. */
export async function checkStore(place: Place, said: Said): Promise<void> {
  const store = await openStore(place)
  try {
    for (const name of PACKAGES) {
      const chain = await store.packages.loadChain(keyOf(name), { afterSeq: 0, limit: 1e6 })
      expect(findChainFault(chain)).toBeNull()
      const versions = chain.map(({ release }) => release.version ?? '')
      checkTags(said, `proof ${name}`, versions)
      const head = (await store.packages.load(keyOf(name)))?.head ?? null
      expect(head).toEqual(chain.at(-1) ?? null)
    }
    await checkMoney(store, said)
    await checkAnswers(store, said)
    await checkTheLog(store, said)
    const { used } = await store.quota.take({ client: CLIENT, day: DAY, limit: 0 })
    expect(used).toBeGreaterThanOrEqual(said.ack.get('quota')?.size ?? 0)
    expect(used).toBeLessThanOrEqual(said.try.get('quota')?.size ?? 0)
  } finally {
    await store.close()
  }
}

async function checkMoney(store: Store, said: Said): Promise<void> {
  // What the killed writer left held is given back, as by the next node that starts.
  await store.charges.sweep({ limit: 1_000, at: AT })
  expect((await store.ledger.check({ graceMs: 0 })).violations).toEqual([])
  const entries = await store.credits.ledger(KEY, 1e6)
  const charges = entries.filter(({ to }) => to === REVENUE_ACCOUNT)
  checkTags(
    said,
    'charge',
    charges.map(({ reason }) => reason),
  )
}

async function checkAnswers(store: Store, said: Said): Promise<void> {
  const tried = [...(said.try.get('answer') ?? [])]
  const found = await Promise.all(
    tried.map(async (tag) => {
      const answer = await store.answers.load(answerOf(tag).attestationHash)
      if (answer !== null) expect(answer).toEqual(answerOf(tag))
      return answer === null ? [] : [tag]
    }),
  )
  checkTags(said, 'answer', found.flat())
  expect(await store.answers.count()).toBe(found.flat().length)
}

/** Every answer has its leaf, and no checkpoint that was ever read is contradicted. */
async function checkTheLog(store: Store, said: Said): Promise<void> {
  const one = integrator({ store: store.log, signer: LOG_SIGNER, memory: NO_MEMORY, batchMax: 50 })
  while ((await one.step()).more);
  const report = await checkLog(store.log, LOG_SIGNER.key, { batch: 100 })
  expect(report).toEqual({ size: await store.answers.count(), waiting: 0, faults: [] })
  for (const tag of said.ack.get('checkpoint') ?? []) {
    const [size = '', root] = tag.split(':')
    const now = await rootOf(Number(size), store.log.tiles)
    expect({ size, root: Buffer.from(now).toString('base64') }).toEqual({ size, root })
  }
}

/** Acknowledged ⊆ stored ⊆ tried, and nothing twice. */
function checkTags(said: Said, what: string, stored: readonly string[]): void {
  const there = new Set(stored)
  expect(there.size).toBe(stored.length)
  const lost = [...(said.ack.get(what) ?? [])].filter((tag) => !there.has(tag))
  const invented = stored.filter((tag) => !said.try.get(what)?.has(tag))
  expect({ what, lost, invented }).toEqual({ what, lost: [], invented: [] })
}
