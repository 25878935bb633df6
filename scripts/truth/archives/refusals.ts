// Opens one release a year of popular packages with the strict readers, and lists what is refused and
// what is remarkable, by kind.
//
//   npx tsx scripts/truth/archives/refusals.ts <pypi|npm> <file of names> [--from 0] [--count 60]
//     [--mib 20] [--out <file>.jsonl]
//
// Of wheels past the bound parts are read, as the service does it; other files past it are skipped
// and counted. The registries are those that this machine's npm and pip use.

import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { parseArgs } from 'node:util'
import { ArchiveRefusal } from '../../../src/artifact/bytes/refusal.ts'
import { openArtifact, openWheel } from '../../../src/artifact/openArtifact.ts'
import {
  type Ecosystem,
  isEcosystem,
  parsePackageName,
} from '../../../src/domain/names/packageName.ts'
import type { RemoteArtifact } from '../../../src/domain/release.ts'
import { npmAddress, pypiAddress } from '../../../src/registry/addresses.ts'
import { openRegistries } from '../../../src/registry/openRegistries.ts'

const FETCH_MAX_MS = 120_000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '60' },
    mib: { type: 'string', default: '20' },
    out: { type: 'string' },
  },
})
const [ecosystem, namesFile] = positionals
if (!isEcosystem(ecosystem) || namesFile === undefined) {
  console.error('usage: refusals.ts <pypi|npm> <file of names> [--from] [--count] [--mib] [--out]')
  process.exit(2)
}
const bytesMax = Number(values.mib) * 2 ** 20

const machine = {
  env: process.env,
  homeDir: homedir(),
  projectDir: process.cwd(),
  execPath: process.execPath,
  platform: process.platform,
}
const registries = openRegistries({
  machine,
  npmRegistry: null,
  pypiIndex: null,
  timeoutMs: 60_000,
  userAgent: 'assay/refusals',
  now: () => new Date(),
  random: Math.random,
})
const registry = registries[ecosystem]

async function document(url: string): Promise<Record<string, never> | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MAX_MS) })
  return response.ok ? ((await response.json()) as Record<string, never>) : null
}

/** The last release of each year, by the time of its publication. */
async function yearly(of: Ecosystem, name: string): Promise<readonly string[]> {
  const times = of === 'npm' ? await npmTimes(name) : await pypiTimes(name)
  const last = new Map<string, readonly [time: string, version: string]>()
  for (const [version, time] of times) {
    const year = time.slice(0, 4)
    if ((last.get(year)?.[0] ?? '') < time) last.set(year, [time, version])
  }
  return [...last.keys()].sort().map((year) => last.get(year)?.[1] ?? '')
}

async function npmTimes(name: string): Promise<readonly (readonly [string, string])[]> {
  const { baseUrl } = npmAddress(machine, null).endpoint
  const found = await document(`${baseUrl}${name.replace('/', '%2f')}`)
  const published = new Set(Object.keys(found?.['versions'] ?? {}))
  return Object.entries<string>(found?.['time'] ?? {}).filter(([version]) => published.has(version))
}

async function pypiTimes(name: string): Promise<readonly (readonly [string, string])[]> {
  const { index } = pypiAddress(machine, null)
  const found = await document(new URL(`../pypi/${name}/json`, index.baseUrl).href)
  const releases = Object.entries<readonly { upload_time: string }[]>(found?.['releases'] ?? {})
  return releases.flatMap(([version, [file]]) =>
    file === undefined ? [] : [[version, file.upload_time] as const],
  )
}

type Outcome = Readonly<{ state: string; detail?: string; said?: unknown }>

async function open(remote: RemoteArtifact): Promise<Outcome> {
  const { signal } = new AbortController()
  try {
    const { kind, filename, sizeBytes } = remote
    if (kind === 'other') return { state: 'other' }
    const ranged = await registry.openRanges(remote, signal)
    if (ranged !== null) {
      try {
        const opened = await openWheel({ filename, source: ranged, localHeaders: 'kept' }, signal)
        return { state: 'read', said: saidOf(opened) }
      } finally {
        ranged.close()
      }
    }
    if (sizeBytes !== null && sizeBytes > bytesMax) return { state: 'skipped' }
    const response = await fetch(remote.url, { signal: AbortSignal.timeout(FETCH_MAX_MS) })
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > bytesMax) {
      return { state: response.ok ? 'skipped' : `status ${response.status}` }
    }
    const bytes = new Uint8Array(await response.arrayBuffer())
    const declared = remote.digests.sha1
    if (declared && createHash('sha1').update(bytes).digest('hex') !== declared) {
      return { state: 'another file' }
    }
    return { state: 'read', said: saidOf(await openArtifact({ kind, filename, bytes }, signal)) }
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) return { state: 'failed', detail: String(error) }
    return { state: `refused: ${error.reason}`, detail: error.message }
  }
}

/** What the file says of itself. */
function saidOf({ tree, wheel }: Pick<Awaited<ReturnType<typeof openArtifact>>, 'tree' | 'wheel'>) {
  const own = tree.read('package.json')
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
  if (own !== null) {
    try {
      const manifest = JSON.parse(text(own).replace(/^\uFEFF/, ''))
      return { name: manifest?.name, version: manifest?.version, bom: own[0] === 0xef }
    } catch {
      return { json: false }
    }
  }
  const path = wheel === null ? 'PKG-INFO' : `${wheel.distInfo}/METADATA`
  const metadata = tree.read(path)
  if (metadata === null) return { metadata: false, wheel }
  const lines =
    text(metadata)
      .split(/\r?\n\r?\n/, 1)[0]
      ?.split(/\r?\n/) ?? []
  const all = (key: string) => lines.filter((line) => line.toLowerCase().startsWith(key))
  return { name: all('name:'), version: all('version:'), wheel }
}

const names = readFileSync(namesFile, 'utf8').split('\n').filter(Boolean)
const first = Number(values.from)
const counts = new Map<string, number>()
for (const written of names.slice(first, first + Number(values.count))) {
  const name = parsePackageName(ecosystem, written.split(/\s/, 1)[0] ?? '')
  if (name === null) continue
  const versions = await yearly(ecosystem, name).catch(() => [])
  for (const version of versions) {
    const found = await registry
      .release(name, version, new AbortController().signal)
      .catch((error: unknown) => String(error))
    if (typeof found === 'string' || !found.found || found.release.artifact === null) {
      console.log(`${name} ${version}: ${typeof found === 'string' ? found : 'no file'}`)
      continue
    }
    const { artifact } = found.release
    const outcome = await open(artifact)
    counts.set(outcome.state, (counts.get(outcome.state) ?? 0) + 1)
    if (!['read', 'skipped', 'other'].includes(outcome.state)) {
      console.log(`${artifact.filename}: ${outcome.state}: ${outcome.detail ?? ''}`)
    }
    const row = { name, version, filename: artifact.filename, ...outcome }
    if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(row)}\n`)
  }
}
for (const [state, count] of [...counts].sort()) console.log(`${count}\t${state}`)
await registries.close()
