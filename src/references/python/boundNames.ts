// Names that statements bind, wherever in them: in a function they are its own from the start.

import type { Span, Statement } from '../../extract/python/syntax/syntax.ts'
import type { Tree } from '../../extract/python/syntax/tree.ts'

type Parse = (span: Span) => Tree | null

/** Bodies of inner functions and classes aside. */
export function boundNames(
  body: readonly Statement[],
  parse: Parse,
  names = new Set<string>(),
): Set<string> {
  for (const statement of body) bound(statement, parse, names)
  return names
}

function bound(statement: Statement, parse: Parse, names: Set<string>): void {
  const targets = (spans: readonly (Span | null)[]) => {
    for (const span of spans) {
      const tree = span === null ? null : parse(span)
      if (tree !== null) targetNames(tree, names)
    }
  }
  switch (statement.kind) {
    case 'import':
      for (const { path, alias } of statement.names) names.add(alias ?? path.split('.')[0] ?? path)
      return
    case 'from':
      for (const { name, alias } of statement.names ?? []) names.add(alias ?? name)
      return
    case 'assign':
      targets(statement.targets)
      return
    case 'def':
    case 'class':
      names.add(statement.name)
      return
    case 'if':
      for (const { body } of statement.branches) boundNames(body, parse, names)
      return
    case 'try':
      boundNames(statement.body, parse, names)
      for (const { name, body } of statement.handlers) {
        if (name !== null) names.add(name)
        boundNames(body, parse, names)
      }
      boundNames(statement.orElse, parse, names)
      boundNames(statement.finally, parse, names)
      return
    case 'loop':
      targets([statement.target])
      boundNames(statement.body, parse, names)
      boundNames(statement.orElse, parse, names)
      return
    case 'with':
      targets(statement.items.map(({ target }) => target))
      boundNames(statement.body, parse, names)
      return
    case 'match':
      for (const { pattern, body } of statement.cases) {
        const tree = parse(pattern)
        if (tree !== null) patternNames(tree, names)
        boundNames(body, parse, names)
      }
      return
    default:
      return
  }
}

function targetNames(tree: Tree, names: Set<string>): void {
  if (tree.kind === 'name') names.add(tree.name)
  else if (tree.kind === 'tuple' || tree.kind === 'list') {
    for (const item of tree.items) targetNames(item, names)
  } else if (tree.kind === 'starred') targetNames(tree.value, names)
}

/** A pattern is read as an expression: every plain name in it may be bound. */
export function patternNames(tree: Tree, names: Set<string>): void {
  targetNames(tree, names)
  if (tree.kind === 'call') for (const { value } of tree.arguments) patternNames(value, names)
  else if (tree.kind === 'binary') {
    patternNames(tree.left, names)
    patternNames(tree.right, names)
  } else if (tree.kind === 'dict') for (const { value } of tree.items) patternNames(value, names)
  else if (tree.kind === 'tuple' || tree.kind === 'list') {
    for (const item of tree.items) patternNames(item, names)
  }
}
