// What the JavaScript of an entry point adds to its table: names that no declaration has, with what
// the source says of them.

import { byName } from '../../table/format/draft.ts'
import { NEVER } from '../../table/format/givenType.ts'
import type { Definition, Entry } from '../../table/format/table.ts'
import type { Home } from './declarations/definitions.ts'
import type { JsDefinition, JsModule } from './javascript/jsModule.ts'
import type { JavaScriptReader } from './javascript/readJavaScript.ts'
import { Unrepeatable } from './javascript/repeatedRuns.ts'
import type { EntryPoint } from './manifest/entryPoints.ts'

export type RuntimeNames = Readonly<{
  /** Sorted by name. */
  entries: readonly Entry[]
  /** Names below a `default` that is declared, as the code has them; null when they are not known. */
  ofDefault: readonly string[] | null
  state: JsModule['state']
  reason: string | null
  /** Whether what `require` gives is an object that its methods may give more names. */
  isObject: boolean
}>

/** What is below names that nobody declared may be a graph of everything; past this it is left out. */
const DEFINITIONS_MAX = 50_000

const NOTHING: RuntimeNames = {
  ...{ entries: [], ofDefault: [], state: 'complete', reason: null, isObject: false },
}

export type JavaScriptNames = ReturnType<typeof javascriptNames>

/** What the code of a path has beside what is declared of it, as one round finds it and the next takes it over. */
type Described = Readonly<{
  entries: readonly Entry[]
  /** A module of CommonJS that `import` gives whole beside what is declared of its names. */
  whole: Whole | null
  ofDefault: readonly string[] | null
  /** How many definitions there were before, and how many came to them. */
  before: number
  made: number
}>

type Whole = Pick<JsDefinition, 'kind' | 'signature' | 'file' | 'line'>

/** `definitions`: those of the runs that an earlier round may leave to this one. */
export function javascriptNames(
  reader: JavaScriptReader,
  definitions: Map<JsDefinition, Definition> = new Map(),
) {
  /** Definitions of this round, taken over or made. */
  let count = 0

  /**
   * What `import` and `require` give beside what is declared (null: nothing is); null where nothing
   * can be loaded.
   */
  function namesOf(point: EntryPoint, declared: readonly Entry[] | null): RuntimeNames | null {
    const { subpath, import: imported, require: required } = point
    const files = [...new Set([imported, required])].filter((file) => file !== null)
    if (files.length === 0) return null
    // Declarations say more of a name than the code: what they have is not described again.
    const isDeclared = new Set(declared?.map(({ name }) => name))
    const unknown = files.filter((file) => !isCovered(reader.fixedNames(file), isDeclared))
    const modules = unknown.map((file) => reader.module(file))
    const [first] = modules
    if (first === undefined) return NOTHING
    const question = ['names', subpath, ...files, declared === null, ...isDeclared].join('\n')
    const isImported = unknown[0] === files[0]
    let isNew = false
    const found = reader.ask(modules, question, () => {
      isNew = true
      return describe(modules, first, {
        subpath,
        isDeclared,
        isBare: declared === null,
        isImported,
      })
    })
    if (!isNew) takeOver(found, declared)
    const entries = [...found.entries]
    if (found.whole !== null && declared !== null)
      entries.push(wholeModule(found.whole, subpath, [...declared, ...entries]))
    const doubtful = modules.find(({ state }) => state !== 'complete') ?? first
    return {
      entries: entries.sort(byName),
      ofDefault: found.ofDefault,
      state: doubtful.state,
      reason: doubtful.reason,
      isObject: modules.some(({ isObject }) => isObject),
    }
  }

  type Asked = Readonly<{
    subpath: string
    isDeclared: ReadonlySet<string>
    /** Whether nothing is declared. */
    isBare: boolean
    isImported: boolean
  }>

  function describe(
    modules: readonly JsModule[],
    first: JsModule,
    { subpath, isDeclared, isBare, isImported }: Asked,
  ): Described {
    const before = count
    const entries = new Map<string, Entry>()
    const add = (name: string, found: JsDefinition) => {
      if (entries.has(name) || isDeclared.has(name)) return
      entries.set(name, entryOf(name, definitionOf(found, { module: subpath, name })))
    }
    for (const { names } of modules) for (const { name, definition } of names) add(name, definition)
    // `import x from` a module of CommonJS gives the module itself.
    const hasDefault = entries.has('default') || isDeclared.has('default')
    const main = isImported && !hasDefault ? first.main : null
    if (main !== null && isBare) add('default', main)
    const ofDefault = isDeclared.has('default') ? namesBelow(defaultOf(first)) : []
    const whole = main === null || isBare ? null : main
    return { entries: [...entries.values()], whole, ofDefault, before, made: count - before }
  }

  /** What an earlier round found is the same in this one, unless it may depend on what came before it. */
  function takeOver({ entries, before, made }: Described, declared: readonly Entry[] | null): void {
    const isTooMuch = Math.max(before, count) + made >= DEFINITIONS_MAX
    // Such a definition may have been opened for what was declared then.
    const isOpened = entries.some(
      ({ name, definition }) => name === 'default' && definition.kind === 'namespace',
    )
    if (isTooMuch || (isOpened && declared !== null)) throw new Unrepeatable('definitions')
    count += made
  }

  function definitionOf(found: JsDefinition, home: Home): Definition {
    const known = definitions.get(found)
    if (known !== undefined) return known
    const members: Entry[] = []
    const isTooMuch = count >= DEFINITIONS_MAX
    const { kind, signature, deprecation, doc, file, line } = found
    const module = found.package ?? home.module
    const made: Definition = {
      ...{ module, name: home.name, kind, signature, deprecation, doc, file, line },
      bases: found.isGone ? [NEVER] : found.from === null ? [] : [found.from],
      members,
      inherits: [],
      isOpen: isTooMuch || found.open !== null || found.from !== null,
    }
    definitions.set(found, made)
    count += 1
    if (isTooMuch) return made
    const seen = new Set<string>()
    for (const { name, definition } of found.members) {
      if (seen.has(name)) continue
      seen.add(name)
      const below = { module: home.module, name: `${home.name}.${name}` }
      members.push(entryOf(name, definitionOf(definition, below)))
    }
    members.sort(byName)
    return made
  }

  return namesOf
}

function defaultOf({ names, main }: JsModule): JsDefinition | null {
  return names.find(({ name }) => name === 'default')?.definition ?? main
}

/** What is on a value itself: members of what a class makes are not below the class. */
function namesBelow(value: JsDefinition | null): readonly string[] | null {
  if (value === null) return []
  if (value.open !== null || value.from !== null) return null
  return value.members
    .filter(({ isStatic, name }) => (isStatic || value.kind !== 'class') && !name.startsWith('_'))
    .map(({ name }) => name)
}

function isCovered(names: ReadonlySet<string> | null, declared: ReadonlySet<string>): boolean {
  return names !== null && declared.size > 0 && [...names].every((name) => declared.has(name))
}

/** A module under the name `default`: what is declared says more of its names than the code. */
function wholeModule(main: Whole, module: string, entries: readonly Entry[]): Entry {
  const members = new Map<string, Entry>()
  for (const entry of entries)
    if (!entry.isTypeOnly && entry.name !== 'default' && !members.has(entry.name))
      members.set(entry.name, entry)
  const { kind, signature, file, line } = main
  return entryOf('default', {
    ...{ module, name: 'default', kind: kind === 'constant' ? 'namespace' : kind, signature },
    ...{ deprecation: null, doc: null, file, line, bases: [], inherits: [], isOpen: false },
    members: [...members.values()].sort(byName),
  })
}

function entryOf(name: string, definition: Definition): Entry {
  // An underscore says that a name is nobody else's business.
  return { name, definition, origin: 'js', isPublic: !name.startsWith('_'), isTypeOnly: false }
}
