// The names of a body while it is read: who binds them, takes them away, and what is known of their
// values by then.

import { keptIn } from '../../../domain/maps.ts'
import type { Expression, Span, Statement } from '../../../syntax/python/syntax.ts'
import { type Binding, type BindingOf, emptyScope, type Scope } from './bindings.ts'
import { evaluateLiteral, type Literal, literalItems } from './literals.ts'
import { isOwnNamespace } from './ownNamespace.ts'
import type { Source } from './source.ts'
import type { Way } from './ways.ts'

export type ScopeContext = Readonly<{
  source: Source
  /** Where relative imports start: the package that the module is in, or is. */
  package: string
  isClass: boolean
  /** Whether a statement imports a module of the package itself that the package does not hold. */
  isMissing?: (statement: Statement) => boolean
}>

/** A variable of which nothing is known any more. */
const LOST = Symbol('lost')
type Lost = typeof LOST

export class ScopeNames {
  readonly context: ScopeContext
  readonly scope: Scope
  /** The names were taken from a description: what is done with the namespace is known. */
  isDescribed = false
  /** Names that a class calls `global`: they are not its own. */
  readonly outer = new Set<string>()
  /** Functions of the module's own that it calls. */
  readonly called = new Set<string>()
  private order = 0
  /** Loop variables of loops over literals, while their bodies are read. */
  private readonly variables = new Map<string, Literal | Lost>()
  /** Names that hold one thing on one way and another on another. */
  private readonly unsure = new Set<string>()
  /** The order at which the innermost loop began its turn. */
  private turnStart = 0

  constructor(context: ScopeContext) {
    this.context = context
    this.scope = emptyScope(context.source)
  }

  parse(span: Span): Expression {
    return this.context.source.expression(span)
  }

  /** The order that the next binding will have. */
  get here(): number {
    return this.order
  }

  /** The order of one more binding: its place among all of the body. */
  nextOrder(): number {
    return this.order++
  }

  /** A binding of which nothing is known but its place. */
  unknown(line: number): BindingOf<'unknown'> {
    return { kind: 'unknown', source: this.context.source, line, order: this.nextOrder() }
  }

  bind(name: string, way: Way, binding: Binding): void {
    if (this.context.isClass && this.outer.has(name)) return
    const names = way.isTyping ? this.scope.typeNames : this.scope.names
    const order = this.scope.names.get(name)?.order
    if (order !== undefined && way.taken.some(({ from, to }) => order >= from && order < to)) return
    if (this.isOptionalCopy(name, way, binding)) return
    if (!way.isTyping) this.noteValue(name, way, binding)
    names.set(name, binding)
    this.scope.deleted.delete(name)
  }

  /** What a name holds from here on, as far as loops and lists of names need it. */
  private noteValue(name: string, way: Way, binding: Binding): void {
    const isAdded = !way.isCertain && (this.scope.names.get(name)?.order ?? way.since) < way.since
    if (isAdded) this.unsure.add(name)
    else if (way.isCertain) this.unsure.delete(name)
    if (!this.variables.has(name)) return
    // On a way that began within the turn it may as well have stayed what it was.
    const isSure = way.isCertain || way.since <= this.turnStart
    const value =
      binding.kind === 'value' && binding.value !== null && isSure
        ? this.evaluate(this.parse(binding.value))
        : undefined
    this.variables.set(name, value === undefined ? LOST : value)
  }

  /** It is changed in place: what it was says nothing of it any more. */
  loseVariable(name: string): void {
    if (this.variables.has(name)) this.variables.set(name, LOST)
  }

  /** `class A: …`, then `try: from faster import A`: what the file defines is what it surely has. */
  private isOptionalCopy(name: string, way: Way, binding: Binding): boolean {
    if (way.isTyping || this.context.isClass) return false
    const before = this.scope.names.get(name)
    if (before?.kind !== 'class' && before?.kind !== 'def') return false
    if (binding.kind === 'from') return way.isTried || !way.isCertain
    return binding.kind === 'value' && !way.isCertain && before.order < way.since
  }

  bindUnknown(name: string, line: number, way: Way): void {
    this.bind(name, way, this.unknown(line))
  }

  bindTargets(target: Span | Expression | null, line: number, way: Way): void {
    if (target === null) return
    const parsed = 'kind' in target ? target : this.parse(target)
    if (parsed.kind === 'name') {
      // `__all__, __getattr__ = load(…)`
      if (parsed.name === '__all__' && !this.context.isClass && !way.isTyping) this.listIsComputed()
      this.bindUnknown(parsed.name, line, way)
    } else if (parsed.kind === 'tuple' || parsed.kind === 'list') {
      for (const item of parsed.items) this.bindTargets(item, line, way)
    } else if (parsed.kind === 'starred') this.bindTargets(parsed.value, line, way)
    else if (parsed.kind === 'attribute' && !way.isTyping) this.inject(parsed.value, parsed.name)
  }

  remove(target: Expression, way: Way): void {
    if (target.kind === 'name') {
      // On a way that may not be taken, only what was bound on it is surely gone.
      const bound = this.scope.names.get(target.name)?.order ?? -1
      if (!way.isCertain && bound < way.since) return
      const before = this.scope.names.get(target.name)
      if (before !== undefined) this.scope.gone.set(target.name, before)
      this.scope.names.delete(target.name)
      this.scope.deleted.add(target.name)
    } else if (target.kind === 'tuple' || target.kind === 'list') {
      for (const item of target.items) this.remove(item, way)
    } else if (target.kind === 'subscript' && isOwnNamespace(target.value)) {
      const name = this.evaluate(target.index)
      if (typeof name === 'string') this.remove({ kind: 'name', name }, way)
      else this.scope.makes.push('takes names from its own namespace')
    } else if (target.kind === 'attribute' && this.scope.isReplaced) {
      // `del new.helper`, of the object in the module's place.
      if (target.value.kind === 'name') this.remove({ kind: 'name', name: target.name }, way)
    } else if (target.kind === 'attribute') this.takeAway(target.value, target.name, way)
  }

  /** `del A.name`, `delattr(A, "name")`; what may not be done is not heeded. */
  takeAway(target: Expression, name: string, way: Way): void {
    if (!way.isCertain || way.isTyping) return
    this.scope.injections.push({ target, name, binding: this.unknown(0), isRemoved: true })
  }

  /** A name that is put into something else; null where it cannot be told. */
  inject(target: Expression, name: string | null): void {
    this.scope.injections.push({ target, name, binding: this.unknown(0) })
  }

  /** `for cls in (A, B):`, or over a list of the body's own: what the variable stands for in turn. */
  noteTurns(target: Expression, over: Expression): void {
    if (target.kind !== 'name') return
    const list = over.kind === 'name' ? this.assignedValue(over.name) : over
    const isList = list?.kind === 'list' || list?.kind === 'tuple' || list?.kind === 'set'
    if (!isList) return
    // Another loop may go through other things under the same name.
    const all = keptIn(this.scope.turns, target.name, () => new Set<Expression>())
    for (const item of list.items) all.add(item)
  }

  /** `__all__` is changed in a way that is not followed. */
  listIsComputed(): void {
    const value: Expression = { kind: 'opaque', span: { start: 0, end: 0 } }
    this.scope.allSteps.push({ operation: 'add', value })
  }

  /** A way beside the one that was just read: what that one bound stands. */
  otherWay(way: Way): Way {
    const taken = [...way.taken, { from: 0, to: this.order }]
    return { ...way, isCertain: false, taken, since: this.order }
  }

  /** The expression that a name of the body was last given; null when that is not known. */
  assignedValue(name: string): Expression | null {
    const binding = this.scope.names.get(name)
    if (binding?.kind !== 'value' || binding.value === null) return null
    return this.parse(binding.value)
  }

  /** The value of an expression, where it follows from the text; undefined otherwise. */
  evaluate(expression: Expression): Literal | undefined {
    return evaluateLiteral(expression, (name) => {
      const variable = this.variables.get(name)
      if (variable === LOST || this.unsure.has(name)) return undefined
      if (variable !== undefined) return variable
      if (this.context.source.changedNames.has(name)) return undefined
      return this.assignedValue(name) ?? undefined
    })
  }

  /** What a loop over an expression goes through, where that follows from the text. */
  evaluateItems(over: Expression): readonly Literal[] | null {
    return literalItems(over, (one) => this.evaluate(one))
  }

  assignVariables(target: Expression, item: Literal): void {
    this.turnStart = this.order++
    if (target.kind === 'name') this.variables.set(target.name, item)
    else if ((target.kind === 'tuple' || target.kind === 'list') && Array.isArray(item)) {
      target.items.forEach((one, index) => {
        const value = item[index]
        if (value !== undefined) this.assignVariables(one, value)
      })
    }
  }

  forgetVariables(target: Expression): void {
    if (target.kind === 'name') this.variables.delete(target.name)
    else if (target.kind === 'tuple' || target.kind === 'list') {
      for (const item of target.items) this.forgetVariables(item)
    }
  }
}
