// Signatures in normal form: the same call gives the same text, however it was laid out, and
// `Optional[X]` is `X | None`.

import { keptIn } from '../../../domain/maps.ts'
import { PLAIN_GENERICS } from '../../../domain/names/typingNames.ts'
import { expressionText } from '../../../syntax/python/expressionText.ts'
import type { FunctionStatement, Parameter, Span } from '../../../syntax/python/syntax.ts'
import type { Source } from '../scope/source.ts'

/** Longer than this no signature is kept. */
export const SIGNATURE_MAX = 4_000

/**
 * How much a signature says. `short` leaves out long annotations and long defaults, `bare` all
 * annotations of parameters, `shape` also what is returned: how it can be called they all say.
 */
export type Detail = 'whole' | 'short' | 'bare' | 'shape'
const DETAILS: readonly Detail[] = ['whole', 'short', 'bare', 'shape']
const SHORT_MAX = 60
const OVERLOADS_MAX = 30

/**
 * The most that fits; a text that ends somewhere, and so is no signature, when nothing does.
 * `ways`: how many overloads it has.
 */
export function fittingText(render: (detail: Detail) => string, ways = 1): string {
  let text = ''
  // Many overloads differ in their types alone.
  for (const detail of ways > OVERLOADS_MAX ? DETAILS.slice(-1) : DETAILS) {
    text = render(detail)
    if (text.length <= SIGNATURE_MAX) return text
  }
  return text.slice(0, SIGNATURE_MAX)
}

/** How much is told, and how annotations are. */
export type Spelling = Readonly<{
  detail: Detail
  annotationText: AnnotationText
  /** That of a parameter where it is told otherwise than it is written, else null. */
  spell: (parameter: Parameter) => string | null
}>

/** `(url: str, *, timeout=None) -> Response`; without the first parameter when it is bound. */
export function functionSignature(
  source: Source,
  { parameters, returns }: Pick<FunctionStatement, 'parameters' | 'returns'>,
  isBound: boolean,
  spelling: Spelling,
): string {
  const { detail, annotationText } = spelling
  const shown = isBound && isDroppable(parameters[0]) ? parameters.slice(1) : parameters
  const text = `(${parameterTexts(source, shown, spelling).join(', ')})`
  if (returns === null || detail === 'shape') return text
  return `${text} -> ${annotationText(source, returns)}`
}

function isDroppable(parameter: Parameter | undefined): boolean {
  return parameter !== undefined && (parameter.kind === 'normal' || parameter.kind === 'positional')
}

function parameterTexts(
  source: Source,
  parameters: readonly Parameter[],
  spelling: Spelling,
): string[] {
  const texts: string[] = []
  let before: Parameter['kind'] = 'normal'
  let hasStar = false
  parameters.forEach((parameter, index) => {
    if (before === 'positional' && parameter.kind !== 'positional') texts.push('/')
    if (parameter.kind === 'varargs') hasStar = true
    if (parameter.kind === 'keyword' && !hasStar) {
      texts.push('*')
      hasStar = true
    }
    texts.push(parameterText(source, parameter, spelling))
    before = parameter.kind
    if (index === parameters.length - 1 && before === 'positional') texts.push('/')
  })
  return texts
}

function parameterText(source: Source, parameter: Parameter, spelling: Spelling): string {
  const stars = parameter.kind === 'varargs' ? '*' : parameter.kind === 'varkeywords' ? '**' : ''
  const { annotation } = parameter
  const type =
    annotation === null
      ? null
      : (spelling.spell(parameter) ?? spelling.annotationText(source, annotation))
  const value = parameter.default === null ? null : expressionText(source.text, parameter.default)
  return stars + typedText({ name: parameter.name, type, value }, spelling.detail)
}

/** `name: type = value`, `name=value`, with as much of it as the detail asks for. */
export function typedText(
  { name, type, value }: Readonly<{ name: string; type: string | null; value: string | null }>,
  detail: Detail,
): string {
  const isTyped =
    type !== null && (detail === 'whole' || (detail === 'short' && type.length <= SHORT_MAX))
  const head = isTyped ? `${name}: ${type}` : name
  if (value === null) return head
  const shown = detail === 'whole' || value.length <= SHORT_MAX ? value : '...'
  return isTyped ? `${head} = ${shown}` : `${head}=${shown}`
}

const KNOWN_MAX = 20_000

export type AnnotationText = (source: Source, span: Span) => string

/** Annotations in the spelling of today: PEP 585 and 604, no quotes, no `typing.`. */
export function annotationTexts(): AnnotationText {
  /** The same few are written again and again. */
  const known = new Map<string, string>()
  return (source, span) => {
    if (known.size >= KNOWN_MAX) known.clear()
    return keptIn(known, source.slice(span), () =>
      modernise(withoutDocs(expressionText(source.text, span))),
    )
  }
}

const DOC = /, (?:\w+\.)*Doc\((?=['"])/g

/** `Annotated[int, Doc('…')]` is `int`: what it says to readers is no part of a type (PEP 727). */
function withoutDocs(written: string): string {
  if (!written.includes('Doc(') || !written.includes('Annotated[')) return written
  let text = ''
  let done = 0
  DOC.lastIndex = 0
  for (let found = DOC.exec(written); found !== null; found = DOC.exec(written)) {
    const end = stringEnd(written, DOC.lastIndex)
    if (end < 0 || written[end] !== ')') continue
    text += written.slice(done, found.index)
    done = end + 1
    DOC.lastIndex = done
  }
  return unwrapped(text + written.slice(done))
}

/** Behind the quote that closes the string that begins here; -1 when none does. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[start]) return at + 1
  }
  return -1
}

/** `Annotated[X]`, which is left of one that had nothing but documentation, is `X`. */
function unwrapped(written: string): string {
  const head = /^(?:\w+\.)*Annotated\[/.exec(written)?.[0]
  if (head === undefined || closingBracket(written, head.length) !== written.length - 1) {
    return written
  }
  const inside = written.slice(head.length, -1)
  return splitTop(inside).length === 1 ? inside : written
}

function modernise(written: string): string {
  let text = written
  const quoted = /^'([^'\\]*)'$/.exec(text)
  if (quoted?.[1] !== undefined) text = quoted[1]
  text = text
    .replace(/\b(?:typing|typing_extensions)\.(?=\w)/g, '')
    // What people import `typing` as, before names that nothing else has.
    .replace(
      /\b(?:t|te|tp|ty)\.(?=(?:Optional|Union|List|Dict|Tuple|Set|FrozenSet|Type|Any)\b)/g,
      '',
    )
    .replace(
      /\b(?:List|Dict|Tuple|Set|FrozenSet|Type)\b(?=\[)/g,
      (name) => PLAIN_GENERICS[name] ?? name,
    )
  return replaceUnions(text)
}

/** `Optional[X]` → `X | None`, `Union[A, B]` → `A | B`, inside out. */
function replaceUnions(written: string): string {
  let text = written
  for (let round = 0; round < 32; round++) {
    const found = /(?<![\w.])(Optional|Union)\[/g
    let last: RegExpExecArray | null = null
    for (let match = found.exec(text); match !== null; match = found.exec(text)) last = match
    if (last === null) return text
    const open = last.index + last[0].length
    const close = closingBracket(text, open)
    if (close < 0) return text
    const parts = splitTop(text.slice(open, close))
    const union = (last[1] === 'Optional' ? [...parts, 'None'] : parts).join(' | ')
    text = `${text.slice(0, last.index)}${union}${text.slice(close + 1)}`
  }
  return text
}

function closingBracket(text: string, open: number): number {
  let depth = 1
  for (let i = open; i < text.length; i++) {
    const char = text[i]
    if (char === "'" || char === '"') {
      const end = text.indexOf(char, i + 1)
      if (end < 0) return -1
      i = end
    } else if (char === '[' || char === '(') depth++
    else if (char === ']' || char === ')') {
      depth--
      if (depth === 0) return i
    }
  }
  return -1
}

function splitTop(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '[' || char === '(') depth++
    else if (char === ']' || char === ')') depth--
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim())
      start = i + 1
    }
  }
  const last = text.slice(start).trim()
  if (last !== '') parts.push(last)
  return parts
}
