// The values of expressions while a module is followed.

import type { Expression, ExpressionOf } from '../../../syntax/python/syntax.ts'
import { bind, itemAt, itemsOf, lookUp, namesIn, put } from './names.ts'
import type { Place, Run } from './run.ts'
import { joinTexts, percent, textMethod } from './texts.ts'
import {
  type DictValue,
  guarded,
  isIn,
  isKind,
  isSame,
  isTrue,
  listOf,
  NotFollowed,
  type SpaceValue,
  UNKNOWN,
  type Value,
} from './values.ts'

export function evaluate(run: Run, expression: Expression, place: Place): Value {
  run.step()
  const again = (one: Expression) => evaluate(run, one, place)
  switch (expression.kind) {
    case 'string': {
      if (expression.value !== null) return expression.isBytes ? UNKNOWN : expression.value
      const parts = expression.parts?.map((one) => (typeof one === 'string' ? one : again(one)))
      return parts?.every((one) => typeof one === 'string') ? parts.reduce(joinTexts, '') : UNKNOWN
    }
    case 'number':
      return Number(expression.text)
    case 'constant':
      if (expression.name === '...') return UNKNOWN
      return expression.name === 'None' ? null : expression.name === 'True'
    case 'name':
      return lookUp(run, expression.name, place)
    case 'attribute':
      return run.attribute(again(expression.value), expression.name)
    case 'subscript':
      return itemAt(run, again(expression.value), again(expression.index))
    case 'list':
    case 'tuple':
    case 'set':
      return listOf(
        expression.items.flatMap((item) =>
          item.kind === 'starred' ? itemsOf(run, again(item.value)) : [again(item)],
        ),
      )
    case 'dict':
      return dictOf(run, expression, place)
    case 'unary': {
      if (expression.operator !== 'not') return UNKNOWN
      return !isTrue(again(expression.value))
    }
    case 'binary': {
      const { operator } = expression
      const left = again(expression.left)
      if (operator === 'and') return isTrue(left) ? again(expression.right) : left
      if (operator === 'or') return isTrue(left) ? left : again(expression.right)
      return combine(run, operator, left, again(expression.right))
    }
    case 'conditional':
      return chosen(run, expression, place)
    case 'comprehension':
      return comprehended(run, expression, place)
    case 'call':
      return callOf(run, expression, place)
    default:
      return UNKNOWN
  }
}

function chosen(
  run: Run,
  { test, then, otherwise }: ExpressionOf<'conditional'>,
  place: Place,
): Value {
  const decided = guarded<boolean>(() => isTrue(evaluate(run, test, place)))
  if (decided === undefined) return UNKNOWN
  return evaluate(run, decided ? then : otherwise, place)
}

function dictOf(run: Run, expression: ExpressionOf<'dict'>, place: Place): Value {
  const items = new Map<string, Value>()
  for (const { key, value } of expression.items) {
    if (key === null) {
      const more = evaluate(run, value, place)
      if (!isKind(more, 'dict')) return UNKNOWN
      for (const [name, one] of more.items) items.set(name, one)
      continue
    }
    const name = evaluate(run, key, place)
    if (typeof name !== 'string') return UNKNOWN
    items.set(name, valueOrUnknown(run, value, place))
  }
  return { kind: 'dict', items }
}

/** What stands under a key: that the key is there is what counts. */
function valueOrUnknown(run: Run, value: Expression, place: Place): Value {
  return guarded(() => evaluate(run, value, place)) ?? UNKNOWN
}

function comprehended(run: Run, expression: ExpressionOf<'comprehension'>, place: Place): Value {
  const inner: Place = { ...place, locals: new Map(place.locals ?? []) }
  const list: Value[] = []
  const dict = new Map<string, Value>()
  for (const item of itemsOf(run, evaluate(run, expression.over, place))) {
    assignTo(run, expression.target, item, inner)
    if (!expression.conditions.every((one) => isTrue(evaluate(run, one, inner)))) continue
    const element = evaluate(run, expression.element, inner)
    if (expression.value === null) list.push(element)
    else if (typeof element !== 'string') throw new NotFollowed('a key')
    else dict.set(element, valueOrUnknown(run, expression.value, inner))
  }
  return expression.of === 'dict' ? { kind: 'dict', items: dict } : listOf(list)
}

export function assignTo(run: Run, target: Expression, value: Value, place: Place): void {
  if (target.kind === 'name') bind(run, target.name, value, place)
  else if (target.kind === 'tuple' || target.kind === 'list') {
    const items = itemsOf(run, value)
    if (items.length !== target.items.length) throw new NotFollowed('an unpacking')
    target.items.forEach((item, index) => {
      assignTo(run, item, items[index] ?? UNKNOWN, place)
    })
  } else if (target.kind === 'subscript') {
    const into = evaluate(run, target.value, place)
    const key = evaluate(run, target.index, place)
    if (isKind(into, 'space')) put(run, into.module, key, value)
    else if (isKind(into, 'dict') && typeof key === 'string') into.items.set(key, value)
    else if (isKind(into, 'list')) throw new NotFollowed('a part of a list')
  } else if (target.kind === 'attribute') {
    const into = evaluate(run, target.value, place)
    if (isKind(into, 'module')) put(run, into.module, target.name, value)
  }
}

export function combine(run: Run, operator: string, left: Value, right: Value): Value {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') {
    return joinTexts(left, right)
  }
  if (isKind(left, 'list') && isKind(right, 'list')) {
    if (operator === '+' || operator === '|') return listOf([...left.items, ...right.items])
    if (operator === '-') return listOf(left.items.filter((one) => !isIn(one, right)))
    if (operator === '&') return listOf(left.items.filter((one) => isIn(one, right)))
  }
  if (operator === '|' && isKind(left, 'dict') && isKind(right, 'dict')) {
    return { kind: 'dict', items: new Map([...left.items, ...right.items]) }
  }
  if (operator === '%' && typeof left === 'string') return percent(left, right) ?? UNKNOWN
  if (operator === 'in') return isMember(run, left, right)
  if (operator === 'not in') return !isMember(run, left, right)
  const isNegated = operator === '!=' || operator === 'is not'
  if (isNegated || operator === '==' || operator === 'is') {
    const equal = isSame(left, right)
    if (equal === null) return UNKNOWN
    return isNegated ? !equal : equal
  }
  return UNKNOWN
}

function isMember(run: Run, value: Value, all: Value): boolean {
  const within = isKind(all, 'space') ? listOf(namesIn(run, all.module)) : all
  return isIn(value, within)
}

function callOf(run: Run, expression: ExpressionOf<'call'>, place: Place): Value {
  const { function: called } = expression
  const given = expression.arguments.flatMap(({ name, stars, value }) => {
    const one = evaluate(run, value, place)
    if (stars === 0) return [{ name, value: one }]
    if (stars !== 1 || !isKind(one, 'list')) throw new NotFollowed('spread arguments')
    return one.items.map((item) => ({ name: null, value: item }))
  })
  const values = given.filter(({ name }) => name === null).map(({ value }) => value)
  if (called.kind === 'attribute') {
    const base = evaluate(run, called.value, place)
    const answer = callMethod(run, base, called.name, values, given.length > values.length)
    if (answer !== undefined) return answer
    return run.apply(run.attribute(base, called.name), given, place)
  }
  return run.apply(evaluate(run, called, place), given, place)
}

/** Methods of texts, lists, tables and namespaces; undefined for anything else. */
function callMethod(
  run: Run,
  base: Value,
  name: string,
  given: readonly Value[],
  hasKeywords: boolean,
): Value | undefined {
  const [first, second] = given
  if (typeof base === 'string') {
    return hasKeywords ? UNKNOWN : (textMethod(base, name, given) ?? UNKNOWN)
  }
  if (isKind(base, 'list')) return listMethod(base.items, name, first, (one) => itemsOf(run, one))
  if (!isKind(base, 'dict') && !isKind(base, 'space')) return undefined
  const entries = (): [string, Value][] =>
    isKind(base, 'dict')
      ? [...base.items]
      : namesIn(run, base.module).map((one) => [one, itemAt(run, base, one)])
  switch (name) {
    case 'items':
      return listOf(entries().map((pair) => listOf(pair)))
    case 'keys':
      return listOf(entries().map(([key]) => key))
    case 'values':
      return listOf(entries().map(([, value]) => value))
    case 'copy':
      return { kind: 'dict', items: new Map(entries()) }
    case 'get':
      if (typeof first !== 'string') return UNKNOWN
      return isKind(base, 'dict') ? (base.items.get(first) ?? second ?? null) : UNKNOWN
    case 'setdefault':
    case '__setitem__':
      store(run, base, first ?? null, second ?? null)
      return second ?? null
    case 'update':
      if (hasKeywords) throw new NotFollowed('an update')
      for (const one of given) {
        // A namespace that is poured into itself.
        if (isKind(one, 'space') && isKind(base, 'space') && one.module === base.module) continue
        if (!isKind(one, 'dict')) throw new NotFollowed('an update')
        for (const [key, value] of one.items) store(run, base, key, value)
      }
      return null
    default:
      return UNKNOWN
  }
}

function store(run: Run, into: DictValue | SpaceValue, key: Value, value: Value) {
  if (isKind(into, 'space')) put(run, into.module, key, value)
  else if (typeof key === 'string') into.items.set(key, value)
  else throw new NotFollowed('a key')
}

function listMethod(
  list: Value[],
  name: string,
  given: Value | undefined,
  itemsOf: (value: Value) => readonly Value[],
): Value {
  if (name === 'append' || name === 'add') list.push(given ?? null)
  else if (name === 'extend' || name === 'update') {
    const longer = listOf([...list, ...itemsOf(given ?? null)]).items
    for (const item of longer.slice(list.length)) list.push(item)
  } else if (name === 'insert' || name === 'pop' || name === 'clear') throw new NotFollowed(name)
  else if (name === 'remove' || name === 'discard') {
    const at = list.indexOf(given ?? null)
    if (at >= 0) list.splice(at, 1)
  } else if (name === 'copy') return listOf(list)
  else if (name === 'union') return listOf([...list, ...itemsOf(given ?? null)])
  else if (name !== 'sort' && name !== 'reverse') return UNKNOWN
  return null
}
