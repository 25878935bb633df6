// Whatever fails while a package is read: for packages drawn by a seed, each address that an
// ingestion asks for fails throughout it, and time, memory and bounds run out.
//
//   npx tsx scripts/truth/faults.ts [--seed 1] [--count 200] [--top 3000] [--faults status_503,…]
//     [--only npm:semver,pypi:flask]
//
// What the registries say is asked for once, by a quiet run, and served from memory on loopback to all
// others: no fault goes to a registry. Prints one line for each package, and what came of all runs.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TABLE_EXTRACTORS } from '../../src/domain/extractorVersions.ts'
import {
  isEcosystem,
  type PackageKey,
  parsePackageName,
} from '../../src/domain/names/packageName.ts'
import { checkedTables } from '../../src/extract/checkedTables.ts'
import { extractionPool } from '../../src/extract/pool.ts'
import { loadBundledNames } from '../../src/names/set/bundledNames.ts'
import { npmAddress, pypiAddress } from '../../src/registry/addresses.ts'
import { seededRandom } from '../../test/fake/seededRandom.ts'
import {
  FaultyAddresses,
  faultMatrix,
  WIRE_FAULTS,
  type WireFault,
} from '../../test/support/faultMatrix.ts'
import type { IngestRun } from '../../test/support/ingestRun.ts'
import { knownExtraction } from '../../test/support/knownExtraction.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    top: { type: 'string', default: '3000' },
    faults: { type: 'string', default: WIRE_FAULTS.join(',') },
    only: { type: 'string' },
  },
})

/** A package that takes longer or more than this in quiet is left out, and said to be. */
const QUIET_MAX_MS = 180_000
const RECORDED_MAX_BYTES = 48 * 1024 * 1024

type Recorded = Readonly<{ status: number; headers: Record<string, string>; body: Buffer }>

const machine = {
  env: process.env,
  homeDir: homedir(),
  projectDir: process.cwd(),
  execPath: process.execPath,
  platform: process.platform,
}
const npmBase = npmAddress(machine, null).endpoint.baseUrl
const pypiBase = pypiAddress(machine, null).index.baseUrl

const addresses = new FaultyAddresses()
const recorded = new Map<string, Promise<Recorded>>()
let recordedBytes = 0
let isRecording = false
let origin = ''

const KEPT_HEADERS = ['content-type', 'content-range', 'etag', 'accept-ranges', 'last-modified']

/** `/u/host/path` stands for `https://host/path`, in both directions. */
async function ask(url: string, headers: IncomingMessage['headers']): Promise<Recorded> {
  const asked: Record<string, string> = {}
  for (const name of ['accept', 'range', 'if-range']) {
    const value = headers[name]
    if (typeof value === 'string') asked[name] = value
  }
  const reply = await fetch(`https://${url.slice('/u/'.length)}`, { headers: asked })
  const kept: Record<string, string> = {}
  for (const name of KEPT_HEADERS) {
    const value = reply.headers.get(name)
    if (value !== null) kept[name] = value
  }
  const bytes = Buffer.from(await reply.arrayBuffer())
  recordedBytes += bytes.length
  const isText = /json|html/.test(kept['content-type'] ?? '')
  const body = isText ? Buffer.from(bytes.toString().replaceAll('https://', `${origin}/u/`)) : bytes
  return { status: reply.status, headers: kept, body }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? ''
  const key = JSON.stringify([url, request.headers.accept, request.headers.range])
  if (!recorded.has(key) && !isRecording) {
    // Nothing that the quiet run did not ask for is asked of a registry while something fails.
    response.writeHead(503).end()
    return
  }
  const known = recorded.get(key) ?? ask(url, request.headers)
  recorded.set(key, known)
  const { status, headers, body } = await known
  const reply = { status, contentType: headers['content-type'] ?? null, body }
  if (addresses.strike(request, response, () => reply)) return
  response.writeHead(status, { ...headers, 'content-length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(error as Error))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const local = (url: string) => url.replace('https://', `${origin}/u/`)

const dir = mkdtempSync(join(tmpdir(), 'assay-faults-'))
const pool = extractionPool({ readable: [dir] })
const run: IngestRun = {
  registries: { npmUrl: local(npmBase), pypiIndexUrl: local(pypiBase) },
  clients: {
    limits: { metadataTimeoutMs: 60_000, artifactTimeoutMs: 120_000, rangeTimeoutMs: 60_000 },
    fetchLimits: { triesMax: 2 },
  },
  dir,
  extraction: knownExtraction(checkedTables(pool, TABLE_EXTRACTORS)),
}

function drawn(): readonly string[] {
  if (values.only !== undefined) return values.only.split(',')
  const random = seededRandom(Number(values.seed))
  const names = loadBundledNames()
  const chosen = new Set<string>()
  while (chosen.size < Number(values.count)) {
    const ecosystem = chosen.size % 2 === 0 ? 'npm' : 'pypi'
    const list = names[ecosystem].names.slice(0, Number(values.top))
    chosen.add(`${ecosystem}:${random.pick(list)}`)
  }
  return [...chosen]
}

function keyOf(text: string): PackageKey {
  const at = text.indexOf(':')
  const ecosystem = text.slice(0, at)
  if (!isEcosystem(ecosystem)) throw new Error(`no registry: ${text}`)
  const name = parsePackageName(ecosystem, text.slice(at + 1))
  if (name === null) throw new Error(`no name: ${text}`)
  return { ecosystem, name }
}

const totals: Record<string, number> = {}
const count = (what: string, many = 1) => {
  totals[what] = (totals[what] ?? 0) + many
}

for (const text of drawn()) {
  const key = keyOf(text)
  recorded.clear()
  recordedBytes = 0
  const began = performance.now()
  try {
    isRecording = true
    addresses.asked.clear()
    await faultMatrix(run, key, addresses, 'none')
    isRecording = false
    if (performance.now() - began > QUIET_MAX_MS || recordedBytes > RECORDED_MAX_BYTES) {
      throw new Error('takes too long or too much')
    }
    const faults = values.faults.split(',') as WireFault[]
    const matrix = await faultMatrix(run, key, addresses, faults)
    count('packages')
    count('with others', matrix.followed > 0 ? 1 : 0)
    count('addresses', matrix.addresses)
    for (const { verdict, wrong, untold, otherwise } of matrix.rows) {
      count('runs')
      count(verdict)
      count('names untold', untold)
      count('names told otherwise', otherwise)
      if (wrong.length > 0) count('runs with something wrong')
    }
    const wrong = matrix.rows.filter((row) => row.wrong.length > 0)
    const seconds = Math.round((performance.now() - began) / 1_000)
    console.log(`${text}: ${matrix.rows.length} runs, ${matrix.followed} followed, ${seconds} s`)
    for (const row of wrong)
      console.log(`  WRONG ${row.run} ${row.verdict}: ${row.wrong.join('; ')}`)
  } catch (error) {
    isRecording = false
    count('left out')
    console.log(
      `${text}: left out: ${error instanceof Error ? error.message.slice(0, 200) : error}`,
    )
  }
}
console.log(JSON.stringify(totals))
await pool.close()
server.closeAllConnections()
server.close()
rmSync(dir, { recursive: true, force: true })
