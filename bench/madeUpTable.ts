// A package that nobody wrote, in the proportions of real ones: modules that import from each other
// and from the root, classes that inherit, methods with signatures, first lines of documentation.
// Texts are made of words, so that they compress about as prose and signatures do.

import type { Definition, Entry, ModuleTable, SymbolTable } from '../src/table/format/table.ts'
import { seededRandom } from '../test/fake/seededRandom.ts'

const STEMS =
  'get set load dump read write open close send parse build make find check run start stop name path ' +
  'file data item value key index node tree table row column array matrix vector graph session ' +
  'request response header body token user group role policy rule state event error result option ' +
  'config cache pool queue task job worker thread lock timer clock date zone unit scale shape axis'
const WORDS = STEMS.split(' ')
const PROSE =
  'the of a to and is in that this for with as by returns given when object from if not one new used'
const FILLERS = PROSE.split(' ')
const TYPES = ['int', 'str', 'bool', 'float', 'bytes', 'Any', 'list[str]', 'dict[str, Any] | None']

export function madeUpTable(modules: number): SymbolTable {
  const random = seededRandom(7)
  const { below, pick } = random
  const phrase = (words: number) =>
    Array.from({ length: words }, () => pick(below(2) === 0 ? WORDS : FILLERS)).join(' ')
  const snake = () => Array.from({ length: 1 + below(3) }, () => pick(WORDS)).join('_')
  const pascal = () => snake().replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase())
  const signature = (self: boolean) => {
    const parameters = Array.from({ length: below(5) }, () => {
      const fallback = below(2) === 0 ? ' = None' : ''
      return below(2) === 0 ? `${snake()}: ${pick(TYPES)}${fallback}` : `${snake()}${fallback}`
    })
    return `(${[...(self ? ['self'] : []), ...parameters].join(', ')}) -> ${pick(TYPES)}`
  }

  const classes: Definition[] = []
  const tables: ModuleTable[] = []
  for (let number = 0; number < modules; number += 1) {
    const name = number === 0 ? 'made' : `made.${pick(WORDS)}.${snake()}_${number}`
    const file = `${name.replaceAll('.', '/')}.py`
    let line = 10
    const nextLine = () => {
      line += 3 + below(40)
      return line
    }
    const define = (path: string, change: Partial<Definition>): Definition => ({
      module: name,
      name: path,
      kind: 'function',
      signature: null,
      deprecation: below(100) === 0 ? { text: phrase(8), since: '2.1' } : null,
      doc: below(3) === 0 ? null : `${phrase(4 + below(8))}.`,
      file,
      line: nextLine(),
      bases: [],
      members: [],
      inherits: [],
      isOpen: false,
      ...change,
    })
    const entries = new Map<string, Entry>()
    const put = (into: Map<string, Entry>, entry: string, definition: Definition, origin = 'py') =>
      into.set(entry, {
        name: entry,
        definition,
        origin: origin as Entry['origin'],
        isPublic: !entry.startsWith('_'),
        isTypeOnly: false,
      })
    for (let i = 0; i < 8; i += 1) {
      const own = below(5) === 0 ? `_${snake()}` : snake()
      put(entries, own, define(own, { signature: signature(false) }))
    }
    for (let i = 0; i < 3; i += 1) {
      const own = pascal()
      const base = below(2) === 0 ? classes[below(classes.length)] : undefined
      const members = new Map<string, Entry>()
      for (let j = 0; j < 6; j += 1) {
        const method = snake()
        const made = define(`${own}.${method}`, { kind: 'method', signature: signature(true) })
        put(members, method, made)
      }
      const bases = base === undefined ? [] : [`${base.module}.${base.name}`]
      const inherits = base === undefined ? [] : [base, ...base.inherits]
      const definition = define(own, { kind: 'class', bases, members: sorted(members), inherits })
      classes.push(definition)
      put(entries, own, definition)
    }
    for (let i = 0; i < 6; i += 1) {
      const imported = classes[below(classes.length)]
      if (imported !== undefined) put(entries, imported.name, imported)
    }
    tables.push({
      name,
      isPublic: true,
      state: 'complete',
      stateReason: null,
      doc: `${phrase(6)}.`,
      deprecation: null,
      file,
      origin: 'py',
      entries: sorted(entries),
    })
  }
  return { modules: tables, unreadable: [] }
}

function sorted(entries: ReadonlyMap<string, Entry>): readonly Entry[] {
  return [...entries.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
