// Patterns of ECMA-262 (JSON Schema) and of I-Regexp (JSONPath) in the words of RE2. What means
// something else there is rewritten; what cannot be is refused, never approximated.

import { Beyond } from './budget.ts'

const SPACES =
  '\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const PUNCTUATION = /[\^$\\.*+?()[\]{}|/-]/
/** Long names of general categories, which the engine knows by their short ones. */
const CATEGORIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Letter: 'L',
    Lowercase_Letter: 'Ll',
    Uppercase_Letter: 'Lu',
    Mark: 'M',
    Number: 'N',
    Decimal_Number: 'Nd',
    digit: 'Nd',
    Punctuation: 'P',
    Symbol: 'S',
    Separator: 'Z',
  }),
)
const PROPERTY = /\{(?:General_Category=|gc=|Script=|sc=)?(\w+)\}/y

/** Throws `Beyond` where the engine has nothing that means the same. */
export function fromEcma(source: string): string {
  let text = ''
  let inClass = false
  for (let i = 0; i < source.length; i++) {
    const unit = source[i] ?? ''
    if (unit === '\\') {
      const escaped = readEscape(source, i + 1, inClass)
      text += escaped.text
      i = escaped.end - 1
    } else if (inClass) {
      if (unit === ']') inClass = false
      text += unit === '[' ? '\\[' : unit
    } else if (unit === '[') {
      const head = source[i + 1] === '^' ? '[^' : '['
      i += head.length - 1
      if (source[i + 1] === ']') throw new Beyond('the pattern has an empty class')
      inClass = true
      text += head
    } else if (unit === '.') text += '[^\\n\\r\\x{2028}\\x{2029}]'
    else if (unit === '(' && /^\?(?![:<])/.test(source.slice(i + 1, i + 3))) {
      throw new Beyond('the pattern looks around itself, which no linear-time engine does')
    } else text += unit
  }
  return text
}

type Escape = Readonly<{ text: string; end: number }>

function readEscape(source: string, at: number, inClass: boolean): Escape {
  const unit = source[at] ?? ''
  const end = at + 1
  if (/[dDwWtnvfr]/.test(unit)) return { text: `\\${unit}`, end }
  if (unit === 's') return { text: inClass ? SPACES : `[${SPACES}]`, end }
  if (unit === 'S' && !inClass) return { text: `[^${SPACES}]`, end }
  if (unit === 'b' && inClass) return { text: '\\x08', end }
  if (/[bB]/.test(unit) && !inClass) return { text: `\\${unit}`, end }
  if (PUNCTUATION.test(unit)) return { text: `\\${unit}`, end }
  if (unit === '0' && !/\d/.test(source[end] ?? '')) return { text: '\\x00', end }
  if (unit === 'p' || unit === 'P') return readProperty(source, at, unit)
  const code = readCode(source, at)
  if (code !== null) return code
  if (/[1-9k]/.test(unit)) throw new Beyond('the pattern refers back to a group')
  throw new Beyond('the pattern has an escape that is not read')
}

function readProperty(source: string, at: number, unit: string): Escape {
  PROPERTY.lastIndex = at + 1
  const [all = '', name = ''] = PROPERTY.exec(source) ?? []
  const short = CATEGORIES.get(name) ?? (/^[A-Z][a-z]?$/.test(name) ? name : null)
  // Names of scripts go through: the engine knows them, or refuses the pattern.
  if (short === null && !/=/.test(all)) {
    throw new Beyond('the pattern names a property that is not read')
  }
  return { text: `\\${unit}{${short ?? name}}`, end: at + 1 + all.length }
}

const CODES = /x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|c([A-Za-z])/y

function readCode(source: string, at: number): Escape | null {
  CODES.lastIndex = at
  const found = CODES.exec(source)
  if (found === null) return null
  const [all, byte, unit, point, control] = found
  const end = at + all.length
  if (control !== undefined) return { text: hex(control.charCodeAt(0) % 32), end }
  const code = Number.parseInt(byte ?? unit ?? point ?? '', 16)
  if (code >= 0xd800 && code <= 0xdbff) {
    const low = /^\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(source.slice(end))?.[1]
    if (low !== undefined) {
      const pair = String.fromCharCode(code, Number.parseInt(low, 16))
      return { text: hex(pair.codePointAt(0) ?? 0), end: end + 6 }
    }
  }
  if (code > 0x10ffff) throw new Beyond('the pattern has an escape that is not read')
  return { text: hex(code), end }
}

function hex(code: number): string {
  return `\\x{${code.toString(16)}}`
}

/** RFC 9485; null for what is none, which by RFC 9535 matches nothing. */
export function fromIRegexp(source: string): string | null {
  let text = ''
  let inClass = false
  for (let i = 0; i < source.length; i++) {
    const unit = source[i] ?? ''
    if (unit === '\\') {
      const next = source[i + 1] ?? ''
      if (next === 'p' || next === 'P') {
        const property = /^\{[A-Z][a-z]?\}/.exec(source.slice(i + 2))?.[0]
        if (property === undefined) return null
        text += `\\${next}${property}`
        i += 1 + property.length
        continue
      }
      if (!/[nrt()*+\-.?[\\\]^{|}$]/.test(next)) return null
      text += `\\${next}`
      i += 1
    } else if (inClass) {
      if (unit === '[') return null
      if (unit === ']') inClass = false
      text += unit
    } else if (unit === '[') {
      inClass = true
      text += unit
    } else if (unit === '.') text += '[^\\n\\r]'
    else if (unit === '(' && source[i + 1] === '?') return null
    else text += unit
  }
  return text
}
