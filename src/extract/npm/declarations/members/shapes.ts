// Which members a type has: of classes and interfaces with what they inherit, of type literals, and
// of the types that are made of others, as far as declarations can tell. What cannot be told is
// null, never an empty shape.

import type { TSInterfaceHeritage, TSType } from 'oxc-parser'
import { entityPath } from '../program/bind.ts'
import { globalName } from '../program/library.ts'
import type { Names, Target } from '../program/names.ts'
import { type DeclaredSymbol, ModuleSymbol, type Scope } from '../program/symbols.ts'
import { Budget } from '../types/budget.ts'
import { type Head, type HeadOf, isNoObject } from '../types/head.ts'
import {
  isConstructor,
  isHidden,
  isStatic,
  keyText,
  type MemberNode,
} from '../types/memberNodes.ts'
import { inherit, libraryShape, Members, merge, type Shape, shared, union } from '../types/shape.ts'
import type { MemberPlace, ShapeReader } from '../types/shapeReader.ts'
import { declaredType, imported } from '../types/targets.ts'
import { aliasAt, argumentsAt, type Bound, bind, OPEN, type TypeAt } from '../types/typeAt.ts'
import { utilityAlias } from '../types/utilities.ts'
import { Calls } from './calls.ts'
import { Conditionals } from './conditionals.ts'
import { Constructed } from './constructed.ts'
import { HeadReader } from './headReader.ts'
import { Keys } from './keys.ts'
import { MappedTypes } from './mappedTypes.ts'
import { PropertyTypes } from './propertyTypes.ts'
import { ValueMembers } from './valueMembers.ts'

/** A class or interface that is made of itself is followed so often. */
const SELF_MAX = 2
/** An alias may come to its end by conditions. */
const ALIAS_MAX = 30
const EMPTY: Shape = new Members()

export class Shapes implements ShapeReader {
  readonly names: Names
  readonly budget: Budget
  readonly keys = new Keys(this)
  readonly heads = new HeadReader(this)
  readonly calls = new Calls(this)
  readonly values = new ValueMembers(this)
  readonly constructed = new Constructed(this)
  readonly conditionals = new Conditionals(this)
  readonly types = new PropertyTypes(this)
  readonly #mapped = new MappedTypes(this)
  readonly #instances = new Map<DeclaredSymbol, Shape>()
  /** The same with the defaults of their parameters. */
  readonly #defaults = new Map<DeclaredSymbol, Shape>()
  readonly #aliases = new Map<DeclaredSymbol, Shape | null>()

  constructor(names: Names) {
    this.names = names
    this.budget = new Budget(names.program)
  }

  /** The members of a type; null when they cannot be told. */
  of(type: TypeAt): Shape | null {
    return this.budget.nested(() => this.#of(type))
  }

  #of(type: TypeAt): Shape | null {
    const { node, scope, bound } = type
    switch (node.type) {
      case 'TSTypeLiteral':
        return this.declared(node.members, { scope, bound, owner: null }, () => true)
      case 'TSTypeReference': {
        const given = argumentsAt(node.typeArguments, type)
        return this.#reference(type, entityPath(node.typeName), given)
      }
      case 'TSIntersectionType':
        return this.#all(node.types.map((one) => ({ ...type, node: one })))
      case 'TSUnionType':
        return this.#common(node.types.map((one) => ({ ...type, node: one })))
      case 'TSParenthesizedType':
        return this.of({ ...type, node: node.typeAnnotation })
      case 'TSTypeOperator':
        return node.operator === 'readonly' ? this.#list(type) : null
      case 'TSArrayType':
      case 'TSTupleType':
        return this.#list(type)
      case 'TSTypeQuery':
        return this.values.query(type, node)
      case 'TSImportType': {
        const found = imported(this.names, type, node)
        return found === null ? null : this.#target(found, argumentsAt(node.typeArguments, type))
      }
      case 'TSMappedType':
        return this.#mapped.of(type, node)
      case 'TSIndexedAccessType': {
        const types = this.types.indexed(type, node)
        return types === null ? null : this.#common(types)
      }
      case 'TSConditionalType':
        return this.#common(this.conditionals.branches(type, node).types)
      case 'TSFunctionType':
      case 'TSConstructorType':
      case 'TSObjectKeyword':
        return EMPTY
      default:
        return null
    }
  }

  #reference(type: TypeAt, path: readonly string[] | null, given: readonly TypeAt[]): Shape | null {
    if (path === null) return null
    const [first = ''] = path
    if (path.length === 1) {
      const parameter = type.bound.get(first)
      if (parameter !== undefined) return parameter === null ? null : this.of(parameter)
    }
    const found = this.names.path(type.scope, path)
    if (found !== null) return this.#target(found.target, given)
    if (this.names.isLost(type.scope, path)) return null
    const name = globalName(path)
    const made = this.#mapped.utility(name, given, type)
    if (made !== null) return made
    const alias = utilityAlias(name)
    return alias === null ? libraryShape(name) : this.#target(alias, given)
  }

  /** The type that a name stands for, if it is an alias; its end otherwise. */
  #target(target: Target, given: readonly TypeAt[]): Shape | null {
    if (target instanceof ModuleSymbol) return null
    if (target.has('class', 'interface')) return this.instance(target, given)
    const [alias] = target.of('type')
    if (alias === undefined) return target.has('enum') ? EMPTY : null
    const { typeParameters } = alias.node
    const evaluate = () =>
      this.budget.guarded(target, typeParameters ? ALIAS_MAX : SELF_MAX, () =>
        this.of(aliasAt(alias, given)),
      )
    // Without arguments it is the same everywhere; as itself it is asked for once.
    if (given === OPEN || given.length > 0) return evaluate()
    return this.budget.remembered(this.#aliases, target, evaluate)
  }

  /** Members of what an alias stands for. */
  alias(symbol: DeclaredSymbol): Shape | null {
    return this.#target(symbol, OPEN)
  }

  /** Whether an alias or a constant whose members cannot be told may have some: a text has none. */
  mayHaveMembers(symbol: DeclaredSymbol, kind: 'type' | 'variable'): boolean {
    const [alias] = symbol.of('type')
    const type =
      kind === 'variable' || alias === undefined ? declaredType(symbol) : aliasAt(alias, OPEN)
    const heads = type === null ? null : this.heads.of(type)
    return heads?.every((head) => isNoObject(head) || head.kind === 'enum') !== true
  }

  /** Members of the instances of a class, or of an interface, inherited ones included. */
  instance(symbol: DeclaredSymbol, given: readonly TypeAt[]): Shape {
    const evaluate = () =>
      this.budget.guarded(symbol, SELF_MAX, () => this.#instance(symbol, given)) ??
      inherit(new Members(), null)
    // What members are of depends on the arguments, even where their names do not.
    if (given.length > 0) return evaluate()
    const isPlain = symbol.of('class', 'interface').every(({ node }) => !node.typeParameters)
    const known = given === OPEN || isPlain ? this.#instances : this.#defaults
    return this.budget.remembered(known, symbol, evaluate)
  }

  #instance(symbol: DeclaredSymbol, given: readonly TypeAt[]): Shape {
    const shape = new Members()
    const bases: (Shape | null)[] = []
    for (const declaration of symbol.of('class', 'interface')) {
      const { node, scope } = declaration
      const bound = bind(node.typeParameters, given, scope)
      const members: readonly MemberNode[] = node.body.body
      const isOwn = (member: MemberNode) => !isStatic(member) && !isConstructor(member)
      merge(shape, this.declared(members, { scope, bound, owner: symbol }, isOwn))
      if (declaration.kind === 'class') {
        if (declaration.node.superClass !== null)
          bases.push(this.constructed.ofSuper(declaration.node, scope, bound))
      } else {
        for (const heritage of declaration.node.extends)
          bases.push(this.#heritage(heritage, scope, bound))
      }
    }
    // A declaration in the global scope adds to what every program has.
    const library = symbol.scope.isGlobal ? libraryShape(symbol.name) : null
    if (library !== null) bases.push(library)
    for (const base of bases) inherit(shape, base)
    return shape
  }

  #heritage(heritage: TSInterfaceHeritage, scope: Scope, bound: Bound): Shape | null {
    const at = { node: NO_TYPE, scope, bound }
    const path = entityPath(heritage.expression)
    return this.#reference(at, path, argumentsAt(heritage.typeArguments, at))
  }

  /** The members that a body writes down. */
  declared(
    members: readonly MemberNode[],
    place: MemberPlace,
    isWanted: (member: MemberNode) => boolean,
  ): Shape {
    this.names.program.step(members.length)
    const shape = new Members()
    for (const node of members) {
      if (!isWanted(node)) continue
      if (isTextIndex(node)) {
        shape.hasIndex = true
        shape.index = { node: node.typeAnnotation.typeAnnotation, ...place }
      }
      if (isHidden(node)) shape.hasHidden = true
      const name = keyText(node) ?? this.keys.computed(node, place.scope)
      if (name === null) continue
      const there = shape.get(name)
      if (there?.kind === 'declared') there.nodes.push(node)
      else shape.set(name, { kind: 'declared', nodes: [node], ...place })
    }
    return shape
  }

  /** Intersection of types: the members of all. */
  #all(types: readonly TypeAt[]): Shape | null {
    const shapes = types.map((type) => this.of(type) ?? this.#ofNoObject(type))
    return shapes.every((shape) => shape === null) ? null : union(shapes)
  }

  /** What a branded `string & {…}` has of the text that it is; `unknown` and `any` add nothing. */
  #ofNoObject({ node }: TypeAt): Shape | null {
    if (node.type === 'TSUnknownKeyword' || node.type === 'TSAnyKeyword') return EMPTY
    const name = /^TS(String|Number|Boolean|BigInt|Symbol)Keyword$/.exec(node.type)?.[1]
    return libraryShape(name ?? '')
  }

  /** Union of types: the members that all have; null and undefined aside. */
  #common(types: readonly TypeAt[]): Shape | null {
    let common: Members | null = null
    for (const type of types) {
      if (NOTHING.has(type.node.type)) continue
      const shape = this.of(type)
      if (shape === null) {
        if (this.#isNothing(type)) continue
        return null
      }
      if (common === null) common = inherit(new Members(), shape)
      else common = shared(common, shape)
      if (common.size === 0 && types.length > 1 && common.isWhole) return common
    }
    return common
  }

  /** A part that comes to `never`, `null` or `undefined` takes nothing away. */
  #isNothing(type: TypeAt): boolean {
    const heads = this.heads.of(type)
    return heads?.every(({ at }) => NOTHING.has(at.node.type)) ?? false
  }

  #list(type: TypeAt): Shape | null {
    const heads = this.heads.of(type)
    const [list] = heads ?? []
    if (heads?.length !== 1 || list?.kind !== 'list') {
      // Its places cannot be told, and a list it is.
      const isList = type.node.type !== 'TSTypeOperator'
      return isList ? inherit(inherit(new Members(), libraryShape('Array')), null) : null
    }
    return this.#listMembers(list)
  }

  /** Members of an array or a tuple, which has its places as well. */
  #listMembers({ elements, isReadonly, at }: HeadOf<'list'>): Shape {
    const shape = new Members()
    for (const [place, { type, isRest }] of elements.entries()) {
      if (isRest) break
      const mapped = { kind: 'mapped', node: at.node, scope: at.scope } as const
      shape.set(String(place), { ...mapped, type: () => type })
    }
    return inherit(shape, libraryShape(isReadonly ? 'ReadonlyArray' : 'Array'))
  }

  /** Members of one part of a type as they can be used, those of texts and functions included. */
  apparent(head: Head): Shape | null {
    switch (head.kind) {
      case 'literal':
        return libraryShape(PRIMITIVE_TYPES[typeof head.value] ?? '')
      case 'text':
        return libraryShape('String')
      case 'primitive':
        return libraryShape(PRIMITIVE_TYPES[head.name] ?? '')
      case 'list':
        return this.#listMembers(head)
      case 'library':
        return libraryShape(head.name)
      case 'call':
        return libraryShape('Function')
      case 'value':
        return this.values.of(head.target)
      case 'instance':
        return this.instance(head.symbol, head.given)
      case 'object':
        return EMPTY
      case 'structure':
      case 'intersection':
        return this.of(head.at)
      default:
        return null
    }
  }
}

const NOTHING = new Set<TSType['type']>(['TSNullKeyword', 'TSUndefinedKeyword', 'TSNeverKeyword'])

const PRIMITIVE_TYPES: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  bigint: 'BigInt',
  symbol: 'Symbol',
}

// Heritage is written as an expression, which no type node stands for.
const NO_TYPE: TSType = { type: 'TSUnknownKeyword', start: 0, end: 0 }

function isTextIndex(node: MemberNode): node is Extract<MemberNode, { type: 'TSIndexSignature' }> {
  if (node.type !== 'TSIndexSignature') return false
  const { type } = node.parameters[0]?.typeAnnotation?.typeAnnotation ?? NO_TYPE
  return type !== 'TSNumberKeyword' && type !== 'TSSymbolKeyword'
}
