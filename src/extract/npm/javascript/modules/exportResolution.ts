// Which binding an exported name of an ES module is, by the rules of the language: names of a module
// before those it takes over whole, and of the latter only those that all ways agree on.

import { RUNTIME_IMPORT } from '../../manifest/conditions.ts'
import type { Machine } from '../values/machine.ts'
import type { ModuleRecord, PackageUnit } from './moduleRecord.ts'

const DEPTH_MAX = 200

type Found = Readonly<{ module: ModuleRecord; name: string }>

/** The names that were asked for on the way. */
type Seen = Map<ModuleRecord, Set<string>>

type Resolved =
  | Found
  /** Two ways lead to two things, or no way to any: importing it is an error. */
  | 'ambiguous'
  | 'absent'
  /** It leads to what is not looked at. */
  | 'unknown'

type Load = (unit: PackageUnit, file: string) => ModuleRecord

export function exportResolution(machine: Machine, load: Load) {
  function resolve(module: ModuleRecord, name: string, seen: Seen, depth: number): Resolved {
    machine.step()
    if (module.unreadable !== null || depth > DEPTH_MAX) return 'unknown'
    // Names of other modules are made while they run: somebody else looks at those.
    if (module.format !== 'esm') return 'unknown'
    const names = seen.get(module) ?? new Set()
    if (names.has(name)) return 'absent'
    seen.set(module, names.add(name))
    const source = module.exports.get(name)
    if (source === undefined) {
      return name === 'default' ? 'absent' : ofStars(module, name, seen, depth)
    }
    const from = 'specifier' in source ? source : module.imports.get(source.local)
    if (from === undefined) return { module, name: 'local' in source ? source.local : name }
    const target = moduleAt(module, from.specifier)
    if (target === null) return 'unknown'
    if (from.name === '*') return { module: target, name: '*' }
    return resolve(target, from.name, seen, depth + 1)
  }

  function ofStars(module: ModuleRecord, name: string, seen: Seen, depth: number): Resolved {
    let found: Resolved = 'absent'
    for (const specifier of module.stars) {
      const target = moduleAt(module, specifier)
      const next = target === null ? 'unknown' : resolve(target, name, seen, depth + 1)
      if (next === 'ambiguous') return next
      if (next === 'absent') continue
      if (found === 'absent' || found === 'unknown') found = next
      else if (typeof found === 'object' && typeof next === 'object' && !isSame(found, next))
        return 'ambiguous'
    }
    return found
  }

  /** A module of the same package; null for all others. */
  function moduleAt({ unit, file }: ModuleRecord, specifier: string): ModuleRecord | null {
    const resolved = unit.resolver.resolve(file, specifier, RUNTIME_IMPORT)
    return resolved.kind === 'file' ? load(unit, resolved.file) : null
  }

  return (module: ModuleRecord, name: string) => resolve(module, name, new Map(), 0)
}

function isSame(one: Found, other: Found): boolean {
  return one.module === other.module && one.name === other.name
}
