// Where callers of a package stand to its types: whether they get values of a type, give them, or
// both. Found by going from every public value through the names in signatures.

import { finish } from '../domain/finish.ts'
import { closingOf, splitTop } from '../signatures/splitTop.ts'
import { hasEntries } from '../table/format/columns.ts'
import { isTypeOnly, kindOf } from '../table/format/facts.ts'
import { furtherOf } from '../table/format/furtherKeywords.ts'
import { hiddenTypesOf } from '../table/format/hiddenTypes.ts'
import { at, signedAt } from '../table/format/varints.ts'
import type { Surface } from './surface.ts'
import { isOfLibrary } from './typescript/libraryTypes.ts'
import { BOTH, GOT, type Position } from './typescript/relation.ts'

/** Each way of each definition once; a bound on texts that are made to be long. */
const CHARACTERS_MAX = 40_000_000

type Ways = Readonly<{
  got: ReadonlySet<number>
  given: ReadonlySet<number>
  isWhole: boolean
  /**
   * A type is named that goes by another name where it can be imported, or a value has none: who knows
   * what it leads to.
   */
  hasRenamed: boolean
}>

const known = new WeakMap<Surface, Ways>()

/**
 * Of a class callers get objects; of an interface and an alias it is looked up. Where no value leads to
 * it, because signatures are written out there, the other release may tell (`otherwise`).
 */
export function positionOf(
  surface: Surface,
  definition: number,
  otherwise: () => Position | null = () => null,
): Position {
  const kind = kindOf(at(surface.columns.definitions.facts, definition))
  if (kind === 'class') return BOTH
  if (kind !== 'interface' && kind !== 'type') return GOT
  // What no value leads to is for callers to make and to read.
  return ledTo(surface, definition) ?? otherwise() ?? BOTH
}

/** Null where no value leads to it, as far as that is known. */
export function ledTo(surface: Surface, definition: number): Position | null {
  const ways = finish(walked(surface))
  const isGot = ways.got.has(definition)
  const isGiven = ways.given.has(definition)
  return (isGot || isGiven) && ways.isWhole ? { isGot, isGiven } : null
}

/** Whether callers have values of a type at all: of one that only keys are taken from, nobody has. */
export function isMet(surface: Surface, definition: number): boolean {
  const ways = finish(walked(surface))
  const isAnythingMet = ways.given.size > 0 || ways.got.size > 0
  if (!isAnythingMet || ways.got.has(definition) || ways.given.has(definition)) return true
  if (ways.hasRenamed || isOfModule(surface, definition)) return true
  return !hasValuesBeside(surface, definition)
}

/** A module that is an object of a type has the members of the type. */
function isOfModule({ columns, homeList }: Surface, definition: number): boolean {
  const { entries, modules } = columns
  const list = modules.count + definition
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    const home = signedAt(homeList, at(entries.target, entry))
    if (home >= 0 && home < modules.count) return true
  }
  return false
}

/** A module of nothing but types has them for callers to make. */
function hasValuesBeside({ columns, homeList }: Surface, definition: number): boolean {
  const { definitions, entries, modules, names } = columns
  let list = signedAt(homeList, definition)
  while (list >= modules.count) list = signedAt(homeList, list - modules.count)
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    const kind = kindOf(at(definitions.facts, at(entries.target, entry)))
    // What `require` gives is the module itself.
    const isModule = kind === 'namespace' && names.text(at(entries.name, entry)) === 'default'
    const isType = isTypeOnly(at(entries.facts, entry)) || kind === 'interface' || kind === 'type'
    if (!isType && !isModule) return true
  }
  return false
}

const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'type', 'enum'])
const PARAMETER = /^T\d+$/

/** `react#FC` and `React.FC`; what has neither mark is of the library. */
function isOfAnother(name: string): boolean {
  return /[#.]/.test(name) && !/^(?:NodeJS|Intl|globalThis)\./.test(name)
}

/** What is known of it from then on, with a pause wherever it can wait. */
export function* walked(surface: Surface): Generator<undefined, Ways> {
  const ways = known.get(surface) ?? (yield* walk(surface))
  known.set(surface, ways)
  return ways
}

function* walk(surface: Surface): Generator<undefined, Ways> {
  const { columns, order } = surface
  const { definitions, entries, modules, texts } = columns
  const index = namedTypes(surface)
  const ways = { got: new Set<number>(), given: new Set<number>() }
  const waiting: (readonly [definition: number, isGot: boolean])[] = []
  let left = CHARACTERS_MAX
  let hasRenamed = false

  function reach(definition: number, isGot: boolean): void {
    const found = isGot ? ways.got : ways.given
    if (found.has(definition)) return
    found.add(definition)
    waiting.push([definition, isGot])
  }

  function read(definition: number, isGot: boolean): void {
    readText(texts.signatures.text(at(definitions.signature, definition)), isGot)
  }

  function readText(text: string | null, isGot: boolean): void {
    if (text === null || left < 0) return
    left -= text.length
    hasRenamed ||= namesStranger(text, index)
    for (const [name, isNamedGot] of namesIn(text, isGot, turnsRound)) {
      for (const one of index.get(name) ?? []) reach(one, isNamedGot)
    }
  }

  /** Of a type of another package nobody can tell; of one of this package its texts do. */
  const turned = new Map<string, ReadonlySet<string>>()
  function turnsRound(name: string, place: number): boolean {
    const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('#')) + 1)
    const all = index.get(last)
    if (all === undefined || name.includes('#')) return isOfAnother(name)
    const known = turned.get(last) ?? new Set(all.flatMap((one) => turnedIn(one)))
    turned.set(last, known)
    return known.has(`T${place}`)
  }

  /** `export default a as B`: a value of which tables do not say what it is may be anything. */
  function isUntold(definition: number, kind: string): boolean {
    if (kind !== 'constant' || at(definitions.signature, definition) !== 0) return false
    const file = texts.words.text(at(definitions.file, definition))
    return (
      file !== null &&
      /\.d\.[cm]?ts$/.test(file) &&
      !hasEntries(columns, modules.count + definition)
    )
  }

  /** The type parameters that stand where values go the other way. */
  function turnedIn(definition: number): readonly string[] {
    const all = textsOf(definition)
    const found: string[] = []
    for (const text of all) {
      left -= text.length
      if (left < 0) return found
      for (const [name, isNamedGot] of namesIn(text, true)) {
        if (!isNamedGot && PARAMETER.test(name)) found.push(name)
      }
    }
    return found
  }

  function textsOf(definition: number): readonly string[] {
    const unlisted = hidden[definition - definitions.count]
    if (unlisted !== undefined) {
      return [unlisted, ...unlisted.members].flatMap(({ signature }) => signature ?? [])
    }
    const all = [definition]
    const list = modules.count + definition
    for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
      all.push(at(entries.target, entry))
    }
    return all.flatMap((one) => texts.signatures.text(at(definitions.signature, one)) ?? [])
  }

  // What no path leads to is gone through as well, behind all definitions.
  const hidden = hiddenTypesOf(columns.hidden)
  for (const [number, { name }] of hidden.entries()) {
    const last = name.slice(name.lastIndexOf('.') + 1)
    index.set(last, [...(index.get(last) ?? []), definitions.count + number])
  }

  for (const one of order) {
    yield
    const kind = kindOf(at(definitions.facts, one))
    if (!isTypeOnly(at(entries.facts, signedAt(surface.homeEntry, one))))
      readText(furtherOf(definitions.further, one).value ?? null, true)
    if (kind === 'interface' || kind === 'type') continue
    const list = signedAt(surface.homeList, one)
    const isTopLevel = list < modules.count
    // What is below a class, a constant or a namespace comes with it.
    const owner = isTopLevel ? '' : kindOf(at(definitions.facts, list - modules.count))
    if (owner === 'interface' || owner === 'type') continue
    if (isTypeOnly(at(entries.facts, signedAt(surface.homeEntry, one))) && kind !== 'class')
      continue
    reach(one, true)
    hasRenamed ||= isTopLevel && isUntold(one, kind)
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield
    const [definition, isGot] = next
    const unlisted = hidden[definition - definitions.count]
    if (unlisted !== undefined) {
      for (const { signature } of [unlisted, ...unlisted.members]) readText(signature, isGot)
      continue
    }
    const kind = kindOf(at(definitions.facts, definition))
    // Whoever gives an object of a class got it before.
    if (kind === 'class' && !isGot) {
      reach(definition, true)
      continue
    }
    read(definition, isGot)
    if (!TYPES.has(kind)) continue
    const list = modules.count + definition
    for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
      const target = at(entries.target, entry)
      if (!TYPES.has(kindOf(at(definitions.facts, target)))) read(target, isGot)
    }
  }
  return { ...ways, isWhole: left >= 0, hasRenamed }
}

/** Whether a text has a name that is neither of the package, nor of the library, nor of another package. */
function namesStranger(text: string, index: ReadonlyMap<string, unknown>): boolean {
  for (const [, name = ''] of text.replace(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(OWN_NAME)) {
    if (!PARAMETER.test(name) && !index.has(name) && !isOfLibrary(name)) return true
  }
  return false
}

/**
 * A name that begins with a capital, or one of a letter or two that a bundler gave, without a package or
 * a namespace before it or behind it.
 */
const OWN_NAME =
  /(?<![\w$.#@/-])([A-Z][\w$]*|(?<!typeof )(?!as\b|in\b|is\b)[a-z][\w$]?)(?![\w$]|[-.#]|!?\??: )/g

function namedTypes({ columns }: Surface): Map<string, readonly number[]> {
  const { definitions, names } = columns
  const index = new Map<string, readonly number[]>()
  const lists = new Map<string, number[]>()
  const add = (name: string, one: number) => {
    const there = lists.get(name)
    if (there !== undefined) there.push(one)
    else {
      const list = [one]
      lists.set(name, list)
      index.set(name, list)
    }
  }
  for (let one = 0; one < definitions.count; one += 1) {
    if (!TYPES.has(kindOf(at(definitions.facts, one)))) continue
    // By their last names: a namespace may be written or left out.
    add(names.text(at(definitions.last, one)), one)
  }
  return index
}

const NAME = /[A-Za-z_$][\w$]*/y

/** Whether values of what is given in a place of a type may go the other way than those of the type. */
export type TurnsRound = (name: string, place: number) => boolean

type Way = Readonly<{ isGot: boolean; isBoth: boolean }>

/** The last names in a signature, each with the way that values of it go. */
export function* namesIn(
  text: string,
  isGot: boolean,
  turnsRound: TurnsRound = () => false,
): Generator<readonly [name: string, isGot: boolean]> {
  const bounds: Bound[] = []
  const met = { got: new Set<string>(), given: new Set<string>() }
  for (const [name, way] of namesAlong(text, { isGot, isBoth: false }, turnsRound, bounds)) {
    if (way) met.got.add(name)
    else met.given.add(name)
    yield [name, way]
  }
  // What a type parameter may be at most goes where the type parameter goes.
  for (const { name, written } of bounds) {
    const ways = [...(met.got.has(name) ? [true] : []), ...(met.given.has(name) ? [false] : [])]
    for (const way of ways.length === 0 ? [isGot] : ways) {
      yield* namesAlong(written, { isGot: way, isBoth: false }, turnsRound, [])
    }
  }
}

/** `extends A = B` of a type parameter. */
type Bound = Readonly<{ name: string; written: string }>

function* namesAlong(
  text: string,
  { isGot, isBoth }: Way,
  turnsRound: TurnsRound,
  bounds: Bound[],
): Generator<readonly [name: string, isGot: boolean]> {
  const ends: number[] = []
  let way = isGot
  for (let i = 0; i < text.length; i += 1) {
    if (i === ends.at(-1)) {
      ends.pop()
      way = !way
      continue
    }
    const character = text.charAt(i)
    if (character === '"') {
      i = quoteEnd(text, i)
      continue
    }
    if (character === '(') {
      const close = closingOf(text, i)
      const isList =
        text.startsWith(' => ', close + 1) || /\bnew $/.test(text.slice(Math.max(0, i - 4), i))
      if (close > 0 && isList) {
        ends.push(close)
        way = !way
      }
      continue
    }
    if (character === '<' && /^<(?:const )?T\d+\b/.test(text.slice(i, i + 12)) && isHead(text, i)) {
      const close = closingOf(text, i)
      if (close < 0) continue
      for (const piece of splitTop(text.slice(i + 1, close), ', ')) {
        const [head, name = ''] = /^(?:const )?(T\d+)/.exec(piece) ?? ['']
        bounds.push({ name, written: piece.slice(head.length) })
      }
      i = close
      continue
    }
    NAME.lastIndex = i
    const name = NAME.exec(text)?.[0]
    if (name === undefined) continue
    const start = i
    i += name.length - 1
    // `a: T` and `a?: T` name a member, `N.T` a namespace; of `keyof T` and `T[K]` there are no values.
    const isOther = /^(?:\??: |\[|\.)/.test(text.slice(i + 1, i + 4))
    if (!isOther && !/keyof (?:[\w$]+\.)*$/.test(text.slice(Math.max(0, start - 80), start))) {
      yield [name, way]
      if (isBoth) yield [name, !way]
    }
    const close = text.charAt(i + 1) === '<' && name !== 'class' ? closingOf(text, i + 1) : -1
    if (close < 0) continue
    const whole = `${/[\w$.#@/*-]*$/.exec(text.slice(Math.max(0, start - 80), start))?.[0] ?? ''}${name}`
    for (const [place, given] of splitTop(text.slice(i + 2, close), ', ').entries()) {
      const isTurned = isBoth || turnsRound(whole, place)
      yield* namesAlong(given, { isGot: way, isBoth: isTurned }, turnsRound, bounds)
    }
    i = close
  }
}

/** Type parameters are declared there, and no type is given arguments. */
function isHead(text: string, open: number): boolean {
  return open === 0 || !/[\w$]/.test(text.charAt(open - 1)) || text.slice(0, open).endsWith('class')
}

function quoteEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    if (text.charAt(i) === '\\') i += 1
    else if (text.charAt(i) === '"') return i
  }
  return text.length
}
