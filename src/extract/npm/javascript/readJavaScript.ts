// The names that modules of a package have when they run, without running them.

import { type NpmPackage, readText } from '../package.ts'
import { Describer } from './describe.ts'
import { FixedNames } from './fixedNames.ts'
import type { JsDefinition, JsModule, JsName } from './jsModule.ts'
import { type MachineLimits, OutOfSteps } from './machine.ts'
import { ModuleRecord } from './moduleRecord.ts'
import { type Lookup, ModuleRun, type SharedParts } from './moduleRun.ts'
import { NAMESPACE_MARK, WHOLE } from './namespaces.ts'
import { offsetsOutside } from './nesting.ts'
import { handedDown, platformKeys, platformMember } from './platform.ts'
import { findSlot } from './properties.ts'
import { LATE_LENGTH_MIN } from './scanFunctions.ts'
import { ParsedFiles } from './sourceFiles.ts'
import {
  type ObjectValue,
  type SiteModule,
  type Slot,
  settledOptions,
  slotOf,
  Unknown,
  type Value,
} from './values.ts'
import { writtenNames } from './writtenNames.ts'

const CHAIN_MAX = 30
/** Entry points that are read each on its own; those behind them share what was loaded. */
const RUNS_MAX = 24
/** For all files that are no entry points, and for one of them. */
const DEEP_STEPS_MAX = 5_000_000
const DEEP_FILE_STEPS_MAX = 250_000
/** For one that needs more: it may be the first to load what all of them need. */
const DEEP_FILE_AGAIN_MAX = 1_000_000
const DEEP_FILE_LENGTH_MAX = 400_000
/** Of all, for files that are cut off: those that are not must not pay for them. */
const DEEP_CUT_STEPS_MAX = 1_500_000
/** Of a file of tests or examples, which does much and exports little. */
const TEST_STEPS_MAX = 20_000
const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|examples?|demos?|bench(?:marks?)?)\/|\.(?:test|spec)\.[cm]?js$/
/** Of those, files that are read each on its own because of the order in which modules load. */
const FRESH_RUNS_MAX = 50
/** What every function has, and what compilers leave behind. */
const NOT_NAMES = new Set([NAMESPACE_MARK, '__esModule', 'prototype'])

export type ReadOptions = Readonly<{
  limits?: MachineLimits
  /**
   * Bodies of functions from this length on are parsed only when they are looked at. With `Infinity`
   * every file is parsed whole and followed; what is read is the same.
   */
  lateLengthMin?: number
}>

export type JavaScriptReader = Readonly<{
  /** All names of an ES module, where its syntax tells them; null where it does not. */
  fixedNames(file: string): ReadonlySet<string> | null
  /** What the file of an entry point has; the same file gives the same object. */
  module(file: string): JsModule
  /** From here on files are no entry points: they share what was loaded. */
  beginDeep(): void
  /** Packages that names depend on and that the lookup does not have, with the subpaths asked for. */
  wanted: ReadonlyMap<string, ReadonlySet<string>>
}>

/** `lookup` gives the packages that names may lead to; null for those that it does not have. */
export function readJavaScript(
  from: NpmPackage,
  lookup: Lookup = () => null,
  { limits, lateLengthMin = LATE_LENGTH_MIN }: ReadOptions = {},
): JavaScriptReader {
  const shared: SharedParts = { wanted: new Map(), sources: new ParsedFiles(lateLengthMin) }
  const fixed = new FixedNames(from, shared.sources)
  const done = new Map<string, JsModule>()
  let isDeep = false
  let runs = 1
  let latest: Run | null = null
  const start = (): Run => {
    const run = new ModuleRun(from, lookup, shared, limits)
    return { run, describer: new Describer(run.machine, run.root, { follows: !isDeep }) }
  }
  const current = (): Run => {
    latest ??= start()
    return latest
  }
  /** Modules of CommonJS change each other: what one entry loads must not show in the next. */
  const separate = () => {
    if (done.size === 0 || runs >= RUNS_MAX) return
    runs += 1
    latest = null
  }
  let deepLeft = DEEP_STEPS_MAX
  let cutLeft = DEEP_CUT_STEPS_MAX
  let freshRuns = 0
  /** Each has its own allowance, so that one that takes much takes nothing from the others. */
  const readDeep = (file: string): JsModule => {
    const read = followDeep(file)
    if (read.reason?.includes(TOO_MUCH) !== true) return read
    if (read.format === 'esm') return withFixed(read, fixed.of(file))
    if (read.format !== 'cjs') return read
    const text = readText(from, file) ?? ''
    const isParsed = text.length <= DEEP_FILE_LENGTH_MAX
    const source = isParsed ? (shared.sources.of(from, file)?.source ?? null) : null
    const written =
      source === null || typeof source === 'string' ? writtenIn(text) : writtenNames(source.body)
    return { ...read, names: withWritten(read, text, written) }
  }
  const followDeep = (file: string, most = firstSteps(file)): JsModule => {
    // Parsing is what costs: bundles are left aside before that.
    if ((readText(from, file)?.length ?? 0) > DEEP_FILE_LENGTH_MAX) return tooLong(file)
    const isFresh = latest === null
    const { run, describer } = current()
    const before = run.machine.steps
    run.machine.grant(Math.min(most, deepLeft))
    const record = run.load(run.root, file)
    const read = readModule(run, describer, record, true)
    const used = run.machine.steps - before
    deepLeft = Math.max(0, deepLeft - used)
    if (run.machine.isSpent) {
      cutLeft -= used
      if (cutLeft <= 0) return read
      // Modules that were cut off half way stay so: what is read next should not rest on them.
      latest = null
      const isAgain = most === DEEP_FILE_STEPS_MAX && deepLeft > most
      return isAgain ? followDeep(file, DEEP_FILE_AGAIN_MAX) : read
    }
    const { early } = run.machine
    if (isFresh || early.size === 0 || read.state !== 'complete') return read
    // Modules that load each other see as much of each other as the order lets them.
    if (![...loadedBy(record)].some((one) => early.has(one))) return read
    if (freshRuns >= FRESH_RUNS_MAX)
      return { ...read, state: 'dynamic', reason: 'is one of many that load each other' }
    freshRuns += 1
    latest = null
    return followDeep(file, most)
  }
  return {
    wanted: shared.wanted,
    fixedNames: (file) => fixed.of(file),
    beginDeep() {
      isDeep = true
      latest = null
    },
    module(file) {
      const there = done.get(file)
      if (there !== undefined) return there
      if (isDeep) {
        const read = readDeep(file)
        done.set(file, read)
        return read
      }
      const before = current().run
      if (before.load(before.root, file).format === 'cjs') separate()
      const { run, describer } = current()
      const isShared = runs >= RUNS_MAX
      const read = readModule(run, describer, run.load(run.root, file), isShared)
      done.set(file, read)
      return read
    },
  }
}

function firstSteps(file: string): number {
  return TEST.test(file) ? TEST_STEPS_MAX : DEEP_FILE_STEPS_MAX
}

const TOO_MUCH = 'takes too much work to follow'

function tooLong(file: string): JsModule {
  const format = file.endsWith('.json') ? 'json' : 'cjs'
  return { file, format, names: [], main: null, state: 'dynamic', reason: TOO_MUCH }
}

/** Statements at the beginning of a line, as compilers write them. */
const WRITTEN = /^(?:exports\.[\w$]+ ?= ?)+|^Object\.defineProperty\(exports, ?["'][\w$]+["']/gm

/** The list of all names that bundlers write for Node, which does not run it either. */
const ANNOTATED = /^0 && \(module\.exports = \{([\s\w$,]*)\}\)/gm
/** The same as code: an object of getters, which is then what the module exports. */
const GETTERS =
  /^__export\(([\w$]+), \{((?:\s+[\w$]+: \(\) => [\w$.]+,?)+)\s+\}\);\r?\nmodule\.exports = __toCommonJS\(\1\);/gm

/** The names of an ES module are fixed, however far its code was followed. */
function withFixed(read: JsModule, fixed: ReadonlySet<string> | null): JsModule {
  if (fixed === null) return read
  const known = new Map(read.names.map((one) => [one.name, one]))
  const names = [...fixed].map((name) => known.get(name) ?? { name, definition: bareOf(read.file) })
  return { ...read, names: names.sort(byName), state: 'complete', reason: null }
}

/** Names that a text that is too long to be parsed gives to its exports. */
function writtenIn(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  const written = [...text.matchAll(WRITTEN)]
  // In a bundle they stand inside of functions, and are the exports of others.
  const outermost = offsetsOutside(
    text,
    written.map(({ index }) => index),
  )
  for (const { index, 0: statement } of written) {
    if (!outermost.has(index)) continue
    for (const [, dotted, quoted] of statement.matchAll(/exports\.([\w$]+)|["']([\w$]+)["']/g))
      names.add(dotted ?? quoted ?? '')
  }
  return names
}

/** With those, and with what bundlers say of a module. */
function withWritten(
  { file, names }: JsModule,
  text: string,
  written: ReadonlySet<string>,
): JsName[] {
  const all = new Map(names.map((one) => [one.name, one]))
  const add = (name: string) => {
    if (!all.has(name) && !NOT_NAMES.has(name)) all.set(name, { name, definition: bareOf(file) })
  }
  for (const name of written) add(name)
  for (const [, list = ''] of text.matchAll(ANNOTATED))
    for (const [name] of list.matchAll(/[\w$]+/g)) add(name)
  for (const [, , list = ''] of text.matchAll(GETTERS))
    for (const [, name = ''] of list.matchAll(/([\w$]+):/g)) add(name)
  return [...all.values()].sort(byName)
}

/** What is there, and nothing is known of. */
function bareOf(file: string): JsDefinition {
  return {
    ...{ kind: 'constant', file, package: null, line: 0, doc: null, deprecation: null },
    ...{ signature: null, members: [], open: TOO_MUCH, from: null },
  }
}

type Run = Readonly<{ run: ModuleRun; describer: Describer }>

/** `isShared`: other modules of the run may have given it names that it does not have alone. */
function readModule(
  run: ModuleRun,
  describer: Describer,
  record: ModuleRecord,
  isShared = false,
): JsModule {
  const { file, format } = record
  const none = { file, format, names: [], main: null }
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
    const read: JsModule = { file, format, names, main, state, reason }
    return format === 'json' ? withoutMembers(read) : read
  } catch (error) {
    // Values are looked at while they are described, and that may be too much as well.
    if (!(error instanceof OutOfSteps || error instanceof RangeError)) throw error
    return {
      ...none,
      names: bareNames(run, record),
      state: 'dynamic',
      reason: 'takes too much work to follow',
    }
  } finally {
    run.machine.endStatement(before)
  }
}

/** Data has names; what is below them is nobody's API. */
function withoutMembers(data: JsModule): JsModule {
  const bare = (definition: JsDefinition) => ({ ...definition, members: [] })
  const names = data.names.map(({ name, definition }) => ({ name, definition: bare(definition) }))
  return {
    ...data,
    names,
    main:
      data.main === null
        ? null
        : {
            ...data.main,
            members: names.map(({ name, definition }) => ({
              name,
              definition,
              isStatic: false,
              isInherited: false,
            })),
          },
  }
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
  const loaded = loadedBy(record)
  const isOther = (module: SiteModule | null) =>
    module instanceof ModuleRecord && module.unit === record.unit && !loaded.has(module)
  const isGiven = ({ givers, site }: Slot) => {
    const all = givers ?? (site === null ? [] : [site.module])
    return all.length > 0 && all.every(isOther)
  }
  const given = [...value.slots].filter(([, slot]) => isGiven(slot)).map(([name]) => name)
  const taken = [...(machine.taken.get(value) ?? [])]
    .filter(([name, { slot, by }]) => isOther(by) && !isGiven(slot) && !value.slots.has(name))
    .map(([name, { slot }]) => ({ name, definition: describer.slot(value, name, slot) }))
  return { given: new Set(given), taken }
}

/** What a module is, without what others did to it; its members as late as they were. */
function mainOf(main: JsDefinition, value: Value, { given, taken }: Undone): JsDefinition {
  const signature = main.signature ?? plainType(value)
  if (given.size === 0 && taken.length === 0 && signature === null) return main
  const { kind, file, package: owner, line, doc, deprecation, from } = main
  const back = taken.map((one) => ({ ...one, isStatic: true, isInherited: false }))
  return {
    ...{ kind, file, package: owner, line, doc, deprecation, signature, from },
    get members() {
      return [...main.members.filter(({ name }) => !given.has(name)), ...back]
    },
    get open() {
      return main.open
    },
  }
}

/** The type of a module that is a list or a plain value: what the language gives to it goes by that. */
function plainType(value: Value): string | null {
  if (value.kind === 'object' && value.elements !== null)
    return value.isSet ? 'Set<unknown>' : 'Array<unknown>'
  const type = value.kind === 'known' ? typeof value.value : ''
  return type === 'string' || type === 'number' ? type : null
}

/** The modules of its package that come with a module, in whatever order. */
function loadedBy(record: ModuleRecord): ReadonlySet<ModuleRecord> {
  const loaded = new Set([record])
  // A set grows while it is walked.
  for (const { asked, unit } of loaded)
    for (const file of asked) {
      const next = unit.modules.get(file)
      if (next !== undefined) loaded.add(next)
    }
  return loaded
}

type Names = Readonly<{ names: JsName[]; open: string | null }>

function byName(one: JsName, other: JsName): number {
  return one.name < other.name ? -1 : 1
}

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
  }
  const names = [...found].map(([name, definition]) => ({ name, definition }))
  return { names: names.sort(byName), open }
}

const PRIMITIVES = new Set(['string', 'number', 'boolean', 'bigint', 'symbol', 'primitive'])

/** A module that is a thing of Node's, or nothing that has names; says why there may be others. */
function addUnknown(
  run: ModuleRun,
  describer: Describer,
  value: Unknown,
  found: Map<string, JsDefinition>,
): string | null {
  if (PRIMITIVES.has(value.typeOf ?? '')) return null
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

/** Own names and inherited ones: an instance has the methods of its class. */
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
      : (record.moduleObject.slots.get('exports')?.value ?? null)
  if (value?.kind !== 'object') return []
  const definition = bareOf(record.file)
  return [...slotsOf(run, value).slots.keys()].sort().map((name) => ({ name, definition }))
}
