// Marks of deprecation: a decorator, a warning that every call gives, a note in the documentation.

import { dottedParts, lastName } from '../../../syntax/python/expressionNames.ts'
import type {
  Expression,
  ExpressionOf,
  FunctionStatement,
  Span,
} from '../../../syntax/python/syntax.ts'
import type { Deprecation } from '../../../table/format/table.ts'
import type { Source } from '../scope/source.ts'

const CATEGORIES = /^(?:\w*DeprecationWarning|PendingDeprecationWarning|FutureWarning)$/
const TEXT_MAX = 400

/** The mark on a function or class, by its decorators, its first statements and its docstring. */
export function findDeprecation(
  source: Source,
  parts: Readonly<{
    decorators: readonly Span[]
    doc: string | null
    /** The statements that every call runs. */
    warnings: readonly Span[]
  }>,
): Deprecation | null {
  for (const span of parts.decorators) {
    // Most decorators have nothing to do with it: a look at the text spares the parse.
    if (!/deprecat/i.test(source.slice(span))) continue
    const found = decoratorMark(source.expression(span))
    if (found !== null) return found
  }
  for (const span of parts.warnings) {
    const found = warningMark(source.expression(span))
    if (found !== null) return found
  }
  return parts.doc === null ? null : docMark(parts.doc)
}

/** A warning among the statements of a module: the module itself is deprecated. */
export function warningMark(call: Expression): Deprecation | null {
  if (call.kind !== 'call') return null
  const name = lastName(call.function) ?? ''
  const isWarning = name === 'warn' || name === 'warn_explicit'
  const isHelper = /deprecat/i.test(name) && /warn|deprecat/i.test(name)
  if (!isWarning && !isHelper) return null
  // `deprecated(Old, __name__, …)` at the top of a module marks that name in it.
  const isOfName = call.arguments.some(({ value }) => lastName(value) === '__name__')
  if (isHelper && isOfName) return null
  const saysSo = call.arguments.some(({ value }) => {
    const category = value.kind === 'call' ? value.function : value
    const last = dottedParts(category)?.at(-1)
    return last !== undefined && CATEGORIES.test(last)
  })
  if (!saysSo && !isHelper) return null
  return mark(firstText(call))
}

function decoratorMark(decorator: Expression): Deprecation | null {
  const name = lastName(decorator) ?? ''
  // `deprecate_nonkeyword_arguments`, `deprecated_params`: the call lives, a way to call it does not.
  if (/arg|param|kwarg|alias|positional|option|rename|default|value/i.test(name)) return null
  if (!/^_?\w*deprecat/i.test(name)) return null
  if (decorator.kind !== 'call') return { text: null, since: null }
  const named = decorator.arguments.find(
    ({ name: key }) => key !== null && /^(?:since|version|deprecated_in|start|ver)$/.test(key),
  )
  const version = named === undefined ? null : textOf(named.value)
  const said = decorator.arguments.filter((one) => one !== named)
  const made = mark(firstText({ ...decorator, arguments: said }))
  if (version !== null && /^v?\d/.test(version))
    return { ...made, since: version.replace(/^v/, '') }
  // `deprecated("1.4", "Use y")`: the release comes first.
  const texts = decorator.arguments.map(({ value }) => textOf(value)).filter((one) => one !== null)
  const [first, second] = texts
  if (first !== undefined && /^v?\d+(?:\.\d+)*$/.test(first)) {
    return { text: second ?? null, since: first.replace(/^v/, '') }
  }
  return made
}

function firstText(call: ExpressionOf<'call'>): string | null {
  for (const { value } of call.arguments) {
    const text = textOf(value)
    if (text !== null) return text
  }
  return null
}

function textOf(value: Expression): string | null {
  if (value.kind === 'string') return value.value
  // `"…" % name`, `"…".format(name)`: the text with its gaps says enough.
  if (value.kind === 'binary') return textOf(value.left)
  if (value.kind === 'call' && value.function.kind === 'attribute') {
    return value.function.name === 'format' ? textOf(value.function.value) : null
  }
  if (value.kind === 'call') return firstText(value)
  return null
}

const SINCE =
  /(?:since|in|as of|from)\s+(?:[\w.-]+\s+)??(?:version\s+|release\s+|v\.?\s*)?v?(\d+(?:\.\d+)+)/i

function mark(text: string | null): Deprecation {
  const line = text === null ? null : text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX)
  const removed = line?.replace(/(?:will be |to be )?removed (?:in|from)[^.;,]*\d[\w.]*/gi, '')
  return { text: line === '' ? null : line, since: SINCE.exec(removed ?? '')?.[1] ?? null }
}

const DIRECTIVE =
  /^[ \t]*\.\.[ \t]+(?:deprecated|versionremoved)::[ \t]*([^\n]*)\n?((?:[ \t]+[^\n]*\n?|\n)*)/m
const ARGUMENT_FIELD = /^[ \t]*(?::param|:arg|Parameters\b)/m

/** A title and the line below it; the line above it, where there is one, is left aside. */
const HEADING = /^[ \t]*(\w[^\n]*)\n[ \t]*([=\-~^"'`#*+])\2{2,}[ \t]*$/gm

/** Sections that speak of the whole, and those of parameters, which are told by how deep a note is. */
const COMMON_SECTION =
  /^(?:Notes?|Warnings?|Warns|Deprecat\w+|Description|Summary|Parameters|Other Parameters|Arguments|Args|Attributes|Returns?|Yields|Receives|Raises|Methods|See Also|References|Examples?)\b/i

/** Whether a note stands below a title of the document's own, and so speaks of what that is about. */
function isOfSection(before: string): boolean {
  const last = [...before.matchAll(HEADING)].at(-1)
  if (last === undefined || COMMON_SECTION.test(last[1] ?? '')) return false
  // The first title is that of the whole.
  return /\w/.test(before.slice(0, last.index))
}

function docMark(doc: string): Deprecation | null {
  const found = DIRECTIVE.exec(doc)
  if (found === null) {
    const first = doc.trimStart().split('\n', 1)[0] ?? ''
    return /^(?:\*\*)?\[?(?:DEPRECATED|Deprecated)\b(?!\s+\w+\s+(?:arg|param))/.test(first)
      ? mark(first)
      : null
  }
  const before = doc.slice(0, found.index)
  if (isOfSection(before)) return null
  // Below the parameters the note is about one of them.
  if (ARGUMENT_FIELD.test(before) && /^\s{4,}/.test(found[0])) return null
  const head = (found[1] ?? '').trim()
  const version = /^v?(\d+(?:\.\d+)*(?:[a-z]+\d*)?)/.exec(head)?.[1] ?? null
  const rest = version === null ? head : head.slice(head.indexOf(version) + version.length)
  const text = `${rest} ${(found[2] ?? '').split(/\n\s*\n/)[0] ?? ''}`
  const made = mark(text)
  return { text: made.text, since: version ?? made.since }
}

export function functionDeprecation(
  source: Source,
  statement: FunctionStatement,
): Deprecation | null {
  const { decorators, body } = statement
  const doc = statement.mentionsDeprecation ? statement.doc : null
  return findDeprecation(source, { decorators, doc, warnings: body.warnings })
}
