// Names that a module makes when somebody asks for them.

import { standardModuleNames } from '../../table/pythonLibrary.ts'
import type { Binding } from './bindings.ts'
import type { LazyNames } from './lazyNames.ts'
import { boundName, leadingName, type ModuleName, type PythonModule } from './pythonModule.ts'
import { StarNames } from './starNames.ts'

export abstract class LateNames extends StarNames {
  protected abstract lazyOf(module: PythonModule): LazyNames | null
  /** What an object under a name of a module has, by its class. */
  protected abstract askedNames(module: PythonModule, name: string): ReadonlyMap<string, Binding>

  protected addLazy(names: Map<string, ModuleName>, module: PythonModule): void {
    const lazy = this.lazyOf(module)
    if (lazy === null) return
    for (const reason of lazy.dynamic) module.dynamic.add(reason)
    if (lazy.takesTypeNames) this.addTypeNames(names, module)
    for (const [name, leadsTo] of lazy.names) {
      const known = names.get(name)
      if (known === undefined || known.isImplicit) this.addLate(names, module, name, leadsTo)
    }
    for (const name of this.allOf(module)?.names ?? []) {
      if (!names.has(name) && !lazy.absent.has(name)) this.addLate(names, module, name, null)
    }
    for (const path of lazy.forwards) this.addForwarded(names, module, path)
    for (const name of lazy.objects) this.addAsked(names, module, name)
    for (const name of lazy.absent) {
      if (names.get(name)?.binding === null) names.delete(name)
    }
  }

  /** What is imported for type checkers, and what the stub says, where a loader serves that. */
  private addTypeNames(names: Map<string, ModuleName>, module: PythonModule): void {
    const { scope, stub } = module
    if (scope === null) return
    for (const [name, binding] of scope.typeNames) {
      if (!names.has(name)) names.set(name, boundName(binding, 'lazy'))
    }
    for (const star of scope.typeStars) {
      for (const name of this.starNames(star.module, module)) {
        if (names.has(name)) continue
        names.set(name, leadingName('lazy', { module: star.module, name }))
      }
    }
    if (stub === null) return
    for (const [name, binding] of stub.names) {
      // A loader of stubs serves every import; for anything else a stub shows what it lists.
      const isServed = scope.lazyCalls.length > 0 || !this.isHidden(module, name, binding)
      if (isServed && !names.has(name)) names.set(name, boundName(binding, 'lazy'))
    }
    for (const star of stub.stars) this.addStar(names, module, stub, star)
  }

  /** A module to which this one passes on what it is asked for. */
  private addForwarded(names: Map<string, ModuleName>, module: PythonModule, path: string): void {
    const other = this.module(path)
    if (other === undefined || other === module) {
      const standard = other === undefined ? standardModuleNames(path) : []
      if (standard === null) this.want(path, module)
      for (const name of standard ?? []) {
        if (!names.has(name)) names.set(name, leadingName('lazy', { module: path, name }, true))
      }
      module.dynamic.add(`passes names on to ${path}`)
      return
    }
    const shown = new Set(this.starNames(path, module))
    for (const name of [...shown, ...this.namesOf(other).keys()]) {
      if (names.has(name) || name.startsWith('__')) continue
      names.set(name, leadingName('lazy', { module: path, name }, !shown.has(name)))
    }
  }

  /** `return getattr(_settings, name)`: an object to which the module passes on what it is asked for. */
  private addAsked(names: Map<string, ModuleName>, module: PythonModule, object: string): void {
    for (const [name, binding] of this.askedNames(module, object)) {
      if (names.has(name) || name.startsWith('__')) continue
      // A class is the same wherever it stands; of the rest only the name is known.
      const isClass = binding.kind === 'class'
      const found = isClass ? boundName(binding, 'lazy') : leadingName('lazy', null)
      names.set(name, { ...found, isImplicit: true })
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
      names.set(name, boundName(shown, 'lazy'))
      return
    }
    const star = leadsTo === null ? this.typeStar(module, name) : null
    // Whoever imports a submodule has it under its name, whatever is asked for that.
    const isBelow = leadsTo === null && module.submodules.includes(name)
    const below = isBelow ? { module: `${module.name}.${name}`, name: null } : leadsTo
    const lead = star === null ? below : { module: star, name }
    names.set(name, leadingName('lazy', lead))
  }

  /** The module from which a star import for type checkers takes a name. */
  private typeStar(module: PythonModule, name: string): string | null {
    const stars = module.scope?.typeStars ?? []
    return (
      stars.findLast((star) => this.starNames(star.module, module).includes(name))?.module ?? null
    )
  }
}
