// Thirty days of a service, a day at a time: starts and ends that are not waited for, answers of a command
// line on the same store, retractions, a folder that moves, another verifier's key, two nodes at once. One
// follower looks once a day, and must see one log that only grows.

import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../src/app/log.ts'
import { sealOf } from '../../src/log/entries/leaf.ts'
import { checkLog } from '../../src/log/fsck.ts'
import { checkGoesOn } from '../../src/log/goesOn.ts'
import { type Checkpoint, openCheckpoint } from '../../src/log/note/checkpoint.ts'
import { parseKey } from '../../src/log/note/verifierKey.ts'
import { servedLog } from '../../src/log/servedLog.ts'
import { rootOf } from '../../src/log/tree/proofs.ts'
import type { Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'

const DAYS = 30
const MOVED_ON = 12
const OTHER_VERIFIER_ON = 20
const TWO_NODES_FROM = 25

let base: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-month-'))
})
afterEach(() => rm(base, { recursive: true, force: true }))

async function started(dataDir: string, day: number) {
  const store = await openStore({ databaseUrl: null, dataDir })
  const verifier = day < OTHER_VERIFIER_ON ? '0xa' : '0xb'
  const logger = pino({ level: 'silent' })
  const settings = { dataDir, logKeyFile: null, logWitnesses: null }
  return { store, log: await openLog(settings, { store, verifier, logger }) }
}

/** Every seventh comes from a command line, which keeps no log; every third is sealed. */
async function answer(store: Store, day: number, number: number): Promise<void> {
  const digest = createHash('sha256').update(`${day} ${number}`).digest('hex')
  const logged = { attestation: `{"day":${day},"number":${number}}`, signature: `0x${digest}` }
  const leaf = { isOpen: number % 3 !== 0, seal: sealOf(logged) }
  await store.answers.save(
    {
      ...logged,
      attestationHash: `0x${digest}`,
      type: 'assay.x/1',
      verdict: 'exists',
      answer: '{}',
      signedAt: dateOf(day),
    },
    number % 7 === 6 ? null : leaf,
  )
  if (number % 40 !== 0) return
  const about = {
    type: 'assay.x/1',
    reason: 'wrong',
    foundBy: 'python/2',
    retractedAt: dateOf(day),
  }
  await store.retractions.save({ ...about, attestationHash: `0x${digest}` })
}

const dateOf = (day: number) => new Date(Date.UTC(2026, 2, 1 + day)).toISOString()

test('thirty days are one log', async () => {
  let dataDir = join(base, 'first')
  let seen: string | null = null
  const checkpoints: Checkpoint[] = []
  let answers = 0
  let retractions = 0
  const identities = new Set<string>()
  for (let day = 0; day < DAYS; day += 1) {
    if (day === MOVED_ON) {
      await cp(dataDir, join(base, 'second'), { recursive: true })
      dataDir = join(base, 'second')
    }
    const nodes = [await started(dataDir, day)]
    if (day >= TWO_NODES_FROM) nodes.push(await started(dataDir, day))
    const count = 20 + ((day * 37) % 90)
    for (const { log } of nodes) log.start()
    await Promise.all(
      Array.from({ length: count }, (_, number) =>
        answer((nodes[number % nodes.length] ?? nodes[0])?.store as Store, day, number),
      ),
    )
    answers += count
    retractions += Math.ceil(count / 40)
    // On some days nothing of what waits is integrated before the end.
    if (day % 4 !== 3) for (const { log } of nodes) await log.integrate()
    const [{ store, log }] = nodes as [Awaited<ReturnType<typeof started>>]
    identities.add(`${log.identity.origin} ${log.identity.key}`)
    const key = parseKey(log.identity.key)
    if (key === null) throw new Error('the log has no key')
    const { checkpoint } = await store.log.head()
    if (checkpoint !== null) {
      if (seen !== null) await checkGoesOn(seen, checkpoint, { log: key }, servedLog(store.log))
      seen = checkpoint
      const opened = openCheckpoint(Buffer.from(checkpoint), { origin: key.name, keys: [key] })
      if (!opened.ok) throw new Error(opened.reason)
      checkpoints.push(opened.checkpoint)
    }
    for (const each of nodes) {
      await each.log.stop()
      expect(each.log.health().problem).toBeNull()
      await each.store.close()
    }
  }
  expect(identities.size).toBe(1)
  expect([...identities][0]).toMatch(/^assay\/0xa\/log /)

  const last = await started(dataDir, DAYS)
  await last.log.integrate()
  await last.log.integrate()
  const key = parseKey(last.log.identity.key)
  if (key === null) throw new Error('the log has no key')
  const report = await checkLog(last.store.log, key, { batch: 500 })
  expect(report).toEqual({ size: answers + retractions, waiting: 0, faults: [] })
  expect(checkpoints.length).toBeGreaterThan(DAYS / 2)
  for (const { size, root } of checkpoints) {
    expect(Buffer.from(await rootOf(size, last.store.log.tiles))).toEqual(Buffer.from(root))
  }
  await last.store.close()
})
