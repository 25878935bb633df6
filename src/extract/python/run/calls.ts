// Calls while a module is followed: functions of packages, and those of Python itself that code uses
// to find and make names.

import { keptIn } from '../../../domain/maps.ts'
import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type { FunctionStatement } from '../../../syntax/python/syntax.ts'
import type { PackageModel } from '../model/packageModel.ts'
import { type ClassItem, type Item, isClassItem, type Target } from '../modules/items.ts'
import { isClassValue, isInstance, isSubclass, pathOf } from './classTests.ts'
import { evaluate } from './expressions.ts'
import { bind, itemsOf, moduleAttribute, namesIn, put } from './names.ts'
import { propertyNamed, recordFields } from './records.ts'
import { type Argument, type Place, parse, type Run } from './run.ts'
import {
  guarded,
  isKind,
  listOf,
  NotFollowed,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from './values.ts'

const CALLS_DEPTH_MAX = 8

export function apply(run: Run, callee: Value, given: readonly Argument[], place: Place): Value {
  if (isKind(callee, 'named')) {
    const { target } = callee
    if (target.kind === 'def' && target.binding.kind === 'def') {
      const { statement } = target.binding
      const isPlain = target.owner === null || isStatic(target)
      const call = () => callFunction(run, target, statement, given, place)
      if (isPlain) return isElsewhere(run, target, given) ? (guarded(call) ?? UNKNOWN) : call()
    }
    // An object that is to take the module's place.
    if (
      isClassItem(target) &&
      given[0]?.value === run.module.name &&
      isOfModules(run.model, target)
    )
      return { kind: 'module', module: run.module.name }
    if (isClassItem(target)) {
      const made = newRecord(run, target, given)
      if (made !== undefined) return made
    }
    if (target.kind === 'external') {
      const values = given.map(({ value }) => value)
      const answer = builtin(run, pathOf(callee), values, place)
      if (answer !== undefined) return answer
    }
  }
  // Whoever has the module's namespace in hand may put anything into it.
  if (given.some(({ value }) => isKind(value, 'space') && value.module === run.module.name)) {
    throw new NotFollowed('a call with the namespace')
  }
  return UNKNOWN
}

/** A function of another module, which has nothing in hand to make names here with. */
function isElsewhere(run: Run, { module }: Item, given: readonly Argument[]): boolean {
  const { name } = run.module
  return (
    module !== name &&
    !given.some(
      ({ value }) => (isKind(value, 'space') || isKind(value, 'module')) && value.module === name,
    )
  )
}

/** A record; undefined where the class decides more than its fields. */
function newRecord(run: Run, cls: ClassItem, given: readonly Argument[]): ObjectValue | undefined {
  const fields = keptIn(run.records, cls, () => recordFields(cls))
  const plain = given.filter(({ name }) => name === null)
  if (fields === null || plain.length > fields.length) return undefined
  const made: ObjectValue = { kind: 'object', cls, fields: new Map() }
  fields.forEach((name, at) => {
    const one = plain[at] ?? given.find((keyword) => keyword.name === name)
    made.fields.set(name, one?.value ?? UNKNOWN)
  })
  return made
}

export function attribute(run: Run, value: Value, name: string): Value {
  if (!isKind(value, 'object')) return moduleAttribute(run, value, name)
  const { cls, fields } = value
  const property = propertyNamed(cls, name)
  if (property?.kind !== 'def') return fields.get(name) ?? UNKNOWN
  // A property may ask for itself.
  if (run.properties >= CALLS_DEPTH_MAX) throw new NotFollowed('properties within properties')
  run.properties += 1
  const place: Place = { module: run.model.modules.moduleOf(cls), text: '', locals: null, depth: 0 }
  const self = { name: null, value }
  const given = guarded(() => callFunction(run, cls, property.statement, [self], place))
  run.properties -= 1
  return given ?? UNKNOWN
}

export function callFunction(
  run: Run,
  item: Item,
  statement: FunctionStatement,
  given: readonly Argument[],
  place: Place,
): Value {
  if (place.depth >= CALLS_DEPTH_MAX) throw new NotFollowed('calls within calls')
  if (statement.body.isGenerator || statement.isAsync) throw new NotFollowed('a generator')
  const module = run.model.modules.moduleOf(item)
  const { text } = item.source
  const inner: Place = { module, text, locals: new Map(), depth: place.depth + 1 }
  bindParameters(run, statement, given, inner)
  const body = parseBlock({ text }, statement.body.span, statement.body.line)
  const signal = run.block(body, inner)
  return signal?.kind === 'return' ? signal.value : null
}

function bindParameters(
  run: Run,
  { parameters }: FunctionStatement,
  given: readonly Argument[],
  inner: Place,
): void {
  const plain = given.filter(({ name }) => name === null).map(({ value }) => value)
  let at = 0
  for (const { name, kind, default: otherwise } of parameters) {
    const keyword = given.find((one) => one.name === name)
    if (kind === 'varargs') {
      bind(run, name, listOf(plain.slice(at)), inner)
      at = plain.length
    } else if (kind === 'varkeywords') bind(run, name, UNKNOWN, inner)
    else if (keyword !== undefined) bind(run, name, keyword.value, inner)
    else if (kind !== 'keyword' && at < plain.length) {
      bind(run, name, plain[at++] ?? null, inner)
    } else if (otherwise !== null) {
      bind(run, name, evaluate(run, parse(otherwise, inner), inner), inner)
    } else throw new NotFollowed('arguments')
  }
}

/** Functions of Python itself; undefined for one that is not known. */
function builtin(run: Run, path: string, given: readonly Value[], place: Place): Value | undefined {
  const [first = null, second, third] = given
  switch (path.replace(/^builtins\./, '')) {
    case 'globals':
      return { kind: 'space', module: place.module.name }
    case 'locals':
    case 'vars':
      if (given.length === 0) {
        if (place.locals !== null) throw new NotFollowed('local names')
        return { kind: 'space', module: place.module.name }
      }
      return isKind(first, 'module') ? { kind: 'space', module: first.module } : UNKNOWN
    case 'dir':
      if (given.length === 0) {
        if (place.locals !== null) throw new NotFollowed('local names')
        return listOf(namesIn(run, place.module.name).toSorted())
      }
      if (isKind(first, 'module')) return listOf(namesIn(run, first.module).toSorted())
      throw new NotFollowed('dir')
    case 'inspect.getmembers': {
      if (!isKind(first, 'module') || second !== undefined) throw new NotFollowed('members')
      const names = namesIn(run, first.module).toSorted()
      return listOf(names.map((name) => listOf([name, attribute(run, first, name)])))
    }
    case 'getattr':
      return getAttribute(run, first, second, third)
    case 'hasattr':
      return hasAttribute(run, first, second)
    case 'setattr':
      if (isKind(first, 'module')) put(run, first.module, second ?? null, third ?? UNKNOWN)
      return null
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'iter':
      return listOf(given.length === 0 ? [] : itemsOf(run, first))
    case 'sorted':
      return sorted(itemsOf(run, first))
    case 'dict':
    case 'collections.OrderedDict':
      return newDict(run, given)
    case 'zip': {
      const lists = given.map((one) => itemsOf(run, one))
      const length = Math.min(...lists.map((one) => one.length))
      return listOf(Array.from({ length }, (_, at) => listOf(lists.map((one) => one[at] ?? null))))
    }
    case 'enumerate':
      return listOf(itemsOf(run, first).map((one, at) => listOf([at, one])))
    case 'importlib.import_module':
    case '__import__':
      if (typeof first === 'string' && run.model.modules.module(first) !== undefined) {
        return { kind: 'module', module: first }
      }
      throw new NotFollowed('an import')
    case 'isinstance':
      return isInstance(run.model, first, second ?? null)
    case 'issubclass':
      return isSubclass(run.model, first, second ?? null)
    case 'inspect.isclass':
      return isClassValue(first)
    case 'inspect.isfunction':
      return isKind(first, 'named') && first.target.kind === 'def'
    case 'inspect.ismodule':
      return isKind(first, 'module')
    case 'exec':
      // With a table of its own it makes names there, and not here.
      if (isKind(second, 'dict')) {
        run.isWhole = false
        return null
      }
      throw new NotFollowed('code that is made')
    default:
      return undefined
  }
}

function newDict(run: Run, given: readonly Value[]): Value {
  const [first] = given
  if (first === undefined) return { kind: 'dict', items: new Map() }
  if (isKind(first, 'dict')) return { kind: 'dict', items: new Map(first.items) }
  const items = new Map<string, Value>()
  for (const pair of itemsOf(run, first)) {
    const [key, value = null] = itemsOf(run, pair)
    if (typeof key !== 'string') throw new NotFollowed('a key')
    items.set(key, value)
  }
  return { kind: 'dict', items }
}

function getAttribute(run: Run, object: Value, name: Value | undefined, otherwise?: Value): Value {
  if (typeof name !== 'string') throw new NotFollowed('getattr')
  if (otherwise === undefined || !isKind(object, 'module')) return attribute(run, object, name)
  return guarded(() => attribute(run, object, name)) ?? otherwise
}

function hasAttribute(run: Run, object: Value, name: Value | undefined): boolean {
  if (typeof name !== 'string') throw new NotFollowed('hasattr')
  if (isKind(object, 'module') && run.model.modules.module(object.module) !== undefined) {
    return namesIn(run, object.module).includes(name)
  }
  if (isKind(object, 'named') && isClassItem(object.target)) {
    if (run.model.classes.findMember(object.target, name) !== null) return true
  }
  throw new NotFollowed('hasattr')
}

function isOfModules(model: PackageModel, cls: ClassItem): boolean {
  return model.classes
    .basesOf(cls)
    .some(
      (base) => base.kind === 'external' && base.module === 'types' && base.name === 'ModuleType',
    )
}

function isStatic(target: Target): boolean {
  if (target.kind !== 'def' || target.binding.kind !== 'def') return false
  return target.source.isMarked(target.binding.statement, /^staticmethod$/)
}

function sorted(items: readonly Value[]): Value {
  return items.every((one) => typeof one === 'string') ? listOf(items.toSorted()) : listOf(items)
}
