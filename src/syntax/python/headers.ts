// What stands in the parentheses of `def` and `class`.

import { CODE, isWordStart, nameOf, wordEnd } from './chars.ts'
import { Items, skipSpace } from './groups.ts'
import type { StringScan } from './strings.ts'
import type { Argument, Parameter, ParameterKind, Span } from './syntax.ts'

/** Parameters of a function or a lambda; the span excludes the parentheses. */
export function parseParameters(scan: StringScan, start: number, end: number): Parameter[] {
  const { text } = scan
  const items = new Items(scan, start, end)
  const parameters: Parameter[] = []
  let kind: 'normal' | 'keyword' = 'normal'
  while (items.next()) {
    let at = items.start
    const code = text.charCodeAt(at)
    if (code === CODE.slash) {
      for (const [index, parameter] of parameters.entries()) {
        parameters[index] = { ...parameter, kind: 'positional' }
      }
      continue
    }
    let own: ParameterKind = kind
    if (code === CODE.star) {
      const isDouble = text.charCodeAt(at + 1) === CODE.star
      own = isDouble ? 'varkeywords' : 'varargs'
      kind = 'keyword'
      at = skipSpace(text, at + (isDouble ? 2 : 1), items.end)
      if (at >= items.end) continue
    }
    const name = parameterName(text, at, items.end)
    if (name === null) continue
    const hasAnnotation = items.colon >= 0 && (items.equals < 0 || items.colon < items.equals)
    const beforeEquals = items.equals < 0 ? items.end : items.equals
    parameters.push({
      name,
      kind: own,
      annotation: hasAnnotation ? between(text, items.colon + 1, beforeEquals) : null,
      default: items.equals < 0 ? null : between(text, items.equals + 1, items.end),
    })
  }
  return parameters
}

/** Python 2 has tuples among the parameters; they keep their parentheses for a name. */
function parameterName(text: string, start: number, end: number): string | null {
  const code = text.charCodeAt(start)
  if (isWordStart(code)) return nameOf(text, start, wordEnd(text, start, end))
  if (code !== CODE.openParen) return null
  const close = text.indexOf(')', start)
  return close < 0 || close >= end ? null : text.slice(start, close + 1)
}

function between(text: string, start: number, end: number): Span {
  const from = skipSpace(text, start, end)
  let to = end
  while (to > from && text.charCodeAt(to - 1) <= 32) to--
  return { start: from, end: to }
}

/** Bases and keywords of a class; the span excludes the parentheses. */
export function parseArguments(scan: StringScan, start: number, end: number): Argument[] {
  const { text } = scan
  const items = new Items(scan, start, end)
  const found: Argument[] = []
  while (items.next()) {
    if (items.end <= items.start) continue
    const at = items.start
    if (text.charCodeAt(at) === CODE.star) {
      const stars = text.charCodeAt(at + 1) === CODE.star ? 2 : 1
      found.push({ name: null, stars, value: between(text, at + stars, items.end) })
      continue
    }
    const nameEnd = wordEnd(text, at, items.end)
    const isKeyword = items.equals >= 0 && skipSpace(text, nameEnd, items.equals) === items.equals
    found.push(
      isKeyword
        ? {
            name: nameOf(text, at, nameEnd),
            stars: 0,
            value: between(text, items.equals + 1, items.end),
          }
        : { name: null, stars: 0, value: items.span() },
    )
  }
  return found
}
