// From the files of a release to its symbol table, without running a line of them: declarations of
// its own or of `@types`, united with what its JavaScript exports.

import type { Entry, ModuleTable, Origin, SymbolTable } from '../../table/table.ts'
import { importAdditions } from './declarations/additions.ts'
import { byName, Definitions, type Home } from './declarations/definitions.ts'
import { Names } from './declarations/names.ts'
import { type Dependencies, Program, typesPackage, type Wanted } from './declarations/program.ts'
import { Shapes } from './declarations/shapes.ts'
import { ModuleSymbol } from './declarations/symbols.ts'
import { TYPES_IMPORT } from './manifest/conditions.ts'
import { type EntryPoint, entryPoints } from './manifest/entryPoints.ts'
import type { NpmPackage } from './package.ts'

export type { Dependencies, Wanted } from './declarations/program.ts'
export type { NpmPackage } from './package.ts'

export type NpmExtraction = Readonly<{
  table: SymbolTable
  /** Packages that names and bases lead to and that were not there. */
  wanted: readonly Wanted[]
}>

/** A module of the table before its entries are made. */
type OpenModule = Readonly<{
  point: EntryPoint
  module: ModuleSymbol | null
  file: string | null
  origin: Origin
}>

export function extractNpm(from: NpmPackage, dependencies: Dependencies): NpmExtraction {
  const program = new Program(from, dependencies)
  const { points } = entryPoints(program.root.resolver)
  importAdditions(program, points)
  const names = new Names(program)
  const definitions = new Definitions(new Shapes(names))
  const modules = openModules(program, points)
  claimHomes(names, definitions, modules)
  const builder = new ModuleBuilder(names, definitions)
  const tables = modules.map((module) => builder.table(module))
  const unreadable = [...program.problems].map(([file, reason]) => ({ file, reason }))
  return {
    table: {
      modules: tables.sort(byName),
      unreadable: unreadable.sort((one, other) => (one.file < other.file ? -1 : 1)),
    },
    wanted: program.wanted,
  }
}

function openModules(program: Program, points: readonly EntryPoint[]): OpenModule[] {
  const main = points.find(({ via }) => via === 'main')
  const isTyped = main === undefined ? points.some(({ types }) => types) : main.types !== null
  const types = isTyped ? null : typesPackage(program.root.name)
  const described = types === null ? null : program.companion(types)
  return points.map((point) => {
    if (point.types !== null) {
      const module = program.entryModule(program.root, point.types)
      return { point, module, file: point.types, origin: 'dts' }
    }
    const path = described?.entry(point.subpath, TYPES_IMPORT) ?? null
    if (described === null || path === null) {
      return { point, module: null, file: point.import ?? point.require, origin: 'js' }
    }
    return { point, module: program.entryModule(described, path), file: null, origin: 'types' }
  })
}

/** A definition is at home under the shortest path that leads to it. */
function claimHomes(names: Names, definitions: Definitions, modules: readonly OpenModule[]): void {
  const order = modules.toSorted(
    ({ point: one }, { point: other }) =>
      one.subpath.length - other.subpath.length || (one.subpath < other.subpath ? -1 : 1),
  )
  for (const { point, module } of order) {
    if (module === null) continue
    const exported = [...names.exportsOf(module)].sort(([one], [other]) => (one < other ? -1 : 1))
    // `default` last: what has a name besides is known by that.
    for (const isDefault of [false, true]) {
      for (const [name, { symbol }] of exported) {
        if ((name === 'default') !== isDefault) continue
        const target = names.resolve(symbol)?.target
        if (target !== undefined)
          definitions.claim(target, { module: point.subpath, name: ownName(name, target) })
      }
    }
    const equals = names.equals(module)?.target
    if (equals !== undefined)
      definitions.claim(equals, { module: point.subpath, name: ownName('default', equals) })
  }
}

/** What is only `default` to others is known by the name it was declared with. */
function ownName(name: string, target: ModuleSymbol | Readonly<{ name: string }>): string {
  if (name !== 'default' || target instanceof ModuleSymbol) return name
  return target.name.replace(/^_+default$/, 'default')
}

class ModuleBuilder {
  readonly #names: Names
  readonly #definitions: Definitions

  constructor(names: Names, definitions: Definitions) {
    this.#names = names
    this.#definitions = definitions
  }

  table({ point, module, file, origin }: OpenModule): ModuleTable {
    const missing = module === null ? [] : this.#names.missingStars(module)
    const isDynamic = missing.length > 0
    return {
      name: point.subpath,
      isPublic: point.via !== 'deep',
      state: isDynamic ? 'dynamic' : 'complete',
      stateReason: isDynamic ? `takes over all names of ${missing.slice(0, 5).join(', ')}` : null,
      doc: null,
      deprecation: null,
      file,
      origin,
      entries: module === null ? [] : this.#entries(module, point.subpath),
    }
  }

  #entries(module: ModuleSymbol, subpath: string): Entry[] {
    const entries = new Map<string, Entry>()
    for (const [name, exported] of this.#names.exportsOf(module)) {
      const home: Home = { module: subpath, name }
      entries.set(name, this.#definitions.entry(name, exported, home))
    }
    for (const entry of this.#equals(module, subpath)) {
      if (!entries.has(entry.name)) entries.set(entry.name, entry)
    }
    return [...entries.values()].sort(byName)
  }

  /** `export = x`: x under `default`, and below it names that the module has as well. */
  #equals(module: ModuleSymbol, subpath: string): Entry[] {
    const found = this.#names.equals(module)
    if (found === null) return []
    const { target, isTypeOnly } = found
    const definition = this.#definitions.of(target, { module: subpath, name: 'default' })
    const entry: Entry = {
      name: 'default',
      definition,
      origin: 'inherited',
      isPublic: true,
      isTypeOnly,
    }
    if (target instanceof ModuleSymbol) return [entry]
    // Statics of a class are names of the module to a checker; the rest comes through its type.
    const own = target.has('class') ? this.#definitions.statics(target) : []
    const through = target.has('class') ? [] : this.#definitions.values(target)
    return [entry, ...own, ...through.map((one): Entry => ({ ...one, origin: 'inherited' }))]
  }
}
