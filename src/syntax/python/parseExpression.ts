// An expression of a file as the rest of the extractor reads it: the tree of the parser with what nobody
// asks about left out.

import type { Expression, Span } from './syntax.ts'
import type { JoinedPart, Tree, TreeOf } from './tree.ts'
import { parseTree } from './treeParser.ts'

/** Never throws; what is no expression, or nested too deeply, is opaque. */
export function parseExpression(text: string, span: Span): Expression {
  // Most expressions are a plain name.
  if (isPlainName(text, span)) return { kind: 'name', name: text.slice(span.start, span.end) }
  const tree = parseTree(text, span)
  return tree === null ? { kind: 'opaque', span } : expressionOf(tree)
}

const NAME_MAX = 40
const RESERVED = /^(?:True|False|None|lambda|not|await|yield|and|or|if|else|for|in|is|async|print)$/

/** Letters of ASCII alone, and no word of the language. */
function isPlainName(text: string, { start, end }: Span): boolean {
  if (end - start > NAME_MAX || end <= start) return false
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122
    if (!isLetter && code !== 95 && !(i > start && code >= 48 && code <= 57)) return false
  }
  return !RESERVED.test(text.slice(start, end))
}

function expressionOf(tree: Tree): Expression {
  switch (tree.kind) {
    case 'name':
      return { kind: 'name', name: tree.name }
    case 'constant':
      return { kind: 'constant', name: tree.name }
    case 'number':
      return { kind: 'number', text: tree.text }
    case 'string':
      return { kind: 'string', value: knownText(tree), isBytes: tree.isBytes }
    case 'joined':
      return joined(tree.parts)
    case 'attribute':
      return { kind: 'attribute', value: expressionOf(tree.value), name: tree.name }
    case 'call':
      return {
        kind: 'call',
        function: expressionOf(tree.function),
        arguments: tree.arguments.map(({ name, stars, value }) => ({
          name,
          stars,
          value: expressionOf(value),
        })),
      }
    case 'subscript':
      return { kind: 'subscript', value: expressionOf(tree.value), index: expressionOf(tree.index) }
    case 'tuple':
    case 'list':
    case 'set':
      return { kind: tree.kind, items: tree.items.map(expressionOf) }
    case 'dict':
      return {
        kind: 'dict',
        items: tree.items.map(({ key, value }) => ({
          key: key === null ? null : expressionOf(key),
          value: expressionOf(value),
        })),
      }
    case 'starred':
      return { kind: 'starred', value: expressionOf(tree.value) }
    case 'binary':
      return binary(tree.operator, expressionOf(tree.left), expressionOf(tree.right))
    case 'boolean':
      return tree.values
        .map(expressionOf)
        .reduce((left, right) => binary(tree.operator, left, right))
    case 'compare': {
      const [left, right, more] = tree.values
      const [operator] = tree.operators
      return left === undefined || right === undefined || operator === undefined || more
        ? opaque(tree)
        : binary(operator, expressionOf(left), expressionOf(right))
    }
    case 'unary':
      return { kind: 'unary', operator: tree.operator, value: expressionOf(tree.value) }
    case 'conditional':
      return {
        kind: 'conditional',
        test: expressionOf(tree.test),
        // biome-ignore lint/suspicious/noThenProperty: a word of the contract, and nothing awaits it.
        then: expressionOf(tree.body),
        otherwise: expressionOf(tree.otherwise),
      }
    case 'comprehension':
      return comprehension(tree)
    case 'walrus':
      return { kind: 'walrus', name: tree.name, value: expressionOf(tree.value) }
    case 'lambda': {
      const { start, end } = tree.body
      return { kind: 'lambda', parameters: tree.parameters, body: { start, end } }
    }
    default:
      return opaque(tree)
  }
}

/** A character by its name is not known here: the names are another edition of Unicode's to tell. */
function knownText({ value, isBytes }: TreeOf<'string'>): string | null {
  return !isBytes && value.includes('\\N{') ? null : value
}

function opaque({ start, end }: Tree): Expression {
  return { kind: 'opaque', span: { start, end } }
}

function binary(operator: string, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right }
}

/** The text is not known when a field's value would have to be. */
function joined(parts: readonly JoinedPart[]): Expression {
  const texts = parts.filter((part) => typeof part === 'string')
  if (texts.length === parts.length) {
    return { kind: 'string', value: texts.join(''), isBytes: false }
  }
  const fields: (string | Expression)[] = []
  for (const part of parts) {
    if (typeof part === 'string') fields.push(part)
    else if (part.conversion === '' && part.format === null) fields.push(expressionOf(part.value))
    else return { kind: 'string', value: null, isBytes: false }
  }
  return { kind: 'string', value: null, isBytes: false, parts: fields }
}

function comprehension(tree: TreeOf<'comprehension'>): Expression {
  const [clause, more] = tree.clauses
  if (clause === undefined || more !== undefined || clause.isAsync) return nested(tree)
  return {
    kind: 'comprehension',
    of: tree.of,
    element: expressionOf(tree.element),
    value: tree.value === null ? null : expressionOf(tree.value),
    target: expressionOf(clause.target),
    over: expressionOf(clause.over),
    conditions: clause.conditions.map(expressionOf),
  }
}

/** `[f(c, n) for c in classes for n in names]` */
function nested({
  start,
  end,
  element,
  value,
  clauses,
}: Tree & TreeOf<'comprehension'>): Expression {
  const turns = clauses.map(({ target, over }) => ({
    target: expressionOf(target),
    over: expressionOf(over),
  }))
  const within = [element, ...(value === null ? [] : [value])].map(expressionOf)
  const tests = clauses.flatMap(({ conditions }) => conditions.map(expressionOf))
  const all = [...within, ...turns.map(({ over }) => over), ...tests]
  return { kind: 'opaque', span: { start, end }, turns, within: all }
}
