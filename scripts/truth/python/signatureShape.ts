// Two spellings of a signature are compared by what a caller can get wrong: the names of the
// parameters, their kinds, and which of them may be left out.

import type { Parameter } from './truthFile.ts'

/** Reads `(a, /, b: int = 1, *args, c, **rest) -> T`; null for what is not a signature. */
export function parseSignature(text: string): Parameter[] | null {
  const open = text.indexOf('(')
  if (open < 0) return null
  const parts = splitTop(text, open + 1)
  if (parts === null) return null
  let parameters: Parameter[] = []
  let kind = 'normal'
  for (const part of parts) {
    if (part === '/') parameters = parameters.map(([name, , value]) => [name, 'positional', value])
    else if (part === '*') kind = 'keyword'
    else if (part.startsWith('**')) parameters.push([nameOf(part.slice(2)), 'varkeywords', null])
    else if (part.startsWith('*')) {
      parameters.push([nameOf(part.slice(1)), 'varargs', null])
      kind = 'keyword'
    } else parameters.push([nameOf(part), kind, defaultOf(part)])
  }
  return parameters
}

function nameOf(part: string): string {
  return /^\s*([^\s:=]*)/.exec(part)?.[1] ?? ''
}

function defaultOf(part: string): string | null {
  const at = scan(part, 0, (char, depth, index) => depth === 0 && isAssignment(part, char, index))
  return at < 0 ? null : part.slice(at + 1).trim()
}

function isAssignment(part: string, char: string, index: number): boolean {
  return char === '=' && part[index + 1] !== '=' && !'=!<>:'.includes(part[index - 1] ?? ' ')
}

function splitTop(text: string, from: number): string[] | null {
  const parts: string[] = []
  let start = from
  for (;;) {
    const at = scan(text, start, (char, depth) => (char === ',' && depth === 0) || depth < 0)
    if (at < 0) return null
    const part = text.slice(start, at).trim()
    if (part !== '') parts.push(part)
    if (text[at] !== ',') return parts
    start = at + 1
  }
}

/** Index of the first character outside of strings that is wanted, or -1. */
function scan(
  text: string,
  from: number,
  isWanted: (char: string, depth: number, index: number) => boolean,
): number {
  let depth = 0
  let quote = ''
  for (let i = from; i < text.length; i++) {
    const char = text[i] ?? ''
    if (quote !== '') {
      if (char === '\\') i++
      else if (char === quote) quote = ''
      continue
    }
    if (char === '"' || char === "'") quote = char
    else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    if (quote === '' && isWanted(char, depth, i)) return i
  }
  return -1
}

/** The same to a caller; the receiver of a method may be written or left out on either side. */
export function sameShape(ours: readonly Parameter[], theirs: readonly Parameter[]): boolean {
  const [one, other] = [shape(ours), shape(theirs)]
  const [bareOne, bareOther] = [shape(withoutReceiver(ours)), shape(withoutReceiver(theirs))]
  if (one === other || bareOne === other || one === bareOther) return true
  // Compiled methods take theirs by position alone.
  return isReceiver(ours[0]) && isReceiver(theirs[0]) && bareOne === bareOther
}

function isReceiver(parameter: Parameter | undefined): boolean {
  return parameter !== undefined && ['self', 'cls'].includes(parameter[0])
}

function withoutReceiver(parameters: readonly Parameter[]): readonly Parameter[] {
  const kind = parameters[0]?.[1]
  return kind === 'normal' || kind === 'positional' ? parameters.slice(1) : parameters
}

function shape(parameters: readonly Parameter[]): string {
  return parameters
    .map(([name, kind, value]) => {
      // The name of what cannot be passed by name is nobody's business; nor is a mangled one.
      const isUnsaid = kind === 'positional' || kind.startsWith('var')
      const said = isUnsaid ? '' : name.replace(/^_\w*?(?=__)/, '')
      return `${kind} ${said}${value === null ? '' : '='}`
    })
    .join(',')
}
