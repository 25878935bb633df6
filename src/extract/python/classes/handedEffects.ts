// What a function gives to what it is handed: `def fill(cls): cls.name = 1`. Followed into the
// functions of the package that it hands it on to; nothing is run.

import { keptIn } from '../../../domain/maps.ts'
import { lastName } from '../../../syntax/python/expressionNames.ts'
import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type {
  AssignStatement,
  Expression,
  ExpressionArgument,
  ExpressionOf,
  FunctionStatement,
  Parameter,
  Statement,
} from '../../../syntax/python/syntax.ts'
import { expressionsOf, walkExpression, walkStatements } from '../../../syntax/python/walk.ts'
import {
  type ClassItem,
  type Given,
  isClassItem,
  type Owner,
  type Target,
} from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Source } from '../scope/source.ts'

/** A function as it stands in a module. */
export type Handler = Readonly<{
  source: Source
  statement: FunctionStatement
  module: PythonModule
  owner: Owner
}>

/** The function that a call runs, and how many of its parameters stand before the arguments. */
export type Handling = Readonly<{ handler: Handler; shift: number }>

/** How something is handed over: itself, as its namespace, or among others in a list. */
export type HandedAs = 'object' | 'table' | 'list'

const SETS = /\bsetattr\(|\b__dict__\b|\bvars\(/

/** An attribute of its own object that a method keeps what it was handed under. */
type Kept = Readonly<{ name: string; isMany: boolean }>

const DEPTH_MAX = 5
const BODY_MAX = 40_000
/** Whether something is the object that was handed over. */
type Holding = 'never' | 'perhaps' | 'surely'

/** Whoever changes these changes what the object has. */
const CHANGES_ALL = /^__(?:bases|class|dict|getattr|getattribute)__$/

export function nothingGiven(): Given {
  return { names: new Set(), perhaps: new Set(), isAny: false }
}

export function anythingGiven(): Given {
  return { ...nothingGiven(), isAny: true }
}

export class HandedEffects {
  readonly resolver: Resolver
  private readonly known = new Map<FunctionStatement, Map<string, Given>>()
  private readonly others = new Map<FunctionStatement, Map<string, boolean>>()
  private readonly backs = new Map<FunctionStatement, Map<string, Holding>>()

  constructor(resolver: Resolver) {
    this.resolver = resolver
  }

  /** What a function gives to what one of its parameters is. */
  on(
    handler: Handler,
    parameter: Parameter | undefined,
    as: HandedAs = 'object',
    depth = 0,
  ): Given {
    if (parameter === undefined || depth > DEPTH_MAX) return nothingGiven()
    const { start, end } = handler.statement.body.span
    if (end - start > BODY_MAX) return anythingGiven()
    const kept = keptIn(this.known, handler.statement, () => new Map<string, Given>())
    const key = `${parameter.name} ${as}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const given = nothingGiven()
    // Set before it is filled: a function that calls itself gives nothing more by that.
    kept.set(key, given)
    const walk = new Walk(this, handler, given, depth)
    walk.hold(parameter, as)
    walk.read(bodyOf(handler))
    if (handler.owner !== null) this.keptBy(handler.owner, handler, walk.keptUnder(), given)
    return given
  }

  /** The same without what other functions do that it hands it on to. */
  directly(handler: Handler, parameter: Parameter | undefined, as: HandedAs): Given {
    const given = nothingGiven()
    const { start, end } = handler.statement.body.span
    if (parameter === undefined || end - start > BODY_MAX) return given
    const walk = new Walk(this, handler, given, DEPTH_MAX)
    walk.hold(parameter, as)
    walk.read(bodyOf(handler))
    return given
  }

  /** `self.target = target`: what other methods give to it, whenever they are called. */
  private keptBy(
    owner: ClassItem,
    { module, statement }: Handler,
    kept: readonly Kept[],
    given: Given,
  ): void {
    for (const binding of kept.length === 0 ? [] : owner.scope.names.values()) {
      if (binding.kind !== 'def' || binding.statement === statement) continue
      const { source } = binding
      const [receiver] = binding.statement.parameters
      const body = source.slice(binding.statement.body.span)
      for (const { name, isMany } of kept) {
        if (receiver === undefined || !body.includes(`.${name}`) || !SETS.test(body)) continue
        const other = { source, statement: binding.statement, module, owner }
        const more = nothingGiven()
        // What they hand on is not followed: most objects keep what they are made of.
        const walk = new Walk(this, other, more, DEPTH_MAX)
        walk.holdUnder(`${receiver.name}.${name}`, isMany)
        walk.read(bodyOf(other))
        for (const one of [...more.names, ...more.perhaps]) given.perhaps.add(one)
        given.isAny ||= more.isAny
      }
    }
  }

  /** Whether a function gives back something else than what it was handed. */
  givesOther(handler: Handler, parameter: Parameter | undefined, depth = 0): boolean {
    if (parameter === undefined || depth > DEPTH_MAX) return false
    const kept = keptIn(this.others, handler.statement, () => new Map<string, boolean>())
    const known = kept.get(parameter.name)
    if (known !== undefined) return known
    // Set before it is known: a function that calls itself gives nothing else by that.
    kept.set(parameter.name, false)
    const walk = new Walk(this, handler, nothingGiven(), depth)
    const body = bodyOf(handler)
    walk.hold(parameter, 'object')
    walk.read(body)
    const isOther = [...returnsOf(body)].some((value) =>
      walk.isOther(handler.source.expression(value)),
    )
    kept.set(parameter.name, isOther)
    return isOther
  }

  /** Whether a function gives back what it was handed. */
  givesBack(handler: Handler, parameter: Parameter | undefined, depth: number): Holding {
    if (parameter === undefined || depth > DEPTH_MAX) return 'perhaps'
    const { start, end } = handler.statement.body.span
    // What a decorator or a generator makes of it is not followed.
    if (handler.statement.decorators.length > 0 || end - start > BODY_MAX) return 'perhaps'
    const kept = keptIn(this.backs, handler.statement, () => new Map<string, Holding>())
    const known = kept.get(parameter.name)
    if (known !== undefined) return known
    // Set before it is known, as above.
    kept.set(parameter.name, 'perhaps')
    const walk = new Walk(this, handler, nothingGiven(), depth)
    const body = bodyOf(handler)
    walk.hold(parameter, 'object')
    walk.read(body)
    const all = [...returnsOf(body)].map((value) => walk.holding(handler.source.expression(value)))
    const back = all.length === 0 ? 'never' : perhaps(...all)
    kept.set(parameter.name, back)
    return back
  }

  /** The functions that a function makes and gives back, which a decorator with arguments is. */
  inner(handler: Handler): readonly Handler[] {
    const found: Handler[] = []
    for (const one of walkStatements(bodyOf(handler))) {
      if (one.kind === 'def') found.push({ ...handler, statement: one, owner: null })
    }
    return found
  }
}

function bodyOf({ source, statement }: Handler): readonly Statement[] {
  return parseBlock({ text: source.text }, statement.body.span, statement.body.line)
}

function* returnsOf(body: readonly Statement[]) {
  for (const one of walkStatements(body)) {
    if (one.kind === 'other' && one.word === 'return' && one.value !== null) yield one.value
  }
}

/** One body, gone through for what it does to the names that hold an object or its namespace. */
class Walk {
  private readonly effects: HandedEffects
  private readonly handler: Handler
  private readonly given: Given
  private readonly depth: number
  private readonly objects = new Map<string, Holding>()
  /** Names that hold many, the object perhaps among them. */
  private readonly lists = new Set<string>()
  private readonly tables = new Set<string>()
  private readonly local = new Map<string, FunctionStatement>()
  private isCertain = true

  constructor(effects: HandedEffects, handler: Handler, given: Given, depth: number) {
    this.effects = effects
    this.handler = handler
    this.given = given
    this.depth = depth
  }

  hold({ name, kind }: Parameter, as: HandedAs): void {
    if (kind === 'varkeywords') return
    if (as === 'table') this.tables.add(name)
    else this.objects.set(name, 'surely')
    if (kind === 'varargs' || as === 'list') this.lists.add(name)
  }

  /** `self.target`, which holds it since another method ran. */
  holdUnder(path: string, isMany: boolean): void {
    this.objects.set(path, 'surely')
    if (isMany) this.lists.add(path)
  }

  /** The attributes of its own object that hold it at the end. */
  keptUnder(): readonly Kept[] {
    const [receiver] = this.handler.statement.parameters
    const start = `${receiver?.name}.`
    return [...this.objects.keys()]
      .filter((path) => path.startsWith(start))
      .map((path) => ({ name: path.slice(start.length), isMany: this.lists.has(path) }))
  }

  read(body: readonly Statement[]): void {
    for (const one of walkStatements(body)) {
      if (one.kind === 'def') this.local.set(one.name, one)
    }
    // What is called otherwise further down is known the second time.
    this.alias(body)
    this.alias(body)
    this.statements(body, true)
  }

  private alias(body: readonly Statement[]): void {
    const { source } = this.handler
    for (const one of walkStatements(body)) {
      if (one.kind === 'assign' && one.value !== null) {
        const value = source.expression(one.value)
        for (const target of one.targets)
          this.aliased(source.expression(target), value, this.holding(value))
      } else if (one.kind === 'loop' && one.target !== null && one.over !== null) {
        this.turns(source.expression(one.target), source.expression(one.over))
      }
      for (const expression of expressionsOf(source, one)) {
        walkExpression(expression, (inner) => {
          if (inner.kind === 'comprehension') this.turns(inner.target, inner.over)
          if (inner.kind === 'opaque')
            for (const { target, over } of inner.turns ?? []) this.turns(target, over)
        })
      }
    }
  }

  /** Whoever goes through an object gets what it holds; through a list, the object perhaps. */
  private turns(target: Expression, over: Expression): void {
    const path = pathOf(over)
    const isMany = path === null || this.lists.has(path)
    const holding = isMany ? this.holding(over) : 'never'
    if (target.kind === 'name') this.aliased(target, over, holding, false)
    else if (holding !== 'never' && (target.kind === 'tuple' || target.kind === 'list'))
      for (const item of target.items) this.aliased(item, over, 'perhaps', false)
  }

  private aliased(target: Expression, value: Expression, holding: Holding, isWhole = true): void {
    const path = pathOf(target)
    // What an object of its own is made of it is kept as well, and says nothing.
    if (path === null || (target.kind === 'attribute' && holding !== 'surely')) return
    const before = this.objects.get(path)
    // `cls = wrap(cls)`: whoever has the object has what was made of it from then on.
    const isKept = before === 'surely' && holding === 'perhaps'
    if (before === undefined && holding !== 'never') this.objects.set(path, holding)
    else if (before !== undefined && !isKept) this.objects.set(path, perhaps(before, holding))
    if (MANY.has(value.kind) || (isWhole && holding !== 'never' && this.isList(value)))
      this.lists.add(path)
    if (this.isTable(value)) this.tables.add(path)
  }

  private isList(value: Expression): boolean {
    const path = pathOf(value)
    return path !== null && this.lists.has(path)
  }

  /** `cls`, `cls if x else y`, `[cls]`, `wrap(cls)`, `super().__new__(…)` with its namespace. */
  holding(value: Expression): Holding {
    switch (value.kind) {
      case 'name':
      case 'attribute':
        return this.objects.get(pathOf(value) ?? '') ?? 'never'
      case 'subscript':
        return this.isList(value.value) ? this.holding(value.value) : 'never'
      case 'conditional':
        return perhaps(this.holding(value.then), this.holding(value.otherwise))
      case 'binary':
        return perhaps(this.holding(value.left), this.holding(value.right))
      case 'tuple':
      case 'list':
      case 'set': {
        const all = value.items.map((item) => this.holding(item))
        return all.find((one) => one === 'surely') ?? perhaps(...all)
      }
      case 'call':
        return this.calledHolding(value)
      default:
        return 'never'
    }
  }

  private calledHolding({ function: callee, arguments: all }: ExpressionOf<'call'>): Holding {
    const made = lastName(callee)
    const isOfTable = all.some(({ value }) => value.kind === 'name' && this.tables.has(value.name))
    if (made === '__new__') {
      // `super().__new__(…)`, `bytes.__new__(cls, …)`
      const isSuper = callee.kind === 'attribute' && callee.value.kind === 'call'
      const isOfObject = all.some(({ value }) => this.isSurely(value))
      return isSuper || isOfTable || isOfObject ? 'surely' : 'perhaps'
    }
    if (made === 'type' && all.length === 3) return isOfTable ? 'surely' : 'perhaps'
    // `classes.values()`, `list(classes)`
    if (callee.kind === 'attribute' && this.isList(callee.value)) return this.holding(callee.value)
    const [first] = all
    if (SHAPES.has(made ?? '') && first !== undefined && this.isList(first.value))
      return this.holding(first.value)
    if (READS.has(made ?? '')) return 'never'
    const index = all.findIndex(
      ({ value }) => value.kind === 'name' && this.objects.has(value.name),
    )
    const handed = all[index]
    if (handed === undefined) return 'never'
    const { module, owner } = this.handler
    // `Wrapper(cls)` is an object of its own.
    if (isClassItem(this.effects.resolver.resolveExpression(module, callee, owner))) return 'never'
    const to = this.callee(callee)
    if (to === null) return 'perhaps'
    const parameter = parameterFor(to, index, handed.name)
    const back = this.effects.givesBack(to.handler, parameter, this.depth + 1)
    return back === 'surely' ? this.holding(handed.value) : back
  }

  /** `cls.__dict__`, `vars(cls)`, `dict(namespace)`, `{**namespace}`. */
  private isTable(value: Expression): boolean {
    if (value.kind === 'name') return this.tables.has(value.name)
    if (value.kind === 'attribute') return value.name === '__dict__' && this.isObject(value.value)
    if (value.kind === 'dict') {
      return value.items.some(({ key, value: one }) => key === null && this.isTable(one))
    }
    if (value.kind !== 'call') return false
    const [first] = value.arguments
    if (first === undefined) return false
    const called = lastName(value.function)
    if (called === 'vars') return this.isObject(first.value)
    if (value.function.kind === 'attribute' && called === 'copy')
      return this.isTable(value.function.value)
    return this.isTable(first.value)
  }

  private isObject(value: Expression): boolean {
    if (value.kind === 'subscript') return this.isList(value.value)
    return this.objects.has(pathOf(value) ?? '')
  }

  private isSurely(value: Expression): boolean {
    return this.objects.get(pathOf(value) ?? '') === 'surely'
  }

  private statements(body: readonly Statement[], isCertain: boolean): void {
    const { source } = this.handler
    for (const one of body) {
      this.isCertain = isCertain
      if (one.kind === 'assign') this.assigned(one)
      for (const expression of expressionsOf(source, one)) this.expression(expression)
      switch (one.kind) {
        case 'if':
          for (const branch of one.branches) this.statements(branch.body, false)
          break
        case 'try':
          this.statements(one.body, isCertain)
          for (const handler of one.handlers) this.statements(handler.body, false)
          this.statements(one.orElse, isCertain)
          this.statements(one.finally, isCertain)
          break
        case 'loop':
        case 'with':
          this.statements(one.body, isCertain)
          break
        case 'match':
          for (const some of one.cases) this.statements(some.body, false)
          break
        case 'def': {
          // What an inner function does to it is done when that is called.
          if (this.mentions(this.handler.source.slice(one.body.span), one.parameters)) {
            const inner = parseBlock(source, one.body.span, one.body.line)
            this.alias(inner)
            this.statements(inner, false)
          }
          break
        }
        default:
          break
      }
    }
  }

  private expression(expression: Expression): void {
    walkExpression(expression, (inner) => {
      if (inner.kind === 'call') this.called(inner)
      if (inner.kind === 'dict' && this.isTable(inner)) this.keys(inner)
      // What it does is done when it is called, if at all.
      if (inner.kind === 'lambda' && this.mentions(this.handler.source.slice(inner.body), [])) {
        const { isCertain } = this
        this.isCertain = false
        this.expression(this.handler.source.expression(inner.body))
        this.isCertain = isCertain
      }
    })
  }

  private mentions(text: string, parameters: readonly Parameter[]): boolean {
    const own = new Set(parameters.map(({ name }) => name))
    return [...this.objects.keys(), ...this.tables].some(
      (name) =>
        !own.has(name) && new RegExp(String.raw`\b${name.replaceAll('.', '\\.')}\b`).test(text),
    )
  }

  private assigned(statement: AssignStatement): void {
    const { source } = this.handler
    for (const span of statement.targets) this.target(source.expression(span))
  }

  private target(target: Expression): void {
    if (target.kind === 'tuple' || target.kind === 'list') {
      for (const item of target.items) this.target(item)
    } else if (target.kind === 'attribute') {
      if (this.isObject(target.value)) this.giveTo(target.value, target.name)
    } else if (target.kind === 'subscript') {
      const isOfMany = target.value.kind === 'subscript' && this.isObject(target.value.value)
      if (isOfMany) this.given.isAny = true
      else if (this.isTable(target.value)) this.giveKey(target.index)
    }
  }

  /** What is given to something that may be another object is not told of this one. */
  private giveTo(object: Expression, name: string): void {
    if (this.isSurely(object)) this.give(name)
    else this.given.isAny = true
  }

  private give(name: string): void {
    if (CHANGES_ALL.test(name)) this.given.isAny = true
    else if (this.isCertain) this.given.names.add(name)
    else this.given.perhaps.add(name)
  }

  private set(object: Expression, key: Expression | undefined): void {
    if (this.isSurely(object)) this.giveKey(key)
    else this.given.isAny = true
  }

  private giveKey(key: Expression | undefined): void {
    if (key?.kind === 'string' && key.value !== null) this.give(key.value)
    else this.given.isAny = true
  }

  private keys({ items }: ExpressionOf<'dict'>): void {
    for (const { key, value } of items) {
      if (key !== null) this.giveKey(key)
      else if (!this.isTable(value)) this.given.isAny = true
    }
  }

  private called(call: ExpressionOf<'call'>): void {
    const { function: callee, arguments: all } = call
    const [first, second] = all
    const name = lastName(callee)
    if (name === 'setattr' && callee.kind === 'name') {
      if (first !== undefined && this.isObject(first.value)) this.set(first.value, second?.value)
      return
    }
    if (name === '__setattr__' && callee.kind === 'attribute') {
      if (this.isObject(callee.value)) this.set(callee.value, first?.value)
      else if (first !== undefined && this.isObject(first.value))
        this.set(first.value, second?.value)
      return
    }
    if (callee.kind === 'attribute' && this.isTable(callee.value)) this.changed(callee.name, all)
    if (name === 'dict' && this.isTable(call)) this.named(all)
    this.handedOn(call)
  }

  /** `namespace.update(…)` and its kin. */
  private changed(method: string, all: readonly ExpressionArgument[]): void {
    if (method === 'setdefault' || method === '__setitem__') this.giveKey(all[0]?.value)
    else if (method === 'update') {
      this.named(all)
      const [first] = all
      if (first?.name === null && first.value.kind === 'dict') this.keys(first.value)
      else if (first?.name === null) this.given.isAny = true
    }
  }

  private named(all: readonly ExpressionArgument[]): void {
    for (const { name, stars } of all) {
      if (name !== null) this.give(name)
      else if (stars === 2) this.given.isAny = true
    }
  }

  private handedOn({ function: callee, arguments: all }: ExpressionOf<'call'>): void {
    // `cls.prepare()`, of the class that the function stands in.
    if (callee.kind === 'attribute' && this.isObject(callee.value)) {
      const own = this.methodOf(callee.name)
      if (own !== null)
        this.take(own, own.statement.parameters[0], 'object', this.isSurely(callee.value))
    }
    all.forEach(({ name, stars, value }, index) => {
      const isTable = value.kind === 'name' && this.tables.has(value.name)
      // `fill([cls, other])`
      const isDisplay = MANY.has(value.kind) && this.holding(value) !== 'never'
      if (stars === 2 || (!this.isObject(value) && !isTable && !isDisplay)) return
      const to = this.callee(callee)
      if (to === null) return
      const isSurely =
        isTable || (isDisplay ? this.holding(value) === 'surely' : this.isSurely(value))
      const isMany = isDisplay || (stars === 0 && this.isList(value))
      const as = isTable ? 'table' : isMany ? 'list' : 'object'
      this.take(to.handler, parameterFor(to, index, name), as, isSurely)
    })
  }

  private take(
    handler: Handler,
    parameter: Parameter | undefined,
    as: HandedAs,
    isSurely: boolean,
  ): void {
    const { isCertain } = this
    const more = this.effects.on(handler, parameter, as, this.depth + 1)
    if (!isSurely) {
      this.given.isAny ||= more.isAny || more.names.size + more.perhaps.size > 0
      return
    }
    for (const name of more.names) (isCertain ? this.given.names : this.given.perhaps).add(name)
    for (const name of more.perhaps) this.given.perhaps.add(name)
    if (more.isAny) this.given.isAny = true
  }

  private methodOf(name: string): Handler | null {
    const binding = this.handler.owner?.scope.names.get(name)
    if (binding?.kind !== 'def') return null
    return { ...this.handler, source: binding.source, statement: binding.statement }
  }

  private callee(callee: Expression): Handling | null {
    if (callee.kind === 'name') {
      const local = this.local.get(callee.name)
      if (local !== undefined) return { handler: { ...this.handler, statement: local }, shift: 0 }
    }
    if (callee.kind === 'attribute' && callee.value.kind === 'name') {
      const [receiver] = this.handler.statement.parameters
      if (receiver?.name === callee.value.name) {
        const own = this.methodOf(callee.name)
        if (own !== null) return { handler: own, shift: isStatic(own) ? 0 : 1 }
      }
    }
    const { module, owner } = this.handler
    return calledHandler(this.effects.resolver, module, callee, owner)
  }

  /** Whether what is given back is surely something else, a class of its own above all. */
  isOther(value: Expression): boolean {
    switch (value.kind) {
      case 'name':
        return !this.objects.has(value.name) && !this.local.has(value.name)
      case 'conditional':
        return this.isOther(value.then) || this.isOther(value.otherwise)
      case 'binary':
        return this.isOther(value.right) && this.isOther(value.left)
      case 'call': {
        if (lastName(value.function) === 'type' || this.holding(value) === 'never') return true
        const to = this.callee(value.function)
        if (to === null) return false
        const index = value.arguments.findIndex(({ value: one }) => this.isObject(one))
        const parameter = at(to.handler.statement.parameters, index + to.shift)
        return this.effects.givesOther(to.handler, parameter, this.depth + 1)
      }
      case 'constant':
      case 'lambda':
        return false
      default:
        return true
    }
  }
}

/** `cls`, `self.target`: what can be held; null for anything else. */
function pathOf(value: Expression): string | null {
  if (value.kind === 'name') return value.name
  const isShort = value.kind === 'attribute' && value.value.kind === 'name'
  return isShort && value.value.kind === 'name' ? `${value.value.name}.${value.name}` : null
}

/** What one of several is. */
function perhaps(...all: readonly Holding[]): Holding {
  const [first = 'never', ...others] = all
  return others.every((one) => one === first) ? first : 'perhaps'
}

/** Displays, which are no object of their own. */
const MANY: ReadonlySet<Expression['kind']> = new Set(['tuple', 'list', 'set'])

/** Functions that make another list of a list. */
export const SHAPES: ReadonlySet<string> = new Set(
  'list tuple set frozenset sorted reversed iter'.split(' '),
)

/** Functions that only look at what they are handed. */
const READS: ReadonlySet<string> = new Set(
  'getattr hasattr isinstance issubclass id type vars dir repr str len print callable hash list tuple dict set sorted signature getmembers getsource getdoc super zip enumerate'.split(
    ' ',
  ),
)

/** The parameter at a place; a `*args` takes all that is left. */
function at(parameters: readonly Parameter[], index: number): Parameter | undefined {
  const placed = parameters.filter(({ kind }) => kind === 'positional' || kind === 'normal')
  return placed[index] ?? parameters.find(({ kind }) => kind === 'varargs')
}

function isStatic({ source, statement }: Handler): boolean {
  return source.isMarked(statement, /\bstaticmethod\b/)
}

/** What a call of something runs. */
export function handlerOf(resolver: Resolver, target: Target | null): Handling | null {
  if (target === null) return null
  if (isClassItem(target)) return methodOf(resolver, target, '__init__')
  if (target.kind === 'def' && target.binding.kind === 'def') {
    const module = resolver.modules.module(target.module)
    if (module === undefined) return null
    const { source, statement } = target.binding
    const handler = { source, statement, module, owner: target.owner }
    return { handler, shift: target.owner === null || isStatic(handler) ? 0 : 1 }
  }
  return null
}

/** The same for a call as it is written: `Mixin.setup(self)` hands over what the method is called on. */
export function calledHandler(
  resolver: Resolver,
  module: PythonModule,
  callee: Expression,
  owner: Owner = null,
): Handling | null {
  const found = handlerOf(resolver, resolver.resolveExpression(module, callee, owner))
  if (found === null || found.shift === 0 || callee.kind !== 'attribute') return found
  const { source, statement } = found.handler
  const isOfClass = source.isMarked(statement, /\bclassmethod\b/)
  const isClass = isClassItem(resolver.resolveExpression(module, callee.value, owner))
  const isMade = statement.name === '__init__' && lastName(callee) !== '__init__'
  return isClass && !isOfClass && !isMade ? { ...found, shift: 0 } : found
}

export function methodOf(resolver: Resolver, cls: ClassItem, name: string): Handling | null {
  const binding = cls.scope.names.get(name)
  if (binding?.kind !== 'def') return null
  const { source, statement } = binding
  const module = resolver.modules.moduleOf(cls)
  return { handler: { source, statement, module, owner: cls }, shift: 1 }
}

/** The parameter that an argument of a call goes to. */
export function parameterFor(
  { handler: { statement }, shift }: Handling,
  index: number,
  name: string | null = null,
): Parameter | undefined {
  if (name === null) return at(statement.parameters, index + shift)
  return statement.parameters.find((one) => one.name === name)
}
