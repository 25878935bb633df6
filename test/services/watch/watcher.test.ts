// What a node does with what is due: claims, failures, and the end of the service.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Probe } from '../../../src/domain/probe.ts'
import { dueMs, slotAt } from '../../../src/services/watch/schedule.ts'
import type { SendProbe } from '../../../src/services/watch/sendProbe.ts'
import { parseTargets } from '../../../src/services/watch/target.ts'
import { targetSource } from '../../../src/services/watch/targetSource.ts'
import { watcher } from '../../../src/services/watch/watcher.ts'
import { resultOf } from './simulated.ts'

const row = (id: string) => ({ id, name: id, url: 'https://a.example' })
const { targets } = parseTargets({ targets: [row('a'), row('b')] })
const [first] = targets
if (first === undefined) throw new Error('no target')
const START_MS = dueMs(first, slotAt(first, Date.parse('2024-05-01T12:00:00.000Z')))

type Claim = (target: string, dueAt: string) => boolean

/** A watcher over a store of the test's making. */
function watching(parts: { claim?: Claim; send?: SendProbe; only?: string }) {
  const saved: Probe[] = []
  const claims: string[] = []
  const failures: unknown[] = []
  const clock = { nowMs: START_MS }
  const it = watcher({
    targets: async () => targets.filter(({ id }) => parts.only === undefined || id === parts.only),
    watch: {
      async claim({ target, dueAt }) {
        claims.push(`${target} ${dueAt}`)
        return parts.claim?.(target, dueAt) ?? true
      },
      async save(probe) {
        saved.push(probe)
        return true
      },
    },
    time: async () => new Date(clock.nowMs).toISOString(),
    send: parts.send ?? (async () => resultOf(null)),
    upkeep: async () => {},
    owner: 'test',
    monotonicMs: () => 0,
    onFailure: (error) => failures.push(error),
  })
  return { it, saved, claims, failures, clock }
}

describe('a watcher', () => {
  test('makes what is due once, and again when the next is due', async () => {
    const { it, saved, clock } = watching({ only: 'a' })
    await it.look()
    await it.look()
    expect(saved.map(({ dueAt }) => Date.parse(dueAt))).toEqual([START_MS])
    clock.nowMs = dueMs(first, slotAt(first, START_MS) + 1)
    await it.look()
    expect(saved).toHaveLength(2)
  })

  test('does not make what another node has, and asks once more when that node may be dead', async () => {
    const { it, saved, claims, clock } = watching({ only: 'a', claim: () => false })
    await it.look()
    clock.nowMs += 39_000
    await it.look()
    expect(claims).toHaveLength(1)
    clock.nowMs += 2_000
    await it.look()
    expect(claims).toHaveLength(2)
    expect(saved).toEqual([])
  })

  test('tries again what could not be claimed, and leaves other targets alone', async () => {
    let broken = true
    const claim: Claim = (target) => {
      if (target === 'a' && broken) throw new Error('the store is away')
      return true
    }
    const { it, saved, failures } = watching({ claim })
    await it.look()
    expect(failures).toHaveLength(1)
    expect(saved.map(({ target }) => target)).toEqual(['b'])
    broken = false
    await it.look()
    expect(saved.map(({ target }) => target)).toEqual(['b', 'a'])
  })

  test('gives up what is under way at the end, and saves nothing of it', async () => {
    let started = () => {}
    const isUnderWay = new Promise<void>((resolve) => {
      started = resolve
    })
    const send: SendProbe = (_target, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        started()
      })
    const { it, saved, failures } = watching({ only: 'a', send })
    it.start()
    await isUnderWay
    await it.stop()
    expect({ saved, failures }).toEqual({ saved: [], failures: [] })
  })
})

describe('the targets of the moment', () => {
  test('follow the file; one with a mistake changes nothing', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'assay-source-'))
    const path = join(dir, 'watch.json')
    const failures: unknown[] = []
    let baseUrl = 'http://127.0.0.1:1'
    try {
      const write = (document: unknown) => writeFile(path, JSON.stringify(document))
      const source = targetSource({
        path,
        baseUrl: () => baseUrl,
        onFailure: (error) => failures.push(error),
      })
      const ids = async () => (await source.targets()).map(({ id }) => id)
      await expect(source.load()).rejects.toThrow('no such file or folder')
      await write({ targets: [row('a')] })
      await source.load()
      expect(await ids()).toEqual(['self', 'a'])
      expect(await source.targets()).toBe(await source.targets())
      await write({ targets: [row('a'), row('bb')] })
      expect(await ids()).toEqual(['self', 'a', 'bb'])
      await write({ targets: [row('a'), row('a')] })
      expect(await ids()).toEqual(['self', 'a', 'bb'])
      expect(failures).toHaveLength(1)
      // It is complained about once, not at every look.
      await ids()
      expect(failures).toHaveLength(1)
      await write({ watch_self: false, targets: [] })
      expect(await ids()).toEqual([])
      await write({})
      baseUrl = 'https://assay.example'
      expect((await source.targets()).map(({ url }) => url)).toEqual([
        'https://assay.example/health',
      ])
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})
