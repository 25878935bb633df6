// What star imports bring, and what a module may hold that only compiled files tell.

import { keptIn } from '../../../domain/maps.ts'
import { standardModuleNames } from '../../../table/pythonLibrary.ts'
import { importedPaths } from '../modules/importedPaths.ts'
import { type HalfDone, halfDoneStars } from '../modules/importOrder.ts'
import type { PackageModules } from '../modules/packageModules.ts'
import {
  isOpaque,
  leadingName,
  type ModuleName,
  type NamesByName,
  type PythonModule,
} from '../modules/pythonModule.ts'
import type { Scope, StarImport } from '../scope/bindings.ts'
import { GETTER } from './givenNames.ts'
import type { ModuleLists } from './moduleLists.ts'

export type StarNames = ReturnType<typeof makeStarNames>

export function makeStarNames(modules: PackageModules, lists: ModuleLists) {
  let halfDone: HalfDone | null = null
  const loadedByModule = new Map<PythonModule, ReadonlySet<string>>()
  /** Reasons why a module may hold more, by the compiled file of the package that all of it is in. */
  const compiledBounds = new Map<string, string>()

  /** The names that `from <path> import *` brings. */
  function starNames(path: string, importer: PythonModule): string[] {
    const from = modules.module(path)
    if (from === undefined) {
      const standard = standardModuleNames(path)
      if (standard === null && !isLacking(path)) {
        importer.dynamic.add(`takes every name of ${path}`)
        modules.want(path, importer)
      }
      return standard ?? []
    }
    if (from === importer) return []
    if (isOpaque(from)) {
      addCompiled(importer, from, `takes every name of ${path}, which is compiled`)
      return from.native.map(({ name }) => name).filter((name) => !name.startsWith('_'))
    }
    const all = lists.allOf(from)
    const names = lists.namesOf(from)
    if (all?.isPartial && all.isChosen === true) {
      importer.dynamic.add(`takes the names that ${path} chooses among its own`)
    }
    for (const reason of from.dynamic) {
      if (all === null || all.isPartial) importer.dynamic.add(reason)
    }
    if (all !== null && !all.isPartial) {
      return all.names.filter((name) => names.has(name) || from.dynamic.size > 0)
    }
    const found: string[] = []
    const loaded = all === null ? loadedBelow(from) : new Set()
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

  /** A module that would be in a package of this artifact, and is not: to import it fails. */
  function isLacking(path: string): boolean {
    const dot = path.lastIndexOf('.')
    const above = dot < 0 ? undefined : modules.own.get(path.slice(0, dot))
    const last = path.slice(dot + 1)
    if (above === undefined || modules.has(path) || modules.isSource) return false
    const text = above.files.source === null ? '' : (above.scope?.source.text ?? '')
    // One that looks for its modules elsewhere, or puts them where imports find them.
    return (
      text !== '' &&
      !text.includes('__path__') &&
      !modules.spells(`${last}'`) &&
      !modules.spells(`${last}"`)
    )
  }

  function addStar(names: NamesByName, module: PythonModule, scope: Scope, star: StarImport): void {
    halfDone ??= halfDoneStars(modules.own)
    const reached = halfDone.get(`${module.name}\n${star.module}`)
    const from = reached === undefined ? undefined : modules.module(star.module)?.scope
    for (const name of starNames(star.module, module)) {
      // In a circle of imports, what the other module binds later is not there yet.
      if (reached !== undefined && from && !isBoundBefore(from, name, reached)) continue
      const known = scope.names.get(name)
      if (known !== undefined && known.order > star.order) continue
      if (scope.deleted.has(name) || (known === undefined && name === '__all__')) continue
      if (name === GETTER) module.dynamic.add(`has the __getattr__ of ${star.module}`)
      // Made anew from what is known by that name already: that tells more.
      if (names.get(name)?.origin === 'star' && leadsNowhere(star.module, name)) continue
      names.set(name, leadingName('star', { module: star.module, name }))
    }
    addPerhapsOf(star.module, names, module)
  }

  /** What the other module may have, this one may have too. */
  function addPerhapsOf(
    path: string,
    names: ReadonlyMap<string, ModuleName>,
    module: PythonModule,
  ): void {
    const from = modules.module(path)
    if (from === undefined || from === module || from.perhaps.size === 0) return
    const all = lists.allOf(from)
    const isOffered = (name: string) =>
      all === null || all.isPartial ? !name.startsWith('_') : all.names.includes(name)
    for (const name of from.perhaps) {
      if (!names.has(name) && isOffered(name)) module.perhaps.add(name)
    }
  }

  function leadsNowhere(path: string, name: string): boolean {
    const entry = modules.module(path)?.names?.get(name)
    return entry !== undefined && entry.binding === null && entry.leadsTo === null
  }

  /** Submodules that are loaded when the package is, by itself or by what it imports. */
  function loadedBelow(module: PythonModule): ReadonlySet<string> {
    return keptIn(loadedByModule, module, () => findLoaded(module))
  }

  function findLoaded(module: PythonModule): ReadonlySet<string> {
    const found = new Set<string>()
    const seen = new Set(module.submodules.length > 0 ? [module] : [])
    // The set grows while it is gone through.
    for (const one of seen) {
      for (const path of importedPaths(one)) {
        const other = modules.own.get(path)
        if (other !== undefined) seen.add(other)
        if (path.startsWith(`${module.name}.`) && modules.has(path)) {
          found.add(path.slice(module.name.length + 1).split('.')[0] ?? '')
        }
      }
    }
    return found
  }

  /** `of` may hold more, all of which comes from a module that is compiled. */
  function addCompiled(of: PythonModule, compiled: PythonModule, reason: string): void {
    of.dynamic.add(reason)
    const { name, files } = compiled
    if (files.compiled !== null && modules.own.has(name)) {
      compiledBounds.set(reason, files.compiled)
    }
  }

  /** The compiled files that all come from which a module may hold unseen; null for more. */
  function compiledIn(module: PythonModule): string[] | null {
    if (isOpaque(module)) return module.files.compiled === null ? null : [module.files.compiled]
    const files = [...module.dynamic].map((reason) => compiledBounds.get(reason) ?? null)
    if (files.length === 0 || files.includes(null)) return null
    return [...new Set(files.map(String))].sort()
  }

  return { starNames, addStar, loadedBelow, addCompiled, compiledIn }
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

function isBoundBefore({ names, stars }: Scope, name: string, order: number): boolean {
  const bound = names.get(name)
  return bound === undefined ? stars.some((star) => star.order < order) : bound.order < order
}
