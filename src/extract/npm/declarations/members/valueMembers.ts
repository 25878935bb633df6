// The members of values: statics of classes, exports of modules and namespaces, what the type of a
// constant has; and what `typeof` and `import()` lead to.

import type { TSTypeQuery } from 'oxc-parser'
import { entityPath } from '../program/bind.ts'
import { globalName, libraryGlobals, libraryValue } from '../program/library.ts'
import { type Exported, hasValue, type Target } from '../program/names.ts'
import { type DeclaredSymbol, ModuleSymbol, type Scope } from '../program/symbols.ts'
import { enumMemberName } from '../types/enumValues.ts'
import { isStatic } from '../types/memberNodes.ts'
import { inherit, libraryShape, Members, merge, objectShape, type Shape } from '../types/shape.ts'
import { ShapePart } from '../types/shapeReader.ts'
import { declaredType, queried } from '../types/targets.ts'
import { NOTHING_BOUND, type TypeAt } from '../types/typeAt.ts'

const SELF_MAX = 2

export class ValueMembers extends ShapePart {
  /** Members of a value: a class has its statics, a module its exports. */
  of(target: Target): Shape | null {
    const { names, budget } = this.shapes
    const shape = new Members()
    const add = (name: string, exported: Exported) => {
      const resolved = names.resolve(exported.symbol)
      if (resolved === null || hasValue(resolved.target))
        shape.set(name, { kind: 'symbol', exported })
    }
    if (target instanceof ModuleSymbol) {
      for (const [name, exported] of names.exportsOf(target)) add(name, exported)
      return shape
    }
    for (const [name, symbol] of target.members ?? []) add(name, { symbol, isTypeOnly: false })
    if (target.has('class')) return inherit(shape, this.statics(target))
    for (const { node, scope } of target.of('enum')) {
      for (const member of node.body.members) {
        const name = enumMemberName(member)
        if (name !== null) shape.set(name, { kind: 'mapped', node: member, scope })
      }
    }
    if (target.has('function', 'enum')) return shape
    const ofLibrary = target.scope.isGlobal ? libraryValue(target.name) : null
    const type = declaredType(target)
    if (type !== null || ofLibrary !== null) {
      const found =
        (ofLibrary === null ? null : libraryShape(ofLibrary)) ??
        (type === null ? null : budget.guarded(target, SELF_MAX, () => this.shapes.of(type)))
      return found === null && shape.size === 0 ? null : inherit(shape, found)
    }
    const literals = target.of('variable').map(({ value, scope }) => objectShape(value, scope))
    for (const literal of literals) inherit(shape, literal)
    return target.has('variable', 'namespace') ? shape : null
  }

  /** Static members of a class, inherited ones included. */
  statics(symbol: DeclaredSymbol): Shape {
    return (
      this.shapes.budget.guarded(symbol, SELF_MAX, () => this.#statics(symbol)) ?? new Members()
    )
  }

  #statics(symbol: DeclaredSymbol): Shape {
    const shape = new Members()
    for (const { node, scope } of symbol.of('class')) {
      const place = { scope, bound: NOTHING_BOUND, owner: symbol }
      merge(shape, this.shapes.declared(node.body.body, place, isStatic))
    }
    for (const { node, scope } of symbol.of('class')) {
      const path = node.superClass === null ? null : entityPath(node.superClass)
      if (path === null) continue
      const found = this.shapes.names.valuePath(scope, path)
      const base = found === null ? this.#elsewhere(scope, path) : this.of(found.target)
      inherit(shape, base)
    }
    shape.delete('prototype')
    return shape
  }

  /** Members of `typeof x`. */
  query(type: TypeAt, node: TSTypeQuery): Shape | null {
    const target = queried(this.shapes.names, type, node)
    if (target !== null) return this.of(target)
    if (node.exprName.type === 'TSImportType') return null
    const path = entityPath(node.exprName) ?? []
    if (path.length === 1 && path[0] === 'globalThis') return globals()
    return this.#elsewhere(type.scope, path)
  }

  /** A value that no name leads to by itself: a member of one, or what every program has. */
  #elsewhere(scope: Scope, path: readonly string[]): Shape | null {
    const member = this.#member(scope, path)
    if (member !== null || this.shapes.names.isLost(scope, path)) return member
    return libraryShape(libraryValue(globalName(path)) ?? '')
  }

  /** `x.y` where x is a value and y a member of its type. */
  #member(scope: Scope, path: readonly string[]): Shape | null {
    const found = this.memberType(scope, path)
    return found === null ? null : this.shapes.of(found)
  }

  memberType(scope: Scope, path: readonly string[]): TypeAt | null {
    const [first = '', second] = path
    if (path.length !== 2 || second === undefined) return null
    if (this.shapes.names.lookup(scope, first) === null) return null
    return this.shapes.types.ofMember(this.named(scope, first), second)
  }

  named(scope: Scope, name: string): Shape | null {
    const found = this.shapes.names.valuePath(scope, [name])
    return found === null ? null : this.of(found.target)
  }
}

function globals(): Shape {
  const shape = new Members()
  for (const name of libraryGlobals()) {
    const member = { type: 'globalThis', name, isMethod: false }
    shape.set(name, { kind: 'library', member })
  }
  // Node adds to them, and so may any script.
  shape.isWhole = false
  return shape
}
