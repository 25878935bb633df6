// A day of probes by two nodes over services that fail as a script says: the reports must have exactly
// the incidents and the uptime of the script.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eip191Signer } from '../../../src/attest/eip191.ts'
import { verifyReceipt } from '../../../src/attest/verifyReceipt.ts'
import type { ProbeReason } from '../../../src/domain/probe.ts'
import type { SignedAnswer, Store } from '../../../src/ports/store.ts'
import { board } from '../../../src/services/watch/board.ts'
import { readProbes } from '../../../src/services/watch/readProbes.ts'
import { findReportFault, type SlaReport } from '../../../src/services/watch/report.ts'
import { dueMs, slotAt } from '../../../src/services/watch/schedule.ts'
import type { Target } from '../../../src/services/watch/target.ts'
import type { Watchtower } from '../../../src/services/watch/watchtower.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { KEY, resultOf, simulated } from './simulated.ts'

const START_MS = Date.parse('2024-05-01T00:00:00.000Z')
const HOUR_MS = 3_600_000
/** The two days are simulated until here; the rest of the second one nobody watches. */
const END_MS = START_MS + 26 * HOUR_MS

type Span = readonly [fromHour: number, untilHour: number, reason: ProbeReason]
const SERVICES: Readonly<Record<string, Readonly<{ intervalS: number; spans: readonly Span[] }>>> =
  {
    steady: { intervalS: 300, spans: [] },
    outage: { intervalS: 120, spans: [[6, 7, 'status']] },
    night: { intervalS: 300, spans: [[23, 24.75, 'timeout']] },
    limited: { intervalS: 300, spans: [[12, 13, 'rate_limited']] },
    slow: { intervalS: 300, spans: [[15, 16, 'slow']] },
    mixed: {
      intervalS: 300,
      spans: [
        [2, 3, 'connection'],
        [8, 9, 'slow'],
        [9, 10, 'body'],
      ],
    },
  }
/** One failure every three hours: no incident, but not nothing. */
const FLAKY = { id: 'flaky', intervalMs: 300_000 }
/** Nobody probes here: the watchtower itself is off. */
const OFF = [18, 19] as const

function reasonAt(id: string, dueAtMs: number): ProbeReason | null {
  const hour = (dueAtMs - START_MS) / HOUR_MS
  if (id === 'flaky') return slotAt(FLAKY, dueAtMs) % 36 === 0 ? 'status' : null
  const { spans } = SERVICES[id] ?? { spans: [] }
  return spans.find(([from, until]) => hour >= from && hour < until)?.[2] ?? null
}

const isOff = (atMs: number) => {
  const hour = (atMs - START_MS) / HOUR_MS
  return hour >= OFF[0] && hour < OFF[1]
}

/** Every moment of the two days at which a service is due, by the rhythm that all nodes keep. */
function dueTimes(target: Readonly<{ id: string; intervalMs: number }>): readonly number[] {
  const times: number[] = []
  for (let slot = slotAt(target, START_MS - 1) + 1; ; slot += 1) {
    const atMs = dueMs(target, slot)
    if (atMs >= END_MS) return times
    times.push(atMs)
  }
}

/**
 * What is made of it: a node that looks makes what was due last, however long ago. So the first look of
 * all, and the first one after the pause, make what was due before.
 */
function madeTimes(target: Readonly<{ id: string; intervalMs: number }>): readonly number[] {
  return [...new Set(moments.map((atMs) => dueMs(target, slotAt(target, atMs))))]
}

let dir: string
let stores: Store[]
let towers: Watchtower[]
let targets: readonly Target[]
let moments: readonly number[] = []
let nowMs = START_MS
const sent = new Map<string, number>()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'assay-day-'))
  const rows = [
    ...Object.entries(SERVICES).map(([id, { intervalS }]) => ({ id, interval_s: intervalS })),
    { id: FLAKY.id, interval_s: FLAKY.intervalMs / 1_000 },
  ]
  const file = join(dir, 'watch.json')
  const written = rows.map((row) => ({
    ...row,
    name: `The ${row.id} one`,
    url: 'https://a.example',
  }))
  await writeFile(file, JSON.stringify({ watch_self: false, targets: written }))
  stores = await Promise.all([0, 1].map(() => openStore({ databaseUrl: null, dataDir: dir })))
  const send = async (target: Target) => {
    const dueAtMs = dueMs(target, slotAt(target, nowMs))
    const name = `${target.id} ${dueAtMs}`
    sent.set(name, (sent.get(name) ?? 0) + 1)
    return resultOf(reasonAt(target.id, dueAtMs), Math.floor(dueAtMs / 1_000) % 50)
  }
  towers = await Promise.all(
    stores.map((store) => simulated({ store, file, send, nowMs: () => nowMs })),
  )
  for (const tower of towers) await tower.load()
  targets = (await towers[0]?.targets()) ?? []
  const looks = new Set(targets.flatMap(dueTimes).filter((atMs) => !isOff(atMs)))
  moments = [...looks].sort((a, b) => a - b)
  for (const atMs of moments) {
    nowMs = atMs
    await Promise.all(towers.map((tower) => tower.look()))
  }
})

afterAll(async () => {
  await Promise.all(towers.map((tower) => tower.stop()))
  await Promise.all(stores.map((store) => store.close()))
  await rm(dir, { recursive: true })
})

const tower = (): Watchtower => towers[0] as Watchtower // Opened above.
const store = (): Store => stores[0] as Store
const targetOf = (id: string): Target => targets.find((one) => one.id === id) as Target
const iso = (ms: number) => new Date(ms).toISOString()

/** The report on the first or the second day. */
async function reportOf(id: string, day = 1): Promise<SlaReport> {
  const links = await store().watch.reports({ target: id, limit: 10 })
  const start = iso(START_MS + (day - 1) * 24 * HOUR_MS)
  const link = links.find(({ windowStart }) => windowStart === start)
  const answer = link && (await store().answers.load(link.attestationHash))
  if (!answer) throw new Error(`no report on day ${day} of ${id}`)
  return JSON.parse(answer.answer)
}

/** The first moment in the script at or after an hour. */
const firstDue = (id: string, hour: number) =>
  iso(dueTimes(targetOf(id)).find((ms) => ms >= START_MS + hour * HOUR_MS) ?? 0)

test('each probe was made once, by one of two nodes', () => {
  const due = targets.flatMap((target) => madeTimes(target).map((ms) => `${target.id} ${ms}`))
  expect([...sent.keys()].sort()).toEqual(due.sort())
  expect([...sent.values()].every((times) => times === 1)).toBe(true)
})

test('each probe is in the store', async () => {
  for (const target of targets) {
    const span = { target: target.id, from: '', until: iso(END_MS) }
    const probes = await readProbes(store().watch, span)
    expect(probes.map(({ dueAt }) => dueAt)).toEqual(madeTimes(target).map(iso))
  }
})

describe('the first day', () => {
  // What the script says, in hours; times are those of the first probes in it.
  const INCIDENTS: Readonly<Record<string, readonly (readonly [string, number, number | null])[]>> =
    {
      steady: [],
      outage: [['down', 6, 7]],
      night: [['down', 23, null]],
      limited: [],
      slow: [['degraded', 15, 16]],
      mixed: [
        ['down', 2, 3],
        ['degraded', 8, 9],
        ['down', 9, 10],
      ],
      flaky: [],
    }
  test.each(Object.entries(INCIDENTS))('%s: its incidents', async (id, expected) => {
    const { incidents } = await reportOf(id)
    const scripted = expected.map(([kind, from, until]) => ({
      kind,
      started_at: firstDue(id, from),
      ended_at: until === null ? null : firstDue(id, until),
      reason: reasonAt(id, Date.parse(firstDue(id, from))),
    }))
    expect(incidents).toEqual(scripted)
  })

  test.each(Object.keys(INCIDENTS))('%s: its uptime', async (id) => {
    const inDay = (ms: number) => ms >= START_MS && ms < START_MS + 24 * HOUR_MS
    const day = madeTimes(targetOf(id)).filter(inDay)
    const due = dueTimes(targetOf(id)).filter(inDay).length
    const reasons = day.map((ms) => reasonAt(id, ms))
    const failed = reasons.filter((one) => one && !['slow', 'rate_limited'].includes(one)).length
    const limited = reasons.filter((one) => one === 'rate_limited').length
    const slow = reasons.filter((one) => one === 'slow').length
    const measured = day.length - limited
    const report = await reportOf(id)
    expect(report.probes).toEqual({
      ok: measured - failed,
      degraded: slow,
      failed,
      not_measured: limited,
    })
    expect(report.uptime_pct).toBe(Math.floor((100_000 * (measured - failed)) / measured) / 1_000)
    const missing = due - day.length
    expect(report.accounting).toMatchObject({ due, measured, missing })
    // An hour in which nobody was there.
    expect(missing).toBeGreaterThan(9)
    expect(report.window).toEqual({ start: iso(START_MS), end: iso(START_MS + 24 * HOUR_MS) })
  })

  test('a whole uptime is 100, and an hour of 288 probes is what it is', async () => {
    expect((await reportOf('steady')).uptime_pct).toBe(100)
    expect((await reportOf('limited')).uptime_pct).toBe(100)
    expect((await reportOf('outage')).uptime_pct).toBeCloseTo(100 * (22 / 23), 0)
  })
})

describe('the second day', () => {
  beforeAll(async () => {
    nowMs = START_MS + 48 * HOUR_MS + 60_000
    await tower().look()
    // Nothing is closed before its grace is over.
    await expect(reportOf('steady', 2)).rejects.toThrow('no report on day 2')
    nowMs += 120_000
    await Promise.all(towers.map((one) => one.look()))
  })

  test('goes on where the first one ended', async () => {
    const { incidents, opening } = await reportOf('night', 2)
    expect(opening).toEqual((await reportOf('night', 1)).closing)
    expect(incidents).toEqual([
      {
        kind: 'down',
        started_at: firstDue('night', 23),
        ended_at: firstDue('night', 24.75),
        reason: 'timeout',
      },
    ])
  })

  test('of what nobody watched nothing is known', async () => {
    const { closing, accounting, uptime_pct: uptime } = await reportOf('steady', 2)
    expect(closing.verdict).toBe('unknown')
    expect(accounting.missing).toBeGreaterThan(250)
    expect(uptime).toBe(100)
  })
})

describe('reports', () => {
  test.each(Object.keys(SERVICES))(
    '%s: they are signed, linked and say what the probes say',
    async (id) => {
      const { address } = await eip191Signer(Buffer.from(KEY, 'hex'))
      const verify = ({ answer, attestation, signature }: SignedAnswer) =>
        verifyReceipt(
          `${answer.slice(0, -1)},"attestation":${attestation},"signature":"${signature}"}`,
          {
            verifiers: [address],
          },
        ).reason
      const checked = await tower().check(targetOf(id), verify)
      expect(checked.length).toBeGreaterThanOrEqual(2)
      for (const { fault, probesCompared } of checked) {
        expect({ fault, probesCompared }).toEqual({ fault: null, probesCompared: true })
      }
      const hashes = checked.map(({ link }) => link.attestationHash)
      const before = checked.map(({ report }) => report.prev_report_hash)
      expect(before).toEqual([null, ...hashes.slice(0, -1)])
      const forged = await tower().check(targetOf(id), (answer) =>
        verify({ ...answer, answer: answer.answer.replace('"number":1,', '"number":3,') }),
      )
      expect(forged[0]?.fault).toBe('answer_mismatch')
    },
  )

  test('a probe that is changed, left out or added shows', async () => {
    const report = await reportOf('outage')
    const span = { target: 'outage', from: report.window.start, until: report.window.end }
    const probes = await readProbes(store().watch, span)
    expect(findReportFault(report, probes)).toBeNull()
    const [first, ...rest] = probes
    if (first === undefined) throw new Error('no probes')
    const changes = [
      rest,
      [first, first, ...rest],
      [{ ...first, latencyMs: (first.latencyMs ?? 0) + 1 }, ...rest],
      [...rest, first],
    ]
    for (const changed of changes) expect(findReportFault(report, changed)).not.toBeNull()
  })
})

describe('the board', () => {
  test('that was kept up to date is the same as a new one', async () => {
    const other = await openStore({ databaseUrl: null, dataDir: dir })
    try {
      nowMs = START_MS + 48 * HOUR_MS + 240_000
      await tower().board()
      for (let minute = 5; minute < 65; minute += 5) {
        nowMs = START_MS + 48 * HOUR_MS + minute * 60_000
        await tower().look()
        const kept = await tower().board()
        const rows = board({ watch: other.watch, answers: other.answers })
        expect(kept).toEqual(await rows(targets, iso(nowMs)))
      }
    } finally {
      await other.close()
    }
  })

  test('shows each service as it is', async () => {
    nowMs = START_MS + 48 * HOUR_MS + 66 * 60_000
    const rows = await tower().board()
    expect(rows.map(({ target }) => target.id)).toEqual(targets.map(({ id }) => id))
    const outage = rows.find(({ target }) => target.id === 'outage')
    expect(outage?.verdict).toBe('up')
    // Those of the third day, made above, are among them.
    const made = [...sent.keys()].flatMap((name) => {
      const [id, dueAtMs] = name.split(' ')
      return id === 'outage' ? Number(dueAtMs) : []
    })
    const failed = made.filter((ms) => reasonAt('outage', ms)).length
    const expected = Math.floor((100_000 * (made.length - failed)) / made.length) / 1_000
    expect(outage?.uptime['7d']).toBe(expected)
    expect(outage?.uptime['90d']).toBe(outage?.uptime['30d'])
    const { intervalMs = 0 } = outage?.target ?? {}
    const observed = (days: number) =>
      Math.floor((1_000 * made.length * intervalMs) / (days * 24 * HOUR_MS)) / 10
    expect(outage?.observed['30d']).toBe(observed(30))
    expect(outage?.observed['90d']).toBe(observed(90))
    expect(observed(90)).toBeLessThan(4)
    nowMs += HOUR_MS
    expect((await tower().board()).map(({ verdict }) => verdict)).toEqual(
      targets.map(() => 'unknown'),
    )
  })
})
