// Members of types that are made by going through keys: mapped types, and the utilities that are
// mapped types in the library.

import type { Expression, TSMappedType } from 'oxc-parser'
import type { KeySet } from '../types/keySet.ts'
import {
  filtered,
  inherit,
  keyed,
  Members,
  marked,
  membersOf,
  type Property,
  type Shape,
} from '../types/shape.ts'
import { ShapePart } from '../types/shapeReader.ts'
import { returned } from '../types/targets.ts'
import { keywordAt, literalAt, type TypeAt } from '../types/typeAt.ts'

// `Record` has no node that its keys are written at.
const RECORD: Expression = { type: 'Literal', value: null, raw: 'null', start: 0, end: 0 }
const SAME = new Set(['Partial', 'Required', 'Readonly'])

export class MappedTypes extends ShapePart {
  of(type: TypeAt, node: TSMappedType): Shape | null {
    const { constraint } = node
    if (constraint.type === 'TSTypeOperator' && constraint.operator === 'keyof')
      return this.#ofObject(type, node, { ...type, node: constraint.typeAnnotation })
    if (node.nameType !== null) return this.#renamed(type, node)
    const keys = this.shapes.keys.of({ ...type, node: constraint })
    if (keys === null) {
      const value = node.typeAnnotation === null ? null : { ...type, node: node.typeAnnotation }
      return this.#indexed({ ...type, node: constraint }, value)
    }
    const made = [...keys].map((key) => {
      const value = this.#value(type, node, literalAt(key, type))
      return [key, { kind: 'mapped', node, scope: type.scope, ...value }] as const
    })
    return membersOf(made, keys)
  }

  /** `{ [K in keyof T]: … }`: the members of T, its index among them. */
  #ofObject(type: TypeAt, node: TSMappedType, object: TypeAt): Shape | null {
    const whole = this.shapes.of(object)
    if (whole === null) return null
    const from = keyed(whole)
    const shape = new Members()
    shape.isWhole = from.isWhole
    for (const [name, property] of from) {
      const key = literalAt(name, type)
      const value = this.#value(type, node, key)
      if (node.nameType === null) {
        shape.set(name, { ...property, ...value })
        continue
      }
      const names = this.#namesOf(type, node, key)
      if (names === null) shape.isWhole = false
      // What keeps its name is what it was.
      for (const one of names ?? [])
        shape.set(
          one,
          one === name
            ? { ...property, ...value }
            : { kind: 'mapped', node, scope: type.scope, ...value },
        )
    }
    if (!from.hasIndex) return shape
    const index = keywordAt('TSStringKeyword', type)
    const names = node.nameType === null ? null : this.#namesOf(type, node, index)
    shape.hasIndex = names === null || names.size > 0
    return shape
  }

  /** `{ [K in Types as K['name']]: … }`. */
  #renamed(type: TypeAt, node: TSMappedType): Shape | null {
    const heads = this.shapes.heads.of({ ...type, node: node.constraint })
    if (heads === null) return null
    const shape = new Members()
    for (const { at } of heads) {
      const names = this.#namesOf(type, node, at)
      if (names === null) shape.isWhole = false
      const value = this.#value(type, node, at)
      for (const name of names ?? [])
        shape.set(name, { kind: 'mapped', node, scope: type.scope, ...value })
    }
    return shape
  }

  /** What `as` makes of one key. */
  #namesOf(type: TypeAt, node: TSMappedType, key: TypeAt): ReadonlySet<string> | null {
    if (node.nameType === null) return null
    const bound = new Map([...type.bound, [node.key.name, key] as const])
    return this.shapes.keys.of({ node: node.nameType, scope: type.scope, bound })
  }

  #value(type: TypeAt, node: TSMappedType, key: TypeAt): Pick<Property, 'type' | 'isOptional'> {
    const { typeAnnotation, optional } = node
    const mark = optional === false ? {} : { isOptional: optional !== '-' }
    if (typeAnnotation === null) return mark
    // Few of them are ever asked for.
    return {
      ...mark,
      type: () => {
        const bound = new Map([...type.bound, [node.key.name, key] as const])
        return { node: typeAnnotation, scope: type.scope, bound }
      },
    }
  }

  /** Any text may be a key. */
  #indexed(keys: TypeAt, value: TypeAt | null): Shape {
    const heads = this.shapes.heads.of(keys)
    const shape = new Members()
    if (heads === null) return inherit(shape, null)
    for (const head of heads) {
      if (head.kind === 'literal')
        shape.set(String(head.value), { kind: 'mapped', node: RECORD, scope: keys.scope })
      else if (head.kind === 'primitive') {
        if (head.name !== 'string') continue
        shape.hasIndex = true
        shape.index = value
      } else shape.isWhole = false
    }
    return shape
  }

  /** Members of a utility type; null for other names. */
  utility(name: string, given: readonly TypeAt[], at: TypeAt): Shape | null {
    const [first, second] = given
    if (first === undefined) return null
    if (name === 'NoInfer') return this.shapes.of(first)
    if (SAME.has(name)) {
      const shape = this.shapes.of(first)
      if (shape === null || name === 'Readonly') return shape === null ? null : keyed(shape)
      return marked(keyed(shape), name === 'Partial')
    }
    switch (name) {
      case 'Pick':
      case 'Omit':
        return second === undefined ? null : this.#chosen(name, first, second)
      case 'Record': {
        const keys = this.shapes.keys.of(first)
        if (keys === null) return this.#indexed(first, second ?? null)
        const value = second === undefined ? {} : { type: () => second }
        const made = { kind: 'mapped', node: RECORD, scope: at.scope, ...value } as const
        return membersOf(
          [...keys].map((key) => [key, made]),
          keys,
        )
      }
      case 'InstanceType':
        return this.shapes.constructed.by(first, [])
      case 'ReturnType': {
        const result = returned(this.shapes.names, first)
        return result === null ? null : this.shapes.of(result)
      }
      default:
        return null
    }
  }

  #chosen(name: 'Pick' | 'Omit', from: TypeAt, which: TypeAt): Shape | null {
    const whole = this.shapes.of(from)
    if (whole === null) return null
    const shape = keyed(whole)
    const keys = this.shapes.keys.of(which)
    if (name === 'Pick') return keys === null ? null : kept(shape, keys)
    // The keys of what has an index are all texts: no name of it is left.
    if (shape.hasIndex) return filtered(shape, () => false)
    if (keys?.isWhole) return filtered(shape, (key) => !keys.has(key))
    const heads = this.shapes.heads.of(which)
    // Any name may be among those that are left out.
    if (heads === null) return inherit(new Members(), null)
    const isAll = heads.some((head) => head.kind === 'primitive' && head.name === 'string')
    const named = new Set(heads.map((head) => (head.kind === 'literal' ? String(head.value) : '')))
    return filtered(shape, (key) => !isAll && !named.has(key))
  }
}

function kept(shape: Shape, keys: KeySet): Shape {
  const left = filtered(shape, (key) => keys.has(key))
  return keys.isWhole ? left : inherit(inherit(new Members(), left), null)
}
