// Names that the statements of a CommonJS module give to its exports, by their syntax alone: for
// files that take too much work to follow. Only what runs whenever the file is loaded counts.

import type { Expression, Statement } from 'oxc-parser'
import type { Body } from './lateSyntax.ts'

type Node = Readonly<{ type: string }> & Readonly<Record<string, unknown>>

const DEPTH_MAX = 20

export function writtenNames(body: Body): ReadonlySet<string> {
  const names = new Names()
  names.statements(body as readonly Statement[], 0)
  return names.found
}

class Names {
  readonly found = new Set<string>()
  /** `module.exports = x` leaves behind what `exports` has. */
  #isReplaced = false

  statements(body: readonly Statement[], depth: number): void {
    for (const statement of body) {
      if (statement.type === 'ExpressionStatement') this.#expression(statement.expression, depth)
      else if (statement.type === 'IfStatement') {
        if (mayLeave(statement.consequent)) return
        if (isDevelopment(statement.test)) this.statements(blockOf(statement.consequent), depth)
      } else if (mayLeave(statement)) return
    }
  }

  #expression(node: Expression, depth: number): void {
    if (depth > DEPTH_MAX) return
    switch (node.type) {
      case 'ParenthesizedExpression':
        this.#expression(node.expression, depth + 1)
        return
      case 'UnaryExpression':
        this.#expression(node.argument, depth + 1)
        return
      case 'SequenceExpression':
        for (const one of node.expressions) this.#expression(one, depth + 1)
        return
      case 'LogicalExpression':
        // `0 && (module.exports = …)` does not run, and is read elsewhere.
        if (node.operator === '&&' && isDevelopment(node.left))
          this.#expression(node.right, depth + 1)
        return
      case 'AssignmentExpression':
        if (node.operator !== '=') return
        this.#target(node.left as unknown as Node)
        this.#expression(node.right, depth + 1)
        return
      case 'CallExpression':
        this.#call(node as unknown as Node, depth)
        return
      default:
    }
  }

  #target(left: Node): void {
    if (isModuleExports(left)) {
      this.#isReplaced = true
      this.found.clear()
    } else if (left.type === 'MemberExpression') this.#give(left['object'] as Node, keyOf(left))
  }

  #give(to: Node, name: string | null): void {
    const isGiven = this.#isReplaced ? isModuleExports(to) : isExports(to)
    if (isGiven && name !== null) this.found.add(name)
  }

  #call(node: Node, depth: number): void {
    const callee = bare(node['callee'] as Node)
    const [first, second] = node['arguments'] as readonly Node[]
    const isFunction = /^(?:Arrow)?Function(?:Expression)?$/.test(callee.type)
    if (isFunction && (callee['params'] as readonly Node[]).length === 0) {
      const body = callee['body'] as Node
      const statements = body['body']
      if (!Array.isArray(statements) || callee['async'] || callee['generator']) return
      if (!isHidden(statements as Node[])) this.statements(statements as Statement[], depth + 1)
      return
    }
    const isDefine =
      callee.type === 'MemberExpression' &&
      keyOf(callee) === 'defineProperty' &&
      (callee['object'] as Node)['name'] === 'Object'
    if (isDefine && first !== undefined && second?.type === 'Literal')
      this.#give(first, String(second['value']))
  }
}

function bare(node: Node): Node {
  return node.type === 'ParenthesizedExpression' ? bare(node['expression'] as Node) : node
}

function keyOf(member: Node): string | null {
  const property = member['property'] as Node
  if (member['computed'] === true)
    return property.type === 'Literal' ? String(property['value']) : null
  return property.type === 'Identifier' ? String(property['name']) : null
}

function isExports(node: Node): boolean {
  return (node.type === 'Identifier' && node['name'] === 'exports') || isModuleExports(node)
}

function isModuleExports(node: Node): boolean {
  if (node.type !== 'MemberExpression' || keyOf(node) !== 'exports') return false
  const object = node['object'] as Node
  return object.type === 'Identifier' && object['name'] === 'module'
}

/** Whether names of a function hide those that the module has. */
function isHidden(statements: readonly Node[]): boolean {
  const text = (node: Node): string[] =>
    node.type === 'VariableDeclaration'
      ? (node['declarations'] as Node[]).map((one) => JSON.stringify(one['id']))
      : [JSON.stringify(node['id'] ?? null)]
  return statements.some((one) =>
    text(one).some((id) => /"name":"(?:exports|module|Object)"/.test(id)),
  )
}

/** `process.env.NODE_ENV !== 'production'`, in either order: so it is unless somebody asks. */
function isDevelopment(test: Expression): boolean {
  const node = bare(test as unknown as Node)
  if (node.type !== 'BinaryExpression' || !/^!==?$/.test(String(node['operator']))) return false
  const sides = [node['left'], node['right']] as Node[]
  const isText = sides.some((one) => one.type === 'Literal' && one['value'] === 'production')
  return isText && sides.some((one) => one.type === 'MemberExpression' && keyOf(one) === 'NODE_ENV')
}

function blockOf(node: Statement): readonly Statement[] {
  return node.type === 'BlockStatement' ? (node.body as readonly Statement[]) : [node]
}

/** Whether what follows a statement may not run. */
function mayLeave(node: Statement): boolean {
  if (node.type === 'BlockStatement') return (node.body as readonly Statement[]).some(mayLeave)
  return node.type === 'ReturnStatement' || node.type === 'ThrowStatement'
}
