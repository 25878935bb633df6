// Cutting a signature where nothing is open: not inside brackets, not inside quotes.

const QUOTE = 1
const OPENING = 2
const CLOSING = 3

/** What a character does, by its code. */
const ROLES = new Uint8Array(128)
for (const [characters, role] of [
  ['"\'`', QUOTE],
  ['([{<', OPENING],
  [')]}>', CLOSING],
] as const) {
  for (const character of characters) ROLES[character.charCodeAt(0)] = role
}

/** The pieces between separators, as they stand. */
export function splitTop(text: string, separator: string): string[] {
  if (!text.includes(separator)) return [text]
  const pieces: string[] = []
  let start = 0
  for (let i = 0; i < text.length; i = nextTop(text, i)) {
    if (i < start || !text.startsWith(separator, i)) continue
    pieces.push(text.slice(start, i))
    start = i + separator.length
  }
  pieces.push(text.slice(start))
  return pieces
}

/** Where the separator first stands, or -1. */
export function findTop(text: string, separator: string): number {
  if (!text.includes(separator)) return -1
  for (let i = 0; i < text.length; i = nextTop(text, i)) {
    if (text.startsWith(separator, i)) return i
  }
  return -1
}

/** What stands before the separator where it first stands, and what stands behind it. */
export function cutTop(text: string, separator: string): readonly [string, string?] {
  const index = findTop(text, separator)
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + separator.length)]
}

/** The index of the bracket that closes the one at `open`, or -1. */
export function closingOf(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i += 1) {
    const role = ROLES[text.charCodeAt(i)]
    if (role === QUOTE) {
      i = quoteEnd(text, i)
      if (i < 0) return -1
    } else if (role === OPENING) depth += 1
    else if (role === CLOSING && !isArrow(text, i)) {
      depth -= 1
      if (depth === 0) return i
    }
  }
  return -1
}

/** The next index outside of brackets and quotes, whose marks count as outside at their start. */
function nextTop(text: string, index: number): number {
  const role = ROLES[text.charCodeAt(index)]
  let end = index
  if (role === QUOTE) end = quoteEnd(text, index)
  else if (role === OPENING && !isComparison(text, index)) end = closingOf(text, index)
  return end < 0 ? text.length : end + 1
}

/** The `>` of `=>` and `->` closes nothing. */
function isArrow(text: string, index: number): boolean {
  const before = text.charAt(index - 1)
  return text.charAt(index) === '>' && (before === '=' || before === '-')
}

/** A `<` with a space behind it is an operator in a default value. */
function isComparison(text: string, index: number): boolean {
  return text.charAt(index) === '<' && /[\s<=]/.test(text.charAt(index + 1))
}

function quoteEnd(text: string, start: number): number {
  const quote = text.charAt(start)
  for (let i = start + 1; i < text.length; i += 1) {
    if (text.charAt(i) === '\\') i += 1
    else if (text.charAt(i) === quote) return i
  }
  return -1
}
