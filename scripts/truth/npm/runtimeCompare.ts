// Compares the names that the JavaScript pass finds with those of the loaded modules:
// `npx tsx scripts/truth/npm/runtimeCompare.ts <folder with node_modules> <package>…`. Without
// names, everything that is installed at the top. Each module is loaded as Node would load it for
// the file that was read.

import { readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { readJavaScript } from '../../../src/extract/npm/javascript/readJavaScript.ts'
import { entryPoints } from '../../../src/extract/npm/manifest/entryPoints.ts'
import { PackageResolver } from '../../../src/extract/npm/manifest/packageResolver.ts'
import type { NpmPackage } from '../../../src/extract/npm/package.ts'
import { diskPackage, installedDependencies } from './diskPackage.ts'
import { type RuntimeKeys, runtimeKeys } from './runtimeKeys.ts'

/** Of one package; the first ones, sorted by name. */
const SUBPATHS_MAX = 12

export type Comparison = Readonly<{
  specifier: string
  kind: 'require' | 'import'
  state: string
  reason: string | null
  found: number
  /** Names at run time. */
  expected: number
  missing: readonly string[]
  wrong: readonly string[]
}>

export async function comparePackage(folder: string, from: NpmPackage): Promise<Comparison[]> {
  const resolver = new PackageResolver(from)
  const reader = readJavaScript(from, (name, of) => installedDependencies.get(name, of))
  const { points } = entryPoints(resolver)
  const rows: Comparison[] = []
  for (const point of points
    .filter(({ via }) => via === 'main' || via === 'exports')
    .slice(0, SUBPATHS_MAX)) {
    const specifier = from.name + point.subpath.slice(1)
    for (const kind of ['require', 'import'] as const) {
      const file = point[kind]
      if (file === null || (kind === 'import' && file === point.require)) continue
      const read = reader.module(file)
      // What `require` makes of an ES module is a matter of Node's release.
      const keys = await runtimeKeys(folder, specifier, read.format === 'esm' ? 'import' : kind)
      if (keys === null) continue
      const found = read.names.map(({ name }) => name)
      rows.push({
        specifier,
        kind,
        state: read.state,
        reason: read.reason,
        found: found.length,
        ...differences(found, keys),
      })
    }
  }
  return rows
}

function differences(found: readonly string[], { own, all }: RuntimeKeys) {
  const ours = new Set(found)
  const theirs = new Set(all)
  return {
    expected: own.length,
    missing: own.filter((name) => !ours.has(name)),
    wrong: found.filter((name) => !theirs.has(name)),
  }
}

function installed(folder: string): string[] {
  return readdirSync(join(folder, 'node_modules')).flatMap((name) => {
    if (name.startsWith('.')) return []
    if (!name.startsWith('@')) return [name]
    return readdirSync(join(folder, 'node_modules', name)).map((inner) => `${name}/${inner}`)
  })
}

const [folder, ...names] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: runtimeCompare.ts <folder> [package…]')
let expected = 0
let missing = 0
let wrong = 0
let found = 0
let excused = 0
let modules = 0
let dynamic = 0
for (const name of names.length > 0 ? names : installed(folder)) {
  // Node would load its own module of that name.
  if (builtinModules.includes(name)) continue
  const started = performance.now()
  const from = { ...diskPackage(join(folder, 'node_modules', name)), name }
  for (const row of await comparePackage(folder, from)) {
    modules += 1
    if (row.state !== 'complete') dynamic += 1
    expected += row.expected
    found += row.found
    missing += row.missing.length
    wrong += row.wrong.length
    if (row.state !== 'complete') excused += row.missing.length
    if (row.missing.length > 0 || row.wrong.length > 0 || row.state !== 'complete')
      console.log(
        `${row.specifier} ${row.kind} ${row.found}/${row.expected} ${row.state} ${row.reason ?? ''}`,
        `missing ${row.missing.length} ${row.missing.slice(0, 6).join(' ')}`,
        `wrong ${row.wrong.length} ${row.wrong.slice(0, 6).join(' ')}`,
      )
  }
  const tookMs = performance.now() - started
  if (tookMs > 5_000) console.log(`${name} took ${tookMs.toFixed(0)} ms, loading included`)
}
console.log(
  `${modules} modules, ${dynamic} of them not complete; ${expected} names at run time`,
  `recall ${(100 - (100 * missing) / expected).toFixed(2)} %`,
  `(${missing} missing, ${excused} of them where the module says that it is not complete),`,
  `precision ${(100 - (100 * wrong) / found).toFixed(2)} % (${wrong} wrong)`,
)
