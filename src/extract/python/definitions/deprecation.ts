// Marks of deprecation: a decorator, a warning that every call gives, a note in the documentation.

import { dottedParts, lastName } from '../../../syntax/python/expressionNames.ts'
import type {
  Expression,
  ExpressionOf,
  FunctionStatement,
  Parameter,
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
    name?: string
    /** Whose deprecation says nothing of the whole. */
    parameters?: readonly Parameter[]
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
  return parts.doc === null ? null : docMark(parts.doc, parts)
}

/** What a name may say besides, and still speak of what it marks as a whole. */
const NAMES_WHOLE =
  /^(?:func|function|fun|method|class|cls|property|instance|call|attribute|object|api|symbol|decorator|in|since|for|to|be|by|use|removal|removed|warn|warning|warnings|msg|message|docstring|\d+)$/
/** What is done with marks of others, and what only sometimes warns. */
const NAMES_OTHERS =
  /^(?:copy|hide|suppress|ignore|silence|filter|catch|skip|without|check|assert|expect|handle|process|validate|if|not|link|get|has|test|arg|args|argument|arguments|kw|kwarg|kwargs|key|keyword|keywords|param|params|parameter|alias|positional|option|rename|renamed|default|value)$/

/**
 * Whether a decorator or a helper of that name says that the whole is deprecated: `deprecated`,
 * `warn_deprecated`, and not `deprecate_kwarg`, `copy_docstring_and_deprecators`, `check_deprecation`.
 */
function deprecatesWhole(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '')
  const at = words.findIndex((word) => /^deprecat(?:e|ed|es|ion|ing)$/.test(word))
  if (at < 0 || words.slice(0, at).some((word) => NAMES_OTHERS.test(word))) return false
  const behind = words.slice(at + 1)
  // `deprecated_no_docstring`
  return behind.every((word, index) => NAMES_WHOLE.test(word) || (word === 'no' && index === 0))
}

/** A warning among the statements of a module: the module itself is deprecated. */
export function warningMark(call: Expression): Deprecation | null {
  if (call.kind !== 'call') return null
  const name = lastName(call.function) ?? ''
  const isWarning = name === 'warn' || name === 'warn_explicit'
  const isHelper = deprecatesWhole(name)
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
  if (!deprecatesWhole(name)) return null
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

/** What a docstring speaks of. */
type Own = Readonly<{ name?: string; parameters?: readonly Parameter[] }>

const DIRECTIVE =
  /^([ \t]*)\.\.[ \t]+(?:deprecated|versionremoved)::[ \t]*([^\n]*)\n?((?:[ \t]+[^\n]*\n?|\n)*)/gm

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

function docMark(doc: string, own: Own): Deprecation | null {
  let isNoted = false
  const margin = marginOf(doc)
  for (const { index, 1: indent = '', 2: written = '', 3: below = '' } of doc.matchAll(DIRECTIVE)) {
    isNoted = true
    // What stands further in speaks of what it stands below: a parameter, a key, what is returned.
    if (indent.length > margin || isOfSection(doc.slice(0, index))) continue
    const head = written.trim()
    const version = /^v?(\d+(?:\.\d+)*(?:[a-z]+\d*)?)/.exec(head)?.[1] ?? null
    const rest = version === null ? head : head.slice(head.indexOf(version) + version.length)
    // A further line that stands no further in than the note is no part of it.
    const text = [rest, ...linesFurtherIn(below, indent.length)].join(' ')
    if (isOfPart(text.replace(/^[\s.:,-]+/, ''), own)) continue
    const made = mark(text)
    return { text: made.text, since: version ?? made.since }
  }
  if (isNoted) return null
  const first = doc.trimStart().split('\n', 1)[0] ?? ''
  return /^(?:\*\*)?\[?(?:DEPRECATED|Deprecated)\b(?!\s+\w+\s+(?:arg|param))/.test(first)
    ? mark(first)
    : null
}

/** How far in the lines of a docstring stand that stand least far in; the first has no margin. */
function marginOf(doc: string): number {
  const [, ...lines] = doc.split('\n')
  const margins = lines.filter((line) => /\S/.test(line)).map((line) => line.search(/\S/))
  return Math.min(...margins, Number.POSITIVE_INFINITY)
}

/** The first lines of a note, up to an empty one. */
function linesFurtherIn(below: string, margin: number): readonly string[] {
  const lines = below.replace(/^(?:[ \t]*\n)+/, '').split('\n')
  const end = lines.findIndex((line) => line.search(/\S/) <= margin)
  return end === -1 ? lines : lines.slice(0, end)
}

/** `*hash* is deprecated`, `The "x" argument …`, `Passing None …`: the symbol itself goes on. */
function isOfPart(text: string, { name: own, parameters = [] }: Own): boolean {
  const [sentence = ''] = text.split(/[.;](?:\s|$)/, 1)
  const subject = /^(?:the\s+)?[`*"']*(\w+)/i.exec(sentence)?.[1]
  if (parameters.some(({ name }) => name === subject)) return true
  if (subject !== undefined && subject === own) return false
  if (/^\*\w+\*(?!\*)/.test(sentence) || /^`+\w+`*\s*=/.test(sentence)) return true
  // `__lt__`, `__le__` and others: several, of which the symbol is none or one.
  if (/^`+\w+`+(?:,|\s+and\b|\s+now\b)/.test(sentence)) return true
  if (OF_WHOLE.test(sentence)) return false
  return PART.test(sentence) || WAY_TO_USE.test(sentence)
}

const OF_WHOLE =
  /^(?:please\s+)?(?:use|see|prefer|consider|replaced|renamed|superseded|this\s+(?:function|method|class|module|property|decorator|helper)\s+(?:is|was|has|will)|the\s+whole)\b/i
const PART = /\b(?:arg(?:ument)?s?|param(?:eter)?s?|kwargs?|keywords?|options?|flags?)\b/i
const WAY_TO_USE =
  /^(?:it\s+is\s+(?:now\s+)?deprecated\s+to|passing|calling|creating|subclassing|constructing|using|looking\s+up|specifying|providing|accepting|returning|support\s+for|the\s+(?:use|ability|default\s+(?:value|will|of|is)|behaviou?r|output|return)|in\s+\w+\s+\d|when|if|from\s+version|negative|certain)\b/i

export function functionDeprecation(
  source: Source,
  statement: FunctionStatement,
): Deprecation | null {
  const { name, decorators, body, parameters } = statement
  const doc = statement.mentionsDeprecation ? statement.doc : null
  return findDeprecation(source, { decorators, doc, warnings: body.warnings, name, parameters })
}
