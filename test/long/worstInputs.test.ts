// The worst question of every route, sent again and again beside a warm one: whoever asks the warm
// one must not notice. p99 with it against p99 without it, in windows that take turns, because other
// programs of the machine are no part of it; what fails is measured again. The ratio is held on
// demand, on a machine that does nothing else: `WORST_RATIOS=1 npm run test:long -- worstInputs`.
// Without that every route gets its worst input all the same, and must end in time and without a 500.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type BuiltProgram, builtProgram } from '../support/builtProgram.ts'
import { publishPython } from '../support/publish.ts'
import { send } from '../support/service.ts'
import { WORST, type WorstRequest } from './worstInputs.ts'

const PROBE = fileURLToPath(new URL('../../bench/warmProbe.mjs', import.meta.url))
const WARM_PATH = '/demo/v1/package/exists'
const WARM = { ecosystem: 'pypi', name: 'warm' }
const RATIO_MAX = 10
/** A p99 below a millisecond is the clock's more than the service's. */
const QUIET_MIN_MS = 1
/** A machine that is late without any worst input tells nothing of one. */
const QUIET_MAX_MS = 15
const HOLDS_RATIOS = process.env['WORST_RATIOS'] === '1'
const WINDOW_MS = Number(process.env['WORST_WINDOW_MS'] ?? (HOLDS_RATIOS ? 1_200 : 200))
const PAIRS = HOLDS_RATIOS ? 2 : 1
const TRIES = HOLDS_RATIOS ? 6 : 1
/** A machine whose host gives more than this to others tells nothing either; it is asked again. */
const STOLEN_MAX = 0.03
const DEADLINE_MS = 10_000
/** On a busy machine a timer that is due has to wait for a processor. */
const LATE_MAX_MS = 3_000
const RESIDENT_MAX_BYTES = 1.5 * 2 ** 30
const ONLY = process.env['WORST_ONLY']

let registry: FakeRegistry
let program: BuiltProgram
let service: ChildProcess
let probe: ChildProcess
let url = ''
let key = ''
let asked = 0

beforeAll(async () => {
  registry = await fakeRegistry()
  program = builtProgram()
  publishPython(registry, { name: 'warm', files: '-- warm.py --\ndef glow(): ...\n' })
  for (let minor = 0; minor < 6; minor += 1) {
    publishPython(registry, { name: 'wide', version: `1.${minor}`, files: wideFiles(minor) })
  }
  const env = {
    ASSAY_PORT: '0',
    ASSAY_DATA_DIR: join(program.dir, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
    ASSAY_KEY_CALLS_PER_MINUTE: '0',
    ASSAY_UNPAID_CALLS_PER_MINUTE: '0',
    ASSAY_REQUEST_DEADLINE_MS: String(DEADLINE_MS),
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_NAMES: 'off',
  }
  service = program.start(['serve'], env)
  url = await listening(service)
  await issueKey(env)
  // Everything that answers rest on is read before anything is measured.
  await untilAnswered(WARM_PATH, WARM)
  for (let minor = 0; minor < 6; minor += 1) {
    const question = { ecosystem: 'pypi', package: 'wide', symbol: 'fn_1', version: `1.${minor}` }
    await untilAnswered('/demo/v1/symbol/exists', question)
  }
  probe = fork(PROBE, [`${url}${WARM_PATH}`, JSON.stringify(WARM)], { execArgv: [] })
  await once(probe, 'message')
})

afterAll(async () => {
  probe?.kill('SIGKILL')
  service?.kill('SIGKILL')
  while (program.processes().length > 0) await sleep(20)
  program.remove()
  await registry.close()
  console.log(rows.join('\n'))
})

/** Functions whose defaults are others in each release. */
function wideFiles(minor: number): string {
  const lines = Array.from(
    { length: 5_000 },
    (_, n) => `def fn_${n}(first, second=${minor}, *, third="${n}", fourth=None): ...`,
  )
  return `-- wide.py --\n${lines.join('\n')}\n`
}

async function issueKey(env: Readonly<Record<string, string>>): Promise<void> {
  const { stdout } = await program.run(['keys', 'issue', '--usd', '1000', '--json'], env)
  key = /[\w-]{32,}/.exec(stdout)?.[0] ?? ''
}

function listening({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let told = ''
    stderr?.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      const [, found] = /listens on (\S+)/.exec(told) ?? []
      if (found !== undefined) resolve(found)
    })
  })
}

async function untilAnswered(path: string, body: unknown): Promise<void> {
  while ((await send(url, 'POST', path, body)).status !== 200) await sleep(100)
}

/** What the probe saw while `work` was done; sorted. */
async function watched(work: () => Promise<void>, wrongAll: string[]): Promise<readonly number[]> {
  probe.send('start')
  await work()
  const seen = once(probe, 'message')
  probe.send('stop')
  const [{ times, wrong }] = (await seen) as [{ times: number[]; wrong: string[] }]
  wrongAll.push(...wrong)
  return times
}

function p99(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0
}

type Sent = { count: number; longestMs: number; statuses: Set<number> }

/** One after the other until the window is over, and to the end of the last one. */
async function sendWorst(method: string, path: string, worst: WorstRequest, sent: Sent) {
  const end = performance.now() + WINDOW_MS
  do {
    asked += 1
    const headers = { 'x-api-key': key, accept: 'application/json, text/event-stream' }
    const begun = performance.now()
    const { status } = await send(url, method, worst.path ?? path, worst.body?.(asked), headers)
    sent.longestMs = Math.max(sent.longestMs, performance.now() - begun)
    sent.count += 1
    sent.statuses.add(status)
  } while (performance.now() < end)
}

/** Processor time of the machine so far, in ticks, and how much of it its host gave to others. */
function machineTicks(): Readonly<{ all: number; stolen: number }> {
  const [, ...ticks] = (readFileSync('/proc/stat', 'latin1').split('\n')[0] ?? '').split(/\s+/)
  return { all: ticks.reduce((sum, one) => sum + Number(one), 0), stolen: Number(ticks[7] ?? 0) }
}

async function measure(method: string, path: string, worst: WorstRequest) {
  const before = machineTicks()
  const quiet: number[] = []
  const busy: number[] = []
  const wrong: string[] = []
  const sent: Sent = { count: 0, longestMs: 0, statuses: new Set() }
  for (let pair = 0; pair < PAIRS; pair += 1) {
    quiet.push(...(await watched(() => sleep(WINDOW_MS).then(() => {}), wrong)))
    busy.push(...(await watched(() => sendWorst(method, path, worst, sent), wrong)))
  }
  const after = machineTicks()
  const stolen = (after.stolen - before.stolen) / Math.max(1, after.all - before.all)
  return { quietMs: p99(quiet), busyMs: p99(busy), wrong, stolen, ...sent }
}

function residentBytes(): number {
  const status = readFileSync(`/proc/${service.pid}/status`, 'latin1')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

const rows: string[] = [
  '| route | worst input | sent | status | longest | p99 quiet | p99 beside it |',
]
rows.push('|---|---|---|---|---|---|---|')

const CASES = Object.entries(WORST).flatMap(([route, all]) =>
  all.map((worst) => [route, worst.what, worst] as const),
)

test('every route that the service has is here, and no other', async () => {
  const { paths } = (await send(url, 'GET', '/openapi.json')).body
  const served = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(Object.keys(WORST).sort()).toEqual(served.sort())
})

describe('a warm answer beside the worst of a route', () => {
  const chosen = CASES.filter(
    ([route, what]) => ONLY === undefined || `${route} ${what}`.includes(ONLY),
  )

  test.for(chosen)('%s: %s', async ([route, what, worst]) => {
    const [method = '', path = ''] = route.split(' ')
    let best: Awaited<ReturnType<typeof measure>> | null = null
    const ratioOf = (one: { quietMs: number; busyMs: number }) =>
      one.busyMs / Math.max(one.quietMs, QUIET_MIN_MS)
    const isJudged = (one: { quietMs: number; stolen: number }) =>
      one.quietMs <= QUIET_MAX_MS && one.stolen <= STOLEN_MAX
    const isGood = (one: typeof best) =>
      one !== null &&
      ratioOf(one) <= RATIO_MAX &&
      one.wrong.length === 0 &&
      (isJudged(one) || !HOLDS_RATIOS)
    for (let tries = 0; tries < TRIES && !isGood(best); tries += 1) {
      const found = await measure(method, path, worst)
      if (best === null || isGood(found) || (isJudged(found) && !isJudged(best))) best = found
      else if (isJudged(found) === isJudged(best) && ratioOf(found) < ratioOf(best)) best = found
    }
    if (best === null) throw new Error('nothing was measured')
    const { quietMs, busyMs, wrong, count, longestMs, statuses } = best
    rows.push(
      `| \`${route}\` | ${what} | ${count} | ${[...statuses].join(', ')} | ${Math.round(longestMs)} ms | ${quietMs.toFixed(1)} ms | ${busyMs.toFixed(1)} ms (${ratioOf(best).toFixed(1)} ×) |`,
    )
    // A worst input that is a bug is none.
    expect([...statuses]).not.toContain(500)
    expect(longestMs).toBeLessThan(DEADLINE_MS + LATE_MAX_MS)
    if (!HOLDS_RATIOS) return
    // What is late without any worst input can show nothing: such a run is no pass.
    expect(best).toSatisfy(isJudged)
    expect(wrong).toEqual([])
    expect(ratioOf(best)).toBeLessThanOrEqual(RATIO_MAX)
  })
})

test('memory is bounded', () => {
  rows.push(`\nMost resident memory of the service: ${Math.round(residentBytes() / 2 ** 20)} MiB.`)
  expect(residentBytes()).toBeLessThan(RESIDENT_MAX_BYTES)
})
