// From the files of a release to its symbol table, without running a line of them: declarations of
// its own or of `@types`, united with what its JavaScript exports.

import { keptIn, keptOnce } from '../../domain/maps.ts'
import { byName } from '../../table/format/draft.ts'
import type {
  Definition,
  Entry,
  ModuleTable,
  Origin,
  SymbolTable,
} from '../../table/format/table.ts'
import { IS_OBJECT } from '../../table/objectModule.ts'
import { Definitions, type Home } from './declarations/definitions.ts'
import { hiddenTypes } from './declarations/hiddenTypes.ts'
import { Shapes } from './declarations/members/shapes.ts'
import { importAdditions } from './declarations/program/additions.ts'
import { Names, type Target } from './declarations/program/names.ts'
import type { PackageModel } from './declarations/program/packageModel.ts'
import {
  type Dependencies,
  Program,
  typesPackage,
  type Wanted,
} from './declarations/program/program.ts'
import { HostileDeclarations } from './declarations/program/sourceFile.ts'
import { SourceFiles } from './declarations/program/sourceFiles.ts'
import { ModuleSymbol } from './declarations/program/symbols.ts'
import type { JsDefinition } from './javascript/jsModule.ts'
import { javaScriptSyntax, type Run, readJavaScript } from './javascript/readJavaScript.ts'
import type { KeptRuns, Rounds } from './javascript/repeatedRuns.ts'
import { type JavaScriptNames, javascriptNames, type RuntimeNames } from './javascriptNames.ts'
import { TYPES_ANY, TYPES_IMPORT, TYPES_REQUIRE } from './manifest/conditions.ts'
import { type EntryPoint, type EntryPoints, keptEntryPoints } from './manifest/entryPoints.ts'
import { isMade } from './manifest/isMade.ts'
import { isTooling } from './manifest/isTooling.ts'
import { type PackageResolver, packageResolvers } from './manifest/packageResolver.ts'
import { moduleFormats, nodesOf } from './moduleFormats.ts'
import type { NpmPackage } from './package.ts'

export type { Dependencies, Wanted } from './declarations/program/program.ts'
export type { NpmPackage } from './package.ts'

type NpmExtraction = Readonly<{
  table: SymbolTable
  /** Packages that names and bases lead to and that were not there. */
  wanted: readonly Wanted[]
}>

/** What is wanted is known before the table is made, which then nobody may want. */
type LateExtraction = Readonly<{ table: () => SymbolTable; wanted: readonly Wanted[] }>

/** A module of the table before its entries are made. */
type OpenModule = Readonly<{
  point: EntryPoint
  module: ModuleSymbol | null
  /** What `require` gets, where that is declared otherwise. */
  required: ModuleSymbol | null
  file: string | null
  /** Files of `@types` that describe it. */
  described: Halves
  origin: Origin
}>

type State = Pick<ModuleTable, 'state' | 'stateReason'>

/** What declarations say of a module, before its code is looked at. */
type DeclaredModule = Readonly<{
  open: OpenModule
  /** Null where nothing is declared. */
  declared: readonly Entry[] | null
  stateWith: (runtime: RuntimeNames | null) => State
  /** How many definitions were copied until then. */
  copied: number
}>

type NpmOptions = Readonly<{
  /** False leaves out what only the code says: for comparisons with checkers. */
  withJavaScript?: boolean
  /** False leaves out what is no entry point. */
  withDeep?: boolean
  /** As in `ReadOptions`: for comparisons of tables, which are the same. */
  lateLengthMin?: number
  /** What an earlier extraction has parsed. */
  syntax?: NpmSyntax
  /** What an earlier extraction has read of the code. */
  memory?: CodeMemory
}>

type NpmSyntax = ReturnType<typeof npmSyntax>

/** The files of packages as syntax, which is the same whatever other packages there are. */
export function npmSyntax(lateLengthMin?: number) {
  const resolvers = packageResolvers()
  const javascript = javaScriptSyntax({ lateLengthMin, resolvers })
  const formats = new Map<NpmPackage, ReturnType<typeof moduleFormats>>()
  return {
    declarations: new SourceFiles(resolvers),
    javascript,
    entryPoints: keptEntryPoints(),
    formats: (of: NpmPackage) =>
      keptIn(formats, of, () => moduleFormats(resolvers(of), javascript.sources)),
  }
}

/** What the code of a package is to one round of reading, for the next. */
export type CodeMemory = Readonly<{
  rounds: Rounds<Run>
  definitions: Map<JsDefinition, Definition>
}>

/** Of the round after another one; of the first one where there is none. */
export function codeMemory(before: CodeMemory | null): CodeMemory {
  const into: KeptRuns<Run> = new Map()
  if (before === null) return { rounds: { earlier: null, into }, definitions: new Map() }
  const { rounds, definitions } = before
  const earlier = new Map([...(rounds.earlier ?? []), ...(rounds.into ?? [])])
  return { rounds: { earlier, into }, definitions }
}

/** Steps after which no further deep module is begun. */
const DEEP_STEPS_MAX = 1_000_000

export function extractNpm(
  from: NpmPackage,
  dependencies: Dependencies,
  options: NpmOptions = {},
): NpmExtraction {
  const extractor = npmExtractor(from, dependencies, options)
  if (options.withDeep === false) return extractor.entryPoints()
  const { wanted, table } = extractor.everything()
  return { wanted, table: table() }
}

/** First what a package offers, then what can be reached besides; neither is read twice. */
export function npmExtractor(
  from: NpmPackage,
  dependencies: Dependencies,
  {
    withJavaScript = true,
    lateLengthMin,
    syntax = npmSyntax(lateLengthMin),
    memory = { rounds: { earlier: null, into: null }, definitions: new Map() },
  }: NpmOptions = {},
) {
  const program = new Program(from, dependencies, syntax.declarations)
  const offered = syntax.entryPoints(program.root.resolver)
  const described = describing(program, offered.points)
  const names = new Names(program)
  const definitions = new Definitions(new Shapes(names))
  const files = filesOf(described, offered.points)
  addAll(program, described, files)
  const modules = openModules(program, described, files)
  claimHomes(names, definitions, modules)
  const lookup = (name: string, of: NpmPackage = from) => dependencies.get(name, of)
  const { rounds } = memory
  const reader = readJavaScript(from, lookup, { syntax: syntax.javascript, rounds })
  const javascript = withJavaScript ? javascriptNames(reader, memory.definitions) : null
  const build = moduleBuilder(from.manifest, names, definitions, javascript)
  /** Tables of modules by what they are made of: several paths may lead to the same files. */
  const made = new Map<string, ModuleTable>()
  // Those without declarations first: only they need the JavaScript of other packages.
  const ofBare = keptOnce(() => {
    const bare = modules.filter(({ module }) => module === null).map(tableOf)
    wantForNames()
    return bare
  })
  // Without a range nothing is followed for the sake of code, which can be read later then.
  if (program.root.hasRanges) ofBare()
  const typed = modules.filter(({ module }) => module !== null).map(build.declare)
  const { wanted } = program
  /** The code of what is declared makes nothing wanted: it is read when a table is to be made. */
  const ofShown = keptOnce(() => [...ofBare(), ...typed.map(finished)])

  /** The modules that the package offers. */
  const ofEntryPoints = keptOnce((): NpmExtraction => {
    const shown = ofShown()
    return { wanted: program.wanted, table: tableFrom(shown, offered.isComplete) }
  })

  /** Those, and every path that can be asked for because nothing closes the package. */
  function ofEverything(): LateExtraction {
    const { resolver } = program.root
    const shown = ofShown()
    // Looking for types that are hidden shows more of them to whoever looks again.
    if (resolver.exports !== null)
      return { wanted: program.wanted, table: () => tableFrom(shown, offered.isComplete) }
    const { points, isComplete } = deepPoints(resolver, described, shown, syntax.entryPoints)
    const deep = deepModules(openModules(program, described, filesOf(described, points)))
    const table = () => tableFrom([...shown, ...deep()], isComplete)
    return { wanted: program.wanted, table }
  }

  /** What is wanted for them is known before those that are declared are made. */
  function deepModules(open: readonly OpenModule[]): () => readonly ModuleTable[] {
    program.beginDeep()
    reader.beginDeep()
    const untyped = open.filter(({ module }) => module === null).sort(byUse)
    const declared = open.filter(({ module }) => module !== null).sort(byUse)
    const tables = orUnread(open, () => {
      claimHomes(names, definitions, open)
      const ofUntyped = untyped.map(deepTable)
      wantForNames()
      // Packages are wanted for names; what classes inherit in there is said to be open.
      for (const { module, required } of declared)
        for (const half of [module, required]) if (half !== null) names.missingStars(half)
      return ofUntyped
    })
    if (tables.isUnread) return () => tables.made
    return () => {
      const ofDeclared = () => program.quietly(() => declared.map(deepTable))
      return orUnread(open, () => [...tables.made, ...ofDeclared()]).made
    }
  }

  function deepTable(open: OpenModule): ModuleTable {
    const isSpent = program.steps > DEEP_STEPS_MAX && !made.has(keyOf(open))
    return isSpent ? unreadModule(open, 'too much to follow') : tableOf(open)
  }

  /** Under another path the same files are the same module, and no entry point. */
  function tableOf(open: OpenModule): ModuleTable {
    const key = keyOf(open)
    const there = made.get(key)
    return there === undefined || open.point.via !== 'deep'
      ? finished(build.declare(open))
      : { ...there, name: open.point.subpath, isPublic: false }
  }

  function finished(declared: DeclaredModule): ModuleTable {
    const table = build.finish(declared)
    made.set(keyOf(declared.open), table)
    return table
  }

  function wantForNames(): void {
    for (const name of reader.wanted.keys()) program.want(name, program.root)
  }

  function tableFrom(tables: readonly ModuleTable[], isComplete: boolean): SymbolTable {
    const unreadable = [...program.problems].map(([file, reason]) => ({ file, reason }))
    if (!isComplete)
      unreadable.push({ file: 'package.json', reason: 'has more entry points than are listed' })
    const hidden = program.quietly(() => hiddenTypes(tables, { names, definitions }))
    const formatsOf = syntax.formats(from)
    return {
      modules: tables.map((one) => ({ ...one, formats: formatsOf(one.name) })).sort(byName),
      nodes: nodesOf(from.manifest),
      unreadable: unreadable.sort((one, other) => (one.file < other.file ? -1 : 1)),
      ...(hidden.length === 0 ? {} : { hidden }),
    }
  }

  return { wanted, entryPoints: ofEntryPoints, everything: ofEverything }
}

/** Modules, or where that is too much all of them as unread: they may rest on each other. */
function orUnread(open: readonly OpenModule[], make: () => readonly ModuleTable[]) {
  try {
    return { isUnread: false, made: make() }
  } catch (error) {
    if (!(error instanceof HostileDeclarations)) throw error
    return { isUnread: true, made: open.map((one) => unreadModule(one, error.message)) }
  }
}

/** Who is asked for least is read last: there may be no steps left. */
const SELDOM =
  /(?:^|\/)(?:tests?|__tests__|specs?|examples?|demos?|bench(?:marks?)?|dist|umd|bundles?|min)\/|\.min\.js$/

function byUse({ point: one }: OpenModule, { point: other }: OpenModule): number {
  return Number(SELDOM.test(one.subpath)) - Number(SELDOM.test(other.subpath))
}

/** The files that a module is made of. */
function keyOf({ point, module, file, origin, described }: OpenModule): string {
  const { subpath, types, typesRequired, import: imported, require: required } = point
  // A script may declare several modules, each by its own name.
  const isScript = module === null ? types !== null : module.ambientName !== null
  const all = [isScript ? subpath : '', file, types, typesRequired, imported, required]
  return [origin, ...all, ...described].join('\n')
}

function unreadModule({ point, file, origin }: OpenModule, why: string): ModuleTable {
  return {
    ...{ name: point.subpath, isPublic: false, state: 'unread', stateReason: why },
    ...{ doc: null, deprecation: null, file, origin, entries: [] },
  }
}

/** What is not an entry point and can be asked for; in `@types` also what only that has. */
function deepPoints(
  resolver: PackageResolver,
  described: PackageModel | null,
  shown: readonly ModuleTable[],
  entryPoints: NpmSyntax['entryPoints'],
): EntryPoints {
  const known = new Set(shown.map(({ name }) => name))
  const own = entryPoints(resolver, { includeDeep: true })
  const points = own.points.filter(({ subpath }) => !known.has(subpath))
  for (const { subpath } of points) known.add(subpath)
  if (described === null) return { points, isComplete: own.isComplete }
  const theirs = entryPoints(described.resolver, { includeDeep: true })
  const isNew = ({ subpath, types }: EntryPoint) => types !== null && !known.has(subpath)
  const none = { types: null, typesRequired: null, import: null, require: null, asset: null }
  const more = theirs.points
    .filter(isNew)
    .map(({ subpath }): EntryPoint => ({ subpath, via: 'deep', ...none }))
  return { points: [...points, ...more], isComplete: own.isComplete && theirs.isComplete }
}

/** The package of `@types` that describes the root; null where it describes itself. */
function describing(program: Program, points: readonly EntryPoint[]): PackageModel | null {
  const main = points.find(({ via }) => via === 'main')
  const isTyped = main === undefined ? points.some(({ types }) => types) : main.types !== null
  return isTyped ? null : program.package(typesPackage(program.root.name), program.root)
}

/** A path and the declarations of it, in the package or in `@types`. */
type PointFiles = Readonly<{ point: EntryPoint; own: Halves; described: Halves }>

function filesOf(described: PackageModel | null, points: readonly EntryPoint[]): PointFiles[] {
  return points.map((point) => {
    const { subpath, types, typesRequired } = point
    if (types !== null) return { point, own: [types, typesRequired], described: [] }
    // Whoever describes the main module describes the others as well.
    const imported = described?.entry(subpath, TYPES_IMPORT) ?? null
    const required = described?.entry(subpath, TYPES_REQUIRE) ?? null
    return { point, own: [], described: [imported, required === imported ? null : required] }
  })
}

/** What files of the entry points add to other modules counts; what nobody imports does not. */
function addAll(
  program: Program,
  described: PackageModel | null,
  files: readonly PointFiles[],
): void {
  const paths = (list: readonly (string | null)[]) => list.filter((path) => path !== null)
  importAdditions(program, program.root, paths(files.flatMap(({ own }) => own)))
  if (described !== null)
    importAdditions(program, described, paths(files.flatMap((one) => one.described)))
}

function openModules(
  program: Program,
  describer: PackageModel | null,
  files: readonly PointFiles[],
): OpenModule[] {
  const opened = (model: PackageModel, { subpath }: EntryPoint, [first, second]: Halves) => ({
    module: program.entryModule(model, first ?? '', subpath),
    required:
      second == null || isSameText(model, first ?? '', second)
        ? null
        : program.entryModule(model, second, subpath),
  })
  return files.map(({ point, own, described }): OpenModule => {
    const [ofOwn = null] = own
    if (ofOwn !== null) {
      const origin = isUnmapped(program.root.resolver, point) ? 'unmapped' : 'dts'
      return { point, described, ...opened(program.root, point, own), file: ofOwn, origin }
    }
    if (describer !== null && described.some((file) => file !== null)) {
      const halves = opened(describer, point, described)
      return { point, described, ...halves, file: null, origin: 'types' }
    }
    const file = point.import ?? point.require ?? point.asset
    return { point, described, module: null, required: null, file, origin: 'js' }
  })
}

/** Only checkers of before `exports` find its declarations. */
function isUnmapped(resolver: PackageResolver, { subpath }: EntryPoint): boolean {
  if (resolver.exports === null) return false
  return [TYPES_IMPORT, TYPES_REQUIRE, TYPES_ANY].every(
    (resolution) => resolver.mappedFile(subpath, resolution) === null,
  )
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
    for (const half of [module, required])
      for (const [name, target] of half === null ? [] : namedBy(names, half))
        definitions.claim(target, { module: point.subpath, name: ownName(name, target) })
}

/** What a module exports, `default` last: what has a name besides is known by that. */
function* namedBy(names: Names, module: ModuleSymbol): Generator<[string, Target]> {
  const exported = [...names.exportsOf(module)].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const isDefault of [false, true]) {
    for (const [name, { symbol }] of exported) {
      const target = (name === 'default') === isDefault ? names.resolve(symbol)?.target : undefined
      if (target !== undefined) yield [name, target]
    }
  }
  const equals = names.equals(module)?.target
  if (equals !== undefined) yield ['default', equals]
}

/** What is only `default` to others is known by the name it was declared with. */
function ownName(name: string, target: ModuleSymbol | Readonly<{ name: string }>): string {
  if (name !== 'default' || target instanceof ModuleSymbol) return name
  return target.name.replace(/^_+default$/, 'default')
}

function moduleBuilder(
  manifest: unknown,
  names: Names,
  definitions: Definitions,
  javascript: JavaScriptNames | null,
) {
  function declare(open: OpenModule): DeclaredModule {
    const { point, module, required, file } = open
    const declared = declaredIn(point.subpath, [module, required])
    const problem = file === null ? undefined : names.program.problems.get(file)
    const stateWith = stateOf(point, [module, required], problem)
    return { open, declared, stateWith, copied: definitions.copied }
  }

  function finish({ open, declared, stateWith, copied }: DeclaredModule): ModuleTable {
    const { point, file, origin } = open
    const runtime = javascript?.(point, declared) ?? null
    const whole = declared?.find(({ name }) => name === 'default')?.definition
    if (whole !== undefined && runtime !== null && !hasAll(whole, runtime.ofDefault))
      definitions.open(whole, copied)
    const state = stateWith(runtime)
    const entries = new Map<string, Entry>()
    for (const entry of [...(declared ?? []), ...(runtime?.entries ?? [])]) {
      if (!entries.has(entry.name)) entries.set(entry.name, entry)
    }
    // What `require` gives is the module by another name.
    const given = entries.get('default')?.definition
    if (state.state !== 'complete' && given?.kind === 'namespace') definitions.open(given, copied)
    return {
      name: point.subpath,
      // What a manifest says is known without a table.
      isPublic:
        point.via !== 'deep' &&
        point.via !== 'conditional' &&
        point.asset === null &&
        !isTooling(point, manifest) &&
        !isMade(point) &&
        !/(^|\/)package\.json$/.test(file ?? ''),
      ...state,
      doc: null,
      deprecation: null,
      file,
      origin,
      entries: [...entries.values()].map((entry) => offered(point, entry)).sort(byName),
    }
  }

  function stateOf(
    point: EntryPoint,
    [module = null, required = null]: readonly (ModuleSymbol | null)[],
    problem: string | undefined,
  ): DeclaredModule['stateWith'] {
    const always = (state: State['state'], stateReason: string) => () => ({ state, stateReason })
    if (point.asset !== null) return always('opaque', 'is no JavaScript')
    if (point.types !== null && names.program.root.text(point.types) === null) {
      const stateReason = `${point.types} was not kept`
      return (runtime) => ({ state: runtime === null ? 'unread' : 'dynamic', stateReason })
    }
    const halves = [module, required].filter((half) => half !== null)
    const unread = halves.map((half) => names.unreadBehind(half))
    const all = unread.find((one) => one.all !== null)?.all ?? null
    const one = unread.find((each) => each.one !== null)?.one ?? null
    if (all !== null) return always('unreadable', `${all.path} ${all.unread}`)
    if (one !== null) return always('dynamic', `${one.path} ${one.unread}`)
    // One statement that makes no sense may hide those after it.
    if (problem !== undefined) return always('dynamic', `not understood: ${problem}`)
    const missing = halves.flatMap((half) => names.missingStars(half))
    if (missing.length > 0)
      return always('dynamic', `takes over all names of ${missing.slice(0, 5).join(', ')}`)
    return (runtime) => {
      // Nothing that can be imported, to a checker either; and what it declares is there all the same.
      if (module === null && runtime === null)
        return { state: 'dynamic', stateReason: 'is no module: its names are global' }
      // Declarations say what there is where the code cannot be read.
      const isDoubtful = module === null || runtime?.state === 'dynamic'
      if (runtime === null || !isDoubtful) return { state: 'complete', stateReason: null }
      const { state, reason, isObject } = runtime
      return { state, stateReason: state === 'complete' && isObject ? IS_OBJECT : reason }
    }
  }

  /** What both halves of a module declare; what only `require` gets counts as well. Null for none. */
  function declaredIn(
    subpath: string,
    halves: readonly (ModuleSymbol | null)[],
  ): readonly Entry[] | null {
    const there = halves.filter((half) => half !== null)
    const [first, second = []] = there.map((half) => entriesOf(half, subpath))
    if (first === undefined) return null
    const known = new Set(first.map(({ name }) => name))
    // `export =` of a whole module gives `require` that module, and no name of it.
    const whole = there[1] === undefined ? null : names.equals(there[1])
    if (whole?.target instanceof ModuleSymbol) known.add('default')
    const more = second.filter(({ name }) => !known.has(name))
    // What `import` has as its default is what `require` has as the whole.
    const isBoth = whole !== null && second.some((one) => isSameDefault(one, first))
    const own = isBoth ? first.map((one) => (one.name === 'default' ? asWhole(one) : one)) : first
    if (!there.every(isAllNamed)) return [...own, ...more]
    const theirs = new Set(there[1] === undefined ? known : second.map(({ name }) => name))
    const forImport = own.map((one) => (theirs.has(one.name) ? one : onlyFor('import', one)))
    return [...forImport, ...more.map((one) => onlyFor('require', one))]
  }

  /** Of a module that is assigned, the names that each half has are not those that it declares. */
  function isAllNamed(half: ModuleSymbol): boolean {
    const { all, one } = names.unreadBehind(half)
    const isRead = all === null && one === null && names.missingStars(half).length === 0
    return isRead && names.equals(half) === null
  }

  function entriesOf(module: ModuleSymbol, subpath: string): Entry[] {
    const entries: Entry[] = []
    for (const [name, exported] of names.exportsOf(module)) {
      if (names.isCircular(exported.symbol)) continue
      const home: Home = { module: subpath, name }
      entries.push(definitions.entry(name, exported, home))
    }
    return [...entries, ...equalsOf(module, subpath)]
  }

  /** `export = x`: x under `default`, and below it names that the module has as well. */
  function equalsOf(module: ModuleSymbol, subpath: string): Entry[] {
    const found = names.equals(module)
    if (found === null) return []
    const { target, isTypeOnly } = found
    const definition = definitions.of(target, { module: subpath, name: 'default' })
    const known = { name: 'default', definition, isPublic: true, isTypeOnly }
    const entry: Entry = { ...known, origin: 'inherited' }
    if (target instanceof ModuleSymbol) return [entry]
    // Statics of a class are names of the module to a checker; the rest comes through its type.
    const own = target.has('class') ? definitions.statics(target) : []
    const through = target.has('class') ? [] : definitions.values(target)
    return [entry, ...own, ...through.map(asWhole)]
  }

  return { declare, finish }
}

function onlyFor(only: 'import' | 'require', entry: Entry): Entry {
  return { ...entry, only }
}

/** A path that one of the two is not offered at all. */
function offered(point: EntryPoint, entry: Entry): Entry {
  if ((point.import === null) === (point.require === null)) return entry
  return onlyFor(point.import === null ? 'require' : 'import', entry)
}

function isSameDefault({ name, definition }: Entry, others: readonly Entry[]): boolean {
  const other = others.find((one) => one.name === 'default')
  if (name !== 'default' || other === undefined) return false
  const { kind, signature } = other.definition
  // Builds write the same declarations twice.
  const isTwin = definition.kind === kind && definition.signature === signature
  return definition === other.definition || isTwin
}

function asWhole(entry: Entry): Entry {
  return { ...entry, origin: 'inherited' }
}

/** Whether a definition lists every one of the names; null names are not known. */
function hasAll(definition: Definition, names: readonly string[] | null): boolean {
  if (names === null) return false
  const listed = new Set(definition.members.map(({ name }) => name))
  return names.every((name) => listed.has(name))
}
