// Builds assets/imports/pypi.txt: the import names of the most popular projects, read from the
// layout of their latest release's file on the configured index. Resumes where it stopped.
//
//   npx tsx scripts/names/importNames.ts <work file> [projects, 15000] [at once, 16]
//   npx tsx scripts/names/importNames.ts <work file> --write
//
// Of a wheel only the directory at its end is fetched; of a source distribution, which says nothing
// of the installed layout, the list of top-level names that setuptools leaves in it.

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { ARCHIVE_LIMITS } from '../../src/artifact/bytes/archiveLimits.ts'
import type { ByteRange } from '../../src/artifact/bytes/randomAccess.ts'
import { readZip } from '../../src/artifact/zip/zip.ts'
import { loadConfig } from '../../src/config.ts'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import { loadBundledNames } from '../../src/names/set/bundledNames.ts'
import { pypiAddress } from '../../src/registry/addresses.ts'
import { readSimpleJson } from '../../src/registry/read/pypiDocument.ts'
import { latestRelease } from '../../src/registry/read/pypiProject.ts'
import { readSimpleHtml } from '../../src/registry/read/simpleHtml.ts'
import { importNamesOf } from './importNamesOf.ts'

const TAIL_BYTES = 64 * 1024
const SDIST_MAX_BYTES = 20_000_000
const TIMEOUT_MS = 60_000

const [workFile, countText = '15000', lanesText = '16'] = process.argv.slice(2)
if (workFile === undefined)
  throw new Error('usage: importNames.ts <work file> [projects] [at once]')
const projects = loadBundledNames().pypi.names

if (countText === '--write') write()
else await collectAll(projects.slice(0, Number(countText)), Number(lanesText))

/** The asset: a project a line, the most popular first: its name, then its import names. */
function write(): void {
  const known = readWork()
  const lines = projects.flatMap((name) => {
    const names = known.get(name)
    return names === undefined || names.length === 0 ? [] : [`${name} ${names.join(' ')}\n`]
  })
  const out = new URL('../../assets/imports/', import.meta.url)
  mkdirSync(out, { recursive: true })
  writeFileSync(new URL('pypi.txt', out), lines.join(''))
  console.log(`${lines.length} of ${projects.length} projects`)
}

function readWork(): Map<string, string[]> {
  if (workFile === undefined || !existsSync(workFile)) return new Map()
  const lines = readFileSync(workFile, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ').slice(1)]))
}

async function collectAll(names: readonly string[], lanes: number): Promise<void> {
  const known = readWork()
  const todo = names.filter((name) => !known.has(name))
  const config = loadConfig()
  const { index } = pypiAddress(
    {
      env: config.environment(),
      homeDir: config.homeDir,
      projectDir: config.workingDir,
      execPath: process.execPath,
      platform: process.platform,
    },
    config.pypiIndex(),
  )
  let failed = 0
  const lane = async () => {
    for (let name = todo.shift(); name !== undefined; name = todo.shift()) {
      try {
        const found = await importNames(index.baseUrl, name as PackageName)
        appendFileSync(workFile ?? '', `${[name, ...found].join(' ')}\n`)
      } catch (error) {
        failed += 1
        console.log(`${name}: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  console.log(`${failed} failed`)
}

async function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { headers, signal })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response
}

async function importNames(baseUrl: string, name: PackageName): Promise<readonly string[]> {
  const url = new URL(`${name}/`, baseUrl)
  const page = await get(url.href, {
    accept: 'application/vnd.pypi.simple.v1+json, text/html;q=0.1',
  })
  const text = await page.text()
  const project = text.trimStart().startsWith('{')
    ? readSimpleJson(JSON.parse(text), name, url)
    : readSimpleHtml(text, name, url)
  const file = latestRelease(project)?.artifact
  if (file == null) return []
  if (file.kind === 'wheel') return wheelNames(file.url)
  return file.filename.endsWith('.tar.gz') ? sdistNames(file.url) : []
}

async function wheelNames(url: string): Promise<readonly string[]> {
  const end = await get(url, { range: `bytes=-${TAIL_BYTES}` })
  const tail = Buffer.from(await end.arrayBuffer())
  const total = Number(/\/(\d+)$/.exec(end.headers.get('content-range') ?? '')?.[1] ?? tail.length)
  const tailStart = total - tail.length
  const read = async ({ offset, lengthBytes }: ByteRange): Promise<Uint8Array> => {
    if (offset >= tailStart)
      return tail.subarray(offset - tailStart, offset - tailStart + lengthBytes)
    const range = `bytes=${offset}-${offset + lengthBytes - 1}`
    return Buffer.from(await (await get(url, { range })).arrayBuffer())
  }
  const { entries, kept } = await readZip(
    {
      source: { sizeBytes: total, read },
      root: 'none',
      keep: (path) => !path.includes('/') && path.endsWith('.pth'),
      limits: ARCHIVE_LIMITS,
      localHeaders: 'kept',
    },
    new AbortController().signal,
  )
  const folders = [...kept.values()].flatMap((bytes) =>
    Buffer.from(bytes)
      .toString('utf8')
      .split(/\r?\n/)
      .map((line) => line.trim().replaceAll('\\', '/'))
      .filter((line) => line !== '' && !/^(?:import\s|#)/.test(line)),
  )
  return importNamesOf(
    entries.map(({ path }) => path),
    folders,
  )
}

/** `top_level.txt` of the egg-info, by its place in the tar. */
async function sdistNames(url: string): Promise<readonly string[]> {
  const response = await get(url)
  if (Number(response.headers.get('content-length') ?? 0) > SDIST_MAX_BYTES) return []
  const tar = gunzipSync(Buffer.from(await response.arrayBuffer()), { maxOutputLength: 1 << 29 })
  for (let at = 0; at + 512 <= tar.length; ) {
    const path = tar.toString('latin1', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8) || 0
    if (/\.egg-info\/top_level\.txt$/.test(path)) {
      const modules = tar.toString('utf8', at + 512, at + 512 + size).split(/\s+/)
      return importNamesOf(modules.filter(Boolean).map((module) => `${module}.py`))
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
  return []
}
