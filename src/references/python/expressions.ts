// What expressions stand for. Reading an attribute of what a package gave is a reference.

import { partsOf, type Tree, type TreeArgument, type TreeOf } from '../../syntax/python/tree.ts'
import {
  type CallShape,
  type Chain,
  COMPUTED,
  type ItemKey,
  member,
  stepped,
} from '../reference.ts'
import { builtinObject, calledBuiltin, declaredBuiltin, literalValue } from './builtinValues.ts'
import { type DeepWalk, walkThrough } from './deepWalk.ts'
import { type FileWalk, isBehindItem } from './fileWalk.ts'
import { Scope } from './scopes.ts'
import { isLoader, isTyping, memberOf, QUOTING } from './telling.ts'
import {
  chained,
  chainsOf,
  isBuiltin,
  type LocalClass,
  type LocalFunction,
  merged,
  NONE,
  perhaps,
  stepOn,
  UNKNOWN,
  type Value,
} from './values.ts'

const NARROWED = 'the code asks what it is'
/** Whoever asks these whether something is there, or of which class it is, knows more than we do. */
const NARROWING: ReadonlySet<string> = new Set(['isinstance', 'issubclass', 'hasattr', 'callable'])
/** Their second argument is the name of an attribute. */
const NAMING: ReadonlySet<string> = new Set(['hasattr', 'getattr', 'setattr', 'delattr'])
/** Methods of test helpers that put attributes on objects. */
const PATCHING: ReadonlySet<string> = new Set([
  ...['setattr', 'delattr', 'object', 'patch', 'multiple', 'register'],
])

/** Calls that make something by its name (boto3), with the parameter that the name is given by. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['client', 'service_name'],
  ['resource', 'service_name'],
  ['create_client', 'service_name'],
  ['get_paginator', 'operation_name'],
  ['get_waiter', 'waiter_name'],
])

/** Expressions that look at what is in them and hand it to nobody. */
const LOOKING: ReadonlySet<Tree['kind']> = new Set(['binary', 'compare', 'joined', 'unary'])

const IN_LISTS: ReadonlySet<Tree['kind']> = new Set(['list', 'tuple', 'set', 'dict'])

/** What a decorator is called with: classes may take the function in ways that no constructor shows. */
const DECORATED: CallShape = {
  positional: 0,
  keywords: [],
  hasSpread: true,
  hasKeywordSpread: true,
}

type ValueWalk = DeepWalk<Value>
type Subscript = TreeOf<'subscript'>

const READ = { inherited: 'read' } as const
const BETWEEN = 'another class may stand between'
const SPECIAL = /^__\w+__$/
/** Functions of the language that call nothing of what they are given. */
const ASKING: ReadonlySet<string> = new Set(
  'isinstance issubclass type hasattr getattr setattr delattr vars dir id repr str print len hash callable super'.split(
    ' ',
  ),
)

export class Expressions {
  readonly #walk: FileWalk
  scope: Scope
  /** How deep within annotations it is: what is named there is handed to nobody. */
  #types = 0
  /** The class of the method that is walked through. */
  self: LocalClass | null = null
  /** The call that the code waits for. */
  #awaited: Tree | null = null

  constructor(walk: FileWalk, scope: Scope) {
    this.#walk = walk
    this.scope = scope
  }

  evaluate(tree: Tree): Value {
    return this.#handedOn(tree, this.#looked(tree))
  }

  /** The same of what is not handed on by it. */
  #looked(tree: Tree): Value {
    return this.#leaf(tree) ?? walkThrough(this.#walked(tree))
  }

  /** What stands above a definition is called with it. */
  decorate(tree: Tree): void {
    if (this.#leaf(tree, DECORATED) === null) walkThrough(this.#walked(tree, DECORATED))
  }

  /** An object that has a name, and is used as a whole. */
  #handedOn(tree: Tree, value: Value): Value {
    if (this.#types === 0) handOn(value)
    if (tree.kind === 'name' || tree.kind === 'attribute') {
      for (const chain of chainsOf(value)) {
        this.#walk.handOn(chain)
        if (tree.kind === 'name') this.#walk.handOnName(tree.start, tree.name, chain)
      }
    }
    return value
  }

  /** What has nothing below it; null for the others. `call`: what it is called with, where it is. */
  #leaf(tree: Tree, call: CallShape | null = null): Value | null {
    switch (tree.kind) {
      case 'name':
        return this.#name(tree.start, tree.name, call)
      case 'constant':
        return tree.name === 'None' ? NONE : (literalValue(tree) ?? UNKNOWN)
      case 'string':
      case 'number':
        return literalValue(tree) ?? UNKNOWN
      default:
        return null
    }
  }

  *#walked(tree: Tree, call: CallShape | null = null): ValueWalk {
    switch (tree.kind) {
      case 'attribute': {
        const owner = this.#leaf(tree.value) ?? (yield this.#walked(tree.value))
        return this.#attribute(tree, owner, call)
      }
      case 'call':
        return yield* this.#call(tree)
      case 'subscript':
        return yield* this.#subscripted(tree)
      case 'tuple':
        return { kind: 'tuple', items: yield* this.#each(tree.items) }
      case 'boolean':
        return (yield* this.#each(tree.values)).reduce(merged)
      case 'conditional': {
        const [, body, otherwise] = yield* this.#each([tree.test, tree.body, tree.otherwise])
        return merged(body ?? UNKNOWN, otherwise ?? UNKNOWN)
      }
      case 'comprehension':
        return yield* this.#comprehension(tree)
      case 'walrus': {
        const [value = UNKNOWN] = yield* this.#each([tree.value])
        this.#outside().bind(tree.name, value)
        return value
      }
      case 'lambda':
        return yield* this.#lambda(tree)
      case 'await': {
        this.#awaited = tree.value
        const [value = UNKNOWN] = yield* this.#each([tree.value])
        return stepOn(value, { kind: 'await' })
      }
      case 'yield': {
        const [value = NONE] = yield* this.#each(tree.value === null ? [] : [tree.value])
        this.#walk.within?.yielded(tree.isFrom ? stepOn(value, { kind: 'element' }) : value)
        return UNKNOWN
      }
      default:
        yield* this.#all(partsOf(tree), !LOOKING.has(tree.kind))
        return literalValue(tree) ?? UNKNOWN
    }
  }

  *#all(trees: readonly (Tree | null)[], isHanded = true): Generator<ValueWalk, void, Value> {
    for (const tree of trees) {
      if (tree === null) continue
      const value = this.#leaf(tree) ?? (yield this.#walked(tree))
      if (isHanded) this.#handedOn(tree, value)
    }
  }

  *#each(trees: readonly Tree[], isHanded = true): Generator<ValueWalk, Value[], Value> {
    const values: Value[] = []
    for (const tree of trees) {
      const value = this.#leaf(tree) ?? (yield this.#walked(tree))
      values.push(isHanded ? this.#handedOn(tree, value) : value)
    }
    return values
  }

  #name(offset: number, name: string, call: CallShape | null): Value {
    const bound = this.scope.find(name)
    const value = bound ?? this.#walk.builtin(name)
    // What a star gives is named by no import.
    if (call !== null || (bound === undefined && value.kind === 'perhaps')) {
      this.#emit(offset, name, value, call)
    }
    if (call !== null && value.kind === 'class') this.#made(value.of, name, offset, call)
    return value
  }

  /** `Own(…)`, where nothing but the base of a package says how it is made. */
  #made(cls: LocalClass, name: string, offset: number, call: CallShape): void {
    const base = constructorOf(cls)
    if (base !== null) this.#walk.emit(offset, name, base, { call, isMadeBelow: true })
  }

  /** A reference to what a value may be, where that is more than a module. */
  #emit(
    offset: number,
    name: string,
    value: Value,
    call: CallShape | null = null,
    isKept = false,
  ): void {
    const soft = value.kind === 'perhaps' ? { softBecause: value.because } : {}
    const kept = isKept ? ({ isKept } as const) : {}
    for (const chain of chainsOf(value)) {
      const isModule = chain.steps.length === 0 && chain.isCut !== true
      if (!isModule) this.#walk.emit(offset, name, chain, { call, ...soft, ...kept })
    }
  }

  #attribute(tree: TreeOf<'attribute'>, evaluated: Value, call: CallShape | null): Value {
    const owner = evaluated.kind === 'tuple' ? builtinObject('tuple') : evaluated
    const offset = this.nameOffset(tree)
    if (this.self !== null && isSuper(tree.value)) {
      return this.#ofAbove(this.self, tree.name, offset, call)
    }
    // What a list holds is in no type of the language.
    if (isBuiltin(owner) && owner.kind === 'chain' && owner.chain.steps.length > 2) {
      this.#walk.passOver(offset, tree.name)
    }
    if (owner.kind === 'chain' || owner.kind === 'perhaps') {
      const value = stepOn(owner, member(tree.name))
      if (isItem(owner)) this.#walk.passOver(offset, tree.name)
      const isKept = owner.kind === 'chain' && this.#walk.isKept(owner.chain)
      this.#emit(offset, tree.name, value, call, isKept)
      return value
    }
    if (owner.kind === 'object' || owner.kind === 'class') {
      return this.#ofClass(owner.of, tree.name, offset, call)
    }
    this.#walk.passOver(offset, tree.name)
    this.#walk.calledSomewhere.add(tree.name)
    return UNKNOWN
  }

  #ofClass(cls: LocalClass, name: string, offset: number, call: CallShape | null): Value {
    let isOpen = false
    let at = cls
    // Classes that were given two bases over time may go in circles.
    const seen = new Set<LocalClass>()
    for (;;) {
      const known = at.attribute(name)
      if (known !== undefined) return known
      const method = seen.has(at) ? undefined : at.methods.get(name)
      if (method !== undefined) return at.isOverridden(name) ? UNKNOWN : method.asMember
      if (at.own.has(name) || seen.has(at)) return UNKNOWN
      seen.add(at)
      isOpen ||= at.isOpen
      if (at.above === null) break
      at = at.above
    }
    if (at.base === null) {
      this.#walk.passOver(offset, name)
      return UNKNOWN
    }
    const chain = stepped(at.base, { kind: 'instance' }, member(name))
    const isCalled = call !== null && !isOpen
    this.#walk.emit(offset, name, chain, isCalled ? { inherited: 'called', call } : READ)
    return UNKNOWN
  }

  /** `super().name`: what the class above has, unless another base of a class below stands between. */
  #ofAbove(
    { above, base }: LocalClass,
    name: string,
    offset: number,
    call: CallShape | null,
  ): Value {
    if (above !== null) return this.#ofClass(above, name, offset, call)
    if (base === null) {
      this.#walk.passOver(offset, name)
      return UNKNOWN
    }
    if (name === '__init__' && call !== null) {
      this.#walk.emit(offset, name, base, { inherited: 'called', call, softBecause: BETWEEN })
    } else if (!SPECIAL.test(name)) {
      const chain = stepped(base, { kind: 'instance' }, member(name))
      this.#walk.emit(offset, name, chain, call === null ? READ : { inherited: 'called', call })
    }
    return UNKNOWN
  }

  /** Where the name of an attribute begins: at its end, unless a comment stands behind it. */
  nameOffset({ start, end, name }: Readonly<{ start: number; end: number; name: string }>): number {
    const { text } = this.#walk
    if (text.startsWith(name, end - name.length)) return end - name.length
    const found = text.lastIndexOf(name, end)
    return found > start ? found : start
  }

  *#call(tree: TreeOf<'call'>): ValueWalk {
    const text = this.#namedBy(tree)
    const isAwaited = tree === this.#awaited ? ({ isAwaited: true } as const) : {}
    const shape = { ...this.#shape(tree.arguments), ...(text && { text }), ...isAwaited }
    const value = this.#leaf(tree.function, shape) ?? (yield this.#walked(tree.function, shape))
    const called = calledName(tree.function)
    // `assertRaises(AttributeError, lambda: "a".sort())`
    const because = called !== null && /[rR]aises/.test(called) ? 'the code expects an error' : null
    const leave = this.#walk.enterSoftly(because)
    const isHanded = !isBuiltin(value) || NAMING.has(called ?? '')
    const given = yield* this.#each(
      tree.arguments.map((argument) => argument.value),
      isHanded,
    )
    leave()
    functionOf(value)?.called(tree.arguments, given)
    if (!isHanded && !ASKING.has(called ?? '')) this.#handOnNames(tree.arguments, given)
    if (called !== null) this.#quotedTypes(called, tree.arguments)
    const isOwn = value.kind !== 'chain' || isBuiltin(value)
    if (!isOwn) this.#handTexts(tree.arguments.map((argument) => argument.value))
    if (isLoader(value, called)) return this.#load(tree.arguments, called)
    if (called !== null && isOwn) this.#learn(called, tree.arguments)
    else if (called !== null && PATCHING.has(called)) this.#learnNames(tree.arguments)
    if (called === 'cast' && tree.arguments.length === 2) return UNKNOWN
    const taken = this.#taken(value, tree.arguments, given)
    if (taken !== null) return taken
    const made = value.kind === 'chain' ? calledBuiltin(value.chain, tree.arguments) : null
    return made ?? stepOn(value, { kind: 'call', ...(text && { text: text.value }) })
  }

  /** `map(encode, rows)`: functions of the language call what they are given. */
  #handOnNames(written: readonly TreeArgument[], given: readonly Value[]): void {
    for (const [index, { value: tree }] of written.entries()) {
      handOn(given[index] ?? UNKNOWN)
      if (tree.kind !== 'name') continue
      for (const chain of chainsOf(given[index] ?? UNKNOWN)) {
        this.#walk.handOnName(tree.start, tree.name, chain)
      }
    }
  }

  /** Texts that a package is handed, in lists and tables too: it may look for something of that name. */
  #handTexts(trees: readonly (Tree | null)[], depth = 0): void {
    for (const tree of trees) {
      if (tree?.kind === 'string') this.#walk.handText(tree.start, tree.value)
      else if (tree !== null && IN_LISTS.has(tree.kind) && depth < 3) {
        this.#handTexts(partsOf(tree), depth + 1)
      }
    }
  }

  /** The name by which a call makes something; null for other calls, and where it is not written out. */
  #namedBy({ function: callee, arguments: given }: TreeOf<'call'>): CallShape['text'] | null {
    const parameter = NAMED_BY.get(calledName(callee) ?? '')
    if (parameter === undefined || given.some(({ stars }) => stars > 0)) return null
    // Another version of a service has other operations.
    if (given.some(({ name }) => name === 'api_version')) return null
    const [first] = given
    const told = first?.name === null ? first : given.find(({ name }) => name === parameter)
    if (told?.value.kind !== 'string') return null
    const { start, value } = told.value
    return { value, ...this.#walk.places.at(start + 1) }
  }

  /**
   * `import_module("x")`: who loads by a text may well expect that it is not there. What is computed
   * is a module of which nothing is known, unless it is one of the input.
   */
  #load(given: readonly TreeArgument[], called: string | null): Value {
    const [first] = given
    if (first === undefined || given.some(({ stars }) => stars > 0)) return UNKNOWN
    const facts = { isImport: true, softBecause: 'the module is loaded by its name' }
    const { value: tree } = first
    if (tree.kind !== 'string') {
      const [begin] = tree.kind === 'joined' ? tree.parts : []
      const isOwn = typeof begin === 'string' && begin.startsWith('.')
      if (!isOwn) this.#walk.emit(tree.start, called ?? '', COMPUTED, facts)
      return UNKNOWN
    }
    const { value: module, start } = tree
    if (!/^[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*$/u.test(module)) return UNKNOWN
    this.#walk.emit(start, module, { module, steps: [] }, facts)
    const [top = module] = module.split('.')
    return chained({ module: called === '__import__' ? top : module, steps: [] })
  }

  /** What `getattr(x, "name")` and getters that were made before take; null for other calls. */
  #taken(value: Value, written: readonly TreeArgument[], given: readonly Value[]): Value | null {
    const name = memberOf(value, 'builtins')
    if (name === 'getattr' || name === 'delattr') return this.#takenBy(written, given)
    if (name === 'vars') return this.#anyOf(given[0], written[0])
    const made = memberOf(value, 'operator')
    const texts = written.flatMap(({ value: tree }) => (tree.kind === 'string' ? [tree.value] : []))
    if (made === 'attrgetter') return { kind: 'getter', paths: texts }
    if (made === 'methodcaller') return { kind: 'getter', paths: texts.slice(0, 1) }
    if (value.kind !== 'getter') return null
    const [subject] = written
    const [owner = UNKNOWN] = given
    for (const path of value.paths) if (subject) this.#take(owner, path, subject.value.start)
    return UNKNOWN
  }

  /** `getattr(x, name)`, `vars(x)`: any name of it may be meant. */
  #anyOf(owner: Value = UNKNOWN, written: TreeArgument | undefined): Value {
    this.#walk.callsAny = true
    const facts = { softBecause: 'its name is made as the code runs' }
    for (const chain of isBuiltin(owner) ? [] : chainsOf(owner)) {
      this.#walk.emit(written?.value.start ?? 0, 'getattr', { ...chain, isCut: true }, facts)
    }
    return UNKNOWN
  }

  #takenBy(written: readonly TreeArgument[], given: readonly Value[]): Value {
    const text = written[1]?.value
    if (text?.kind !== 'string') return this.#anyOf(given[0], written[0])
    return this.#take(given[0] ?? UNKNOWN, text.value, text.start)
  }

  /** A reference to what stands below a value, by the names of a text. */
  #take(owner: Value, path: string, offset: number): Value {
    let value = perhaps(chainsOf(owner), 'the code takes it by a text')
    for (const name of path.split('.')) {
      value = stepOn(value, member(name))
      this.#emit(offset, name, value)
    }
    return value
  }

  /** `cast("x.y", z)`: types in quotes that are handed to functions. */
  #quotedTypes(called: string, given: readonly TreeArgument[]): void {
    const from = QUOTING.get(called)
    if (from === undefined) return
    for (const { value, name } of given.slice(from)) {
      const isType = name === null || name === 'bound' || name === 'default'
      if (isType && value.kind === 'string') this.#quoted(value)
    }
  }

  #shape(given: readonly TreeArgument[]): CallShape {
    const keywords = given
      .filter(({ name, stars }) => name !== null && stars === 0)
      .map(({ name, value }) => {
        const { text, places } = this.#walk
        const at = text.lastIndexOf(name ?? '', value.start - 1 - (name ?? '').length)
        return { name: name ?? '', ...places.at(Math.max(0, at)) }
      })
    return {
      positional: given.filter(({ name, stars }) => name === null && stars === 0).length,
      keywords,
      hasSpread: given.some(({ stars, value }) => stars === 1 || value.kind === 'starred'),
      hasKeywordSpread: given.some(({ stars }) => stars === 2),
    }
  }

  /** What the code asks about an object says that more may be true of it than we know. */
  #learn(called: string, given: readonly TreeArgument[]): void {
    const subject = given[0]?.value
    if (NARROWING.has(called) && subject !== undefined) this.#distrust(subject)
    if (NAMING.has(called) || PATCHING.has(called)) this.#learnNames(given)
  }

  #learnNames(given: readonly TreeArgument[]): void {
    const [owner] = given
    const of = owner === undefined ? null : calledName(owner.value)
    for (const { value, name } of given.slice(0, 3)) {
      if (name !== null) this.#walk.added.add(name)
      if (name !== null) this.#walk.passOver(value.start, name)
      if (value.kind !== 'string') continue
      const [last = '', above] = value.value.split('.').reverse()
      if (last === '') continue
      this.#walk.added.add(last)
      // `@patch("pkg.Client.__init__")`
      if (above) this.#walk.added.add(`${above}.${last}`)
      this.#walk.passOver(value.start, last)
      if (of !== null) this.#walk.added.add(`${of}.${last}`)
    }
  }

  #distrust(subject: Tree): void {
    if (subject.kind === 'name') {
      const value = this.scope.find(subject.name) ?? UNKNOWN
      this.scope.bind(subject.name, perhaps(chainsOf(value), NARROWED))
    }
    if (subject.kind !== 'attribute' || subject.value.kind !== 'name') return
    const owner = this.scope.find(subject.value.name)
    if (owner?.kind === 'object') owner.of.give(subject.name, UNKNOWN)
  }

  *#subscripted({ value, index }: Subscript): ValueWalk {
    const [owner = UNKNOWN] = yield* this.#each([value], false)
    const items = index.kind === 'tuple' ? index.items : [index]
    // `Optional["x.y"]` wherever it stands; texts of `Literal` are no types.
    const isType = isTyping(owner) && calledName(value) !== 'Literal'
    for (const item of isType ? items : []) if (item.kind === 'string') this.#quoted(item)
    yield* this.#all([index])
    const isFollowed = owner.kind === 'chain' && !isType && !isBuiltin(owner)
    return isFollowed ? stepOn(owner, { kind: 'item', key: keyOf(index) }) : UNKNOWN
  }

  *#comprehension(tree: TreeOf<'comprehension'>): ValueWalk {
    const leave = this.#inside(true)
    for (const { target, over, conditions } of tree.clauses) {
      const [value = UNKNOWN] = yield* this.#each([over])
      this.bindTarget(target, stepOn(value, { kind: 'element' }))
      yield* this.#all(conditions)
    }
    yield* this.#all([tree.element, tree.value])
    leave()
    return literalValue(tree) ?? UNKNOWN
  }

  /** `:=` in a comprehension binds what is around it. */
  #outside(): Scope {
    let { scope } = this
    while (scope instanceof NestedScope && scope.isComprehension && scope.outer !== null)
      scope = scope.outer
    return scope
  }

  *#lambda(tree: TreeOf<'lambda'>): ValueWalk {
    for (const { default: value } of tree.parameters) {
      yield* this.#all([value === null ? null : this.#walk.parse(value)])
    }
    const leave = this.#inside(false)
    for (const { name } of tree.parameters) this.scope.bind(name, UNKNOWN)
    yield* this.#all([tree.body])
    leave()
    return UNKNOWN
  }

  /** Goes into a scope of its own, as lambdas and comprehensions have; the result goes out again. */
  #inside(isComprehension: boolean): () => void {
    const before = this.scope
    this.scope = new NestedScope(before, isComprehension)
    return () => {
      this.scope = before
    }
  }

  bindTarget(target: Tree, value: Value): void {
    switch (target.kind) {
      case 'name':
        this.scope.bind(target.name, value)
        return
      case 'tuple':
      case 'list':
        target.items.forEach((item, index) => {
          this.bindTarget(item, partOf(value, target.items, index))
        })
        return
      case 'starred':
        this.bindTarget(target.value, UNKNOWN)
        return
      case 'attribute':
        this.#bindAttribute(target, value)
        return
      default:
        this.evaluate(target)
    }
  }

  /** The same of what is taken away or added to: it has to be there. */
  changeTarget(target: Tree): void {
    switch (target.kind) {
      case 'tuple':
      case 'list':
        for (const item of target.items) this.changeTarget(item)
        return
      case 'attribute': {
        const owner = this.#looked(target.value)
        this.#attribute(target, owner, null)
        if (owner.kind === 'object' || owner.kind === 'class') owner.of.give(target.name, UNKNOWN)
        return
      }
      default:
        this.bindTarget(target, UNKNOWN)
    }
  }

  /** What a `case` compares with is looked at, and names that stand alone are bound. */
  bindPattern(pattern: Tree): void {
    const parts: Tree[] = [pattern]
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      switch (part.kind) {
        case 'name':
          this.scope.bind(part.name, UNKNOWN)
          break
        case 'tuple':
        case 'list':
          parts.push(...part.items)
          break
        case 'starred':
          parts.push(part.value)
          break
        case 'binary':
          parts.push(part.right, part.left)
          break
        case 'dict':
          for (const { key, value } of part.items) {
            if (key !== null) this.evaluate(key)
            parts.push(value)
          }
          break
        case 'call':
          this.evaluate(part.function)
          for (const { name, value } of part.arguments) {
            // A pattern asks an object for it, and fails in silence.
            if (name !== null) this.#walk.passOver(value.start, name)
            parts.push(value)
          }
          break
        default:
          this.evaluate(part)
      }
    }
  }

  #bindAttribute(target: TreeOf<'attribute'>, value: Value): void {
    const owner = this.#looked(target.value)
    if (owner.kind === 'object' || owner.kind === 'class') {
      owner.of.give(target.name, value)
      // A newer release of the base may have something of its own there.
      if (owner.of.base !== null) {
        this.#walk.passOver(this.nameOffset(target), target.name, true)
      }
    } else this.#walk.added.add(target.name)
  }

  /** The value that a parameter, a field or a variable with this annotation has. */
  annotated(tree: Tree | null): Value {
    if (tree === null) return UNKNOWN
    const typed = () => this.#typed(tree)
    this.#types += 1
    const named = this.#walk.putsAnnotationsOff ? this.#walk.unevaluated(typed) : typed()
    this.#types -= 1
    return named === null ? UNKNOWN : chained(stepped(named, { kind: 'instance' }))
  }

  #typed(tree: Tree): Chain | null {
    switch (tree.kind) {
      case 'name':
      case 'attribute': {
        const value = this.evaluate(tree)
        if (isBuiltin(value) && value.kind === 'chain') return declaredBuiltin(value.chain)
        return value.kind === 'chain' ? value.chain : null
      }
      case 'string':
        return this.#quoted(tree)
      case 'binary':
        if (tree.operator === '|') return this.#union(tree)
        this.evaluate(tree)
        return null
      case 'subscript':
        return this.#subscript(tree)
      default:
        this.evaluate(tree)
        return null
    }
  }

  /** An annotation in quotes: its text stands in the file as it is read, or the file says that it does not. */
  #quoted(tree: TreeOf<'string'>): Chain | null {
    const { text } = this.#walk
    const opening = /^[a-z]*("{3}|'{3}|["'])/i.exec(text.slice(tree.start, tree.start + 6))
    const start = tree.start + (opening?.[0].length ?? 0)
    if (tree.value.trim() === '') return null
    if (start + tree.value.length + (opening?.[1]?.length ?? 0) !== tree.end) {
      const { line } = this.#walk.places.at(tree.start)
      this.#walk.addProblem(line, 'an annotation in quotes is written in parts')
      return null
    }
    const inner = this.#walk.parseQuoted({ start, end: start + tree.value.length })
    if (inner === null || inner.kind === 'string') return null
    return this.#walk.unevaluated(() => this.#typed(inner))
  }

  /** What stands beside `None`; of others each is looked at, and none is it. */
  #union(tree: TreeOf<'binary'>): Chain | null {
    const sides: Tree[] = []
    let left: Tree = tree
    while (left.kind === 'binary' && left.operator === '|') {
      sides.unshift(left.right)
      left = left.left
    }
    const types = [left, ...sides].filter(
      (side) => side.kind !== 'constant' || side.name !== 'None',
    )
    const named = types.map((side) => this.#typed(side))
    return named.length === 1 ? (named[0] ?? null) : null
  }

  #subscript({ value, index }: Subscript): Chain | null {
    const wrapper = calledName(value)
    const named = this.evaluate(value)
    if (wrapper === 'Optional' || wrapper === 'Final' || wrapper === 'ClassVar') {
      return this.#typed(index)
    }
    const items = index.kind === 'tuple' ? index.items : [index]
    const [first, ...rest] = items
    if (wrapper === 'Literal') {
      // Texts in it are no types.
      for (const item of items) this.evaluate(item)
      return null
    }
    if (wrapper === 'Annotated' && first !== undefined) {
      for (const item of rest) this.evaluate(item)
      return this.#typed(first)
    }
    for (const item of items) this.#typed(item)
    // `list[X]` is no X; a generic class of a package is that class.
    if (isBuiltin(named) && named.kind === 'chain') return declaredBuiltin(named.chain)
    return named.kind === 'chain' && named.chain.module !== 'typing' ? named.chain : null
  }
}

/** The scope of a comprehension or a lambda: its own names, and all that is around it at this very point. */
class NestedScope extends Scope {
  readonly isComprehension: boolean

  constructor(around: Scope, isComprehension: boolean) {
    super('function', around)
    this.isComprehension = isComprehension
  }

  override find(name: string): Value | undefined {
    return this.here(name) ?? this.outer?.find(name)
  }
}

/** What `a, b = value` gives to one of the names. */
function partOf(value: Value, items: readonly Tree[], at: number): Value {
  const of = items.length
  if (value.kind === 'tuple') {
    return value.items.length === of ? (value.items[at] ?? UNKNOWN) : UNKNOWN
  }
  if (isBuiltin(value) || items.some(({ kind }) => kind === 'starred')) return UNKNOWN
  return stepOn(value, { kind: 'part', at, of })
}

/** A class or a function of the file that others have: what they do with it nobody can tell. */
function handOn(value: Value): void {
  if (value.kind === 'class' || value.kind === 'function') value.of.isHandedOn = true
}

/** The function of the file that a call of it runs. */
function functionOf(value: Value): LocalFunction | null {
  if (value.kind === 'function') return value.of
  if (value.kind !== 'class') return null
  const seen = new Set<LocalClass>()
  for (let at: LocalClass | null = value.of; at !== null && !seen.has(at); at = at.above) {
    seen.add(at)
    const making = at.methods.get('__init__')
    if (making !== undefined) return making
  }
  return null
}

const MAKING = ['__init__', '__new__', '__call__', '__init_subclass__'] as const

/** The base of a package that a class of the file has its constructor from; null where it has its own. */
function constructorOf(cls: LocalClass): Chain | null {
  const seen = new Set<LocalClass>()
  for (let at = cls; !seen.has(at); at = at.above) {
    seen.add(at)
    const isOwn = MAKING.some((name) => at.own.has(name) || at.attribute(name) !== undefined)
    if (isOwn || at.isOpen) return null
    if (at.above === null) return at.base
  }
  return null
}

function keyOf(index: Tree): ItemKey {
  switch (index.kind) {
    case 'string':
      return 'text'
    case 'number':
    case 'list':
    case 'slice':
      return index.kind
    default:
      return 'other'
  }
}

/** Whether a subscript is on the way to it, or a part of something. */
function isItem(value: Value): boolean {
  return chainsOf(value).some(({ steps }) => isBehindItem(steps))
}

/** `super()`, `super(Own, self)`. */
function isSuper(tree: Tree): boolean {
  return tree.kind === 'call' && tree.function.kind === 'name' && tree.function.name === 'super'
}

/** The last name of what is called. */
function calledName(tree: Tree): string | null {
  if (tree.kind === 'name' || tree.kind === 'attribute') return tree.name
  return null
}
