// Whether a busy machine reads the same tables as a quiet one. The newest releases of the most used
// packages are read cold, then once more beside busy loops, and their tables are compared byte for byte:
//
//   npm run build
//   npx tsx scripts/truth/starved.ts <pypi|npm> <folder> [--count 300] [--busy 4] [--names <file>]
//
// Names come from the list that the program ships, or one a line from the file. The folder keeps what
// was read and downloaded: a run that was stopped goes on where it was, and the second reading pins the
// releases of the first. A dependency with a newer release in between is told as `moved`. The last lines
// sum up; status 1 when a table differs or was refused.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openIngestion } from '../../dist/app/ingestion.js'
import { loadConfig } from '../../dist/config.js'
import { isEcosystem, parsePackageName } from '../../dist/domain/names/packageName.js'
import { ServiceError } from '../../dist/errors.js'
import { processUse } from '../../dist/extract/processMeter.js'
import { loadBundledNames } from '../../dist/names/set/bundledNames.js'

type Reading = Readonly<{
  name: string
  /** `read`, or why not. */
  state: string
  version: string | null
  /** Of the table. */
  sha256: string | null
  /** All files that it rests on. */
  rests: readonly string[]
  unfollowed: readonly string[]
  bytes: number
  cpuMs: number
  wallMs: number
}>

const LOOK_EVERY_MS = 100

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '300' },
    busy: { type: 'string', default: '4' },
    names: { type: 'string' },
  },
})
const [ecosystem = '', folder = ''] = positionals
if (!isEcosystem(ecosystem) || folder === '') {
  throw new Error('usage: starved.ts <pypi|npm> <folder> [--count N] [--busy K] [--names <file>]')
}
const listed =
  values.names === undefined
    ? loadBundledNames()[ecosystem].names
    : readFileSync(values.names, 'utf8').trim().split('\n')
const names = listed.slice(0, Number(values.count))
mkdirSync(folder, { recursive: true })

function kept(file: string): Map<string, Reading> {
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean)
  const readings = lines.map((line): Reading => JSON.parse(line))
  return new Map(readings.map((reading) => [reading.name, reading]))
}

/** Reads what was not read before; each from an index that knows nothing of it. */
async function readAll(run: 'quiet' | 'busy', versionOf: (name: string) => string | null) {
  const file = join(folder, `${ecosystem}-${run}.jsonl`)
  const readings = kept(file)
  const left = names.filter((name) => !readings.has(name))
  if (left.length === 0) return readings
  const dataDir = join(folder, `${ecosystem}-${run}`)
  const config = loadConfig({ ASSAY_DATA_DIR: dataDir, ASSAY_LOG_LEVEL: 'silent' }, folder, folder)
  const random = Math.random
  const ingestion = await openIngestion(config, { now: () => new Date(), random })
  const meter = cpuMeter(() => ingestion.pool.load().children.map(({ pid }) => pid))
  try {
    for (const name of left) {
      const startedMs = performance.now()
      const cpuBefore = meter.read()
      const read = await readOne(ingestion.tables, name, versionOf(name))
      const reading: Reading = {
        name,
        ...read,
        cpuMs: meter.read() - cpuBefore,
        wallMs: Math.round(performance.now() - startedMs),
      }
      readings.set(name, reading)
      appendFileSync(file, `${JSON.stringify(reading)}\n`)
      console.log(`${run} ${name} ${reading.version} ${reading.state} ${figures(reading)}`)
    }
  } finally {
    meter.stop()
    await ingestion.close()
  }
  return readings
}

type Tables = Awaited<ReturnType<typeof openIngestion>>['tables']

async function readOne(tables: Tables, written: string, version: string | null) {
  const none = { version, sha256: null, rests: [], unfollowed: [], bytes: 0 }
  const name = isEcosystem(ecosystem) ? parsePackageName(ecosystem, written) : null
  if (name === null || !isEcosystem(ecosystem)) return { ...none, state: 'no name' }
  try {
    const { signal } = new AbortController()
    const reading = await tables.read({ ecosystem, name }, version, signal)
    if (reading.state !== 'read') {
      return { ...none, state: reading.state === 'unreadable' ? reading.reason : reading.state }
    }
    return {
      state: 'read',
      version: reading.version,
      sha256: createHash('sha256').update(reading.bytes).digest('hex'),
      rests: reading.evidence.map((one) => `${one.package} ${one.version} ${one.sha256}`),
      unfollowed: reading.unfollowed.map((one) => `${one.name}: ${one.reason}`),
      bytes: reading.bytes.length,
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { ...none, state: `${error.code}: ${error.message}` }
  }
}

/** Processor time of all children so far, of those that are gone too. */
function cpuMeter(pids: () => readonly number[]) {
  const seen = new Map<number, number>()
  const look = () => {
    for (const pid of pids()) {
      const use = processUse(pid)
      if (use !== null) seen.set(pid, use.cpuMs)
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    read() {
      look()
      return [...seen.values()].reduce((sum, ms) => sum + ms, 0)
    },
    stop: () => clearInterval(timer),
  }
}

function figures({ cpuMs, wallMs, bytes }: Reading): string {
  return `${(cpuMs / 1_000).toFixed(1)} s CPU ${(wallMs / 1_000).toFixed(1)} s ${bytes} bytes`
}

function summary(run: string, readings: readonly Reading[]): void {
  const sum = (of: (one: Reading) => number) => readings.reduce((all, one) => all + of(one), 0)
  const slowest = readings.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 8)
  const refused = readings.filter(({ state }) => state !== 'read')
  const seconds = (ms: number) => (ms / 1_000).toFixed(0)
  console.log(
    `${run}: ${readings.length} packages, ${refused.length} not read, ` +
      `${seconds(sum(({ cpuMs }) => cpuMs))} s of CPU, ${seconds(sum(({ wallMs }) => wallMs))} s`,
  )
  console.log(`  most: ${slowest.map((one) => `${one.name} ${seconds(one.cpuMs)} s`).join(', ')}`)
  for (const { name, version, state } of refused) console.log(`  ${name} ${version}: ${state}`)
}

const quiet = await readAll('quiet', () => null)
const blobs = join(folder, `${ecosystem}-quiet`, 'blobs')
const copied = join(folder, `${ecosystem}-busy`, 'blobs')
if (existsSync(blobs) && !existsSync(copied)) cpSync(blobs, copied, { recursive: true })
const loops = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
const busy = await readAll('busy', (name) => quiet.get(name)?.version ?? null).finally(() => {
  for (const loop of loops) loop.kill('SIGKILL')
})

const both = names.flatMap((name) => {
  const [one, other] = [quiet.get(name), busy.get(name)]
  return one === undefined || other === undefined ? [] : [{ one, other }]
})
const moved = both.filter(({ one, other }) => one.rests.join() !== other.rests.join())
const compared = both.filter((pair) => !moved.includes(pair))
const differ = compared.filter(
  ({ one, other }) => one.sha256 !== other.sha256 || one.state !== other.state,
)
summary(
  'quiet',
  both.map(({ one }) => one),
)
summary(
  `beside ${loops.length} busy loops`,
  both.map(({ other }) => other),
)
for (const { one, other } of moved) {
  const rest = (from: Reading, of: Reading) => from.rests.filter((file) => !of.rests.includes(file))
  console.log(`moved: ${one.name}: ${rest(one, other).join(', ')} → ${rest(other, one).join(', ')}`)
  console.log(`  ${other.state} ${other.unfollowed.join('; ')}`)
}
for (const { one, other } of differ)
  console.log(`differs: ${one.name}: ${one.state} ${other.state}`)
const equal = compared.length - differ.length
console.log(
  `${both.length} packages: ${equal} the same bytes, ${differ.length} differ, ${moved.length} moved`,
)
const isRefused = both.some(({ one, other }) =>
  /^not_read_yet|timed_out/.test(one.state + other.state),
)
if (differ.length > 0 || isRefused) process.exitCode = 1
