// Where the arguments of a call of Python begin.

const OPENING = '([{'
const CLOSING = ')]}'

/**
 * The offsets of each argument behind the name that ends at `end`; null where no call follows. What it
 * cannot read, a check of the changed text finds.
 */
export function argumentStarts(text: string, end: number): readonly number[] | null {
  let at = end
  while (/\s/.test(text.charAt(at)) && text.charAt(at) !== '\n') at += 1
  if (text.charAt(at) !== '(') return null
  const starts: number[] = []
  let depth = 1
  let isAwaited = true
  at += 1
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === '#') {
      while (at < text.length && text.charAt(at) !== '\n' && text.charAt(at) !== '\r') at += 1
      continue
    }
    if (depth === 1 && char === ')') return starts
    if (isAwaited && !/\s/.test(char)) {
      if (char === '\\') {
        at += 1
        continue
      }
      starts.push(at)
      isAwaited = false
    }
    const closing = stringEnd(text, at)
    if (closing !== null) {
      at = closing
      continue
    }
    if (OPENING.includes(char)) depth += 1
    else if (CLOSING.includes(char)) depth -= 1
    else if (char === ',' && depth === 1) isAwaited = true
    at += 1
  }
  return null
}

/** Behind a text that begins here; null where none does. */
function stringEnd(text: string, at: number): number | null {
  const quote = /^(?:'''|"""|'|")/.exec(text.slice(at, at + 3))?.[0]
  if (quote === undefined) return null
  let end = at + quote.length
  while (end < text.length) {
    if (text.startsWith(quote, end)) return end + quote.length
    end += text.charAt(end) === '\\' ? 2 : 1
  }
  return end
}
