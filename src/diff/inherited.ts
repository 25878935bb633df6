// Members that a type has from its bases, as it has them: with what it gives for the type parameters
// of the base, and as optional as it makes them.

import { type RecentlyUsed, recentlyUsed } from '../domain/recentlyUsed.ts'
import { closingOf, findTop, splitTop } from '../signatures/splitTop.ts'
import { Steps } from '../signatures/steps.ts'
import type { Facts } from './facts.ts'
import { isOfLibrary } from './typescript/libraryTypes.ts'
import { filledArguments, filledText, type Names, parametersOf } from './typescript/named.ts'
import { type ParseType, parser } from './typescript/parse.ts'

/** A type extends another one, one behind another, so often. */
const DEPTH_MAX = 8

/** What has the member: its name, its signature, and the file that has it. */
export type Heir = Pick<Facts, 'name' | 'kind' | 'signature' | 'file'>

/** What the library makes of the members of a type. */
type Mark = 'Partial' | 'Required' | 'Readonly'

type Way = Readonly<{ given: readonly string[]; marks: readonly Mark[] }>

/** A member with the signature that its heir has it with; null where nobody can tell. */
export function asHeldBy(
  heir: Heir,
  member: Facts,
  position: Facts['position'],
  names: Names,
): Facts | null {
  const { kind, signature: own } = heir
  const hasConstant = member.owner?.hasConstant === true
  const held = { ...member, owner: { kind, signature: own, hasConstant }, position }
  if (member.signature === null) return held
  const of = member.definedBy === null ? '' : `${member.definedBy}#`
  const signature = heldSignature(heir, `${of}${member.name}`, member.signature, names)
  return signature === null ? null : { ...held, signature }
}

/** `name`: of the member, with what declares it before it. Null where nobody can tell. */
export function heldSignature(
  heir: Heir,
  name: string,
  signature: string,
  names: Names,
): string | null {
  const declaredIn = name.slice(0, Math.max(0, name.lastIndexOf('.')))
  if (heir.kind === 'constant' && declaredIn === heir.name) return ofItsType(heir, signature, names)
  if (isItself(heir, declaredIn)) return signature
  const own = heir.signature ?? ''
  const way = wayOf(heir, declaredIn, names)
  if (way === null) return /\bT\d+\b/.test(signature) ? null : signature
  const count = parametersOf(genericsOf(own)).length
  return marked(putIn(signature, way.given, count), way.marks)
}

type KnownWay = Readonly<{ way: Way | null; others: readonly Asked[] }>
type Asked = Parameters<Names>

const ways = new WeakMap<Names, RecentlyUsed<string, KnownWay>>()

/** The members of a type come one after the other, from a few bases. */
const WAYS_MAX = 64

/** How the heir comes to what declares its members. */
function wayOf(heir: Heir, declaredIn: string, names: Names): Way | null {
  const known = ways.get(names) ?? recentlyUsed(WAYS_MAX)
  ways.set(names, known)
  const key = JSON.stringify([declaredIn, heir.kind, heir.file, heir.signature])
  const there = known.get(key)
  if (there !== undefined) {
    // Which names of other packages are asked for is noted each time.
    for (const asked of there.others) names(...asked)
    return there.way
  }
  const others: Asked[] = []
  const noting: Names = (...asked) => {
    if (asked[0].includes('#')) others.push(asked)
    return names(...asked)
  }
  const search = { wanted: declaredIn, names: noting, parse: parser(new Steps()) }
  const way = wayTo(search, madeFrom(heir), heir.file, 0)
  known.set(key, { way, others })
  return way
}

/** A member that goes by the name of a constant is of the type of that: `made: Fn<bigint>`. */
function ofItsType(heir: Heir, signature: string, names: Names): string | null {
  const [text = ''] = madeFrom(heir)
  const type = parser(new Steps())(text)
  if (type.form === 'intersection' && /\bT\d+\b/.test(signature)) return null
  const named = type.form === 'reference' ? names(type.name, heir.file) : null
  if (type.form !== 'reference' || named === null) return signature
  const texts = type.given.map(({ text: one }) => one)
  const given = filledArguments(type.name, texts, named)
  return given === null ? null : putIn(signature, given, 0)
}

/** A member goes by the last name of what declares it, which may stand in a namespace. */
function isItself(heir: Heir, declaredIn: string): boolean {
  if (declaredIn === heir.name) return true
  const lastOf = (base: string) => base.replace(/<.*/s, '').replace(/^.*[.#]/, '')
  const isLast = heir.name.endsWith(`.${declaredIn}`)
  return isLast && !madeFrom(heir).some((base) => lastOf(base) === declaredIn)
}

type Search = Readonly<{ wanted: string; names: Names; parse: ParseType }>

/** What the base is given on the way to it. */
function wayTo(
  search: Search,
  bases: readonly string[],
  file: string | null,
  depth: number,
): Way | null {
  const { wanted, names, parse } = search
  if (depth > DEPTH_MAX) return null
  for (const base of bases) {
    const type = parse(base)
    if (type.form === 'intersection') {
      const parts = type.parts.map(({ text }) => text)
      const found = wayTo(search, parts, file, depth + 1)
      if (found !== null) return found
    }
    // A bundler's file has a type under a name of a letter, which nothing tells: a base that stands alone
    // and is not known otherwise is the one that brings the member.
    const isUnknown = /^[A-Za-z_$][\w$]*$/.test(base) && !names(base, file) && !isOfLibrary(base)
    if (isUnknown && bases.length === 1 && names(wanted)?.generics === '')
      return { given: [], marks: [] }
    if (type.form !== 'reference') continue
    const named = names(type.name, file)
    if (named === null) {
      const [whole] = type.given
      if (whole === undefined || !MADE_OF.has(type.name)) continue
      const found = wayTo(search, [whole.text], file, depth + 1)
      const mark = MARKS.find((one) => one === type.name)
      if (found !== null)
        return mark === undefined ? found : { ...found, marks: [...found.marks, mark] }
      continue
    }
    const texts = type.given.map(({ text }) => text)
    const given = filledArguments(type.name, texts, named)
    if (given === null) continue
    if (type.name === wanted) return { given, marks: [] }
    const heritage =
      named.kind === 'alias' ? (named.body === null ? [] : [named.body]) : named.heritage
    const filled = heritage.flatMap((text) => filledText(text, given) ?? [])
    const found = wayTo(search, filled, named.file, depth + 1)
    if (found !== null) return found
  }
  return null
}

const MARKS: readonly Mark[] = ['Partial', 'Required', 'Readonly']
const MADE_OF: ReadonlySet<string> = new Set([...MARKS, 'Omit', 'Pick'])

/** Those of the member itself are numbered on from those of what has it. */
function putIn(text: string, given: readonly string[], count: number): string {
  return text.replace(/\bT(\d+)\b/g, (_, digits: string) => {
    const place = Number(digits)
    const one = given[place]
    if (one === undefined) return `T${place - given.length + count}`
    return /^[\w$.#]+$/.test(one) ? one : `(${one})`
  })
}

function marked(text: string, marks: readonly Mark[]): string {
  return marks.reduceRight((made, mark) => {
    if (mark === 'Required') return made.replace(/\?$/, '')
    if (mark === 'Readonly') return made.startsWith('readonly ') ? made : `readonly ${made}`
    return made.endsWith('?') ? made : `${made}?`
  }, text)
}

function genericsOf(signature: string): string {
  const text = signature.replace(/^(?:abstract )?class/, '')
  const close = text.startsWith('<') ? closingOf(text, 0) : -1
  return close < 0 || text.charAt(close + 1) === '(' ? '' : text.slice(0, close + 1)
}

/** What a type has its members from; an alias and a constant from all that it stands for. */
function madeFrom({ kind, signature }: Heir): readonly string[] {
  const text = signature ?? ''
  if (kind === 'constant') return [text]
  if (kind !== 'type') return basesOf(text)
  const body = text.slice(genericsOf(text).length).trim()
  return body === '' ? [] : [body]
}

/** What a class or an interface extends, as it writes it. */
export function basesOf(signature: string): readonly string[] {
  const isClass = /^(?:abstract )?class/.test(signature)
  const text = signature.replace(/^(?:abstract )?class/, '')
  const rest = text.slice(genericsOf(signature).length)
  const brace = findTop(rest, '{')
  const head = ` ${(brace < 0 ? rest : rest.slice(0, brace)).trim()}`
  const implemented = findTop(head, ' implements ')
  const own = implemented < 0 ? head : head.slice(0, implemented)
  const extended = findTop(own, ' extends ')
  if (extended < 0) return []
  const named = own.slice(extended + ' extends '.length).trim()
  return isClass ? [named] : splitTop(named, ', ')
}
