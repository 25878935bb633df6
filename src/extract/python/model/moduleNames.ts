// The names of modules: what their sources and stubs bind, what stars, other modules and late tables
// bring, and what `__all__` lists of them.

import type { ClassMembers } from '../classes/classMembers.ts'
import { importedSubmodules } from '../modules/importedPaths.ts'
import { isClassItem } from '../modules/items.ts'
import {
  type AllNames,
  boundName,
  isOpaque,
  leadingName,
  type ModuleName,
  type NamesByName,
  type PythonModule,
} from '../modules/pythonModule.ts'
import { READ_FROM_CYTHON } from '../modules/readCython.ts'
import { type Binding, bindsNothing, type Scope } from '../scope/bindings.ts'
import { allNames } from './allNames.ts'
import { lateNames } from './lateNames.ts'
import type { ModuleLists, Runs } from './moduleLists.ts'
import { isPlaceholder } from './placeholders.ts'
import type { Resolution } from './resolution.ts'
import { makeStarNames, type StarNames } from './starNames.ts'

/** Star imports of star imports that are gone through. */
const STARS_MAX = 20

export class ModuleNames implements ModuleLists {
  readonly stars: StarNames
  private readonly resolver: Resolution
  private readonly addLate: ReturnType<typeof lateNames>
  private readonly runs: Runs
  /** What a list is made of. */
  private readonly asked: Parameters<typeof allNames>[0]

  constructor(resolver: Resolution, classes: ClassMembers, runs: Runs) {
    this.resolver = resolver
    this.runs = runs
    this.stars = makeStarNames(resolver.modules, this)
    this.asked = { resolver, lists: this, stars: this.stars }
    this.addLate = lateNames({ resolver, classes, lists: this, stars: this.stars, runs })
  }

  namesOf(module: PythonModule): NamesByName {
    if (module.names !== null) return module.names
    const names = new Map<string, ModuleName>()
    // Set before it is filled: a cycle of star imports sees what is there so far.
    module.names = names
    this.resolver.unfinished += 1
    this.fillNames(names, module)
    this.resolver.unfinished -= 1
    return names
  }

  private fillNames(names: NamesByName, module: PythonModule): void {
    if (module.scope !== null) this.addScope(names, module, module.scope, 'py')
    if (module.scope?.isReplaced) dropHelpers(names, module.scope)
    if (module.stub !== null && (module.scope === null || bindsNothing(module.scope))) {
      this.addScope(names, module, module.stub, 'pyi')
      // What compiled code has beyond its stub (private names, helpers for tests) is spelled in it.
      const isCompiled = module.scope === null && module.files.compiled !== null
      if (isCompiled || module.stub.names.has('__getattr__')) {
        this.stars.addCompiled(module, module, `${module.name} has a stub that may not be complete`)
      }
    }
    for (const [name, binding] of module.injected) {
      if (!names.has(name)) names.set(name, boundName(binding, 'py'))
    }
    for (const name of module.removed) names.delete(name)
    this.addPerhaps(names, module)
    this.addMade(names, module)
    this.addLate(names, module)
    if (module.dynamic.size > 0) this.addStubbed(names, module)
    // What a stub or a list says of them holds where they are there.
    for (const name of module.perhaps) {
      if (/^(?:pyi|lazy)$/.test(names.get(name)?.origin ?? '')) names.delete(name)
    }
    const imported = importedSubmodules(module)
    for (const name of module.submodules) {
      if (!names.has(name) || module.scope?.names.get(name)?.kind === 'unknown') {
        const leadsTo = { module: `${module.name}.${name}`, name: null }
        names.set(name, leadingName('py', leadsTo, !imported.has(name)))
      }
    }
  }

  private addScope(
    names: NamesByName,
    module: PythonModule,
    scope: Scope,
    origin: 'py' | 'pyi',
  ): void {
    for (const [name, binding] of scope.names) {
      if (origin === 'pyi' && this.isHidden(module, name, binding)) continue
      names.set(name, boundName(binding, origin))
    }
    for (const star of scope.stars) this.stars.addStar(names, module, scope, star)
    for (const expression of scope.poured) {
      const target = this.resolver.resolveExpression(module, expression)
      if (!isClassItem(target)) {
        module.dynamic.add('puts names into its own namespace')
        continue
      }
      for (const [name, binding] of target.scope.names) {
        if (!names.has(name) && binding.kind === 'value')
          names.set(name, boundName(binding, origin))
      }
    }
    for (const reason of scope.dynamic) {
      if (reason !== READ_FROM_CYTHON) module.dynamic.add(reason)
      else this.stars.addCompiled(module, module, `${module.name} ${reason}`)
    }
  }

  /** Names that are taken where what is asked has them. */
  private addPerhaps(names: NamesByName, module: PythonModule): void {
    for (const [name, from] of module.scope?.perhaps ?? []) {
      if (names.has(name)) continue
      const base = this.resolver.resolveExpression(module, from)
      const path = base?.kind === 'module' ? base.module : null
      const target = path === null ? null : this.resolver.resolve(path, name)
      if (path !== null && target !== null && this.isSeen(path, name))
        names.set(name, leadingName('py', { module: path, name }))
      // A module that is all known and has no such name leaves it out.
      else if (target !== null || path === null || this.mayHoldMore(path)) module.perhaps.add(name)
    }
  }

  /** Whether a source says that a module has a name, and not only its stub or its list. */
  private isSeen(path: string, name: string, depth = 0): boolean {
    const module = depth > STARS_MAX ? undefined : this.resolver.modules.module(path)
    const entry = module && this.namesOf(module).get(name)
    if (entry?.origin === 'py') return entry.binding?.source.isStub !== true
    if (entry?.origin !== 'star' || entry.leadsTo === null) return false
    return this.isSeen(entry.leadsTo.module, entry.leadsTo.name ?? name, depth + 1)
  }

  private mayHoldMore(path: string): boolean {
    const module = this.resolver.modules.module(path)
    return module === undefined || isOpaque(module) || module.dynamic.size > 0
  }

  /** What following its statements shows of a module that makes names as it is imported. */
  private addMade(names: NamesByName, module: PythonModule): void {
    if (module.scope === null || module.scope.makes.length === 0) return
    if (!this.resolver.modules.own.has(module.name)) module.made ??= this.runs.result(module)
    const { made } = module
    if (made === null) return
    for (const name of made.taken) names.delete(name)
    for (const [name, leadsTo] of made.names) {
      const known = names.get(name)
      const isSaid = known !== undefined && known.binding?.kind !== 'unknown'
      if (isSaid && (leadsTo === null || !known.binding || !isPlaceholder(known.binding))) continue
      names.set(name, leadingName('py', leadsTo))
    }
    if (made.isWhole) return
    for (const reason of module.scope.makes) module.dynamic.add(reason)
  }

  /** Beside a source that makes names at run time, the stub says which. */
  private addStubbed(names: NamesByName, module: PythonModule): void {
    if (module.stub === null || module.scope === null) return
    for (const [name, binding] of module.stub.names) {
      if (names.has(name) || this.isHidden(module, name, binding)) continue
      if (!name.startsWith('_')) names.set(name, boundName(binding, 'pyi'))
    }
  }

  /** In stubs an import is for the stub's own use, unless it says `as` or is listed (PEP 484). */
  isHidden(module: PythonModule, name: string, binding: Binding): boolean {
    if ((binding.kind !== 'from' && binding.kind !== 'module') || binding.isExplicit) return false
    if (module.stub === null) return true
    module.stubAll ??= allNames(this.asked, module, module.stub) ?? { names: [], isPartial: false }
    return !module.stubAll.names.includes(name)
  }

  /** What `dir` shows of a module once it has been imported. */
  shownNames(module: PythonModule): string[] {
    const loaded = this.stars.loadedBelow(module)
    const names = [...this.namesOf(module)]
      .filter(([name, entry]) => !entry.isImplicit || loaded.has(name))
      .map(([name]) => name)
    if (module.scope === null || module.scope.makes.length === 0) return names
    return [...new Set([...names, ...this.runs.result(module).names.keys()])]
  }

  allOf(module: PythonModule): AllNames | null {
    if (module.all !== undefined) return module.all
    // A cycle of `__all__`s sees none.
    module.all = null
    const scope = module.scope ?? module.stub
    this.resolver.unfinished += 1
    module.all = scope === null ? null : allNames(this.asked, module, scope)
    if (module.all?.isPartial && scope === module.scope) {
      module.all = this.wholeList(module, module.all)
    }
    this.resolver.unfinished -= 1
    return module.all
  }

  /** A list that is partly computed, as the module's statements or its stub complete it. */
  private wholeList(module: PythonModule, partial: AllNames): AllNames {
    const { all, isWhole } = this.runs.result(module)
    if (all !== null && isWhole) return { names: all, isPartial: false }
    const stubbed = module.stub === null ? null : allNames(this.asked, module, module.stub)
    if (stubbed === null || stubbed.isPartial) return partial
    return { names: [...new Set([...partial.names, ...stubbed.names])], isPartial: false }
  }
}

/** `new.__dict__.update(old.__dict__)`: the object in its place has all that it has. */
const TAKES_OVER = /\.__dict__\.update\(\s*(?:\w+\.__dict__|globals\(\)|vars\(\))\s*\)/

/** What a module that is replaced needed for itself is not there any more. */
function dropHelpers(names: NamesByName, scope: Scope): void {
  if (TAKES_OVER.test(scope.source.text)) return
  for (const [name, binding] of scope.names) {
    if (name.startsWith('__') || scope.typeNames.has(name)) continue
    // `from x import y as y`: shown on purpose, and so the object in its place has it too.
    if (binding.kind === 'from' && binding.isExplicit) continue
    if (names.get(name)?.binding === binding) names.delete(name)
  }
}
