// Values that follow from the text alone.

import type { Expression, ExpressionArgument, ExpressionOf } from '../../../syntax/python/syntax.ts'
import { changedText } from './changedText.ts'

/** A value known without running anything. */
export type Literal = string | number | boolean | null | Literal[] | Map<string, Literal>

/** Undefined where the text does not tell. */
type Known = Literal | undefined

const LITERAL_ITEMS_MAX = 50_000

const EVALUATE_DEPTH_MAX = 8

type Lookup = (name: string) => Expression | Known

type Evaluate = (expression: Expression) => Known

export function evaluateLiteral(expression: Expression, lookup: Lookup, depth = 0): Known {
  if (depth > EVALUATE_DEPTH_MAX) return undefined
  // Sums of sums double with each level: they stand for names, which are few.
  const again = (one: Expression) => {
    const value = evaluateLiteral(one, lookup, depth + 1)
    return Array.isArray(value) && value.length > LITERAL_ITEMS_MAX ? undefined : value
  }
  switch (expression.kind) {
    case 'string': {
      if (expression.value !== null) return expression.value
      const parts = expression.parts?.map((one) => (typeof one === 'string' ? one : again(one)))
      return parts?.every((one) => typeof one === 'string') ? parts.join('') : undefined
    }
    case 'number':
      return Number(expression.text)
    case 'constant':
      if (expression.name === '...') return undefined
      return expression.name === 'None' ? null : expression.name === 'True'
    case 'name': {
      const found = lookup(expression.name)
      if (found === undefined || found === null || typeof found !== 'object') return found
      if (Array.isArray(found) || found instanceof Map) return found
      return again(found)
    }
    case 'list':
    case 'tuple':
    case 'set':
      return listed(expression.items, again)
    case 'dict':
      return tabled(expression, again)
    case 'binary':
      return combined(expression.operator, again(expression.left), again(expression.right))
    case 'call':
      return called(expression.function, expression.arguments, again)
    default:
      return undefined
  }
}

/** What a loop over an expression goes through; null where that does not follow from the text. */
export function literalItems(over: Expression, evaluate: Evaluate): readonly Literal[] | null {
  if (over.kind === 'call' && over.function.kind === 'attribute') {
    const { name, value } = over.function
    const known = evaluate(value)
    if (known instanceof Map && name === 'items') return [...known].map(([k, v]) => [k, v])
    if (known instanceof Map && name === 'keys') return [...known.keys()]
    if (known instanceof Map && name === 'values') return [...known.values()]
    return null
  }
  const known = evaluate(over)
  if (Array.isArray(known)) return known
  if (known instanceof Map) return [...known.keys()]
  return null
}

function listed(items: readonly Expression[], evaluate: Evaluate): Literal[] | undefined {
  const found: Literal[] = []
  for (const item of items) {
    if (item.kind === 'starred') {
      const more = evaluate(item.value)
      if (!Array.isArray(more)) return undefined
      for (const one of more) found.push(one)
      continue
    }
    const value = evaluate(item)
    if (value === undefined) return undefined
    found.push(value)
  }
  return found
}

function tabled(
  { items }: ExpressionOf<'dict'>,
  evaluate: Evaluate,
): Map<string, Literal> | undefined {
  const map = new Map<string, Literal>()
  for (const { key, value } of items) {
    if (key === null) {
      const more = evaluate(value)
      if (!(more instanceof Map)) return undefined
      for (const [k, v] of more) map.set(k, v)
      continue
    }
    const name = evaluate(key)
    if (typeof name !== 'string') return undefined
    map.set(name, evaluate(value) ?? null)
  }
  return map
}

function combined(operator: string, left: Known, right: Known): Known {
  if (operator === '+') {
    if (typeof left === 'string' && typeof right === 'string') return left + right
    if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right]
  }
  if (operator === '|' && left instanceof Map && right instanceof Map) {
    return new Map([...left, ...right])
  }
  if (operator === '%' && typeof left === 'string' && typeof right === 'string') {
    return left.replace('%s', right)
  }
  return undefined
}

/** The few calls that only make another shape of what they are given. */
function called(
  callee: Expression,
  given: readonly ExpressionArgument[],
  evaluate: Evaluate,
): Known {
  const [first] = given
  if (callee.kind === 'name' && first === undefined) {
    if (['list', 'tuple', 'set', 'frozenset'].includes(callee.name)) return []
  }
  if (callee.kind === 'name' && first?.name === null && given.length === 1) {
    if (['list', 'tuple', 'set', 'frozenset', 'sorted'].includes(callee.name)) {
      const value = evaluate(first.value)
      if (value instanceof Map) return [...value.keys()]
      return Array.isArray(value) ? value : undefined
    }
    if (callee.name === 'dict') return evaluate(first.value)
  }
  if (callee.kind === 'name' && callee.name === 'dict') {
    const map = new Map<string, Literal>()
    for (const { name, value } of given) {
      if (name === null) return undefined
      map.set(name, evaluate(value) ?? null)
    }
    return map
  }
  if (callee.kind === 'attribute' && callee.name === 'split' && given.length === 0) {
    const text = evaluate(callee.value)
    return typeof text === 'string' ? text.trim().split(/\s+/) : undefined
  }
  if (callee.kind === 'attribute' && callee.name === 'keys') {
    const map = evaluate(callee.value)
    return map instanceof Map ? [...map.keys()] : undefined
  }
  return callee.kind === 'attribute' ? textOf(callee, given, evaluate) : undefined
}

/** `name.replace(" ", "_").lower()` */
function textOf(
  { value, name }: ExpressionOf<'attribute'>,
  given: readonly ExpressionArgument[],
  evaluate: Evaluate,
): string | undefined {
  if (!TEXT_METHODS.has(name) || given.some((one) => one.name !== null || one.stars > 0)) return
  const text = evaluate(value)
  const values = given.map((one) => evaluate(one.value))
  if (typeof text !== 'string' || !values.every((one) => typeof one === 'string')) return
  if (text.length * (1 + Math.max(0, ...values.map((one) => one.length))) > TEXT_MAX) return
  return changedText(text, name, values) ?? undefined
}

const TEXT_METHODS: ReadonlySet<string> = new Set(
  'lower upper strip replace removeprefix removesuffix format'.split(' '),
)
const TEXT_MAX = 10_000
