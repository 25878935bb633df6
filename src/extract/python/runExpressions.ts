// The values of expressions while a module is followed.

import { type Place, RunNames } from './runNames.ts'
import {
  type DictValue,
  isIn,
  isKind,
  joinTexts,
  listOf,
  NotFollowed,
  percent,
  type SpaceValue,
  same,
  textMethod,
  truth,
  UNKNOWN,
  type Value,
} from './runValues.ts'
import type { Expression } from './syntax/syntax.ts'

export type Given = Readonly<{ name: string | null; value: Value }>

export abstract class RunExpressions extends RunNames {
  protected abstract apply(callee: Value, given: readonly Given[], place: Place): Value

  protected evaluate(expression: Expression, place: Place): Value {
    this.step()
    const again = (one: Expression) => this.evaluate(one, place)
    switch (expression.kind) {
      case 'string': {
        if (expression.value !== null) return expression.isBytes ? UNKNOWN : expression.value
        const parts = expression.parts?.map((one) => (typeof one === 'string' ? one : again(one)))
        return parts?.every((one) => typeof one === 'string')
          ? parts.reduce(joinTexts, '')
          : UNKNOWN
      }
      case 'number':
        return Number(expression.text)
      case 'constant':
        if (expression.name === '...') return UNKNOWN
        return expression.name === 'None' ? null : expression.name === 'True'
      case 'name':
        return this.lookUp(expression.name, place)
      case 'attribute':
        return this.attribute(again(expression.value), expression.name)
      case 'subscript':
        return this.item(again(expression.value), again(expression.index))
      case 'list':
      case 'tuple':
      case 'set':
        return listOf(
          expression.items.flatMap((item) =>
            item.kind === 'starred' ? this.items(again(item.value)) : [again(item)],
          ),
        )
      case 'dict':
        return this.dict(expression, place)
      case 'unary': {
        if (expression.operator !== 'not') return UNKNOWN
        return !truth(again(expression.value))
      }
      case 'binary': {
        const { operator } = expression
        const left = again(expression.left)
        if (operator === 'and') return truth(left) ? again(expression.right) : left
        if (operator === 'or') return truth(left) ? left : again(expression.right)
        return this.binary(operator, left, again(expression.right))
      }
      case 'conditional':
        return this.conditional(expression, place)
      case 'comprehension':
        return this.comprehension(expression, place)
      case 'call':
        return this.call(expression, place)
      default:
        return UNKNOWN
    }
  }

  protected conditional(
    { test, then, otherwise }: Extract<Expression, { kind: 'conditional' }>,
    place: Place,
  ): Value {
    const decided = this.guarded<boolean>(() => truth(this.evaluate(test, place)))
    if (decided === undefined) return UNKNOWN
    return this.evaluate(decided ? then : otherwise, place)
  }

  protected dict(expression: Extract<Expression, { kind: 'dict' }>, place: Place): Value {
    const items = new Map<string, Value>()
    for (const { key, value } of expression.items) {
      if (key === null) {
        const more = this.evaluate(value, place)
        if (!isKind(more, 'dict')) return UNKNOWN
        for (const [name, one] of more.items) items.set(name, one)
        continue
      }
      const name = this.evaluate(key, place)
      if (typeof name !== 'string') return UNKNOWN
      items.set(name, this.valueOrUnknown(value, place))
    }
    return { kind: 'dict', items }
  }

  /** What stands under a key: that the key is there is what counts. */
  private valueOrUnknown(value: Expression, place: Place): Value {
    return this.guarded(() => this.evaluate(value, place)) ?? UNKNOWN
  }

  protected comprehension(
    expression: Extract<Expression, { kind: 'comprehension' }>,
    place: Place,
  ): Value {
    const inner: Place = { ...place, locals: new Map(place.locals ?? []) }
    const list: Value[] = []
    const dict = new Map<string, Value>()
    for (const item of this.items(this.evaluate(expression.over, place))) {
      this.bindTo(expression.target, item, inner)
      if (!expression.conditions.every((one) => truth(this.evaluate(one, inner)))) continue
      const element = this.evaluate(expression.element, inner)
      if (expression.value === null) list.push(element)
      else if (typeof element !== 'string') throw new NotFollowed('a key')
      else dict.set(element, this.valueOrUnknown(expression.value, inner))
    }
    return expression.of === 'dict' ? { kind: 'dict', items: dict } : listOf(list)
  }

  protected bindTo(target: Expression, value: Value, place: Place): void {
    if (target.kind === 'name') this.bind(target.name, value, place)
    else if (target.kind === 'tuple' || target.kind === 'list') {
      const items = this.items(value)
      if (items.length !== target.items.length) throw new NotFollowed('an unpacking')
      target.items.forEach((item, index) => {
        this.bindTo(item, items[index] ?? UNKNOWN, place)
      })
    } else if (target.kind === 'subscript') {
      const into = this.evaluate(target.value, place)
      const key = this.evaluate(target.index, place)
      if (isKind(into, 'space')) this.put(into.module, key, value)
      else if (isKind(into, 'dict') && typeof key === 'string') into.items.set(key, value)
      else if (isKind(into, 'list')) throw new NotFollowed('a part of a list')
    } else if (target.kind === 'attribute') {
      const into = this.evaluate(target.value, place)
      if (isKind(into, 'module')) this.put(into.module, target.name, value)
    }
  }

  protected binary(operator: string, left: Value, right: Value): Value {
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
    if (operator === 'in') return this.isIn(left, right)
    if (operator === 'not in') return !this.isIn(left, right)
    const isNegated = operator === '!=' || operator === 'is not'
    if (isNegated || operator === '==' || operator === 'is') {
      const equal = same(left, right)
      if (equal === null) return UNKNOWN
      return isNegated ? !equal : equal
    }
    return UNKNOWN
  }

  protected isIn(value: Value, all: Value): boolean {
    const within = isKind(all, 'space') ? listOf(this.namesIn(all.module)) : all
    return isIn(value, within)
  }

  protected call(expression: Extract<Expression, { kind: 'call' }>, place: Place): Value {
    const { function: called } = expression
    const given = expression.arguments.flatMap(({ name, stars, value }) => {
      const one = this.evaluate(value, place)
      if (stars === 0) return [{ name, value: one }]
      if (stars !== 1 || !isKind(one, 'list')) throw new NotFollowed('spread arguments')
      return one.items.map((item) => ({ name: null, value: item }))
    })
    const values = given.filter(({ name }) => name === null).map(({ value }) => value)
    if (called.kind === 'attribute') {
      const base = this.evaluate(called.value, place)
      const answer = this.method(base, called.name, values, given.length > values.length)
      if (answer !== undefined) return answer
      return this.apply(this.attribute(base, called.name), given, place)
    }
    return this.apply(this.evaluate(called, place), given, place)
  }

  /** Methods of texts, lists, tables and namespaces; undefined for anything else. */
  protected method(
    base: Value,
    name: string,
    given: readonly Value[],
    hasKeywords: boolean,
  ): Value | undefined {
    const [first, second] = given
    if (typeof base === 'string') {
      return hasKeywords ? UNKNOWN : (textMethod(base, name, given) ?? UNKNOWN)
    }
    if (isKind(base, 'list')) return listMethod(base.items, name, first, (one) => this.items(one))
    if (!isKind(base, 'dict') && !isKind(base, 'space')) return undefined
    const entries = (): [string, Value][] =>
      isKind(base, 'dict')
        ? [...base.items]
        : this.namesIn(base.module).map((one) => [one, this.item(base, one)])
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
        this.store(base, first ?? null, second ?? null)
        return second ?? null
      case 'update':
        if (hasKeywords) throw new NotFollowed('an update')
        for (const one of given) {
          // A namespace that is poured into itself.
          if (isKind(one, 'space') && isKind(base, 'space') && one.module === base.module) continue
          if (!isKind(one, 'dict')) throw new NotFollowed('an update')
          for (const [key, value] of one.items) this.store(base, key, value)
        }
        return null
      default:
        return UNKNOWN
    }
  }

  protected store(into: DictValue | SpaceValue, key: Value, value: Value) {
    if (isKind(into, 'space')) this.put(into.module, key, value)
    else if (typeof key === 'string') into.items.set(key, value)
    else throw new NotFollowed('a key')
  }
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
