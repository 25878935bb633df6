// The names that modules of a package have when they run, without running them.

import { keptIn } from '../../../domain/maps.ts'
import { exportedInText, listedByBundlers } from '../../../syntax/javascript/exportedInText.ts'
import { LATE_LENGTH_MIN } from '../../../syntax/javascript/scanFunctions.ts'
import { writtenNames } from '../../../syntax/javascript/writtenNames.ts'
import { type PackageResolvers, packageResolvers } from '../manifest/packageResolver.ts'
import { type NpmPackage, readText } from '../package.ts'
import { type Describer, makeDescriber } from './describer.ts'
import type { JsModule, JsName } from './jsModule.ts'
import { fixedNames } from './modules/fixedNames.ts'
import { type Lookup, ModuleRun, type SharedParts } from './modules/moduleRun.ts'
import { parsedFiles } from './modules/sourceFiles.ts'
import { bareOf, byName, loadedBy, NOT_NAMES, readModule, TOO_MUCH } from './readModule.ts'
import { askAll, RepeatedRun, type Rounds } from './repeatedRuns.ts'
import type { MachineLimits } from './values/machine.ts'

/** Entry points that are read each on its own; those behind them share what was loaded. */
const RUNS_MAX = 24
/** Files that are no entry points get so many steps: all of them together, and one of them. */
const DEEP_STEPS_MAX = 5_000_000
const DEEP_FILE_STEPS_MAX = 250_000
/** One that needs more gets these: it may be the first to load what all of them need. */
const DEEP_FILE_AGAIN_MAX = 1_000_000
const DEEP_FILE_LENGTH_MAX = 400_000
/** Files that are cut off may take so many of all: those that are not must not pay for them. */
const DEEP_CUT_STEPS_MAX = 1_500_000
/** A file of tests or examples gets so many: it does much and exports little. */
const TEST_STEPS_MAX = 20_000
const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|examples?|demos?|bench(?:marks?)?)\/|\.(?:test|spec)\.[cm]?js$/
/** So many files are read each on its own because of the order in which modules load. */
const FRESH_RUNS_MAX = 50

export type Run = Readonly<{ run: ModuleRun; describer: Describer }>

export type ReadOptions = Readonly<{
  limits?: MachineLimits
  /**
   * Bodies of functions from this length on are parsed only when they are looked at. With `Infinity`
   * every file is parsed whole and followed; what is read is the same.
   */
  lateLengthMin?: number | undefined
  /** What an earlier reading has parsed. */
  syntax?: JavaScriptSyntax
  /** What an earlier round has read. */
  rounds?: Rounds<Run>
}>

/** The files of packages, as far as values have no part in it. */
type JavaScriptSyntax = Omit<SharedParts, 'wanted'>

export function javaScriptSyntax({
  lateLengthMin = LATE_LENGTH_MIN,
  resolvers = packageResolvers(),
}: Readonly<{
  lateLengthMin?: number | undefined
  resolvers?: PackageResolvers
}>): JavaScriptSyntax {
  return { sources: parsedFiles(lateLengthMin), resolvers }
}

export type JavaScriptReader = Readonly<{
  /** All names of an ES module, where its syntax tells them; null where it does not. */
  fixedNames(file: string): ReadonlySet<string> | null
  /** What the file of an entry point has; the same file gives the same object. */
  module(file: string): JsModule
  /** What is made of modules that were read, or what an earlier round made of them. */
  ask<Answer>(modules: readonly JsModule[], question: string, work: () => Answer): Answer
  /** From here on files are no entry points: they share what was loaded. */
  beginDeep(): void
  /** Packages that names depend on and that the lookup does not have, with the subpaths asked for. */
  wanted: ReadonlyMap<string, ReadonlySet<string>>
}>

/** `lookup` gives the packages that names may lead to; null for those that it does not have. */
export function readJavaScript(
  from: NpmPackage,
  lookup: Lookup = () => null,
  {
    limits,
    lateLengthMin,
    syntax = javaScriptSyntax({ lateLengthMin }),
    rounds = { earlier: null, into: null },
  }: ReadOptions = {},
): JavaScriptReader {
  const shared: SharedParts = { wanted: new Map(), ...syntax }
  const fixed = fixedNames(from, syntax.sources, syntax.resolvers(from))
  const done = new Map<string, JsModule>()
  let isDeep = false
  let runs = 1
  let latest: RepeatedRun<Run> | null = null
  /** The run that each module was read in. */
  const readIn = new Map<JsModule, RepeatedRun<Run>>()
  let lastAsked: RepeatedRun<Run> | null = null
  const start = (found: Lookup): Run => {
    const run = new ModuleRun(from, found, shared, limits)
    return { run, describer: makeDescriber(run.machine, run.root, !isDeep) }
  }
  const current = (): RepeatedRun<Run> => {
    // Nobody asks what files that are no entry points want, once what an earlier round has read is taken over.
    latest ??= new RepeatedRun(start, lookup, rounds, () => isDeep)
    lastAsked = latest
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
    if (read.format === 'esm') return withFixed(read, fixed(file))
    if (read.format !== 'cjs') return read
    const text = readText(from, file) ?? ''
    const isParsed = text.length <= DEEP_FILE_LENGTH_MAX
    const source = isParsed ? (shared.sources(from, file)?.source ?? null) : null
    const written =
      source === null || typeof source === 'string'
        ? exportedInText(text)
        : writtenNames(source.body)
    return { ...read, names: withWritten(read, text, written) }
  }
  const followDeep = (file: string, most = firstSteps(file)): JsModule => {
    // Parsing is what costs: bundles are left aside before that.
    if ((readText(from, file)?.length ?? 0) > DEEP_FILE_LENGTH_MAX) return tooLong(file)
    const isFresh = latest === null
    const granted = Math.min(most, deepLeft)
    const followed = current().ask(`follow ${granted} ${file}`, (one) => follow(one, file, granted))
    const { read, used } = followed
    deepLeft = Math.max(0, deepLeft - used)
    if (followed.isSpent) {
      cutLeft -= used
      if (cutLeft <= 0) return read
      // Modules that were cut off half way stay so: what is read next should not rest on them.
      latest = null
      const isAgain = most === DEEP_FILE_STEPS_MAX && deepLeft > most
      return isAgain ? followDeep(file, DEEP_FILE_AGAIN_MAX) : read
    }
    // Modules that load each other see as much of each other as the order lets them.
    if (isFresh || read.state !== 'complete' || !followed.isEarly) return read
    if (freshRuns >= FRESH_RUNS_MAX)
      return { ...read, state: 'dynamic', reason: 'is one of many that load each other' }
    freshRuns += 1
    latest = null
    return followDeep(file, most)
  }
  const readEntry = (file: string): JsModule => {
    const format = current().ask(`format ${file}`, ({ run }) => run.load(run.root, file).format)
    if (format === 'cjs') separate()
    const isShared = runs >= RUNS_MAX
    return current().ask(`read ${isShared} ${file}`, ({ run, describer }) =>
      readModule(run, describer, run.load(run.root, file), isShared),
    )
  }
  return {
    wanted: shared.wanted,
    fixedNames: fixed,
    beginDeep() {
      isDeep = true
      latest = null
    },
    ask: (modules, question, work) => {
      const runs = modules.map((module) => readIn.get(module)).filter((run) => run !== undefined)
      return askAll([...new Set(runs)], question, work)
    },
    module: (file) =>
      keptIn(done, file, () => {
        lastAsked = null
        const read = isDeep ? readDeep(file) : readEntry(file)
        if (lastAsked !== null) readIn.set(read, lastAsked)
        return read
      }),
  }
}

/** One more file of a run that files share, with so many steps. */
function follow({ run, describer }: Run, file: string, granted: number) {
  const { machine } = run
  const before = machine.steps
  machine.grant(granted)
  const record = run.load(run.root, file)
  const read = readModule(run, describer, record, true)
  const { early, isSpent } = machine
  const isEarly = early.size > 0 && [...loadedBy(record)].some((one) => early.has(one))
  return { read, used: machine.steps - before, isSpent, isEarly }
}

function firstSteps(file: string): number {
  return TEST.test(file) ? TEST_STEPS_MAX : DEEP_FILE_STEPS_MAX
}

function tooLong(file: string): JsModule {
  const format = file.endsWith('.json') ? 'json' : 'cjs'
  const none = { names: [], main: null, isObject: false }
  return { file, format, ...none, state: 'dynamic', reason: TOO_MUCH }
}

/** The names of an ES module are fixed, however far its code was followed. */
function withFixed(read: JsModule, fixed: ReadonlySet<string> | null): JsModule {
  if (fixed === null) return read
  const known = new Map(read.names.map((one) => [one.name, one]))
  const names = [...fixed].map((name) => known.get(name) ?? { name, definition: bareOf(read.file) })
  return { ...read, names: names.sort(byName), state: 'complete', reason: null }
}

/** The names that were read, those that are written, and those that bundlers list. */
function withWritten(
  { file, names }: JsModule,
  text: string,
  written: ReadonlySet<string>,
): JsName[] {
  const all = new Map(names.map((one) => [one.name, one]))
  const add = (name: string) => {
    if (!all.has(name) && !NOT_NAMES.has(name)) all.set(name, { name, definition: bareOf(file) })
  }
  for (const name of [...written, ...listedByBundlers(text)]) add(name)
  return [...all.values()].sort(byName)
}
