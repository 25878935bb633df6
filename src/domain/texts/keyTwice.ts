// Keys that a JSON text has twice in one object, with different values. JSON.parse takes the last,
// other readers the first or neither, so that a manifest with such a key means two things.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c

type Open = {
  /** Values by key, in an object. Null in an array. */
  readonly values: Map<string, string> | null
  key: string | null
  valueStart: number
}

/**
 * The first key of the outermost object below which, or as which, one stands twice with two values;
 * null when there is none. The text is known to be JSON. One pass, no recursion.
 */
export function keyTwice(text: string, isWanted: (top: string) => boolean): string | null {
  const open: Open[] = []
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const inner = open.at(-1)
    if (code === QUOTE) {
      const end = stringEnd(text, at)
      if (inner?.values && inner.key === null) inner.key = textOf(text.slice(at, end))
      at = end
      continue
    }
    if (code === COLON && inner !== undefined) inner.valueStart = at + 1
    if (isClosing(code) || code === COMMA) {
      const top = open[0]?.key ?? null
      if (isOther(inner, text, at) && top !== null && isWanted(top)) return top
    }
    if (isOpening(code)) {
      open.push({ values: code === 0x7b ? new Map() : null, key: null, valueStart: at })
    } else if (isClosing(code)) open.pop()
    at += 1
  }
  return null
}

/** Ends the value that stands before `at`; whether its key had another one. */
function isOther(inner: Open | undefined, text: string, at: number): boolean {
  if (!inner?.values || inner.key === null) return false
  const { key, values, valueStart } = inner
  const value = text.slice(valueStart, at).trim()
  const before = values.get(key)
  inner.key = null
  values.set(key, value)
  return before !== undefined && before !== value
}

function textOf(literal: string): string {
  // JSON.parse of a string literal is a string. "a" and "\u0061" are one key to every reader.
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
}

/** Index after the closing quote of the string that opens at `start`, in a text that is JSON. */
export function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) {
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  }
  return at + 1
}

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d
}
