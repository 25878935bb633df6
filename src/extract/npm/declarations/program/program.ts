// The files that are reached from a package's entry points, in it and in its dependencies. Files
// are read when something leads to them, and each is parsed once.

import { addToList, keptIn } from '../../../../domain/maps.ts'
import { TYPES_IMPORT } from '../../manifest/conditions.ts'
import { typedName } from '../../manifest/packageResolver.ts'
import type { NpmPackage } from '../../package.ts'
import { type AmbientBlock, type BoundFile, bindFile } from './bind.ts'
import type { PackageModel } from './packageModel.ts'
import { HostileDeclarations, referencesOf, type SourceFile } from './sourceFile.ts'
import { SourceFiles } from './sourceFiles.ts'
import { type DeclaredSymbol, EXPORT_EQUALS, type ModuleSymbol, mergeNames } from './symbols.ts'

/** Packages that names and bases may lead to. */
export interface Dependencies {
  /** The release of `name` that `from` gets; null when it is not there. */
  get(name: string, from: NpmPackage): NpmPackage | null
}

/** A package that was asked for and is not there. */
export type Wanted = Readonly<{
  name: string
  /** The range that the manifest of `from` has; null where it says nothing. */
  range: string | null
  from: Readonly<{ name: string; version: string }>
}>

const STEPS_MAX = 10_000_000
/** Files that are no entry points get so many steps; the largest releases take 100,000. */
const DEEP_STEPS_MAX = 3_000_000
const FILES_MAX = 50_000

type Unread = { model: PackageModel; path: string; text: string }

export class Program {
  readonly root: PackageModel
  readonly #dependencies: Dependencies
  readonly #files: SourceFiles
  readonly #bound = new Map<string, BoundFile | null>()
  /** Specifiers of a file that were followed. */
  readonly #followed = new Map<SourceFile, Map<string, ModuleSymbol>>()
  readonly #wanted = new Map<string, Wanted>()
  readonly #ambient = new Map<string, ModuleSymbol>()
  /** What modules add to modules of other packages, by specifier. */
  readonly #additions = new Map<string, ModuleSymbol[]>()
  readonly #globals = new Map<string, DeclaredSymbol>()
  /** Files that references lead to: read when a global name or an ambient module is looked for. */
  readonly #unread = new Map<string, Unread>()
  /** How many files were referred to, now and when a name was last looked for in them. */
  #referred = 0
  readonly #asked = new Map<string, number>()
  readonly #typeReferences = new Map<string, Readonly<{ name: string; from: PackageModel }>>()
  /** `export as namespace X`: modules by the names that scripts know them under. */
  readonly #umd = new Map<string, ModuleSymbol>()
  /** Names that were looked for in what the root imports. */
  readonly #umdAsked = new Set<string>()
  /** Packages that files of the root import. */
  readonly #imported = new Set<string>()
  readonly problems = new Map<string, string>()
  #steps = 0
  #stepsMax = STEPS_MAX
  #isQuiet = false

  constructor(root: NpmPackage, dependencies: Dependencies, files = new SourceFiles()) {
    this.#files = files
    this.root = files.model(root)
    this.#dependencies = dependencies
  }

  get wanted(): Wanted[] {
    return [...this.#wanted.values()]
  }

  get steps(): number {
    return this.#steps
  }

  /** Files that are no entry points have an allowance of their own. */
  beginDeep(): void {
    this.#steps = 0
    this.#stepsMax = DEEP_STEPS_MAX
  }

  /** Nothing that is missed meanwhile is wanted. */
  quietly<Result>(run: () => Result): Result {
    this.#isQuiet = true
    try {
      return run()
    } finally {
      this.#isQuiet = false
    }
  }

  /** Counts work, so that a package made to have no end of it has one. */
  step(count = 1): void {
    this.#steps += count
    if (this.#steps > this.#stepsMax) throw new HostileDeclarations('too much to follow')
  }

  /** The package of that name for a file of another; null is noted as wanted. */
  package(name: string, from: PackageModel): PackageModel | null {
    if (name === from.name) return from
    if (name === this.root.name) return this.root
    const found = this.#dependencies.get(name, from.from)
    if (found !== null) return this.#files.model(found)
    this.want(name, from)
    return null
  }

  want(name: string, from: PackageModel): void {
    if (this.#isQuiet) return
    const range = from.rangeOf(name)
    const { name: by, version } = from.from
    this.#wanted.set(`${by} ${version} ${name}`, { name, range, from: { name: by, version } })
  }

  bound(model: PackageModel, path: string): BoundFile | null {
    const key = keyOf(model, path)
    const known = this.#bound.get(key)
    if (known !== undefined) return known
    const text = model.text(path)
    if (text === null) {
      this.#bound.set(key, null)
      return null
    }
    if (this.#bound.size >= FILES_MAX) throw new HostileDeclarations('too many files')
    const file = this.#files.file(model, path, text)
    if (file.problem !== null && model === this.root) this.problems.set(path, file.problem)
    const bound = bindFile(file)
    this.#bound.set(key, bound)
    this.#unread.delete(key)
    this.#references(model, path, text)
    if (this.#isInsteadOf(bound)) return bound
    for (const name of bound.module?.globalNames ?? [])
      if (bound.module !== null && !this.#umd.has(name)) this.#umd.set(name, bound.module)
    for (const scope of bound.globals) mergeNames(this.#globals, scope.locals)
    for (const block of bound.ambient) this.#addAmbient(bound, block)
    return bound
  }

  /**
   * A script that says anew what all of a module is: no program has both, and whoever imports the
   * module has what was read before, which is what its package names.
   */
  #isInsteadOf({ module, ambient }: BoundFile): boolean {
    const isWhole = (one: ModuleSymbol | null) => one?.exports.has(EXPORT_EQUALS) === true
    return (
      module === null &&
      ambient.some((block) => isWhole(block.module) && isWhole(this.ambient(block.name)))
    )
  }

  #addAmbient({ file, module }: BoundFile, block: AmbientBlock): void {
    if (module === null) {
      const there = this.#ambient.get(block.name)
      if (there === undefined) this.#ambient.set(block.name, block.module)
      else addTo(there, block.module)
      return
    }
    const ambient = this.#ambient.get(block.name)
    const resolved = file.from.resolve(file.path, block.name)
    const target =
      ambient ??
      (resolved.kind === 'file' ? (this.bound(file.from, resolved.file)?.module ?? null) : null)
    if (target !== null) addTo(target, block.module)
    else addToList(this.#additions, block.name, block.module)
  }

  #references(model: PackageModel, path: string, text: string): void {
    for (const { kind, to } of referencesOf(text)) {
      this.step()
      if (kind === 'types') {
        this.#typeReferences.set(`${model.name} ${to}`, { name: to, from: model })
        continue
      }
      const relative = to.startsWith('.') ? to : `./${to}`
      const found = model.resolve(path, relative)
      if (found.kind === 'file') this.refer(model, found.file)
    }
  }

  /** Notes a file whose globals and ambient modules may be asked for. */
  refer(model: PackageModel, path: string): void {
    const key = keyOf(model, path)
    if (this.#bound.has(key) || this.#unread.has(key)) return
    const text = model.text(path)
    if (text === null) return
    this.#unread.set(key, { model, path, text })
    this.#referred += 1
    this.#references(model, path, text)
    // It adds to a module that may be known already.
    if (/\bdeclare\s+module\s+['"]\./.test(text)) this.bound(model, path)
  }

  /** The module that a specifier means in a file; null when there are no declarations of it. */
  module(specifier: string, file: SourceFile): ModuleSymbol | null {
    this.step()
    const isAmbient = this.#ambient.has(specifier)
    const followed = keptIn(this.#followed, file, () => new Map<string, ModuleSymbol>())
    const known = (isAmbient ? this.ambient(specifier) : null) ?? followed.get(specifier)
    if (known !== undefined && !this.#additions.has(specifier)) return known
    const found = known ?? this.#moduleFile(specifier, file) ?? this.ambient(specifier)
    if (found !== null) followed.set(specifier, found)
    const additions = this.#additions.get(specifier)
    if (found !== null && additions !== undefined) {
      this.#additions.delete(specifier)
      for (const addition of additions) addTo(found, addition)
    }
    return found
  }

  #moduleFile(specifier: string, file: SourceFile): ModuleSymbol | null {
    const resolved = file.from.resolve(file.path, specifier)
    switch (resolved.kind) {
      case 'file':
        return this.#moduleAt(file.from, resolved.file)
      case 'package':
        return this.#packageModule(resolved, file)
      case 'builtin':
        return this.#builtin(resolved.name, file.from)
      case 'missing':
        return null
    }
  }

  #moduleAt(model: PackageModel, path: string): ModuleSymbol | null {
    return this.bound(model, path)?.module ?? null
  }

  #packageModule(
    { name, subpath }: Readonly<{ name: string; subpath: string }>,
    { from, path }: SourceFile,
  ): ModuleSymbol | null {
    const types = typesPackage(name)
    // Packages of `@types` ask for what they describe together with.
    const isDescribed = from.rangeOf(name) === null && from.rangeOf(types) !== null
    const candidates = isDescribed ? [types, name] : [name, types]
    for (const candidate of candidates) {
      const model = this.package(candidate, from)
      // Types of another's making are looked for only where the package is known to have none.
      if (model === null) return null
      const entry = model.entry(subpath, from.formatOf(path))
      if (entry === null) continue
      const module = this.#moduleAt(model, entry)
      if (module !== null) return module
      const ambient = this.ambient(subpath === '.' ? name : `${name}${subpath.slice(1)}`)
      if (ambient !== null) return ambient
    }
    return null
  }

  #builtin(name: string, from: PackageModel): ModuleSymbol | null {
    this.#referPackage('@types/node', from)
    return this.ambient(name) ?? this.ambient(`node:${name}`)
  }

  #referPackage(name: string, from: PackageModel): void {
    const model = this.package(name, from)
    const entry = model?.entry('.', TYPES_IMPORT) ?? null
    if (model !== null && entry !== null) this.refer(model, entry)
  }

  /** `declare module "name"`, put together from all files that were reached or are referred to. */
  ambient(name: string): ModuleSymbol | null {
    this.#readThose(`module ${name}`, (text) => {
      if (!text.includes('declare module')) return false
      return text.includes(`"${name}"`) || text.includes(`'${name}'`)
    })
    return this.#ambient.get(name) ?? null
  }

  /** Reads files that references lead to; of the same question only those that came since. */
  #readThose(question: string, isAsked: (text: string) => boolean): void {
    if (this.#asked.get(question) === this.#referred) return
    this.#asked.set(question, this.#referred)
    for (const { model, path, text } of this.#unread.values()) {
      this.step()
      if (isAsked(text)) this.bound(model, path)
    }
  }

  /** A name of the global scope that a file declares which was read. */
  knownGlobal(name: string): DeclaredSymbol | null {
    return this.#globals.get(name)?.merged ?? null
  }

  /** A name of the global scope that some file declares. */
  global(name: string): DeclaredSymbol | null {
    // References first: a name may be declared in several files.
    this.#readThose(`global ${name}`, (text) => text.includes(name))
    const known = this.knownGlobal(name)
    if (known !== null) return known
    if (this.#typeReferences.size === 0) return null
    const references = [...this.#typeReferences.values()]
    this.#typeReferences.clear()
    for (const reference of references) {
      const own = reference.name === reference.from.name ? null : typesPackage(reference.name)
      if (own !== null) this.#referPackage(own, reference.from)
    }
    return this.global(name)
  }

  /** Notes that files of the root import a package. */
  importing(specifier: string): void {
    const [scope = '', name = ''] = specifier.split('/')
    this.#imported.add(scope.startsWith('@') ? `${scope}/${name}` : scope)
  }

  /** The module that says `export as namespace` with that name. */
  umd(name: string): ModuleSymbol | null {
    const known = this.#umd.get(name)
    if (known !== undefined || this.#umdAsked.has(name)) return known ?? null
    this.#umdAsked.add(name)
    for (const from of this.#imported) {
      this.step()
      for (const candidate of [from, typesPackage(from)]) {
        // Nothing is fetched for it: a package that counts is wanted for what it exports.
        const found = this.#dependencies.get(candidate, this.root.from)
        const model = found === null ? null : this.#files.model(found)
        const entry = model?.entry('.', TYPES_IMPORT) ?? null
        const text = entry === null ? null : (model?.text(entry) ?? null)
        if (model === null || entry === null || text === null) continue
        if (text.includes(`export as namespace ${name}`)) this.bound(model, entry)
      }
    }
    return this.#umd.get(name) ?? null
  }

  /** The module at a path of a package; for a script, what it declares under the name of the subpath. */
  entryModule(model: PackageModel, path: string, subpath: string): ModuleSymbol | null {
    const module = this.#moduleAt(model, path)
    if (module !== null) return module
    const named = typedName(model.name) ?? model.name
    return this.ambient(subpath === '.' ? named : `${named}${subpath.slice(1)}`)
  }
}

function keyOf({ from }: PackageModel, path: string): string {
  return `${from.name} ${from.version} ${path}`
}

/** What `declare module` adds to a module; behind `export =`, to what that exports. */
function addTo(target: ModuleSymbol, addition: ModuleSymbol): void {
  const alias = target.exports.get(EXPORT_EQUALS)?.alias
  const [name] = alias?.path ?? []
  const exported = name === undefined ? null : (alias?.scope.own(name) ?? null)
  if (exported !== null) exported.members ??= new Map()
  const names = exported?.members ?? target.exports
  mergeNames(names, addition.exports)
  addition.names = names
  target.stars.push(...addition.stars)
}

/** `x` → `@types/x`, `@a/b` → `@types/a__b`. */
export function typesPackage(name: string): string {
  if (name.startsWith('@types/')) return name
  return `@types/${name.startsWith('@') ? name.slice(1).replace('/', '__') : name}`
}
