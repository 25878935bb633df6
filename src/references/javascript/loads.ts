// Calls that load a module by its name, or look for it: `require`, `import()`, and what test runners have.

import type { Node } from 'oxc-parser'
import { childrenOf, keyName, literalText, unwrapped } from './nodes.ts'
import type { Scope } from './scopes.ts'

export type Load = Readonly<{
  /** What names the module. */
  source: Node
  /** What it gives: the module, a promise of it, or something else. */
  gives: 'module' | 'promise' | 'other'
  /** By `require` itself. */
  isRequire: boolean
}>

/** Functions of test runners; of mocks only what they are put in the place of is said. */
const RUNNERS: ReadonlyMap<string, Load['gives']> = new Map([
  ['jest.requireActual', 'module'],
  ['jest.requireMock', 'module'],
  ['vi.importActual', 'promise'],
  ['vi.importMock', 'promise'],
  ['jest.mock', 'other'],
  ['jest.doMock', 'other'],
  ['jest.unmock', 'other'],
  ['vi.mock', 'other'],
  ['vi.doMock', 'other'],
  ['vi.unmock', 'other'],
])

/** Null for what loads nothing. */
export function loadOf(node: Node, scope: Scope): Load | null {
  const inner = unwrapped(node)
  if (inner.type === 'ImportExpression') {
    return { source: inner.source, gives: 'promise', isRequire: false }
  }
  if (inner.type !== 'CallExpression') return null
  const [first, second] = inner.arguments
  const callee = unwrapped(inner.callee)
  if (first !== undefined && isRequire(callee, scope, ALIASES_MAX)) {
    return { source: first, gives: 'module', isRequire: true }
  }
  const gives = RUNNERS.get(dottedName(callee))
  if (gives !== undefined && first !== undefined) return { source: first, gives, isRequire: false }
  if (callee.type !== 'MemberExpression') return null
  const name = keyName(callee.property, callee.computed)
  if (name !== 'resolve' && name !== 'call') return null
  const isOfRequire = isRequire(callee.object, scope, ALIASES_MAX)
  if (name === 'call') {
    const isCalled = isOfRequire && second !== undefined
    return isCalled ? { source: second, gives: 'module', isRequire: true } : null
  }
  const isResolving = isOfRequire || callee.object.type === 'MetaProperty'
  return isResolving && first !== undefined
    ? { source: first, gives: 'other', isRequire: false }
    : null
}

/** Whether what names a module is computed from where the file itself is. */
export function isOfInput(source: Node): boolean {
  const first = leftmost(source)
  const text = literalText(first) ?? (first.type === 'TemplateElement' ? first.value.raw : '')
  return /^[./]/.test(text) || holdsPlace(source, 0)
}

/** What the text of a sum or of a template begins with. */
function leftmost(node: Node): Node {
  let inner = unwrapped(node)
  for (;;) {
    if (inner.type === 'BinaryExpression') inner = unwrapped(inner.left)
    else if (inner.type === 'TemplateLiteral' && inner.expressions.length > 0) {
      const [begin] = inner.quasis
      const [first] = inner.expressions
      if (begin === undefined || first === undefined) return inner
      if (begin.value.raw !== '') return begin
      inner = unwrapped(first)
    } else return inner
  }
}

/** Expressions that are looked into for `__dirname`. */
const PLACE_DEPTH_MAX = 20

function holdsPlace(node: Node, depth: number): boolean {
  if (node.type === 'Identifier') return /^__(?:dirname|filename)$/.test(node.name)
  if (node.type === 'MetaProperty') return true
  return depth < PLACE_DEPTH_MAX && childrenOf(node).some((child) => holdsPlace(child, depth + 1))
}

/** Modules that are at hand without being loaded. */
const WITH_REQUIRE: ReadonlySet<string> = new Set(['module', 'require.main', 'process.mainModule'])

/** Names that stand for names that stand for `require`. */
const ALIASES_MAX = 4

/** `require`, `(0, require)`, `module.require`, `createRequire(…)` and names that hold one of them. */
function isRequire(callee: Node, scope: Scope, left: number): boolean {
  const inner = unwrapped(callee)
  if (inner.type === 'SequenceExpression') {
    const last = inner.expressions.at(-1)
    return last !== undefined && isRequire(last, scope, left)
  }
  if (inner.type === 'CallExpression')
    return /(?:^|\.)createRequire$/.test(dottedName(inner.callee))
  if (inner.type === 'MemberExpression') {
    if (keyName(inner.property, inner.computed) !== 'require') return false
    const of = dottedName(inner.object)
    const [name = ''] = of.split('.')
    return WITH_REQUIRE.has(of) && scope.find(name) === null
  }
  if (inner.type !== 'Identifier') return false
  const sources = scope.find(inner.name)
  if (sources === null) return inner.name === 'require'
  const [source] = sources
  if (left === 0 || source?.kind !== 'node' || source.steps.length > 0 || sources.length > 1) {
    return false
  }
  return isRequire(source.node, source.scope, left - 1)
}

/** `a.b` of names; the empty text for anything else. */
function dottedName(node: Node): string {
  const inner = unwrapped(node)
  if (inner.type === 'Identifier') return inner.name
  if (inner.type !== 'MemberExpression' || inner.object.type !== 'Identifier') return ''
  return `${inner.object.name}.${keyName(inner.property, inner.computed) ?? ''}`
}
