// What expressions stand for. Reading an attribute of what a package gave is a reference.

import type { Clause, JoinedPart, Tree, TreeArgument } from '../../extract/python/syntax/tree.ts'
import { type CallShape, type Chain, member, stepped } from '../reference.ts'
import { builtinObject, calledBuiltin, declaredBuiltin, literalValue } from './builtinValues.ts'
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

/** Classes of a file that inherit from each other. */
const ABOVE_MAX = 20

export class Expressions {
  readonly #walk: FileWalk
  scope: Scope

  constructor(walk: FileWalk, scope: Scope) {
    this.#walk = walk
    this.scope = scope
  }

  /** `call`: what the expression is called with, where it is. */
  evaluate(tree: Tree, call: CallShape | null = null): Value {
    switch (tree.kind) {
      case 'name':
        return this.#name(tree.start, tree.name, call)
      case 'attribute':
        return this.#attribute(tree, call)
      case 'call':
        return this.#call(tree)
      case 'constant':
        return tree.name === 'None' ? NONE : (literalValue(tree) ?? UNKNOWN)
      case 'string':
      case 'number':
        return literalValue(tree) ?? UNKNOWN
      case 'subscript':
        this.evaluate(tree.value)
        this.evaluate(tree.index)
        return UNKNOWN
      case 'slice':
        this.#all([tree.lower, tree.upper, tree.step])
        return UNKNOWN
      case 'joined':
        this.#joined(tree.parts)
        return literalValue(tree) ?? UNKNOWN
      case 'tuple':
        return { kind: 'tuple', items: tree.items.map((item) => this.evaluate(item)) }
      case 'list':
      case 'set':
        this.#all(tree.items)
        return literalValue(tree) ?? UNKNOWN
      case 'dict':
        for (const { key, value } of tree.items) this.#all([key, value])
        return literalValue(tree) ?? UNKNOWN
      case 'starred':
        this.evaluate(tree.value)
        return UNKNOWN
      case 'unary':
        this.evaluate(tree.value)
        return UNKNOWN
      case 'binary':
        this.#all([tree.left, tree.right])
        return UNKNOWN
      case 'compare':
        this.#all(tree.values)
        return UNKNOWN
      case 'boolean':
        return this.#boolean(tree.values)
      case 'conditional':
        return this.#conditional(tree)
      case 'comprehension':
        return this.#comprehension(tree)
      case 'walrus': {
        const value = this.evaluate(tree.value)
        this.scope.bind(tree.name, value)
        return value
      }
      case 'lambda':
        return this.#lambda(tree)
      case 'await': {
        const value = this.evaluate(tree.value)
        return value.kind === 'chain' ? stepOn(value, { kind: 'await' }) : UNKNOWN
      }
      case 'yield':
        if (tree.value !== null) this.evaluate(tree.value)
        return UNKNOWN
      default:
        return UNKNOWN
    }
  }

  #all(trees: readonly (Tree | null)[]): void {
    for (const tree of trees) if (tree !== null) this.evaluate(tree)
  }

  #name(offset: number, name: string, call: CallShape | null): Value {
    const value = this.scope.find(name) ?? this.#walk.builtin(name)
    if (value.kind === 'chain' && call !== null && value.chain.steps.length > 0) {
      this.#walk.emit(offset, name, value.chain, { call })
    }
    return value
  }

  #attribute(tree: Extract<Tree, { kind: 'attribute' }>, call: CallShape | null): Value {
    const evaluated = this.evaluate(tree.value)
    const owner = evaluated.kind === 'tuple' ? builtinObject('tuple') : evaluated
    const offset = this.nameOffset(tree)
    if (owner.kind === 'chain') {
      const chain = stepped(owner.chain, member(tree.name))
      if (chain !== null) this.#walk.emit(offset, tree.name, chain, { call })
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
    for (let depth = 0; depth < ABOVE_MAX; depth += 1) {
      const known = at.attributes.get(name)
      if (known !== undefined) return known
      if (at.own.has(name)) return UNKNOWN
      isOpen ||= at.isOpen
      if (at.above === null) break
      at = at.above
    }
    const chain = at.base === null ? null : stepped(at.base, { kind: 'instance' }, member(name))
    if (chain === null) return UNKNOWN
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

  #call(tree: Extract<Tree, { kind: 'call' }>): Value {
    const shape = this.#shape(tree.arguments)
    const value = this.evaluate(tree.function, shape)
    const given = tree.arguments.map((argument) => this.evaluate(argument.value))
    const called = calledName(tree.function)
    const isOwn = value.kind !== 'chain' || isBuiltin(value)
    if (called !== null && isOwn) this.#learn(called, tree.arguments)
    else if (called !== null && PATCHING.has(called)) this.#learnNames(tree.arguments)
    if (called === 'cast' && given.length === 2) return UNKNOWN
    const made = value.kind === 'chain' ? calledBuiltin(value.chain, tree.arguments) : null
    return made ?? stepOn(value, { kind: 'call' })
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

  #boolean(values: readonly Tree[]): Value {
    let all: Value | null = null
    for (const tree of values) {
      const value = this.evaluate(tree)
      all = all === null ? value : merged(all, value)
    }
    return all ?? UNKNOWN
  }

  #conditional({ test, body, otherwise }: Extract<Tree, { kind: 'conditional' }>): Value {
    this.evaluate(test)
    return merged(this.evaluate(body), this.evaluate(otherwise))
  }

  #joined(parts: readonly JoinedPart[]): void {
    for (const part of parts) {
      if (typeof part === 'string') continue
      this.evaluate(part.value)
      if (part.format !== null) this.#joined(part.format)
    }
  }

  #comprehension(tree: Extract<Tree, { kind: 'comprehension' }>): Value {
    this.inside(() => {
      for (const clause of tree.clauses) this.#clause(clause)
      this.#all([tree.element, tree.value])
    })
    return literalValue(tree) ?? UNKNOWN
  }

  #clause({ target, over, conditions }: Clause): void {
    const value = this.evaluate(over)
    this.bindTarget(target, stepOn(value, { kind: 'element' }))
    this.#all(conditions)
  }

  #lambda(tree: Extract<Tree, { kind: 'lambda' }>): Value {
    for (const { default: value } of tree.parameters) {
      const parsed = value === null ? null : this.#walk.parse(value)
      if (parsed !== null) this.evaluate(parsed)
    }
    this.inside(() => {
      for (const { name } of tree.parameters) this.scope.bind(name, UNKNOWN)
      this.evaluate(tree.body)
    })
    return UNKNOWN
  }

  /** Runs with a scope of its own, as lambdas and comprehensions have. */
  private inside(run: () => void): void {
    const before = this.scope
    this.scope = new NestedScope(before)
    run()
    this.scope = before
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
        return tree.operator === '|' ? this.#union(tree) : null
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
    const inner = this.#walk.parse({ start, end: start + tree.value.length })
    return inner === null || inner.kind === 'string' ? null : this.#typed(inner)
  }

  #union({ left, right }: Extract<Tree, { kind: 'binary' }>): Chain | null {
    const isNone = (tree: Tree) => tree.kind === 'constant' && tree.name === 'None'
    if (isNone(right)) return this.#typed(left)
    if (isNone(left)) return this.#typed(right)
    this.#typed(left)
    this.#typed(right)
    return null
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
