import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../src/app/log/openLog.ts'
import { openStore } from '../../src/store/openStore.ts'
import { SQLITE_FILE } from '../../src/store/sqlite.ts'
import { hashOf } from '../support/leaves.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-log-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

async function opened() {
  const store = await openStore({ databaseUrl: null, dataDir })
  const logger = pino({ level: 'silent' })
  const log = await openLog(
    { dataDir, logKeyFile: null, logWitnesses: null },
    { store, verifier: '0x1', logger },
  )
  return { store, log }
}

type Opened = Awaited<ReturnType<typeof opened>>

async function saveAnswers({ store }: Opened, from: number, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, i) =>
      store.answers.save(
        {
          attestationHash: hashOf(from + i),
          type: 'assay.x/1',
          verdict: 'exists',
          attestation: `{"number":${from + i}}`,
          signature: '0x1',
          answer: '{}',
          signedAt: '2026-03-01T12:00:00.000Z',
        },
        'open',
      ),
    ),
  )
}

test('who stops leaves what waits to the next one', async () => {
  const one = await opened()
  await saveAnswers(one, 0, 3_000)
  one.log.start()
  await one.log.stop()
  expect((await one.store.log.head()).integrated).toBeLessThan(3_000)
  await one.store.close()
  const next = await opened()
  await next.log.integrate()
  expect((await next.store.log.head()).integrated).toBe(3_000)
  expect(next.log.health()).toMatchObject({ state: 'ok', problem: null })
  await next.store.close()
})

test('a store that is restored from an older copy is not gone on with, and the health says so', async () => {
  const one = await opened()
  await saveAnswers(one, 0, 3)
  await one.log.integrate()
  await one.store.close()
  await cp(join(dataDir, SQLITE_FILE), join(dataDir, 'copy.db'))

  const two = await opened()
  await saveAnswers(two, 3, 3)
  await two.log.integrate()
  const published = await two.store.log.head()
  await two.store.close()
  await cp(join(dataDir, 'copy.db'), join(dataDir, SQLITE_FILE))

  const three = await opened()
  await saveAnswers(three, 100, 5)
  await three.log.integrate()
  expect((await three.store.log.head()).integrated).toBe(3)
  expect(three.log.health()).toMatchObject({
    state: 'stalled',
    problem: expect.stringMatching(/3 leaves, and 6 were published.*`assay log anew`/),
  })
  expect(published.integrated).toBe(6)
  // What is signed now would be told a place that the published log has given to something else.
  expect([two.log.isDamaged(), three.log.isDamaged()]).toEqual([false, true])
  await three.store.close()
})

test('a key that was there before the log signs one of another name, for ever', async () => {
  const one = await opened()
  const { origin } = one.log.identity
  expect(origin).toBe('assay/0x1/log')
  await one.store.close()
  // A store that knows of no log, and nothing beside it that remembers one.
  await rm(join(dataDir, SQLITE_FILE))
  const two = await opened()
  expect(two.log.identity.origin).toMatch(/^assay\/0x1\/log\/[0-9a-f]{8}$/)
  await two.store.close()
  const three = await opened()
  expect(three.log.identity).toEqual(two.log.identity)
  await three.store.close()
})
