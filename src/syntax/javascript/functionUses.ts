// What the text of a function does to names that it does not declare itself: for calls that take too
// long to follow. Nothing is evaluated here.

import type { Class, Statement } from 'oxc-parser'
import { type FunctionSyntax, patternNames, varNames } from './declaredNames.ts'

export type Use = Readonly<{
  /** A name from outside, `this`, or the number of a parameter. */
  root: string | number
  /** Members on the way from the root; null for a computed one. */
  path: readonly (string | null)[]
  /**
   * `assign`: the name gets another value. `write`: the last of the path is given, or taken away.
   * `call`: what the path leads to is called. `escape`: it is handed to anyone.
   */
  kind: 'assign' | 'write' | 'call' | 'escape'
}>

export type FunctionUses = Readonly<{
  uses: readonly Use[]
  /** It may load modules, or run text that nobody sees. */
  isOpaque: boolean
}>

type Node = Readonly<{ type: string; start: number; end: number }> &
  Readonly<Record<string, unknown>>
type Names = Readonly<{ names: ReadonlyMap<string, number | null>; outer: Names | null }>

const NODES_MAX = 200_000
const LOADS = new Set(['require', 'eval', 'import'])
/** Places where a value is looked at, and nothing else. */
const LOOKS = new Set([
  ...['BinaryExpression', 'UnaryExpression', 'ExpressionStatement', 'IfStatement'],
  ...['WhileStatement', 'DoWhileStatement', 'SwitchStatement', 'SwitchCase', 'TemplateLiteral'],
])

// Keyed by syntax, which nobody changes: a memory, and no state.
const remembered = new WeakMap<object, FunctionUses>()

/** The uses of a function; those of a class are of the fields that it gives to what it makes. */
export function usesOf(node: FunctionSyntax | Class): FunctionUses {
  const known = remembered.get(node)
  if (known !== undefined) return known
  const collector = new Collector()
  // Nodes of the parser are plain objects; only their types tell them apart.
  if ('superClass' in node) collector.fields(node.body.body as unknown as Node[])
  else collector.function(node as unknown as Node, null, true)
  const made = { uses: [...collector.uses.values()], isOpaque: collector.isOpaque }
  remembered.set(node, made)
  return made
}

class Collector {
  readonly uses = new Map<string, Use>()
  isOpaque = false
  #left = NODES_MAX

  /** `isOwn`: the function that was asked about, whose `this` and parameters count. */
  function(node: Node, outer: Names | null, isOwn: boolean, hasThis = isOwn): void {
    const names = new Map<string, number | null>()
    const body = node['body'] as Node | null
    const isBlock = body?.type === 'BlockStatement' || body?.type === 'FunctionBody'
    if (isBlock) for (const name of varNames(body['body'] as Statement[])) names.set(name, null)
    const isArrow = node.type === 'ArrowFunctionExpression'
    if (!isArrow) names.set('arguments', null)
    if (!isOwn && node.type === 'FunctionExpression') declare(node['id'], names)
    for (const [i, parameter] of (node['params'] as Node[]).entries())
      if (isOwn && parameter.type === 'Identifier') names.set(parameter['name'] as string, i)
      else declare(parameter, names)
    const inside: Inside = { names: { names, outer }, hasThis }
    for (const parameter of node['params'] as Node[]) this.#defaults(parameter, inside)
    if (body !== null) this.#visit(body, node, inside)
  }

  fields(elements: readonly Node[]): void {
    const inside: Inside = { names: { names: new Map(), outer: null }, hasThis: true }
    for (const element of elements) {
      const isField = element.type === 'PropertyDefinition' && element['static'] !== true
      if (isField && isNode(element['value'])) this.#visit(element['value'], element, inside)
    }
  }

  /** Default values stand among names that are declared. */
  #defaults(pattern: Node, inside: Inside): void {
    if (pattern.type !== 'Identifier') this.#children(pattern, inside)
  }

  #visit(node: Node, parent: Node, inside: Inside): void {
    this.#left -= 1
    if (this.#left < 0) {
      this.isOpaque = true
      return
    }
    switch (node.type) {
      case 'Identifier':
        this.#occurrence(node, [], parent, inside)
        return
      case 'ThisExpression':
        if (inside.hasThis) this.#occurrence(node, [], parent, inside)
        return
      case 'MemberExpression':
        this.#member(node, parent, inside)
        return
      case 'ImportExpression':
      case 'WithStatement':
        this.isOpaque = true
        return
      case 'FunctionDeclaration':
      case 'FunctionExpression':
        this.function(node, inside.names, false)
        return
      case 'ArrowFunctionExpression':
        // An arrow has the `this` of what is around it.
        this.function(node, inside.names, false, inside.hasThis)
        return
      case 'BlockStatement':
      case 'StaticBlock':
      case 'FunctionBody':
        this.#children(node, { ...inside, names: withBlock(node['body'], inside.names) })
        return
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement': {
        const head = [node['init'] ?? node['left']]
        this.#children(node, { ...inside, names: withBlock(head, inside.names) })
        return
      }
      case 'CatchClause': {
        const names = new Map<string, null>()
        if (node['param'] != null) declare(node['param'], names)
        this.#children(node, { ...inside, names: { names, outer: inside.names } })
        return
      }
      default:
        this.#children(node, inside)
    }
  }

  #children(node: Node, inside: Inside): void {
    for (const [key, value] of Object.entries(node)) {
      // Keys and labels are no names of values.
      if (key === 'label' || key === 'id') continue
      if (key === 'key' && node['computed'] !== true) continue
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
        if (isNode(one)) this.#visit(one, node, inside)
    }
  }

  #member(node: Node, parent: Node, inside: Inside): void {
    const path: (string | null)[] = []
    let at = node
    let root = at
    while (root.type === 'MemberExpression') {
      at = root
      const property = at['property'] as Node
      path.unshift(at['computed'] === true ? textOf(property) : (property['name'] as string))
      if (at['computed'] === true) this.#visit(property, at, inside)
      root = at['object'] as Node
    }
    if (root.type === 'Identifier' || (root.type === 'ThisExpression' && inside.hasThis))
      this.#occurrence(root, path, parent, inside, node)
    else if (root.type !== 'ThisExpression' && root.type !== 'Super') this.#visit(root, at, inside)
    else if (root.type === 'Super' && inside.hasThis) this.#add('this', [], 'escape')
  }

  #occurrence(
    root: Node,
    path: readonly (string | null)[],
    parent: Node,
    { names }: Inside,
    node = root,
  ): void {
    const kind = kindOf(node, parent, path.length)
    if (root.type === 'ThisExpression') {
      if (kind !== null) this.#add('this', path, kind)
      return
    }
    const name = root['name'] as string
    const declared = find(names, name)
    if (declared === undefined && LOADS.has(name)) this.isOpaque = true
    if (kind === null || declared === null) {
      // `arguments` is every parameter at once.
      if (name === 'arguments' && kind !== null && path.length === 0) this.#add('*', [], 'escape')
      return
    }
    if (declared !== undefined && kind === 'assign') return
    this.#add(declared ?? name, path, kind)
  }

  #add(root: string | number, path: readonly (string | null)[], kind: Use['kind']): void {
    this.uses.set(`${typeof root} ${root} ${path.join('.')} ${kind}`, { root, path, kind })
  }
}

type Inside = Readonly<{ names: Names; hasThis: boolean }>

function find(names: Names, name: string): number | null | undefined {
  for (let at: Names | null = names; at !== null; at = at.outer) {
    const found = at.names.get(name)
    if (found !== undefined) return found
  }
  return undefined
}

function kindOf(node: Node, parent: Node, depth: number): Use['kind'] | null {
  const changed: Use['kind'] = depth === 0 ? 'assign' : 'write'
  switch (parent.type) {
    case 'UpdateExpression':
      return changed
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
      return parent['left'] === node ? changed : 'escape'
    case 'UnaryExpression':
      return parent['operator'] === 'delete' ? changed : null
    case 'CallExpression':
    case 'NewExpression':
      return parent['callee'] === node ? 'call' : 'escape'
    case 'ConditionalExpression':
      return parent['test'] === node ? null : 'escape'
    // A part of a pattern that is assigned to: `[a.b] = list`.
    case 'ArrayPattern':
    case 'AssignmentPattern':
    case 'RestElement':
      return changed
    default:
      return LOOKS.has(parent.type) ? null : 'escape'
  }
}

/** Names that the statements of a block declare for it alone. */
function withBlock(body: unknown, outer: Names): Names {
  const names = new Map<string, null>()
  for (const one of Array.isArray(body) ? (body as unknown[]) : []) {
    if (!isNode(one)) continue
    if (one.type === 'VariableDeclaration')
      for (const { id } of one['declarations'] as { id: unknown }[]) declare(id, names)
    else if (one.type === 'ClassDeclaration' || one.type === 'FunctionDeclaration')
      declare(one['id'], names)
  }
  return names.size === 0 ? outer : { names, outer }
}

function declare(pattern: unknown, names: Map<string, number | null> | Map<string, null>): void {
  if (!isNode(pattern)) return
  const found = new Set<string>()
  const inner = pattern.type === 'RestElement' ? pattern['argument'] : pattern
  patternNames(inner as Parameters<typeof patternNames>[0], found)
  for (const name of found) names.set(name, null)
}

function textOf(property: Node): string | null {
  return property.type === 'Literal' ? String(property['value']) : null
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
