// Where callers of a package stand to its types: whether they get values of a type, give them, or
// both. Found by going from every public value through the names in signatures.

import { closingOf } from '../signatures/splitTop.ts'
import { isTypeOnly, kindOf } from '../table/format/facts.ts'
import { hiddenTypesOf } from '../table/format/hiddenTypes.ts'
import { at, signedAt } from '../table/format/varints.ts'
import type { Surface } from './surface.ts'
import { BOTH, GOT, type Position } from './typescript/relation.ts'

/** Each way of each definition once; a bound on texts that are made to be long. */
const CHARACTERS_MAX = 40_000_000

type Ways = Readonly<{ got: ReadonlySet<number>; given: ReadonlySet<number>; isWhole: boolean }>

const known = new WeakMap<Surface, Ways>()

/** Of a class callers get objects; of an interface and an alias it is looked up. */
export function positionOf(surface: Surface, definition: number): Position {
  const kind = kindOf(at(surface.columns.definitions.facts, definition))
  if (kind === 'class') return BOTH
  if (kind !== 'interface' && kind !== 'type') return GOT
  const ways = known.get(surface) ?? walk(surface)
  known.set(surface, ways)
  const isGot = ways.got.has(definition)
  const isGiven = ways.given.has(definition)
  // What no value leads to is for callers to make and to read.
  return (isGot || isGiven) && ways.isWhole ? { isGot, isGiven } : BOTH
}

/** Whether callers have values of a type at all: of one that only keys are taken from, nobody has. */
export function isMet(surface: Surface, definition: number): boolean {
  const ways = known.get(surface) ?? walk(surface)
  known.set(surface, ways)
  const isAnythingMet = ways.given.size > 0 || ways.got.size > 0
  if (!isAnythingMet || ways.got.has(definition) || ways.given.has(definition)) return true
  return !hasValuesBeside(surface, definition)
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

function walk(surface: Surface): Ways {
  const { columns, order } = surface
  const { definitions, entries, modules, texts } = columns
  const index = namedTypes(surface)
  const ways = { got: new Set<number>(), given: new Set<number>() }
  const waiting: (readonly [definition: number, isGot: boolean])[] = []
  let left = CHARACTERS_MAX

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
    for (const [name, isNamedGot] of namesIn(text, isGot)) {
      for (const one of index.get(name) ?? []) reach(one, isNamedGot)
    }
  }

  // What no path leads to is gone through as well, behind all definitions.
  const hidden = hiddenTypesOf(columns.hidden)
  for (const [number, { name }] of hidden.entries()) {
    const last = name.slice(name.lastIndexOf('.') + 1)
    index.set(last, [...(index.get(last) ?? []), definitions.count + number])
  }

  for (const one of order) {
    const kind = kindOf(at(definitions.facts, one))
    if (kind === 'interface' || kind === 'type') continue
    const list = signedAt(surface.homeList, one)
    const isTopLevel = list < modules.count
    // What is below a class, a constant or a namespace comes with it.
    const owner = isTopLevel ? '' : kindOf(at(definitions.facts, list - modules.count))
    if (owner === 'interface' || owner === 'type') continue
    if (isTypeOnly(at(entries.facts, signedAt(surface.homeEntry, one))) && kind !== 'class')
      continue
    reach(one, true)
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [definition, isGot] = next
    const unlisted = hidden[definition - definitions.count]
    if (unlisted !== undefined) {
      for (const { signature } of [unlisted, ...unlisted.members]) readText(signature, isGot)
      continue
    }
    read(definition, isGot)
    const kind = kindOf(at(definitions.facts, definition))
    // Whoever gives an object of a class got it before.
    if (kind === 'class' && !isGot) {
      reach(definition, true)
      continue
    }
    if (!TYPES.has(kind)) continue
    const list = modules.count + definition
    for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
      const target = at(entries.target, entry)
      if (!TYPES.has(kindOf(at(definitions.facts, target)))) read(target, isGot)
    }
  }
  return { ...ways, isWhole: left >= 0 }
}

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

/** The last names in a signature, each with the way that values of it go. */
export function* namesIn(
  text: string,
  isGot: boolean,
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
    NAME.lastIndex = i
    const name = NAME.exec(text)?.[0]
    if (name === undefined) continue
    i += name.length - 1
    // `a: T` and `a?: T` name a member; of `keyof T` and `T[K]` there are no values of T.
    const isOther = /^(?:\??: |\[)/.test(text.slice(i + 1, i + 4))
    if (
      !isOther &&
      !/keyof (?:[\w$]+\.)*$/.test(text.slice(Math.max(0, i - 80), i - name.length + 1))
    ) {
      yield [name, way]
    }
  }
}

function quoteEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    if (text.charAt(i) === '\\') i += 1
    else if (text.charAt(i) === '"') return i
  }
  return text.length
}
