// Names behind every path into packages without an `exports` map, against what `require` gives:
//
//   npx tsx scripts/truth/npm/deepFiles.ts <cache> [--seed 1] [--count 60] [--popular 5000] [--files 60]
//
// Packages are drawn by the seed from the most popular ones; of each, so many files, drawn by the seed
// too, with and without their ending. The table is made as the service makes it, from tarballs; each
// name is asked as code would write it. Installing runs no scripts; loading runs the packages, in
// processes of their own.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { Dependencies } from '../../../src/extract/extractor.ts'
import { followNpm } from '../../../src/extract/npm/followNpm.ts'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import type { OpenTable } from '../../../src/table/tableView.ts'
import { diskPackage } from './diskPackage.ts'
import { type LoadedFile, loadFiles } from './loadFiles.ts'
import { popularNames } from './popularNames.ts'
import { RegistryFiles } from './registryFiles.ts'

const run = promisify(execFile)
const INSTALL_MAX_MS = 300_000
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-package-lock']

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    popular: { type: 'string', default: '5000' },
    files: { type: 'string', default: '60' },
  },
  allowPositionals: true,
})
const [cache] = positionals
if (cache === undefined) throw new Error('usage: deepFiles.ts <cache>')
const { seed } = values
mkdirSync(cache, { recursive: true })
const registry = new RegistryFiles(join(cache, 'tarballs'))
const log = join(cache, `deep-${seed}.tsv`)
writeFileSync(log, '')

function inOrder<T>(items: readonly T[], text: (item: T) => string): T[] {
  const rank = (item: T) =>
    createHash('sha256')
      .update(`deep ${seed} ${text(item)}`)
      .digest('hex')
  return items
    .map((item) => ({ item, key: rank(item) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ item }) => item)
}

const dependencies: Dependencies = {
  fixed: null,
  find: (wanted) =>
    Promise.all(wanted.map((one) => registry.open(one.name, one.ranges).catch(() => null))),
  follow: () => undefined,
  leaveOut: () => undefined,
}

async function installed(name: string, version: string): Promise<string> {
  const folder = join(cache ?? '', 'installed', name.replace('/', '+'))
  if (existsSync(join(folder, 'done'))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const options = { cwd: folder, timeout: INSTALL_MAX_MS }
  await run('npm', ['install', ...QUIET, `${name}@${version}`], options)
  writeFileSync(join(folder, 'done'), '')
  return folder
}

/** Paths as code writes them: with the ending, without it, and the folder of an `index`. */
function specifiersOf(name: string, files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const bare = /\.(?:js|json|node)$/.test(file) ? file.replace(/\.[^.]*$/, '') : null
    const folder = bare?.endsWith('/index') ? bare.slice(0, -6) : null
    return [file, bare, folder].filter((path) => path !== null).map((path) => `${name}/${path}`)
  })
}

const sums = {
  ...{ packages: 0, paths: 0, absent: 0, names: 0, found: 0, hedged: 0, flat: 0, wrong: 0 },
  /** Names of files that are no JavaScript. */
  compiled: 0,
}
const ours = { names: 0 }

function judge(table: OpenTable, name: string, { specifier, own, all }: LoadedFile): void {
  const of = { ecosystem: 'npm', packageName: name } as const
  sums.paths += 1
  const at = findSymbol(table, of, specifier)
  if (at.state !== 'found') {
    sums.absent += 1
    appendFileSync(log, `path\t${at.state}\t${specifier}\n`)
  } else if (at.row.public) appendFileSync(log, `public\t\t${specifier}\n`)
  for (const key of own) {
    const asked = findSymbol(table, of, `${specifier}.${key}`)
    sums.names += 1
    if (asked.state === 'found') {
      sums.found += 1
      continue
    }
    const isFlat = asked.state === 'not_found' && asked.caveat === null
    sums[isFlat ? 'flat' : 'hedged'] += 1
    const module = table.findModule(`.${specifier.slice(name.length)}`)
    const why = module < 0 ? 'no module' : (table.module(module).stateReason ?? '')
    if (module >= 0 && table.module(module).state === 'opaque') sums.compiled += 1
    appendFileSync(log, `${isFlat ? 'flat' : 'hedged'}\t${why}\t${specifier}.${key}\n`)
  }
  const module = table.findModule(`.${specifier.slice(name.length)}`)
  if (module < 0) return
  const there = new Set(all)
  for (const entry of table.entriesOf(module)) {
    if (entry.origin !== 'js' || entry.isTypeOnly || entry.name === 'default') continue
    ours.names += 1
    if (there.has(entry.name)) continue
    sums.wrong += 1
    appendFileSync(log, `wrong\t\t${specifier}.${entry.name}\n`)
  }
}

async function measure(name: string): Promise<boolean> {
  const opened = await registry.open(name, ['latest'])
  const bytes = opened?.tree.read('package.json') ?? null
  if (opened === null || bytes === null) return false
  const manifest = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>
  if (manifest['exports'] != null || name.startsWith('@types/')) return false
  const folder = await installed(name, opened.version)
  const { entries } = diskPackage(join(folder, 'node_modules', name))
  const code = entries.filter((file) => /\.(?:[cm]?js|json|node)$/.test(file))
  const some = inOrder(code, (file) => `${name} ${file}`).slice(0, Number(values.files))
  if (some.every((file) => file === 'package.json')) return false
  const loaded = await loadFiles(folder, specifiersOf(name, some))
  if (loaded.length === 0) return false
  const before = process.cpuUsage()
  const table = encodeTable(await followNpm(opened, dependencies))
  const { user, system } = process.cpuUsage(before)
  const opened_ = openTable(table)
  const flat = sums.flat + sums.hedged + sums.absent
  for (const file of loaded) judge(opened_, name, file)
  sums.packages += 1
  console.log(
    `${name}@${opened.version} ${entries.length} files, ${loaded.length} paths,`,
    `${opened_.counts.modules} modules, ${table.length} bytes, ${Math.round((user + system) / 1e3)} ms,`,
    `${sums.flat + sums.hedged + sums.absent - flat} missed`,
  )
  return true
}

for (const name of inOrder(popularNames(Number(values.popular)), (one) => one)) {
  if (sums.packages >= Number(values.count)) break
  if (builtinModules.includes(name)) continue
  try {
    await measure(name)
  } catch (error) {
    console.log(name, error instanceof Error ? error.message.split('\n')[0] : error)
  }
}
const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(2)} %`
console.log(
  `seed ${seed}: ${sums.packages} packages, ${sums.paths} paths that load, ${sums.absent} of them not there;`,
  `${sums.names} names: recall ${share(sums.found, sums.names)}`,
  `(${sums.flat} flat false absences, ${sums.hedged} hedged, ${sums.compiled} of those compiled:`,
  `${share(sums.found, sums.names - sums.compiled)} of the rest);`,
  `${sums.wrong} of ${ours.names} names that only the code has are not there (${share(sums.wrong, ours.names)})`,
)
