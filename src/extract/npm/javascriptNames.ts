// What the JavaScript of an entry point adds to its table: names that no declaration has, with what
// the source says of them.

import { byName } from '../../table/draft.ts'
import type { Definition, Entry } from '../../table/table.ts'
import type { Home } from './declarations/definitions.ts'
import type { JsDefinition, JsModule } from './javascript/jsModule.ts'
import type { JavaScriptReader } from './javascript/readJavaScript.ts'
import type { EntryPoint } from './manifest/entryPoints.ts'

export type RuntimeNames = Readonly<{
  /** Sorted by name. */
  entries: readonly Entry[]
  state: JsModule['state']
  reason: string | null
}>

export class JavaScriptNames {
  readonly #reader: JavaScriptReader
  readonly #definitions = new Map<JsDefinition, Definition>()

  constructor(reader: JavaScriptReader) {
    this.#reader = reader
  }

  /**
   * What `import` and `require` give beside what is declared (null: nothing is); null where nothing
   * can be loaded.
   */
  of(point: EntryPoint, declared: readonly Entry[] | null): RuntimeNames | null {
    const { subpath, import: imported, require: required } = point
    const files = [...new Set([imported, required])].filter((file) => file !== null)
    const modules = files.map((file) => this.#reader.module(file))
    const [first] = modules
    if (first === undefined) return null
    const entries = new Map<string, Entry>()
    // Declarations say more of a name than the code: what they have is not described again.
    const isDeclared = new Set(declared?.map(({ name }) => name))
    const add = (name: string, found: JsDefinition) => {
      if (entries.has(name) || isDeclared.has(name)) return
      entries.set(name, entryOf(name, this.#definition(found, { module: subpath, name })))
    }
    for (const { names } of modules) for (const { name, definition } of names) add(name, definition)
    // `import x from` a module of CommonJS gives the module itself.
    if (first.main !== null && !entries.has('default') && !isDeclared.has('default')) {
      if (declared === null) add('default', first.main)
      else
        entries.set('default', wholeModule(first.main, subpath, [...declared, ...entries.values()]))
    }
    const doubtful = modules.find(({ state }) => state !== 'complete') ?? first
    return {
      entries: [...entries.values()].sort(byName),
      state: doubtful.state,
      reason: doubtful.reason,
    }
  }

  #definition(found: JsDefinition, home: Home): Definition {
    const known = this.#definitions.get(found)
    if (known !== undefined) return known
    const members: Entry[] = []
    const { kind, signature, deprecation, doc, file, line } = found
    const module = found.package ?? home.module
    const made: Definition = {
      ...{ module, name: home.name, kind, signature, deprecation, doc, file, line },
      bases: found.from === null ? [] : [found.from],
      members,
      inherits: [],
      // A value of which nothing is known may be anything.
      isOpen: found.open !== null || found.from !== null,
    }
    this.#definitions.set(found, made)
    const seen = new Set<string>()
    for (const { name, definition } of found.members) {
      if (seen.has(name)) continue
      seen.add(name)
      const below = { module: home.module, name: `${home.name}.${name}` }
      members.push(entryOf(name, this.#definition(definition, below)))
    }
    members.sort(byName)
    return made
  }
}

/** A module under the name `default`: what is declared says more of its names than the code. */
function wholeModule(main: JsDefinition, module: string, entries: readonly Entry[]): Entry {
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
