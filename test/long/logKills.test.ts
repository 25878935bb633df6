// Two nodes with clocks two hours apart save and integrate on one PostgreSQL. One of them is killed at a
// random moment, again and again, and every third time the server too. No leaf is lost, none stands twice,
// no checkpoint that was ever read is contradicted, and the tree follows from the leaves.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../../src/app/log/openLog.ts'
import { checkLog } from '../../src/log/fsck.ts'
import { parseKey } from '../../src/log/note/verifierKey.ts'
import { rootOf } from '../../src/log/tree/proofs.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Said } from '../store/crashCheck.ts'
import { answerOf } from '../store/crashData.ts'
import { startProcess, type Writer } from '../store/startWriter.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

const NODE = fileURLToPath(new URL('./logNode.ts', import.meta.url))
const ROUNDS = Number(process.env['LOG_KILLS'] ?? 30)
const SERVER_KILL_EVERY = 3
const WRONG_MS = [3_600_000, -3_600_000]

let base: string
let server: PostgresServer
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-log-kills-'))
  server = await startPostgres()
})
afterAll(async () => {
  await server?.stop()
  await rm(base, { recursive: true, force: true })
})

/** As if its time were over, whoever holds it: the other one takes over at once, or both are at work. */
async function endLease(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query("DELETE FROM lease WHERE key = 'log'")
  await client.end()
}

test(`${ROUNDS} kills`, async () => {
  const databaseUrl = await server.url('kills')
  const logKeyFile = join(base, 'log.key')
  await writeFile(logKeyFile, `0x${'7'.repeat(64)}\n`, { mode: 0o600 })
  const said: Said = { try: new Map(), ack: new Map() }
  const start = (which: number, round: number) =>
    startProcess(NODE, [
      databaseUrl,
      join(base, `node${which}`),
      logKeyFile,
      `${which}.${round}`,
      String(WRONG_MS[which]),
    ])
  await (await openStore({ databaseUrl, dataDir: base })).close()
  const nodes: Writer[] = [start(0, 0), start(1, 0)]
  let serverKills = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    const which = round % 2
    const node = nodes[which] as Writer
    await node.acknowledged(40 + Math.floor(Math.random() * 100))
    await sleep(Math.random() * 20)
    await node.kill()
    if (round % SERVER_KILL_EVERY === 0) {
      await server.kill()
      await server.restart()
      serverKills += 1
    }
    await endLease(databaseUrl)
    node.addTo(said)
    nodes[which] = start(which, round)
  }
  for (const node of nodes) {
    await node.kill()
    node.addTo(said)
  }

  const store = await openStore({ databaseUrl, dataDir: base })
  try {
    const settings = { dataDir: base, logKeyFile, logWitnesses: null }
    const parts = { store, verifier: '0xa', logger: pino({ level: 'silent' }) }
    const log = await openLog(settings, parts)
    // The lease of the one that was killed last has to be over.
    for (;;) {
      await log.integrate()
      const { size, integrated } = await store.log.head()
      if (size === integrated) break
      await sleep(200)
    }
    expect(log.health().problem).toBeNull()
    const key = parseKey(log.identity.key)
    if (key === null) throw new Error('the log has no key')
    const size = await store.answers.count()
    const report = await checkLog(store.log, key, { batch: 1_000 })
    expect(report).toEqual({ size, waiting: 0, faults: [] })
    const acked = [...(said.ack.get('answer') ?? [])]
    const places = new Set<number>()
    for (const tag of acked) {
      const place = await store.log.find(answerOf(tag))
      if (place === null)
        throw new Error(`the answer ${tag} was acknowledged and is not in the log`)
      places.add(place.index)
    }
    expect(places.size).toBe(acked.length)
    const seen = [...(said.ack.get('checkpoint') ?? [])]
    const contradicted: string[] = []
    for (const tag of seen) {
      const [at = '', root] = tag.split(':')
      const now = await rootOf(Number(at), store.log.tiles)
      if (Buffer.from(now).toString('base64') !== root) contradicted.push(tag)
    }
    expect(contradicted).toEqual([])
    console.info(
      `logKills: ${ROUNDS} kills of a node, ${serverKills} of the server; ${size} leaves, ` +
        `${acked.length} acknowledged, ${seen.length} checkpoints read`,
    )
    expect(seen.length).toBeGreaterThan(ROUNDS)
  } finally {
    await store.close()
  }
})
