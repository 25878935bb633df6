// The compiler's word on a pair of releases: which callers of the older one compile with it and not
// with the newer one.

import { join } from 'node:path'
import type ts from 'typescript-6'
import { entryPoints } from '../../../../src/extract/npm/manifest/entryPoints.ts'
import { isMade } from '../../../../src/extract/npm/manifest/isMade.ts'
import { isTooling } from '../../../../src/extract/npm/manifest/isTooling.ts'
import { PackageResolver } from '../../../../src/extract/npm/manifest/packageResolver.ts'
import { diskPackage } from '../../npm/diskPackage.ts'
import { type Caller, callersOf, type Module } from './callers.ts'
import { failures, type ImportLine, programOf } from './compile.ts'

/** Of a package with more subpaths than this, so many are taken, evenly. */
const SUBPATHS_MAX = 40

export type Broken = Readonly<{ symbol: string; what: string; text: string; said: string }>

export type Judgement = Readonly<{
  /** How many callers there are for each symbol. */
  asked: Readonly<Record<string, number>>
  broken: readonly Broken[]
  /** Callers on which the compiler came to grief. */
  unknown: number
}>

type CallersIn = Readonly<{ imports: readonly ImportLine[]; callers: readonly Caller[] }>

/** Callers of a package that is installed in a folder, and the lines that they need before them. */
export function callersIn(folder: string, name: string): CallersIn {
  const modules = modulesOf(folder, name)
  const main = join(folder, 'main.ts')
  const first = modules.map(({ specifier, isRequired }, i) =>
    isRequired
      ? `import m${i} = require(${JSON.stringify(specifier)})`
      : `import * as m${i} from ${JSON.stringify(specifier)}`,
  )
  const probe = programOf(folder, new Map([[main, `${first.join('\n')}\nexport {}`]]))
  const imports = modules.flatMap((module, i) => importLines(probe, main, module, i))
  const text = [...imports.map((one) => one.text), 'export {}'].join('\n')
  const program = programOf(folder, new Map([[main, text]]))
  const file = program.getSourceFile(main)
  if (file === undefined) throw new Error('no program')
  return { imports, callers: callersOf(program, file, modules) }
}

export function judgePair(
  name: string,
  folders: Readonly<{ from: string; to: string }>,
): Judgement {
  const { imports, callers } = callersIn(folders.from, name)
  const before = failures(folders.from, imports, callers)
  const fit = callers.filter((_, i) => !before.said.has(i) && !before.unknown.has(i))
  const after = failures(folders.to, imports, fit)
  const asked: Record<string, number> = {}
  for (const [i, { symbol }] of fit.entries()) {
    if (!after.unknown.has(i)) asked[symbol] = (asked[symbol] ?? 0) + 1
  }
  const broken = [...after.said].map(([i, said]) => {
    const { symbol = '', what = '', text = '' } = fit[i] ?? {}
    return { symbol, what, text, said }
  })
  const unknown = before.unknown.size + after.unknown.size
  console.error(
    `${name}: ${callers.length} callers, ${fit.length} compile, ${broken.length} break, ${unknown} are too much`,
  )
  return { asked, broken, unknown }
}

function modulesOf(folder: string, name: string): readonly Module[] {
  const from = diskPackage(join(folder, 'node_modules', name))
  const { points } = entryPoints(new PackageResolver(from))
  const all = points.filter(
    (point) =>
      !/\*|package\.json$/.test(point.subpath) &&
      !isTooling(point, from.manifest) &&
      !isMade(point),
  )
  const every = Math.max(1, Math.ceil(all.length / SUBPATHS_MAX))
  const some = all.filter(({ subpath }, place) => subpath === '.' || place % every === 0)
  // A package of `@types` is imported under the name that it describes.
  const asked = name.replace(/^@types\//, '').replace(/^([^/]+)__/, '@$1/')
  return some.flatMap(({ subpath, typesRequired, require }) => {
    const path = `${name}${subpath.slice(1)}`
    const specifier = `${asked}${subpath.slice(1)}`
    const imported = { path, specifier, isRequired: false }
    const required = { path, specifier, isRequired: true }
    if (typesRequired !== null) return [imported, required]
    return require === null ? [imported] : [imported, { ...required, isTheSame: true as const }]
  })
}

/** What exports by assignment is imported by one, and a default as such. */
function importLines(
  program: ts.Program,
  main: string,
  { specifier, isRequired }: Module,
  index: number,
): readonly ImportLine[] {
  const written = JSON.stringify(specifier)
  const required = { text: `import m${index} = require(${written})`, name: `m${index}` }
  if (isRequired) return [required]
  const statement = program.getSourceFile(main)?.statements[index]
  const node =
    statement !== undefined && 'moduleSpecifier' in statement
      ? (statement as ts.ImportDeclaration).moduleSpecifier
      : undefined
  const symbol = node && program.getTypeChecker().getSymbolAtLocation(node)
  const has = (name: string) => symbol?.exports?.has(name as ts.__String) ?? false
  if (has('export=')) return [required]
  const all = { text: `import * as m${index} from ${written}`, name: `m${index}` }
  const own = { text: `import d${index} from ${written}`, name: `d${index}` }
  return has('default') ? [all, own] : [all]
}
