// Calls while a module is followed: functions of packages, and those of Python itself that code uses
// to find and make names.

import { basesOf, findMember } from './classMembers.ts'
import { type ClassItem, type Item, isClassItem, type Target } from './items.ts'
import type { PackageModel } from './packageModel.ts'
import { isClassValue, isInstance, isSubclass, pathOf } from './runClasses.ts'
import { type Given, RunExpressions } from './runExpressions.ts'
import type { Place } from './runNames.ts'
import { propertyNamed, recordFields } from './runObjects.ts'
import { isKind, listOf, NotFollowed, type ObjectValue, UNKNOWN, type Value } from './runValues.ts'
import { parseBlock } from './syntax/parsePython.ts'
import type { FunctionStatement, Statement } from './syntax/syntax.ts'

const CALLS_DEPTH_MAX = 8

/** How a block ended before its end. */
export type Signal = Readonly<{ kind: 'return'; value: Value } | { kind: 'break' | 'continue' }>

export abstract class RunCalls extends RunExpressions {
  private readonly records = new Map<ClassItem, readonly string[] | null>()
  private properties = 0

  protected abstract block(body: readonly Statement[], place: Place): Signal | null

  protected apply(callee: Value, given: readonly Given[], place: Place): Value {
    if (isKind(callee, 'named')) {
      const { target } = callee
      if (target.kind === 'def' && target.binding.kind === 'def') {
        const { statement } = target.binding
        const isPlain = target.owner === null || isStatic(target)
        const call = () => this.callFunction(target, statement, given, place)
        if (isPlain)
          return this.isElsewhere(target, given) ? (this.guarded(call) ?? UNKNOWN) : call()
      }
      // An object that is to take the module's place.
      if (
        isClassItem(target) &&
        given[0]?.value === this.module.name &&
        isOfModules(this.model, target)
      )
        return { kind: 'module', module: this.module.name }
      if (isClassItem(target)) {
        const made = this.newRecord(target, given)
        if (made !== undefined) return made
      }
      if (target.kind === 'external') {
        const values = given.map(({ value }) => value)
        const answer = this.builtin(pathOf(callee), values, place)
        if (answer !== undefined) return answer
      }
    }
    // Whoever has the module's namespace in hand may put anything into it.
    if (given.some(({ value }) => isKind(value, 'space') && value.module === this.module.name)) {
      throw new NotFollowed('a call with the namespace')
    }
    return UNKNOWN
  }

  /** A function of another module, which has nothing in hand to make names here with. */
  private isElsewhere({ module }: Item, given: readonly Given[]): boolean {
    const { name } = this.module
    return (
      module !== name &&
      !given.some(
        ({ value }) => (isKind(value, 'space') || isKind(value, 'module')) && value.module === name,
      )
    )
  }

  /** A record; undefined where the class decides more than its fields. */
  private newRecord(cls: ClassItem, given: readonly Given[]): ObjectValue | undefined {
    let fields = this.records.get(cls)
    if (fields === undefined) {
      fields = recordFields(this.model, cls)
      this.records.set(cls, fields)
    }
    const plain = given.filter(({ name }) => name === null)
    if (fields === null || plain.length > fields.length) return undefined
    const made: ObjectValue = { kind: 'object', cls, fields: new Map() }
    fields.forEach((name, at) => {
      const one = plain[at] ?? given.find((keyword) => keyword.name === name)
      made.fields.set(name, one?.value ?? UNKNOWN)
    })
    return made
  }

  protected override attribute(value: Value, name: string): Value {
    if (!isKind(value, 'object')) return super.attribute(value, name)
    const { cls, fields } = value
    const property = propertyNamed(cls, name)
    if (property?.kind !== 'def') return fields.get(name) ?? UNKNOWN
    // A property may ask for itself.
    if (this.properties >= CALLS_DEPTH_MAX) throw new NotFollowed('properties within properties')
    this.properties += 1
    const place: Place = { module: this.model.moduleOf(cls), text: '', locals: null, depth: 0 }
    const self = { name: null, value }
    const given = this.guarded(() => this.callFunction(cls, property.statement, [self], place))
    this.properties -= 1
    return given ?? UNKNOWN
  }

  protected callFunction(
    item: Item,
    statement: FunctionStatement,
    given: readonly Given[],
    place: Place,
  ): Value {
    if (place.depth >= CALLS_DEPTH_MAX) throw new NotFollowed('calls within calls')
    if (statement.body.isGenerator || statement.isAsync) throw new NotFollowed('a generator')
    const module = this.model.moduleOf(item)
    const { text } = item.source
    const inner: Place = { module, text, locals: new Map(), depth: place.depth + 1 }
    this.bindParameters(statement, given, inner)
    const body = parseBlock({ text }, statement.body.span, statement.body.line)
    const signal = this.block(body, inner)
    return signal?.kind === 'return' ? signal.value : null
  }

  protected bindParameters(
    { parameters }: FunctionStatement,
    given: readonly Given[],
    inner: Place,
  ): void {
    const plain = given.filter(({ name }) => name === null).map(({ value }) => value)
    let at = 0
    for (const { name, kind, default: otherwise } of parameters) {
      const keyword = given.find((one) => one.name === name)
      if (kind === 'varargs') {
        this.bind(name, listOf(plain.slice(at)), inner)
        at = plain.length
      } else if (kind === 'varkeywords') this.bind(name, UNKNOWN, inner)
      else if (keyword !== undefined) this.bind(name, keyword.value, inner)
      else if (kind !== 'keyword' && at < plain.length) {
        this.bind(name, plain[at++] ?? null, inner)
      } else if (otherwise !== null) {
        this.bind(name, this.evaluate(this.parse(otherwise, inner), inner), inner)
      } else throw new NotFollowed('arguments')
    }
  }

  /** Functions of Python itself; undefined for one that is not known. */
  protected builtin(path: string, given: readonly Value[], place: Place): Value | undefined {
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
          return listOf(this.namesIn(place.module.name).toSorted())
        }
        if (isKind(first, 'module')) return listOf(this.namesIn(first.module).toSorted())
        throw new NotFollowed('dir')
      case 'inspect.getmembers': {
        if (!isKind(first, 'module') || second !== undefined) throw new NotFollowed('members')
        const names = this.namesIn(first.module).toSorted()
        return listOf(names.map((name) => listOf([name, this.attribute(first, name)])))
      }
      case 'getattr':
        return this.getAttribute(first, second, third)
      case 'hasattr':
        return this.hasAttribute(first, second)
      case 'setattr':
        if (isKind(first, 'module')) this.put(first.module, second ?? null, third ?? UNKNOWN)
        return null
      case 'list':
      case 'tuple':
      case 'set':
      case 'frozenset':
      case 'iter':
        return listOf(given.length === 0 ? [] : this.items(first))
      case 'sorted':
        return sorted(this.items(first))
      case 'dict':
      case 'collections.OrderedDict':
        return this.newDict(given)
      case 'zip': {
        const lists = given.map((one) => this.items(one))
        const length = Math.min(...lists.map((one) => one.length))
        return listOf(
          Array.from({ length }, (_, at) => listOf(lists.map((one) => one[at] ?? null))),
        )
      }
      case 'enumerate':
        return listOf(this.items(first).map((one, at) => listOf([at, one])))
      case 'importlib.import_module':
      case '__import__':
        if (typeof first === 'string' && this.model.module(first) !== undefined) {
          return { kind: 'module', module: first }
        }
        throw new NotFollowed('an import')
      case 'isinstance':
        return isInstance(this.model, first, second ?? null)
      case 'issubclass':
        return isSubclass(this.model, first, second ?? null)
      case 'inspect.isclass':
        return isClassValue(first)
      case 'inspect.isfunction':
        return isKind(first, 'named') && first.target.kind === 'def'
      case 'inspect.ismodule':
        return isKind(first, 'module')
      case 'exec':
        // With a table of its own it makes names there, and not here.
        if (isKind(second, 'dict')) {
          this.isWhole = false
          return null
        }
        throw new NotFollowed('code that is made')
      default:
        return undefined
    }
  }

  protected newDict(given: readonly Value[]): Value {
    const [first] = given
    if (first === undefined) return { kind: 'dict', items: new Map() }
    if (isKind(first, 'dict')) return { kind: 'dict', items: new Map(first.items) }
    const items = new Map<string, Value>()
    for (const pair of this.items(first)) {
      const [key, value = null] = this.items(pair)
      if (typeof key !== 'string') throw new NotFollowed('a key')
      items.set(key, value)
    }
    return { kind: 'dict', items }
  }

  protected getAttribute(object: Value, name: Value | undefined, otherwise?: Value): Value {
    if (typeof name !== 'string') throw new NotFollowed('getattr')
    if (otherwise === undefined || !isKind(object, 'module')) return this.attribute(object, name)
    return this.guarded(() => this.attribute(object, name)) ?? otherwise
  }

  protected hasAttribute(object: Value, name: Value | undefined): boolean {
    if (typeof name !== 'string') throw new NotFollowed('hasattr')
    if (isKind(object, 'module') && this.model.module(object.module) !== undefined) {
      return this.namesIn(object.module).includes(name)
    }
    if (isKind(object, 'named') && isClassItem(object.target)) {
      if (findMember(this.model, object.target, name) !== null) return true
    }
    throw new NotFollowed('hasattr')
  }
}

function isOfModules(model: PackageModel, cls: ClassItem): boolean {
  return basesOf(model, cls).some(
    (base) => base.kind === 'external' && base.module === 'types' && base.name === 'ModuleType',
  )
}

function isStatic(target: Target): boolean {
  if (target.kind !== 'def' || target.binding.kind !== 'def') return false
  const { text } = target.source
  return target.binding.statement.decorators.some(
    (span) => text.slice(span.start, span.end) === 'staticmethod',
  )
}

function sorted(items: readonly Value[]): Value {
  return items.every((one) => typeof one === 'string') ? listOf(items.toSorted()) : listOf(items)
}
