// Whether one type is assignable to another, as far as declarations can tell, and what `infer`
// stands for meanwhile. True and false are certain; null is all the rest, and never a guess.

import type { TSInferType, TSTemplateLiteralType, TSType, TSTypeReference } from 'oxc-parser'
import { entityPath } from '../program/bind.ts'
import type { Target } from '../program/names.ts'
import { ModuleSymbol } from '../program/symbols.ts'
import { signatureOf } from '../types/callSignature.ts'
import type { Head, HeadOf } from '../types/head.ts'
import { keyed } from '../types/shape.ts'
import { ShapePart } from '../types/shapeReader.ts'
import { imported } from '../types/targets.ts'
import {
  aliasAt,
  argumentsAt,
  isOpenType,
  literalAt,
  type TypeAt,
  unionAt,
} from '../types/typeAt.ts'
import { type Answer, every, some } from './answers.ts'
import { CallRelations } from './callRelations.ts'
import { Inferences } from './inferences.ts'
import { ListRelations } from './listRelations.ts'
import { NamedRelations } from './namedRelations.ts'
import { isPrimitive, simple } from './simpleHeads.ts'
import { StructureRelations } from './structureRelations.ts'
import type { TypeRelations } from './typeRelations.ts'

const ALIAS_MAX = 10

export class Relations extends ShapePart implements TypeRelations {
  readonly calls = new CallRelations(this.shapes, this)
  readonly lists = new ListRelations(this.shapes, this)
  readonly structures = new StructureRelations(this.shapes, this)
  readonly #names = new NamedRelations(this.shapes, this)

  /** Whether all parts of a type are assignable to another. */
  type(source: TypeAt, target: TypeAt, inferred: Inferences): Answer {
    const { node } = target
    if (node.type === 'TSParenthesizedType')
      return this.type(source, { ...target, node: node.typeAnnotation }, inferred)
    if (node.type === 'TSInferType') return this.#infer(source, target, node, inferred)
    if (node.type === 'TSAnyKeyword' || node.type === 'TSUnknownKeyword') return true
    if (source.node === node && source.bound === target.bound) return true
    if (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier') {
      const parameter = target.bound.get(node.typeName.name)
      if (parameter !== undefined)
        return parameter === null
          ? null
          : certain(this.type(source, parameter, inferred), parameter)
    }
    const heads = this.shapes.heads.of(source)
    if (heads === null) {
      inferred.miss(target)
      return null
    }
    if (node.type === 'TSUnionType' && heads.length > 1) {
      const parts = this.#alternatives(target)
      const open = parts.filter((part) => part.node.type === 'TSInferType')
      const [only] = open
      if (only !== undefined && open.length === 1)
        return this.#inferRest(heads, only, parts, inferred)
    }
    return every(heads, (head) => this.head(head, target, inferred))
  }

  /** The parts of a union as they are written, through parameters that stand for unions. */
  #alternatives(target: TypeAt): readonly TypeAt[] {
    const { node } = target
    if (node.type === 'TSUnionType')
      return node.types.flatMap((one) => this.#alternatives({ ...target, node: one }))
    if (node.type === 'TSParenthesizedType')
      return this.#alternatives({ ...target, node: node.typeAnnotation })
    if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return [target]
    const parameter = target.bound.get(node.typeName.name)
    return parameter ? this.#alternatives(parameter) : [target]
  }

  /** `infer X | undefined`: what nothing else of the union takes is what X stands for, all of it. */
  #inferRest(
    heads: readonly Head[],
    open: TypeAt,
    parts: readonly TypeAt[],
    inferred: Inferences,
  ): Answer {
    const fixed = parts.filter((part) => part !== open)
    const rest = heads.filter(
      (head) => !fixed.some((part) => this.head(head, part, new Inferences()) === true),
    )
    const types = rest.map(({ at }) => at)
    return this.type(unionAt(types, open), open, inferred)
  }

  #infer(
    source: TypeAt,
    target: TypeAt,
    { typeParameter }: TSInferType,
    inferred: Inferences,
  ): Answer {
    const { name, constraint } = typeParameter
    inferred.add(name.name, source)
    if (constraint === null) return true
    return this.type(source, { ...target, node: constraint }, inferred)
  }

  /** Whether one part of a type is assignable to another type. */
  head(source: Head, target: TypeAt, inferred: Inferences): Answer {
    const answer = this.shapes.budget.nested(() => this.#head(source, target, inferred))
    if (answer !== false || source.at.isOpen !== true) return answer
    // Less than the constraint may do what the constraint does not, if that is less than it.
    const { isOpen: _, ...constraint } = source.at
    const back = this.structures.deeper(() => this.type(target, constraint, new Inferences()))
    return back === false ? false : null
  }

  #head(source: Head, target: TypeAt, inferred: Inferences): Answer {
    const { node } = target
    switch (node.type) {
      case 'TSAnyKeyword':
      case 'TSUnknownKeyword':
        return true
      case 'TSNeverKeyword':
        return source.kind === 'any' ? null : false
      case 'TSInferType':
        return this.#infer(source.at, target, node, inferred)
      case 'TSParenthesizedType':
        return this.head(source, { ...target, node: node.typeAnnotation }, inferred)
      case 'TSUnionType':
        return some(node.types, (one) =>
          inferred.attempt((trial) => this.head(source, { ...target, node: one }, trial)),
        )
      case 'TSIntersectionType':
        return this.#toIntersection(source, target, node.types, inferred)
      default:
    }
    if (source.kind === 'any') return null
    if (source.kind === 'intersection') return this.#intersection(source, target, inferred)
    switch (node.type) {
      case 'TSTypeReference':
        return this.#reference(source, target, node, inferred)
      case 'TSImportType': {
        const found = imported(this.shapes.names, target, node)
        const given = argumentsAt(node.typeArguments, target)
        return found === null ? null : this.named(source, found, given, inferred)
      }
      case 'TSFunctionType':
      case 'TSConstructorType':
        return this.calls.call(source, signatureOf(node, target), inferred)
      case 'TSArrayType':
      case 'TSTupleType':
        return this.lists.list(source, target, inferred)
      case 'TSTypeOperator':
        if (node.operator === 'readonly') return this.lists.list(source, target, inferred)
        return this.#toKeys(source, target, { ...target, node: node.typeAnnotation })
      case 'TSTypeLiteral':
      case 'TSMappedType':
        return this.structures.structure(source, target, inferred)
      case 'TSTemplateLiteralType':
        return this.#template(source, target, node, inferred)
      case 'TSObjectKeyword':
        return !isPrimitive(source) && source.kind !== 'unknown'
      default:
        return this.#toHeads(source, target)
    }
  }

  #toIntersection(
    source: Head,
    target: TypeAt,
    nodes: readonly TSType[],
    inferred: Inferences,
  ): Answer {
    const parts = nodes.map((node) => ({ ...target, node }))
    const answer = every(parts, (part) => this.head(source, part, inferred))
    if (answer !== false) return answer
    // `1 & any` is any: how types are asked whether they are.
    const isAny = some(parts, (part) => {
      const heads = this.shapes.heads.of(part)
      return heads === null ? null : heads.some(({ kind }) => kind === 'any')
    })
    return isAny
  }

  #intersection(source: HeadOf<'intersection'>, target: TypeAt, inferred: Inferences): Answer {
    const whole = some(source.parts, (part) =>
      inferred.attempt((trial) => this.head(part, target, trial)),
    )
    if (whole !== false) return whole
    // What no part has may be there of all of them together.
    const { node } = target
    const isStructure = node.type === 'TSTypeLiteral' || node.type === 'TSMappedType'
    if (isStructure)
      return this.structures.structure({ kind: 'structure', at: source.at }, target, inferred)
    return node.type === 'TSTypeReference' || node.type === 'TSImportType' ? null : false
  }

  /** `keyof X`, which may be long. */
  #toKeys(source: Head, target: TypeAt, object: TypeAt): Answer {
    if (source.kind !== 'literal') return this.#toHeads(source, target)
    const whole = isOpenType(object) ? null : this.shapes.of(object)
    if (whole === null) return this.#toHeads(source, target)
    const shape = keyed(whole)
    if (shape.has(String(source.value))) return true
    return shape.isWhole && !shape.hasIndex ? false : this.#toHeads(source, target)
  }

  /** Types of few values: texts, numbers, `keyof`, conditions, members of enums. */
  #toHeads(source: Head, target: TypeAt): Answer {
    const heads = this.shapes.heads.of(target)
    if (heads === null) return null
    return some(heads, (head) => {
      if (head.kind === 'any' || head.kind === 'unknown') return true
      const isSimple = head.kind === 'literal' || head.kind === 'primitive' || head.kind === 'enum'
      if (isSimple) return simple(source, head)
      if (head.at.node === target.node) return isPrimitive(source) ? false : null
      return this.head(source, head.at, new Inferences())
    })
  }

  #reference(source: Head, target: TypeAt, node: TSTypeReference, inferred: Inferences): Answer {
    const path = entityPath(node.typeName)
    if (path === null) return null
    const [first = ''] = path
    const parameter = path.length === 1 ? target.bound.get(first) : undefined
    if (parameter !== undefined)
      return parameter === null ? null : certain(this.head(source, parameter, inferred), parameter)
    const given = argumentsAt(node.typeArguments, target)
    const found = this.shapes.names.path(target.scope, path)
    if (found !== null) return this.named(source, found.target, given, inferred)
    if (this.shapes.names.isLost(target.scope, path)) return null
    if (this.shapes.keys.enumMember(target.scope, path) !== null)
      return this.#toHeads(source, target)
    return this.#names.library(
      source,
      target,
      path.join('.').replace(/^globalThis\./, ''),
      given,
      inferred,
    )
  }

  /** Against what a name stands for. */
  named(source: Head, target: Target, given: readonly TypeAt[], inferred: Inferences): Answer {
    if (target instanceof ModuleSymbol) return null
    if (target.has('class', 'interface'))
      return this.#names.instance(source, target, given, inferred)
    if (target.has('enum')) {
      if (source.kind === 'enum') return source.symbol === target
      return source.kind === 'literal' && typeof source.value === 'number' ? null : false
    }
    const [alias] = target.of('type')
    if (alias === undefined) return null
    const type = aliasAt(alias, given)
    return this.shapes.budget.guarded(alias, ALIAS_MAX, () => this.head(source, type, inferred))
  }

  #template(
    source: Head,
    target: TypeAt,
    node: TSTemplateLiteralType,
    inferred: Inferences,
  ): Answer {
    if (source.kind === 'text') return null
    if (source.kind !== 'literal')
      return source.kind === 'primitive' || source.kind === 'list' ? false : null
    const parts = matchTemplate(
      String(source.value),
      node.quasis.map(({ value }) => value.cooked ?? ''),
    )
    if (parts === null) return false
    return every(node.types, (type, at) => {
      const text = parts[at] ?? ''
      if (type.type === 'TSNumberKeyword') return text !== '' && String(Number(text)) === text
      return this.type(literalAt(text, target), { ...target, node: type }, inferred)
    })
  }
}

/** What is assignable to a constraint may not be to what stands for the parameter. */
function certain(answer: Answer, { isOpen }: TypeAt): Answer {
  return answer === true && isOpen === true ? null : answer
}

/** What stands between the fixed parts of a template; null when the text does not match. */
function matchTemplate(text: string, fixed: readonly string[]): string[] | null {
  const [first = '', ...rest] = fixed
  const last = rest.at(-1)
  if (last === undefined) return text === first ? [] : null
  if (!text.startsWith(first)) return null
  const parts: string[] = []
  let at = first.length
  for (const next of rest.slice(0, -1)) {
    // Nothing between two places: the first takes one character.
    const end = next === '' ? at + 1 : text.indexOf(next, at)
    if (end < 0 || end > text.length) return null
    parts.push(text.slice(at, end))
    at = end + next.length
  }
  if (!text.endsWith(last) || text.length - last.length < at) return null
  parts.push(text.slice(at, text.length - last.length))
  return parts
}
