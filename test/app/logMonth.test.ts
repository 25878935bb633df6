// Thirty days of a service, a day at a time: starts and ends that are not waited for, answers of a command
// line on the same store, retractions, a folder that moves, another verifier's key, two new keys of the
// log, two nodes at once, and another database. A monitor that was told the first key looks once a day,
// and must see one log that only grows.

import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLogApp } from '../../src/app/log/logApp.ts'
import { openLog } from '../../src/app/log/openLog.ts'
import { canonicalJson } from '../../src/attest/canonicalJson.ts'
import { eip191Signer } from '../../src/attest/eip191.ts'
import { readKeyFile } from '../../src/attest/keyFile.ts'
import type { Config } from '../../src/config.ts'
import { followLog } from '../../src/log/monitor/followLog.ts'
import type { LogReader } from '../../src/log/monitor/readLog.ts'
import { parseKey } from '../../src/log/note/verifierKey.ts'
import { servedLog } from '../../src/log/servedLog.ts'
import type { Store } from '../../src/ports/store.ts'
import { openMonitorStore } from '../../src/store/beside/monitorStore.ts'
import { openStore } from '../../src/store/openStore.ts'
import { attestationOf } from '../log/monitor/memoryLog.ts'
import { copyToPostgres } from '../support/copyToPostgres.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

const DAYS = 30
const ROTATED_ON: readonly number[] = [8, 22]
const MOVED_ON = 12
const TO_POSTGRES_ON = 17
const OTHER_VERIFIER_ON = 20
const TWO_NODES_FROM = 25

type Place = Readonly<{ dataDir: string; databaseUrl: string | null }>

let base: string
let server: PostgresServer
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-month-'))
  server = await startPostgres()
})
afterAll(async () => {
  await server?.stop()
  await rm(base, { recursive: true, force: true })
})

/** The verifier whose key lies in the folder. */
async function verifierIn({ dataDir }: Place) {
  const key = await readKeyFile(join(dataDir, 'verifier.key'))
  if (key === null) throw new Error('the folder has no key')
  return eip191Signer(key)
}

async function started(place: Place) {
  const store = await openStore(place)
  const { address } = await verifierIn(place)
  const logger = pino({ level: 'silent' })
  const settings = { dataDir: place.dataDir, logKeyFile: null, logWitnesses: null }
  return { store, log: await openLog(settings, { store, verifier: address, logger }) }
}

async function withLogApp<T>(
  { dataDir, databaseUrl }: Place,
  use: (app: Awaited<ReturnType<typeof openLogApp>>) => Promise<T>,
): Promise<T> {
  const keys = { logKeyFile: null, verifierKey: () => null, verifierKeyFile: null }
  const config = { dataDir, databaseUrl: () => databaseUrl, ...keys }
  const app = await openLogApp(config as Pick<Config, keyof typeof config> as Config)
  return use(app).finally(() => app.close())
}

/** Every seventh comes from a command line, which keeps no log; every third is sealed. */
async function answer(
  store: Store,
  by: Awaited<ReturnType<typeof verifierIn>>,
  [day, number]: readonly [number, number],
): Promise<void> {
  const attestation = canonicalJson(attestationOf(`${day}-${number}`, by))
  const attestationHash = `0x${createHash('sha256').update(attestation).digest('hex')}`
  const form = number % 3 === 0 ? 'sealed' : 'open'
  await store.answers.save(
    {
      attestationHash,
      attestation,
      signature: by.sign(Buffer.from(attestation)),
      type: 'assay.package_exists/1',
      verdict: 'exists',
      answer: '{}',
      signedAt: dateOf(day),
    },
    number % 7 === 6 ? null : form,
  )
  if (number % 40 !== 0) return
  const about = { reason: 'wrong', foundBy: 'python/2', retractedAt: dateOf(day) }
  await store.retractions.save({ ...about, type: 'assay.package_exists/1', attestationHash })
}

const dateOf = (day: number) => new Date(Date.UTC(2026, 2, 1 + day)).toISOString()

function readerOf(store: Store): LogReader {
  const served = servedLog(store.log)
  return {
    checkpoint: async () => Buffer.from((await served.checkpoint()) ?? ''),
    rotations: async () => (await served.rotations()).rotations.map(({ leaf }) => leaf),
    tile: served.tile,
  }
}

test('thirty days are one log', async () => {
  let place: Place = { dataDir: join(base, 'first'), databaseUrl: null }
  await mkdir(place.dataDir)
  const key = `0x${createHash('sha256').update('verifier').digest('hex')}\n`
  await writeFile(join(place.dataDir, 'verifier.key'), key, { mode: 0o600 })
  const { address } = await verifierIn(place)
  const monitor = openMonitorStore(join(base, 'monitor'))
  let first: string | null = null
  const looks: number[] = []
  const keys = new Set<string>()
  const origins = new Set<string>()
  let answers = 0
  let retractions = 0
  const look = async (store: Store) => {
    const log = parseKey(first ?? '')
    if (log === null) throw new Error('the log has no key')
    const policy = { witnesses: [], isMet: () => true }
    const trust = { log, policy, verifiers: [address] }
    const reader = readerOf(store)
    const { size } = await followLog({ reader, store: monitor, trust })
    looks.push(size)
  }
  for (let day = 0; day < DAYS; day += 1) {
    if (day === MOVED_ON) {
      await cp(place.dataDir, join(base, 'second'), { recursive: true })
      place = { ...place, dataDir: join(base, 'second') }
    }
    if (day === TO_POSTGRES_ON) {
      const databaseUrl = await server.url('month')
      await copyToPostgres(place.dataDir, databaseUrl)
      place = { ...place, databaseUrl }
    }
    if (ROTATED_ON.includes(day)) await withLogApp(place, (app) => app.rotate())
    if (day === OTHER_VERIFIER_ON) await withLogApp(place, (app) => app.rotateVerifier())
    const by = await verifierIn(place)
    const nodes = [await started(place)]
    if (day >= TWO_NODES_FROM) nodes.push(await started(place))
    const count = 20 + ((day * 37) % 90)
    for (const { log } of nodes) log.start()
    await Promise.all(
      Array.from({ length: count }, (_, number) =>
        answer((nodes[number % nodes.length] ?? nodes[0])?.store as Store, by, [day, number]),
      ),
    )
    answers += count
    retractions += Math.ceil(count / 40)
    // On some days nothing of what waits is integrated before the end.
    if (day % 4 !== 3) for (const { log } of nodes) await log.integrate()
    const [{ store, log }] = nodes as [Awaited<ReturnType<typeof started>>]
    first ??= log.identity.key
    keys.add(log.identity.key)
    origins.add(log.identity.origin)
    await look(store)
    for (const each of nodes) {
      await each.log.stop()
      expect(each.log.health().problem).toBeNull()
      await each.store.close()
    }
  }
  const origin = `assay/${address}/log`
  expect([...origins]).toEqual([origin])
  expect(keys.size).toBe(1 + ROTATED_ON.length)

  const last = await started(place)
  await last.log.integrate()
  await last.log.integrate()
  await look(last.store)
  await last.store.close()
  expect(monitor.keysOf(origin)).toEqual([...keys])
  expect(monitor.verifiersOf(origin)).toHaveLength(2)
  monitor.close()
  const size = answers + retractions + ROTATED_ON.length + 1
  expect(looks.at(-1)).toBe(size)
  expect(new Set(looks).size).toBeGreaterThan(DAYS / 2)
  const report = await withLogApp(place, (app) => app.check())
  expect(report).toEqual({ origin, size, waiting: 0, faults: [] })
})
