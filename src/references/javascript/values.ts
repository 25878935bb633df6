// What expressions and types of a JavaScript file stand for, as far as packages go.

import type { Node } from 'oxc-parser'
import type { FunctionSyntax } from '../../syntax/javascript/declaredNames.ts'
import {
  type Chain,
  type Given,
  member,
  type Step,
  sameChain,
  stepped,
  ways,
} from '../reference.ts'
import type { Declared } from './declare.ts'
import { loadOf } from './loads.ts'
import { keyName, literalText, type NodeOf, unwrapped } from './nodes.ts'
import type { CallNode, LocalClass, Scope, Source } from './scopes.ts'

export type Value =
  | Readonly<{ kind: 'chain'; chain: Chain }>
  /** One of these, or something else: what is missing of one of them proves nothing. */
  | Readonly<{ kind: 'perhaps'; chains: readonly Chain[] }>
  | Readonly<{ kind: 'class'; of: LocalClass }>
  | Readonly<{ kind: 'object'; of: LocalClass }>
  | Readonly<{ kind: 'function'; returns: Value }>
  /** `Promise<X>`, `X[]`: nothing of a package until it is awaited or gone through. */
  | Readonly<{ kind: 'wrapped'; by: 'await' | 'element'; inner: Value }>
  | Readonly<{ kind: 'nothing' }>
  | null

const VALUE_DEPTH_MAX = 400
const NOTHING: Value = { kind: 'nothing' }
/** Types of the language that hold another one, by what takes it out. */
const WRAPPERS: ReadonlyMap<string, 'await' | 'element'> = new Map([
  ['Promise', 'await'],
  ['PromiseLike', 'await'],
  ['Array', 'element'],
  ['ReadonlyArray', 'element'],
  ['Set', 'element'],
  ['Iterable', 'element'],
])

/** What every file of Node has without importing it. */
const GLOBALS: ReadonlyMap<string, Chain> = new Map([
  ['process', { module: 'node:process', steps: [] }],
  ['console', { module: 'node:console', steps: [] }],
  ['Buffer', { module: 'node:buffer', steps: [member('Buffer')] }],
])

export class Values {
  readonly #known = new Map<Node, Value>()
  readonly #sources = new Map<readonly Source[], Value>()
  readonly #scopes: ReadonlyMap<Node, Scope>
  readonly #typedAt: ReadonlySet<number>
  #depth = 0
  /** Something stands further inside than is looked at. */
  isTooDeep = false

  constructor({ scopes, typedAt }: Declared) {
    this.#scopes = scopes
    this.#typedAt = typedAt
  }

  /** The value of an expression; null when it cannot be told. */
  of(node: Node, scope: Scope): Value {
    const known = this.#known.get(node)
    if (known !== undefined) return known
    if (this.#depth > VALUE_DEPTH_MAX) {
      this.isTooDeep = true
      return null
    }
    this.#known.set(node, null)
    this.#depth += 1
    const told = this.#read(unwrapped(node), scope)
    const isCast = node.type === 'ParenthesizedExpression' && this.#typedAt.has(node.start)
    const value = isCast ? softened(told) : told
    this.#depth -= 1
    this.#known.set(node, value)
    return value
  }

  chainOf(node: Node, scope: Scope): Chain | null {
    const value = this.of(node, scope)
    return value?.kind === 'chain' ? value.chain : null
  }

  #read(node: Node, scope: Scope): Value {
    switch (node.type) {
      case 'Identifier':
        if (node.name === 'undefined') return NOTHING
        return this.#identified(node.name, scope)
      case 'ThisExpression':
        return scope.self === null ? null : { kind: 'object', of: scope.self }
      case 'MemberExpression': {
        const name = keyName(node.property, node.computed)
        return name === null ? null : this.step(this.of(node.object, scope), member(name))
      }
      case 'TSQualifiedName':
        return this.step(this.of(node.left, scope), member(node.right.name))
      case 'JSXMemberExpression':
        return this.step(this.of(node.object, scope), member(node.property.name))
      case 'JSXIdentifier':
        return this.named(scope.find(node.name))
      case 'ImportExpression':
        return this.#loaded(node, scope)
      case 'CallExpression': {
        const loaded = this.#loaded(node, scope)
        if (loaded !== null) return loaded
        return this.step(this.of(node.callee, scope), { kind: 'call', ...handedIn(node) })
      }
      case 'NewExpression':
        return this.step(this.of(node.callee, scope), { kind: 'new' })
      case 'AwaitExpression':
        return this.step(this.of(node.argument, scope), { kind: 'await' })
      case 'ConditionalExpression':
        return both(this.of(node.consequent, scope), this.of(node.alternate, scope))
      case 'LogicalExpression':
        return node.operator === '&&'
          ? this.of(node.right, scope)
          : both(this.of(node.left, scope), this.of(node.right, scope))
      case 'AssignmentExpression':
        return node.operator === '=' ? this.of(node.right, scope) : null
      case 'TSAsExpression':
      case 'TSTypeAssertion':
        return isConst(node.typeAnnotation)
          ? this.of(node.expression, scope)
          : this.typed(node.typeAnnotation, scope)
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return this.#function(node, scope)
      case 'Literal':
        return node.value === null && node.raw === 'null' ? NOTHING : null
      default:
        return null
    }
  }

  /** The module that a call loads, or a promise of it; null where it loads none. */
  #loaded(node: Node, scope: Scope): Value {
    const load = loadOf(node, scope)
    const module = load === null ? null : literalText(load.source)
    if (load === null || module === null || load.gives === 'other') return null
    const inner = chainValue({ module, steps: [] })
    return load.gives === 'module' ? inner : { kind: 'wrapped', by: 'await', inner }
  }

  #identified(name: string, scope: Scope): Value {
    const sources = scope.find(name)
    const ofNode = sources === null ? GLOBALS.get(name) : undefined
    return ofNode === undefined ? this.named(sources) : chainValue(ofNode)
  }

  /** What a function gives: as it is declared, or the one expression that it consists of. */
  #function(node: FunctionSyntax, scope: Scope): Value {
    if (node.generator) return null
    const type = node.returnType?.typeAnnotation
    if (type !== undefined) return { kind: 'function', returns: this.typed(type, scope) }
    const { body } = node
    if (node.async || body === null || body.type === 'BlockStatement') return null
    return { kind: 'function', returns: this.of(body, this.#scopes.get(node) ?? scope) }
  }

  step(value: Value, step: Step): Value {
    switch (value?.kind) {
      case 'chain':
        return chainValue(stepped(value.chain, step))
      case 'perhaps':
        return perhaps(value.chains.map((chain) => stepped(chain, step)))
      case 'class':
        return step.kind === 'new' || step.kind === 'instance'
          ? { kind: 'object', of: value.of }
          : null
      case 'object':
        return step.kind === 'member'
          ? this.named(value.of.properties.get(step.name) ?? null)
          : null
      case 'function':
        return step.kind === 'call' ? value.returns : null
      case 'wrapped':
        return step.kind === value.by ? value.inner : null
      default:
        return null
    }
  }

  #steps(from: Value, steps: readonly Step[]): Value {
    return steps.reduce((value, step) => this.step(value, step), from)
  }

  /** What all of a name's sources agree on. */
  named(sources: readonly Source[] | null): Value {
    if (sources === null) return null
    if (this.#depth > VALUE_DEPTH_MAX) {
      this.isTooDeep = true
      return null
    }
    const known = this.#sources.get(sources)
    if (known !== undefined) return known
    this.#sources.set(sources, null)
    this.#depth += 1
    let all: Value = NOTHING
    for (const source of sources) all = both(all, this.source(source))
    if (sources.some((one) => this.#isOfOtherType(one))) all = softened(all)
    this.#depth -= 1
    this.#sources.set(sources, all)
    return all
  }

  /** Whether it is declared with a type that is no package's, and given something later. */
  #isOfOtherType(source: Source): boolean {
    return (
      source.kind === 'type' &&
      source.given?.kind === 'nothing' &&
      this.typed(source.node, source.scope) === null
    )
  }

  /** What a name or a pattern is given; null where that cannot be told. */
  source(source: Source): Value {
    switch (source.kind) {
      case 'chain':
        return chainValue(source.chain)
      case 'node':
        return this.#steps(this.of(source.node, source.scope), source.steps)
      case 'type': {
        const { given, node, scope } = source
        const type = this.typed(node, scope)
        if (type !== null || given === undefined || isOfLanguage(node)) return type
        // The type is what counts; where it is no package's, what is given may be.
        return softened(this.source(given))
      }
      case 'handed': {
        const { call, at, keys, parameter, scope } = source
        const isPlain = keys.length === 0 && call.type === 'CallExpression'
        if (!isPlain) {
          const into = keys.map((name): Step => ({ kind: 'key', name }))
          into.push({ kind: 'parameter', parameter })
          return this.#steps(this.argument(call, at, scope), [...into, ...source.steps])
        }
        const promised = at === 0 && parameter === 0 ? this.#promised(call, scope) : null
        if (promised !== null) return this.#steps(promised, source.steps)
        const { given = [], types } = handedIn(call)
        const more = types === undefined ? {} : { types }
        const step: Step = { kind: 'handed', at, parameter, given, ...more }
        return this.#steps(this.of(call.callee, scope), [step, ...source.steps])
      }
      case 'part':
        return this.step(this.source(source.of), member(source.name))
      case 'perhaps':
        return perhaps(chainsOf(this.source(source.of)))
      case 'class':
        return { kind: 'class', of: source.of }
      case 'function':
        return source.isPlain && source.returns !== null
          ? { kind: 'function', returns: this.typed(source.returns, source.scope) }
          : null
      case 'nothing':
        return NOTHING
      default:
        return null
    }
  }

  /** What an argument of a call is declared as. */
  argument(call: CallNode, at: number, scope: Scope): Value {
    const { given, types } = handedIn(call)
    const isNew = call.type === 'NewExpression'
    const more = { ...(types !== undefined && { types }), ...(isNew && { isNew }) }
    return this.step(this.of(call.callee, scope), { kind: 'argument', at, given, ...more })
  }

  /** What `import('x').then(…)` hands over; null for other calls. */
  #promised(call: CallNode, scope: Scope): Value {
    const callee = unwrapped(call.callee)
    if (callee.type !== 'MemberExpression') return null
    if (keyName(callee.property, callee.computed) !== 'then') return null
    const promise = this.of(callee.object, scope)
    return promise?.kind === 'wrapped' && promise.by === 'await' ? promise.inner : null
  }

  /** A value that is declared with this type. */
  typed(type: Node, scope: Scope): Value {
    switch (type.type) {
      case 'TSTypeReference':
        return (
          this.#wrapped(type, scope) ?? this.step(this.of(type.typeName, scope), instanceOf(type))
        )
      case 'TSArrayType':
        return { kind: 'wrapped', by: 'element', inner: this.typed(type.elementType, scope) }
      case 'TSTypeQuery':
        return type.exprName.type === 'TSImportType'
          ? importedType(type.exprName)
          : this.of(type.exprName, scope)
      case 'TSImportType':
        return this.step(importedType(type), instanceOf(type))
      case 'TSParenthesizedType':
        return this.typed(type.typeAnnotation, scope)
      case 'TSUnionType': {
        const parts = type.types.filter(
          (part) => part.type !== 'TSNullKeyword' && part.type !== 'TSUndefinedKeyword',
        )
        const [only, ...more] = parts
        return only === undefined || more.length > 0 ? null : this.typed(only, scope)
      }
      default:
        return null
    }
  }

  #wrapped(type: NodeOf<'TSTypeReference'>, scope: Scope): Value {
    const { typeName, typeArguments } = type
    if (typeName.type !== 'Identifier' || scope.find(typeName.name) !== null) return null
    const by = WRAPPERS.get(typeName.name)
    const [inner] = typeArguments?.params ?? []
    if (by === undefined || inner === undefined) return null
    return { kind: 'wrapped', by, inner: this.typed(inner, scope) }
  }
}

function instanceOf({ typeArguments }: NodeOf<'TSTypeReference' | 'TSImportType'>): Step {
  return { kind: 'instance', isPlain: (typeArguments?.params.length ?? 0) === 0 }
}

/** `import('x').A.B`. */
function importedType(node: NodeOf<'TSImportType'>): Value {
  const module = literalText(node.source)
  if (module === null) return null
  let chain: Chain = { module, steps: [] }
  for (const { name } of qualifiersOf(node)) chain = stepped(chain, member(name))
  return chainValue(chain)
}

/** The names behind `import('x')` in a type, from the left. */
export function qualifiersOf(node: NodeOf<'TSImportType'>) {
  const names: Readonly<{ name: string; start: number }>[] = []
  let part: Node | null = node.qualifier
  while (part?.type === 'TSQualifiedName') {
    names.unshift(part.right)
    part = part.left
  }
  if (part?.type === 'Identifier') names.unshift(part)
  return names
}

type Handed = Readonly<{ given: readonly Given[]; types?: number }>

/** What a call evidently hands over. */
function handedIn({ arguments: all, typeArguments }: CallNode): Handed {
  const given = all.map(givenAs)
  const types = typeArguments?.params.length ?? 0
  return types === 0 ? { given } : { given, types }
}

function givenAs(argument: Node): Given {
  const node = unwrapped(argument)
  switch (node.type) {
    case 'SpreadElement':
      return 'spread'
    case 'ObjectExpression':
      return 'object'
    case 'ArrayExpression':
      return 'list'
    case 'TemplateLiteral':
      return 'string'
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return 'function'
    case 'Literal':
      if (node.value === null) return 'nothing'
      if (typeof node.value === 'string') return 'string'
      if (typeof node.value === 'number') return 'number'
      return typeof node.value === 'boolean' ? 'boolean' : 'other'
    default:
      return 'other'
  }
}

function isConst(type: Node): boolean {
  return (
    type.type === 'TSTypeReference' &&
    type.typeName.type === 'Identifier' &&
    type.typeName.name === 'const'
  )
}

function perhaps(chains: readonly Chain[]): Value {
  return chains.length === 0 ? null : { kind: 'perhaps', chains: ways(chains) }
}

/** What a value may be of packages. */
export function chainsOf(value: Value): readonly Chain[] {
  if (value?.kind === 'chain') return [value.chain]
  return value?.kind === 'perhaps' ? value.chains : []
}

function chainValue(chain: Chain): Value {
  return { kind: 'chain', chain }
}

/** The same where another type is declared: what it lacks may be there all the same. */
function softened(value: Value): Value {
  switch (value?.kind) {
    case 'chain':
      return perhaps([value.chain])
    case 'function':
      return { ...value, returns: softened(value.returns) }
    case 'wrapped':
      return { ...value, inner: softened(value.inner) }
    default:
      return value
  }
}

const OF_LANGUAGE: ReadonlySet<string> = new Set([
  'TSBigIntKeyword',
  'TSBooleanKeyword',
  'TSLiteralType',
  'TSNumberKeyword',
  'TSStringKeyword',
  'TSTemplateLiteralType',
])
const NOTHING_TYPES: ReadonlySet<string> = new Set(['TSNullKeyword', 'TSUndefinedKeyword'])

/** A text, a number: no type of a package, whatever it is given. */
function isOfLanguage(type: Node): boolean {
  return type.type === 'TSUnionType'
    ? type.types.every((part) => NOTHING_TYPES.has(part.type) || isOfLanguage(part))
    : OF_LANGUAGE.has(type.type)
}

function both(one: Value, other: Value): Value {
  if (one?.kind === 'nothing') return other
  if (other?.kind === 'nothing') return one
  if (one?.kind === 'chain' && other?.kind === 'chain' && sameChain(one.chain, other.chain))
    return one
  const [ones, others] = [chainsOf(one), chainsOf(other)]
  if (ones.length > 0 && others.length > 0) return perhaps([...ones, ...others])
  if (one?.kind === 'class' && other?.kind === 'class' && one.of === other.of) return one
  if (one?.kind === 'object' && other?.kind === 'object' && one.of === other.of) return one
  // A name that an import gives is not dropped in silence because something else may stand for it, too.
  return perhaps([...ones, ...others].filter(isImported))
}

/** A package's name as imports give it, and not what a call made. */
function isImported({ steps }: Chain): boolean {
  return steps.every(({ kind }) => kind === 'member')
}
