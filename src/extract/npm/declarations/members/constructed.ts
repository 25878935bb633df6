// What `new` gives: for classes, for values with construct signatures, for types of such values.

import type { Class, TSTypeReference } from 'oxc-parser'
import { entityPath } from '../program/bind.ts'
import { globalName, libraryValue } from '../program/library.ts'
import type { Target } from '../program/names.ts'
import { ModuleSymbol, type Scope } from '../program/symbols.ts'
import type { MemberNode } from '../types/memberNodes.ts'
import { libraryShape, type Shape, union } from '../types/shape.ts'
import { ShapePart } from '../types/shapeReader.ts'
import { declaredType, imported, queried, returned } from '../types/targets.ts'
import { aliasAt, argumentsAt, type Bound, bind, type TypeAt } from '../types/typeAt.ts'

const SELF_MAX = 2

export class Constructed extends ShapePart {
  /** What a class inherits from the class that it extends. */
  ofSuper(node: Class, scope: Scope, bound: Bound): Shape | null {
    if (node.superClass === null) return null
    const given = argumentsAt(node.superTypeArguments, { scope, bound })
    const path = entityPath(node.superClass)
    if (path === null) return null
    const found = this.shapes.names.valuePath(scope, path)
    if (found !== null) return this.#ofValue(found.target, given)
    const [first = '', second] = path
    if (second !== undefined && path.length === 2 && this.shapes.names.lookup(scope, first)) {
      const type = this.shapes.types.ofMember(this.shapes.values.named(scope, first), second)
      const made = type === null ? null : this.by(type, given)
      if (made !== null) return made
    }
    return this.shapes.names.isLost(scope, path) ? null : libraryInstance(globalName(path))
  }

  #ofValue(target: Target, given: readonly TypeAt[]): Shape | null {
    if (target instanceof ModuleSymbol) return null
    if (target.has('class')) return this.shapes.instance(target, given)
    const type = declaredType(target)
    const found = type && this.shapes.budget.guarded(target, SELF_MAX, () => this.by(type, given))
    // Node's types declare again what browsers have, by types that depend on what is there.
    return found ?? (target.scope.isGlobal ? libraryInstance(target.name) : null)
  }

  /** What the construct signatures of a type give; null when it has none that can be told. */
  by(type: TypeAt, given: readonly TypeAt[]): Shape | null {
    return this.shapes.budget.nested(() => this.#by(type, given))
  }

  #by(type: TypeAt, given: readonly TypeAt[]): Shape | null {
    const { node, scope, bound } = type
    switch (node.type) {
      case 'TSParenthesizedType':
        return this.by({ ...type, node: node.typeAnnotation }, given)
      case 'TSConstructorType': {
        const own = bind(node.typeParameters, given, scope)
        const result = node.returnType.typeAnnotation
        return this.shapes.of({ node: result, scope, bound: new Map([...bound, ...own]) })
      }
      case 'TSTypeLiteral':
        return this.#signature(node.members, { scope, bound }, given)
      case 'TSIntersectionType': {
        const shapes = node.types.map((one) => this.by({ ...type, node: one }, given))
        const found = shapes.filter((shape) => shape !== null)
        return found.length === 0 ? null : union(found)
      }
      case 'TSTypeQuery': {
        const target = queried(this.shapes.names, type, node)
        const more = argumentsAt(node.typeArguments, type)
        if (target !== null) return this.#ofValue(target, given.length > 0 ? given : more)
        const path = node.exprName.type === 'TSImportType' ? null : entityPath(node.exprName)
        if (path === null || this.shapes.names.isLost(type.scope, path)) return null
        return libraryInstance(globalName(path))
      }
      case 'TSImportType': {
        const target = imported(this.shapes.names, type, node)
        return target === null
          ? null
          : this.#byNamed(target, argumentsAt(node.typeArguments, type), given)
      }
      case 'TSTypeReference':
        return this.#byReference(type, node, given)
      case 'TSIndexedAccessType':
        return this.#byFirst(this.shapes.types.indexed(type, node), given)
      case 'TSConditionalType': {
        const { types, isExact } = this.shapes.conditionals.branches(type, node)
        return isExact ? this.#byFirst(types, given) : null
      }
      default:
        return null
    }
  }

  #byFirst(types: readonly TypeAt[] | null, given: readonly TypeAt[]): Shape | null {
    const [only] = types ?? []
    return only === undefined || types?.length !== 1 ? null : this.by(only, given)
  }

  #byReference(type: TypeAt, node: TSTypeReference, given: readonly TypeAt[]): Shape | null {
    const path = entityPath(node.typeName)
    if (path === null) return null
    const [first = ''] = path
    const parameter = path.length === 1 ? type.bound.get(first) : undefined
    if (parameter !== undefined) return parameter === null ? null : this.by(parameter, given)
    const found = this.shapes.names.path(type.scope, path)
    const more = argumentsAt(node.typeArguments, type)
    if (found !== null) return this.#byNamed(found.target, more, given)
    if (this.shapes.names.isLost(type.scope, path)) return null
    if (first === 'ReturnType') {
      const result = more[0] === undefined ? null : returned(this.shapes.names, more[0])
      return result === null ? null : this.by(result, given)
    }
    return libraryShape(globalName(path).replace(/Constructor$/, ''))
  }

  #byNamed(target: Target, given: readonly TypeAt[], newGiven: readonly TypeAt[]): Shape | null {
    if (target instanceof ModuleSymbol) return null
    const { budget } = this.shapes
    const [alias] = target.of('type')
    if (alias !== undefined) {
      const type = aliasAt(alias, given)
      return budget.guarded(target, SELF_MAX, () => this.by(type, newGiven))
    }
    for (const { node, scope } of target.of('interface')) {
      const bound = bind(node.typeParameters, given, scope)
      const found = this.#signature(node.body.body, { scope, bound }, newGiven)
      if (found !== null) return found
    }
    for (const { node, scope } of target.of('interface')) {
      for (const heritage of node.extends) {
        const path = entityPath(heritage.expression)
        const base = path === null ? null : this.shapes.names.path(scope, path)
        const at = { scope, bound: bind(node.typeParameters, given, scope) }
        const more = argumentsAt(heritage.typeArguments, at)
        const found =
          base === null
            ? null
            : budget.guarded(target, SELF_MAX, () => this.#byNamed(base.target, more, newGiven))
        if (found !== null) return found
      }
    }
    return null
  }

  #signature(
    members: readonly MemberNode[],
    { scope, bound }: Pick<TypeAt, 'scope' | 'bound'>,
    given: readonly TypeAt[],
  ): Shape | null {
    for (const member of members) {
      if (member.type !== 'TSConstructSignatureDeclaration' || member.returnType === null) continue
      const own = bind(member.typeParameters, given, scope)
      const node = member.returnType.typeAnnotation
      return this.shapes.of({ node, scope, bound: new Map([...bound, ...own]) })
    }
    return null
  }
}

/** What `new` gives for a value of the library. */
function libraryInstance(name: string): Shape | null {
  return libraryShape(name) ?? libraryShape((libraryValue(name) ?? '').replace(/Constructor$/, ''))
}
