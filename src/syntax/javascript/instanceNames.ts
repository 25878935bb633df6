// The names that a function gives to the object that it is called on: `this.x = …`, through other names of
// that object too (`var self = this`), found without running it.

import type { Expression } from 'oxc-parser'
import { type FunctionSyntax, isFunctionType, patternNames } from './declaredNames.ts'

const NODES_MAX = 20_000
/** `var _this = _super.call(this) || this`, as compilers write it. */
const GIVES_THIS =
  /^_*(?:call_?super|possible_?constructor_?return|assert_?this_?initialized)(?:_?\d+)?$/i

export type Asked = Readonly<{
  /** Whether what a constructor returns is the object that it makes. */
  isConstructor: boolean
  /** Whether a function gives its first argument the name that is its second. */
  defines: (callee: Expression) => boolean
}>

type Node = Readonly<{ type: string; start: number }> & Readonly<Record<string, unknown>>
/** `others`: names of the object where the code stands; `hasThis`: whether `this` is it. */
type Where = Readonly<{ others: ReadonlySet<string>; hasThis: boolean }>

/** Each name with where it is written. */
export function namesGivenToThis(node: FunctionSyntax, asked: Asked): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const others = otherNames(node, asked.isConstructor)
  const pending: [unknown, Where][] = [[node.body, { others, hasThis: true }]]
  for (let i = 0; pending.length > 0 && i < NODES_MAX; i++) {
    const [one, where] = pending.pop() ?? [null, NOWHERE]
    if (typeof one !== 'object' || one === null) continue
    if (Array.isArray(one)) {
      for (let at = one.length - 1; at >= 0; at--) pending.push([one[at], where])
      continue
    }
    // Parts of a node that are none themselves: the pattern of a regular expression.
    if (typeof (one as Partial<Node>).type !== 'string') continue
    const here = one as Node
    const inner = whereInside(here, where)
    if (inner === null) continue
    for (const [name, start] of given(here, where, asked))
      if (!found.has(name)) found.set(name, start)
    for (const value of Object.values(here).toReversed())
      if (typeof value === 'object') pending.push([value, inner])
  }
  return found
}

const NOWHERE: Where = { others: new Set(), hasThis: false }

/** Another function has another `this`, and may have names of its own for what it is given. */
function whereInside(node: Node, where: Where): Where | null {
  if (node.type.startsWith('Class')) return null
  if (!isFunctionType(node.type)) return where
  const hasThis = where.hasThis && node.type === 'ArrowFunctionExpression'
  const own = new Set<string>()
  for (const parameter of (node['params'] as Parameters<typeof patternNames>[0][]) ?? [])
    if ((parameter.type as string) !== 'TSParameterProperty') patternNames(parameter, own)
  const others = [...where.others].filter((name) => !own.has(name))
  return !hasThis && others.length === 0 ? null : { others: new Set(others), hasThis }
}

/** The variables that hold the object: what `this` was given to, and what a constructor returns. */
function otherNames(node: FunctionSyntax, isConstructor: boolean): ReadonlySet<string> {
  const names = new Set<string>()
  const pending: unknown[] = [node.body]
  for (let i = 0; pending.length > 0 && i < NODES_MAX; i++) {
    const one = pending.pop()
    if (typeof one !== 'object' || one === null) continue
    const here = one as Node
    if (!Array.isArray(one)) {
      if (typeof here.type !== 'string') continue
      if (here.type.startsWith('Class')) continue
      if (isFunctionType(here.type) && here.type !== 'ArrowFunctionExpression') continue
      const [name, value] = boundIn(here)
      if (name?.type === 'Identifier' && isThis(value, names)) names.add(String(name['name']))
      const returned =
        here.type === 'ReturnStatement' ? lastOf(here['argument'] as Node | null) : null
      if (isConstructor && returned?.type === 'Identifier') names.add(String(returned['name']))
    }
    for (const value of Object.values(one).toReversed())
      if (typeof value === 'object') pending.push(value)
  }
  return names
}

/** What a node gives a value to, and the value. */
function boundIn(node: Node): readonly [Node | null, Node | null] {
  if (node.type === 'VariableDeclarator') return [node['id'] as Node, node['init'] as Node | null]
  if (node.type !== 'AssignmentExpression') return [null, null]
  return [node['left'] as Node, node['right'] as Node]
}

/** What stands in brackets, and the last of several. */
function lastOf(node: Node | null): Node | null {
  let last = node
  while (last !== null) {
    if (last.type === 'ParenthesizedExpression') last = last['expression'] as Node
    else if (last.type === 'SequenceExpression')
      last = (last['expressions'] as Node[]).at(-1) ?? null
    else break
  }
  return last
}

/** Whether an expression is the object: as it is, or by a way that compilers write. */
function isThis(node: Node | null, others: ReadonlySet<string>): boolean {
  switch (node?.type) {
    case 'ThisExpression':
      return true
    case 'Identifier':
      return others.has(String(node['name']))
    case 'LogicalExpression':
      return isThis(node['left'] as Node, others) || isThis(node['right'] as Node, others)
    case 'AssignmentExpression':
      return isThis(node['right'] as Node, others)
    case 'ParenthesizedExpression':
    case 'SequenceExpression':
      return isThis(lastOf(node), others)
    case 'CallExpression':
      return GIVES_THIS.test(calledName(node['callee'] as Node))
    default:
      return false
  }
}

/** `f`, `o.f`, `(0, o.f)`; `o.default` and `o._`, as helpers are imported, by the name of `o`. */
function calledName(callee: Node): string {
  const node = lastOf(callee)
  if (node?.type === 'Identifier') return String(node['name'])
  if (node?.type !== 'MemberExpression') return ''
  const name = textOf(node['property'] as Node, node['computed'] === true) ?? ''
  return name === '_' || name === 'default' ? calledName(node['object'] as Node) : name
}

/** The names that a node itself gives to the object. */
function given(node: Node, where: Where, asked: Asked): [string, number][] {
  const isObject = (one: Node | undefined) =>
    one !== undefined &&
    (one.type === 'ThisExpression'
      ? where.hasThis
      : isThis(one, where.others) && one.type === 'Identifier')
  switch (node.type) {
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
      return targetsIn(node['left'] as Node).flatMap((one) => namedBy(one, isObject))
    case 'UpdateExpression':
      return namedBy(node['argument'] as Node, isObject)
    case 'CallExpression':
      return givenByCall(node, isObject, asked)
    default:
      return []
  }
}

function targetsIn(target: Node): Node[] {
  switch (target.type) {
    case 'ArrayPattern':
      return (target['elements'] as (Node | null)[]).flatMap((one) => (one ? targetsIn(one) : []))
    case 'ObjectPattern':
      return (target['properties'] as Node[]).flatMap((one) =>
        targetsIn((one['value'] ?? one['argument']) as Node),
      )
    case 'AssignmentPattern':
      return targetsIn(target['left'] as Node)
    case 'RestElement':
      return targetsIn(target['argument'] as Node)
    default:
      return [target]
  }
}

function namedBy(target: Node, isObject: (one: Node) => boolean): [string, number][] {
  if (target.type !== 'MemberExpression' || !isObject(target['object'] as Node)) return []
  const name = textOf(target['property'] as Node, target['computed'] === true)
  return name === null ? [] : [[name, target.start]]
}

/** `Object.defineProperty(this, 'x', …)`, `Object.assign(this, { x })`, and helpers that do so. */
function givenByCall(
  node: Node,
  isObject: (one: Node | undefined) => boolean,
  { defines }: Asked,
): [string, number][] {
  const callee = node['callee'] as Node
  const [first, ...rest] = node['arguments'] as Node[]
  const [second] = rest
  const whole = /^(?:assign|defineProperties)$/.test(calledName(callee))
  if (!isObject(first)) return definedGetter(callee, first, isObject, node.start)
  if (whole) return rest.flatMap(keysOf)
  const name = second === undefined ? null : textOf(second, true)
  if (name === null) return []
  const isDefined = /^_*define_?property\d*$/i.test(calledName(callee))
  return isDefined || defines(callee as unknown as Expression) ? [[name, node.start]] : []
}

/** `this.__defineGetter__('x', …)`. */
function definedGetter(
  callee: Node,
  name: Node | undefined,
  isObject: (one: Node) => boolean,
  start: number,
): [string, number][] {
  if (callee.type !== 'MemberExpression' || !isObject(callee['object'] as Node)) return []
  const isDefined = /^__define[GS]etter__$/.test(calledName(callee))
  const text = name === undefined || !isDefined ? null : textOf(name, true)
  return text === null ? [] : [[text, start]]
}

function keysOf(node: Node): [string, number][] {
  if (node.type !== 'ObjectExpression') return []
  return (node['properties'] as Node[]).flatMap((one): [string, number][] => {
    const key =
      one.type === 'Property' ? textOf(one['key'] as Node, one['computed'] === true) : null
    return key === null ? [] : [[key, one.start]]
  })
}

/** A name as it is written: in dots, or as a text. */
function textOf(node: Node, isComputed: boolean): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  return !isComputed && node.type === 'Identifier' ? String(node['name']) : null
}
