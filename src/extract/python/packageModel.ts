// All modules of an artifact and what their names mean, followed through imports, stars, lazy tables
// and aliases. Cycles are cut where they close: a name that leads only to itself leads nowhere.

import { type AllNames, allNames } from './allNames.ts'
import type { Binding, Scope, Source } from './bindings.ts'
import { builtModules } from './builtModules.ts'
import { findMember, memberTarget } from './classMembers.ts'
import { dottedParts, lastName } from './expressionNames.ts'
import { type HalfDone, halfDoneStars } from './importOrder.ts'
import type { ClassItem, Item, ModuleTarget, Target, UnknownTarget } from './items.ts'
import { isClassItem } from './items.ts'
import { type LazyNames, lazyNames } from './lazyNames.ts'
import { findModules, type ModuleFiles, type PythonArtifact } from './moduleFiles.ts'
import { packageOf } from './modulePaths.ts'
import { READ_FROM_CYTHON, readCython } from './readCython.ts'
import { type MadeNames, ModuleRun } from './runModule.ts'
import { readScope } from './scope.ts'
import { isStandardModule, standardModuleNames } from './standardLibrary.ts'
import { CLOSE_BRACKET, CLOSE_PAREN, isWordPart, isWordStart, OPEN_PAREN } from './syntax/chars.ts'
import { decodePython } from './syntax/decodePython.ts'
import { parseExpression } from './syntax/parseExpression.ts'
import { parsePython } from './syntax/parsePython.ts'
import type { Expression, FunctionStatement, SyntaxProblem } from './syntax/syntax.ts'

/** A name in a module, before it is known what it means. */
export type ModuleName = {
  readonly origin: 'py' | 'pyi' | 'lazy' | 'star'
  /** Null for names that only lead elsewhere. */
  readonly binding: Binding | null
  /** Where it leads when no binding says so. */
  readonly leadsTo: Readonly<{ module: string; name: string | null }> | null
  /** Comes with the folder or with another module, and nobody says that it is meant to. */
  readonly isImplicit: boolean
  /** What it means, once that has been found out. */
  target: Target | null
  /** It is being found out. */
  isOpen: boolean
}

export type PythonModule = {
  readonly name: string
  readonly files: ModuleFiles
  readonly isPackage: boolean
  readonly doc: string | null
  readonly scope: Scope | null
  readonly stub: Scope | null
  readonly problems: readonly Readonly<{ file: string; problem: SyntaxProblem }>[]
  readonly submodules: readonly string[]
  readonly injected: Map<string, Binding>
  names: Map<string, ModuleName> | null
  all: AllNames | null | undefined
  stubAll: AllNames | null
  lazy: LazyNames | null | undefined
  /** What it makes as it is imported; null as long as nobody followed that. */
  made: MadeNames | null
  /** Why it may hold names that cannot be seen. */
  readonly dynamic: Set<string>
}

const FOLLOW_MAX = 60

/** Known as the standard library is: its source says less than what it stands for. */
const BACKPORT = 'typing_extensions'

/** More modules of other packages than this are not read for one table. */
const FOREIGN_MAX = 4_000

export class PackageModel {
  /** The artifact's own. */
  readonly modules = new Map<string, PythonModule>()
  /** Its tests: nobody's API, and often more than half of the text. */
  readonly tests = new Map<string, ModuleFiles>()
  /** Those that the build of a source distribution makes. */
  readonly built: ReadonlySet<string>
  /** Tests and modules of its dependencies, read when something leads to them. */
  private readonly foreign = new Map<string, PythonModule>()
  private readonly unread = new Map<string, Unread>()
  private readonly items = new Map<Binding, Item>()
  private readonly stubbing = new Set<Binding>()
  private readonly following = new Set<Binding>()
  private readonly instances = new Set<Binding>()
  private readonly values = new Map<Binding, Expression>()
  private readonly runs = new Map<PythonModule, ModuleRun>()
  private halfDone: HalfDone | null = null
  private readonly loaded = new Map<PythonModule, ReadonlySet<string>>()
  /** How many names are being resolved, one for the sake of the other. */
  private depth = 0
  /** How often something was not followed because that leads in a circle or too far. */
  private cuts = 0
  /** How many lists of names are being made. */
  private unfinished = 0
  /** Reasons why a module may hold more, by the compiled file of the package that all of it is in. */
  private readonly compiledBounds = new Map<string, string>()
  /** Modules of other packages that exports and bases lead to, and that are not there. */
  readonly wanted = new Set<string>()

  constructor(artifact: PythonArtifact, dependencies: readonly PythonArtifact[]) {
    const own = findModules(artifact)
    const submodules = submodulesOf(own)
    for (const files of own) {
      const below = submodules.get(files.name) ?? []
      if (files.isTest) {
        this.tests.set(files.name, files)
        this.unread.set(files.name, { files, artifact, submodules: below })
      } else this.modules.set(files.name, readModule(files, artifact, below))
    }
    this.built = artifact.kind === 'sdist' ? builtModules(this.modules) : new Set()
    for (const other of dependencies) {
      const found = findModules(other)
      const below = submodulesOf(found)
      for (const files of found) {
        const read = { files, artifact: other, submodules: below.get(files.name) ?? [] }
        // Python finds its own library before whatever is installed.
        const isShadowed = isStandardModule(files.name.split('.', 1)[0] ?? '')
        if (!isShadowed && !this.hasModule(files.name)) this.unread.set(files.name, read)
      }
    }
  }

  /** A module of the artifact or of one of its dependencies. */
  module(name: string): PythonModule | undefined {
    const known = this.modules.get(name) ?? this.foreign.get(name)
    if (known !== undefined) return known
    const unread = this.unread.get(name)
    if (unread === undefined || this.foreign.size >= FOREIGN_MAX) return undefined
    const read = readModule(unread.files, unread.artifact, unread.submodules)
    this.foreign.set(name, read)
    return read
  }

  /** Notes that what `importer` shows depends on a module. What only tests need, nobody asks for. */
  want(path: string, importer: PythonModule): void {
    if (importer.files.isTest || this.hasModule(path) || this.built.has(path)) return
    const [root = ''] = path.split('.', 1)
    if (root !== '' && !isStandardModule(root) && root !== BACKPORT) this.wanted.add(path)
  }

  private hasModule(name: string): boolean {
    return this.modules.has(name) || this.unread.has(name)
  }

  /** Puts names where other modules put them; all modules must be there. */
  applyInjections(): void {
    for (const module of this.modules.values()) {
      for (const { target, name, binding } of module.scope?.injections ?? []) {
        const into = this.resolveExpression(module, target)
        if (into === null) continue
        if (name === null) {
          if (isClassItem(into)) into.hasUnknownInjections = true
        } else if (into.kind === 'module') {
          const other = this.module(into.module)
          if (other !== undefined && !other.injected.has(name)) other.injected.set(name, binding)
        } else if (isClassItem(into)) {
          if (!into.injected.has(name)) into.injected.set(name, binding)
        }
      }
    }
    // What was followed to find the targets was followed without the injections.
    for (const module of this.modules.values()) module.names = null
  }

  /** Follows the modules that make names as they are imported; all injections must be there. */
  applyMadeNames(): void {
    const making = [...this.modules.values()].filter(({ scope }) => scope && scope.makes.length > 0)
    for (const module of making) {
      module.made = this.runOf(module).result()
      module.lazy = undefined
    }
    if (making.length === 0) return
    // What other modules took from these, they took without the names that were made.
    for (const module of this.modules.values()) {
      module.names = null
      module.all = undefined
    }
  }

  /** Whether a path leads into this artifact. */
  owns(path: string): boolean {
    return this.modules.has(path) || this.tests.has(path)
  }

  namesOf(module: PythonModule): Map<string, ModuleName> {
    if (module.names !== null) return module.names
    const names = new Map<string, ModuleName>()
    // Set before it is filled: a cycle of star imports sees what is there so far.
    module.names = names
    this.unfinished += 1
    this.fillNames(names, module)
    this.unfinished -= 1
    return names
  }

  private fillNames(names: Map<string, ModuleName>, module: PythonModule): void {
    if (module.scope !== null) this.addScope(names, module, module.scope, 'py')
    if (module.scope?.isReplaced) dropHelpers(names, module.scope)
    if (module.stub !== null && (module.scope === null || isEmpty(module.scope))) {
      this.addScope(names, module, module.stub, 'pyi')
      if (module.stub.names.has('__getattr__')) {
        this.addCompiled(module, module, `${module.name} has a stub that is not complete`)
      }
    }
    for (const [name, binding] of module.injected) {
      if (!names.has(name)) names.set(name, own(binding, 'py'))
    }
    this.addMade(names, module)
    this.addLazy(names, module)
    if (module.dynamic.size > 0) this.addStubbed(names, module)
    const imported = importedSubmodules(module)
    for (const name of module.submodules) {
      if (!names.has(name) || module.scope?.names.get(name)?.kind === 'unknown') {
        const leadsTo = { module: `${module.name}.${name}`, name: null }
        names.set(name, leading('py', leadsTo, !imported.has(name)))
      }
    }
  }

  private addScope(
    names: Map<string, ModuleName>,
    module: PythonModule,
    scope: Scope,
    origin: 'py' | 'pyi',
  ): void {
    for (const [name, binding] of scope.names) {
      if (origin === 'pyi' && this.isHidden(module, name, binding)) continue
      names.set(name, own(binding, origin))
    }
    for (const star of scope.stars) this.addStar(names, module, scope, star)
    for (const expression of scope.poured) {
      const target = this.resolveExpression(module, expression)
      if (!isClassItem(target)) {
        module.dynamic.add('puts names into its own namespace')
        continue
      }
      for (const [name, binding] of target.scope.names) {
        if (!names.has(name) && binding.kind === 'value') names.set(name, own(binding, origin))
      }
    }
    for (const reason of scope.dynamic) {
      if (reason !== READ_FROM_CYTHON) module.dynamic.add(reason)
      else this.addCompiled(module, module, `${module.name} ${reason}`)
    }
  }

  /** `of` may hold more, all of which comes from a module that is compiled. */
  private addCompiled(of: PythonModule, compiled: PythonModule, reason: string): void {
    of.dynamic.add(reason)
    const { name, files } = compiled
    if (files.compiled !== null && this.modules.has(name)) {
      this.compiledBounds.set(reason, files.compiled)
    }
  }

  /** What following its statements shows of a module that makes names as it is imported. */
  private addMade(names: Map<string, ModuleName>, module: PythonModule): void {
    if (module.scope === null || module.scope.makes.length === 0) return
    if (!this.modules.has(module.name)) module.made ??= this.runOf(module).result()
    const { made } = module
    if (made === null) return
    for (const [name, leadsTo] of made.names) {
      const known = names.get(name)
      if (known !== undefined && known.binding?.kind !== 'unknown') continue
      names.set(name, leading('py', leadsTo))
    }
    if (made.isWhole) return
    for (const reason of module.scope.makes) module.dynamic.add(reason)
  }

  runOf(module: PythonModule): ModuleRun {
    let run = this.runs.get(module)
    if (run === undefined) {
      run = new ModuleRun(this, module)
      this.runs.set(module, run)
    }
    return run
  }

  /** What `dir` shows of a module once it has been imported. */
  shownNames(module: PythonModule): string[] {
    const loaded = this.loadedBelow(module)
    const names = [...this.namesOf(module)]
      .filter(([name, entry]) => !entry.isImplicit || loaded.has(name))
      .map(([name]) => name)
    if (module.scope === null || module.scope.makes.length === 0) return names
    return [...new Set([...names, ...this.runOf(module).result().names.keys()])]
  }

  /** Submodules that are loaded when the package is, by itself or by what it imports. */
  private loadedBelow(module: PythonModule): ReadonlySet<string> {
    const known = this.loaded.get(module)
    if (known !== undefined) return known
    const found = new Set<string>()
    if (module.submodules.length > 0) {
      const seen = new Set([module])
      // The set grows while it is gone through.
      for (const one of seen) {
        for (const path of importedPaths(one)) {
          const other = this.modules.get(path)
          if (other !== undefined) seen.add(other)
          if (path.startsWith(`${module.name}.`) && this.hasModule(path)) {
            found.add(path.slice(module.name.length + 1).split('.')[0] ?? '')
          }
        }
      }
    }
    this.loaded.set(module, found)
    return found
  }

  private addStar(
    names: Map<string, ModuleName>,
    module: PythonModule,
    scope: Scope,
    star: Scope['stars'][number],
  ): void {
    this.halfDone ??= halfDoneStars(this.modules)
    const reached = this.halfDone.get(`${module.name}\n${star.module}`)
    const from = reached === undefined ? undefined : this.module(star.module)?.scope
    for (const name of this.starNames(star.module, module)) {
      // In a circle of imports, what the other module binds later is not there yet.
      if (reached !== undefined && from && !isBoundBefore(from, name, reached)) continue
      const known = scope.names.get(name)
      if (known !== undefined && known.order > star.order) continue
      if (scope.deleted.has(name) || (known === undefined && name === '__all__')) continue
      // Made anew from what is known by that name already: that tells more.
      if (names.get(name)?.origin === 'star' && this.leadsNowhere(star.module, name)) continue
      names.set(name, leading('star', { module: star.module, name }))
    }
  }

  /** The compiled files that all come from which a module may hold unseen; null for more. */
  compiledIn(module: PythonModule): string[] | null {
    if (isOpaque(module)) return module.files.compiled === null ? null : [module.files.compiled]
    const files = [...module.dynamic].map((reason) => this.compiledBounds.get(reason) ?? null)
    if (files.length === 0 || files.includes(null)) return null
    return [...new Set(files.map(String))].sort()
  }

  private leadsNowhere(path: string, name: string): boolean {
    const entry = this.module(path)?.names?.get(name)
    return entry !== undefined && entry.binding === null && entry.leadsTo === null
  }

  /** The names that `from <path> import *` brings. */
  private starNames(path: string, importer: PythonModule): string[] {
    const from = this.module(path)
    if (from === undefined) {
      const standard = standardModuleNames(path)
      if (standard === null) {
        importer.dynamic.add(`takes every name of ${path}`)
        this.want(path, importer)
      }
      return standard ?? []
    }
    if (from === importer) return []
    if (isOpaque(from)) {
      this.addCompiled(importer, from, `takes every name of ${path}, which is compiled`)
      return []
    }
    const all = this.allOf(from)
    const names = this.namesOf(from)
    for (const reason of from.dynamic) {
      if (all === null || all.isPartial) importer.dynamic.add(reason)
    }
    if (all !== null && !all.isPartial) {
      return all.names.filter((name) => names.has(name) || from.dynamic.size > 0)
    }
    const found: string[] = []
    const loaded = all === null ? this.loadedBelow(from) : new Set()
    for (const [name, entry] of names) {
      if (all?.names.includes(name)) found.push(name)
      else if (
        !name.startsWith('_') &&
        (!entry.isImplicit || loaded.has(name)) &&
        (all === null || isDefinedHere(entry) || isTakenFromBelow(entry, from))
      ) {
        // Of a list that is partly computed, what the module only imported is surely not a part.
        found.push(name)
      }
    }
    return found
  }

  private addLazy(names: Map<string, ModuleName>, module: PythonModule): void {
    const lazy = this.lazyOf(module)
    if (lazy === null) return
    for (const reason of lazy.dynamic) module.dynamic.add(reason)
    const { scope } = module
    if (scope !== null && lazy.takesTypeNames) {
      for (const [name, binding] of scope.typeNames) {
        if (!names.has(name)) names.set(name, own(binding, 'lazy'))
      }
      for (const star of scope.typeStars) {
        for (const name of this.starNames(star.module, module)) {
          if (names.has(name)) continue
          names.set(name, leading('lazy', { module: star.module, name }))
        }
      }
      if (module.stub !== null) {
        for (const [name, binding] of module.stub.names) {
          // A loader of stubs serves every import; for anything else a stub shows what it lists.
          const isServed = scope.lazyCalls.length > 0 || !this.isHidden(module, name, binding)
          if (isServed && !names.has(name)) names.set(name, own(binding, 'lazy'))
        }
        for (const star of module.stub.stars) this.addStar(names, module, module.stub, star)
      }
    }
    for (const [name, leadsTo] of lazy.names) {
      const known = names.get(name)
      if (known === undefined || known.isImplicit) this.addLate(names, module, name, leadsTo)
    }
    for (const name of this.allOf(module)?.names ?? []) {
      if (!names.has(name) && !lazy.absent.has(name)) this.addLate(names, module, name, null)
    }
    for (const path of lazy.forwards) {
      const other = this.module(path)
      if (other === undefined || other === module) {
        if (other === undefined) this.want(path, module)
        module.dynamic.add(`passes names on to ${path}`)
        continue
      }
      const shown = new Set(this.starNames(path, module))
      for (const name of [...shown, ...this.namesOf(other).keys()]) {
        if (names.has(name) || name.startsWith('__')) continue
        names.set(name, leading('lazy', { module: path, name }, !shown.has(name)))
      }
    }
    for (const name of lazy.absent) {
      if (names.get(name)?.binding === null) names.delete(name)
    }
  }

  /** Where a late name leads nowhere that is known, the import for type checkers may say. */
  private addLate(
    names: Map<string, ModuleName>,
    module: PythonModule,
    name: string,
    leadsTo: ModuleName['leadsTo'],
  ): void {
    const shown = leadsTo === null ? module.scope?.typeNames.get(name) : undefined
    if (shown !== undefined) {
      names.set(name, own(shown, 'lazy'))
      return
    }
    const star = leadsTo === null ? this.typeStar(module, name) : null
    const lead = star === null ? leadsTo : { module: star, name }
    names.set(name, leading('lazy', lead))
  }

  /** The module from which a star import for type checkers takes a name. */
  private typeStar(module: PythonModule, name: string): string | null {
    const stars = module.scope?.typeStars ?? []
    return (
      stars.findLast((star) => this.starNames(star.module, module).includes(name))?.module ?? null
    )
  }

  /** Beside a source that makes names at run time, the stub says which. */
  private addStubbed(names: Map<string, ModuleName>, module: PythonModule): void {
    if (module.stub === null || module.scope === null) return
    for (const [name, binding] of module.stub.names) {
      if (names.has(name) || this.isHidden(module, name, binding)) continue
      if (!name.startsWith('_')) names.set(name, own(binding, 'pyi'))
    }
  }

  allOf(module: PythonModule): AllNames | null {
    if (module.all !== undefined) return module.all
    // A cycle of `__all__`s sees none.
    module.all = null
    const scope = module.scope ?? module.stub
    this.unfinished += 1
    module.all = scope === null ? null : allNames(this, module, scope)
    if (module.all?.isPartial && scope === module.scope) {
      module.all = this.wholeList(module, module.all)
    }
    this.unfinished -= 1
    return module.all
  }

  /** A list that is partly computed, as the module's statements or its stub complete it. */
  private wholeList(module: PythonModule, partial: AllNames): AllNames {
    const { all, isWhole } = this.runOf(module).result()
    if (all !== null && isWhole) return { names: all, isPartial: false }
    const stubbed = module.stub === null ? null : allNames(this, module, module.stub)
    if (stubbed === null || stubbed.isPartial) return partial
    return { names: [...new Set([...partial.names, ...stubbed.names])], isPartial: false }
  }

  private lazyOf(module: PythonModule): LazyNames | null {
    if (module.lazy === undefined) {
      module.lazy = null
      module.lazy =
        module.scope === null
          ? null
          : lazyNames(module, module.scope, {
              held: (name) => this.runOf(module).literal(name),
              listed: () => {
                const all = this.allOf(module)
                return all === null || all.isPartial ? undefined : all.names
              },
              helper: (path) => {
                const found = this.resolveExpression(module, path)
                return found?.kind === 'def' && found.binding.kind === 'def' ? found.binding : null
              },
            })
    }
    return module.lazy
  }

  /** What a name of a module means; null when the module has no such name. */
  resolve(moduleName: string, name: string): Target | null {
    const module = this.module(moduleName)
    if (module === undefined) return { kind: 'external', module: moduleName, name }
    if (isOpaque(module)) return { kind: 'unknown', module: moduleName, name }
    const entry = this.namesOf(module).get(name)
    if (entry === undefined) {
      return this.isListed(module, name) ? { kind: 'unknown', module: moduleName, name } : null
    }
    return this.targetOf(module, name, entry)
  }

  /** What an entry of a module means; null when it is cut off. */
  targetOf(module: PythonModule, name: string, entry: ModuleName): Target | null {
    if (entry.target !== null) return entry.target
    if (entry.isOpen || this.depth > FOLLOW_MAX) return this.cut()
    const { cuts } = this
    entry.isOpen = true
    this.depth += 1
    const target = this.resolveEntry(module, name, entry)
    this.depth -= 1
    entry.isOpen = false
    // What was cut short on the way, or seen half made, may mean more to the next who asks.
    if (this.cuts === cuts && this.unfinished === 0) entry.target = target
    return target
  }

  private cut(): null {
    this.cuts += 1
    return null
  }

  /** A module of unseen names may well have one that it lists. */
  private isListed(module: PythonModule, name: string): boolean {
    return module.dynamic.size > 0 && this.allOf(module)?.names.includes(name) === true
  }

  private resolveEntry(module: PythonModule, name: string, entry: ModuleName): Target {
    const unknown: UnknownTarget = { kind: 'unknown', module: module.name, name }
    if (entry.binding !== null) {
      const { binding } = entry
      const found = this.resolveBinding(module, name, binding, null)
      if (found.kind === 'unknown' || (found.kind === 'value' && module.stub !== null)) {
        // The stub knows what the source does not show.
        const stubbed = module.stub?.names.get(name)
        if (stubbed !== undefined && stubbed !== binding && !this.isHidden(module, name, stubbed)) {
          return this.resolveBinding(module, name, stubbed, null)
        }
      }
      return found
    }
    if (entry.leadsTo === null) return unknown
    const { module: path, name: there } = entry.leadsTo
    if (there === null) return this.moduleTarget(path)
    return this.resolve(path, there) ?? this.submodule(path, there) ?? unknown
  }

  private moduleTarget(path: string): Target {
    if (this.hasModule(path)) return { kind: 'module', module: path }
    return { kind: 'external', module: path, name: '' }
  }

  private submodule(path: string, name: string): ModuleTarget | null {
    const full = `${path}.${name}`
    return this.hasModule(full) ? { kind: 'module', module: full } : null
  }

  /** What a binding means; `owner` is the class in whose body it stands. */
  resolveBinding(
    module: PythonModule,
    name: string,
    binding: Binding,
    owner: ClassItem | null,
  ): Target {
    switch (binding.kind) {
      case 'module':
        return this.moduleTarget(binding.path)
      case 'from':
        return (
          this.stubFirst(binding) ??
          this.submoduleFirst(module, binding.module, binding.name) ??
          this.resolve(binding.module, binding.name) ??
          this.submodule(binding.module, binding.name) ?? {
            kind: 'unknown',
            module: module.name,
            name,
          }
        )
      case 'unknown':
        return this.itemOf(module, name, binding, owner)
      case 'value':
        return this.resolveValue(module, name, binding, owner)
      default:
        return this.itemOf(module, name, binding, owner)
    }
  }

  /** An alias is what it stands for; any other value is itself. */
  private resolveValue(
    module: PythonModule,
    name: string,
    binding: Extract<Binding, { kind: 'value' }>,
    owner: ClassItem | null,
  ): Target {
    const item = this.itemOf(module, name, binding, owner)
    if (!mayBeAlias(binding)) return item
    if (this.following.has(binding) || this.following.size > FOLLOW_MAX) return this.cut() ?? item
    this.following.add(binding)
    try {
      return this.aliasedBy(module, name, binding, owner) ?? item
    } finally {
      this.following.delete(binding)
    }
  }

  private aliasedBy(
    module: PythonModule,
    name: string,
    binding: Extract<Binding, { kind: 'value' }>,
    owner: ClassItem | null,
  ): Target | null {
    const value = this.valueOf(binding)
    if (owner === null && this.boundMethod(module, binding) !== null) return null
    if (value !== null && (value.kind === 'name' || value.kind === 'attribute')) {
      const parts = dottedParts(value)
      // `x = x` in a class takes the module's.
      const target = parts === null ? null : this.resolveParts(module, parts, owner, name)
      if (target !== null && target.kind !== 'unknown') {
        if (target.kind !== 'value') return target
        const home = target.owner === null ? this.moduleOf(target) : null
        if (home !== null && this.boundMethod(home, target.binding) !== null) return target
      }
    }
    // `int8 = signedinteger[_8Bit]` in a stub: a class by another name.
    if (value?.kind === 'subscript' && binding.source.isStub && isAlias(binding)) {
      const target = this.resolveExpression(module, value.value, owner)
      if (isClassItem(target)) return target
    }
    // `m = staticmethod(other.m)`
    if (value?.kind === 'call' && owner !== null && value.arguments.length === 1) {
      const [given] = value.arguments
      if (given !== undefined && /^(?:static|class)method$/.test(lastName(value.function) ?? '')) {
        const target = this.resolveExpression(module, given.value, owner)
        if (target?.kind === 'def') return target
      }
    }
    return null
  }

  /**
   * `get = Api().get`, `get = api.get`: the method that a name of a module holds together with the
   * object that it is of, so that it takes one argument less.
   */
  boundMethod(module: PythonModule, binding: Binding): Item | null {
    const value = binding.kind === 'value' ? this.valueOf(binding) : null
    if (value?.kind !== 'attribute') return null
    const of = this.madeClass(module, value.value)
    const method = of === null ? null : this.member(of, value.name)
    if (method?.kind !== 'def' || method.owner === null) return null
    return isPlainMethod(method) ? method : null
  }

  /** The class of `Api()`, of a name that such a call was given to, and of `api: Api` in a stub. */
  private madeClass(module: PythonModule, expression: Expression): ClassItem | null {
    if (expression.kind === 'call') {
      const made = this.resolveExpression(module, expression.function)
      return isClassItem(made) ? made : null
    }
    const object = this.resolveExpression(module, expression)
    if (object?.kind !== 'value' || object.owner !== null || object.binding.kind !== 'value') {
      return null
    }
    const home = this.moduleOf(object)
    const { annotation, source } = object.binding
    const value = this.valueOf(object.binding)
    if (value?.kind === 'call') return this.madeClass(home, value)
    if (annotation === null || !source.isStub) return null
    const declared = this.resolveExpression(home, this.parse(source, annotation))
    return isClassItem(declared) ? declared : null
  }

  /** Stubs speak of stubs: the source of a compiled module would lead nowhere. */
  private stubFirst(binding: Extract<Binding, { kind: 'from' }>): Target | null {
    if (!binding.source.isStub) return null
    const other = this.module(binding.module)
    const there = other?.stub?.names.get(binding.name)
    if (other === undefined || there === undefined || there === binding) return null
    if (this.stubbing.has(there)) return this.cut()
    this.stubbing.add(there)
    try {
      return this.resolveBinding(other, binding.name, there, null)
    } finally {
      this.stubbing.delete(there)
    }
  }

  /** In stubs an import is for the stub's own use, unless it says `as` or is listed (PEP 484). */
  private isHidden(module: PythonModule, name: string, binding: Binding): boolean {
    if ((binding.kind !== 'from' && binding.kind !== 'module') || binding.isExplicit) return false
    if (module.stub === null) return true
    module.stubAll ??= allNames(this, module, module.stub) ?? { names: [], isPartial: false }
    return !module.stubAll.names.includes(name)
  }

  /**
   * `from . import x` in a package's own `__init__`, where nothing else binds x, means the submodule:
   * following the name would come back here.
   */
  private submoduleFirst(module: PythonModule, path: string, name: string): ModuleTarget | null {
    return path === module.name ? this.submodule(path, name) : null
  }

  /** The value of a binding, parsed once. */
  valueOf(binding: Extract<Binding, { kind: 'value' }>): Expression | null {
    if (binding.value === null) return null
    let value = this.values.get(binding)
    if (value === undefined) {
      value = parseExpression(binding.source.text, binding.value)
      this.values.set(binding, value)
    }
    return value
  }

  parse(source: Source, span: Readonly<{ start: number; end: number }>): Expression {
    return parseExpression(source.text, span)
  }

  itemOf(module: PythonModule, name: string, binding: Binding, owner: ClassItem | null): Item {
    const known = this.items.get(binding)
    if (known !== undefined) return known
    const item = makeItem(module, owner === null ? name : `${owner.name}.${name}`, binding, owner)
    this.items.set(binding, item)
    return item
  }

  /** What an expression of the module's text means; null when that cannot be told. */
  resolveExpression(
    module: PythonModule,
    expression: Expression,
    owner: ClassItem | null = null,
  ): Target | null {
    if (expression.kind === 'subscript')
      return this.resolveExpression(module, expression.value, owner)
    if (expression.kind === 'call') return null
    const parts = dottedParts(expression)
    return parts === null ? null : this.resolveParts(module, parts, owner, null)
  }

  private resolveParts(
    module: PythonModule,
    parts: readonly string[],
    owner: ClassItem | null,
    /** The name that is being defined: in a class body it is looked up outside. */
    defining: string | null,
  ): Target | null {
    const [head = '', ...rest] = parts
    let target: Target | null = null
    for (let at = owner; at !== null && target === null; at = at.owner) {
      const binding = at.scope.names.get(head)
      if (binding !== undefined && !(at === owner && head === defining)) {
        target = this.resolveBinding(module, head, binding, at)
      }
    }
    if (target === null && owner === null && head === defining) return null
    target ??= this.resolve(module.name, head)
    if (target === null) {
      // What a stub keeps to itself its own classes still stand on.
      const kept = module.stub?.names.get(head)
      if (kept !== undefined) target = this.resolveBinding(module, head, kept, null)
    }
    if (target === null) {
      return rest.length === 0 ? { kind: 'external', module: 'builtins', name: head } : null
    }
    for (const part of rest) {
      target = this.attribute(target, part)
      if (target === null) return null
    }
    return target
  }

  attribute(target: Target, name: string): Target | null {
    if (target.kind === 'module') {
      return this.resolve(target.module, name) ?? this.submodule(target.module, name)
    }
    if (target.kind === 'external') {
      const path = target.name === '' ? target.module : `${target.module}.${target.name}`
      const full = `${path}.${name}`
      if (this.hasModule(full)) return { kind: 'module', module: full }
      return { kind: 'external', module: path, name }
    }
    if (isClassItem(target)) return this.member(target, name)
    if (target.kind === 'value') return this.instanceAttribute(target, name)
    return null
  }

  private member(cls: ClassItem, name: string): Target | null {
    const found = findMember(this, cls, name)
    return found === null ? null : memberTarget(this, found)
  }

  /** `api = Api()`, then `api.get`: the class says what it is. */
  private instanceAttribute(item: Item, name: string): Target | null {
    const { binding } = item
    if (binding.kind !== 'value' || binding.value === null) return null
    // `x = x.again()` leads back here.
    if (this.instances.has(binding) || this.instances.size > FOLLOW_MAX) return this.cut()
    this.instances.add(binding)
    try {
      const value = this.valueOf(binding)
      if (value?.kind !== 'call') return null
      const made = this.resolveExpression(this.moduleOf(item), value.function, item.owner)
      return isClassItem(made) ? this.member(made, name) : null
    } finally {
      this.instances.delete(binding)
    }
  }

  moduleOf(item: Item): PythonModule {
    const module = this.module(item.module)
    if (module === undefined) throw new Error(`no module ${item.module}`)
    return module
  }

  functionNamed(module: PythonModule, name: string): FunctionStatement | null {
    const binding = module.scope?.names.get(name)
    return binding?.kind === 'def' ? binding.statement : null
  }
}

/** One that is handed its object, and whose decorators are none that make it something else. */
function isPlainMethod({ binding }: Item): boolean {
  if (binding.kind !== 'def') return false
  const { source, statement } = binding
  return statement.decorators.every(({ start, end }) => {
    const text = source.text.slice(start, end)
    return !/(?:static|class)method|property\b/i.test(text)
  })
}

function makeItem(
  module: PythonModule,
  name: string,
  binding: Binding,
  owner: ClassItem | null,
): Item | ClassItem {
  const { source } = binding
  if (binding.kind !== 'class') {
    const kind = binding.kind === 'def' ? 'def' : 'value'
    return { kind, module: module.name, name, binding, source, owner }
  }
  const context = { source, package: packageOf(module), isClass: true }
  return {
    kind: 'class',
    module: module.name,
    name,
    binding,
    source,
    owner,
    scope: readScope(binding.statement.body, context),
    injected: new Map(),
    hasUnknownInjections: false,
    making: null,
    bases: null,
    hasLostBase: false,
    order: null,
    own: null,
  }
}

/** Only a path, a call or a subscript can be another name for something; a look at the ends tells. */
function mayBeAlias({ source, value }: Extract<Binding, { kind: 'value' }>): boolean {
  if (value === null) return false
  const first = source.text.charCodeAt(value.start)
  if (!isWordStart(first) && first !== OPEN_PAREN) return false
  const last = source.text.charCodeAt(value.end - 1)
  return last === CLOSE_PAREN || last === CLOSE_BRACKET || isWordPart(last)
}

/** `X = Y[Z]`, `X: TypeAlias = Y[Z]`. */
function isAlias({ annotation, source }: Extract<Binding, { kind: 'value' }>): boolean {
  return annotation === null || source.text.slice(annotation.start, annotation.end) === 'TypeAlias'
}

/** A compiled module without a stub; or a file of which nothing could be read. */
export function isOpaque(module: PythonModule): boolean {
  const { scope, stub, files } = module
  return scope === null && (stub === null || isEmpty(stub)) && files.compiled !== null
}

function isDefinedHere({ binding, origin }: ModuleName): boolean {
  return (
    origin === 'star' || (binding !== null && binding.kind !== 'from' && binding.kind !== 'module')
  )
}

/** `from ._impl import x` in a package: what it shows of its own parts. */
function isTakenFromBelow({ binding }: ModuleName, { name, isPackage }: PythonModule): boolean {
  return isPackage && binding?.kind === 'from' && binding.module.startsWith(`${name}.`)
}

function own(binding: Binding, origin: ModuleName['origin']): ModuleName {
  return { origin, binding, leadsTo: null, isImplicit: false, target: null, isOpen: false }
}

function leading(
  origin: ModuleName['origin'],
  leadsTo: ModuleName['leadsTo'],
  isImplicit = false,
): ModuleName {
  return { origin, binding: null, leadsTo, isImplicit, target: null, isOpen: false }
}

function isEmpty(scope: Scope): boolean {
  return scope.names.size === 0 && scope.stars.length === 0
}

/** What a module that is replaced needed for itself is not there any more. */
function dropHelpers(names: Map<string, ModuleName>, scope: Scope): void {
  for (const [name, binding] of scope.names) {
    if (name.startsWith('__') || scope.typeNames.has(name)) continue
    // `from x import y as y`: shown on purpose, and so the object in its place has it too.
    if (binding.kind === 'from' && binding.isExplicit) continue
    if (names.get(name)?.binding === binding) names.delete(name)
  }
}

function isBoundBefore({ names, stars }: Scope, name: string, order: number): boolean {
  const bound = names.get(name)
  return bound === undefined ? stars.some((star) => star.order < order) : bound.order < order
}

/** Modules that are loaded before a module is, as far as its own text says. */
function* importedPaths({ name, scope }: PythonModule): Generator<string> {
  const parts = name.split('.')
  for (let length = 1; length < parts.length; length++) yield parts.slice(0, length).join('.')
  for (const binding of scope?.names.values() ?? []) {
    if (binding.kind === 'module') yield binding.path
    else if (binding.kind === 'from') {
      yield binding.module
      yield `${binding.module}.${binding.name}`
    }
  }
  for (const star of scope?.stars ?? []) yield star.module
}

/** Submodules that the package itself imports: they stand among its names then. */
function importedSubmodules({ name, scope }: PythonModule): ReadonlySet<string> {
  const found = new Set<string>()
  const note = (path: string) => {
    if (path.startsWith(`${name}.`)) found.add(path.slice(name.length + 1).split('.')[0] ?? '')
  }
  for (const binding of scope?.names.values() ?? []) {
    if (binding.kind === 'from') note(binding.module)
    else if (binding.kind === 'module') note(binding.path)
  }
  for (const star of scope?.stars ?? []) note(star.module)
  return found
}

type Unread = Readonly<{
  files: ModuleFiles
  artifact: PythonArtifact
  submodules: readonly string[]
}>

/** The last part of each module's name, by the package it is in. */
function submodulesOf(files: readonly ModuleFiles[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name } of files) {
    const dot = name.lastIndexOf('.')
    if (dot < 0) continue
    const parent = name.slice(0, dot)
    const names = found.get(parent)
    if (names === undefined) found.set(parent, [name.slice(dot + 1)])
    else names.push(name.slice(dot + 1))
  }
  return found
}

type Parsed = ReturnType<typeof parsePython>

// A table that follows others is extracted more than once, and parsing is most of the work.
const parsedFiles = new WeakMap<PythonArtifact, Map<string, Parsed>>()

function parseFile(artifact: PythonArtifact, file: string): Parsed | null {
  const files = parsedFiles.get(artifact) ?? new Map<string, Parsed>()
  parsedFiles.set(artifact, files)
  const known = files.get(file)
  if (known !== undefined) return known
  const bytes = artifact.read(file)
  if (bytes === null) return null
  const parsed = parsePython(decodePython(bytes))
  files.set(file, parsed)
  return parsed
}

/** Of a compiled module whose stub is missing or incomplete, Cython's sources say more. */
function withCython(
  stub: Scope | null,
  files: ModuleFiles,
  artifact: PythonArtifact,
): Scope | null {
  const isKnown = stub !== null && !isEmpty(stub) && !stub.names.has('__getattr__')
  if (files.source !== null || files.cython.length === 0 || isKnown) return stub
  const read = readCython(files.cython, artifact, packageOf(files))
  if (read === null || stub === null) return read
  for (const [name, binding] of read.names) if (!stub.names.has(name)) stub.names.set(name, binding)
  return stub
}

function readModule(
  files: ModuleFiles,
  artifact: PythonArtifact,
  submodules: readonly string[],
): PythonModule {
  const problems: { file: string; problem: SyntaxProblem }[] = []
  let doc: string | null = null
  const read = (file: string | null, isStub: boolean): Scope | null => {
    const parsed = file === null ? null : parseFile(artifact, file)
    if (file === null || parsed === null) return null
    for (const problem of parsed.problems) problems.push({ file, problem })
    doc ??= parsed.doc
    return readScope(parsed.body, {
      source: { file, text: parsed.text, isStub },
      package: packageOf(files),
      isClass: false,
    })
  }
  const scope = read(files.source, false)
  const stub = withCython(read(files.stub, true), files, artifact)
  return {
    name: files.name,
    files,
    isPackage: files.isPackage,
    doc,
    scope,
    stub,
    problems,
    submodules,
    injected: new Map(),
    names: null,
    all: undefined,
    stubAll: null,
    lazy: undefined,
    made: null,
    dynamic: new Set(),
  }
}
