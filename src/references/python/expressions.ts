// What expressions stand for. Reading an attribute of what a package gave is a reference.

import type { JoinedPart, Tree, TreeArgument } from '../../extract/python/syntax/tree.ts'
import { type CallShape, type Chain, member, stepped } from '../reference.ts'
import { builtinObject, calledBuiltin, declaredBuiltin, literalValue } from './builtinValues.ts'
import { type DeepWalk, walkThrough } from './deepWalk.ts'
import type { FileWalk } from './fileWalk.ts'
import { Scope } from './scopes.ts'
import {
  chained,
  isBuiltin,
  type LocalClass,
  merged,
  NONE,
  stepOn,
  UNKNOWN,
  type Value,
} from './values.ts'

/** Whoever asks these whether something is there, or of which class it is, knows more than we do. */
const NARROWING: ReadonlySet<string> = new Set(['isinstance', 'issubclass', 'hasattr', 'callable'])
/** Their second argument is the name of an attribute. */
const NAMING: ReadonlySet<string> = new Set(['hasattr', 'getattr', 'setattr', 'delattr'])
/** Methods of test helpers that put attributes on objects. */
const PATCHING: ReadonlySet<string> = new Set(['setattr', 'delattr', 'object', 'patch', 'register'])

type ValueWalk = DeepWalk<Value>

export class Expressions {
  readonly #walk: FileWalk
  scope: Scope

  constructor(walk: FileWalk, scope: Scope) {
    this.#walk = walk
    this.scope = scope
  }

  evaluate(tree: Tree): Value {
    return this.#leaf(tree) ?? walkThrough(this.#walked(tree))
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
        yield* this.#all([tree.value, tree.index])
        return UNKNOWN
      case 'slice':
        yield* this.#all([tree.lower, tree.upper, tree.step])
        return UNKNOWN
      case 'joined':
        yield* this.#joined(tree.parts)
        return literalValue(tree) ?? UNKNOWN
      case 'tuple':
        return { kind: 'tuple', items: yield* this.#each(tree.items) }
      case 'list':
      case 'set':
        yield* this.#all(tree.items)
        return literalValue(tree) ?? UNKNOWN
      case 'dict':
        for (const { key, value } of tree.items) yield* this.#all([key, value])
        return literalValue(tree) ?? UNKNOWN
      case 'starred':
      case 'unary':
        yield* this.#all([tree.value])
        return UNKNOWN
      case 'binary':
        yield* this.#all([tree.left, tree.right])
        return UNKNOWN
      case 'compare':
        yield* this.#all(tree.values)
        return UNKNOWN
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
        this.scope.bind(tree.name, value)
        return value
      }
      case 'lambda':
        return yield* this.#lambda(tree)
      case 'await': {
        const [value = UNKNOWN] = yield* this.#each([tree.value])
        return value.kind === 'chain' ? stepOn(value, { kind: 'await' }) : UNKNOWN
      }
      case 'yield':
        yield* this.#all([tree.value])
        return UNKNOWN
      default:
        return this.#leaf(tree, call) ?? UNKNOWN
    }
  }

  *#all(trees: readonly (Tree | null)[]): Generator<ValueWalk, void, Value> {
    for (const tree of trees) {
      if (tree !== null && this.#leaf(tree) === null) yield this.#walked(tree)
    }
  }

  *#each(trees: readonly Tree[]): Generator<ValueWalk, Value[], Value> {
    const values: Value[] = []
    for (const tree of trees) values.push(this.#leaf(tree) ?? (yield this.#walked(tree)))
    return values
  }

  #name(offset: number, name: string, call: CallShape | null): Value {
    const value = this.scope.find(name) ?? this.#walk.builtin(name)
    if (value.kind === 'chain' && call !== null && value.chain.steps.length > 0) {
      this.#walk.emit(offset, name, value.chain, { call })
    }
    return value
  }

  #attribute(
    tree: Extract<Tree, { kind: 'attribute' }>,
    evaluated: Value,
    call: CallShape | null,
  ): Value {
    const owner = evaluated.kind === 'tuple' ? builtinObject('tuple') : evaluated
    const offset = this.nameOffset(tree)
    if (owner.kind === 'chain') {
      const chain = stepped(owner.chain, member(tree.name))
      this.#walk.emit(offset, tree.name, chain, { call })
      return chained(chain)
    }
    if (owner.kind === 'object' || owner.kind === 'class') {
      return this.#ofClass(owner.of, tree.name, offset, call !== null)
    }
    return UNKNOWN
  }

  #ofClass(cls: LocalClass, name: string, offset: number, isCalled: boolean): Value {
    let isOpen = false
    let at = cls
    // Classes that were given two bases over time may go in circles.
    const seen = new Set<LocalClass>()
    for (;;) {
      const known = at.attributes.get(name)
      if (known !== undefined) return known
      if (at.own.has(name) || seen.has(at)) return UNKNOWN
      seen.add(at)
      isOpen ||= at.isOpen
      if (at.above === null) break
      at = at.above
    }
    if (at.base === null) return UNKNOWN
    const chain = stepped(at.base, { kind: 'instance' }, member(name))
    const inherited = isCalled && !isOpen ? 'called' : 'read'
    this.#walk.emit(offset, name, chain, { inherited })
    return UNKNOWN
  }

  /** Where the name of an attribute begins: at its end, unless a comment stands behind it. */
  nameOffset({ start, end, name }: Readonly<{ start: number; end: number; name: string }>): number {
    const { text } = this.#walk
    if (text.startsWith(name, end - name.length)) return end - name.length
    const found = text.lastIndexOf(name, end)
    return found > start ? found : start
  }

  *#call(tree: Extract<Tree, { kind: 'call' }>): ValueWalk {
    const shape = this.#shape(tree.arguments)
    const value = this.#leaf(tree.function, shape) ?? (yield this.#walked(tree.function, shape))
    const called = calledName(tree.function)
    // `assertRaises(AttributeError, lambda: "a".sort())`
    const because = called !== null && /[rR]aises/.test(called) ? 'the code expects an error' : null
    const leave = this.#walk.enterSoftly(because)
    yield* this.#all(tree.arguments.map((argument) => argument.value))
    leave()
    const isOwn = value.kind !== 'chain' || isBuiltin(value)
    if (isLoader(value, called)) this.#load(tree.arguments)
    if (called !== null && isOwn) this.#learn(called, tree.arguments)
    else if (called !== null && PATCHING.has(called)) this.#learnNames(tree.arguments)
    if (called === 'cast' && tree.arguments.length === 2) return UNKNOWN
    const made = value.kind === 'chain' ? calledBuiltin(value.chain, tree.arguments) : null
    return made ?? stepOn(value, { kind: 'call' })
  }

  /** `import_module("x")`: who loads by a text may well expect that it is not there. */
  #load(given: readonly TreeArgument[]): void {
    const [first] = given
    if (first === undefined || first.name !== null || first.value.kind !== 'string') return
    const { value: module, start } = first.value
    if (!/^[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*$/u.test(module)) return
    const facts = { isImport: true, softBecause: 'the module is loaded by its name' }
    this.#walk.emit(start, module, { module, steps: [] }, facts)
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
      if (value.kind !== 'string') continue
      const last = value.value.slice(value.value.lastIndexOf('.') + 1)
      if (last === '') continue
      this.#walk.added.add(last)
      if (of !== null) this.#walk.added.add(`${of}.${last}`)
    }
  }

  #distrust(subject: Tree): void {
    if (subject.kind === 'name') this.scope.bind(subject.name, UNKNOWN)
    if (subject.kind !== 'attribute' || subject.value.kind !== 'name') return
    const owner = this.scope.find(subject.value.name)
    if (owner?.kind === 'object') owner.of.give(subject.name, UNKNOWN)
  }

  *#joined(parts: readonly JoinedPart[]): Generator<ValueWalk, void, Value> {
    for (const part of parts) {
      if (typeof part === 'string') continue
      yield* this.#all([part.value])
      if (part.format !== null) yield* this.#joined(part.format)
    }
  }

  *#comprehension(tree: Extract<Tree, { kind: 'comprehension' }>): ValueWalk {
    const leave = this.#inside()
    for (const { target, over, conditions } of tree.clauses) {
      const [value = UNKNOWN] = yield* this.#each([over])
      this.bindTarget(target, stepOn(value, { kind: 'element' }))
      yield* this.#all(conditions)
    }
    yield* this.#all([tree.element, tree.value])
    leave()
    return literalValue(tree) ?? UNKNOWN
  }

  *#lambda(tree: Extract<Tree, { kind: 'lambda' }>): ValueWalk {
    for (const { default: value } of tree.parameters) {
      yield* this.#all([value === null ? null : this.#walk.parse(value)])
    }
    const leave = this.#inside()
    for (const { name } of tree.parameters) this.scope.bind(name, UNKNOWN)
    yield* this.#all([tree.body])
    leave()
    return UNKNOWN
  }

  /** Goes into a scope of its own, as lambdas and comprehensions have; the result goes out again. */
  #inside(): () => void {
    const before = this.scope
    this.scope = new NestedScope(before)
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
          const isPlain = value.kind === 'tuple' && value.items.length === target.items.length
          this.bindTarget(item, isPlain ? (value.items[index] ?? UNKNOWN) : UNKNOWN)
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
          for (const { value } of part.arguments) parts.push(value)
          break
        default:
          this.evaluate(part)
      }
    }
  }

  #bindAttribute(target: Extract<Tree, { kind: 'attribute' }>, value: Value): void {
    const owner = this.evaluate(target.value)
    if (owner.kind === 'object' || owner.kind === 'class') owner.of.give(target.name, value)
    else this.#walk.added.add(target.name)
  }

  /** The value that a parameter, a field or a variable with this annotation has. */
  annotated(tree: Tree | null): Value {
    if (tree === null) return UNKNOWN
    const named = this.#typed(tree)
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

  /** An annotation in quotes: its text stands in the file as it is read. */
  #quoted(tree: Extract<Tree, { kind: 'string' }>): Chain | null {
    const start = tree.end - 1 - tree.value.length
    if (!this.#walk.text.startsWith(tree.value, start) || tree.value === '') return null
    const inner = this.#walk.parseQuoted({ start, end: start + tree.value.length })
    return inner === null || inner.kind === 'string' ? null : this.#typed(inner)
  }

  /** What stands beside `None`; of others each is looked at, and none is it. */
  #union(tree: Extract<Tree, { kind: 'binary' }>): Chain | null {
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

  #subscript({ value, index }: Extract<Tree, { kind: 'subscript' }>): Chain | null {
    const wrapper = calledName(value)
    const named = this.evaluate(value)
    if (wrapper === 'Optional' || wrapper === 'Final' || wrapper === 'ClassVar') {
      return this.#typed(index)
    }
    if (wrapper === 'Literal') return null
    const items = index.kind === 'tuple' ? index.items : [index]
    const [first, ...rest] = items
    if (wrapper === 'Annotated' && first !== undefined) {
      this.#all(rest)
      return this.#typed(first)
    }
    for (const item of items) this.#typed(item)
    // `list[X]` is no X; a generic class of a package is that class.
    if (isBuiltin(named) && named.kind === 'chain') return declaredBuiltin(named.chain)
    return named.kind === 'chain' && named.chain.module !== 'typing' ? named.chain : null
  }
}

/** A comprehension's scope: its own names, and all that is around it at this very point. */
class NestedScope extends Scope {
  readonly #around: Scope

  constructor(around: Scope) {
    super('function', around)
    this.#around = around
  }

  override find(name: string): Value | undefined {
    return this.here(name) ?? this.#around.find(name)
  }
}

/** The last name of what is called. */
export function calledName(tree: Tree): string | null {
  if (tree.kind === 'name' || tree.kind === 'attribute') return tree.name
  return null
}

function isLoader(value: Value, called: string | null): boolean {
  if (called === '__import__') return value.kind !== 'chain' || isBuiltin(value)
  if (called === null || value.kind !== 'chain' || value.chain.module !== 'importlib') return false
  const [step, ...more] = value.chain.steps
  return step?.kind === 'member' && step.name === 'import_module' && more.length === 0
}
