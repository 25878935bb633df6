// From bytes to a JSON value, with Python's words for what is wrong: FastAPI reports the message and
// the position of json.loads. V8 parses; only a body that it refuses is scanned a second time.

import { isUtf8 } from 'node:buffer'
import { nestsDeeper } from '../../domain/texts/jsonDepth.ts'
import { JSON_DEPTH_MAX } from '../../limits.ts'
import { lengthOf, type Validated } from './validate.ts'

/** Reads a body as Python's `json.loads` does, with its messages and positions (code points). */
export function parseJsonBody(body: Buffer | string): Validated<unknown> {
  if (body.length === 0) {
    const issue = { type: 'missing', loc: ['body'], msg: 'Field required', input: null }
    return { ok: false, errors: [issue] }
  }
  const decoded = typeof body === 'string' ? body : body.toString('utf8')
  // A byte order mark is the sender's business, not part of the text.
  const json = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded
  if (typeof body !== 'string' && !isUtf8(body)) {
    const index = findBadUtf8(body, decoded) - (decoded.length - json.length)
    return invalidJson(json, index, 'Invalid UTF-8')
  }
  if (!nestsDeeper(json, JSON_DEPTH_MAX)) {
    try {
      return { ok: true, value: JSON.parse(json) }
    } catch {
      // The engine's message names no position that can be relied on: the text is read again.
    }
  }
  const fault = findJsonFault(json)
  return invalidJson(json, fault.index, fault.error)
}

function invalidJson(json: string, index: number, error: string): Validated<never> {
  const position = lengthOf(json.slice(0, index))
  const issue = { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error' }
  return { ok: false, errors: [{ ...issue, input: {}, ctx: { error } }] }
}

/** Index in `decoded` of the first replacement character that the body did not contain. */
function findBadUtf8(body: Buffer, decoded: string): number {
  let offset = 0
  for (let i = 0; i < decoded.length; ) {
    const code = decoded.codePointAt(i) ?? 0
    if (code === 0xfffd && !isReplacementCharacter(body, offset)) return i
    offset += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    i += code < 0x10000 ? 1 : 2
  }
  return 0
}

function isReplacementCharacter(body: Buffer, offset: number): boolean {
  return body[offset] === 0xef && body[offset + 1] === 0xbf && body[offset + 2] === 0xbd
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

type Fault = Readonly<{ index: number; error: string }>

/**
 * Where and why Python's decoder (3.11) gives up on a text that is not JSON. Unlike Python, NaN
 * and Infinity are refused: no JSON answer could carry them.
 */
function findJsonFault(json: string): Fault {
  const closers: string[] = []
  let index = skipSpace(json, 0)
  for (;;) {
    // Here a value begins.
    const opener = json[index]
    let end: number | Fault
    if (opener === '{' || opener === '[') {
      if (closers.length === JSON_DEPTH_MAX) {
        return { index, error: `Nesting is deeper than ${JSON_DEPTH_MAX} levels` }
      }
      const closer = opener === '{' ? '}' : ']'
      end = skipSpace(json, index + 1)
      if (json[end] !== closer) {
        closers.push(closer)
        if (closer === '}') end = skipKey(json, end)
        if (typeof end !== 'number') return end
        index = end
        continue
      }
      end++
    } else {
      end = opener === '"' ? skipString(json, index) : skipScalar(json, index)
    }
    // Here a value has ended: close what closes, then the next value needs a comma.
    for (;;) {
      if (typeof end !== 'number') return end
      index = skipSpace(json, end)
      const closer = closers.at(-1)
      if (closer === undefined) return { index, error: 'Extra data' }
      if (json[index] !== closer) break
      closers.pop()
      end = index + 1
    }
    if (json[index] !== ',') return { index, error: "Expecting ',' delimiter" }
    end = skipSpace(json, index + 1)
    if (closers.at(-1) === '}') end = skipKey(json, end)
    if (typeof end !== 'number') return end
    index = end
  }
}

function skipSpace(json: string, start: number): number {
  let index = start
  while (' \t\n\r'.includes(json[index] ?? '?')) index++
  return index
}

function skipScalar(json: string, index: number): number | Fault {
  const scalar = /null|true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
  scalar.lastIndex = index
  return scalar.test(json) ? scalar.lastIndex : { index, error: 'Expecting value' }
}

/** Skips a member's name and its colon. */
function skipKey(json: string, index: number): number | Fault {
  if (json[index] !== '"') {
    return { index, error: 'Expecting property name enclosed in double quotes' }
  }
  const end = skipString(json, index)
  if (typeof end !== 'number') return end
  const colon = skipSpace(json, end)
  if (json[colon] !== ':') return { index: colon, error: "Expecting ':' delimiter" }
  return skipSpace(json, colon + 1)
}

function skipString(json: string, start: number): number | Fault {
  for (let index = start + 1; index < json.length; index++) {
    const unit = json.charCodeAt(index)
    if (unit === QUOTE) return index + 1
    if (unit < 0x20) return { index, error: 'Invalid control character at' }
    if (unit !== BACKSLASH) continue
    const escaped = json[index + 1]
    if (escaped === undefined) break
    if (escaped === 'u') {
      // Python wants something after the four digits, if only the closing quote.
      if (!/^[0-9a-f]{4}./is.test(json.slice(index + 2, index + 7))) {
        return { index: index + 1, error: 'Invalid \\uXXXX escape' }
      }
      index += 5
    } else if ('"\\/bfnrt'.includes(escaped)) index++
    else return { index, error: 'Invalid \\escape' }
  }
  return { index: start, error: 'Unterminated string starting at' }
}
