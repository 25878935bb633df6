// Several nodes on one store, and kill -9 of a watchtower, again and again: no probe that was saved is
// lost or made twice, and the reports over all of it link and verify.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readProbes } from '../../../src/services/watch/readProbes.ts'
import { slotAt } from '../../../src/services/watch/schedule.ts'
import type { Target } from '../../../src/services/watch/target.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { STORES, storeSettings } from '../../support/stores.ts'
import { resultOf, simulated } from './simulated.ts'

const WRITER = fileURLToPath(new URL('./killWriter.ts', import.meta.url))
const START_MS = Date.parse('2024-05-01T00:00:00.000Z')
const ROUNDS = 3
const TARGETS = ['a', 'b', 'c']

let dir: string
let file: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'assay-kill-'))
  file = join(dir, 'watch.json')
  // A probe an hour: the days go by quickly.
  const targets = TARGETS.map((id) => ({
    id,
    name: id,
    url: 'https://a.example',
    interval_s: 3_600,
  }))
  await writeFile(file, JSON.stringify({ watch_self: false, targets }))
})
afterAll(() => rm(dir, { recursive: true }))

/** What a watchtower says until it is killed after so many probes. */
async function killedAfter(
  lines: number,
  place: Readonly<{ databaseUrl: string; dataDir: string }>,
  startMs: number,
): Promise<readonly string[]> {
  const args = [place.databaseUrl, place.dataDir, file, String(startMs)]
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let said = ''
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      if (said.split('\n').length > lines) resolve()
    })
    child.once('exit', () => reject(new Error(`it ended by itself: ${errors}`)))
  })
  child.kill('SIGKILL')
  await ended
  // The last line may have been cut by the kill.
  return said.split('\n').slice(0, -1)
}

describe.each(STORES)('on %s', (kind) => {
  const settings = storeSettings(kind)

  test('three nodes make each probe once', async () => {
    const databaseUrl = (await settings())['ASSAY_DATABASE_URL'] ?? null
    const dataDir = join(dir, `${kind}-nodes`)
    const stores = await Promise.all([0, 1, 2].map(() => openStore({ databaseUrl, dataDir })))
    const sent: string[] = []
    let nowMs = START_MS
    const send = async (target: Target) => {
      sent.push(`${target.id} ${slotAt(target, nowMs)}`)
      return resultOf(null)
    }
    try {
      const towers = await Promise.all(
        stores.map((store) => simulated({ store, file, send, nowMs: () => nowMs })),
      )
      for (const tower of towers) await tower.load()
      for (let hour = 0; hour < 30; hour += 1) {
        nowMs = START_MS + hour * 1_800_000
        await Promise.all(towers.map((tower) => tower.look()))
      }
      await Promise.all(towers.map((tower) => tower.stop()))
      expect(new Set(sent).size).toBe(sent.length)
      expect(sent.length).toBeGreaterThan(40)
    } finally {
      await Promise.all(stores.map((store) => store.close()))
    }
  })

  test('what was saved is there, once, and the chain is whole', async () => {
    const databaseUrl = (await settings())['ASSAY_DATABASE_URL'] ?? ''
    const place = { databaseUrl, dataDir: join(dir, kind) }
    const said: string[] = []
    let nowMs = START_MS
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = await killedAfter(40 + 17 * round, place, nowMs)
      said.push(...lines)
      const last = lines
        .map((line) => line.split(' ')[1] ?? '')
        .sort()
        .at(-1)
      // The next one starts a moment later, on the same store.
      nowMs = Date.parse(last ?? '') + 1_000
    }
    expect(new Set(said).size).toBe(said.length)

    const store = await openStore({ databaseUrl: databaseUrl || null, dataDir: place.dataDir })
    try {
      const kept = new Set<string>()
      for (const target of TARGETS) {
        const span = { target, from: '', until: '2100-01-01T00:00:00.000Z' }
        for (const probe of await readProbes(store.watch, span))
          kept.add(`${target} ${probe.dueAt}`)
      }
      expect(said.filter((probe) => !kept.has(probe))).toEqual([])

      // Whatever the dead left undone is closed by the next one.
      nowMs += 3 * 24 * 3_600_000
      const send = async () => resultOf(null)
      const tower = await simulated({ store, file, send, nowMs: () => nowMs })
      await tower.load()
      await tower.look()
      for (const target of await tower.targets()) {
        const checked = await tower.check(target, () => null)
        expect(checked.length).toBeGreaterThan(1)
        expect(checked.filter(({ fault }) => fault !== null)).toEqual([])
      }
      await tower.stop()
    } finally {
      await store.close()
    }
  })
})
