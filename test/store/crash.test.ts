// kill -9 while writing, many times over, on the same store. After each kill: nothing that was
// acknowledged is missing, nothing is there that was never tried, chains are whole, and balances
// are the sum of their ledgers.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChainFault } from '../../src/domain/proofChain.ts'
import type { Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'
import { SQLITE_FILE } from '../../src/store/sqlite.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { AT, answerOf, CLIENT, DAY, KEY, keyOf, PACKAGES } from './crashData.ts'

const ROUNDS = 40
/** Of the rounds on PostgreSQL, one in this many kills the server as well. */
const SERVER_KILL_EVERY = 3
const FILE_TIMEOUT_MS = 170_000
const BALANCE = 1_000_000_000
const WRITER = fileURLToPath(new URL('./crashWriter.ts', import.meta.url))

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

/** Tags of everything that was tried and acknowledged in all rounds so far, by what it was. */
type Said = Readonly<Record<'try' | 'ack', Map<string, Set<string>>>>

describe('kill -9 of the writer', () => {
  test(
    `sqlite: ${ROUNDS} rounds`,
    async () => {
      const place = { databaseUrl: null, dataDir: join(base, 'sqlite') }
      const said = await prepare(place)
      for (let round = 0; round < ROUNDS; round += 1) {
        await killedWriter(place, round, said)
        checkIntegrity(join(place.dataDir, SQLITE_FILE))
        await checkStore(place, said)
      }
      expectWork(said)
    },
    FILE_TIMEOUT_MS,
  )
})

describe('kill -9 of the writer and of the server', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres()
  })

  afterAll(async () => {
    await server?.stop()
  })

  test(
    `postgres: ${ROUNDS} rounds`,
    async () => {
      const place = { databaseUrl: await server.url('crash'), dataDir: '' }
      const said = await prepare(place)
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
    },
    FILE_TIMEOUT_MS,
  )
})

type Place = Readonly<{ databaseUrl: string | null; dataDir: string }>

async function prepare(place: Place): Promise<Said> {
  const store = await openStore(place)
  await store.credits.issue({ keyHash: KEY, label: '', balanceMicroUsd: BALANCE, at: AT })
  await store.close()
  return { try: new Map(), ack: new Map() }
}

/** Starts a writer, kills it at a random moment and adds what it said. */
async function killedWriter(
  { databaseUrl, dataDir }: Place,
  round: number,
  said: Said,
  killServer: () => Promise<void> = async () => undefined,
): Promise<void> {
  const writer = spawn(
    process.execPath,
    ['--import', 'tsx', WRITER, databaseUrl ?? '', dataDir, String(round)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = once(writer, 'close')
  const output = collect(writer)
  try {
    // Counted in acknowledgements: a moment in time alone would mostly fall into the start.
    await output.acknowledged(1 + Math.floor(random() * 60))
    await sleep(random() * 10)
    await killServer()
  } finally {
    writer.kill('SIGKILL')
    await ended
  }
  for (const line of output.lines()) {
    const [, mark, what, tag] = /^(try|ack) (\w+|proof \S+) (\S+)$/.exec(line) ?? []
    if ((mark !== 'try' && mark !== 'ack') || what === undefined || tag === undefined) {
      throw new Error(`the writer said: ${line}`)
    }
    const tags = said[mark].get(what) ?? new Set()
    said[mark].set(what, tags.add(tag))
  }
}

function collect(writer: ChildProcess) {
  let text = ''
  let errors = ''
  let notify: () => void = () => undefined
  writer.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  writer.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    notify()
  })
  return {
    acknowledged: (count: number) =>
      new Promise<void>((resolve, reject) => {
        notify = () => {
          if (text.split('\nack ').length > count) resolve()
        }
        writer.once('exit', () => reject(new Error(`the writer ended by itself: ${errors}`)))
        notify()
      }),
    // The last line may have been cut by the kill.
    lines: () => text.split('\n').slice(0, -1),
  }
}

function checkIntegrity(path: string): void {
  const file = new DatabaseSync(path)
  expect(file.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
  expect(file.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  file.close()
}

/** What a killed writer has sent may still be committed, until its sessions are gone. */
async function sessionsEnd(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const sessions = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'assay'`
  while ((await client.query(sessions)).rowCount !== 0) await sleep(5)
  await client.end()
}

async function checkStore(place: Place, said: Said): Promise<void> {
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
    const { used } = await store.quota.take({ client: CLIENT, day: DAY, limit: 0 })
    expect(used).toBeGreaterThanOrEqual(said.ack.get('quota')?.size ?? 0)
    expect(used).toBeLessThanOrEqual(said.try.get('quota')?.size ?? 0)
  } finally {
    await store.close()
  }
}

async function checkMoney(store: Store, said: Said): Promise<void> {
  const entries = await store.credits.ledger(KEY, 1e6)
  const balance = (await store.credits.load(KEY))?.balanceMicroUsd
  expect(entries.reduce((sum, entry) => sum + entry.amountMicroUsd, 0)).toBe(balance)
  const charges = entries.filter(({ amountMicroUsd }) => amountMicroUsd < 0)
  expect(entries).toHaveLength(charges.length + 1)
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

/** Acknowledged ⊆ stored ⊆ tried, and nothing twice. */
function checkTags(said: Said, what: string, stored: readonly string[]): void {
  const there = new Set(stored)
  expect(there.size).toBe(stored.length)
  const lost = [...(said.ack.get(what) ?? [])].filter((tag) => !there.has(tag))
  const invented = stored.filter((tag) => !said.try.get(what)?.has(tag))
  expect({ what, lost, invented }).toEqual({ what, lost: [], invented: [] })
}

/** A test that kills writers before they write would prove nothing. */
function expectWork(said: Said): void {
  for (const what of ['charge', 'quota', 'answer', ...PACKAGES.map((name) => `proof ${name}`)]) {
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
