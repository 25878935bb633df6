// What every store promises, run against each adapter: with one node, and with two nodes open on
// the same database, where calls that race are dealt to the nodes in turn.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import type { Store } from '../../src/ports/store.ts'
import { describeAnswers } from './answerContract.ts'
import { describeChains } from './chainContract.ts'
import { describeCharges } from './chargeContract.ts'
import { describeCredits } from './creditContract.ts'
import { describeExtractions } from './extractionContract.ts'
import { describeLeases } from './leaseContract.ts'
import { describeLog } from './logContract.ts'
import { describePackages } from './packageContract.ts'
import { describePayments } from './paymentContract.ts'
import { describePending } from './pendingContract.ts'
import { describeProvenance } from './provenanceContract.ts'
import { describePulled } from './pulledContract.ts'
import { describeQuota } from './quotaContract.ts'
import { describeRetractions } from './retractionContract.ts'
import { describeTables } from './tableContract.ts'
import { describeVerifiers } from './verifierContract.ts'
import { describeWatch } from './watchContract.ts'

/** One empty database. */
export type TestDatabase = Readonly<{
  open(): Promise<Store>
  discard(): Promise<void>
}>

/** The nodes of the test that is running. `node(i)` deals them in turn; `store` is the first. */
export type Nodes = Readonly<{ node(index: number): Store; readonly store: Store }>

export const AT = '2026-03-01T12:00:00.000Z'
export const LATER = '2026-03-02T12:00:00.000Z'

export function describeStore(name: string, create: () => Promise<TestDatabase>): void {
  describe.each([1, 2])(`${name}, %i node(s)`, (count) => {
    let database: TestDatabase
    let open: Store[] = []

    beforeEach(async () => {
      database = await create()
      open = await Promise.all(Array.from({ length: count }, () => database.open()))
    })

    afterEach(async () => {
      await Promise.all(open.map((store) => store.close()))
      await database.discard()
    })

    const nodes: Nodes = {
      node(index) {
        const store = open[index % open.length]
        if (store === undefined) throw new Error('no node is open')
        return store
      },
      get store() {
        return nodes.node(0)
      },
    }

    describePackages(nodes)
    describeChains(nodes)
    describeAnswers(nodes)
    describeLog(nodes)
    describeRetractions(nodes)
    describeQuota(nodes)
    describeCredits(nodes)
    describeCharges(nodes)
    describePayments(nodes)
    describePending(nodes)
    describeVerifiers(nodes)
    describeLeases(nodes)
    describeProvenance(nodes)
    describeExtractions(nodes)
    describeTables(nodes)
    describePulled(nodes)
    describeWatch(nodes)
    describeLife(nodes, () => database.open())
  })
}

function describeLife(nodes: Nodes, reopen: () => Promise<Store>): void {
  describe('life', () => {
    test('a store that is open answers a ping', async () => {
      await expect(nodes.store.ping()).resolves.toBeUndefined()
    })

    test('what was saved is there after all nodes have closed', async () => {
      await nodes.store.verifiers.publish(`0x${'a'.repeat(40)}`, AT)
      await Promise.all([nodes.node(0).close(), nodes.node(1).close()])
      const again = await reopen()
      try {
        expect(await again.verifiers.list()).toHaveLength(1)
      } finally {
        await again.close()
      }
    })

    test('closing twice is closing once', async () => {
      await nodes.store.close()
      await expect(nodes.store.close()).resolves.toBeUndefined()
    })

    test('closing waits for writes under way', async () => {
      const { store } = nodes
      const unit = { client: '192.0.2.1', day: '2026-03-01' }
      const taken = Array.from({ length: 30 }, () => store.quota.take({ ...unit, limit: 100 }))
      await Promise.all([...taken, store.close()])
      const again = await reopen()
      try {
        expect((await again.quota.take({ ...unit, limit: 1 })).used).toBe(30)
      } finally {
        await again.close()
      }
    })

    test.each([
      { call: 'ping', run: (store: Store) => store.ping() },
      { call: 'a read', run: (store: Store) => store.answers.count() },
      { call: 'a write', run: (store: Store) => store.quota.purge('2026-03-01') },
      { call: 'a transaction', run: (store: Store) => store.credits.issue(SOME_KEY) },
    ])('$call on a closed store is store_unavailable', async ({ run }) => {
      await nodes.store.close()
      const error = await run(nodes.store).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(ServiceError)
      expect(error).toMatchObject({ code: 'store_unavailable' })
    })
  })
}

const SOME_KEY = { keyHash: 'a'.repeat(64), label: 'a', balanceMicroUsd: 1, at: AT }
