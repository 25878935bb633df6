// Names that a module makes when somebody asks for them, among those that it has.

import { standardModuleNames } from '../../../table/pythonLibrary.ts'
import { madeClass } from '../classes/boundMethods.ts'
import type { ClassMembers } from '../classes/classMembers.ts'
import { isClassItem } from '../modules/items.ts'
import {
  boundName,
  type LazyNames,
  leadingName,
  type ModuleName,
  type NamesByName,
  type PythonModule,
} from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Binding } from '../scope/bindings.ts'
import { lazyNames } from './lazyNames.ts'
import type { ModuleLists, Runs } from './moduleLists.ts'
import type { StarNames } from './starNames.ts'

type Asked = Readonly<{
  resolver: Resolver
  classes: ClassMembers
  lists: ModuleLists
  stars: StarNames
  runs: Runs
}>

export function lateNames(asked: Asked) {
  /** Adds those of a module to the names that it has otherwise. */
  function addLazy(names: NamesByName, module: PythonModule): void {
    const lazy = lazyOf(module)
    if (lazy === null) return
    for (const reason of lazy.dynamic) module.dynamic.add(reason)
    if (lazy.takesTypeNames) addTypeNames(names, module)
    for (const [name, leadsTo] of lazy.names) {
      const known = names.get(name)
      if (known === undefined || known.isImplicit) addLate(names, module, name, leadsTo)
    }
    for (const name of asked.lists.allOf(module)?.names ?? []) {
      if (!names.has(name) && !lazy.absent.has(name)) addLate(names, module, name, null)
    }
    for (const path of lazy.forwards) addForwarded(names, module, path)
    for (const name of lazy.objects) addAsked(names, module, name)
    for (const name of lazy.absent) {
      if (names.get(name)?.binding === null) names.delete(name)
    }
  }

  /** What is imported for type checkers, and what the stub says, where a loader serves that. */
  function addTypeNames(names: NamesByName, module: PythonModule): void {
    const { scope, stub } = module
    if (scope === null) return
    for (const [name, binding] of scope.typeNames) {
      if (!names.has(name)) names.set(name, boundName(binding, 'lazy'))
    }
    for (const star of scope.typeStars) {
      for (const name of asked.stars.starNames(star.module, module)) {
        if (names.has(name)) continue
        names.set(name, leadingName('lazy', { module: star.module, name }))
      }
    }
    if (stub === null) return
    for (const [name, binding] of stub.names) {
      // A loader of stubs serves every import; for anything else a stub shows what it lists.
      const isServed = scope.lazyCalls.length > 0 || !asked.lists.isHidden(module, name, binding)
      if (isServed && !names.has(name)) names.set(name, boundName(binding, 'lazy'))
    }
    for (const star of stub.stars) asked.stars.addStar(names, module, stub, star)
  }

  /** A module to which this one passes on what it is asked for. */
  function addForwarded(names: NamesByName, module: PythonModule, path: string): void {
    const other = asked.resolver.modules.module(path)
    if (other === undefined || other === module) {
      const standard = other === undefined ? standardModuleNames(path) : []
      if (standard === null) asked.resolver.modules.want(path, module)
      for (const name of standard ?? []) {
        if (!names.has(name)) names.set(name, leadingName('lazy', { module: path, name }, true))
      }
      module.dynamic.add(`passes names on to ${path}`)
      return
    }
    const shown = new Set(asked.stars.starNames(path, module))
    for (const name of [...shown, ...asked.lists.namesOf(other).keys()]) {
      if (names.has(name) || name.startsWith('__')) continue
      names.set(name, leadingName('lazy', { module: path, name }, !shown.has(name)))
    }
  }

  /** `return getattr(_settings, name)`: an object to which the module passes on what it is asked for. */
  function addAsked(names: NamesByName, module: PythonModule, object: string): void {
    for (const [name, binding] of askedNames(module, object)) {
      if (names.has(name) || name.startsWith('__')) continue
      // A class is the same wherever it stands; of the rest only the name is known.
      const isClass = binding.kind === 'class'
      const found = isClass ? boundName(binding, 'lazy') : leadingName('lazy', null)
      names.set(name, { ...found, isImplicit: true })
    }
  }

  /** Where a late name leads nowhere that is known, the import for type checkers may say. */
  function addLate(
    names: NamesByName,
    module: PythonModule,
    name: string,
    leadsTo: ModuleName['leadsTo'],
  ): void {
    const shown = leadsTo === null ? module.scope?.typeNames.get(name) : undefined
    if (shown !== undefined) {
      names.set(name, boundName(shown, 'lazy'))
      return
    }
    const star = leadsTo === null ? typeStar(module, name) : null
    // Whoever imports a submodule has it under its name, whatever is asked for that.
    const isBelow = leadsTo === null && module.submodules.includes(name)
    const below = isBelow ? { module: `${module.name}.${name}`, name: null } : leadsTo
    const lead = star === null ? below : { module: star, name }
    names.set(name, leadingName('lazy', lead))
  }

  /** The module from which a star import for type checkers takes a name. */
  function typeStar(module: PythonModule, name: string): string | null {
    const stars = module.scope?.typeStars ?? []
    return (
      stars.findLast((star) => asked.stars.starNames(star.module, module).includes(name))?.module ??
      null
    )
  }

  /** What an object under a name of a module has, by its class. */
  function askedNames(module: PythonModule, name: string): ReadonlyMap<string, Binding> {
    const { resolver, classes } = asked
    const found = new Map<string, Binding>()
    const cls = madeClass(resolver, module, { kind: 'name', name })
    for (const step of cls === null ? [] : classes.resolutionOrder(cls)) {
      if (!isClassItem(step)) continue
      for (const [one, { binding }] of classes.ownMembers(step)) {
        if (!found.has(one)) found.set(one, binding)
      }
    }
    return found
  }

  function lazyOf(module: PythonModule): LazyNames | null {
    const { resolver, lists, runs } = asked
    if (module.lazy === undefined) {
      module.lazy = null
      module.lazy =
        module.scope === null
          ? null
          : lazyNames(module, module.scope, {
              held: (name) => runs.literal(module, name),
              heldIn: (path, name) => {
                const other = resolver.modules.module(path)
                return other === undefined ? undefined : runs.literal(other, name)
              },
              listed: () => {
                const all = lists.allOf(module)
                return all === null || all.isPartial ? undefined : all.names
              },
              helper: (path) => {
                const found = resolver.resolveExpression(module, path)
                if (found?.kind !== 'def' || found.binding.kind !== 'def') return null
                return { ...found.binding, module: found.module }
              },
            })
    }
    return module.lazy
  }

  return addLazy
}
