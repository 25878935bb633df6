// Every scope of a file and every value that its names are given, before anything is looked up.

import type { Class, ClassElement, MethodDefinition, Node } from 'oxc-parser'
import { type FunctionSyntax, importedName } from '../../syntax/javascript/declaredNames.ts'
import { member } from '../reference.ts'
import { childrenOf, DEPTH_MAX, isFunctionNode, keyName, type NodeOf } from './nodes.ts'
import { type CallNode, LocalClass, NOTHING, Scope, type Source, UNKNOWN } from './scopes.ts'

export type Declared = Readonly<{
  root: Scope
  /** The scope of each node that opens one. */
  scopes: ReadonlyMap<Node, Scope>
  /** What each pattern that takes members apart takes them of. */
  patterns: ReadonlyMap<Node, Source>
  /** Where something begins that a comment declares the type of. */
  typedAt: ReadonlySet<number>
}>

export function declareNames(program: Node, typedAt: ReadonlySet<number>): Declared {
  const root = new Scope(null, true, null)
  const declarations = new Declarations(typedAt)
  const { scopes, patterns } = declarations
  scopes.set(program, root)
  declarations.below(program, root, 0)
  return { root, scopes, patterns, typedAt }
}

type HandedPlace = Readonly<{ call: CallNode; at: number; keys: readonly string[] }>
/** How far into an object that is handed over. */
const KEYS_MAX = 3

type TakeLeaf = (leaf: Node, source: Source) => void

class Declarations {
  readonly scopes = new Map<Node, Scope>()
  readonly patterns = new Map<Node, Source>()
  readonly #typedAt: ReadonlySet<number>

  constructor(typedAt: ReadonlySet<number>) {
    this.#typedAt = typedAt
  }

  /** What is given where a comment declares the type may be something else. */
  #given(at: Node, value: Node, scope: Scope): Source {
    const source: Source = { kind: 'node', node: value, scope, steps: [] }
    return this.#typedAt.has(at.start) ? perhaps(source) : source
  }

  below(node: Node, scope: Scope, depth: number): void {
    if (depth > DEPTH_MAX) return
    for (const child of childrenOf(node)) this.#node(child, scope, depth + 1)
  }

  #open(node: Node, outer: Scope, isFunction: boolean, self: LocalClass | null): Scope {
    const scope = new Scope(outer, isFunction, self)
    this.scopes.set(node, scope)
    return scope
  }

  #node(node: Node, scope: Scope, depth: number): void {
    if (isFunctionNode(node)) {
      this.#function(node, scope, depth)
      return
    }
    switch (node.type) {
      case 'ImportDeclaration':
        this.#import(node, scope)
        return
      case 'TSImportEqualsDeclaration':
        scope.declare(node.id.name, this.#importEquals(node, scope))
        return
      case 'VariableDeclaration':
        this.#variables(node, scope)
        break
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.#class(node, scope, depth)
        return
      case 'MethodDefinition':
        this.#method(node, scope, depth)
        return
      case 'TSEnumDeclaration':
        scope.declare(node.id.name, UNKNOWN)
        break
      case 'TSModuleDeclaration':
        if (node.id.type === 'Identifier') scope.declare(node.id.name, UNKNOWN)
        this.below(node, this.#open(node, scope, true, null), depth)
        return
      case 'CatchClause': {
        const inner = this.#open(node, scope, false, scope.self)
        if (node.param !== null) this.#pattern(node.param, inner, UNKNOWN)
        this.below(node, inner, depth)
        return
      }
      case 'BlockStatement':
      case 'SwitchStatement':
      case 'StaticBlock':
      case 'ForStatement':
        this.below(node, this.#open(node, scope, false, scope.self), depth)
        return
      case 'ForInStatement':
      case 'ForOfStatement':
        this.#loop(node, scope, depth)
        return
      case 'AssignmentExpression':
        this.#assignment(node, scope)
        break
      case 'CallExpression':
      case 'NewExpression':
        this.#call(node, scope, depth)
        return
      case 'UpdateExpression':
        if (node.argument.type === 'Identifier') scope.assign(node.argument.name, UNKNOWN)
        break
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
        // A type of the file beside an import of the same name: which is meant cannot be told.
        scope.declare(node.id.name, UNKNOWN)
        break
      default:
    }
    this.below(node, scope, depth)
  }

  #import(node: NodeOf<'ImportDeclaration'>, scope: Scope): void {
    const module = node.source.value
    for (const specifier of node.specifiers) {
      const isWhole = specifier.type === 'ImportNamespaceSpecifier'
      const steps = isWhole ? [] : [member(importedName(specifier))]
      scope.declare(specifier.local.name, { kind: 'chain', chain: { module, steps } })
    }
  }

  #importEquals({ moduleReference }: NodeOf<'TSImportEqualsDeclaration'>, scope: Scope): Source {
    if (moduleReference.type === 'TSExternalModuleReference') {
      const module = moduleReference.expression.value
      return { kind: 'chain', chain: { module, steps: [] } }
    }
    return { kind: 'node', node: moduleReference, scope, steps: [] }
  }

  #variables(node: NodeOf<'VariableDeclaration'>, scope: Scope): void {
    const target = node.kind === 'var' ? scope.nearestFunction : scope
    for (const { id, init } of node.declarations) {
      const source = init === null ? NOTHING : this.#given(node, init, scope)
      this.#pattern(id, target, source, scope)
    }
  }

  /** Binds the names of a pattern, each to its part of the value. */
  #pattern(pattern: Node, scope: Scope, source: Source, at: Scope = scope): void {
    this.#leaves(pattern, source, at, (leaf, given) => {
      if (leaf.type === 'Identifier') scope.declare(leaf.name, typedSource(leaf, given, at))
    })
  }

  /** What a pattern gives a part of the value to. */
  #leaves(pattern: Node, source: Source, at: Scope, take: TakeLeaf): void {
    switch (pattern.type) {
      case 'AssignmentPattern':
        this.#leaves(pattern.left, perhaps(source), at, take)
        return
      case 'RestElement':
        this.#leaves(pattern.argument, UNKNOWN, at, take)
        return
      case 'ArrayPattern':
        for (const item of pattern.elements)
          if (item !== null) this.#leaves(item, UNKNOWN, at, take)
        return
      case 'ObjectPattern':
        for (const [part, of] of this.#parts(pattern, typedSource(pattern, source, at)))
          this.#leaves(part, of, at, take)
        return
      case 'TSParameterProperty':
        this.#leaves(pattern.parameter, source, at, take)
        return
      default:
        take(pattern, source)
    }
  }

  /** What each part of a pattern is given; of the rest, whatever is left. */
  *#parts(pattern: NodeOf<'ObjectPattern'>, source: Source): Generator<readonly [Node, Source]> {
    this.patterns.set(pattern, source)
    for (const property of pattern.properties) {
      if (property.type === 'RestElement') yield [property.argument, perhaps(source)]
      else {
        const name = keyName(property.key, property.computed)
        yield [property.value, name === null ? UNKNOWN : partOf(source, name)]
      }
    }
  }

  /** The same of names that are declared elsewhere. */
  #assigned(target: Node, scope: Scope, source: Source): void {
    this.#leaves(target, source, scope, (leaf, given) => {
      if (leaf.type === 'Identifier') scope.assign(leaf.name, given)
      if (leaf.type !== 'MemberExpression') return
      const name = keyName(leaf.property, leaf.computed)
      const isOwn = leaf.object.type === 'ThisExpression' && name !== null
      if (isOwn) scope.self?.give(name, given)
    })
  }

  /** Functions that are handed over get their parameters from what is called. */
  #call(node: CallNode, scope: Scope, depth: number): void {
    if (depth > DEPTH_MAX) return
    for (const child of childrenOf(node)) {
      const at = (node.arguments as readonly Node[]).indexOf(child)
      if (at < 0) this.#node(child, scope, depth + 1)
      else this.#handed(child, { call: node, at, keys: [] }, scope, depth)
    }
  }

  /** What is handed over, and what stands in an object that is. */
  #handed(child: Node, place: HandedPlace, scope: Scope, depth: number): void {
    if (isFunctionNode(child)) {
      const self = child.type === 'ArrowFunctionExpression' ? scope.self : null
      this.#function(child, scope, depth + 1, self, (parameter) => ({
        ...{ kind: 'handed', ...place, parameter, scope, steps: [] },
      }))
    } else if (child.type === 'ObjectExpression' && place.keys.length < KEYS_MAX) {
      for (const property of child.properties) {
        const key =
          property.type === 'Property' && property.kind === 'init'
            ? keyName(property.key, property.computed)
            : null
        if (key === null || property.type !== 'Property') this.#node(property, scope, depth + 1)
        else
          this.#handed(property.value, { ...place, keys: [...place.keys, key] }, scope, depth + 2)
      }
    } else this.#node(child, scope, depth + 1)
  }

  #function(
    node: FunctionSyntax,
    scope: Scope,
    depth: number,
    self: LocalClass | null = node.type === 'ArrowFunctionExpression' ? scope.self : null,
    sourceOf: (parameter: number) => Source = () => UNKNOWN,
  ): void {
    const inner = this.#open(node, scope, true, self)
    for (const [index, parameter] of node.params.entries()) {
      this.#pattern(parameter, inner, sourceOf(index))
    }
    this.below(node, inner, depth)
    if (node.type === 'ArrowFunctionExpression' || node.id === null) return
    const target = node.type === 'FunctionDeclaration' ? scope : inner
    const returns = node.returnType?.typeAnnotation ?? null
    const isPlain = !node.generator
    target.declare(node.id.name, { kind: 'function', returns, scope, isPlain })
  }

  /** Methods have a `this` of their own: the class's. */
  #method(node: MethodDefinition, scope: Scope, depth: number): void {
    for (const child of childrenOf(node)) {
      if (child === node.value) {
        this.#function(node.value, scope, depth + 1, node.static ? null : scope.self)
      } else this.#node(child, scope, depth + 1)
    }
  }

  #class(node: Class, scope: Scope, depth: number): void {
    const cls = new LocalClass()
    if (node.superClass !== null) cls.base = { node: node.superClass, scope }
    if (node.id !== null) scope.declare(node.id.name, { kind: 'class', of: cls })
    const inner = this.#open(node, scope, false, cls)
    for (const part of node.body.body) this.#classPart(part, cls, inner)
    this.below(node, inner, depth)
  }

  #classPart(part: ClassElement, cls: LocalClass, scope: Scope): void {
    if (part.type === 'MethodDefinition') {
      const name = keyName(part.key, part.computed)
      if (name !== null) cls.own.add(name)
      if (name === 'constructor') declareParameterProperties(part, cls, scope)
    }
    // Of what has no body or value only the name is known.
    if (part.type !== 'PropertyDefinition') {
      const name = 'key' in part ? keyName(part.key, part.computed) : null
      if (name !== null) cls.own.add(name)
    }
    if (part.type !== 'PropertyDefinition' || part.static) return
    const name = keyName(part.key, part.computed)
    if (name === null) return
    const type = part.typeAnnotation?.typeAnnotation ?? null
    const given = part.value === null ? NOTHING : this.#given(part, part.value, scope)
    cls.give(name, type === null ? given : { kind: 'type', node: type, scope, given })
  }

  #loop(node: NodeOf<'ForInStatement' | 'ForOfStatement'>, scope: Scope, depth: number): void {
    const inner = this.#open(node, scope, false, scope.self)
    const source: Source =
      node.type === 'ForOfStatement' && !node.await
        ? { kind: 'node', node: node.right, scope, steps: [{ kind: 'element' }] }
        : UNKNOWN
    if (node.left.type === 'VariableDeclaration') {
      for (const { id } of node.left.declarations) this.#pattern(id, inner, source, scope)
    } else this.#assigned(node.left, scope, source)
    this.#node(node.right, inner, depth + 1)
    this.#node(node.body, inner, depth + 1)
  }

  #assignment(node: NodeOf<'AssignmentExpression'>, scope: Scope): void {
    const { left, right, operator } = node
    const source = operator === '=' ? this.#given(node, right, scope) : UNKNOWN
    this.#assigned(left, scope, source)
  }
}

/** `constructor(private client: Client)` makes a property. */
function declareParameterProperties(part: MethodDefinition, cls: LocalClass, scope: Scope): void {
  for (const parameter of part.value.params) {
    if (parameter.type !== 'TSParameterProperty') continue
    const { parameter: inner } = parameter
    if (inner.type !== 'Identifier') continue
    const type = annotationOf(inner)
    cls.give(inner.name, type === null ? UNKNOWN : { kind: 'type', node: type, scope })
  }
}

function partOf(source: Source, name: string): Source {
  if (source.kind === 'node' || source.kind === 'handed') {
    return { ...source, steps: [...source.steps, member(name)] }
  }
  const isAny = source.kind === 'unknown' || source.kind === 'nothing'
  return isAny ? UNKNOWN : { kind: 'part', of: source, name }
}

/** Something of it, or something else. */
function perhaps(source: Source): Source {
  return source.kind === 'unknown' ? UNKNOWN : { kind: 'perhaps', of: source }
}

/** What is declared with a type is of that type, whatever it is given. */
function typedSource(pattern: Node, source: Source, scope: Scope): Source {
  const type = annotationOf(pattern)
  return type === null ? source : { kind: 'type', node: type, scope, given: source }
}

function annotationOf(pattern: Node): Node | null {
  if (!('typeAnnotation' in pattern)) return null
  const { typeAnnotation } = pattern
  return typeAnnotation?.type === 'TSTypeAnnotation' ? typeAnnotation.typeAnnotation : null
}
