// Random tables: definitions that lead to each other in any way, circles included, under names that
// a store of objects may trip over.

import fc from 'fast-check'
import {
  type Definition,
  type Entry,
  type HiddenType,
  LOAD_FORMATS,
  MODULE_STATES,
  type ModuleTable,
  ORIGINS,
  SYMBOL_KINDS,
  type SymbolTable,
  WAITS,
} from '../../src/table/format/table.ts'

const ODD = [
  'constructor',
  '__proto__',
  'é',
  'e\u0301',
  '\uffff',
  '𝓊',
  '\ue000',
  'A',
  'a',
  '_',
  '$',
]

/** No dot: a path is then spelled in one way only. */
export const name = fc.oneof(
  fc.constantFrom('get', 'Session', 'Session2', 'close', 'run', ...ODD),
  fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }).filter(isPart),
)
const text = fc.oneof(fc.constantFrom('', 'a', '(self, /)'), fc.string({ unit: 'grapheme' }))
const moduleName = fc.oneof(
  fc.constantFrom('.', './operators', ''),
  fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.')),
)
const deprecation = fc.option(fc.record({ text: fc.option(text), since: fc.option(text) }))

function isPart(value: string): boolean {
  return !value.includes('.') && !/\p{Surrogate}/u.test(value)
}

const entryFacts = fc.record({
  name,
  definition: fc.nat(),
  origin: fc.constantFrom(...ORIGINS),
  isPublic: fc.boolean(),
  isTypeOnly: fc.boolean(),
})
const entryList = fc.uniqueArray(entryFacts, { selector: (entry) => entry.name, maxLength: 5 })

const definitionFacts = fc.record({
  module: moduleName,
  name: moduleName,
  kind: fc.constantFrom(...SYMBOL_KINDS),
  signature: fc.option(text),
  deprecation,
  doc: fc.option(text),
  file: fc.option(text),
  line: fc.nat(),
  bases: fc.array(text, { maxLength: 3 }),
  openness: fc.constantFrom<Pick<Definition, 'isOpen' | 'isOpenInObjectsOnly' | 'isAbstract'>>(
    { isOpen: false },
    { isOpen: true },
    { isOpen: true, isOpenInObjectsOnly: true },
    { isOpen: false, isAbstract: true },
    { isOpen: true, isOpenInObjectsOnly: true, isAbstract: true },
  ),
  further: fc.oneof(
    fc.constant<Pick<Definition, 'isRewritten'>>({}),
    fc.constant<Pick<Definition, 'isRewritten'>>({ isRewritten: true }),
    fc.record({
      furtherKeywords: fc.record({
        keywords: fc.uniqueArray(fc.constantFrom('stream', 'timeout', 'verify')),
        isOfClass: fc.boolean(),
      }),
    }),
  ),
  members: entryList,
  /** Named one after the other, then what the last of them inherits, or only its beginning. */
  inherits: fc.array(fc.nat(), { maxLength: 3 }),
  rest: fc.option(fc.nat({ max: 2 })),
})

const moduleFacts = fc.record({
  name: moduleName,
  isPublic: fc.boolean(),
  state: fc.constantFrom(...MODULE_STATES),
  stateReason: fc.option(text),
  doc: fc.option(text),
  deprecation,
  file: fc.option(text),
  origin: fc.constantFrom(...ORIGINS),
  entries: entryList,
  compiledIn: fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 3 }),
  formats: fc.option(
    fc.record({
      imported: fc.constantFrom(...LOAD_FORMATS),
      required: fc.constantFrom(...LOAD_FORMATS),
      requiredBefore: fc.constantFrom(...LOAD_FORMATS),
      waits: fc.constantFrom(...WAITS),
    }),
  ),
})

const member = {
  name: text,
  kind: fc.constantFrom(...SYMBOL_KINDS),
  signature: fc.option(text),
}

const hiddenType: fc.Arbitrary<HiddenType> = fc.record({
  ...member,
  isOpen: fc.boolean(),
  file: text,
  namedIn: fc.array(text, { maxLength: 2 }).map((files) => files.sort()),
  members: fc.array(fc.record({ ...member, isPublic: fc.boolean() }), { maxLength: 2 }),
})

type EntryFacts = Omit<Entry, 'definition'> & Readonly<{ definition: number }>

export const symbolTable: fc.Arbitrary<SymbolTable> = fc
  .record({
    definitions: fc.array(definitionFacts, { minLength: 1, maxLength: 8 }),
    modules: fc.uniqueArray(moduleFacts, { selector: (module) => module.name, maxLength: 4 }),
    unreadable: fc.array(fc.record({ file: text, reason: text }), { maxLength: 2 }),
    words: fc.array(text, { maxLength: 3 }),
    types: fc.uniqueArray(hiddenType, { selector: ({ name }) => name, maxLength: 3 }),
    loose: fc.uniqueArray(text, { maxLength: 3 }),
    nodes: fc.option(text),
  })
  .map(({ definitions, modules, unreadable, words, types, loose, nodes }) => {
    const compiled = words.map((one, number) => ({ file: `pkg/c${number}.so`, words: one }))
    const made: Definition[] = definitions.map(({ rest: _, openness, further, ...facts }) => ({
      ...facts,
      ...openness,
      ...further,
      members: [],
      inherits: [],
    }))
    const entry = ({ definition: number, ...rest }: EntryFacts): Entry => {
      const definition = made[number % made.length]
      if (definition === undefined) throw new Error('no definition')
      return { ...rest, definition }
    }
    for (const [i, { members }] of definitions.entries()) {
      // Filled in afterwards, because they may lead back to where they stand.
      const below = made[i]?.members as Entry[]
      below.push(...sorted(members).map(entry))
    }
    for (const [i, { inherits, rest }] of definitions.entries()) {
      const ancestors = made[i]?.inherits as Definition[]
      for (const number of inherits) ancestors.push(made[number % made.length] as Definition)
      const more = ancestors.at(-1)?.inherits ?? []
      ancestors.push(...more.slice(0, rest === null ? undefined : rest))
    }
    const tables: ModuleTable[] = modules.map(({ entries, compiledIn, formats, ...module }) => {
      const files = compiledIn.flatMap((number) => compiled[number]?.file ?? []).sort()
      return {
        ...module,
        entries: sorted(entries).map(entry),
        ...(files.length === 0 ? {} : { compiledIn: files }),
        ...(formats === null ? {} : { formats }),
      }
    })
    return {
      modules: sorted(tables),
      unreadable,
      ...(compiled.length === 0 ? {} : { compiled }),
      ...(types.length === 0 ? {} : { hidden: sorted(types) }),
      ...(loose.length === 0 ? {} : { loose: loose.toSorted() }),
      ...(tables.some(({ formats }) => formats !== undefined) ? { nodes } : {}),
    }
  })

export function sorted<T extends Readonly<{ name: string }>>(list: readonly T[]): T[] {
  return list.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
