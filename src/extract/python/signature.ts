// Signatures in normal form: the same call gives the same text, however it was laid out, and
// `Optional[X]` is `X | None`.

import { PLAIN_GENERICS } from '../../domain/typingNames.ts'
import type { Source } from './scope.ts'
import { expressionText } from './syntax/expressionText.ts'
import type { FunctionStatement, Parameter, Span } from './syntax/syntax.ts'

/** `(url: str, *, timeout=None) -> Response`; without the first parameter when it is bound. */
export function functionSignature(
  source: Source,
  { parameters, returns }: Pick<FunctionStatement, 'parameters' | 'returns'>,
  isBound: boolean,
): string {
  const shown = isBound && isDroppable(parameters[0]) ? parameters.slice(1) : parameters
  const text = `(${parameterTexts(source, shown).join(', ')})`
  return returns === null ? text : `${text} -> ${annotationText(source, returns)}`
}

function isDroppable(parameter: Parameter | undefined): boolean {
  return parameter !== undefined && (parameter.kind === 'normal' || parameter.kind === 'positional')
}

function parameterTexts(source: Source, parameters: readonly Parameter[]): string[] {
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
    texts.push(parameterText(source, parameter))
    before = parameter.kind
    if (index === parameters.length - 1 && before === 'positional') texts.push('/')
  })
  return texts
}

function parameterText(source: Source, parameter: Parameter): string {
  const stars = parameter.kind === 'varargs' ? '*' : parameter.kind === 'varkeywords' ? '**' : ''
  const { annotation } = parameter
  const type = annotation === null ? '' : `: ${annotationText(source, annotation)}`
  const head = `${stars}${parameter.name}${type}`
  if (parameter.default === null) return head
  const value = expressionText(source.text, parameter.default)
  return type === '' ? `${head}=${value}` : `${head} = ${value}`
}

const known = new Map<string, string>()
const KNOWN_MAX = 20_000

/** An annotation in the spelling of today: PEP 585 and 604, no quotes, no `typing.`. */
export function annotationText(source: Source, span: Span): string {
  const raw = source.text.slice(span.start, span.end)
  const before = known.get(raw)
  if (before !== undefined) return before
  const text = modernise(expressionText(source.text, span))
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(raw, text)
  return text
}

export function modernise(written: string): string {
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
