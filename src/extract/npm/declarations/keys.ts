// Sets of names that types write down: `'a' | 'b'`, `keyof X`, `Exclude<…>`, enum members, and the
// values of computed keys.

import type { TSType } from 'oxc-parser'
import { entityPath } from './bind.ts'
import { enumValues } from './enumValues.ts'
import type { MemberNode } from './memberNodes.ts'
import type { Shapes } from './shapes.ts'
import { type DeclaredSymbol, ModuleSymbol, type Scope } from './symbols.ts'
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
        return shape === null || shape.hasIndex ? null : new Set(shape.keys())
      }
      case 'TSTemplateLiteralType':
        return this.#template(type, node)
      case 'TSTypeReference':
        return this.#reference(type, node)
      case 'TSIndexedAccessType':
      case 'TSConditionalType':
      case 'TSIntersectionType':
        return this.#fromHeads(type)
      default:
        return null
    }
  }

  /** What conditions and indexes come to, where that is texts alone. */
  #fromHeads(type: TypeAt): ReadonlySet<string> | null {
    const heads = this.#shapes.heads.of(type)
    if (heads === null) return null
    const keys = new Set<string>()
    for (const head of heads) {
      const value = head.kind === 'literal' || head.kind === 'enum' ? head.value : null
      if (value === null || typeof value === 'boolean') return null
      keys.add(String(value))
    }
    return keys
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
    if (found === null) {
      const member = this.enumMember(type.scope, path)
      return member === null ? this.#utility(type, first, given) : new Set([member.value])
    }
    if (found.target instanceof ModuleSymbol) return null
    const values = enumValues(found.target)
    if (values !== null) return new Set(values.values())
    const [alias] = found.target.of('type')
    if (alias === undefined) return null
    const bound = bind(alias.node.typeParameters, given, alias.scope)
    return this.of({ node: alias.node.typeAnnotation, scope: alias.scope, bound })
  }

  /** `Enum.Member` and the value behind it. */
  enumMember(
    scope: Scope,
    path: readonly string[],
  ): Readonly<{ symbol: DeclaredSymbol; value: string }> | null {
    if (path.length < 2) return null
    const found = this.#shapes.names.path(scope, path.slice(0, -1))
    if (found === null || found.target instanceof ModuleSymbol) return null
    const value = enumValues(found.target)?.get(path.at(-1) ?? '')
    return value === undefined ? null : { symbol: found.target, value }
  }

  #utility(type: TypeAt, name: string, given: readonly TypeAt[]): ReadonlySet<string> | null {
    const [first, second] = given
    if (first === undefined) return null
    if (name === 'Exclude' || name === 'Extract') {
      const keys = this.of(first)
      const others = keys === null || second === undefined ? null : this.of(second)
      if (keys === null || others === null) return this.#fromHeads(type)
      return new Set([...keys].filter((key) => others.has(key) === (name === 'Extract')))
    }
    const keys = this.of(first)
    if (keys === null) return null
    switch (name) {
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

  /** `[Events.Ready]` and `[KEY]` where they stand for a text. */
  computed(node: MemberNode, scope: Scope): string | null {
    if (!('key' in node) || !node.computed) return null
    if (node.key.type === 'PrivateIdentifier') return null
    const path = entityPath(node.key)
    if (path === null || path[0] === 'Symbol') return null
    const member = this.enumMember(scope, path)
    if (member !== null) return member.value
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
