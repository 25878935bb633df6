// What ES modules export: their own names, and those that they take over whole.

import { type Resolution, RUNTIME_IMPORT } from '../../manifest/conditions.ts'
import type { Machine } from '../values/machine.ts'
import { getProperty } from '../values/properties.ts'
import { ownKeys } from '../values/slots.ts'
import {
  forced,
  known,
  Lazy,
  ObjectValue,
  objectOf,
  type Site,
  slotOf,
  UNDEFINED,
  Unknown,
  type Value,
} from '../values/values.ts'
import { defineProperty } from '../values/writeProperties.ts'
import { exportResolution } from './exportResolution.ts'
import { type ExportSource, ModuleRecord, type PackageUnit } from './moduleRecord.ts'

const STARS_MAX = 20_000
/** Modules that a name is handed on through. */
const PLACES_MAX = 30
/** The name under which an ES module exports what `require` gives. */
export const WHOLE = 'module.exports'
/** Tells the namespace of an ES module from other objects; no name of a package has a space. */
export const NAMESPACE_MARK = ' namespace'

/** What somebody takes of a module. */
export type UseModule = (target: ModuleRecord) => Value

/** The modules of a run, as their namespaces need them. */
type RunModules = Readonly<{
  machine: Machine
  load(unit: PackageUnit, file: string): ModuleRecord
  run(record: ModuleRecord): void
  exportsOf(record: ModuleRecord): Value
  imported(record: ModuleRecord, specifier: string, name: string): Value
  module(record: ModuleRecord, specifier: string, resolution: Resolution, use: UseModule): Value
}>

export function namespaces(run: RunModules) {
  const resolve = exportResolution(run.machine, (unit, file) => run.load(unit, file))

  /** All that an ES module exports; the values are looked up when they matter. */
  function namespaceOf(record: ModuleRecord): ObjectValue {
    if (record.namespace !== null) return record.namespace
    const namespace = new ObjectValue({ module: record, anchor: 0 })
    record.namespace = namespace
    const pending: ModuleRecord[] = [record]
    const seen = new Set<ModuleRecord>(pending)
    const unclear = new Set<string>()
    for (const module of pending) {
      addOwn(namespace, module, record, unclear)
      for (const specifier of module.stars) {
        const target = starTarget(module, specifier)
        if (target instanceof ModuleRecord) {
          if (seen.size >= STARS_MAX) namespace.open ??= 'too many modules are exported whole'
          else if (!seen.has(target)) pending.push(target)
          seen.add(target)
        } else addStar(namespace, target)
      }
    }
    const mark = objectOf({ value: known(true) })
    defineProperty(run.machine, namespace, NAMESPACE_MARK, mark)
    namespace.isFixed = true
    return namespace
  }

  /** The names of one module that is part of a namespace; such as cannot be linked are no names. */
  function addOwn(
    namespace: ObjectValue,
    module: ModuleRecord,
    record: ModuleRecord,
    unclear: Set<string>,
  ): void {
    for (const [name, source] of module.exports) {
      if (name === WHOLE || unclear.has(name) || (name === 'default' && module !== record)) continue
      const there = namespace.slot(name)
      if (there === undefined && isLinked(module, name, source)) {
        const site = { module, anchor: source.anchor }
        namespace.slots.set(name, slotOf(exported(module, name, source), site))
      } else if (module !== record && resolve(record, name) === 'ambiguous') {
        // Which one is meant, nobody says: it is no name.
        namespace.slots.delete(name)
        unclear.add(name)
      }
    }
  }

  function isLinked(module: ModuleRecord, name: string, source: ExportSource): boolean {
    const isOwn = 'local' in source && !module.imports.has(source.local)
    if (isOwn) return true
    const found = resolve(module, name)
    return found !== 'absent' && found !== 'ambiguous'
  }

  function exported(record: ModuleRecord, name: string, source: ExportSource): Value {
    if ('specifier' in source) return run.imported(record, source.specifier, source.name)
    // An import that is exported again is no value of this module: it need not run.
    const bound = record.scope.own(source.local)?.value
    if (bound?.kind === 'lazy' || bound?.kind === 'unknown') return bound
    return new Lazy(name, false, () => {
      run.run(record)
      return record.scope.own(source.local)?.value ?? new Unknown(`${name} has no value`)
    })
  }

  /** Where the value of an exported name is written; null when that cannot be said. */
  function placeOf(record: ModuleRecord, name: string, depth = 0): Site | null {
    const source = record.exports.get(name)
    if (source === undefined || depth > PLACES_MAX) return null
    const from = 'specifier' in source ? source : record.imports.get(source.local)
    if (from === undefined) {
      run.run(record)
      return 'local' in source ? (record.scope.own(source.local)?.site ?? null) : null
    }
    const resolved = record.unit.resolver.resolve(record.file, from.specifier, RUNTIME_IMPORT)
    if (resolved.kind !== 'file') return null
    return placeOf(run.load(record.unit, resolved.file), from.name, depth + 1)
  }

  function starTarget(record: ModuleRecord, specifier: string): ModuleRecord | Value {
    let found: ModuleRecord | null = null
    const value = run.module(record, specifier, RUNTIME_IMPORT, (target) => {
      found = target
      return UNDEFINED
    })
    const other = forced(value)
    const target = found as ModuleRecord | null
    if (target === null) return other
    return target.format === 'esm' && target.unreadable === null ? target : run.exportsOf(target)
  }

  function addStar(namespace: ObjectValue, target: Value): void {
    const { keys, open } = ownKeys(run.machine, target, { all: true })
    for (const key of keys) {
      if (key === 'default' || namespace.has(key)) continue
      namespace.slots.set(key, slotOf(getProperty(run.machine, target, key)))
    }
    namespace.open ??= open
  }

  return { of: namespaceOf, exported, placeOf }
}
