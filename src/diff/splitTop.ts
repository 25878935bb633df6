// Cutting a signature where nothing is open: not inside brackets, not inside quotes.

const OPENING = '([{<'
const CLOSING = ')]}>'

/** The pieces between separators, as they stand. */
export function splitTop(text: string, separator: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (const index of topIndexes(text)) {
    if (index < start || !text.startsWith(separator, index)) continue
    pieces.push(text.slice(start, index))
    start = index + separator.length
  }
  pieces.push(text.slice(start))
  return pieces
}

/** Where the separator first stands, or -1. */
export function findTop(text: string, separator: string): number {
  for (const index of topIndexes(text)) if (text.startsWith(separator, index)) return index
  return -1
}

/** The index of the bracket that closes the one at `open`, or -1. */
export function closingOf(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i += 1) {
    const char = text.charAt(i)
    if (char === '"' || char === "'" || char === '`') {
      i = quoteEnd(text, i)
      if (i < 0) return -1
    } else if (OPENING.includes(char)) depth += 1
    else if (CLOSING.includes(char) && !isArrow(text, i)) {
      depth -= 1
      if (depth === 0) return i
    }
  }
  return -1
}

/** Every index outside of brackets and quotes, those of the marks themselves included. */
function* topIndexes(text: string): Generator<number> {
  for (let i = 0; i < text.length; i += 1) {
    yield i
    const char = text.charAt(i)
    if (char === '"' || char === "'" || char === '`') {
      const end = quoteEnd(text, i)
      if (end < 0) return
      i = end
    } else if (OPENING.includes(char) && !isComparison(text, i)) {
      const end = closingOf(text, i)
      if (end < 0) return
      i = end
    }
  }
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
