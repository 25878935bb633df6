// How Python prints f-strings: with the first kind of quotes that needs no backslash.

import { escaped, quoted } from './quoting.ts'
import type { JoinedPart, Tree } from './tree.ts'

const TRIPLE = ['"""', "'''"]

/** `print` gives the text of a field's expression. */
export function joinedText(
  parts: readonly JoinedPart[],
  letter: string,
  print: (tree: Tree) => string,
): string {
  const pieces = parts.map((part) =>
    typeof part === 'string'
      ? { text: doubleBraces(part), isText: true }
      : { text: fieldText(part, print), isText: false },
  )
  let quotes = ["'", '"', ...TRIPLE]
  let body = ''
  for (const { text, isText } of pieces) {
    if (!isText) {
      if (text.includes('\n')) quotes = quotes.filter((quote) => TRIPLE.includes(quote))
      body += text
      continue
    }
    const [literal, possible] = literalText(text, quotes)
    if (!possible.some((quote) => quotes.includes(quote))) return inTripleQuotes(pieces, letter)
    quotes = possible
    body += literal
  }
  const quote = quotes[0] ?? "'''"
  return `${letter}${quote}${body}${quote}`
}

/** Text with its escapes, and the quotes it can stand in. */
function literalText(text: string, quotes: readonly string[]): [string, string[]] {
  let literal = escaped(text, '')
  const possible = quotes.filter((quote) => !literal.includes(quote))
  if (possible.length === 0) {
    const whole = quoted(text)
    const own = whole.charAt(0)
    return [whole.slice(1, -1), [quotes.find((quote) => quote.includes(own)) ?? own]]
  }
  const last = literal.at(-1) ?? ''
  if (last !== '') {
    possible.sort((a, b) => Number(a.startsWith(last)) - Number(b.startsWith(last)))
    if (possible[0]?.startsWith(last)) literal = `${literal.slice(0, -1)}\\${last}`
  }
  return [literal, possible]
}

function inTripleQuotes(
  pieces: readonly { text: string; isText: boolean }[],
  letter: string,
): string {
  const body = pieces.map(({ text, isText }) => (isText ? escaped(text, "'") : text)).join('')
  return `${letter}'''${body}'''`
}

function doubleBraces(text: string): string {
  return text.replaceAll('{', '{{').replaceAll('}', '}}')
}

function fieldText(field: Exclude<JoinedPart, string>, print: (tree: Tree) => string): string {
  const value = print(field.value)
  const gap = value.startsWith('{') ? ' ' : ''
  const conversion = field.conversion === '' ? '' : `!${field.conversion}`
  return `{${gap}${value}${conversion}${formatText(field.format, print)}}`
}

function formatText(format: readonly JoinedPart[] | null, print: (tree: Tree) => string): string {
  if (format === null) return ''
  const parts = format.map((part) =>
    typeof part === 'string'
      ? doubleBraces(part)
          .replaceAll('\\', '\\\\')
          .replaceAll("'", "\\'")
          .replaceAll('"', '\\"')
          .replaceAll('\n', '\\n')
      : fieldText(part, print),
  )
  return `:${parts.join('')}`
}
