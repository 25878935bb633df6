// Reads JSON that somebody else wrote and that carries a signature. JSON.parse takes the last of
// two equal keys and rounds numbers in silence, so two readers can see two documents under one
// signature; here every such text is refused. JSON.parse still makes the value, so what is accepted
// has exactly its meaning; the scan after it may trust the grammar. One pass, no recursion.

import { finish } from '../domain/finish.ts'
import { stringEnd } from '../domain/texts/keyTwice.ts'
import { RECEIPT_DEPTH_MAX } from '../limits.ts'
import { hasLoneSurrogate } from './canonicalJson.ts'

export type StrictJsonFault =
  | 'not_json'
  | 'duplicate_key'
  | 'number_not_exact'
  | 'too_deep'
  | 'lone_surrogate'

export type StrictJson =
  | Readonly<{ ok: true; value: unknown }>
  | Readonly<{ ok: false; reason: StrictJsonFault }>

/** The value of a JSON text that has one meaning only, or why it has none. Never throws. */
export function parseStrictJson(text: string, depthMax: number = RECEIPT_DEPTH_MAX): StrictJson {
  return finish(parsingStrictJson(text, depthMax))
}

/** The same work, with pauses while the text is looked through. */
export function* parsingStrictJson(
  text: string,
  depthMax: number = RECEIPT_DEPTH_MAX,
): Generator<undefined, StrictJson, undefined> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'not_json' }
  }
  yield
  if (hasLoneSurrogate(text)) return { ok: false, reason: 'lone_surrogate' }
  const fault = yield* findFault(text, depthMax)
  return fault === null ? { ok: true, value } : { ok: false, reason: fault }
}

const QUOTE = 0x22
const COLON = 0x3a
const MINUS = 0x2d
const DIGITS_EXACT = 15
const EXPONENT = /e/i
/** Digits, signs, point and exponent: nothing else follows a number in a grammatical text. */
const NUMBER = /[-+.\dEe]+/y
/** Strings that are looked at between two pauses. */
const STRINGS_BETWEEN = 500

/** The first fault of a text that is known to be grammatical. */
function* findFault(
  text: string,
  depthMax: number,
): Generator<undefined, StrictJsonFault | null, undefined> {
  let strings = 0
  // One entry for each open container: the keys seen in an object, null for an array.
  const open: (Set<string> | null)[] = []
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = stringEnd(text, at)
      const fault = stringFault(text, at, end, open.at(-1) ?? null)
      if (fault !== null) return fault
      at = end
      strings += 1
      if (strings % STRINGS_BETWEEN === 0) yield
    } else if (code === MINUS || isDigit(code)) {
      NUMBER.lastIndex = at
      const [written = ''] = NUMBER.exec(text) ?? []
      if (!isExactNumber(written)) return 'number_not_exact'
      at += written.length
    } else {
      if (code === 0x7b || code === 0x5b) {
        if (open.length >= depthMax) return 'too_deep'
        open.push(code === 0x7b ? new Set() : null)
      } else if (code === 0x7d || code === 0x5d) {
        open.pop()
      }
      at++
    }
  }
  return null
}

function stringFault(
  text: string,
  start: number,
  end: number,
  keys: Set<string> | null,
): StrictJsonFault | null {
  const raw = text.slice(start + 1, end - 1)
  const escaped = raw.includes('\\')
  // JSON.parse of a string literal is a string.
  const decoded = escaped ? (JSON.parse(text.slice(start, end)) as string) : raw
  if (escaped && hasLoneSurrogate(decoded)) return 'lone_surrogate'
  if (keys === null || text.charCodeAt(skipSpace(text, end)) !== COLON) return null
  // Compared as decoded: "a" and "\u0061" are one key to every reader.
  if (keys.has(decoded)) return 'duplicate_key'
  keys.add(decoded)
  return null
}

function skipSpace(text: string, start: number): number {
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Whether the decimal that is written is the decimal that canonical JSON would write. */
function isExactNumber(written: string): boolean {
  // A double tells all decimals of 15 digits apart, so these cannot change; nearly all are such.
  if (written.length <= DIGITS_EXACT && !EXPONENT.test(written)) return true
  const value = Number(written)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  const canonical = String(value)
  return canonical === written || decimalOf(canonical) === decimalOf(written)
}

/** One spelling for each decimal value: the significant digits and the power of the last one. */
function decimalOf(written: string): string {
  const [mantissa = '', exponent = '0'] = written.toLowerCase().split('e')
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.')
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  if (digits === '') return '0'
  let last = digits.length
  while (digits.charCodeAt(last - 1) === 0x30) last--
  const power = Number(exponent) - fraction.length + (digits.length - last)
  return `${sign}${digits.slice(0, last)}e${power}`
}
