// From the files of a release to its symbol table, without running a line of them: declarations of
// its own or of `@types`, united with what its JavaScript exports.

import { byName, type Draft } from '../../table/draft.ts'
import type { Definition, Entry, ModuleTable, Origin, SymbolTable } from '../../table/table.ts'
import { importAdditions } from './declarations/additions.ts'
import { Definitions, type Home } from './declarations/definitions.ts'
import { Names } from './declarations/names.ts'
import type { PackageModel } from './declarations/packageModel.ts'
import { type Dependencies, Program, typesPackage, type Wanted } from './declarations/program.ts'
import { Shapes } from './declarations/shapes.ts'
import { ModuleSymbol } from './declarations/symbols.ts'
import { readJavaScript } from './javascript/readJavaScript.ts'
import { JavaScriptNames, type RuntimeNames } from './javascriptNames.ts'
import { TYPES_IMPORT, TYPES_REQUIRE } from './manifest/conditions.ts'
import { type EntryPoint, entryPoints } from './manifest/entryPoints.ts'
import { isTooling } from './manifest/isTooling.ts'
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
  /** What `require` gets, where that is declared otherwise. */
  required: ModuleSymbol | null
  file: string | null
  origin: Origin
}>

export type NpmOptions = Readonly<{
  /** False leaves out what only the code says: for comparisons with checkers. */
  withJavaScript?: boolean
  /** As in `ReadOptions`: for comparisons of tables, which are the same. */
  lateLengthMin?: number
}>

export function extractNpm(
  from: NpmPackage,
  dependencies: Dependencies,
  { withJavaScript = true, lateLengthMin }: NpmOptions = {},
): NpmExtraction {
  const program = new Program(from, dependencies)
  const { points, isComplete } = entryPoints(program.root.resolver)
  const names = new Names(program)
  const definitions = new Definitions(new Shapes(names))
  const modules = openModules(program, points)
  claimHomes(names, definitions, modules)
  const lookup = (name: string, of: NpmPackage = from) => dependencies.get(name, of)
  const reader = readJavaScript(from, lookup, lateLengthMin === undefined ? {} : { lateLengthMin })
  const javascript = withJavaScript ? new JavaScriptNames(reader) : null
  const builder = new ModuleBuilder(from.manifest, names, definitions, javascript, program.problems)
  // Those without declarations first: only they need the JavaScript of other packages.
  const isTyped = ({ module }: OpenModule) => module !== null
  const bare = modules.filter((module) => !isTyped(module)).map((one) => builder.table(one))
  for (const name of reader.wanted.keys()) program.want(name, program.root)
  const typed = modules.filter(isTyped).map((one) => builder.table(one))
  const unreadable = [...program.problems].map(([file, reason]) => ({ file, reason }))
  if (!isComplete)
    unreadable.push({ file: 'package.json', reason: 'has more entry points than are listed' })
  return {
    table: {
      modules: [...bare, ...typed, ...deepModules(program)].sort(byName),
      unreadable: unreadable.sort((one, other) => (one.file < other.file ? -1 : 1)),
    },
    wanted: program.wanted,
  }
}

/** Files that can be reached because nothing closes the package: there, and nobody's entry point. */
function deepModules({ root }: Program): ModuleTable[] {
  if (root.resolver.exports !== null) return []
  const { points } = entryPoints(root.resolver, { includeDeep: true })
  return points
    .filter(({ via }) => via === 'deep')
    .map(({ subpath, types, import: imported, require: required }) => ({
      name: subpath,
      isPublic: false,
      state: 'unread',
      stateReason: 'is no entry point',
      doc: null,
      deprecation: null,
      file: imported ?? required ?? types,
      origin: 'js',
      entries: [],
    }))
}

function openModules(program: Program, points: readonly EntryPoint[]): OpenModule[] {
  const main = points.find(({ via }) => via === 'main')
  const isTyped = main === undefined ? points.some(({ types }) => types) : main.types !== null
  const described = isTyped ? null : program.package(typesPackage(program.root.name), program.root)
  const files = points.map((point) => {
    if (point.types !== null) return { point, own: [point.types, point.typesRequired], other: [] }
    // Whoever describes the main module describes the others as well.
    const imported = described?.entry(point.subpath, TYPES_IMPORT) ?? null
    const required = described?.entry(point.subpath, TYPES_REQUIRE) ?? null
    return { point, own: [], other: [imported, required === imported ? null : required] }
  })
  const paths = (list: readonly (string | null)[]) => list.filter((path) => path !== null)
  importAdditions(program, program.root, paths(files.flatMap(({ own }) => own)))
  if (described !== null)
    importAdditions(program, described, paths(files.flatMap(({ other }) => other)))
  const opened = (model: PackageModel, point: EntryPoint, [first, second]: Halves) => ({
    point,
    module: program.entryModule(model, first ?? '', point.subpath),
    required:
      second == null || isSameText(model, first ?? '', second)
        ? null
        : program.entryModule(model, second, point.subpath),
  })
  return files.map(({ point, own, other }): OpenModule => {
    const [ofOwn = null] = own
    if (ofOwn !== null) return { ...opened(program.root, point, own), file: ofOwn, origin: 'dts' }
    if (described !== null && other.some((file) => file !== null))
      return { ...opened(described, point, other), file: null, origin: 'types' }
    const file = point.import ?? point.require
    return { point, module: null, required: null, file, origin: 'js' }
  })
}

/** The declarations that `import` gets, and those that `require` gets where they are other ones. */
type Halves = readonly (string | null)[]

/** Builds write the same declarations twice, with other endings in what they import. */
function isSameText(model: PackageModel, one: string, other: string): boolean {
  const plain = (file: string) =>
    model
      .text(file)
      ?.replace(/\.[cm]([jt]s)\b/g, '.$1')
      .replace(/^\/\/# sourceMapping.*$/m, '')
  return plain(one) === plain(other)
}

/** A definition is at home under the shortest path that leads to it. */
function claimHomes(names: Names, definitions: Definitions, modules: readonly OpenModule[]): void {
  const order = modules.toSorted(
    ({ point: one }, { point: other }) =>
      one.subpath.length - other.subpath.length || (one.subpath < other.subpath ? -1 : 1),
  )
  for (const { point, module, required } of order)
    for (const half of [module, required]) claimHalf(names, definitions, point, half)
}

function claimHalf(
  names: Names,
  definitions: Definitions,
  point: EntryPoint,
  module: ModuleSymbol | null,
): void {
  if (module === null) return
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

/** What is only `default` to others is known by the name it was declared with. */
function ownName(name: string, target: ModuleSymbol | Readonly<{ name: string }>): string {
  if (name !== 'default' || target instanceof ModuleSymbol) return name
  return target.name.replace(/^_+default$/, 'default')
}

class ModuleBuilder {
  readonly #names: Names
  readonly #definitions: Definitions
  readonly #javascript: JavaScriptNames | null
  readonly #problems: ReadonlyMap<string, string>
  readonly #manifest: unknown

  constructor(
    manifest: unknown,
    names: Names,
    definitions: Definitions,
    javascript: JavaScriptNames | null,
    problems: ReadonlyMap<string, string>,
  ) {
    this.#manifest = manifest
    this.#names = names
    this.#definitions = definitions
    this.#javascript = javascript
    this.#problems = problems
  }

  table({ point, module, required, file, origin }: OpenModule): ModuleTable {
    const declared = this.#declared(point.subpath, [module, required])
    const runtime = this.#javascript?.of(point, declared) ?? null
    const whole = declared?.find(({ name }) => name === 'default')?.definition
    if (whole !== undefined && runtime !== null && !hasAll(whole, runtime.ofDefault)) {
      // Definitions are drafts until the table is made.
      const draft = whole as Draft
      draft.isOpen = true
    }
    const problem = file === null ? undefined : this.#problems.get(file)
    const state = this.#state([module, required], runtime, problem)
    const entries = new Map<string, Entry>()
    for (const entry of [...(declared ?? []), ...(runtime?.entries ?? [])]) {
      if (!entries.has(entry.name)) entries.set(entry.name, entry)
    }
    // What `require` gives is the module by another name.
    const given = entries.get('default')?.definition
    if (state.state !== 'complete' && given?.kind === 'namespace') (given as Draft).isOpen = true
    return {
      name: point.subpath,
      // What a manifest says is known without a table.
      isPublic:
        point.via !== 'deep' &&
        !isTooling(point, this.#manifest) &&
        !/(^|\/)package\.json$/.test(file ?? ''),
      ...state,
      doc: null,
      deprecation: null,
      file,
      origin,
      entries: [...entries.values()].sort(byName),
    }
  }

  #state(
    [module = null, required = null]: readonly (ModuleSymbol | null)[],
    runtime: RuntimeNames | null,
    problem: string | undefined,
  ): Pick<ModuleTable, 'state' | 'stateReason'> {
    const halves = [module, required].filter((half) => half !== null)
    const unread = halves.map((half) => this.#names.unreadBehind(half))
    const all = unread.find((one) => one.all !== null)?.all ?? null
    const one = unread.find((each) => each.one !== null)?.one ?? null
    if (all !== null) return { state: 'unreadable', stateReason: `${all.path} ${all.unread}` }
    if (one !== null) return { state: 'dynamic', stateReason: `${one.path} ${one.unread}` }
    // One statement that makes no sense may hide those after it.
    if (problem !== undefined)
      return { state: 'dynamic', stateReason: `not understood: ${problem}` }
    const missing = halves.flatMap((half) => this.#names.missingStars(half))
    if (missing.length > 0) {
      const stateReason = `takes over all names of ${missing.slice(0, 5).join(', ')}`
      return { state: 'dynamic', stateReason }
    }
    // Nothing that can be imported, to a checker either; and what it declares is there all the same.
    if (module === null && runtime === null)
      return { state: 'dynamic', stateReason: 'is no module: its names are global' }
    // Declarations say what there is where the code cannot be read.
    const isDoubtful = module === null || runtime?.state === 'dynamic'
    if (runtime === null || !isDoubtful) return { state: 'complete', stateReason: null }
    return { state: runtime.state, stateReason: runtime.reason }
  }

  /** What both halves of a module declare; what only `require` gets counts as well. Null for none. */
  #declared(subpath: string, halves: readonly (ModuleSymbol | null)[]): readonly Entry[] | null {
    const there = halves.filter((half) => half !== null)
    const [first, ...others] = there.map((half) => this.#entries(half, subpath))
    if (first === undefined) return null
    const known = new Set(first.map(({ name }) => name))
    return [...first, ...others.flat().filter(({ name }) => !known.has(name))]
  }

  #entries(module: ModuleSymbol, subpath: string): Entry[] {
    const entries: Entry[] = []
    for (const [name, exported] of this.#names.exportsOf(module)) {
      if (this.#names.isCircular(exported.symbol)) continue
      const home: Home = { module: subpath, name }
      entries.push(this.#definitions.entry(name, exported, home))
    }
    return [...entries, ...this.#equals(module, subpath)]
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

/** Whether a definition lists every one of the names; null names are not known. */
function hasAll(definition: Definition, names: readonly string[] | null): boolean {
  if (names === null) return false
  const listed = new Set(definition.members.map(({ name }) => name))
  return names.every((name) => listed.has(name))
}
