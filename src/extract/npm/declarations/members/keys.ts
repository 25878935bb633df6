// Sets of names that types write down: `'a' | 'b'`, `keyof X`, `Exclude<…>`, enum members, and the
// values of computed keys.

import type {
  TSIndexedAccessType,
  TSTemplateLiteralType,
  TSType,
  TSTypeReference,
} from 'oxc-parser'
import { entityPath } from '../program/bind.ts'
import { type DeclaredSymbol, ModuleSymbol, type Scope } from '../program/symbols.ts'
import { enumValues } from '../types/enumValues.ts'
import { KeySet, keySet } from '../types/keySet.ts'
import type { MemberNode } from '../types/memberNodes.ts'
import { isOptionalProperty, keyed } from '../types/shape.ts'
import { ShapePart } from '../types/shapeReader.ts'
import { aliasAt, argumentsAt, isOpenType, type TypeAt } from '../types/typeAt.ts'

const KEYS_MAX = 20_000
const DEPTH_MAX = 40

/** Helpers that change the letters of a text. */
const CASES: ReadonlyMap<string, (key: string) => string> = new Map([
  ['Capitalize', (key: string) => key.slice(0, 1).toUpperCase() + key.slice(1)],
  ['Uncapitalize', (key: string) => key.slice(0, 1).toLowerCase() + key.slice(1)],
  ['Uppercase', (key: string) => key.toUpperCase()],
  ['Lowercase', (key: string) => key.toLowerCase()],
])

export class Keys extends ShapePart {
  #depth = 0

  /** The strings that a type consists of; null when they cannot be told. */
  of(type: TypeAt): KeySet | null {
    this.shapes.names.program.step()
    if (this.#depth >= DEPTH_MAX) return null
    this.#depth += 1
    try {
      return this.#of(type)
    } finally {
      this.#depth -= 1
    }
  }

  #of(type: TypeAt): KeySet | null {
    const { node } = type
    switch (node.type) {
      case 'TSLiteralType': {
        const { literal } = node
        const value = literal.type === 'Literal' ? literal.value : null
        return typeof value === 'string' || typeof value === 'number'
          ? new KeySet([String(value)])
          : null
      }
      case 'TSNeverKeyword':
        return new KeySet()
      case 'TSParenthesizedType':
        return this.of({ ...type, node: node.typeAnnotation })
      case 'TSUnionType':
        return this.#union(type, node.types)
      case 'TSTypeOperator': {
        if (node.operator !== 'keyof') return null
        const shape = this.shapes.of({ ...type, node: node.typeAnnotation })
        if (shape === null || shape.hasIndex) return null
        if (!isOpenType({ ...type, node: node.typeAnnotation }))
          return keySet(keyed(shape).keys(), shape.isWhole)
        // What stands for a parameter has what its constraint asks for, and more.
        const asked = [...keyed(shape)].filter(([, property]) => !isOptionalProperty(property))
        const names = asked.map(([name]) => name)
        return keySet(names, false)
      }
      case 'TSTemplateLiteralType':
        return this.#template(type, node)
      case 'TSTypeReference':
        return this.#reference(type, node)
      case 'TSIndexedAccessType':
        return this.#indexed(type, node)
      case 'TSConditionalType':
      case 'TSIntersectionType':
        return this.#fromHeads(type)
      default:
        return null
    }
  }

  /** Keys that an index leads to; those that cannot be told are missing. */
  #indexed(type: TypeAt, node: TSIndexedAccessType): KeySet | null {
    const types = this.shapes.types.indexedParts(type, node)
    if (types === null) return null
    const all = new KeySet()
    for (const one of types) {
      const keys = one === null ? null : this.of(one)
      for (const key of keys ?? []) all.add(key)
      if (!keys?.isWhole) all.isWhole = false
    }
    // Nothing that could be told is no set of keys.
    return all.size === 0 && !all.isWhole ? null : all
  }

  /** What conditions and indexes come to, where that is texts alone. */
  #fromHeads(type: TypeAt): KeySet | null {
    const heads = this.shapes.heads.of(type)
    if (heads === null) return null
    const keys = new KeySet()
    for (const head of heads) {
      const value = head.kind === 'literal' || head.kind === 'enum' ? head.value : null
      if (value === null || typeof value === 'boolean') return null
      keys.add(String(value))
    }
    return keys
  }

  #union(type: TypeAt, nodes: readonly TSType[]): KeySet | null {
    const all = new KeySet()
    for (const node of nodes) {
      // `symbol` and `number` add keys without names.
      if (node.type === 'TSSymbolKeyword') continue
      const keys = this.of({ ...type, node })
      if (keys === null) return null
      for (const key of keys) all.add(key)
      all.isWhole &&= keys.isWhole
      if (all.size > KEYS_MAX) return null
    }
    return all
  }

  #template(type: TypeAt, node: TSTemplateLiteralType): KeySet | null {
    let isWhole = true
    let all: string[] = [node.quasis[0]?.value.cooked ?? '']
    for (const [place, part] of node.types.entries()) {
      const keys = this.of({ ...type, node: part })
      if (keys === null || all.length * keys.size > KEYS_MAX) return null
      isWhole &&= keys.isWhole
      const after = node.quasis[place + 1]?.value.cooked ?? ''
      all = all.flatMap((head) => [...keys].map((key) => head + key + after))
    }
    return keySet(all, isWhole)
  }

  #reference(type: TypeAt, node: TSTypeReference): KeySet | null {
    const path = entityPath(node.typeName)
    if (path === null) return null
    const [first = ''] = path
    const parameter = path.length === 1 ? type.bound.get(first) : undefined
    if (parameter !== undefined) return parameter === null ? null : this.of(parameter)
    const given = argumentsAt(node.typeArguments, type)
    const found = this.shapes.names.path(type.scope, path)
    if (found === null) {
      if (this.shapes.names.isLost(type.scope, path)) return null
      const member = this.enumMember(type.scope, path)
      return member === null ? this.#utility(type, first, given) : new KeySet([member.value])
    }
    if (found.target instanceof ModuleSymbol) return null
    const values = enumValues(found.target)
    if (values !== null) return new KeySet(values.values())
    const [alias] = found.target.of('type')
    if (alias === undefined) return null
    return this.of(aliasAt(alias, given))
  }

  /** `Enum.Member` and the value behind it. */
  enumMember(
    scope: Scope,
    path: readonly string[],
  ): Readonly<{ symbol: DeclaredSymbol; value: string }> | null {
    if (path.length < 2) return null
    const found = this.shapes.names.path(scope, path.slice(0, -1))
    if (found === null || found.target instanceof ModuleSymbol) return null
    const value = enumValues(found.target)?.get(path.at(-1) ?? '')
    return value === undefined ? null : { symbol: found.target, value }
  }

  #utility(type: TypeAt, name: string, given: readonly TypeAt[]): KeySet | null {
    const [first, second] = given
    if (first === undefined) return null
    if (name === 'Exclude' || name === 'Extract') {
      const keys = this.of(first)
      const others = keys === null || second === undefined ? null : this.of(second)
      const isExcluded = name === 'Exclude'
      if (keys === null || others === null || (isExcluded && !others.isWhole))
        return this.#fromHeads(type)
      const left = [...keys].filter((key) => others.has(key) !== isExcluded)
      return keySet(left, keys.isWhole && others.isWhole)
    }
    const keys = this.of(first)
    if (keys === null) return null
    if (name === 'NonNullable') return keys
    const change = CASES.get(name)
    return change === undefined ? null : keySet([...keys].map(change), keys.isWhole)
  }

  /** `[Events.Ready]` and `[KEY]` where they stand for a text. */
  computed(node: MemberNode, scope: Scope): string | null {
    if (!('key' in node) || !node.computed) return null
    if (node.key.type === 'PrivateIdentifier') return null
    const path = entityPath(node.key)
    if (path === null || path[0] === 'Symbol') return null
    const member = this.enumMember(scope, path)
    if (member !== null) return member.value
    const found = this.shapes.names.valuePath(scope, path)
    if (found === null) {
      const type = this.shapes.values.memberType(scope, path)
      const keys = type === null ? null : this.of(type)
      return keys?.size === 1 ? ([...keys][0] ?? null) : null
    }
    if (found.target instanceof ModuleSymbol) return null
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
