// JSON that stands in a text. Depth is bounded before the value exists: whatever walks it recurses.

import { nestsDeeper } from '../../domain/texts/jsonDepth.ts'
import { isMembers } from '../../domain/texts/jsonValue.ts'
import { JSON_DEPTH_MAX } from '../../limits.ts'

export type JsonRead =
  | Readonly<{ state: 'json'; value: unknown }>
  | Readonly<{ state: 'not_json' }>
  | Readonly<{ state: 'too_deep' }>

export function readJson(text: string): JsonRead {
  const deep = nestsDeeper(text, JSON_DEPTH_MAX)
  try {
    const value: unknown = JSON.parse(text)
    return deep ? { state: 'too_deep' } : { state: 'json', value }
  } catch (error) {
    // Depth is the one thing that makes a sound text fail, where the reader recurses.
    return deep && !(error instanceof SyntaxError) ? { state: 'too_deep' } : { state: 'not_json' }
  }
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
