// JSON that stands in a text. Depth is bounded before the value exists: whatever walks it recurses.

import { JSON_DEPTH_MAX } from '../limits.ts'

export type JsonRead =
  | Readonly<{ state: 'json'; value: unknown }>
  | Readonly<{ state: 'not_json' }>
  | Readonly<{ state: 'too_deep' }>

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACKET = 0x5b
const BRACE = 0x7b

export function readJson(text: string): JsonRead {
  const deep = isDeep(text)
  try {
    const value: unknown = JSON.parse(text)
    return deep ? { state: 'too_deep' } : { state: 'json', value }
  } catch (error) {
    // Depth is the one thing that makes a sound text fail, where the reader recurses.
    return deep && !(error instanceof SyntaxError) ? { state: 'too_deep' } : { state: 'not_json' }
  }
}

function isDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) inString = !inString
    else if (inString) {
      if (unit === BACKSLASH) i++
    } else if (unit === BRACKET || unit === BRACE) {
      if (++depth > JSON_DEPTH_MAX) return true
    } else if (unit === BRACKET + 2 || unit === BRACE + 2) depth--
  }
  return false
}

export type Members = Readonly<Record<string, unknown>>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member: what every object inherits is not part of JSON. */
export function memberOf(value: Members, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/**
 * One text for each JSON value: RFC 8785, and for what has no text there, half a surrogate pair or a
 * number past the largest, the escape and the name that ECMAScript gives it.
 */
export function stableText(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return `[${value.map(stableText).join(',')}]`
  if (!isMembers(value)) return JSON.stringify(value) ?? 'null'
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${stableText(value[key])}`).join(',')}}`
}

/** RFC 6901. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
