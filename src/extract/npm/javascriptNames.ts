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

  /** What `import` and `require` give; null where nothing can be loaded. */
  of(point: EntryPoint, { isTyped }: Readonly<{ isTyped: boolean }>): RuntimeNames | null {
    const { subpath, import: imported, require: required } = point
    const files = [...new Set([imported, required])].filter((file) => file !== null)
    const modules = files.map((file) => this.#reader.module(file))
    const [first] = modules
    if (first === undefined) return null
    const entries = new Map<string, Entry>()
    const add = (name: string, found: JsDefinition) => {
      if (entries.has(name)) return
      entries.set(name, entryOf(name, this.#definition(found, { module: subpath, name })))
    }
    for (const { names } of modules) for (const { name, definition } of names) add(name, definition)
    // `import x from` a CommonJS module gives the module itself; declarations say so by themselves.
    for (const { main } of modules) if (main !== null && !isTyped) add('default', main)
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
      isOpen: kind === 'constant' && signature === null && found.members.length === 0,
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

function entryOf(name: string, definition: Definition): Entry {
  // An underscore says that a name is nobody else's business.
  return { name, definition, origin: 'js', isPublic: !name.startsWith('_'), isTypeOnly: false }
}
