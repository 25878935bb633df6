// Sets of names that types write down: `'a' | 'b'`, `keyof X`, `Exclude<…>`, enum members, and the
// values of computed keys.

import type { TSMappedType, TSType } from 'oxc-parser'
import { entityPath } from './bind.ts'
import { enumValues } from './enumValues.ts'
import type { MemberNode } from './memberNodes.ts'
import type { Shapes } from './shapes.ts'
import { ModuleSymbol, type Scope } from './symbols.ts'
import { argumentsAt, bind, type TypeAt } from './types.ts'

const KEYS_MAX = 20_000
const DEPTH_MAX = 40

export class Keys {
  readonly #shapes: Shapes
  #depth = 0

  constructor(shapes: Shapes) {
    this.#shapes = shapes
  }

  /** The strings that a type consists of; null when they cannot be told. */
  of(type: TypeAt): ReadonlySet<string> | null {
    this.#shapes.names.program.step()
    if (this.#depth >= DEPTH_MAX) return null
    this.#depth += 1
    try {
      return this.#of(type)
    } finally {
      this.#depth -= 1
    }
  }

  #of(type: TypeAt): ReadonlySet<string> | null {
    const { node } = type
    switch (node.type) {
      case 'TSLiteralType': {
        const { literal } = node
        const value = literal.type === 'Literal' ? literal.value : null
        return typeof value === 'string' || typeof value === 'number'
          ? new Set([String(value)])
          : null
      }
      case 'TSNeverKeyword':
        return new Set()
      case 'TSParenthesizedType':
        return this.of({ ...type, node: node.typeAnnotation })
      case 'TSUnionType':
        return this.#union(type, node.types)
      case 'TSTypeOperator': {
        if (node.operator !== 'keyof') return null
        const shape = this.#shapes.of({ ...type, node: node.typeAnnotation })
        return shape === null ? null : new Set(shape.keys())
      }
      case 'TSTemplateLiteralType':
        return this.#template(type, node)
      case 'TSIndexedAccessType':
        return this.#elements(type, node)
      case 'TSTypeReference':
        return this.#reference(type, node)
      default:
        return null
    }
  }

  #union(type: TypeAt, nodes: readonly TSType[]): ReadonlySet<string> | null {
    const all = new Set<string>()
    for (const node of nodes) {
      // `symbol` and `number` add keys without names.
      if (node.type === 'TSSymbolKeyword') continue
      const keys = this.of({ ...type, node })
      if (keys === null) return null
      for (const key of keys) all.add(key)
      if (all.size > KEYS_MAX) return null
    }
    return all
  }

  #template(
    type: TypeAt,
    node: Extract<TSType, { type: 'TSTemplateLiteralType' }>,
  ): ReadonlySet<string> | null {
    let all: string[] = [node.quasis[0]?.value.cooked ?? '']
    for (const [place, part] of node.types.entries()) {
      const keys = this.of({ ...type, node: part })
      if (keys === null || all.length * keys.size > KEYS_MAX) return null
      const after = node.quasis[place + 1]?.value.cooked ?? ''
      all = all.flatMap((head) => [...keys].map((key) => head + key + after))
    }
    return new Set(all)
  }

  /** `(typeof list)[number]` and `T['k']`. */
  #elements(
    type: TypeAt,
    node: Extract<TSType, { type: 'TSIndexedAccessType' }>,
  ): ReadonlySet<string> | null {
    const object = unwrapped(node.objectType)
    if (node.indexType.type === 'TSNumberKeyword') {
      if (object.type !== 'TSTypeQuery' || object.exprName.type === 'TSImportType') return null
      const path = entityPath(object.exprName)
      const found = path === null ? null : this.#shapes.names.path(type.scope, path)
      if (found === null || found.target instanceof ModuleSymbol) return null
      for (const { annotation, scope } of found.target.of('variable')) {
        if (annotation !== null) {
          const list = unwrapped(annotation.typeAnnotation)
          if (list.type !== 'TSTupleType') return null
          const bound = new Map()
          return this.#union({ node: list, scope, bound }, list.elementTypes as TSType[])
        }
      }
      return null
    }
    const keys = this.of({ ...type, node: node.indexType })
    if (keys === null) return null
    const shape = this.#shapes.of({ ...type, node: object })
    const all = new Set<string>()
    for (const key of keys) {
      const property = this.#shapes.propertyType(shape, key)
      const found = property === null ? null : this.of(property)
      if (found === null) return null
      for (const one of found) all.add(one)
    }
    return all
  }

  #reference(
    type: TypeAt,
    node: Extract<TSType, { type: 'TSTypeReference' }>,
  ): ReadonlySet<string> | null {
    const path = entityPath(node.typeName)
    if (path === null) return null
    const [first = ''] = path
    const parameter = path.length === 1 ? this.#shapes.parameter(type, first) : undefined
    if (parameter !== undefined) return parameter === null ? null : this.of(parameter)
    const given = argumentsAt(node.typeArguments, type)
    const found = this.#shapes.names.path(type.scope, path)
    if (found === null) return this.#enumMember(type.scope, path) ?? this.#utility(first, given)
    if (found.target instanceof ModuleSymbol) return null
    const values = enumValues(found.target)
    if (values !== null) return new Set(values.values())
    const [alias] = found.target.of('type')
    if (alias === undefined) return null
    const bound = bind(alias.node.typeParameters, given, alias.scope)
    return this.of({ node: alias.node.typeAnnotation, scope: alias.scope, bound })
  }

  #enumMember(scope: Scope, path: readonly string[]): ReadonlySet<string> | null {
    const value = this.#enumValue(scope, path)
    return value === null ? null : new Set([value])
  }

  #enumValue(scope: Scope, path: readonly string[]): string | null {
    if (path.length < 2) return null
    const found = this.#shapes.names.path(scope, path.slice(0, -1))
    if (found === null || found.target instanceof ModuleSymbol) return null
    return enumValues(found.target)?.get(path.at(-1) ?? '') ?? null
  }

  #utility(name: string, given: readonly TypeAt[]): ReadonlySet<string> | null {
    const [first, second] = given
    if (first === undefined) return null
    const keys = this.of(first)
    if (keys === null) return null
    switch (name) {
      case 'Exclude':
      case 'Extract': {
        if (second === undefined) return null
        const isString = second.node.type === 'TSStringKeyword'
        const others = isString ? keys : this.of(second)
        if (others === null) return null
        return new Set([...keys].filter((key) => others.has(key) === (name === 'Extract')))
      }
      case 'Capitalize':
        return new Set([...keys].map((key) => key.slice(0, 1).toUpperCase() + key.slice(1)))
      case 'Uncapitalize':
        return new Set([...keys].map((key) => key.slice(0, 1).toLowerCase() + key.slice(1)))
      case 'Uppercase':
        return new Set([...keys].map((key) => key.toUpperCase()))
      case 'Lowercase':
        return new Set([...keys].map((key) => key.toLowerCase()))
      case 'NonNullable':
        return keys
      default:
        return null
    }
  }

  /** What `as` makes of one key of a mapped type. */
  renamed(type: TypeAt, node: TSMappedType, key: string): ReadonlySet<string> | null {
    if (node.nameType === null) return new Set([key])
    const literal: TSType = {
      type: 'TSLiteralType',
      literal: { type: 'Literal', value: key, raw: JSON.stringify(key), start: 0, end: 0 },
      ...{ start: 0, end: 0 },
    }
    const bound = new Map(type.bound)
    bound.set(node.key.name, { node: literal, scope: type.scope, bound: type.bound })
    return this.of({ node: node.nameType, scope: type.scope, bound })
  }

  /** `[Events.Ready]` and `[KEY]` where they stand for a text. */
  computed(node: MemberNode, scope: Scope): string | null {
    if (!('key' in node) || !node.computed) return null
    if (node.key.type === 'PrivateIdentifier') return null
    const path = entityPath(node.key)
    if (path === null || path[0] === 'Symbol') return null
    const value = this.#enumValue(scope, path)
    if (value !== null) return value
    const found = this.#shapes.names.path(scope, path)
    if (found === null || found.target instanceof ModuleSymbol) return null
    for (const variable of found.target.of('variable')) {
      if (variable.annotation !== null) {
        const type = { node: variable.annotation.typeAnnotation, scope: variable.scope }
        const keys = this.of({ ...type, bound: new Map() })
        return keys?.size === 1 ? ([...keys][0] ?? null) : null
      }
      if (variable.value?.type === 'Literal' && typeof variable.value.value === 'string')
        return variable.value.value
    }
    return null
  }
}

function unwrapped(node: TSType): TSType {
  let at = node
  while (
    at.type === 'TSParenthesizedType' ||
    (at.type === 'TSTypeOperator' && at.operator === 'readonly')
  ) {
    at = at.typeAnnotation
  }
  return at
}
