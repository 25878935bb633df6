// Whether one type is assignable to another, as far as declarations can tell, and what `infer`
// stands for meanwhile. True and false are certain; null is all the rest, and never a guess.

import type { TSType } from 'oxc-parser'
import { type Answer, every, some } from './answers.ts'
import { entityPath } from './bind.ts'
import type { Head } from './heads.ts'
import { bases } from './heritage.ts'
import { Inferences } from './inferences.ts'
import { libraryBases, libraryType } from './library.ts'
import { isMethod, isPrivate } from './memberNodes.ts'
import type { Target } from './names.ts'
import { isOptionalProperty, type Property, type Shape } from './shape.ts'
import type { Shapes } from './shapes.ts'
import { memberSignatureOf, type Signature, signatureOf } from './signatureTypes.ts'
import { type DeclaredSymbol, ModuleSymbol } from './symbols.ts'
import { matchTemplate } from './templates.ts'
import {
  argumentsAt,
  bind,
  type Element,
  elementOf,
  literalAt,
  type TypeAt,
  tupleAt,
  unionAt,
} from './types.ts'
import { utilityAlias } from './utilities.ts'

const ALIAS_MAX = 10
const STRUCTURES_MAX = 3
const NULLISH = new Set(['null', 'undefined', 'void'])

export class Relations {
  readonly #shapes: Shapes
  #depth = 0

  constructor(shapes: Shapes) {
    this.#shapes = shapes
  }

  /** Whether all parts of a type are assignable to another. */
  type(source: TypeAt, target: TypeAt, inferred: Inferences): Answer {
    const { node } = target
    if (node.type === 'TSParenthesizedType')
      return this.type(source, { ...target, node: node.typeAnnotation }, inferred)
    if (node.type === 'TSInferType') return this.#infer(source, target, node, inferred)
    if (node.type === 'TSAnyKeyword' || node.type === 'TSUnknownKeyword') return true
    if (source.node === node && source.bound === target.bound) return true
    if (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier') {
      const parameter = this.#shapes.parameter(target, node.typeName.name)
      if (parameter !== undefined)
        return parameter === null
          ? null
          : certain(this.type(source, parameter, inferred), parameter)
    }
    const heads = this.#shapes.heads.of(source)
    if (heads === null) {
      forget(target, inferred)
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
    const parameter = this.#shapes.parameter(target, node.typeName.name)
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
    { typeParameter }: Extract<TSType, { type: 'TSInferType' }>,
    inferred: Inferences,
  ): Answer {
    const { name, constraint } = typeParameter
    inferred.add(name.name, source)
    if (constraint === null) return true
    return this.type(source, { ...target, node: constraint }, inferred)
  }

  /** Whether one part of a type is assignable to another type. */
  head(source: Head, target: TypeAt, inferred: Inferences): Answer {
    const answer = this.#shapes.budget.nested(() => this.#head(source, target, inferred))
    if (answer !== false || source.at.isOpen !== true) return answer
    // Less than the constraint may do what the constraint does not, if that is less than it.
    const { isOpen: _, ...constraint } = source.at
    const back = this.#deeper(() => this.type(target, constraint, new Inferences()))
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
        const found = this.#shapes.values.imported(target, node)
        const given = argumentsAt(node.typeArguments, target)
        return found === null ? null : this.#named(source, found, given, inferred)
      }
      case 'TSFunctionType':
      case 'TSConstructorType':
        return this.#call(source, signatureOf(node, target), inferred)
      case 'TSArrayType':
      case 'TSTupleType':
        return this.#toList(source, target, inferred)
      case 'TSTypeOperator':
        if (node.operator === 'readonly') return this.#toList(source, target, inferred)
        return this.#toKeys(source, target, { ...target, node: node.typeAnnotation })
      case 'TSTypeLiteral':
      case 'TSMappedType':
        return this.#structure(source, target, inferred)
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
      const heads = this.#shapes.heads.of(part)
      return heads === null ? null : heads.some(({ kind }) => kind === 'any')
    })
    return isAny
  }

  #intersection(
    source: Extract<Head, { kind: 'intersection' }>,
    target: TypeAt,
    inferred: Inferences,
  ): Answer {
    const whole = some(source.parts, (part) =>
      inferred.attempt((trial) => this.head(part, target, trial)),
    )
    if (whole !== false) return whole
    // What no part has may be there of all of them together.
    const { node } = target
    const isStructure = node.type === 'TSTypeLiteral' || node.type === 'TSMappedType'
    if (isStructure) return this.#structure({ kind: 'structure', at: source.at }, target, inferred)
    return node.type === 'TSTypeReference' || node.type === 'TSImportType' ? null : false
  }

  /** `keyof X`, which may be long. */
  #toKeys(source: Head, target: TypeAt, object: TypeAt): Answer {
    if (source.kind !== 'literal') return this.#toHeads(source, target)
    const shape = this.#shapes.of(object)
    if (shape === null) return this.#toHeads(source, target)
    if (shape.has(String(source.value))) return true
    return shape.isWhole && !shape.hasIndex ? false : this.#toHeads(source, target)
  }

  /** Types of few values: texts, numbers, `keyof`, conditions, members of enums. */
  #toHeads(source: Head, target: TypeAt): Answer {
    const heads = this.#shapes.heads.of(target)
    if (heads === null) return null
    return some(heads, (head) => {
      if (head.kind === 'any' || head.kind === 'unknown') return true
      const isSimple = head.kind === 'literal' || head.kind === 'primitive' || head.kind === 'enum'
      if (isSimple) return simple(source, head)
      if (head.at.node === target.node) return isPrimitive(source) ? false : null
      return this.head(source, head.at, new Inferences())
    })
  }

  #reference(
    source: Head,
    target: TypeAt,
    node: Extract<TSType, { type: 'TSTypeReference' }>,
    inferred: Inferences,
  ): Answer {
    const path = entityPath(node.typeName)
    if (path === null) return null
    const [first = ''] = path
    const parameter = path.length === 1 ? this.#shapes.parameter(target, first) : undefined
    if (parameter !== undefined)
      return parameter === null ? null : certain(this.head(source, parameter, inferred), parameter)
    const given = argumentsAt(node.typeArguments, target)
    const found = this.#shapes.names.path(target.scope, path)
    if (found !== null) return this.#named(source, found.target, given, inferred)
    if (this.#shapes.keys.enumMember(target.scope, path) !== null)
      return this.#toHeads(source, target)
    return this.#library(
      source,
      target,
      path.join('.').replace(/^globalThis\./, ''),
      given,
      inferred,
    )
  }

  #named(source: Head, target: Target, given: readonly TypeAt[], inferred: Inferences): Answer {
    if (target instanceof ModuleSymbol) return null
    if (target.has('class', 'interface')) return this.#instance(source, target, given, inferred)
    if (target.has('enum')) {
      if (source.kind === 'enum') return source.symbol === target
      return source.kind === 'literal' && typeof source.value === 'number' ? null : false
    }
    const [alias] = target.of('type')
    if (alias === undefined) return null
    const bound = bind(alias.node.typeParameters, given, alias.scope)
    const type = { node: alias.node.typeAnnotation, scope: alias.scope, bound }
    return this.#shapes.budget.guarded(alias, ALIAS_MAX, () => this.head(source, type, inferred))
  }

  #instance(
    source: Head,
    target: DeclaredSymbol,
    given: readonly TypeAt[],
    inferred: Inferences,
  ): Answer {
    if (source.kind === 'instance') {
      const found = this.#ancestor(source, target)
      if (found !== null) return this.#arguments(found.given, given, inferred)
    }
    const isNominal = target
      .of('class')
      .some(({ node }) => node.body.body.some((one) => isPrivate(one) || hasHash(one)))
    if (isNominal) return source.kind === 'instance' || isPrimitive(source) ? false : null
    const shape = this.#shapes.instance(target, given)
    const calls = this.#shapes.calls.ofSymbol(target, given)
    return this.#toShape(source, shape, calls, inferred)
  }

  /** The class or interface itself, or one that it comes from, with what its parameters stand for. */
  #ancestor(
    source: Extract<Head, { kind: 'instance' }>,
    target: DeclaredSymbol,
  ): Extract<Head, { kind: 'instance' }> | null {
    const seen = new Set<DeclaredSymbol>()
    const waiting = [source]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (at.symbol === target) return at
      if (seen.has(at.symbol)) continue
      seen.add(at.symbol)
      for (const base of bases(at.symbol, at.given)) {
        this.#shapes.names.program.step()
        const heads = this.#shapes.heads.of(base) ?? []
        waiting.push(...heads.filter((head) => head.kind === 'instance'))
      }
    }
    return null
  }

  /** Arguments of the same generic type. Which way they vary is not known. */
  #arguments(source: readonly TypeAt[], target: readonly TypeAt[], inferred: Inferences): Answer {
    const answers = target.map((one, place) => {
      const given = source[place]
      if (given !== undefined) return this.type(given, one, inferred)
      forget(one, inferred)
      return one.node.type === 'TSAnyKeyword' ? true : null
    })
    return answers.every((answer) => answer === true) ? true : null
  }

  #library(
    source: Head,
    target: TypeAt,
    name: string,
    given: readonly TypeAt[],
    inferred: Inferences,
  ): Answer {
    const alias = utilityAlias(name)
    if (alias !== null) return this.#named(source, alias, given, inferred)
    if (name === 'Object') return !isNullish(source)
    if (name === 'Array' || name === 'ReadonlyArray') return this.#toList(source, target, inferred)
    if (name === 'Function') return this.#isCallable(source)
    const [of] = given
    if (source.kind === 'list' && of !== undefined && /^(?:Iterable|ArrayLike)$/.test(name))
      return this.type(elementOf(source.elements, target), of, inferred)
    const from = this.#libraryAncestor(source, name)
    if (from !== null) return this.#arguments(from, given, inferred)
    const members = libraryType(name)
    if (members === null) return this.#structure(source, target, inferred)
    if (source.kind === 'unknown' || isNullish(source)) return false
    const shape = this.#shapes.apparent(source)
    if (shape === null || !shape.isWhole) return null
    // Methods are there for certain; of properties the library does not say which may be missing.
    const methods = [...members.values()].filter((member) => member.isMethod)
    return methods.some((member) => !shape.has(member.name)) ? false : null
  }

  /** The arguments under which a part is a type of the library; null when it is none. */
  #libraryAncestor(source: Head, name: string): readonly TypeAt[] | null {
    if (source.kind === 'library') {
      if (source.name === name) return source.given
      // What `Promise<T>` is a `PromiseLike` of is the same T.
      return libraryBases(source.name).has(name) || `${source.name}Like` === name
        ? source.given
        : null
    }
    if (source.kind !== 'instance') return null
    for (const base of bases(source.symbol, source.given)) {
      for (const head of this.#shapes.heads.of(base) ?? []) {
        const found = this.#shapes.budget.nested(() => this.#libraryAncestor(head, name))
        if (found !== null) return found
      }
    }
    return null
  }

  #isCallable(source: Head): Answer {
    if (source.kind === 'call') return true
    if (source.kind === 'unknown' || isPrimitive(source) || source.kind === 'list') return false
    if (source.kind === 'library') return libraryType(source.name)?.has('apply') ?? null
    const calls = [this.#shapes.calls.of(source, false), this.#shapes.calls.of(source, true)]
    if (calls.some((list) => list !== null && list.length > 0)) return true
    return calls.includes(null) ? null : false
  }

  #toList(source: Head, target: TypeAt, inferred: Inferences): Answer {
    if (source.kind !== 'list')
      return source.kind === 'instance' || source.kind === 'intersection' ? null : false
    const list = this.#listNode(target)
    if (list === null) return null
    if (source.isReadonly && !list.isReadonly) return false
    const { pattern } = list
    const [only] = pattern
    if (pattern.length === 1 && only?.isRest === true && only.isArray)
      return this.type(elementOf(source.elements, target), only.type, inferred)
    return this.#toTuple(source.elements, pattern, inferred)
  }

  #listNode(target: TypeAt): Readonly<{ pattern: readonly Place[]; isReadonly: boolean }> | null {
    const { node } = target
    switch (node.type) {
      case 'TSTypeOperator': {
        const inner = this.#listNode({ ...target, node: node.typeAnnotation })
        return inner === null ? null : { ...inner, isReadonly: true }
      }
      case 'TSParenthesizedType':
        return this.#listNode({ ...target, node: node.typeAnnotation })
      case 'TSArrayType':
        return {
          pattern: [place({ ...target, node: node.elementType }, true, true)],
          isReadonly: false,
        }
      case 'TSTypeReference': {
        const [of] = argumentsAt(node.typeArguments, target)
        const isReadonly = node.typeName.type !== 'Identifier' || node.typeName.name !== 'Array'
        return of === undefined ? null : { pattern: [place(of, true, true)], isReadonly }
      }
      case 'TSTupleType':
        return {
          pattern: node.elementTypes.map((one) => tuplePlace(target, one)),
          isReadonly: false,
        }
      default:
        return null
    }
  }

  /** `[infer First, ...infer Rest]` and its like. */
  #toTuple(source: readonly Element[], pattern: readonly Place[], inferred: Inferences): Answer {
    const rest = pattern.findIndex(({ isRest }) => isRest)
    const fixed = rest < 0 ? pattern.length : pattern.length - 1
    const known = source.findIndex(({ isRest }) => isRest)
    const required = pattern.filter(({ isRest, isOptional }) => !isRest && !isOptional).length
    if (source.filter((one) => !one.isRest && !one.isOptional).length < required) return false
    if (known >= 0 ? rest < 0 : rest < 0 && source.length > fixed) return false
    const tail = rest < 0 ? 0 : pattern.length - rest - 1
    if (known >= 0 && tail > 0) return null
    const head = rest < 0 ? pattern.length : rest
    const last = source.length - tail
    if (known >= 0 && known < head) return null
    const pairs = [
      ...pattern.slice(0, head).map((one, at) => [source[at], one] as const),
      ...pattern.slice(pattern.length - tail).map((one, at) => [source[last + at], one] as const),
    ]
    const answer = every(tail === 0 ? pairs.slice(0, head) : pairs, ([one, to]) =>
      one === undefined ? true : this.type(one.type, to.type, inferred),
    )
    const middle = rest < 0 ? undefined : pattern[rest]
    if (answer !== true || middle === undefined) return answer
    const between = source.slice(head, last)
    if (middle.isArray) return every(between, (one) => this.type(one.type, middle.type, inferred))
    return this.type(tupleAt(between, middle.type), middle.type, inferred)
  }

  /** Function types: `(...args: any) => infer R` and its like. */
  #call(source: Head, target: Signature, inferred: Inferences): Answer {
    if (source.kind === 'unknown' || isPrimitive(source) || source.kind === 'list') return false
    const signatures = this.#shapes.calls.of(source, target.isNew)
    if (signatures === null) {
      forget(target.result ?? source.at, inferred)
      return null
    }
    const last = signatures.at(-1)
    if (last === undefined) return false
    const answer = this.#signature(last, target, inferred)
    return answer === true || signatures.length === 1 ? answer : null
  }

  #signature(source: Signature, target: Signature, inferred: Inferences): Answer {
    const given = this.#given(source, target, inferred)
    if (given === false) return false
    const { result } = target
    const isAny =
      result === null ||
      result.node.type === 'TSAnyKeyword' ||
      result.node.type === 'TSUnknownKeyword' ||
      result.node.type === 'TSVoidKeyword'
    if (isAny) return given
    if (source.result === null) {
      forget(result, inferred)
      return null
    }
    const returned = this.type(source.result, result, inferred)
    return returned === true ? given : returned
  }

  /** Whether a call of the target's kind gives the source what it needs. */
  #given(source: Signature, target: Signature, inferred: Inferences): Answer {
    const [only] = target.parameters
    if (target.parameters.length === 1 && only?.isRest === true) {
      const { node } = only.type
      if (node.type === 'TSAnyKeyword') return true
      // `...args: infer P` takes the parameters as they are; a list has types of its own.
      if (node.type === 'TSInferType')
        return this.type(tupleAt(source.parameters, only.type), only.type, inferred)
      if (node.type === 'TSArrayType' && node.elementType.type === 'TSAnyKeyword') return true
      return null
    }
    const required = source.parameters.filter((one) => !one.isRest && !one.isOptional).length
    const hasRest = target.parameters.some(({ isRest }) => isRest)
    if (!hasRest && required > target.parameters.length) return false
    return every(target.parameters, (parameter, at) => {
      if (parameter.isRest) return parameter.type.node.type === 'TSInferType' ? null : true
      const taken = source.parameters[at]
      if (taken === undefined) return true
      if (containsInfer(parameter.type, this.#shapes))
        return inferred.taking(() => this.type(taken.type, parameter.type, inferred))
      if (taken.isRest) return null
      const answer = this.type(parameter.type, taken.type, new Inferences())
      return answer === false ? null : answer
    })
  }

  #template(
    source: Head,
    target: TypeAt,
    node: Extract<TSType, { type: 'TSTemplateLiteralType' }>,
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

  #structure(source: Head, target: TypeAt, inferred: Inferences): Answer {
    if (source.kind === 'unknown' || isNullish(source)) return false
    const shape = this.#shapes.of(target)
    if (shape === null) return null
    const { node } = target
    const members = node.type === 'TSTypeLiteral' ? node.members : []
    const calls = members.flatMap((member) => memberSignatureOf(member, target) ?? [])
    return this.#toShape(source, shape, calls, inferred)
  }

  #toShape(
    source: Head,
    target: Shape,
    calls: readonly Signature[] | null,
    inferred: Inferences,
  ): Answer {
    if (source.kind === 'unknown' || isNullish(source)) return false
    const shape = this.#shapes.apparent(source)
    if (shape === null) return null
    const isMissing = ([name, property]: readonly [string, Property]) =>
      !shape.has(name) && !isOptionalProperty(property)
    if (shape.isWhole && !shape.hasIndex && [...target].some(isMissing)) return false
    const isCalled = calls === null || calls.length > 0
    if (isWeak(target) && !isCalled && !target.hasIndex && shape.size > 0 && shape.isWhole) {
      if (![...target.keys()].some((name) => shape.has(name))) return false
    }
    return this.#deeper(() => {
      const properties = every([...target], ([name, property]) =>
        this.#property(shape, name, property, inferred),
      )
      if (properties === false) return false
      const called = every(calls ?? [], (call) => this.#call(source, call, inferred))
      if (called === false) return false
      const isTold = target.isWhole && !target.hasIndex && calls !== null
      return isTold && properties === true ? called : null
    })
  }

  /** Members of members of members are as far as it is looked. */
  #deeper(ask: () => Answer): Answer {
    if (this.#depth >= STRUCTURES_MAX) return null
    this.#depth += 1
    try {
      return ask()
    } finally {
      this.#depth -= 1
    }
  }

  #property(shape: Shape, name: string, property: Property, inferred: Inferences): Answer {
    const type = this.#shapes.typeOf(property)
    const there = shape.get(name)
    if (there === undefined) {
      if (type !== null) forget(type, inferred)
      if (isOptionalProperty(property)) return true
      return shape.isWhole && !shape.hasIndex ? false : null
    }
    if (type === null) return null
    const from = this.#shapes.typeOf(there)
    if (from === null) {
      forget(type, inferred)
      return type.node.type === 'TSAnyKeyword' || type.node.type === 'TSUnknownKeyword'
        ? true
        : null
    }
    const answer = this.type(from, type, inferred)
    // Methods may take less than they are asked for.
    return answer === false && property.kind === 'declared' && property.nodes.some(isMethod)
      ? null
      : answer
  }
}

type Place = Readonly<{
  type: TypeAt
  isRest: boolean
  /** `...T[]` and not `...T`. */
  isArray: boolean
  isOptional: boolean
}>

function place(type: TypeAt, isRest: boolean, isArray: boolean, isOptional = false): Place {
  return { type, isRest, isArray, isOptional }
}

function tuplePlace(
  target: TypeAt,
  element: Extract<TSType, { type: 'TSTupleType' }>['elementTypes'][number],
): Place {
  switch (element.type) {
    case 'TSNamedTupleMember': {
      const inner = tuplePlace(target, element.elementType)
      return element.optional ? { ...inner, isOptional: true } : inner
    }
    case 'TSOptionalType':
      return place({ ...target, node: element.typeAnnotation }, false, false, true)
    case 'TSRestType': {
      const { typeAnnotation: node } = element
      if (node.type === 'TSArrayType')
        return place({ ...target, node: node.elementType }, true, true)
      return place({ ...target, node }, true, node.type === 'TSAnyKeyword')
    }
    default:
      return place({ ...target, node: element }, false, false)
  }
}

/** What is assignable to a constraint may not be to what stands for the parameter. */
function certain(answer: Answer, { isOpen }: TypeAt): Answer {
  return answer === true && isOpen === true ? null : answer
}

/** Names behind `infer` that nothing was found for cannot be told. */
function forget({ node }: TypeAt, inferred: Inferences): void {
  if (node.type === 'TSInferType') {
    const { name } = node.typeParameter.name
    if (!inferred.has(name)) inferred.forget(name)
  }
}

function containsInfer(type: TypeAt, shapes: Shapes): boolean {
  const { node } = type
  if (node.type === 'TSInferType') return true
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return false
  const parameter = shapes.parameter(type, node.typeName.name)
  return parameter !== null && parameter !== undefined && containsInfer(parameter, shapes)
}

function isPrimitive({ kind }: Head): boolean {
  return kind === 'literal' || kind === 'primitive' || kind === 'enum' || kind === 'text'
}

function isNullish(head: Head): boolean {
  return head.kind === 'primitive' && NULLISH.has(head.name)
}

/** Texts, numbers and the like against each other. */
function simple(source: Head, target: Head): Answer {
  switch (target.kind) {
    case 'literal':
      if (source.kind === 'literal') return String(source.value) === String(target.value)
      return source.kind === 'enum' && source.value === String(target.value) ? null : false
    case 'primitive':
      if (source.kind === 'primitive')
        return (
          source.name === target.name || (source.name === 'undefined' && target.name === 'void')
        )
      if (source.kind === 'literal') return typeof source.value === target.name
      if (source.kind === 'text') return target.name === 'string'
      if (source.kind === 'enum') return /^(?:string|number)$/.test(target.name) ? null : false
      return false
    case 'enum':
      if (source.kind !== 'enum') return source.kind === 'literal' ? null : false
      if (source.symbol !== target.symbol) return false
      return target.value === null || source.value === target.value
    default:
      return null
  }
}

/** Nothing has to be there: something in common has to be, then. */
function isWeak(shape: Shape): boolean {
  return shape.size > 0 && [...shape.values()].every(isOptionalProperty)
}

function hasHash(node: Readonly<{ type: string }>): boolean {
  return 'key' in node && (node.key as { type?: string } | null)?.type === 'PrivateIdentifier'
}
