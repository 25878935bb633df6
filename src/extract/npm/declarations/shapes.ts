// Which members a type has: of classes and interfaces with what they inherit, of type literals, and
// of the types that are made of others (Pick, Omit, mapped types, intersections), as far as names
// alone can tell. What cannot be told is null, never an empty shape.

import type { Class, Expression, TSInterfaceHeritage, TSMappedType, TSType } from 'oxc-parser'
import { entityPath } from './bind.ts'
import { enumMemberName } from './enumValues.ts'
import { Keys } from './keys.ts'
import { isLibraryName, type LibraryMember, libraryType, libraryValue } from './library.ts'
import { isConstructor, isStatic, keyText, type MemberNode } from './memberNodes.ts'
import { type Exported, hasValue, type Names, type Target } from './names.ts'
import { type DeclaredSymbol, ModuleSymbol, type Scope } from './symbols.ts'
import { argumentsAt, type Bound, bind, NOTHING_BOUND, OPEN, type TypeAt } from './types.ts'

export type Property =
  /** Declared by nodes, several for overloads and accessors. */
  | Readonly<{
      kind: 'declared'
      nodes: MemberNode[]
      scope: Scope
      /** The class or interface; null for a literal. */
      owner: DeclaredSymbol | null
      /** What the type parameters of the owner stand for. */
      bound: Bound
    }>
  | Readonly<{ kind: 'library'; member: LibraryMember }>
  | Readonly<{ kind: 'symbol'; exported: Exported }>
  /** A key of a mapped type. */
  | Readonly<{ kind: 'mapped'; node: Readonly<{ start: number }>; scope: Scope }>

export type Shape = ReadonlyMap<string, Property>

const EMPTY: Shape = new Map()
const DEPTH_MAX = 60
/** A type that is made of itself is followed so often. */
const SELF_MAX = 2
/** Types that one type may lead to; beyond that it cannot be told what it has. */
const EVALUATIONS_MAX = 20_000

export class Shapes {
  readonly names: Names
  readonly keys: Keys
  readonly #instances = new Map<DeclaredSymbol, Shape>()
  readonly #active = new Map<DeclaredSymbol, number>()
  #depth = 0
  #evaluations = 0
  /** How often a shape depended on what a type parameter stands for, or was cut short. */
  #conditions = 0

  constructor(names: Names) {
    this.names = names
    this.keys = new Keys(this)
  }

  /** The members of a type; null when they cannot be told. */
  of(type: TypeAt): Shape | null {
    return this.#nested(() => this.#of(type))
  }

  #nested(evaluate: () => Shape | null): Shape | null {
    this.names.program.step()
    if (this.#depth === 0) this.#evaluations = 0
    this.#evaluations += 1
    if (this.#depth >= DEPTH_MAX || this.#evaluations > EVALUATIONS_MAX) return this.#cut()
    this.#depth += 1
    try {
      return evaluate()
    } finally {
      this.#depth -= 1
    }
  }

  #cut(): null {
    this.#conditions += 1
    return null
  }

  #of(type: TypeAt): Shape | null {
    const { node, scope, bound } = type
    switch (node.type) {
      case 'TSTypeLiteral':
        return this.#declared(node.members, { scope, bound, owner: null }, () => true)
      case 'TSTypeReference':
        return this.#reference(
          type,
          entityPath(node.typeName),
          argumentsAt(node.typeArguments, type),
        )
      case 'TSIntersectionType':
        return this.#all(node.types.map((one) => ({ node: one, scope, bound })))
      case 'TSUnionType':
        return this.#common(node.types.map((one) => ({ node: one, scope, bound })))
      case 'TSParenthesizedType':
        return this.of({ node: node.typeAnnotation, scope, bound })
      case 'TSTypeOperator':
        return node.operator === 'readonly' ? listShape(node.typeAnnotation, true, scope) : null
      case 'TSArrayType':
      case 'TSTupleType':
        return listShape(node, false, scope)
      case 'TSTypeQuery':
        return this.#query(type, node)
      case 'TSImportType': {
        const found = this.#imported(type, node)
        return found === null ? null : this.#target(found, argumentsAt(node.typeArguments, type))
      }
      case 'TSMappedType':
        return this.#mapped(type, node)
      case 'TSIndexedAccessType': {
        const found = this.#indexed(type, node)
        return found === null ? null : this.of(found)
      }
      case 'TSConditionalType': {
        const branch = this.#branch(type, node)
        return branch === null ? null : this.of({ node: branch, scope, bound })
      }
      case 'TSFunctionType':
      case 'TSConstructorType':
      case 'TSObjectKeyword':
        return EMPTY
      default:
        return null
    }
  }

  /** The branch of a conditional type that is taken; null when that cannot be told. */
  #branch(type: TypeAt, node: Extract<TSType, { type: 'TSConditionalType' }>): TSType | null {
    const keys = this.keys.of({ ...type, node: node.checkType })
    const [key] = keys ?? []
    if (keys !== null && keys.size === 1 && key !== undefined) {
      const others = this.keys.of({ ...type, node: node.extendsType })
      if (others !== null) return others.has(key) ? node.trueType : node.falseType
      if (this.#isObject({ ...type, node: node.extendsType })) return node.falseType
    }
    // `T extends any ? X : never` is how a union is gone through part by part.
    return node.falseType.type === 'TSNeverKeyword' ? node.trueType : null
  }

  /** Whether a type is one that no text has. */
  #isObject(type: TypeAt, depth = 0): boolean {
    const { node, scope } = type
    switch (node.type) {
      case 'TSFunctionType':
      case 'TSConstructorType':
      case 'TSArrayType':
        return true
      case 'TSParenthesizedType':
        return this.#isObject({ ...type, node: node.typeAnnotation }, depth)
      case 'TSUnionType':
        return node.types.every((one) => this.#isObject({ ...type, node: one }, depth))
      case 'TSTypeReference': {
        const path = entityPath(node.typeName)
        const target = path === null ? undefined : this.names.path(scope, path)?.target
        if (depth > 5 || target === undefined || target instanceof ModuleSymbol) return false
        const [alias] = target.of('type')
        if (alias === undefined) return false
        const inner = { node: alias.node.typeAnnotation, scope: alias.scope, bound: NOTHING_BOUND }
        return this.#isObject(inner, depth + 1)
      }
      default:
        return false
    }
  }

  #reference(type: TypeAt, path: readonly string[] | null, given: readonly TypeAt[]): Shape | null {
    if (path === null) return null
    const [first = ''] = path
    if (path.length === 1) {
      const parameter = this.parameter(type, first)
      if (parameter !== undefined) return parameter === null ? this.#cut() : this.of(parameter)
    }
    const found = this.names.path(type.scope, path)
    if (found !== null) return this.#target(found.target, given)
    return this.#utility(first, given, type) ?? libraryShape(path.join('.'))
  }

  /** What a type parameter stands for; undefined for a name that is none. */
  parameter({ bound }: TypeAt, name: string): TypeAt | null | undefined {
    const found = bound.get(name)
    if (found !== undefined) this.#conditions += 1
    return found
  }

  /** The type that a name stands for, if it is an alias; its end otherwise. */
  #target(target: Target, given: readonly TypeAt[]): Shape | null {
    if (target instanceof ModuleSymbol) return null
    if (target.has('class', 'interface')) return this.instance(target, given)
    const [alias] = target.of('type')
    if (alias === undefined) return target.has('enum') ? EMPTY : null
    return this.#guarded(target, () => {
      const bound = bind(alias.node.typeParameters, given, alias.scope)
      return this.of({ node: alias.node.typeAnnotation, scope: alias.scope, bound })
    })
  }

  /** Members of what an alias stands for. */
  alias(symbol: DeclaredSymbol): Shape | null {
    return this.#target(symbol, OPEN)
  }

  #guarded<Result>(symbol: DeclaredSymbol, evaluate: () => Result | null): Result | null {
    const times = this.#active.get(symbol) ?? 0
    if (times >= SELF_MAX) return this.#cut()
    this.#active.set(symbol, times + 1)
    try {
      return evaluate()
    } finally {
      if (times === 0) this.#active.delete(symbol)
      else this.#active.set(symbol, times)
    }
  }

  /** Members of the instances of a class, or of an interface, inherited ones included. */
  instance(symbol: DeclaredSymbol, given: readonly TypeAt[]): Shape {
    // What members are of depends on the arguments, even where their names do not.
    const isFixed =
      given === OPEN || symbol.of('class', 'interface').every(({ node }) => !node.typeParameters)
    const known = isFixed ? this.#instances.get(symbol) : undefined
    if (known !== undefined) return known
    const before = this.#conditions
    const shape = this.#guarded(symbol, () => this.#instance(symbol, given)) ?? EMPTY
    if (isFixed && this.#conditions === before) this.#instances.set(symbol, shape)
    return shape
  }

  #instance(symbol: DeclaredSymbol, given: readonly TypeAt[]): Shape {
    const shape = new Map<string, Property>()
    const bases: (Shape | null)[] = []
    for (const declaration of symbol.of('class', 'interface')) {
      const { node, scope } = declaration
      const bound = bind(node.typeParameters, given, scope)
      const members: readonly MemberNode[] = node.body.body
      const isOwn = (member: MemberNode) => !isStatic(member) && !isConstructor(member)
      merge(shape, this.#declared(members, { scope, bound, owner: symbol }, isOwn))
      if (declaration.kind === 'class') {
        bases.push(this.#superInstance(declaration.node, scope, bound))
      } else {
        for (const heritage of declaration.node.extends)
          bases.push(this.#heritage(heritage, scope, bound))
      }
    }
    // A declaration in the global scope adds to what every program has.
    if (symbol.scope.isGlobal) bases.push(libraryShape(symbol.name))
    for (const base of bases) inherit(shape, base)
    return shape
  }

  #heritage(heritage: TSInterfaceHeritage, scope: Scope, bound: Bound): Shape | null {
    const at = { node: NO_TYPE, scope, bound }
    const path = entityPath(heritage.expression)
    return this.#reference(at, path, argumentsAt(heritage.typeArguments, at))
  }

  #superInstance(node: Class, scope: Scope, bound: Bound): Shape | null {
    if (node.superClass === null) return null
    const at = { node: NO_TYPE, scope, bound }
    const given = argumentsAt(node.superTypeArguments, at)
    const path = entityPath(node.superClass)
    if (path === null) return null
    const found = this.names.path(scope, path)
    if (found === null) {
      const name = path.filter((one) => !/^global(?:This)?$/.test(one)).join('.')
      return (
        libraryShape(name) ?? libraryShape((libraryValue(name) ?? '').replace(/Constructor$/, ''))
      )
    }
    return this.#constructed(found.target, given)
  }

  /** What `new` gives for a value. */
  #constructed(target: Target, given: readonly TypeAt[]): Shape | null {
    if (target instanceof ModuleSymbol) return null
    if (target.has('class')) return this.instance(target, given)
    const type = this.#typeOfVariable(target)
    const found = type && this.#guarded(target, () => this.constructedBy(type, given))
    // Node's types declare again what browsers have, by types that depend on what is there.
    return found ?? (target.scope.isGlobal ? libraryShape(target.name) : null)
  }

  #typeOfVariable(symbol: DeclaredSymbol): TypeAt | null {
    for (const { annotation, scope } of symbol.of('variable')) {
      if (annotation !== null)
        return { node: annotation.typeAnnotation, scope, bound: NOTHING_BOUND }
    }
    return null
  }

  /** What the construct signatures of a type give; null when it has none that can be told. */
  constructedBy(type: TypeAt, given: readonly TypeAt[]): Shape | null {
    return this.#nested(() => this.#constructedBy(type, given))
  }

  #constructedBy(type: TypeAt, given: readonly TypeAt[]): Shape | null {
    const { node, scope, bound } = type
    switch (node.type) {
      case 'TSParenthesizedType':
        return this.constructedBy({ ...type, node: node.typeAnnotation }, given)
      case 'TSConstructorType': {
        const own = bind(node.typeParameters, given, scope)
        const result = node.returnType.typeAnnotation
        return this.of({ node: result, scope, bound: new Map([...bound, ...own]) })
      }
      case 'TSTypeLiteral':
        return this.#constructSignature(node.members, { scope, bound }, given)
      case 'TSIntersectionType': {
        const shapes = node.types.map((one) => this.constructedBy({ ...type, node: one }, given))
        const found = shapes.filter((shape) => shape !== null)
        return found.length === 0 ? null : union(found)
      }
      case 'TSTypeQuery': {
        const target = this.#queried(type, node)
        const more = argumentsAt(node.typeArguments, type)
        if (target !== null) return this.#constructed(target, given.length > 0 ? given : more)
        const path = node.exprName.type === 'TSImportType' ? null : entityPath(node.exprName)
        return libraryShape(path?.join('.') ?? '')
      }
      case 'TSImportType': {
        const target = this.#imported(type, node)
        return target === null
          ? null
          : this.#constructedByNamed(target, argumentsAt(node.typeArguments, type), given)
      }
      case 'TSTypeReference': {
        const path = entityPath(node.typeName)
        if (path === null) return null
        const [first = ''] = path
        const parameter = path.length === 1 ? this.parameter(type, first) : undefined
        if (parameter !== undefined)
          return parameter === null ? this.#cut() : this.constructedBy(parameter, given)
        const found = this.names.path(scope, path)
        const more = argumentsAt(node.typeArguments, type)
        if (found !== null) return this.#constructedByNamed(found.target, more, given)
        if (first === 'ReturnType') {
          const result = more[0] === undefined ? null : this.#returned(more[0])
          return result === null ? null : this.constructedBy(result, given)
        }
        return libraryShape(path.join('.').replace(/Constructor$/, ''))
      }
      default:
        return null
    }
  }

  #constructedByNamed(
    target: Target,
    given: readonly TypeAt[],
    newGiven: readonly TypeAt[],
  ): Shape | null {
    if (target instanceof ModuleSymbol) return null
    const [alias] = target.of('type')
    if (alias !== undefined) {
      const bound = bind(alias.node.typeParameters, given, alias.scope)
      const type = { node: alias.node.typeAnnotation, scope: alias.scope, bound }
      return this.#guarded(target, () => this.constructedBy(type, newGiven))
    }
    for (const { node, scope } of target.of('interface')) {
      const bound = bind(node.typeParameters, given, scope)
      const found = this.#constructSignature(node.body.body, { scope, bound }, newGiven)
      if (found !== null) return found
    }
    for (const { node, scope } of target.of('interface')) {
      for (const heritage of node.extends) {
        const path = entityPath(heritage.expression)
        const base = path === null ? null : this.names.path(scope, path)
        const at = { node: NO_TYPE, scope, bound: bind(node.typeParameters, given, scope) }
        const more = argumentsAt(heritage.typeArguments, at)
        const found =
          base === null
            ? null
            : this.#guarded(target, () => this.#constructedByNamed(base.target, more, newGiven))
        if (found !== null) return found
      }
    }
    return null
  }

  #constructSignature(
    members: readonly MemberNode[],
    { scope, bound }: Pick<TypeAt, 'scope' | 'bound'>,
    given: readonly TypeAt[],
  ): Shape | null {
    for (const member of members) {
      if (member.type !== 'TSConstructSignatureDeclaration' || member.returnType === null) continue
      const own = bind(member.typeParameters, given, scope)
      const node = member.returnType.typeAnnotation
      return this.of({ node, scope, bound: new Map([...bound, ...own]) })
    }
    return null
  }

  /** What a function type returns. */
  #returned({ node, scope, bound }: TypeAt): TypeAt | null {
    if (node.type === 'TSFunctionType')
      return { node: node.returnType.typeAnnotation, scope, bound }
    if (node.type !== 'TSTypeQuery') return null
    const target = this.#queried({ node, scope, bound }, node)
    if (target === null || target instanceof ModuleSymbol) return null
    const declared = target.of('function').at(-1)
    if (declared !== undefined) {
      const { returnType, typeParameters } = declared.node
      if (!returnType) return null
      const own = bind(typeParameters, [], declared.scope)
      return { node: returnType.typeAnnotation, scope: declared.scope, bound: own }
    }
    const type = this.#typeOfVariable(target)
    return type === null || type.node.type === 'TSTypeQuery' ? null : this.#returned(type)
  }

  /** Members of a value: a class has its statics, a module its exports. */
  value(target: Target): Shape | null {
    const shape = new Map<string, Property>()
    const add = (name: string, exported: Exported) => {
      const resolved = this.names.resolve(exported.symbol)
      if (resolved === null || hasValue(resolved.target))
        shape.set(name, { kind: 'symbol', exported })
    }
    if (target instanceof ModuleSymbol) {
      for (const [name, exported] of this.names.exportsOf(target)) add(name, exported)
      return shape
    }
    for (const [name, symbol] of target.members ?? []) add(name, { symbol, isTypeOnly: false })
    if (target.has('class')) return inherit(shape, this.statics(target))
    for (const { node, scope } of target.of('enum')) {
      for (const member of node.body.members) {
        const name = enumMemberName(member)
        if (name !== null) shape.set(name, { kind: 'mapped', node: member, scope })
      }
    }
    if (target.has('function', 'enum')) return shape
    const type = this.#typeOfVariable(target)
    if (type !== null) {
      const found = this.#guarded(target, () => this.of(type))
      return found === null && shape.size === 0 ? null : inherit(shape, found)
    }
    for (const { value, scope } of target.of('variable')) inherit(shape, objectShape(value, scope))
    return target.has('variable', 'namespace') ? shape : null
  }

  /** Static members of a class, inherited ones included. */
  statics(symbol: DeclaredSymbol): Shape {
    return this.#guarded(symbol, () => this.#statics(symbol)) ?? EMPTY
  }

  #statics(symbol: DeclaredSymbol): Shape {
    const shape = new Map<string, Property>()
    for (const { node, scope } of symbol.of('class')) {
      const place = { scope, bound: NOTHING_BOUND, owner: symbol }
      merge(shape, this.#declared(node.body.body, place, isStatic))
    }
    for (const { node, scope } of symbol.of('class')) {
      const path = node.superClass === null ? null : entityPath(node.superClass)
      if (path === null) continue
      const found = this.names.path(scope, path)
      if (found === null) inherit(shape, libraryShape(libraryValue(path.join('.')) ?? ''))
      else inherit(shape, this.value(found.target))
    }
    shape.delete('prototype')
    return shape
  }

  #declared(
    members: readonly MemberNode[],
    place: Readonly<{ scope: Scope; bound: Bound; owner: DeclaredSymbol | null }>,
    isWanted: (member: MemberNode) => boolean,
  ): Shape {
    this.names.program.step(members.length)
    const shape = new Map<string, Property>()
    for (const node of members) {
      if (!isWanted(node)) continue
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
    const shapes = types
      .map((type) => this.of(type) ?? libraryShape(PRIMITIVES[type.node.type] ?? ''))
      .filter((shape) => shape !== null)
    return shapes.length === 0 ? null : union(shapes)
  }

  /** Union of types: the members that all have; null and undefined aside. */
  #common(types: readonly TypeAt[]): Shape | null {
    const real = types.filter(
      ({ node }) => node.type !== 'TSNullKeyword' && node.type !== 'TSUndefinedKeyword',
    )
    let common: Map<string, Property> | null = null
    for (const type of real) {
      const shape = this.of(type)
      if (shape === null) return null
      if (common === null) common = new Map(shape)
      else for (const name of common.keys()) if (!shape.has(name)) common.delete(name)
      if (common.size === 0) return common
    }
    return common
  }

  #queried(type: TypeAt, node: Extract<TSType, { type: 'TSTypeQuery' }>): Target | null {
    if (node.exprName.type === 'TSImportType') return this.#imported(type, node.exprName)
    const path = entityPath(node.exprName)
    return path === null ? null : (this.names.path(type.scope, path)?.target ?? null)
  }

  #query(type: TypeAt, node: Extract<TSType, { type: 'TSTypeQuery' }>): Shape | null {
    const target = this.#queried(type, node)
    if (target !== null) return this.value(target)
    if (node.exprName.type === 'TSImportType') return null
    const path = entityPath(node.exprName) ?? []
    const [first = ''] = path
    if (path.length === 2 && this.names.lookup(type.scope, first) !== null) {
      const found = this.propertyType(this.#valueOf(type.scope, first), path[1] ?? '')
      return found === null ? null : this.of(found)
    }
    return libraryShape(libraryValue(path.join('.')) ?? '')
  }

  #valueOf(scope: Scope, name: string): Shape | null {
    const found = this.names.path(scope, [name])
    return found === null ? null : this.value(found.target)
  }

  #imported({ scope }: TypeAt, node: Extract<TSType, { type: 'TSImportType' }>): Target | null {
    const module = this.names.program.module(node.source.value, scope.file)
    if (module === null) return null
    let at: Target = this.names.equals(module)?.target ?? module
    for (const name of qualifierPath(node.qualifier)) {
      const found = this.names.member(at, name)
      if (found === null) return null
      at = found.target
    }
    return at
  }

  /** The type of a property, where it is declared with one. */
  propertyType(shape: Shape | null, name: string): TypeAt | null {
    const property = shape?.get(name)
    if (property?.kind !== 'declared') return null
    const [node] = property.nodes
    if (node === undefined || !('typeAnnotation' in node) || !node.typeAnnotation) return null
    const { scope, bound } = property
    return { node: node.typeAnnotation.typeAnnotation, scope, bound }
  }

  #indexed(type: TypeAt, node: Extract<TSType, { type: 'TSIndexedAccessType' }>): TypeAt | null {
    const keys = this.keys.of({ ...type, node: node.indexType })
    const [name] = keys ?? []
    if (keys === null || keys.size !== 1 || name === undefined) return null
    return this.propertyType(this.of({ ...type, node: node.objectType }), name)
  }

  #mapped(type: TypeAt, node: TSMappedType): Shape | null {
    const { scope, bound } = type
    const { constraint } = node
    const isHomomorphic = constraint.type === 'TSTypeOperator' && constraint.operator === 'keyof'
    if (isHomomorphic && node.nameType === null) {
      return this.of({ node: constraint.typeAnnotation, scope, bound })
    }
    const keys = this.keys.of({ node: constraint, scope, bound })
    if (keys === null) return null
    const shape = new Map<string, Property>()
    for (const key of keys) {
      const renamed = node.nameType === null ? [key] : this.keys.renamed(type, node, key)
      if (renamed === null) return null
      for (const name of renamed) shape.set(name, { kind: 'mapped', node, scope })
    }
    return shape
  }

  #utility(name: string, given: readonly TypeAt[], at: TypeAt): Shape | null {
    const [first, second] = given
    if (first === undefined) return null
    switch (name) {
      case 'Partial':
      case 'Required':
      case 'Readonly':
      case 'NonNullable':
      case 'NoInfer':
        return this.of(first)
      case 'Pick':
      case 'Omit': {
        const shape = this.of(first)
        const keys = second === undefined ? null : this.keys.of(second)
        if (shape === null || keys === null) return name === 'Omit' ? shape : null
        const isKept = (key: string) => keys.has(key) === (name === 'Pick')
        return new Map([...shape].filter(([key]) => isKept(key)))
      }
      case 'Record': {
        const keys = this.keys.of(first)
        if (keys === null) return EMPTY
        const [node, scope] = [RECORD, at.scope]
        return new Map([...keys].map((key) => [key, { kind: 'mapped', node, scope }] as const))
      }
      case 'InstanceType':
        return this.constructedBy(first, [])
      case 'ReturnType': {
        const result = this.#returned(first)
        return result === null ? null : this.of(result)
      }
      default:
        return null
    }
  }
}

/** What a branded `string & {…}` has of the text that it is. */
const PRIMITIVES: Readonly<Record<string, string>> = {
  TSStringKeyword: 'String',
  TSNumberKeyword: 'Number',
  TSBooleanKeyword: 'Boolean',
  TSBigIntKeyword: 'BigInt',
  TSSymbolKeyword: 'Symbol',
}

// Heritage is written as an expression, which no type node stands for.
const NO_TYPE: TSType = { type: 'TSUnknownKeyword', start: 0, end: 0 }
const RECORD: Expression = { type: 'Literal', value: null, raw: 'null', start: 0, end: 0 }

function qualifierPath(
  qualifier: Extract<TSType, { type: 'TSImportType' }>['qualifier'],
): string[] {
  if (qualifier === null) return []
  if (qualifier.type === 'Identifier') return [qualifier.name]
  return [...qualifierPath(qualifier.left), qualifier.right.name]
}

function libraryShape(name: string): Shape | null {
  if (!isLibraryName(name)) return null
  const members = libraryType(name)
  if (members === null) return null
  return new Map([...members].map(([key, member]) => [key, { kind: 'library', member }] as const))
}

/** Members of an array or a tuple, which has its places as well. */
function listShape(node: TSType, isReadonly: boolean, scope: Scope): Shape | null {
  let list = node
  while (list.type === 'TSParenthesizedType') list = list.typeAnnotation
  const shape = new Map<string, Property>()
  if (list.type === 'TSTupleType') {
    for (const [place, element] of list.elementTypes.entries()) {
      if (element.type === 'TSRestType') break
      shape.set(String(place), { kind: 'mapped', node: list, scope })
    }
  } else if (list.type !== 'TSArrayType') return null
  return inherit(shape, libraryShape(isReadonly ? 'ReadonlyArray' : 'Array'))
}

/** `const x = { a: 1 }`. */
function objectShape(value: Expression | null, scope: Scope): Shape | null {
  if (value?.type !== 'ObjectExpression') return null
  const shape = new Map<string, Property>()
  for (const property of value.properties) {
    if (property.type !== 'Property' || property.computed) continue
    const { key } = property
    const name =
      key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null
    if (name !== null) shape.set(name, { kind: 'mapped', node: property.value, scope })
  }
  return shape
}

/** Declarations of one name merge. */
function merge(into: Map<string, Property>, shape: Shape): void {
  for (const [name, property] of shape) {
    const there = into.get(name)
    if (there?.kind === 'declared' && property.kind === 'declared')
      there.nodes.push(...property.nodes)
    else if (there === undefined) into.set(name, property)
  }
}

/** What is there stays. */
function inherit(into: Map<string, Property>, shape: Shape | null): Map<string, Property> {
  for (const [name, property] of shape ?? []) if (!into.has(name)) into.set(name, property)
  return into
}

function union(shapes: readonly Shape[]): Shape {
  const all = new Map<string, Property>()
  for (const shape of shapes) inherit(all, shape)
  return all
}
