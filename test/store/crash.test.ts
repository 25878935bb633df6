// kill -9 while writing, many times over, on the same store. After each kill: nothing that was
// acknowledged is missing, nothing is there that was never tried, chains are whole, and balances
// are the sum of their ledgers; the log has every answer once and contradicts no checkpoint.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SQLITE_FILE } from '../../src/store/sqlite.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { checkIntegrity, checkStore, type Place, prepareStore, type Said } from './crashCheck.ts'
import { PACKAGES } from './crashData.ts'
import { startWriter } from './startWriter.ts'

// Many in `npm run test:long`: see vitest.long.config.ts.
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 4)
/** Of the rounds on PostgreSQL, one in this many kills the server as well. */
const SERVER_KILL_EVERY = 4

// CRASH_SEED repeats the moments of a run, as far as the machine allows.
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)
const random = seededRandom(seed)

let base: string

beforeAll(async () => {
  console.info(`crash.test.ts: CRASH_SEED=${seed}`)
  base = await mkdtemp(join(tmpdir(), 'assay-crash-'))
})

afterAll(async () => {
  await rm(base, { recursive: true, force: true })
})

describe('kill -9 of the writer', () => {
  test(`sqlite: ${ROUNDS} rounds`, async () => {
    const place = { databaseUrl: null, dataDir: join(base, 'sqlite') }
    const said = await prepareStore(place)
    for (let round = 0; round < ROUNDS; round += 1) {
      await killedWriter(place, round, said)
      checkIntegrity(join(place.dataDir, SQLITE_FILE))
      await checkStore(place, said)
    }
    expectWork(said)
  })
})

describe('kill -9 of the writer and of the server', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres()
  })

  afterAll(async () => {
    await server?.stop()
  })

  test(`postgres: ${ROUNDS} rounds`, async () => {
    const place = { databaseUrl: await server.url('crash'), dataDir: '' }
    const said = await prepareStore(place)
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % SERVER_KILL_EVERY === 0) {
        await killedWriter(place, round, said, () => server.kill())
        await server.restart()
      } else {
        await killedWriter(place, round, said)
      }
      await sessionsEnd(place.databaseUrl)
      await checkStore(place, said)
    }
    expectWork(said)
  })
})

/** Starts a writer, kills it at a random moment and adds what it said. */
async function killedWriter(
  place: Place,
  round: number,
  said: Said,
  killServer: () => Promise<void> = async () => undefined,
): Promise<void> {
  const writer = startWriter(place, String(round))
  try {
    // Counted in acknowledgements: a moment in time alone would mostly fall into the start.
    await writer.acknowledged(20 + Math.floor(random() * 60))
    await sleep(random() * 10)
    await killServer()
  } finally {
    await writer.kill()
  }
  writer.addTo(said)
}

/** What a killed writer has sent may still be committed, until its sessions are gone. */
async function sessionsEnd(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const sessions = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'assay'`
  while ((await client.query(sessions)).rowCount !== 0) await sleep(5)
  await client.end()
}

/** A test that kills writers before they write would prove nothing. */
function expectWork(said: Said): void {
  for (const what of [
    'charge',
    'quota',
    'answer',
    'checkpoint',
    ...PACKAGES.map((name) => `proof ${name}`),
  ]) {
    expect(said.ack.get(what)?.size ?? 0).toBeGreaterThan(ROUNDS / 2)
  }
}

/** mulberry32. */
function seededRandom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
