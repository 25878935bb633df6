// Which branch a conditional type takes, for each part of a union that it goes through.

import type { TSConditionalType, TSType } from 'oxc-parser'
import { keptIn } from '../../../../domain/maps.ts'
import type { Answer } from '../assignable/answers.ts'
import { Inferences } from '../assignable/inferences.ts'
import { Relations } from '../assignable/relations.ts'
import type { Head } from '../types/head.ts'
import { type Branches, ShapePart } from '../types/shapeReader.ts'
import type { TypeAt } from '../types/typeAt.ts'

/** So many possibilities are gone through of what a parameter may stand for. */
const OPEN_MAX = 8

export class Conditionals extends ShapePart {
  readonly #relations = new Relations(this.shapes)
  readonly #names = new WeakMap<TSType, readonly string[]>()

  branches(at: TypeAt, node: TSConditionalType): Branches {
    const found = this.shapes.budget.nested(() => this.#branches(at, node))
    return found ?? this.#both(at, node, false)
  }

  #branches(at: TypeAt, node: TSConditionalType): Branches {
    const name = this.#distributed(at, node.checkType)
    if (name === null) {
      const inferred = new Inferences()
      const check = { ...at, node: node.checkType }
      const answer = this.#relations.type(check, { ...at, node: node.extendsType }, inferred)
      const heads = answer === null ? this.shapes.heads.of(check) : null
      const isAny = heads?.length === 1 && heads[0]?.kind === 'any'
      return isAny ? this.#both(at, node, true) : this.#taken(at, node, answer, inferred)
    }
    const parameter = at.bound.get(name) ?? null
    const heads = parameter === null ? null : this.shapes.heads.of(parameter)
    if (heads === null) {
      const { type } = node.extendsType
      const isAll = type === 'TSAnyKeyword' || type === 'TSUnknownKeyword'
      return isAll ? this.#taken(at, node, true, new Inferences()) : this.#both(at, node, false)
    }
    const isOpen = heads.some(({ at: one }) => one.isOpen === true)
    if (isOpen && heads.length > OPEN_MAX) return this.#both(at, node, false)
    const parts = heads.map((head) => {
      const bound = heads.length === 1 ? at.bound : new Map([...at.bound, [name, head.at]])
      return this.#part(head, { ...at, bound }, node)
    })
    return {
      types: parts.flatMap(({ types }) => types),
      isExact: parts.every(({ isExact }) => isExact),
    }
  }

  #part(head: Head, at: TypeAt, node: TSConditionalType): Branches {
    const inferred = new Inferences()
    const target = { ...at, node: node.extendsType }
    const answer = this.#relations.head(head, target, inferred)
    if (head.kind === 'any' && answer !== true) return this.#both(at, node, true)
    return this.#taken(at, node, answer, inferred)
  }

  #taken(at: TypeAt, node: TSConditionalType, answer: Answer, inferred: Inferences): Branches {
    if (answer === null) return this.#both(at, node, false)
    if (!answer) return { types: [{ ...at, node: node.falseType }], isExact: true }
    return { types: [this.#held(at, node, inferred)], isExact: true }
  }

  #both(at: TypeAt, node: TSConditionalType, isExact: boolean): Branches {
    const types = [this.#held(at, node, new Inferences()), { ...at, node: node.falseType }]
    return { types, isExact }
  }

  /** The branch that is taken when the condition holds, with what `infer` stands for. */
  #held(at: TypeAt, node: TSConditionalType, inferred: Inferences): TypeAt {
    const names = this.#inferNames(node.extendsType)
    if (names.length === 0) return { ...at, node: node.trueType }
    const bound = new Map(at.bound)
    for (const name of names) bound.set(name, inferred.type(name))
    return { ...at, node: node.trueType, bound }
  }

  /** The parameter whose union is gone through part by part. */
  #distributed({ bound }: TypeAt, node: TSType): string | null {
    if (node.type === 'TSParenthesizedType') return null
    if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return null
    const { name } = node.typeName
    return bound.has(name) ? name : null
  }

  #inferNames(node: TSType): readonly string[] {
    return keptIn(this.#names, node, () => {
      const found = new Set<string>()
      collect(node, found)
      return [...found]
    })
  }
}

/** Names behind `infer`, anywhere in a type. Files are not nested deeper than parsers can follow. */
function collect(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) collect(one, names)
    return
  }
  // A node of the syntax tree: read as one, and never written.
  const node = value as Readonly<Record<string, unknown>> & TSType
  if (node.type === 'TSInferType') names.add(node.typeParameter.name.name)
  for (const [key, one] of Object.entries(node)) if (key !== 'parent') collect(one, names)
}
