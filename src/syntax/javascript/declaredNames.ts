// The names that syntax declares: those of `var` in the whole of a function, and those of a pattern;
// and the names that modules know each other's things by.

import type {
  ArrowFunctionExpression,
  BindingPattern,
  Directive,
  Function as FunctionNode,
  ImportDeclarationSpecifier,
  ModuleExportName,
  Statement,
} from 'oxc-parser'

export type FunctionSyntax = FunctionNode | ArrowFunctionExpression

/** Whether nodes of a type are functions. */
export function isFunctionType(type: string): boolean {
  return (
    type === 'FunctionDeclaration' ||
    type === 'FunctionExpression' ||
    type === 'ArrowFunctionExpression'
  )
}

type Body = readonly (Directive | Statement)[]

// Keyed by syntax, which nobody changes: a memory, and no state.
const remembered = new WeakMap<Body, ReadonlySet<string>>()

/** A function may be called often, and its text does not change. */
export function varNames(body: Body): ReadonlySet<string> {
  const known = remembered.get(body)
  if (known !== undefined) return known
  const names = new Set<string>()
  collect(body, names)
  remembered.set(body, names)
  return names
}

function collect(body: Body, names: Set<string>): void {
  const pending: (Directive | Statement | null | undefined)[] = [...body]
  while (pending.length > 0) {
    const node = pending.pop()
    switch (node?.type) {
      case 'VariableDeclaration':
        if (node.kind === 'var') for (const { id } of node.declarations) patternNames(id, names)
        break
      case 'ExportNamedDeclaration':
        pending.push(node.declaration as Statement | null)
        break
      case 'BlockStatement':
        pending.push(...node.body)
        // Functions of blocks are names of the function too.
        for (const one of node.body)
          if (one.type === 'FunctionDeclaration' && one.id !== null) names.add(one.id.name)
        break
      case 'IfStatement':
        pending.push(node.consequent, node.alternate)
        break
      case 'ForStatement':
        if (node.init?.type === 'VariableDeclaration') pending.push(node.init)
        pending.push(node.body)
        break
      case 'ForInStatement':
      case 'ForOfStatement':
        if (node.left.type === 'VariableDeclaration') pending.push(node.left)
        pending.push(node.body)
        break
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'LabeledStatement':
      case 'WithStatement':
        pending.push(node.body)
        break
      case 'TryStatement':
        pending.push(node.block, node.handler?.body, node.finalizer)
        break
      case 'SwitchStatement':
        for (const { consequent } of node.cases) pending.push(...consequent)
        break
      default:
    }
  }
}

export function patternNames(pattern: BindingPattern, names: Set<string>): void {
  const pending: (BindingPattern | null)[] = [pattern]
  while (pending.length > 0) {
    const node = pending.pop()
    if (node?.type === 'Identifier') names.add(node.name)
    else if (node?.type === 'AssignmentPattern') pending.push(node.left)
    else if (node?.type === 'ArrayPattern')
      for (const one of node.elements)
        pending.push(one?.type === 'RestElement' ? one.argument : one)
    else if (node?.type === 'ObjectPattern')
      for (const one of node.properties)
        pending.push(one.type === 'RestElement' ? one.argument : one.value)
  }
}

/** The name that a module exports something under. */
export function exportName(name: ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}

/** The name of the other module that an import binds; `*` for all of it. */
export function importedName(one: ImportDeclarationSpecifier): string {
  if (one.type === 'ImportSpecifier') return exportName(one.imported)
  return one.type === 'ImportDefaultSpecifier' ? 'default' : '*'
}
