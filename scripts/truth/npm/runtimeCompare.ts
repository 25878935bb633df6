// Compares names with those of loaded modules:
//
//   npx tsx scripts/truth/npm/runtimeCompare.ts <folder> [--whole] [package…]
//
// The folder has a `node_modules`, or folders that have one (as install.ts leaves them); without
// names, everything that is installed at the top. By default the JavaScript pass alone, each module
// as Node would load it for the file that was read; with `--whole` the table of the extractor
// against what `import` and `require` give together. What was loaded once is not loaded again:
// `runtime-keys.jsonl` beside `node_modules` has it.

import { existsSync, readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { extractNpm } from '../../../src/extract/npm/extractNpm.ts'
import { readJavaScript } from '../../../src/extract/npm/javascript/readJavaScript.ts'
import { type EntryPoint, entryPoints } from '../../../src/extract/npm/manifest/entryPoints.ts'
import { PackageResolver } from '../../../src/extract/npm/manifest/packageResolver.ts'
import type { NpmPackage } from '../../../src/extract/npm/package.ts'
import type { Entry } from '../../../src/table/format/table.ts'
import { diskPackage, installedDependencies } from './diskPackage.ts'
import { LoadedKeys, type RuntimeKeys } from './runtimeKeys.ts'

/** Of one package; evenly, sorted by name. */
const SUBPATHS_MAX = 12

type Comparison = Readonly<{
  specifier: string
  kind: string
  state: string
  reason: string | null
  /** Names that are claimed to be there at run time. */
  found: readonly string[]
  keys: RuntimeKeys
}>

function some(points: readonly EntryPoint[]): EntryPoint[] {
  const loadable = points.filter(
    ({ via, import: imported, require: required }) =>
      via !== 'deep' && (imported !== null || required !== null),
  )
  const step = Math.max(1, loadable.length / SUBPATHS_MAX)
  return loadable.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
}

function specifierOf({ name }: NpmPackage, { subpath }: EntryPoint): string {
  return name + subpath.slice(1)
}

async function javascriptPass(loaded: LoadedKeys, from: NpmPackage): Promise<Comparison[]> {
  const reader = readJavaScript(from, (name, of) => installedDependencies.get(name, of))
  const rows: Comparison[] = []
  for (const point of some(entryPoints(new PackageResolver(from)).points)) {
    const specifier = specifierOf(from, point)
    for (const kind of ['require', 'import'] as const) {
      const file = point[kind]
      if (file === null || (kind === 'import' && file === point.require)) continue
      const { format, state, reason, names } = reader.module(file)
      // What `require` makes of an ES module is a matter of Node's release.
      const how = format === 'esm' && file === point.import ? 'import' : kind
      const keys = await loaded.of(specifier, how)
      if (keys === null) continue
      // Importing CommonJS makes a `default` of the module itself, which `require` does not.
      const isMade = format !== 'esm' && kind === 'import'
      const found = names.map(({ name }) => name)
      rows.push({
        specifier,
        kind,
        state,
        reason,
        found: isMade ? [...found, 'default'] : found,
        keys,
      })
    }
  }
  return rows
}

async function wholeTable(loaded: LoadedKeys, from: NpmPackage): Promise<Comparison[]> {
  const { table } = extractNpm(from, installedDependencies)
  const rows: Comparison[] = []
  for (const point of some(entryPoints(new PackageResolver(from)).points)) {
    const specifier = specifierOf(from, point)
    const required = point.require === null ? null : await loaded.of(specifier, 'require')
    const imported = point.import === null ? null : await loaded.of(specifier, 'import')
    const both = [required, imported].filter((keys) => keys !== null)
    const module = table.modules.find(({ name }) => name === point.subpath)
    if (both.length === 0 || module === undefined) continue
    const keys = {
      own: [...new Set(both.flatMap(({ own }) => own))],
      all: [...new Set(both.flatMap(({ all }) => all))],
    }
    const there = new Set(keys.all)
    // Declarations may claim what they like: only names that the code is said to have are ours. What
    // `import` adds cannot be seen where Node does not import the file (a path without its ending).
    const isOurs = ({ name, origin, isTypeOnly }: Entry) =>
      origin === 'js' && !isTypeOnly && (name !== 'default' || imported !== null)
    const found = module.entries
      .filter((entry) => there.has(entry.name) || isOurs(entry))
      .map(({ name }) => name)
    const { state, stateReason: reason } = module
    rows.push({ specifier, kind: 'whole', state, reason, found, keys })
  }
  return rows
}

type Installed = Readonly<{ folder: string; name: string }>

function topOf(folder: string): string[] {
  return readdirSync(join(folder, 'node_modules')).flatMap((name) => {
    if (name.startsWith('.')) return []
    if (!name.startsWith('@')) return [name]
    return readdirSync(join(folder, 'node_modules', name)).map((inner) => `${name}/${inner}`)
  })
}

function installed(folder: string): Installed[] {
  if (existsSync(join(folder, 'node_modules')))
    return topOf(folder).map((name) => ({ folder, name }))
  return readdirSync(folder)
    .map((inner) => ({ folder: join(folder, inner), name: inner.replace('+', '/') }))
    .filter((one) => existsSync(join(one.folder, 'node_modules', one.name, 'package.json')))
}

const { values, positionals } = parseArgs({
  options: { whole: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [folder, ...names] = positionals
if (folder === undefined) throw new Error('usage: runtimeCompare.ts <folder> [--whole] [package…]')
const sums = { modules: 0, open: 0, expected: 0, found: 0, missing: 0, excused: 0, wrong: 0 }
const loadedOf = new Map<string, LoadedKeys>()

function count({ specifier, kind, state, reason, found, keys }: Comparison): void {
  const ours = new Set(found)
  const theirs = new Set(keys.all)
  const missing = keys.own.filter((name) => !ours.has(name))
  const wrong = found.filter((name) => !theirs.has(name))
  const isOpen = state !== 'complete'
  sums.modules += 1
  sums.open += isOpen ? 1 : 0
  sums.expected += keys.own.length
  sums.found += found.length
  sums.missing += missing.length
  sums.excused += isOpen ? missing.length : 0
  sums.wrong += wrong.length
  if (missing.length === 0 && wrong.length === 0 && !isOpen) return
  const list = (some: readonly string[]) => `${some.length} ${some.slice(0, 6).join(' ')}`
  console.log(
    `${specifier} ${kind} ${found.length}/${keys.own.length} ${state} ${reason ?? ''}`,
    `missing ${list(missing)} wrong ${list(wrong)}`,
  )
}

for (const { folder: at, name } of installed(folder)) {
  // Node would load its own module of that name.
  if (builtinModules.includes(name) || (names.length > 0 && !names.includes(name))) continue
  const started = process.cpuUsage()
  const from = { ...diskPackage(join(at, 'node_modules', name)), name }
  const loaded = loadedOf.get(at) ?? new LoadedKeys(at)
  loadedOf.set(at, loaded)
  const rows = values.whole ? await wholeTable(loaded, from) : await javascriptPass(loaded, from)
  for (const row of rows) count(row)
  const { user } = process.cpuUsage(started)
  if (user > 5_000_000) console.log(`${name} took ${Math.round(user / 1_000)} ms`)
}
const share = (part: number, of: number) => `${(100 - (100 * part) / of).toFixed(2)} %`
console.log(
  `${sums.modules} modules, ${sums.open} of them not complete; ${sums.expected} names at run time:`,
  `recall ${share(sums.missing, sums.expected)} (${sums.missing} missing, ${sums.missing - sums.excused}`,
  `of them where the module is called complete),`,
  `precision ${share(sums.wrong, sums.found)} (${sums.wrong} wrong)`,
)
