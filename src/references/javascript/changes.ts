// What the code itself gives to objects and puts in the place of modules: what is missing from a table
// may come from there.

import type { Node } from 'oxc-parser'
import { keyName, literalText, type NodeOf, rootName, unwrapped } from './nodes.ts'
import type { Scope } from './scopes.ts'
import type { Values } from './values.ts'

/** `promisifyAll(fs)`, `Object.assign(fs, …)`: functions that give more names to what they are handed. */
const CHANGING =
  /(?:ify|ifyAll|All)$|^(?:assign|define|extend|fake|install|mixin|mock|patch|stub|wrap)/i

/** `jest.mock('fs')`, `mock.module('fs')`: what tests put in the place of a module. */
const MOCKING = /mock/i

/** Methods that give a name to an object. */
const ADDING = /^(?:add|declare|decorate|define|helper|macro|method|mixin|provide|register|set)/

export class Changes {
  readonly added = new Set<string>()
  readonly augmented = new Set<string>()
  readonly declaredModules = new Set<string>()
  readonly #values: Values

  constructor(values: Values) {
    this.#values = values
  }

  /** A text that an object is asked for. */
  ask(node: Node): void {
    const text = literalText(node)
    if (text !== null) this.added.add(text)
  }

  /** `spyOn(object, 'name')`, `Object.defineProperty(object, 'name', …)`, `app.decorate('name', …)`. */
  learn(node: NodeOf<'CallExpression' | 'NewExpression'>, scope: Scope): void {
    const [subject, named] = node.arguments
    const callee = unwrapped(node.callee)
    const method = callee.type === 'MemberExpression' ? keyName(callee.property, false) : null
    const given = method !== null && ADDING.test(method) ? literalText(subject) : null
    if (given !== null) this.added.add(given)
    this.#learnChange(callee, subject, scope)
    const name = literalText(named)
    if (subject === undefined || name === null) return
    if (this.#values.chainOf(subject, scope) !== null) this.added.add(name)
  }

  /** Modules that a function puts something in the place of, or adds to. */
  #learnChange(callee: Node, subject: Node | undefined, scope: Scope): void {
    const method = callee.type === 'MemberExpression' ? keyName(callee.property, false) : null
    const name = method ?? (callee.type === 'Identifier' ? callee.name : '')
    const module = literalText(subject)
    if (module !== null && MOCKING.test(`${rootName(callee)} ${name}`)) this.augmented.add(module)
    if (subject === undefined || !CHANGING.test(name)) return
    const chain = this.#values.chainOf(subject, scope)
    const isWhole = chain?.steps.every((step) => step.kind === 'member' && step.name === 'default')
    if (chain !== null && isWhole === true) this.augmented.add(chain.module)
  }
}
