// Whether two commits make the same tables, byte for byte:
//
//   git worktree add <other> <commit> && ln -s "$PWD/node_modules" <other>/node_modules
//   npx tsx scripts/truth/sameTables.ts <pypi|npm> <folder> <other> [--count 300]
//
// The folder holds files of packages, however deep: wheels and sdists as python/download.py leaves them,
// or tarballs as npm/registryFiles.ts does. A table follows the packages that lie in the folder as well;
// what does not lie there is not there. Of several releases of a package the last by name counts.
// Tables stay in `<folder>/tables/<commit>`, so that a second run makes only those that are missing; those
// of a checkout that has changes are made anew. Tables that differ are listed by the first modules that
// do. Status 1 when one differs.

import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { openArtifact as OpenArtifact } from '../../src/artifact/openArtifact.ts'
import type { Dependencies, ExtractorTable, ReopenableJob } from '../../src/extract/extractor.ts'
import { decodeTable } from '../../test/support/decodeTable.ts'

const MODULES_LISTED_MAX = 5
const here = fileURLToPath(new URL('../..', import.meta.url))

const { values, positionals } = parseArgs({
  options: { count: { type: 'string', default: '300' }, into: { type: 'string' } },
  allowPositionals: true,
})
const [ecosystem, folder, other] = positionals
if ((ecosystem !== 'pypi' && ecosystem !== 'npm') || folder === undefined || other === undefined) {
  throw new Error('usage: sameTables.ts <pypi|npm> <folder> <other checkout> [--count 300]')
}
const files = packageFiles(folder)
const names = [...files.keys()].toSorted().slice(0, Number(values.count))
if (values.into === undefined) process.exitCode = await compare(resolve(other))
else await makeTables(resolve(other), values.into)

/** Files by the names of their packages. */
function packageFiles(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()
  for (const path of paths) {
    const name = packageName(basename(path))
    if (name !== null) found.set(name, join(root, path))
  }
  return found
}

/** `some_name-1.0-py3-none-any.whl` → `some-name`, `@scope+name@1.0.0.tgz` → `@scope/name`. */
function packageName(file: string): string | null {
  if (ecosystem === 'npm') {
    const name = /^(@?[^@]+)@[^@]+\.tgz$/.exec(file)?.[1]
    return name === undefined ? null : name.replace('+', '/')
  }
  const name = /^(.+?)-\d[^/]*\.(?:whl|tar\.gz|tar\.bz2|zip|tgz)$/.exec(file)?.[1]
  return name === undefined ? null : name.replaceAll(/[-_.]+/g, '-').toLowerCase()
}

async function compare(against: string): Promise<number> {
  const [ours, theirs] = [await tablesOf(here), await tablesOf(against)]
  let differing = 0
  let bytes = 0
  for (const name of names) {
    const [one, two] = [ours, theirs].map((at) => readFileSync(join(at, fileFor(name))))
    bytes += one?.length ?? 0
    if (one === undefined || two === undefined || one.equals(two)) continue
    differing += 1
    console.log(`${name}: not the same`)
    for (const line of differences(one, two).slice(0, MODULES_LISTED_MAX)) {
      console.log(`  ${line.slice(0, 200)}`)
    }
  }
  console.log(`${names.length} packages, ${bytes} bytes of tables, ${differing} differ`)
  return differing === 0 ? 0 : 1
}

/** Modules of the first table that the second does not have so, by what is easily said of them. */
function differences(one: Uint8Array, two: Uint8Array): string[] {
  const said = (bytes: Uint8Array): string[] => {
    try {
      return decodeTable(bytes).modules.map(
        ({ name, state, stateReason, entries }) =>
          `${name} ${state} ${stateReason ?? ''} ${entries.map((entry) => entry.name).join(' ')}`,
      )
    } catch {
      return [Buffer.from(bytes).toString('latin1').slice(0, 200)]
    }
  }
  const others = new Set(said(two))
  return said(one).filter((line) => !others.has(line))
}

function fileFor(name: string): string {
  return name.replace('/', '+')
}

/** The folder with the tables of a checkout, made by a process of its own where they are missing. */
async function tablesOf(checkout: string): Promise<string> {
  const git = (...given: string[]) =>
    execFileSync('git', given, { cwd: checkout }).toString().trim()
  const isChanged = git('status', '--porcelain', '--', 'src') !== ''
  const commit = git('rev-parse', '--short', 'HEAD')
  const into = resolve(folder ?? '', 'tables', isChanged ? `${commit}-changed` : commit)
  if (isChanged) rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const script = fileURLToPath(import.meta.url)
  const given = [script, ecosystem ?? '', folder ?? '', checkout]
  const more = ['--count', values.count, '--into', into]
  const child = spawn(process.execPath, [...process.execArgv, ...given, ...more], {
    stdio: 'inherit',
  })
  const status = await new Promise((done) => child.on('close', done))
  if (status !== 0) throw new Error(`${checkout}: the process ended with ${status}`)
  return into
}

/** Made with the extractor of a checkout. A file that is refused has its refusal for a table. */
async function makeTables(checkout: string, into: string): Promise<void> {
  const load = (path: string) => import(pathToFileURL(join(checkout, path)).href)
  const { EXTRACTORS } = (await load('src/extract/extractors.ts')) as {
    EXTRACTORS: ExtractorTable
  }
  const { openArtifact } = (await load('src/artifact/openArtifact.ts')) as {
    openArtifact: typeof OpenArtifact
  }
  const prefix = ecosystem === 'pypi' ? 'python/' : 'npm/'
  const [, extractor] = Object.entries(EXTRACTORS).find(([name]) => name.startsWith(prefix)) ?? []
  if (extractor === undefined) throw new Error(`${checkout} has no extractor ${prefix}`)
  const extract = await extractor()

  const open = async (name: string) => {
    const file = files.get(name)
    if (file === undefined) return null
    const filename = basename(file)
    const python = filename.endsWith('.whl') ? ('wheel' as const) : ('sdist' as const)
    const kind = ecosystem === 'npm' ? ('tarball' as const) : python
    const bytes = readFileSync(file)
    const { signal } = new AbortController()
    const { tree, wheel, said } = await openArtifact({ kind, filename, bytes }, signal)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const openAgain: ReopenableJob['openAgain'] = async (keep) => {
      const again = { kind, filename, bytes: readFileSync(file), keep: withRecord(keep) }
      return (await openArtifact(again, signal)).tree
    }
    const version = filename
    return { kind, filename, sha256, tree, wheel, said, openAgain, name, version } as const
  }
  const dependencies: Dependencies = {
    fixed: null,
    find: (wanted) => Promise.all(wanted.map(({ name }) => open(name).catch(() => 'gap' as const))),
    follow: () => {},
    leaveOut: () => {},
  }

  const cpuBefore = process.cpuUsage()
  let made = 0
  for (const name of names) {
    const file = join(into, fileFor(name))
    if (existsSync(file)) continue
    made += 1
    try {
      const opened = await open(name)
      if (opened !== null) writeFileSync(file, await extract(opened, dependencies))
    } catch (error) {
      writeFileSync(file, `refused: ${error}`)
      console.log(`${name}: ${error}`)
    }
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  const seconds = ((user + system) / 1_000_000).toFixed(0)
  console.log(`${basename(into)}: ${made} tables made, ${seconds} s of CPU`)
}

/** A wheel is held against its record each time that it is opened. */
function withRecord(
  keep: Parameters<ReopenableJob['openAgain']>[0],
): Parameters<ReopenableJob['openAgain']>[0] {
  return (path, sizeBytes) => keep(path, sizeBytes) || path.endsWith('.dist-info/RECORD')
}
