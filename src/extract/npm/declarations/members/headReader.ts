// What a type comes to when its names, conditions and indexes are followed: the parts of a union,
// each by what it is. Null wherever that cannot be told.

import type {
  TSArrayType,
  TSMappedType,
  TSTupleType,
  TSType,
  TSTypeOperator,
  TSTypeQuery,
  TSTypeReference,
} from 'oxc-parser'
import { entityPath } from '../program/bind.ts'
import { isLibraryName, libraryValue } from '../program/library.ts'
import { hasValue, type Target } from '../program/names.ts'
import { type DeclaredSymbol, ModuleSymbol } from '../program/symbols.ts'
import { enumValues } from '../types/enumValues.ts'
import {
  both,
  type Head,
  type Heads,
  isNoObject,
  literalHeads,
  literals,
  opened,
  type Primitive,
} from '../types/head.ts'
import { keyed } from '../types/shape.ts'
import { ShapePart } from '../types/shapeReader.ts'
import { declaredType, imported, queried } from '../types/targets.ts'
import {
  aliasAt,
  argumentsAt,
  type Element,
  isOpenType,
  keywordAt,
  literalAt,
  type TypeAt,
} from '../types/typeAt.ts'
import { utilityAlias } from '../types/utilities.ts'

const HEADS_MAX = 2_000
const SELF_MAX = 30
const KEYWORDS: Readonly<Partial<Record<TSType['type'], Primitive>>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBigIntKeyword: 'bigint',
  TSSymbolKeyword: 'symbol',
  TSNullKeyword: 'null',
  TSUndefinedKeyword: 'undefined',
  TSVoidKeyword: 'void',
}
/** What these make of an object is an object. */
const STRUCTURES = new Set(['Pick', 'Omit', 'Record'])
const SAME = new Set(['Partial', 'Required', 'Readonly', 'NoInfer'])

export class HeadReader extends ShapePart {
  /** The heads of aliases without arguments, which are the same everywhere. */
  readonly #aliases = new Map<DeclaredSymbol, Heads>()

  of(type: TypeAt): Heads {
    return this.shapes.budget.nested(() => {
      const heads = this.#of(type)
      if (heads === null || heads.length > HEADS_MAX) return null
      // What stands for a parameter may be less than its constraint, however it was reached.
      return type.isOpen === true ? heads.map((head) => opened(head)) : heads
    })
  }

  #of(at: TypeAt): Heads {
    const { node } = at
    const primitive = KEYWORDS[node.type]
    if (primitive !== undefined) return [{ kind: 'primitive', name: primitive, at }]
    switch (node.type) {
      case 'TSAnyKeyword':
        return [{ kind: 'any', at }]
      case 'TSUnknownKeyword':
        return [{ kind: 'unknown', at }]
      case 'TSObjectKeyword':
        return [{ kind: 'object', at }]
      case 'TSNeverKeyword':
        return []
      case 'TSBooleanKeyword':
        return [true, false].map((value) => ({ kind: 'literal', value, at: literalAt(value, at) }))
      case 'TSLiteralType':
        return literalHeads(at, node)
      case 'TSTypeLiteral':
        return [{ kind: 'structure', at }]
      case 'TSFunctionType':
      case 'TSConstructorType':
        return [{ kind: 'call', isNew: node.type === 'TSConstructorType', at }]
      case 'TSParenthesizedType':
        return this.of({ ...at, node: node.typeAnnotation })
      case 'TSUnionType':
        return this.#union(node.types.map((one) => ({ ...at, node: one })))
      case 'TSIntersectionType':
        return this.#intersection(at, node.types)
      case 'TSArrayType':
      case 'TSTupleType':
        return this.#list(at, node, false)
      case 'TSTypeOperator':
        return this.#operator(at, node)
      case 'TSTemplateLiteralType': {
        const keys = this.shapes.keys.of(at)
        return keys === null ? [{ kind: 'text', at }] : literals(keys, at)
      }
      case 'TSMappedType':
        return this.#mapped(at, node)
      case 'TSIndexedAccessType':
        return this.#union(this.shapes.types.indexed(at, node))
      case 'TSConditionalType': {
        const { types, isExact } = this.shapes.conditionals.branches(at, node)
        return isExact ? this.#union(types) : null
      }
      case 'TSTypeQuery':
        return this.#query(at, node)
      case 'TSImportType': {
        const target = imported(this.shapes.names, at, node)
        return target === null
          ? null
          : this.#target(at, target, argumentsAt(node.typeArguments, at))
      }
      case 'TSTypeReference':
        return this.#reference(at, node)
      default:
        return null
    }
  }

  #union(types: readonly TypeAt[] | null): Heads {
    if (types === null || types.length > HEADS_MAX) return null
    const all: Head[] = []
    for (const type of types) {
      const heads = this.of(type)
      if (heads === null || all.length + heads.length > HEADS_MAX) return null
      all.push(...heads)
    }
    return all
  }

  #intersection(at: TypeAt, nodes: readonly TSType[]): Heads {
    let all: (readonly Head[])[] = [[]]
    for (const node of nodes) {
      const heads = this.of({ ...at, node })
      if (heads === null || all.length * heads.length > HEADS_MAX) return null
      all = all.flatMap((parts) => heads.map((head) => [...parts, head]))
    }
    return all.flatMap((parts) => {
      const head = both(parts, at)
      if (head === null) return []
      return parts.some((part) => part.at.isOpen === true) ? opened(head) : head
    })
  }

  #list(at: TypeAt, node: TSArrayType | TSTupleType, isReadonly: boolean): Heads {
    if (node.type === 'TSArrayType') {
      const type = { ...at, node: node.elementType }
      return [
        { kind: 'list', elements: [{ type, isRest: true, isOptional: false }], isReadonly, at },
      ]
    }
    const elements: Element[] = []
    for (const element of node.elementTypes) {
      const added = this.#element(at, element)
      if (added === null || elements.length + added.length > HEADS_MAX) return null
      elements.push(...added)
    }
    return [{ kind: 'list', elements, isReadonly, at }]
  }

  #element(at: TypeAt, element: TSTupleType['elementTypes'][number]): readonly Element[] | null {
    switch (element.type) {
      case 'TSNamedTupleMember': {
        const inner = this.#element(at, element.elementType)
        return element.optional
          ? (inner?.map((one) => ({ ...one, isOptional: true })) ?? null)
          : inner
      }
      case 'TSOptionalType': {
        const type = { ...at, node: element.typeAnnotation }
        return [{ type, isRest: false, isOptional: true }]
      }
      case 'TSRestType': {
        const heads = this.of({ ...at, node: element.typeAnnotation })
        const [only] = heads ?? []
        return heads?.length === 1 && only?.kind === 'list' ? only.elements : null
      }
      default:
        return [{ type: { ...at, node: element }, isRest: false, isOptional: false }]
    }
  }

  #operator(at: TypeAt, node: TSTypeOperator): Heads {
    const inner = { ...at, node: node.typeAnnotation }
    if (node.operator === 'unique') return [{ kind: 'primitive', name: 'symbol', at }]
    if (node.operator === 'readonly') {
      const heads = this.of(inner)
      return (
        heads?.map((head) => (head.kind === 'list' ? { ...head, isReadonly: true, at } : head)) ??
        null
      )
    }
    // What stands for a parameter has keys of its own.
    if (isOpenType(inner)) return null
    const objects = this.of(inner)
    const texts: readonly Head[] = [
      { kind: 'primitive', name: 'string', at: keywordAt('TSStringKeyword', at) },
      { kind: 'primitive', name: 'number', at: keywordAt('TSNumberKeyword', at) },
    ]
    if (objects?.length === 1 && objects[0]?.kind === 'any')
      return [...texts, { kind: 'primitive', name: 'symbol', at }]
    const shape = this.shapes.of(inner)
    if (shape === null || !shape.isWhole) return null
    return shape.hasIndex ? texts : literals(keyed(shape).keys(), at)
  }

  /** A mapped type over what is no object leaves it as it is. */
  #mapped(at: TypeAt, node: TSMappedType): Heads {
    const { constraint } = node
    if (constraint.type !== 'TSTypeOperator' || constraint.operator !== 'keyof')
      return [{ kind: 'structure', at }]
    const heads = this.of({ ...at, node: constraint.typeAnnotation })
    if (heads === null || !heads.some(isNoObject)) return [{ kind: 'structure', at }]
    return heads.every((head) => isNoObject(head) && head.kind !== 'list') ? heads : null
  }

  #query(at: TypeAt, node: TSTypeQuery): Heads {
    const target = queried(this.shapes.names, at, node)
    if (target !== null) {
      if (target instanceof ModuleSymbol) return [{ kind: 'value', target, at }]
      const type = target.has('class', 'function', 'enum') ? null : declaredType(target)
      if (type === null) return hasValue(target) ? [{ kind: 'value', target, at }] : null
      return this.shapes.budget.guarded(target, 2, () => this.of(type))
    }
    const path = node.exprName.type === 'TSImportType' ? null : entityPath(node.exprName)
    if (path === null || this.shapes.names.isLost(at.scope, path)) return null
    const name = libraryValue(path.join('.'))
    return name === null ? null : [{ kind: 'library', name, given: [], at }]
  }

  #reference(at: TypeAt, node: TSTypeReference): Heads {
    const path = entityPath(node.typeName)
    if (path === null) return null
    const [first = ''] = path
    const parameter = path.length === 1 ? at.bound.get(first) : undefined
    if (parameter !== undefined) return parameter === null ? null : this.of(parameter)
    const given = argumentsAt(node.typeArguments, at)
    const found = this.shapes.names.path(at.scope, path)
    if (found !== null) return this.#target(at, found.target, given)
    if (this.shapes.names.isLost(at.scope, path)) return null
    const value = this.shapes.keys.enumMember(at.scope, path)
    if (value !== null) return [{ kind: 'enum', ...value, at }]
    return this.#library(at, path, given)
  }

  #library(at: TypeAt, path: readonly string[], given: readonly TypeAt[]): Heads {
    const name = path.join('.').replace(/^globalThis\./, '')
    const alias = utilityAlias(name)
    if (alias !== null) return this.#target(at, alias, given)
    const [of] = given
    if (SAME.has(name) && of !== undefined) {
      const heads = this.of(of)
      if (heads === null || heads.every((head) => !isNoObject(head)))
        return [{ kind: 'structure', at }]
      return heads.map((head) => (isNoObject(head) ? head : { kind: 'structure', at: head.at }))
    }
    if (STRUCTURES.has(name)) return [{ kind: 'structure', at }]
    if ((name === 'Array' || name === 'ReadonlyArray') && of !== undefined) {
      const elements = [{ type: of, isRest: true, isOptional: false }]
      return [{ kind: 'list', elements, isReadonly: name !== 'Array', at }]
    }
    const keys = this.shapes.keys.of(at)
    if (keys !== null) return literals(keys, at)
    return this.shapes.of(at) !== null && isLibraryName(name)
      ? [{ kind: 'library', name, given, at }]
      : null
  }

  #target(at: TypeAt, target: Target, given: readonly TypeAt[]): Heads {
    if (target instanceof ModuleSymbol) return null
    if (target.has('class', 'interface')) return [{ kind: 'instance', symbol: target, given, at }]
    const values = enumValues(target)
    if (values !== null) return [{ kind: 'enum', symbol: target, value: null, at }]
    const [alias] = target.of('type')
    if (alias === undefined) return null
    const { budget } = this.shapes
    const evaluate = () => budget.guarded(alias, SELF_MAX, () => this.of(aliasAt(alias, given)))
    if (given.length > 0) return evaluate()
    return budget.remembered(this.#aliases, target, evaluate)
  }
}
