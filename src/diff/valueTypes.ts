// `typeof VALUE`, `keyof A` and `Required<A>` in signatures stand for what the value and the keys are:
// where these are others in the newer release, a text that is the same to the letter says something else.

import { withoutModifiers } from '../signatures/modifiers.ts'
import { namesOf } from '../signatures/namesOf.ts'
import { splitTop } from '../signatures/splitTop.ts'
import type { Columns } from '../table/format/columns.ts'
import { isPublic, kindOf } from '../table/format/facts.ts'
import { at, signedAt } from '../table/format/varints.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import type { OtherNames } from './hiddenTypes.ts'
import type { Surface } from './surface.ts'

/** What has a signature: its kind, and the files that have it. */
export type Written = Readonly<{ kind: string; from: string | null; to: string | null }>

/** Writes the text of a signature out for a comparison with that of the other release. */
export type WriteOut = (text: string, side: 'from' | 'to', written: Written) => string

type Named = (name: string) => number | undefined

/** What the names in a file stand for. */
type Side = Readonly<{ columns: Columns; values: Named; types: Named }>

/** Longer texts stay under their names. */
const TEXT_MAX = 1_500

const VALUES: ReadonlySet<string> = new Set(['constant', 'enum', 'function', 'namespace'])
const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'type'])
const KEYED: ReadonlySet<string> = new Set(['property', 'type'])

export function valueTypes(from: Surface, to: Surface): WriteOut {
  const sides = { from: sidesOf(from), to: sidesOf(to) }
  const inFiles = keptFor((key) => {
    const [before = '', after = ''] = key.split('\n')
    return meaningsIn(sides.from(before), sides.to(after))
  })
  return (text, side, { kind, ...files }) => {
    if (!OF_VALUES.test(text)) return text
    const { texts, keys, members, values } = inFiles(`${files.from ?? ''}\n${files.to ?? ''}`)
    return text.replace(
      NAMED,
      (
        all,
        whole?: string,
        of?: string,
        keyed?: string,
        value?: string,
        filled?: string,
        by?: string,
      ) => {
        // Whoever makes an object with a key for each member of an enum names all of them.
        if (by !== undefined) {
          const names = KEYED.has(kind) ? members(by)?.[side] : undefined
          return names === undefined ? all : all.replace(by, names)
        }
        if (filled !== undefined) {
          const found = kind === 'type' ? keys(filled)?.[side] : undefined
          return found ? `(${all} & Required<Pick<${filled}, ${found.slice(' | '.length)}>>)` : all
        }
        if (value !== undefined) {
          const meant = texts(value)?.[side]
          return meant === undefined ? all : `(${meant})`
        }
        // Whoever names the keys of a type by it says nothing of what they are.
        if (keyed !== undefined && of === undefined && kind !== 'type') return all
        const found = keyed === undefined ? values(whole ?? '') : keys(`${of ?? ''}${keyed}`)
        const more = found?.[side]
        return more === undefined ? all : `(${all}${more})`
      },
    )
  }
}

/** What makes something of a type: it is put together with others, some of its members, a template. */
const MADE_OF = /[&`]|\b(?:Omit|Partial|Pick|Readonly|Required)</
const OF_MEMBERS = /\b(?:Omit|Partial|Pick|Readonly|Required)<$/

/** Names in the text of an alias of public types that have other members now. */
export function grownTypes(from: Surface, to: Surface): OtherNames {
  const sides = { from: sidesOf(from), to: sidesOf(to) }
  const inFiles = keptFor((key) => {
    const [before = '', after = ''] = key.split('\n')
    const [own, theirs] = [sides.from(before), sides.to(after)]
    return keptFor((name) => {
      const [one, other] = [allNames(own, name), allNames(theirs, name)]
      const isGrown = one !== null && other !== null && one !== other
      return { isGrown, isClass: kindAt(own, name) === 'class' }
    })
  })
  return (text, files) => {
    if (!MADE_OF.test(text)) return NONE
    const of = inFiles(`${files.from}\n${files.to}`)
    const isGrown = (name: string) => {
      const found = of(name)
      // An object of a class has private members, unless it is made of the others.
      const isWhole = found.isClass && !OF_MEMBERS.test(text.slice(0, text.indexOf(name)))
      return found.isGrown && !isWhole
    }
    return new Set(namesOf(text).filter(isGrown))
  }
}

const NONE: ReadonlySet<string> = new Set()

function kindAt({ columns, types }: Side, name: string): string {
  const one = types(name)
  return one === undefined ? '' : kindOf(at(columns.definitions.facts, one))
}

/** The names of all members of a type or of an enum; null where there may be others. */
function allNames(side: Side, name: string): string | null {
  const { columns } = side
  const one = side.types(name) ?? side.values(name)
  if (one === undefined || mayHoldMore(columns, one)) return null
  return membersOf(side, name) ?? [...memberNames(columns, one)].join(' | ')
}

/** By the names that are written, what differs; null for what is the same, or not known. */
function meaningsIn(from: Side, to: Side) {
  const texts = keptFor((name) => {
    const [one, other] = [valueText(from, name), valueText(to, name)]
    if (one === null && other === null) return null
    // A text or a number that only one release has is that text or number.
    if (one === null) return isLiteral(other) ? { from: undefined, to: other } : null
    if (other === null) return isLiteral(one) ? { from: one, to: undefined } : null
    return one === other ? null : { from: one, to: other }
  })
  // What both have stays under its name, and what only one has stands beside it.
  const keys = keptFor((name) =>
    besides(keysOf(from, name), keysOf(to, name), (key) => JSON.stringify(key)),
  )
  const values = keptFor((name) =>
    besides(heldBy(from, name), heldBy(to, name), (text) => `(${text})`),
  )
  const members = keptFor((name) => {
    const [one, other] = [membersOf(from, name), membersOf(to, name)]
    return one === null || other === null || one === other ? null : { from: one, to: other }
  })
  return { texts, keys, members, values }
}

function isLiteral(text: string | null): boolean {
  return text !== null && /^(?:"(?:[^"\\]|\\.)*"|-?\d+)$/.test(text)
}

/** The names of the members of an enum, which stand for what these are; null for the rest. */
function membersOf(side: Side, name: string): string | null {
  const one = side.values(name)
  if (one === undefined || kindOf(at(side.columns.definitions.facts, one)) !== 'enum') return null
  const keys = keysOf(side, `typeof ${name}`)
  return keys === null ? null : [...keys].map((key) => JSON.stringify(key)).join(' | ')
}

function besides(
  one: ReadonlySet<string> | null,
  other: ReadonlySet<string> | null,
  shown: (text: string) => string,
): Readonly<{ from: string; to: string }> | null {
  if (one === null || other === null) return null
  const more = (all: ReadonlySet<string>, than: ReadonlySet<string>) =>
    [...all].flatMap((text) => (than.has(text) ? [] : [` | ${shown(text)}`])).join('')
  const [gone, added] = [more(one, other), more(other, one)]
  return gone === '' && added === '' ? null : { from: gone, to: added }
}

const OF_VALUES = /\b(?:typeof |keyof |Required<|Record<|in [\w$.]+\])/

/**
 * `typeof A[keyof typeof A]`, which is all that is in an object; `keyof typeof A` and `keyof A`;
 * `typeof A`; `Required<A>`, which demands what may be missing in `A`; `Record<A, …>` and `[K in A]`.
 */
const NAMED =
  /\btypeof ([\w$.]+)\[keyof typeof \1\]|\bkeyof (typeof )?([\w$.]+)(?![\w$.<#[])|\btypeof ([\w$.]+)|\bRequired<([\w$.]+)>|\b(?:Record<(?=[\w$.]+, )|in (?=[\w$.]+\]))([\w$.]+)/g

function sidesOf({ columns, homeList }: Surface): (file: string) => Side {
  const { definitions, names, texts } = columns
  const [values, types] = [new Map<string, number[]>(), new Map<string, number[]>()]
  for (let one = 0; one < definitions.count; one += 1) {
    if (signedAt(homeList, one) < 0) continue
    const kind = kindOf(at(definitions.facts, one))
    const isValue = VALUES.has(kind)
    if (!isValue && !TYPES.has(kind)) continue
    const prefix = at(definitions.prefix, one)
    const last = names.text(at(definitions.last, one))
    const name = prefix === 0 ? last : `${names.text(prefix - 1)}.${last}`
    const found = isValue ? values : types
    const there = found.get(name)
    if (there === undefined) found.set(name, [one])
    else there.push(one)
  }
  // What a file defines itself is what it means; else of a name that several have nothing is said.
  return (file) => {
    const meant = (all: ReadonlyMap<string, readonly number[]>) => (name: string) => {
      const every = all.get(name) ?? []
      const own = every.filter((one) => texts.words.text(at(definitions.file, one)) === file)
      const [only, ...others] = own.length > 0 ? own : every
      return others.length === 0 ? only : undefined
    }
    return { columns, values: meant(values), types: meant(types) }
  }
}

/** A constant may have the name of a type, and is listed with it then. */
function definedAs(side: Side, name: string): number | undefined {
  return side.values(name) ?? (kindAt(side, name) === 'type' ? side.types(name) : undefined)
}

/** The types of all that is in an object; null where one is not known. */
function heldBy(side: Side, name: string): ReadonlySet<string> | null {
  const { definitions, entries, modules, texts } = side.columns
  const one = definedAs(side, name)
  if (one === undefined || mayHoldMore(side.columns, one)) return null
  const kind = kindOf(at(definitions.facts, one))
  if (kind !== 'constant' && kind !== 'type') return null
  const held = new Set<string>()
  const list = modules.count + one
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    const target = at(entries.target, entry)
    const text = texts.signatures.text(at(definitions.signature, target))
    if (kindOf(at(definitions.facts, target)) !== 'property' || text === null) return null
    held.add(withoutModifiers(text))
  }
  return held.size === 0 ? null : held
}

/** The type of a constant or of a function; null where it is long, or called in several ways. */
function valueText({ columns, values }: Side, name: string): string | null {
  const { definitions, texts } = columns
  const one = values(name)
  if (one === undefined) return null
  const kind = kindOf(at(definitions.facts, one))
  if (kind !== 'constant' && kind !== 'function') return null
  const text = texts.signatures.text(at(definitions.signature, one))
  if (text === null || text.length > TEXT_MAX || text.includes('…')) return null
  return text === 'unique symbol' || splitTop(text, '; ').length > 1 ? null : text
}

/** The names that a value or an object of a type has; null where it may have others. */
function keysOf(side: Side, name: string): ReadonlySet<string> | null {
  const { columns, types } = side
  const { definitions, texts } = columns
  const value = /^typeof (.*)$/.exec(name)?.[1]
  const one = value === undefined ? types(name) : definedAs(side, value)
  if (one === undefined || mayHoldMore(columns, one)) return null
  const kind = kindOf(at(definitions.facts, one))
  if (kind === 'function') return null
  const isType = value === undefined
  const text = texts.signatures.text(at(definitions.signature, one))
  // A key of any name is among the keys as well, and what an alias of something else has is not.
  if (isType && text !== null && !/^(?:extends [^{[]*)?$/.test(text)) return null
  const keys = new Set(memberNames(columns, one))
  // An interface without members has no keys, until others give it some.
  return keys.size === 0 && kind !== 'interface' ? null : keys
}

function* memberNames({ entries, modules, names }: Columns, one: number): Generator<string> {
  const list = modules.count + one
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    if (isPublic(at(entries.facts, entry))) yield names.text(at(entries.name, entry))
  }
}

function keptFor<Made>(make: (name: string) => Made): (name: string) => Made {
  const kept = new Map<string, Made>()
  return (name) => {
    const known = kept.get(name)
    if (known !== undefined) return known
    const made = make(name)
    kept.set(name, made)
    return made
  }
}
