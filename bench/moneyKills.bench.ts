// kill -9 in the middle of paid calls, again and again: of the node on either store, and of
// PostgreSQL under two nodes. After every round no rule of the ledger may be broken; in the end
// every call was answered, and the key and the chain have paid for each of them once.

import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { creditKeys } from '../src/charge/creditKeys.ts'
import type { Store } from '../src/ports/store.ts'
import { openStore } from '../src/store/openStore.ts'
import { fakeRegistry } from '../test/fake/registry.ts'
import { seededRandom } from '../test/fake/seededRandom.ts'
import { startFacilitator } from '../test/support/chain/facilitator.ts'
import { type Chain, startChain } from '../test/support/chain/startChain.ts'
import { type PostgresServer, startPostgres } from '../test/support/postgres.ts'
import { type MoneyLoad, moneyLoad, PRICE_MICRO_USD } from './moneyLoad.ts'

const PAY_TO = '0x00000000000000000000000000000000000000a1'
const CREDIT_MICRO_USD = 1_000_000_000_000
const LOAD_MAX_MS = 900
/** Longer than the leases of what a killed node was at. */
const FINISH_MS = 180_000
const KEY_BYTES = Buffer.alloc(32, 7)

type World = Readonly<{ chain: Chain; env: Record<string, string> }>
type Place = Readonly<{ databaseUrl: string | null; dataDir: string }>
type Node = Readonly<{ child: ChildProcess; url: string }>

/** One node on the embedded store. */
export const benchKillsSqlite = (quick: boolean) =>
  inWorld((world, folder, pause) => {
    const place = { databaseUrl: null, dataDir: join(folder, 'sqlite') }
    return killNodes('sqlite', world, place, quick ? 4 : 100, pause)
  })

/** One node on PostgreSQL. */
export const benchKillsPostgres = (quick: boolean) =>
  inWorld((world, folder, pause) =>
    onPostgres(async (postgres) => {
      const place = { databaseUrl: await postgres.url('nodes'), dataDir: join(folder, 'nodes') }
      await killNodes('postgres', world, place, quick ? 4 : 100, pause)
    }),
  )

/** PostgreSQL itself, under two nodes. */
export const benchKillsDatabase = (quick: boolean) =>
  inWorld((world, folder, pause) =>
    onPostgres(async (postgres) => {
      const place = { databaseUrl: await postgres.url('server'), dataDir: join(folder, 'server') }
      await killServer(world, place, quick ? 2 : 30, pause, async () => {
        await postgres.kill()
        await postgres.restart()
      })
    }),
  )

async function onPostgres(work: (postgres: PostgresServer) => Promise<void>): Promise<void> {
  const postgres = await startPostgres()
  try {
    await work(postgres)
  } finally {
    await postgres.stop()
  }
}

async function inWorld(
  work: (world: World, folder: string, pause: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const seed = Number(process.env['KILLS_SEED'] ?? Date.now() % 2 ** 32)
  console.log(`kill -9 in the middle of paid calls: KILLS_SEED=${seed}`)
  const random = seededRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'assay-money-'))
  const chain = await startChain()
  const facilitator = await startFacilitator(chain)
  const registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  const env = {
    ASSAY_PORT: '0',
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_NAMES: 'off',
    ASSAY_KEY_CALLS_PER_MINUTE: '0',
    ASSAY_UNPAID_CALLS_PER_MINUTE: '0',
    ASSAY_REQUEST_DEADLINE_MS: '2000',
    ASSAY_LATEST_WINDOW_S: '86400',
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_PAY_TO: PAY_TO,
    ASSAY_X402_NETWORK: 'base-sepolia',
    ASSAY_FACILITATOR_URL: facilitator.url,
    ASSAY_RPC_URL: chain.rpcUrl,
  }
  const pause = () => sleep(random.below(LOAD_MAX_MS))
  try {
    await work({ chain, env }, folder, pause)
  } finally {
    await facilitator.close()
    await registry.close()
    await chain.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One node, killed in each round; the next one takes over what it left. */
async function killNodes(
  title: string,
  world: World,
  place: Place,
  rounds: number,
  pause: () => Promise<void>,
): Promise<void> {
  const { load, payeeBefore } = await prepare(world, place)
  for (let round = 0; round < rounds; round += 1) {
    const node = await startNode(world, place)
    const stop = new AbortController()
    const loading = load.run([node.url], stop.signal)
    await sleep(100)
    await pause()
    stop.abort()
    await kill(node)
    await loading
    await checkLedger(place)
  }
  const node = await startNode(world, place)
  await load.finish(node.url, FINISH_MS)
  await kill(node)
  await report(`${rounds} kills of the node on ${title}`, world, place, load, payeeBefore)
}

/** Two nodes that live on while their database is killed under them. */
async function killServer(
  world: World,
  place: Place,
  rounds: number,
  pause: () => Promise<void>,
  killDatabase: () => Promise<void>,
): Promise<void> {
  const { load, payeeBefore } = await prepare(world, place)
  const nodes = [
    await startNode(world, place),
    await startNode(world, { ...place, dataDir: `${place.dataDir}-2` }),
  ]
  const [{ url } = { url: '' }] = nodes
  for (let round = 0; round < rounds; round += 1) {
    const stop = new AbortController()
    const loading = load.run(
      nodes.map((node) => node.url),
      stop.signal,
    )
    await sleep(100)
    await pause()
    await killDatabase()
    await pause()
    stop.abort()
    await loading
    await checkLedger(place)
  }
  await load.finish(url, FINISH_MS)
  for (const node of nodes) await kill(node)
  await report(`${rounds} kills of PostgreSQL under two nodes`, world, place, load, payeeBefore)
}

async function prepare(world: World, place: Place) {
  const key = await withStore(place, (store) =>
    creditKeys({
      credits: store.credits,
      now: () => new Date(),
      randomBytes: () => KEY_BYTES,
    }).issue('bench', CREDIT_MICRO_USD),
  )
  const node = await startNode(world, place)
  const url = `${node.url}/v1/package/exists`
  const challenge = await fetch(url, { method: 'POST', body: '{}' })
  const { accepts } = (await challenge.json()) as { accepts: [never] } // what we serve ourselves
  await kill(node)
  const wallet = await world.chain.fund()
  return {
    load: moneyLoad({ key, wallet, offer: () => accepts[0] }),
    payeeBefore: await world.chain.balanceOf(PAY_TO),
  }
}

async function report(
  title: string,
  world: World,
  place: Place,
  load: MoneyLoad,
  payeeBefore: bigint,
): Promise<void> {
  const totals = load.totals()
  const received = Number((await world.chain.balanceOf(PAY_TO)) - payeeBefore)
  const { spent, settled, stuck } = await withStore(place, async (store) => {
    await store.charges.sweep({ limit: 10_000, at: new Date().toISOString() })
    await store.payments.sweep({ limit: 10_000 })
    const { counts } = await store.ledger.check({ graceMs: 0 })
    const [key] = (await store.credits.list()).filter(({ label }) => label === 'bench')
    const left = (key?.balanceMicroUsd ?? 0) + (key?.heldMicroUsd ?? 0)
    return {
      spent: (CREDIT_MICRO_USD - left) / PRICE_MICRO_USD,
      settled: counts['payments'],
      stuck: counts['payments_open'],
    }
  })
  await assayLedgerCheck(world, place)
  const least = totals.named + totals.unnamedAnswered
  const most = totals.named + totals.unnamedSent
  const isRight =
    spent >= least &&
    spent <= most &&
    settled === totals.payments &&
    stuck === 0 &&
    received === totals.payments * PRICE_MICRO_USD
  console.log(
    `  ${title}: 0 violations; ${totals.named} named calls and ${totals.unnamedAnswered} others ` +
      `answered, ${spent} charged; ${totals.payments} payments, ${settled} settled, ` +
      `${received / PRICE_MICRO_USD} on the chain`,
  )
  if (!isRight)
    throw new Error(`the books are wrong: ${JSON.stringify({ totals, spent, received })}`)
}

async function checkLedger(place: Place): Promise<void> {
  const { violations } = await withStore(place, (store) => store.ledger.check({ graceMs: 60_000 }))
  if (violations.length > 0) throw new Error(`violated: ${JSON.stringify(violations.slice(0, 5))}`)
}

/** As the operator does it. */
async function assayLedgerCheck(world: World, place: Place): Promise<void> {
  const main = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url))
  const env = environment(world, place)
  await promisify(execFile)(process.execPath, [main, 'ledger', 'check'], { env })
}

async function withStore<T>(place: Place, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(place)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

function environment(world: World, { databaseUrl, dataDir }: Place): NodeJS.ProcessEnv {
  const database = databaseUrl === null ? {} : { ASSAY_DATABASE_URL: databaseUrl }
  return { ...process.env, ...world.env, ...database, ASSAY_DATA_DIR: dataDir }
}

async function startNode(world: World, place: Place): Promise<Node> {
  const child = fork(fileURLToPath(new URL('moneyNode.mjs', import.meta.url)), [], {
    env: environment(world, place),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(() => {
    throw new Error('the node did not start')
  })
  // The first word of a node is where it listens.
  const [{ url }] = (await Promise.race([once(child, 'message'), failed])) as [{ url: string }]
  failed.catch(() => undefined)
  return { child, url }
}

async function kill({ child }: Node): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
