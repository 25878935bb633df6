// `typeof VALUE`, `keyof A` and `Required<A>` in signatures stand for what the value and the keys are:
// where these are others in the newer release, a text that is the same to the letter says something else.

import { modifiersOf, withoutModifiers } from '../signatures/modifiers.ts'
import { namesOf } from '../signatures/namesOf.ts'
import { cutTop, findTop, splitTop } from '../signatures/splitTop.ts'
import type { OtherNames } from './hiddenTypes.ts'
import type { Source, Sources } from './namedSources.ts'
import { memberPieces } from './typeNames.ts'

/** What has a signature: its kind, and the files that have it. */
export type Written = Readonly<{ kind: string; from: string | null; to: string | null }>

/** Writes the text of a signature out for a comparison with that of the other release. */
export type WriteOut = (text: string, side: 'from' | 'to', written: Written) => string

/** Longer texts stay under their names. */
const TEXT_MAX = 1_500

const KEYED: ReadonlySet<string> = new Set(['property', 'type'])

/** What the names in a file stand for, on both sides. */
export type BothSources = Readonly<Record<'from' | 'to', (file: string) => Sources>>

export function valueTypes(sides: BothSources): WriteOut {
  const inFiles = keptFor((key) => {
    const [before = '', after = ''] = key.split('\n')
    return meaningsIn(sides.from(before), sides.to(after))
  })
  return (text, side, { kind, ...files }) => {
    if (!OF_VALUES.test(text)) return text
    const { texts, keys, mapped, members, values } = inFiles(
      `${files.from ?? ''}\n${files.to ?? ''}`,
    )
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
        place = 0,
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
        const isMapped =
          / in $/.test(text.slice(0, place)) && text.charAt(place + all.length) === ']'
        const named = isMapped ? mapped : keys
        const found = keyed === undefined ? values(whole ?? '') : named(`${of ?? ''}${keyed}`)
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
export function grownTypes(sides: BothSources): OtherNames {
  const inFiles = keptFor((key) => {
    const [before = '', after = ''] = key.split('\n')
    const [own, theirs] = [sides.from(before), sides.to(after)]
    return keptFor((name) => {
      const [one, other] = [allNames(own, name), allNames(theirs, name)]
      const isGrown = one !== null && other !== null && one !== other
      return { isGrown, isClass: own.types(name)?.kind === 'class' }
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

/** Values of which a text names the types, that nobody can name and that are others now. */
export function otherHiddenValues(sides: BothSources): OtherNames {
  return (text, files) => {
    const named = [...text.matchAll(/\btypeof ([\w$]+)/g)].flatMap(([, name]) => name ?? [])
    if (named.length === 0) return NONE
    const [own, theirs] = [sides.from(files.from), sides.to(files.to)]
    const isOther = (name: string) => {
      const [one, other] = [own.values(name), theirs.values(name)]
      return one?.isHidden === true && other?.isHidden === true && one.signature !== other.signature
    }
    return new Set(named.filter(isOther))
  }
}

const NONE: ReadonlySet<string> = new Set()

/** The names of all members of a type or of an enum; null where there may be others. */
function allNames(side: Sources, name: string): string | null {
  const one = side.types(name) ?? side.values(name)
  if (one === undefined || one.mayHoldMore) return null
  return membersOf(side, name) ?? memberNames(one).join(' | ')
}

/** By the names that are written, what differs; null for what is the same, or not known. */
function meaningsIn(from: Sources, to: Sources) {
  const texts = keptFor((name) => {
    const [own, theirs] = [from.hiddenClasses(name), to.hiddenClasses(name)]
    if (own !== undefined && theirs !== undefined) return otherClasses(name, own, theirs)
    const [one, other] = [valueText(from, name), valueText(to, name)]
    if (one === null && other === null) {
      const both = [from.values(name), to.values(name)] as const
      return otherMembers(...both) ?? longTexts(...both)
    }
    // A text or a number that only one release has is that text or number.
    if (one === null) return isLiteral(other) ? { from: undefined, to: other } : null
    if (other === null) return isLiteral(one) ? { from: one, to: undefined } : null
    return one === other ? null : { from: one, to: other }
  })
  // What both have stays under its name, and what only one has stands beside it.
  const keys = keptFor((name) =>
    besides(keysOf(from, name), keysOf(to, name), (key) => JSON.stringify(key)),
  )
  // A member more that may be missing is one that may be missing in what is made of all of them.
  const mapped = keptFor((name) => {
    const [one, other] = [keysOf(from, name), keysOf(to, name)]
    const may = new Set(optionalNames(to.types(name)))
    const demanded = other && [...other].filter((key) => one?.has(key) || !may.has(key))
    return besides(one, demanded && new Set(demanded), (key) => JSON.stringify(key))
  })
  const values = keptFor((name) =>
    besides(heldBy(from, name), heldBy(to, name), (text) => `(${text})`),
  )
  const members = keptFor((name) => {
    const [one, other] = [membersOf(from, name), membersOf(to, name)]
    return one === null || other === null || one === other ? null : { from: one, to: other }
  })
  return { texts, keys, mapped, members, values }
}

function isLiteral(text: string | null): boolean {
  return text !== null && /^(?:"(?:[^"\\]|\\.)*"|-?\d+)$/.test(text)
}

/** The names of the members of an enum, which stand for what these are; null for the rest. */
function membersOf(side: Sources, name: string): string | null {
  if (side.values(name)?.kind !== 'enum') return null
  const keys = keysOf(side, `typeof ${name}`)
  return keys === null ? null : [...keys].map((key) => JSON.stringify(key)).join(' | ')
}

type Both = Readonly<{ from: string; to: string }>

function besides(
  one: ReadonlySet<string> | null,
  other: ReadonlySet<string> | null,
  shown: (text: string) => string,
): Both | null {
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

/** A constant may have the name of a type, and is listed with it then. */
function definedAs(side: Sources, name: string): Source | undefined {
  const type = side.types(name)
  return side.values(name) ?? (type?.kind === 'type' ? type : undefined)
}

/** The types of all that is in an object; null where one is not known. */
function heldBy(side: Sources, name: string): ReadonlySet<string> | null {
  const one = definedAs(side, name)
  if (one === undefined || one.mayHoldMore) return null
  if (one.kind !== 'constant' && one.kind !== 'type') return null
  const held = new Set<string>()
  for (const { kind, signature } of one.members()) {
    if (kind !== 'property' || signature === null) return null
    held.add(withoutModifiers(signature))
  }
  return held.size === 0 ? null : held
}

/** The type of a constant or of a function; null where it is long. */
function valueText(side: Sources, name: string): string | null {
  const one = side.values(name)
  if (one?.kind !== 'constant' && one?.kind !== 'function') return null
  const { signature: text } = one
  if (text === null || text.length > TEXT_MAX || text.includes('…')) return null
  // What is in a namespace of the name of a function is not in its text.
  if (text === 'unique symbol' || (one.kind === 'function' && one.members().length > 0)) return null
  return splitTop(text, '; ').length > 1 ? `{ ${text} }` : text
}

/** Of long texts of what nobody can name it is only said that they are others. */
function longTexts(one?: Source, other?: Source): Both | null {
  if (one?.isHidden !== true || other?.isHidden !== true) return null
  const isLong = [one, other].every(({ signature }) => (signature?.length ?? 0) > TEXT_MAX)
  return isLong && one.signature !== other.signature ? { from: '…', to: '… …' } : null
}

/** What two classes are that nobody can name, if their objects or they themselves are others now. */
function otherClasses(name: string, one: Source, other: Source): Both | null {
  const isSame =
    one.signature === other.signature &&
    JSON.stringify(one.members()) === JSON.stringify(other.members())
  const [own, theirs] = [constructorsOf(one), constructorsOf(other)]
  if (isSame || own === null || theirs === null) return null
  // What has no constructor of its own is made as its base is: of these nothing is said.
  if ((own.length === 0) !== (theirs.length === 0)) return null
  return { from: classText(name, own, one), to: classText(name, theirs, other) }
}

/** Those of a class itself; null for one with type parameters, or that nobody can make. */
function constructorsOf({ signature, mayHoldMore }: Source): readonly string[] | null {
  const text = signature ?? ''
  if (mayHoldMore || !/^class(?: |$)/.test(text) || findTop(text, '{') >= 0) return null
  const [whole] = cutTop(text.slice('class'.length), ' implements ')
  const [written, base] = cutTop(whole, ' extends ')
  const own = written.trim()
  if (own === '') return base === undefined ? ['new ()'] : []
  return own.startsWith('new ') ? splitTop(own, ' & ') : null
}

/** A class as an object that makes others. */
function classText(name: string, constructors: readonly string[], { members }: Source): string {
  const ways = constructors.length === 0 ? ['new ()'] : constructors
  const statics = members().flatMap(({ name: member, kind, signature: text, isPublic }) => {
    const { isStatic, isProtected } = modifiersOf(text)
    if (!isStatic || isProtected || !isPublic || text === null) return []
    return memberPieces(member, text.replace(/^static /, ''), kind === 'method')
  })
  return `{ ${[...ways.map((way) => `${way} => ${name}`), ...statics].join('; ')} }`
}

/** Of two objects with many members those that are not the same, beside one that is. */
function otherMembers(one?: Source, other?: Source): Both | null {
  const [own, theirs] = [piecesOf(one), piecesOf(other)]
  if (own === null || theirs === null) return null
  const isShared = (piece: string) => own.has(piece) && theirs.has(piece)
  const shared = [...own].find(isShared)
  const text = (all: ReadonlySet<string>) => {
    const rest = [...all].filter((piece) => !isShared(piece))
    return `{ ${[...(shared === undefined ? [] : [shared]), ...rest].join('; ')} }`
  }
  const both = { from: text(own), to: text(theirs) }
  const isShort = both.from.length <= TEXT_MAX && both.to.length <= TEXT_MAX
  return isShort && both.from !== both.to ? both : null
}

/** The members of an object that is written down; null for what is something else, or has others. */
function piecesOf(source?: Source): ReadonlySet<string> | null {
  if (source?.kind !== 'constant' || source.mayHoldMore) return null
  if (source.signature?.startsWith('{ ') !== true) return null
  const pieces = source.members().map(({ name, kind, signature }) => {
    return signature === null ? null : memberPieces(name, signature, kind === 'method')
  })
  if (pieces.length === 0 || pieces.includes(null)) return null
  return new Set((pieces as (readonly string[])[]).flat())
}

/** The names that a value or an object of a type has; null where it may have others. */
function keysOf(side: Sources, name: string): ReadonlySet<string> | null {
  const value = /^typeof (.*)$/.exec(name)?.[1]
  const one = value === undefined ? side.types(name) : definedAs(side, value)
  if (one === undefined || one.mayHoldMore || one.kind === 'function') return null
  const { kind, signature: text } = one
  const isType = value === undefined
  // A key of any name is among the keys as well, and what an alias of something else has is not.
  if (isType && text !== null && !/^(?:extends [^{[]*)?$/.test(text)) return null
  const keys = new Set(memberNames(one))
  // An interface without members has no keys, until others give it some.
  return keys.size === 0 && kind !== 'interface' ? null : keys
}

function optionalNames(source?: Source): readonly string[] {
  return (source?.members() ?? []).flatMap(({ name, signature }) =>
    signature?.endsWith('?') === true ? [name] : [],
  )
}

function memberNames({ members }: Source): readonly string[] {
  return members().flatMap(({ name, isPublic }) => (isPublic ? [name] : []))
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
