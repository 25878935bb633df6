// The types of members: as they are declared, as mapped types make them, and by index.

import type { TSIndexedAccessType, TSType } from 'oxc-parser'
import { ModuleSymbol } from '../program/symbols.ts'
import type { MemberNode } from '../types/memberNodes.ts'
import { isOptionalProperty, type Property, type Shape } from '../types/shape.ts'
import { ShapePart } from '../types/shapeReader.ts'
import { declaredType } from '../types/targets.ts'
import { elementOf, keywordAt, type TypeAt, unionAt } from '../types/typeAt.ts'

/** Types that one index may lead to. */
const INDEXED_MAX = 2_000

export class PropertyTypes extends ShapePart {
  /** The type of a property, where it is declared with one. */
  of(property: Property): TypeAt | null {
    const written = this.#writtenTypeOf(property)
    if (written === null || !isOptionalProperty(property)) return written
    return unionAt([written, keywordAt('TSUndefinedKeyword', written)], written)
  }

  #writtenTypeOf(property: Property): TypeAt | null {
    if (property.type !== undefined) return property.type()
    if (property.kind === 'symbol') {
      const target = this.shapes.names.resolve(property.exported.symbol)?.target
      const isTyped = target !== undefined && !(target instanceof ModuleSymbol)
      return isTyped && !target.has('class', 'function') ? declaredType(target) : null
    }
    if (property.kind !== 'declared') return null
    const { scope, bound, nodes } = property
    const written = nodes.length === 1 ? writtenType(nodes[0]) : accessorType(nodes)
    return written === null ? null : { node: written, scope, bound }
  }

  ofMember(shape: Shape | null, name: string): TypeAt | null {
    const property = shape?.get(name)
    return property === undefined ? null : this.of(property)
  }

  /** The types that `T[K]` comes to; null when that cannot be told. */
  indexed(type: TypeAt, node: TSIndexedAccessType): readonly TypeAt[] | null {
    const types = this.indexedParts(type, node)
    return types?.every((one) => one !== null) ? types : null
  }

  /** The same, with null for a part that cannot be told. */
  indexedParts(type: TypeAt, node: TSIndexedAccessType): readonly (TypeAt | null)[] | null {
    const object = { ...type, node: node.objectType }
    const keys = this.shapes.heads.of({ ...type, node: node.indexType })
    if (keys === null) return null
    if (keys.every((key) => key.kind === 'primitive' && key.name === 'number')) {
      const lists = this.shapes.heads.of(object)
      const types = lists?.map((list) =>
        list.kind === 'list' ? elementOf(list.elements, type) : null,
      )
      return types ?? null
    }
    const shapes = this.#parts(object)
    const types: (TypeAt | null)[] = []
    for (const key of keys) {
      const name =
        key.kind === 'literal' ? String(key.value) : key.kind === 'enum' ? key.value : null
      for (const shape of shapes) {
        if (types.length >= INDEXED_MAX) return null
        types.push(name === null ? null : this.ofMember(shape, name))
      }
    }
    return types
  }

  /** The shapes of the parts of a union; of any other type its own. */
  #parts(type: TypeAt): readonly (Shape | null)[] {
    const heads = this.shapes.heads.of(type)
    if (heads === null || heads.length < 2) return [this.shapes.of(type)]
    return heads.map((head) => this.shapes.apparent(head))
  }
}

/** The type of a member; a method has the type of a function. */
function writtenType(node: MemberNode | undefined): TSType | null {
  if (node === undefined) return null
  if ('typeAnnotation' in node && node.typeAnnotation) return node.typeAnnotation.typeAnnotation
  const call = 'params' in node ? node : 'value' in node ? node.value : null
  if (call === null || !('params' in call) || !call.returnType) return null
  if ('kind' in node && node.kind === 'get') return call.returnType.typeAnnotation
  if ('kind' in node && node.kind === 'set') return null
  const { params, returnType, typeParameters = null } = call
  return { type: 'TSFunctionType', params, returnType, typeParameters, start: 0, end: 0 }
}

/** An accessor has the type that reading it gives; overloads have all of their types. */
function accessorType(nodes: readonly MemberNode[]): TSType | null {
  const getter = nodes.find((node) => 'kind' in node && node.kind === 'get')
  if (getter !== undefined) return writtenType(getter)
  const calls = nodes.map(writtenType).filter((type) => type?.type === 'TSFunctionType')
  if (calls.length !== nodes.length) return writtenType(nodes[0])
  const members = calls.map(({ params, returnType, typeParameters }) => {
    const type = 'TSCallSignatureDeclaration' as const
    return { type, params, returnType, typeParameters, start: 0, end: 0 }
  })
  return { type: 'TSTypeLiteral', members, start: 0, end: 0 }
}
