// Members of lists, as far as names are made with them.

import type { Machine } from './machine.ts'
import {
  arrayOf,
  type Call,
  forced,
  join,
  known,
  knownText,
  nativeFunction,
  type ObjectValue,
  settled,
  truthOf,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'

const LIST_LENGTH_MAX = 100_000

type Method = (m: Machine, list: ObjectValue, elements: readonly Value[], call: Call) => Value

/** Sets are lists here. */
const OF_SETS = new Set(['add', 'has'])

const ASKED = new Unknown('a question about a list')

/** The result of a method whose callback is called for what it does. */
function after(_: readonly Value[], result: Value): Value {
  return result
}

export function arrayMethod(m: Machine, key: string): Value | null {
  const method = METHODS.get(key)
  if (method === undefined) return null
  return nativeFunction((call) => {
    const self = forced(call.self)
    const elements = self.kind === 'object' ? self.elements : null
    m.step(1 + ((elements?.length ?? 0) >> 2))
    return self.kind === 'object' && elements !== null
      ? method(m, self, elements, call)
      : m.call(new Unknown(`${key} of what is no list`), call)
  })
}

/** All methods of lists, as `Array.prototype` has them. */
export function arrayMethods(m: Machine): [string, Value][] {
  const keys = [...METHODS.keys()].filter((key) => !OF_SETS.has(key))
  return keys.map((key) => [key, arrayMethod(m, key) ?? UNDEFINED])
}

/** A list made of another knows as much of its elements. */
function like(list: ObjectValue, elements: Value[]): ObjectValue {
  return arrayOf(elements, list.open)
}

function each(m: Machine, list: ObjectValue, elements: readonly Value[], { args }: Call): Value[] {
  const [callback = UNDEFINED, self = UNDEFINED] = args
  const run = (element: Value, index: Value) =>
    m.apply(callback, self, [element, index, list], 'forEach')
  const results = elements.slice(0, m.limits.loopsMax).map((element, i) => run(element, known(i)))
  if (list.open !== null || elements.length > m.limits.loopsMax) {
    const rest = new Unknown(list.open ?? 'a list that is too long')
    m.maybe(() => run(rest, rest))
  }
  return results
}

/** The elements that a callback may choose. */
function chosen(m: Machine, list: ObjectValue, elements: readonly Value[], call: Call): Value[] {
  const results = each(m, list, elements, call)
  return elements.filter((_, i) => {
    const result = results[i]
    return result !== undefined && truthOf(result) !== false
  })
}

const reduce: Method = (m, list, elements, { args }) => {
  const [callback = UNDEFINED, first] = args
  const rest = first === undefined ? elements.slice(1) : elements
  let sum: Value = first ?? elements[0] ?? UNDEFINED
  for (const [i, element] of rest.slice(0, m.limits.loopsMax).entries())
    sum = m.apply(callback, UNDEFINED, [sum, element, known(i), list], 'reduce')
  if (list.open === null) return sum
  if (sum.kind === 'object') m.release(sum, list.open)
  return sum.kind === 'object' ? sum : new Unknown(list.open)
}

const concat: Method = (_, list, elements, { args }) => {
  const made = like(list, [...elements])
  for (const arg of args) {
    const value = settled(arg)
    if (value.kind === 'object' && value.elements !== null) {
      for (const element of value.elements) {
        if ((made.elements?.length ?? 0) >= LIST_LENGTH_MAX) made.open ??= 'a list that is too long'
        else made.elements?.push(element)
      }
      made.open ??= value.open
    } else if (value.kind === 'object' || value.kind === 'known') made.elements?.push(value)
    else made.open ??= 'a list that is not known'
  }
  return made
}

function push(m: Machine, list: ObjectValue, args: readonly Value[]): Value {
  if ((list.elements?.length ?? 0) + args.length > m.limits.namesMax)
    m.release(list, 'a list that is too long')
  else list.elements?.push(...args)
  return new Unknown('length of a list')
}

function take(m: Machine, list: ObjectValue, elements: readonly Value[], at: number): Value {
  const taken = elements.at(at) ?? (list.open === null ? UNDEFINED : new Unknown(list.open))
  if (m.uncertain > 0) m.release(list, 'a list that changes')
  list.elements = at === 0 ? elements.slice(1) : elements.slice(0, -1)
  return taken
}

const unshift: Method = (m, list, elements, { args }) => {
  list.elements = [...args]
  return push(m, list, elements)
}

const splice: Method = (m, list, elements, { args }) => {
  const [from = null, count = null] = args.map((arg) =>
    arg.kind === 'known' ? Number(arg.value) : null,
  )
  const isKnown = from !== null && (args.length === 1 || count !== null)
  if (!isKnown || m.uncertain > 0 || list.open !== null) {
    for (const arg of args.slice(2)) list.elements?.push(arg)
    m.release(list, 'a list that changes')
    return new Unknown('a part of a list')
  }
  const next = [...elements]
  const taken = next.splice(from, count ?? elements.length, ...args.slice(2))
  list.elements = next
  return arrayOf(taken)
}

/** The elements are the same; a list in another order is the same list. */
function order(list: ObjectValue, elements: Value[]): ObjectValue {
  list.elements = elements
  return list
}

/** Texts without a comparison have an order; all else stays as it is: loops go through all of it. */
function sort(
  m: Machine,
  list: ObjectValue,
  elements: readonly Value[],
  [compare]: readonly Value[],
): Value {
  const isPlain = elements.every((one) => one.kind === 'known' && typeof one.value === 'string')
  if (compare === undefined && isPlain) return order(list, elements.toSorted(byText))
  if (compare !== undefined && compare.kind !== 'known' && elements.length > 1) {
    const [first = UNDEFINED, second = UNDEFINED] = elements
    m.maybe(() => m.apply(compare, UNDEFINED, [first, second], 'sort'))
  }
  // Loops go through all elements in whatever order.
  return order(list, [...elements])
}

function byText(one: Value, other: Value): number {
  return textOf(one) < textOf(other) ? -1 : 1
}

function textOf(value: Value): string {
  return value.kind === 'known' ? String(value.value) : ''
}

function numberOf(_: Value, index: number): Value {
  return known(index)
}

function numbered(element: Value, index: number): Value {
  return arrayOf([known(index), element])
}

const at: Method = (_, list, elements, { args: [index] }) => {
  if (index?.kind !== 'known' || list.open !== null) return new Unknown('an element of a list')
  return elements.at(Number(index.value)) ?? UNDEFINED
}

const find: Method = (m, list, elements, call) => {
  const [first = UNDEFINED, ...rest] = chosen(m, list, elements, call)
  return list.open === null ? rest.reduce(join, first) : new Unknown(list.open)
}

const flatMap: Method = (m, list, elements, call) => {
  return like(list, each(m, list, elements, call).flatMap(flattened))
}

/** All elements get the value; if only some do, none of them is known. */
const fill: Method = (m, list, elements, { args }) => {
  const [value = UNDEFINED, ...part] = args
  if (part.length > 0 || m.uncertain > 0) m.release(list, 'a list that changes')
  else list.elements = elements.map(() => value)
  return list
}

/** The method `add` of a set, which is a list here. */
const add: Method = (m, list, elements, call) => {
  const there = includes(m, list, elements, call)
  if (truthOf(there) !== true) push(m, list, call.args)
  return list
}

const slice: Method = (_, list, elements, { args }) => {
  const [from, to] = args.map((arg) => (arg.kind === 'known' ? Number(arg.value) : null))
  if (from === null || to === null) return new Unknown('a part of a list')
  return like(list, elements.slice(from, to))
}

const joinTexts: Method = (_, list, elements, { args }) => {
  const [by = known(',')] = args
  const texts = elements.map((element) => (element.kind === 'known' ? String(element.value) : null))
  if (by.kind !== 'known' || list.open !== null || texts.includes(null))
    return new Unknown('a text made of a list')
  return knownText(texts.join(String(by.value)))
}

const indexOf: Method = (_, list, elements, { args }) => {
  const [wanted = UNDEFINED] = args
  const isPlain = elements.every((element) => element.kind === 'known')
  if (wanted.kind !== 'known' || !isPlain || list.open !== null)
    return new Unknown('a place in a list')
  return known(
    elements.findIndex((element) => element.kind === 'known' && element.value === wanted.value),
  )
}

const includes: Method = (m, list, elements, call) => {
  const at = indexOf(m, list, elements, call)
  return at.kind === 'known' ? known(at.value !== -1) : at
}

function flattened(element: Value): Value[] {
  return element.kind === 'object' && element.elements !== null ? element.elements : [element]
}

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['forEach', (m, list, elements, call) => after(each(m, list, elements, call), UNDEFINED)],
  ['map', (m, list, elements, call) => like(list, each(m, list, elements, call))],
  ['filter', (m, list, elements, call) => like(list, chosen(m, list, elements, call))],
  ['reduce', reduce],
  ['concat', concat],
  ['push', (m, list, _, { args }) => push(m, list, args)],
  ['add', add],
  ['has', includes],
  ['pop', (m, list, elements) => take(m, list, elements, -1)],
  ['shift', (m, list, elements) => take(m, list, elements, 0)],
  ['unshift', unshift],
  ['splice', splice],
  ['slice', slice],
  ['join', joinTexts],
  ['indexOf', indexOf],
  ['includes', includes],
  ['some', (m, list, elements, call) => after(each(m, list, elements, call), ASKED)],
  ['every', (m, list, elements, call) => after(each(m, list, elements, call), ASKED)],
  ['flatMap', flatMap],
  ['find', find],
  ['findLast', (m, list, elements, call) => find(m, list, elements.toReversed(), call)],
  ['findIndex', (m, list, elements, call) => after(each(m, list, elements, call), ASKED)],
  ['reduceRight', (m, list, elements, call) => reduce(m, list, elements.toReversed(), call)],
  ['at', at],
  ['entries', (_, list, elements) => like(list, elements.map(numbered))],
  ['keys', (_, list, elements) => like(list, elements.map(numberOf))],
  ['sort', (m, list, elements, { args }) => sort(m, list, elements, args)],
  ['toSorted', (m, list, elements, { args }) => sort(m, like(list, []), elements, args)],
  ['reverse', (_, list, elements) => order(list, elements.toReversed())],
  ['toReversed', (_, list, elements) => like(list, elements.toReversed())],
  ['values', (_, list) => list],
  ['fill', fill],
  ['flat', (_, list, elements) => like(list, elements.flatMap(flattened))],
])
