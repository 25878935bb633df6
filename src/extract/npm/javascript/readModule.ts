// What one module of a run has: from the value that it exports to names with definitions.

import { keptOnce } from '../../../domain/maps.ts'
import { changed, type Describer } from './describer.ts'
import { classOf } from './givenNames.ts'
import type { JsDefinition, JsModule, JsName } from './jsModule.ts'
import { ModuleRecord } from './modules/moduleRecord.ts'
import type { ModuleRun } from './modules/moduleRun.ts'
import { NAMESPACE_MARK, WHOLE } from './modules/namespaces.ts'
import { mayHaveNames } from './unions.ts'
import { OutOfSteps } from './values/machine.ts'
import { handedDown, platformKeys, platformMember } from './values/platform.ts'
import { findSlot } from './values/slots.ts'
import {
  type ObjectValue,
  type SiteModule,
  type Slot,
  settledOptions,
  slotOf,
  Unknown,
  type Value,
} from './values/values.ts'

const CHAIN_MAX = 30
/** What every function has, and what compilers leave behind. */
export const NOT_NAMES = new Set([NAMESPACE_MARK, '__esModule', 'prototype'])

export const TOO_MUCH = 'takes too much work to follow'

/** `isShared`: other modules of the run may have given it names that it does not have alone. */
export function readModule(
  run: ModuleRun,
  describer: Describer,
  record: ModuleRecord,
  isShared = false,
): JsModule {
  const { file, format } = record
  const none = { file, format, names: [], main: null, isObject: false }
  if (record.unreadable !== null) return { ...none, state: 'unreadable', reason: record.unreadable }
  if (format === 'native') return { ...none, state: 'opaque', reason: 'is compiled' }
  const before = run.machine.beginStatement()
  try {
    const value = run.exportsOf(record)
    const { names: all, open } = namesOf(run, describer, value)
    const others = isShared ? doneByOthers(run, describer, record, value) : NOTHING
    const own = [...all.filter(({ name }) => !others.given.has(name)), ...others.taken]
    const whole = namesOfWhole(run, describer, record)
    const known = new Set(own.map(({ name }) => name))
    const names = [...own, ...whole.names.filter(({ name }) => !known.has(name))].sort(byName)
    // The names of an ES module are fixed, however its run ends.
    const reason = open ?? whole.open ?? (format === 'esm' ? null : record.stopped)
    const main = format === 'esm' ? null : mainOf(describer.value(value, null, 0), value, others)
    const state = reason === null ? 'complete' : 'dynamic'
    const isObject =
      format === 'cjs' &&
      settledOptions(value).some((one) => one.kind === 'object' && classOf(one) !== null)
    const read: JsModule = { file, format, names, main, state, reason, isObject }
    return format === 'json' ? withoutMembers(read) : read
  } catch (error) {
    // Values are looked at while they are described, and that may be too much as well.
    if (!(error instanceof OutOfSteps || error instanceof RangeError)) throw error
    return {
      ...none,
      names: bareNames(run, record),
      state: 'dynamic',
      reason: TOO_MUCH,
    }
  } finally {
    run.machine.endStatement(before)
  }
}

/** Data has names; what is below them is nobody's API. */
function withoutMembers(data: JsModule): JsModule {
  const bare = (definition: JsDefinition) => ({ ...definition, members: [] })
  const names = data.names.map(({ name, definition }) => ({ name, definition: bare(definition) }))
  const members = names.map((one) => ({ ...one, isStatic: false, isInherited: false }))
  return { ...data, names, main: data.main === null ? null : { ...data.main, members } }
}

type Undone = Readonly<{ given: ReadonlySet<string>; taken: readonly JsName[] }>

const NOTHING: Undone = { given: new Set(), taken: [] }

/** What modules that it does not load gave to what a module exports, and what they took from it. */
function doneByOthers(
  { machine }: ModuleRun,
  describer: Describer,
  record: ModuleRecord,
  value: Value,
): Undone {
  if (value.kind !== 'object') return NOTHING
  // Of most modules nobody else did anything: what comes with them is looked for when somebody may have.
  const loaded = keptOnce(() => loadedBy(record))
  const isOther = (module: SiteModule | null) =>
    module instanceof ModuleRecord &&
    module !== record &&
    module.unit === record.unit &&
    !loaded().has(module)
  const isGiven = ({ givers, site }: Slot) => {
    const all = givers ?? (site === null ? [] : [site.module])
    return all.length > 0 && all.every(isOther)
  }
  const given = [...value.slots].filter(([, slot]) => isGiven(slot)).map(([name]) => name)
  const taken = [...(machine.taken.get(value) ?? [])]
    .filter(([name, { slot, by }]) => isOther(by) && !isGiven(slot) && !value.has(name))
    .map(([name, { slot }]) => ({ name, definition: describer.slot(value, name, slot) }))
  return { given: new Set(given), taken }
}

/** What a module is, without what others did to it; its members as late as they were. */
function mainOf(main: JsDefinition, value: Value, { given, taken }: Undone): JsDefinition {
  const signature = main.signature ?? plainType(value)
  if (given.size === 0 && taken.length === 0 && signature === null) return main
  const back = taken.map((one) => ({ ...one, isStatic: true, isInherited: false }))
  return changed(main, { signature }, () => [
    ...main.members.filter(({ name }) => !given.has(name)),
    ...back,
  ])
}

/** The type of a module that is a list or a plain value: what the language gives to it goes by that. */
function plainType(value: Value): string | null {
  if (value.kind === 'object' && value.elements !== null)
    return value.isSet ? 'Set<unknown>' : 'Array<unknown>'
  const type = value.kind === 'known' ? typeof value.value : ''
  return type === 'string' || type === 'number' ? type : null
}

type Names = Readonly<{ names: JsName[]; open: string | null }>

/** What `require` gives of an ES module that says so itself. */
function namesOfWhole(run: ModuleRun, describer: Describer, record: ModuleRecord): Names {
  const isOwn = record.format === 'esm' && record.exports.has(WHOLE)
  return isOwn ? namesOf(run, describer, run.required(record)) : { names: [], open: null }
}

function namesOf(run: ModuleRun, describer: Describer, value: Value): Names {
  const found = new Map<string, JsDefinition>()
  let open: string | null = null
  for (const settled of settledOptions(value)) {
    if (settled.kind === 'unknown') open ??= addUnknown(run, describer, settled, found)
    if (settled.kind !== 'object') continue
    open ??= settled.open
    const slots = slotsOf(run, settled)
    open ??= slots.open
    for (const [name, slot] of slots.slots)
      if (!found.has(name)) found.set(name, describer.slot(settled, name, placed(run, name, slot)))
    for (const [name, definition] of describer.givenTo(settled))
      if (!found.has(name)) found.set(name, definition)
  }
  const names = [...found].map(([name, definition]) => ({ name, definition }))
  return { names: names.sort(byName), open }
}

/** A module that is a thing of Node's, or nothing that has names; says why there may be others. */
function addUnknown(
  run: ModuleRun,
  describer: Describer,
  value: Unknown,
  found: Map<string, JsDefinition>,
): string | null {
  if (!mayHaveNames(value)) return null
  if (!value.isPlatform) return value.why
  const { keys, open } = platformKeys(run.machine, value, true)
  for (const key of keys)
    if (!found.has(key))
      found.set(key, describer.value(platformMember(run.machine, value, key), null, 0))
  return open
}

/** A name that is handed on has its place where it is declared. */
function placed(run: ModuleRun, name: string, slot: Slot): Slot {
  const module = slot.site?.module
  if (!(module instanceof ModuleRecord) || module.format !== 'esm') return slot
  return { ...slot, site: run.placeOf(module, name) ?? slot.site }
}

/** The names of an object, own and inherited: an instance has the methods of its class. */
function slotsOf(
  run: ModuleRun,
  start: ObjectValue,
): Readonly<{ slots: ReadonlyMap<string, Slot>; open: string | null }> {
  const slots = new Map<string, Slot>()
  const pending: Value[] = [start]
  let open: string | null = null
  for (let i = 0; i < pending.length && i < CHAIN_MAX; i++) {
    const object = pending[i]
    if (object?.kind === 'unknown') {
      const more = object.isPlatform ? handedDown(run.machine, object) : null
      open ??= more === null ? object.why : more.open
      for (const name of more?.keys ?? [])
        if (name !== 'constructor' && !slots.has(name))
          slots.set(name, slotOf(platformMember(run.machine, object, name)))
    }
    if (object?.kind !== 'object') continue
    if (i > 0) open ??= object.open
    for (const [name, inherited] of object.slots) {
      if (NOT_NAMES.has(name) || slots.has(name) || (i > 0 && name === 'constructor')) continue
      const slot = findSlot(run.machine, start, name)
      slots.set(name, slot === null || slot instanceof Unknown ? inherited : slot)
    }
    if (object.proto !== null) pending.push(...settledOptions(object.proto))
  }
  return { slots, open }
}

/** Names without what they are, where looking at that is too much. */
function bareNames(run: ModuleRun, record: ModuleRecord): JsName[] {
  const value =
    record.format === 'esm'
      ? record.namespace
      : (record.moduleObject.slot('exports')?.value ?? null)
  if (value?.kind !== 'object') return []
  const definition = bareOf(record.file)
  return [...slotsOf(run, value).slots.keys()].sort().map((name) => ({ name, definition }))
}

/** What is there, and nothing is known of. */
export function bareOf(file: string): JsDefinition {
  return {
    ...{ kind: 'constant', file, package: null, line: 0, doc: null, deprecation: null },
    ...{ signature: null, members: [], open: TOO_MUCH, from: null, isGone: false },
  }
}

/** The modules of its package that come with a module, in whatever order. */
export function loadedBy(record: ModuleRecord): ReadonlySet<ModuleRecord> {
  const loaded = new Set([record])
  // A set grows while it is walked.
  for (const { asked, unit } of loaded)
    for (const file of asked) {
      const next = unit.modules.get(file)
      if (next !== undefined) loaded.add(next)
    }
  return loaded
}

export function byName(one: JsName, other: JsName): number {
  return one.name < other.name ? -1 : 1
}
