// The row of a module in the table: what it shows, to whom, and whether it may hold more than that.

import { firstLine } from '../../syntax/python/docs.ts'
import { byName } from '../../table/format/draft.ts'
import type { Entry, ModuleState, ModuleTable } from '../../table/format/table.ts'
import type { Definitions } from './definitions/definitions.ts'
import { findDeprecation, warningMark } from './definitions/deprecation.ts'
import type { PackageModel } from './model/packageModel.ts'
import type { Target } from './modules/items.ts'
import { isOpaque, type ModuleName, type PythonModule } from './modules/pythonModule.ts'
import type { Scope } from './scope/bindings.ts'

export function moduleTable(
  model: PackageModel,
  definitions: Definitions,
  module: PythonModule,
): ModuleTable {
  const names = model.names.namesOf(module)
  const all = model.names.allOf(module)
  const listed = all === null ? null : new Set(all.names)
  const { isTypeOnly: isStubAlone } = module.files
  const isPublicModule =
    !isStubAlone && !isTestModule(module) && module.name.split('.').every(isPublicName)
  const entries: Entry[] = []
  for (const [name, entry] of names) {
    // Half a surrogate pair cannot be asked for.
    if (isModuleNoise(name, entry) || !name.isWellFormed()) continue
    const target = model.resolver.targetOf(module, name, entry)
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
      model.modules.want(target.module, module)
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
export function boundsOf(
  model: PackageModel,
  module: PythonModule,
  isShown: boolean,
): readonly string[] | null {
  const { source } = module.files
  const isWhole = source !== null && isShown && module.dynamic.size === 0
  const files = isShown
    ? isWhole
      ? compiledBeside(model)
      : model.names.stars.compiledIn(module)
    : null
  if (unsureNames(module).length === 0 || source === null) return files
  if (module.dynamic.size > 0 && files === null) return null
  return [...(files ?? []), source].sort()
}

/** More than these are no helpers of a package in Python, and too much to read. */
const BESIDE_MAX = 5

/**
 * Compiled code may put names into a module of the package; it names the module then
 * (compiledFiles.ts looks whether it does), and spells the names.
 */
function compiledBeside(model: PackageModel): readonly string[] | null {
  const files = model.modules.compiled()
  return files.length === 0 || files.length > BESIDE_MAX ? null : files
}

export function unsureNames({ perhaps, given, names }: PythonModule): string[] {
  return [...new Set([...perhaps, ...given])].filter((name) => names?.has(name) !== true).sort()
}

/** A file of tests beside what it tests: by the names that test runners go by. */
function isTestModule({ name, scope }: PythonModule): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (!/^test_|_test$/.test(last)) return false
  return [...(scope?.names ?? [])].some(([one, { kind }]) => {
    return kind === 'def' ? one.startsWith('test') : kind === 'class' && /^Test|Tests?$/.test(one)
  })
}

/** A module that the build of a source distribution makes. */
export function builtModule(name: string): ModuleTable {
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
  return (
    model.modules.built.has(target.module) ||
    (target.kind !== 'external' && model.modules.owns(target.module))
  )
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
  return target.kind === 'module' && model.modules.own.get(target.module)?.files.isTypeOnly === true
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
