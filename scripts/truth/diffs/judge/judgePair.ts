// The compiler's word on a pair of releases: which callers of the older one compile with it and not
// with the newer one.

import { join } from 'node:path'
import { entryPoints } from '../../../../src/extract/npm/manifest/entryPoints.ts'
import { PackageResolver } from '../../../../src/extract/npm/manifest/packageResolver.ts'
import { diskPackage } from '../../npm/diskPackage.ts'
import { callersOf, importText, type Module } from './callers.ts'
import { failures, programOf } from './compile.ts'

/** Of a package with more subpaths than this, so many are taken, evenly. */
const SUBPATHS_MAX = 40

export type Broken = Readonly<{ symbol: string; what: string; text: string; said: string }>

export type Judgement = Readonly<{
  /** How many callers there are for each symbol. */
  asked: Readonly<Record<string, number>>
  broken: readonly Broken[]
}>

export function judgePair(
  name: string,
  folders: Readonly<{ from: string; to: string }>,
): Judgement {
  const modules = modulesOf(folders.from, name)
  const main = join(folders.from, 'main.ts')
  // What exports by assignment is imported by one.
  const first = modules.map((module, i) => importText(i, module, false))
  const probe = programOf(folders.from, new Map([[main, `${first.join('\n')}\nexport {}`]]))
  const imports = modules.map((module, i) => importText(i, module, isAssigned(probe, main, i)))
  const program = programOf(folders.from, new Map([[main, `${imports.join('\n')}\nexport {}`]]))
  const file = program.getSourceFile(main)
  if (file === undefined) throw new Error('no program')
  const callers = callersOf(program, file, modules)
  const unfit = failures(folders.from, modules, imports, callers)
  const fit = callers.filter((_, i) => !unfit.has(i))
  const failed = failures(folders.to, modules, imports, fit)
  const asked: Record<string, number> = {}
  for (const { symbol } of fit) asked[symbol] = (asked[symbol] ?? 0) + 1
  const broken = [...failed].map(([i, said]) => {
    const { symbol = '', what = '', text = '' } = fit[i] ?? {}
    return { symbol, what, text, said }
  })
  console.error(`${name}: ${callers.length} callers, ${fit.length} compile, ${broken.length} break`)
  return { asked, broken }
}

function modulesOf(folder: string, name: string): readonly Module[] {
  const { points } = entryPoints(
    new PackageResolver(diskPackage(join(folder, 'node_modules', name))),
  )
  const all = points.map(({ subpath }) => subpath).filter((one) => !/\*|package\.json$/.test(one))
  const every = Math.max(1, Math.ceil(all.length / SUBPATHS_MAX))
  const some = all.filter((subpath, place) => subpath === '.' || place % every === 0)
  // A package of `@types` is imported under the name that it describes.
  const asked = name.replace(/^@types\//, '').replace(/^([^/]+)__/, '@$1/')
  return some.map((subpath) => ({
    path: `${name}${subpath.slice(1)}`,
    specifier: `${asked}${subpath.slice(1)}`,
  }))
}

function isAssigned(program: ReturnType<typeof programOf>, main: string, index: number): boolean {
  const statement = program.getSourceFile(main)?.statements[index]
  if (statement === undefined || !('moduleSpecifier' in statement)) return false
  const { moduleSpecifier } = statement as { moduleSpecifier?: import('typescript-6').Node }
  const symbol = moduleSpecifier && program.getTypeChecker().getSymbolAtLocation(moduleSpecifier)
  return symbol?.exports?.has('export=' as import('typescript-6').__String) ?? false
}
