// What the TypeScript checker says of an installed package: what each entry point exports, of which
// kind, with which members. `npx tsx scripts/truth/npm/checker.ts <cache> <package>` writes
// truth.json into the package's folder; compare.ts calls it for all.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-6'
import { entryPoints } from '../../../src/extract/npm/manifest/entryPoints.ts'
import { PackageResolver } from '../../../src/extract/npm/manifest/packageResolver.ts'
import { diskPackage } from './diskPackage.ts'

/** Of a package with more subpaths than this, so many are taken, evenly. */
const SUBPATHS_MAX = 60

export type TruthMember = Readonly<{ private?: true; from: 'own' | 'dependency' | 'lib' | 'node' }>
export type TruthSymbol = Readonly<{
  /** Kinds of all declarations that merge, with `+` between. */
  kind: string
  members: Readonly<Record<string, TruthMember>> | null
}>
export type Truth = Readonly<{
  package: string
  version: string
  cpuMs: number
  entries: Readonly<Record<string, Readonly<Record<string, TruthSymbol>>>>
}>

const { SymbolFlags, TypeFlags } = ts
const KINDS: readonly (readonly [string, number])[] = [
  ['class', SymbolFlags.Class],
  ['function', SymbolFlags.Function],
  ['enum', SymbolFlags.Enum],
  ['interface', SymbolFlags.Interface],
  ['type', SymbolFlags.TypeAlias],
  ['namespace', SymbolFlags.Namespace],
  ['variable', SymbolFlags.Variable],
  ['method', SymbolFlags.Method],
  ['property', SymbolFlags.Property | SymbolFlags.Accessor],
]

function subpathsOf(folder: string, max: number): string[] {
  const { points } = entryPoints(new PackageResolver(diskPackage(folder)))
  const all = points.map(({ subpath }) => subpath)
  const every = Math.max(1, Math.ceil(all.length / max))
  return all.filter((subpath, place) => subpath === '.' || place % every === 0)
}

/** Of a package with more entry points than `subpathsMax`, so many are asked for, evenly. */
export function askChecker(folder: string, name: string, subpathsMax = SUBPATHS_MAX): Truth {
  const installed = join(folder, 'node_modules', name)
  const { version } = diskPackage(installed)
  const subpaths = subpathsOf(installed, subpathsMax)
  // A package of `@types` is asked for under the name that it describes.
  const asked = name.replace(/^@types\//, '').replace(/^([^/]+)__/, '@$1/')
  const source = subpaths
    .map((subpath, place) => `import * as m${place} from '${asked}${subpath.slice(1)}'\n`)
    .join('')
  const main = join(folder, 'truth.mts')
  writeFileSync(main, source)
  const before = process.cpuUsage()
  const program = ts.createProgram([main], { ...optionsIn(folder), strict: true })
  const checker = program.getTypeChecker()
  const reader = new Reader(program, checker, installed)
  const entries: Record<string, Record<string, TruthSymbol>> = {}
  const file = program.getSourceFile(main)
  for (const [place, statement] of (file?.statements ?? []).entries()) {
    if (!ts.isImportDeclaration(statement)) continue
    const module = checker.getSymbolAtLocation(statement.moduleSpecifier)
    const subpath = subpaths[place]
    if (module !== undefined && subpath !== undefined) entries[subpath] = reader.exports(module)
  }
  const { user, system } = process.cpuUsage(before)
  return { package: name, version, cpuMs: Math.round((user + system) / 1000), entries }
}

/** What the checker makes of the JavaScript of the entry points: how many names their files export. */
export function askCheckerForJavaScript(folder: string, name: string): number {
  const installed = join(folder, 'node_modules', name)
  const { points } = entryPoints(new PackageResolver(diskPackage(installed)))
  const paths = points.flatMap((point) => [point.import, point.require])
  const files = [...new Set(paths)].flatMap((path) => {
    return path !== null && /\.[cm]?jsx?$/.test(path) ? join(installed, path) : []
  })
  const options = { ...optionsIn(folder), allowJs: true, maxNodeModuleJsDepth: 10 }
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const reader = new Reader(program, checker, installed)
  return files.reduce((sum, path) => {
    const file = program.getSourceFile(path)
    const module = file && checker.getSymbolAtLocation(file)
    return sum + (module ? Object.keys(reader.exports(module)).length : 0)
  }, 0)
}

function optionsIn(folder: string): ts.CompilerOptions {
  return {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    noEmit: true,
    esModuleInterop: true,
    types: ['node'],
    typeRoots: [join(folder, 'node_modules/@types')],
  }
}

class Reader {
  readonly #program: ts.Program
  readonly #checker: ts.TypeChecker
  readonly #installed: string
  readonly #known = new Map<ts.Symbol, TruthSymbol>()

  constructor(program: ts.Program, checker: ts.TypeChecker, installed: string) {
    this.#program = program
    this.#checker = checker
    this.#installed = installed
  }

  exports(module: ts.Symbol): Record<string, TruthSymbol> {
    const found: Record<string, TruthSymbol> = Object.create(null)
    for (const symbol of this.#checker.getExportsOfModule(module)) {
      const { name } = symbol
      if (name === 'export=' || name.startsWith('__@')) continue
      if (symbol.flags & SymbolFlags.Prototype) continue
      found[name] = this.#symbol(symbol)
    }
    return found
  }

  #symbol(symbol: ts.Symbol): TruthSymbol {
    const isAlias = (symbol.flags & SymbolFlags.Alias) !== 0
    const target = isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol
    const known = this.#known.get(target)
    if (known !== undefined) return known
    const kinds = KINDS.filter(([, flag]) => (target.flags & flag) !== 0).map(([kind]) => kind)
    const isUnknown = kinds.length === 0 || target.name === 'unknown'
    const kind = isUnknown ? 'unknown' : kinds.join('+')
    const made = { kind, members: isUnknown ? null : this.#members(target) }
    this.#known.set(target, made)
    return made
  }

  #members(symbol: ts.Symbol): Record<string, TruthMember> | null {
    const checker = this.#checker
    const { flags } = symbol
    const found: ts.Symbol[] = []
    if (flags & (SymbolFlags.Class | SymbolFlags.Interface))
      found.push(...checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)))
    if (flags & SymbolFlags.Class)
      found.push(...checker.getPropertiesOfType(checker.getTypeOfSymbol(symbol)))
    if (flags & (SymbolFlags.Namespace | SymbolFlags.Enum))
      found.push(...checker.getExportsOfModule(symbol))
    if (flags & SymbolFlags.Variable && !(flags & SymbolFlags.Class)) {
      const type = checker.getTypeOfSymbol(symbol)
      if (!isObjectType(type)) return found.length === 0 ? null : this.#listed(found)
      found.push(...checker.getPropertiesOfType(type))
    } else if (flags & SymbolFlags.TypeAlias) {
      const type = checker.getDeclaredTypeOfSymbol(symbol)
      if (!isObjectType(type)) return found.length === 0 ? null : this.#listed(found)
      found.push(...checker.getPropertiesOfType(type))
    } else if (!(flags & (SymbolFlags.Class | SymbolFlags.Interface | SymbolFlags.Namespace))) {
      return flags & SymbolFlags.Enum ? this.#listed(found) : null
    }
    return this.#listed(found)
  }

  #listed(members: readonly ts.Symbol[]): Record<string, TruthMember> {
    const found: Record<string, TruthMember> = Object.create(null)
    for (const member of members) {
      const { name } = member
      // Symbols and `#private` names are no names that can be asked for.
      if (/^(?:__[@#]|#)/.test(name) || member.flags & SymbolFlags.Prototype) continue
      if (name in found) continue
      const [declaration] = member.declarations ?? []
      const isPrivate =
        declaration !== undefined &&
        (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) !== 0
      const from = this.#from(declaration)
      found[name] = isPrivate ? { private: true, from } : { from }
    }
    return found
  }

  #from(declaration: ts.Declaration | undefined): TruthMember['from'] {
    const file = declaration?.getSourceFile()
    if (file === undefined) return 'own'
    if (this.#program.isSourceFileDefaultLibrary(file)) return 'lib'
    if (file.fileName.includes('/node_modules/@types/node/')) return 'node'
    return file.fileName.startsWith(`${this.#installed}/`) ? 'own' : 'dependency'
  }
}

function isObjectType(type: ts.Type): boolean {
  return (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0
}

/** The truth of a package, from the file where it is there. */
export function truthOf(folder: string, name: string): Truth {
  const file = join(folder, 'truth.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Truth
  const truth = askChecker(folder, name)
  writeFileSync(file, JSON.stringify(truth))
  return truth
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder, name] = process.argv
  if (folder === undefined || name === undefined)
    throw new Error('usage: checker.ts <folder> <name>')
  truthOf(folder, name)
}
