// Names that statements bind, wherever in them: in a function they are its own from the start.

import type { Span, Statement } from '../../syntax/python/syntax.ts'
import type { Tree } from '../../syntax/python/tree.ts'

/** How expressions and the patterns of `case` are read. */
type Parser = Readonly<{
  parse(span: Span): Tree | null
  parsePattern(span: Span): Tree | null
}>

/** Bodies of inner functions and classes aside. */
export function boundNames(
  body: readonly Statement[],
  parser: Parser,
  names = new Set<string>(),
): Set<string> {
  for (const statement of body) bound(statement, parser, names)
  return names
}

function bound(statement: Statement, parser: Parser, names: Set<string>): void {
  const targets = (spans: readonly (Span | null)[]) => {
    for (const span of spans) {
      const tree = span === null ? null : parser.parse(span)
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
      for (const { body } of statement.branches) boundNames(body, parser, names)
      return
    case 'try':
      boundNames(statement.body, parser, names)
      for (const { name, body } of statement.handlers) {
        if (name !== null) names.add(name)
        boundNames(body, parser, names)
      }
      boundNames(statement.orElse, parser, names)
      boundNames(statement.finally, parser, names)
      return
    case 'loop':
      targets([statement.target])
      boundNames(statement.body, parser, names)
      boundNames(statement.orElse, parser, names)
      return
    case 'with':
      targets(statement.items.map(({ target }) => target))
      boundNames(statement.body, parser, names)
      return
    case 'match':
      for (const { pattern, body } of statement.cases) {
        const tree = parser.parsePattern(pattern)
        if (tree !== null) patternNames(tree, names)
        boundNames(body, parser, names)
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
function patternNames(pattern: Tree, names: Set<string>): void {
  const parts: Tree[] = [pattern]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part.kind === 'tuple' || part.kind === 'list') parts.push(...part.items)
    else if (part.kind === 'call') for (const { value } of part.arguments) parts.push(value)
    else if (part.kind === 'binary') parts.push(part.left, part.right)
    else if (part.kind === 'dict') for (const { value } of part.items) parts.push(value)
    else targetNames(part, names)
  }
}
