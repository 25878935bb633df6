// Some four hundred published files, popular and not, of both registries: each is looked up and
// downloaded by our own clients and opened under the strict rules. What the rules refuse of real
// life is printed with its reason, and has to stay rare.
//
// The sample follows from a seed (ASSAY_SAMPLE_SEED for another one). A name is in it because of
// its own hash, so that names that come and go at the registries move the sample by those only.

import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../src/artifact/bytes/archiveLimits.ts'
import { ArchiveRefusal, REFUSALS } from '../../src/artifact/bytes/refusal.ts'
import { type OpenArtifact, openArtifact } from '../../src/artifact/openArtifact.ts'
import { type Ecosystem, parsePackageName } from '../../src/domain/names/packageName.ts'
import type { RemoteArtifact } from '../../src/domain/release.ts'
import { ServiceError } from '../../src/errors.ts'
import { DECLARED_DIGEST_MIN_BYTES } from '../../src/limits.ts'
import type { BlobSink } from '../../src/ports/registry.ts'
import { pypiAddress } from '../../src/registry/addresses.ts'
import { boundedFetch } from '../../src/registry/fetch/boundedFetch.ts'
import { accessFrom } from '../../src/registry/fetch/endpoint.ts'
import type { Machine } from '../../src/registry/fetch/userConfig.ts'
import { openRegistries } from '../../src/registry/openRegistries.ts'
import { memorySink } from '../fake/memorySink.ts'

const MIB = 1024 * 1024
const SEED = Number(process.env['ASSAY_SAMPLE_SEED'] ?? 20_261_115)
const AT_ONCE_MAX = 6
const DOWNLOAD_MAX_BYTES = 60 * MIB
const ARTIFACTS_MIN = 300
const REFUSED_SHARE_MAX = 0.005
/** Of a list of names, so many are tried for each file that is wanted before we stop trying. */
const NAMES_FOR_EACH_FILE_MAX = 10
const NAME_LIST_MAX_BYTES = 256 * MIB

// Projects whose latest wheel has more than 8 MiB, which a sample holds too few of.
const LARGE = [
  'ansible botocore duckdb faiss-cpu google-api-python-client llvmlite matplotlib numpy onnxruntime',
  'opencv-python-headless pandas polars pyarrow pymupdf ruff scikit-image scikit-learn scipy',
  'statsmodels streamlit transformers uv',
]
  .join(' ')
  .split(' ')

const machine: Machine = {
  env: process.env,
  homeDir: homedir(),
  projectDir: process.cwd(),
  execPath: process.execPath,
  platform: process.platform,
}
const clock = { now: () => new Date(), random: Math.random, userAgent: 'assay live test' }
const never = new AbortController().signal
let registries: ReturnType<typeof openRegistries>

beforeAll(() => {
  const addresses = { npmRegistry: null, pypiIndex: null }
  registries = openRegistries({ ...clock, ...addresses, machine, timeoutMs: 60_000 })
})

afterAll(() => registries.close())

type Row = Readonly<{
  name: string
  outcome: 'opened' | 'refused' | 'absent' | 'passed over' | 'too large' | 'unavailable' | 'broke'
  detail: string
  file: RemoteArtifact | null
  opened: OpenArtifact | null
  sizeBytes: number
}>

class TooLarge extends Error {}

/** Keeps a file in memory, up to a bound: npm does not say beforehand how large a file is. */
function boundedSink(maxBytes: number) {
  const { sink, blobs } = memorySink()
  const bounded: BlobSink = async () => {
    const writer = await sink()
    let bytes = 0
    return {
      ...writer,
      async write(chunk) {
        bytes += chunk.length
        if (bytes > maxBytes) throw new TooLarge(`over ${maxBytes} bytes`)
        await writer.write(chunk)
      },
    }
  }
  return { sink: bounded, blobs }
}

async function download(ecosystem: Ecosystem, file: RemoteArtifact, maxBytes: number) {
  if ((file.sizeBytes ?? 0) > maxBytes) throw new TooLarge(`${file.sizeBytes} bytes`)
  const { sink, blobs } = boundedSink(maxBytes)
  const { artifact, lease } = await registries[ecosystem].downloadArtifact(file, sink, never)
  await lease.release()
  const bytes = blobs.get(artifact.sha256)
  if (bytes === undefined) throw new Error(`${file.filename} was downloaded into nothing`)
  return bytes
}

type Wanted = Readonly<{ ecosystem: Ecosystem; count: number; kind?: RemoteArtifact['kind'] }>

async function tryName({ ecosystem, kind }: Wanted, written: string): Promise<Row> {
  const row = { name: `${ecosystem}:${written}`, detail: '', file: null, opened: null } as const
  const name = parsePackageName(ecosystem, written)
  let file: RemoteArtifact | null = null
  let sizeBytes = 0
  try {
    const found = name && (await registries[ecosystem].lookup(name, never))
    if (!found?.found) return { ...row, sizeBytes, outcome: 'absent' }
    file = found.latest?.artifact ?? null
    // Decided by the form of the file alone, before a byte of it is read.
    const isWanted = file !== null && file.kind !== 'other' && file.kind === (kind ?? file.kind)
    if (file === null || !isWanted) return { ...row, sizeBytes, outcome: 'passed over' }
    const bytes = await download(ecosystem, file, DOWNLOAD_MAX_BYTES)
    sizeBytes = bytes.length
    const opened = await openArtifact({ kind: file.kind, filename: file.filename, bytes }, never)
    return { ...row, file, opened, sizeBytes, outcome: 'opened' }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { ...row, file, sizeBytes, detail, outcome: outcomeOf(error) }
  }
}

function outcomeOf(error: unknown): Row['outcome'] {
  if (error instanceof ArchiveRefusal) return 'refused'
  if (error instanceof TooLarge) return 'too large'
  const isUnavailable = error instanceof ServiceError && error.code === 'registry_unavailable'
  return isUnavailable ? 'unavailable' : 'broke'
}

const isArtifact = ({ outcome }: Row) => outcome === 'opened' || outcome === 'refused'

/** Tries names in their order until enough of them gave a file. */
async function trySome(wanted: Wanted, names: readonly string[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  const queue = names.slice(0, wanted.count * NAMES_FOR_EACH_FILE_MAX)
  async function lane(): Promise<void> {
    while (rows.filter(isArtifact).length < wanted.count) {
      const name = queue.shift()
      if (name === undefined) return
      const first = await tryName(wanted, name)
      // The client has retried by itself; a registry that had a bad moment gets one more.
      rows.push(first.outcome === 'unavailable' ? await tryName(wanted, name) : first)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, lane))
  return rows
}

/** 32 bits of a name under a seed: FNV-1a, then a finaliser that spreads them. */
function hash(seed: number, name: string): number {
  let state = (seed ^ 0x811c9dc5) >>> 0
  for (let i = 0; i < name.length; i += 1) {
    state = Math.imul(state ^ name.charCodeAt(i), 0x01000193)
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

/** The names with the smallest hashes: a fair sample that hardly moves when the list does. */
function sample(names: readonly string[], count: number): readonly string[] {
  const hashed = names.map((name) => ({ name, at: hash(SEED, name) }))
  // Sorting millions to take a few hundred is a waste; this leaves out most, and not too many.
  const least = Math.min(1, (2 * count + 100) / names.length) * 2 ** 32
  const near = hashed.filter(({ at }) => at < least).toSorted((one, other) => one.at - other.at)
  return near.slice(0, count).map(({ name }) => name)
}

function popularNames(ecosystem: Ecosystem): readonly string[] {
  const file = new URL(`../../assets/names/${ecosystem}.txt`, import.meta.url)
  return readFileSync(file, 'utf8').trim().split('\n')
}

/** Every name on npm, out of a package that lists them. */
async function npmNames(): Promise<readonly string[]> {
  const name = parsePackageName('npm', 'all-the-package-names')
  const found = name && (await registries.npm.lookup(name, never))
  const file = found?.found ? found.latest?.artifact : null
  if (!file || file.kind === 'other') throw new Error('npm has no list of its names')
  const bytes = await download('npm', file, NAME_LIST_MAX_BYTES)
  // The list is one file of over a hundred megabytes, which no extractor would have to read.
  const limits = { ...ARCHIVE_LIMITS, memberBytesMax: NAME_LIST_MAX_BYTES }
  const keep = (path: string) => path === 'names.json'
  const given = { kind: file.kind, filename: file.filename, bytes, keep, limits }
  const { tree } = await openArtifact(given, never)
  // A list of strings, as its own documents say; what is none gives no name further on.
  return JSON.parse(Buffer.from(tree.read('names.json') ?? []).toString('utf8')) as string[]
}

/** Every name on PyPI: the root of the simple index, in either form. */
async function pypiNames(): Promise<readonly string[]> {
  const { index } = pypiAddress(machine, null)
  const http = boundedFetch(clock)
  try {
    const accept = 'application/vnd.pypi.simple.v1+json, text/html;q=0.1'
    const given = { accept, maxBytes: NAME_LIST_MAX_BYTES, timeoutMs: 120_000 }
    const access = accessFrom([index])(index.baseUrl)
    const root = await http.getDocument(index.baseUrl, { ...given, ...access }, never)
    // Names of either form stand in quotes or in a path; whatever else matches is nobody's name.
    const found = root.body
      .toString('utf8')
      .matchAll(/"name": ?"([\w.-]+)"|href="(?:[^"]*\/)?([\w.-]+)\/?"/g)
    return [...new Set([...found].map(([, json, html]) => json ?? html ?? ''))]
  } finally {
    await http.close()
  }
}

function summary(rows: readonly Row[]) {
  const count = (is: (row: Row) => boolean) => rows.filter(is).length
  const having = (outcome: Row['outcome']) => count((row) => row.outcome === outcome)
  const ofKind = (kind: string) => count((row) => isArtifact(row) && row.file?.kind === kind)
  return {
    names: rows.length,
    absent: having('absent'),
    'passed over': having('passed over'),
    'too large': having('too large'),
    unavailable: having('unavailable'),
    broke: having('broke'),
    opened: having('opened'),
    refused: having('refused'),
    tarballs: ofKind('tarball'),
    wheels: ofKind('wheel'),
    sdists: ofKind('sdist'),
    'over 8 MiB': count((row) => isArtifact(row) && row.sizeBytes >= DECLARED_DIGEST_MIN_BYTES),
    MB: Math.round(rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1e6),
  }
}

test('published files open, and the few that do not say why', { timeout: 1_800_000 }, async () => {
  const lists = { npm: await npmNames(), pypi: await pypiNames() }
  console.info(`seed ${SEED}; ${lists.npm.length} names on npm, ${lists.pypi.length} on PyPI`)
  // Far below what the registries have: a list that came to less is a page that says sorry.
  expect(lists.npm.length).toBeGreaterThan(1_000_000)
  expect(lists.pypi.length).toBeGreaterThan(300_000)

  const [npm, pypi] = [
    { ecosystem: 'npm', count: 105 },
    { ecosystem: 'pypi', count: 105 },
  ] as const
  const random = { npm: sample(lists.npm, 1_050), pypi: sample(lists.pypi, 2_000) }
  const strata = {
    'npm popular': await trySome(npm, sample(popularNames('npm'), 1_050)),
    'npm random': await trySome(npm, random.npm),
    'PyPI popular': await trySome(pypi, sample(popularNames('pypi'), 1_050)),
    'PyPI random': await trySome(pypi, random.pypi.slice(0, 1_000)),
    // Most projects have wheels; the rest of the sample is searched for those that have none.
    'PyPI sdists': await trySome({ ...pypi, count: 40, kind: 'sdist' }, random.pypi.slice(1_000)),
    'PyPI large': await trySome({ ...pypi, count: LARGE.length }, LARGE),
  }
  const rows = Object.values(strata).flat()
  const total = summary(rows)
  const entries = Object.entries(strata).map(([name, some]) => [name, summary(some)] as const)
  console.table({ ...Object.fromEntries(entries), total })
  for (const { name, outcome, detail, file } of rows) {
    if (outcome === 'opened' || outcome === 'absent' || outcome === 'passed over') continue
    const reason = Object.entries(REFUSALS).find(([known]) => detail.startsWith(`${known}:`))?.[1]
    console.info(`${outcome}: ${name} ${file?.filename ?? ''}: ${detail} ${reason ?? ''}`)
  }

  const artifacts = rows.filter(isArtifact)
  expect(artifacts.length).toBeGreaterThanOrEqual(ARTIFACTS_MIN)
  // Every reader and both ways to get a wheel must have had something to do.
  expect(total.tarballs).toBeGreaterThan(100)
  expect(total.wheels).toBeGreaterThan(50)
  expect(total.sdists).toBeGreaterThan(20)
  expect(total['over 8 MiB']).toBeGreaterThan(10)
  // Neither a refusal nor the network: that is a bug, or a file that is not what it says it is.
  expect(rows.filter(({ outcome }) => outcome === 'broke').map(({ name }) => name)).toEqual([])
  expect(total.refused / artifacts.length).toBeLessThanOrEqual(REFUSED_SHARE_MAX)
})
