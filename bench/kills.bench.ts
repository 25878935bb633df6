// What it costs everybody else when extraction children die. The service as it is shipped is asked
// for new packages at a steady pace, so that its children always have work; in every second phase
// they are killed at random. Warm answers are timed from a process of their own throughout.

import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { INVENTORY_EXTRACTOR } from '../src/domain/extractorVersions.ts'
import { openingId } from '../src/domain/release.ts'
import type { openStore } from '../src/store/openStore.ts'
import { type FakeRegistry, fakeRegistry } from '../test/fake/registry.ts'
import { type SeededRandom, seededRandom } from '../test/fake/seededRandom.ts'
import { tarGz } from '../test/fake/tarGz.ts'

const PATH = '/demo/v1/package/exists'
const ASK_EVERY_MS = 125
/** One below what a free client may have under way. */
const ASKED_AT_ONCE_MAX = 3
/** On average a child lives a few times as long as it takes to start, so that most die at work. */
const KILL_PAUSE_MAX_MS = 600
/** Looks at the processes in a row that find no child: more than that, and none will come. */
const LOOKS_WITHOUT_CHILD_MAX = 200
/** Where the gzip header has a date that nobody reads: bytes of its own for every package. */
const GZIP_DATE_OFFSET = 4

type Probed = Readonly<{ times: readonly number[]; wrong: readonly string[] }>
type Phase = Readonly<{
  isKilling: boolean
  times: readonly number[]
  kills: number
  /** New packages asked for, and how many of them were answered 5xx. */
  news: number
  failed: number
}>

export async function benchKills(quick: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-kills-'))
  const registry = await fakeRegistry()
  try {
    await killAndMeasure(quick, registry, folder)
  } finally {
    await registry.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function killAndMeasure(
  quick: boolean,
  registry: FakeRegistry,
  folder: string,
): Promise<void> {
  const seed = Number(process.env['KILLS_SEED'] ?? Date.now() % 2 ** 32)
  const [pairs, killsEach] = quick ? [2, 5] : [10, 20]
  console.log(`extraction children killed ${pairs * killsEach} times: KILLS_SEED=${seed}`)
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  const { child: server, greeting } = await started('assayServer.mjs', ['cached'], {
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_BLOB_CACHE_MB: '64',
    TMPDIR: folder,
  })
  // The first word of the server is where it listens.
  const { url } = greeting as { url: string }
  const asker = newPackages(registry, url)
  try {
    // The first answer says `lazy`; what is probed is the second one and all that follow.
    await exists(url, 'express')
    const question = JSON.stringify({ ecosystem: 'npm', name: 'express' })
    const { child: probe } = await started('warmProbe.mjs', [`${url}${PATH}`, question], {})
    const parts = { server, probe, asker, random: seededRandom(seed) }
    // Warms everything up, and is not counted.
    await runPhase(parts, { isKilling: false, looks: killsEach })
    const phases: Phase[] = []
    for (let pair = 0; pair < pairs; pair += 1) {
      // In turns, and each kind as often first as second: a slow minute then slows both.
      for (const isKilling of pair % 2 === 0 ? [false, true] : [true, false]) {
        phases.push(await runPhase(parts, { isKilling, looks: killsEach }))
      }
    }
    probe.disconnect()
    report(phases)
  } finally {
    await ended(server)
  }
  const crashed = await countCrashed(folder, asker.openings)
  console.log(`  ${crashed} of ${asker.openings.length} new packages lost their child in mid-work`)
  for (const failure of new Set(asker.failures)) console.log(`  a new package: ${failure}`)
  // Ten kills may all miss; two hundred cannot.
  if (crashed === 0 && !quick) throw new Error('no child was killed while it worked')
}

type Parts = Readonly<{
  server: ChildProcess
  probe: ChildProcess
  asker: Asker
  random: SeededRandom
}>

/** Both kinds do the same, to the last look at /proc, but for the signal itself. */
async function runPhase(
  { server, probe, asker, random }: Parts,
  { isKilling, looks }: Readonly<{ isKilling: boolean; looks: number }>,
): Promise<Phase> {
  const before = asker.counts()
  asker.start()
  probe.send('start')
  let kills = 0
  let without = 0
  while (kills < looks) {
    await sleep(random.below(KILL_PAUSE_MAX_MS))
    if (!isAlive(server)) throw new Error('the server died')
    const children = extractionChildren(server.pid ?? 0)
    without = children.length === 0 ? without + 1 : 0
    if (without > LOOKS_WITHOUT_CHILD_MAX) throw new Error('the server has no extraction child')
    if (children.length === 0) continue
    if (isKilling && !kill(random.pick(children))) continue
    kills += 1
  }
  const probed = nextMessage<Probed>(probe)
  probe.send('stop')
  const { times, wrong } = await probed
  await asker.stop()
  if (wrong.length > 0) throw new Error(`${wrong.length} warm answers were wrong: ${wrong[0]}`)
  const { news, failed } = asker.counts()
  return {
    isKilling,
    times,
    kills: isKilling ? kills : 0,
    news: news - before.news,
    failed: failed - before.failed,
  }
}

type Asker = ReturnType<typeof newPackages>

/** Publishes a package that nobody has asked for yet and asks for it, again and again. */
function newPackages(registry: FakeRegistry, url: string) {
  const template = largeTarball()
  const openings: string[] = []
  const underWay = new Set<Promise<void>>()
  const failures: string[] = []
  let wrong: unknown = null
  let timer: NodeJS.Timeout | undefined

  async function askNew(): Promise<void> {
    const number = openings.length + 1
    const bytes = Buffer.from(template)
    bytes.writeUInt32LE(number, GZIP_DATE_OFFSET)
    const name = `new-${number}`
    const { sha256, path } = registry.npm.publish({ name, version: '1.0.0', bytes })
    openings.push(openingId({ kind: 'tarball', filename: basename(path), sha256 }))
    const answer = await exists(url, name)
    if (answer !== 'exists') failures.push(answer)
    registry.npm.remove(name)
  }

  function tick(): void {
    if (underWay.size >= ASKED_AT_ONCE_MAX) return
    const asking = askNew()
      .catch((error: unknown) => {
        wrong ??= error
      })
      .finally(() => underWay.delete(asking))
    underWay.add(asking)
  }

  return {
    openings,
    failures,
    counts: () => ({ news: openings.length, failed: failures.length }),
    start(): void {
      timer = setInterval(tick, ASK_EVERY_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(underWay)
      if (wrong !== null) throw wrong
    },
  }
}

/** Some megabytes of script that keep a child busy for about a tenth of a second. */
function largeTarball(): Buffer {
  const random = seededRandom(1)
  const files: Record<string, string> = { 'package.json': '{"name":"new","version":"1.0.0"}' }
  for (let file = 0; file < 300; file += 1) {
    const lines = Array.from({ length: 400 }, () => `exports.f${random.below(1e9)} = () => 1\n`)
    files[`lib/f${file}.js`] = lines.join('')
  }
  return tarGz(files)
}

/** `exists`, or a failure in words. Throws when a package that the registry has is said to be absent. */
async function exists(url: string, name: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ecosystem: 'npm', name })
  const response = await fetch(`${url}${PATH}`, { method: 'POST', headers, body })
  const text = `${response.status} ${(await response.text()).slice(0, 200)}`
  if (response.status >= 500) return text
  if (response.status !== 200 || !text.includes('"exists":true'))
    throw new Error(`${name}: ${text}`)
  return 'exists'
}

/** Processes that the server's nursery started and that run the child's program; nobody else's. */
function extractionChildren(serverPid: number): readonly number[] {
  const entries = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return entries.map(Number).filter((pid) => isExtractionChild(pid, serverPid))
}

function isExtractionChild(pid: number, serverPid: number): boolean {
  try {
    const { state, parent } = statOf(pid)
    if (state === 'Z' || statOf(parent).parent !== serverPid) return false
    return /extract[/\\]child\.cjs\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))
  } catch {
    return false
  }
}

function statOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name of the program stands in brackets and may hold anything, brackets included.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state, parent: Number(parent) }
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** How many files were left without an outcome because their child was killed. */
async function countCrashed(folder: string, openings: readonly string[]): Promise<number> {
  const [dataDir = ''] = readdirSync(folder)
  // Compiled, like the server that made the store: the sources may have moved on since.
  const compiled = new URL('../dist/store/openStore.js', import.meta.url).href
  const { openStore: open } = (await import(compiled)) as { openStore: typeof openStore }
  const store = await open({ databaseUrl: null, dataDir: join(folder, dataDir) })
  try {
    const failures = await Promise.all(
      openings.map((opening) => store.extractions.load(opening, INVENTORY_EXTRACTOR)),
    )
    return failures.filter((failure) => failure !== null).length
  } finally {
    await store.close()
  }
}

async function started(file: string, args: readonly string[], env: Record<string, string>) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return { child, greeting: await nextMessage<unknown>(child) }
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onExit = () => reject(new Error(`${child.spawnargs.at(1)} ended`))
    child.once('exit', onExit)
    child.once('message', (value) => {
      child.off('exit', onExit)
      // Both ends of the channel are in this folder.
      resolve(value as T)
    })
  })
}

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

async function ended(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await exited
}

function report(phases: readonly Phase[]): void {
  const p99s = [false, true].map((isKilling) => {
    const some = phases.filter((phase) => phase.isKilling === isKilling)
    const all = some.flatMap(({ times }) => times)
    const each = some.map(({ times }) => quantile(times, 0.99))
    const total = (of: (phase: Phase) => number) => some.reduce((sum, one) => sum + of(one), 0)
    console.log(
      `  ${(isKilling ? 'with kills' : 'without kills').padEnd(14)}` +
        ` p50 ${ms(quantile(all, 0.5))}  p99 ${ms(quantile(all, 0.99))}` +
        `  max ${ms(quantile(all, 1))}  (p99 of a phase ${ms(quantile(each, 0))} to` +
        ` ${ms(quantile(each, 1))}; ${all.length} warm answers, ${total(({ news }) => news)} new` +
        ` packages, ${total(({ failed }) => failed)} of them answered 5xx;` +
        ` ${total(({ kills }) => kills)} kills)`,
    )
    return { all: quantile(all, 0.99), median: quantile(all, 0.5), each }
  })
  const [calm, killing] = p99s
  if (calm === undefined || killing === undefined) throw new Error('two kinds of phases')
  const ratios = killing.each.map((value, pair) => value / (calm.each[pair] ?? Number.NaN))
  // What the same figure comes to where nothing differs is what the machine alone does to it.
  const calmRatios = calm.each.slice(1).map((value, i) => value / (calm.each[i] ?? Number.NaN))
  console.log(
    `  ratio p50 ${(killing.median / calm.median).toFixed(2)}` +
      `  p99 ${(killing.all / calm.all).toFixed(2)}  (pair by pair: median` +
      ` ${quantile(ratios, 0.5).toFixed(2)}, ${quantile(ratios, 0).toFixed(2)} to` +
      ` ${quantile(ratios, 1).toFixed(2)}; without kills, a phase against the one before:` +
      ` ${quantile(calmRatios, 0).toFixed(2)} to ${quantile(calmRatios, 1).toFixed(2)})`,
  )
}

const ms = (value: number) => `${value.toFixed(2)} ms`

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil((sorted.length - 1) * part)] ?? Number.NaN
}
