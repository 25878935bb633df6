// From the files of a wheel or sdist to its symbol table, without running a line of them.

import { byName } from '../../table/draft.ts'
import type {
  CompiledFile,
  Entry,
  ModuleState,
  ModuleTable,
  SymbolTable,
  UnreadableFile,
} from '../../table/table.ts'
import type { Scope } from './bindings.ts'
import { Definitions } from './definitions.ts'
import { findDeprecation, warningMark } from './deprecation.ts'
import type { Target } from './items.ts'
import { looseNames } from './looseNames.ts'
import type { PythonArtifact } from './moduleFiles.ts'
import { PackageModel } from './packageModel.ts'
import { isOpaque, type ModuleName, type PythonModule } from './pythonModule.ts'
import { firstLine } from './syntax/docs.ts'
import { testModules } from './testModules.ts'

export type { PythonArtifact } from './moduleFiles.ts'

/** `dependencies`: artifacts that names and bases may lead to; they add no modules to the table. */
export function extractPython(
  artifact: PythonArtifact,
  dependencies: readonly PythonArtifact[] = [],
): SymbolTable {
  return extractFollowing(artifact, dependencies).table
}

/**
 * The same, and which modules of other packages are wanted that no dependency has; `imported` are
 * the roots of all imports at the top of its modules.
 */
export function extractFollowing(
  artifact: PythonArtifact,
  dependencies: readonly PythonArtifact[],
): Readonly<{
  table: SymbolTable
  wanted: ReadonlySet<string>
  imported: ReadonlySet<string>
}> {
  const model = new PackageModel(artifact, dependencies)
  model.applyInjections()
  model.applyMadeNames()
  const definitions = new Definitions(model)
  const modules = [
    ...[...model.modules.values()].map((module) => moduleTable(model, definitions, module)),
    ...[...model.built].filter((name) => !model.tests.has(name)).map(builtModule),
  ]
  definitions.complete()
  const compiled = perhapsFiles(model)
  // What only tests lead to is not wanted.
  const wanted = new Set(model.wanted)
  const loose = looseNames(model.modules.values(), model.loose, modules)
  const table = {
    modules: [...modules, ...testModules(model)].sort(byName),
    unreadable: unreadableFiles(model),
    ...(compiled.length === 0 ? {} : { compiled }),
    ...(loose.length === 0 ? {} : { loose }),
  }
  return { table, wanted, imported: importedRoots(model) }
}

function importedRoots(model: PackageModel): ReadonlySet<string> {
  const roots = new Set<string>()
  const add = (path: string) => roots.add(path.split('.', 1)[0] ?? '')
  for (const { scope } of model.modules.values()) {
    for (const binding of scope?.names.values() ?? []) {
      if (binding.kind === 'from') add(binding.module)
      else if (binding.kind === 'module') add(binding.path)
    }
  }
  return roots
}

function moduleTable(
  model: PackageModel,
  definitions: Definitions,
  module: PythonModule,
): ModuleTable {
  const names = model.namesOf(module)
  const all = model.allOf(module)
  const listed = all === null ? null : new Set(all.names)
  const { isTypeOnly: isStubAlone } = module.files
  const isPublicModule =
    !isStubAlone && !isTestModule(module) && module.name.split('.').every(isPublicName)
  const entries: Entry[] = []
  for (const [name, entry] of names) {
    // Half a surrogate pair cannot be asked for.
    if (isModuleNoise(name, entry) || !name.isWellFormed()) continue
    const target = model.targetOf(module, name, entry)
    if (target === null) continue
    const isPublic =
      listed?.has(name) === true ||
      (isPublicModule &&
        isPublicName(name) &&
        (all === null || all.isPartial
          ? isOfPackage(model, target) &&
            (!entry.isImplicit || target.kind === 'module') &&
            !isForOwnUse(module, entry)
          : target.kind === 'module' && target.module === `${module.name}.${name}`))
    if (isPublic && target.kind === 'external' && target.name !== '') {
      model.want(target.module, module)
    }
    entries.push({
      name,
      definition: definitions.of(target),
      origin: originOf(entry, target),
      isPublic,
      isTypeOnly: isStubAlone || isTypeOnly(entry) || isTypeOnlyModule(model, target),
    })
  }
  for (const { name, kind } of module.native) {
    if (names.has(name)) continue
    const definition = definitions.native(module, name, kind)
    const isPublic = isPublicModule && isPublicName(name) && all === null
    entries.push({ name, definition, origin: 'py', isPublic, isTypeOnly: false })
  }
  // What a module lists and nobody sees being made is made at run time.
  for (const name of listed ?? []) {
    if (names.has(name) || module.dynamic.size === 0) continue
    const definition = definitions.of({ kind: 'unknown', module: module.name, name })
    entries.push({ name, definition, origin: 'lazy', isPublic: true, isTypeOnly: false })
  }
  // The list itself is a name as well, wherever it is written.
  if ((listingScope(module)?.allSteps.length ?? 0) > 0 && !names.has('__all__')) {
    const definition = definitions.list(module, '__all__')
    entries.push({ name: '__all__', definition, origin: 'py', isPublic: false, isTypeOnly: false })
  }
  const { state, reason } = stateOf(module)
  const compiledIn = boundsOf(model, module, isPublicModule)
  return {
    name: module.name,
    isPublic: isPublicModule,
    state,
    stateReason: reason,
    doc: firstLine(module.doc),
    deprecation: moduleDeprecation(module),
    file: module.files.source ?? module.files.stub ?? module.files.compiled,
    origin: module.scope === null && module.stub !== null ? 'pyi' : 'py',
    entries: entries.sort(byName),
    ...(compiledIn === null ? {} : { compiledIn }),
  }
}

/** What runs as the module is imported: its source, or that of Cython; a stub does not. */
function listingScope({ scope, stub }: PythonModule): Scope | null {
  return scope ?? (/\.p(?:yx|xd)$/.test(stub?.source.file ?? '') ? stub : null)
}

/** The files that spell what a module may hold beyond its list; null where that is not bounded. */
function boundsOf(model: PackageModel, module: PythonModule, isShown: boolean): string[] | null {
  const { source } = module.files
  const isWhole = source !== null && isShown && module.dynamic.size === 0
  const files = isShown ? (isWhole ? compiledBeside(model) : model.compiledIn(module)) : null
  if (unsure(module).length === 0 || source === null) return files
  if (module.dynamic.size > 0 && files === null) return null
  return [...(files ?? []), source].sort()
}

/** More than these are no helpers of a package in Python, and too much to read. */
const BESIDE_MAX = 5

/**
 * Compiled code may put names into a module of the package; it names the module then
 * (compiledFiles.ts looks whether it does), and spells the names.
 */
function compiledBeside(model: PackageModel): string[] | null {
  const files = [...model.modules.values()].flatMap(({ files }) => files.compiled ?? [])
  return files.length === 0 || files.length > BESIDE_MAX ? null : files
}

function unsure({ perhaps, given, names }: PythonModule): string[] {
  return [...new Set([...perhaps, ...given])].filter((name) => names?.has(name) !== true).sort()
}

/** Sources with the names that their modules have where something unseen has them. */
function perhapsFiles(model: PackageModel): CompiledFile[] {
  return [...model.modules.values()].flatMap((module) => {
    const { source } = module.files
    if (source === null || boundsOf(model, module, true)?.includes(source) !== true) return []
    return [{ file: source, words: `\n${unsure(module).join('\n')}\n` }]
  })
}

/** A file of tests beside what it tests: by the names that test runners go by. */
function isTestModule({ name, scope }: PythonModule): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (!/^test_|_test$/.test(last)) return false
  return [...(scope?.names ?? [])].some(([one, { kind }]) => {
    return kind === 'def' ? one.startsWith('test') : kind === 'class' && /^Test|Tests?$/.test(one)
  })
}

function builtModule(name: string): ModuleTable {
  return {
    name,
    isPublic: name.split('.').every(isPublicName),
    state: 'opaque',
    stateReason: 'made when the package is built, and not in its source distribution',
    doc: null,
    deprecation: null,
    file: null,
    origin: 'py',
    entries: [],
  }
}

function isPublicName(name: string): boolean {
  return !name.startsWith('_')
}

/** Names that Python gives to modules, and what a stub says when it is not complete. */
function isModuleNoise(name: string, { origin }: ModuleName): boolean {
  return name === '__dir__' || name === '__path__' || (name === '__getattr__' && origin === 'pyi')
}

/** Defined here, or taken from another module of the same artifact. */
function isOfPackage(model: PackageModel, target: Target): boolean {
  return model.built.has(target.module) || (target.kind !== 'external' && model.owns(target.module))
}

/**
 * What a module imports only where something else is installed serves that; a package's `__init__`
 * imports to pass on.
 */
function isForOwnUse({ isPackage }: PythonModule, { binding }: ModuleName): boolean {
  return !isPackage && binding?.kind === 'from' && !binding.isCertain
}

function originOf(entry: ModuleName, target: Target): Entry['origin'] {
  if (entry.origin === 'star' || entry.origin === 'lazy') return entry.origin
  if ('source' in target && target.source.isStub) return 'pyi'
  return entry.origin
}

const TYPE_MAKERS = /^(?:TypeVar|ParamSpec|TypeVarTuple|NewType)$/

function isTypeOnlyModule(model: PackageModel, target: Target): boolean {
  return target.kind === 'module' && model.modules.get(target.module)?.files.isTypeOnly === true
}

/** In a stub of a compiled module, what only type checkers have a use for. */
function isTypeOnly({ origin, binding }: ModuleName): boolean {
  if (origin !== 'pyi' || binding === null) return false
  if (binding.kind === 'class') {
    const { text } = binding.source
    return binding.statement.arguments.some(({ value }) =>
      /^(?:\w+\.)?(?:Protocol|TypedDict)\b/.test(text.slice(value.start, value.end)),
    )
  }
  if (binding.kind !== 'value') return false
  if (binding.isTypeAlias) return true
  const { text } = binding.source
  const annotation = binding.annotation
  if (annotation !== null) {
    return /\bTypeAlias$/.test(text.slice(annotation.start, annotation.end))
  }
  const value = binding.value
  const head = value === null ? '' : (/^[\w.]*/.exec(text.slice(value.start, value.end))?.[0] ?? '')
  return TYPE_MAKERS.test(head.split('.').at(-1) ?? '')
}

function stateOf(module: PythonModule): { state: ModuleState; reason: string | null } {
  if (isOpaque(module)) {
    const why = module.files.source === null ? 'compiled' : 'not read'
    return { state: 'opaque', reason: `${why}, and no stub says what is in it` }
  }
  const { problems, scope } = module
  const [first] = problems
  if (first !== undefined && scope !== null && scope.names.size === 0) {
    const { line, message } = first.problem
    return { state: 'unreadable', reason: `line ${line}: ${message}` }
  }
  if (module.dynamic.size > 0) {
    return { state: 'dynamic', reason: [...module.dynamic].sort().slice(0, 5).join('; ') }
  }
  return { state: 'complete', reason: null }
}

function moduleDeprecation(module: PythonModule): ModuleTable['deprecation'] {
  const scope = module.scope ?? module.stub
  if (scope === null) return null
  for (const call of scope.warnings) {
    const found = warningMark(call)
    if (found !== null) return found
  }
  return findDeprecation(scope.source, { decorators: [], doc: module.doc, warnings: [] })
}

function unreadableFiles(model: PackageModel): UnreadableFile[] {
  const files = new Map<string, string>()
  for (const { problems } of model.modules.values()) {
    for (const { file, problem } of problems) {
      if (!files.has(file)) files.set(file, `line ${problem.line}: ${problem.message}`)
    }
  }
  return [...files]
    .map(([file, reason]) => ({ file, reason }))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}
