// How deep a text of JavaScript nests, before a parser sees it: the native one recurses, and takes
// its process with it when the stack ends (a few thousand levels). The scan is rough. A file that is
// made to deceive it ends the child that reads it, which is undetermined all the same.

/** Letters, digits, `_`, `$`, and all that is not ASCII. */
export function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= 97) return code <= 122 || code >= 128
  if (code >= 65) return code <= 90 || code === 95
  return (code >= 48 && code <= 57) || code === 36
}

/** After these a slash begins a regular expression; after a value it divides. */
const BEFORE_REGEX = /[([{,;=:?!&|+\-*%~^<>]/
const WORD_BEFORE_REGEX = /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|instanceof)$/
/** Words that carry an expression on. */
const JOINING = /^(?:in|of|instanceof|else)$/

/**
 * Levels of brackets plus the operators and words of the longest chain that no separator ends: `a+a+…`
 * and `if(a)if(a)…` nest without a bracket.
 */
export function nestingOf(text: string): number {
  let deepest = 0
  let chained = 0
  /** How long the chain was that a semicolon ended: `else` goes on with it. */
  let ended = 0
  /** The last thing that counts: a word, a mark, or a quote for a literal. */
  let last = ''
  let isNewLine = false
  const outside: number[] = []
  const templates: number[] = []
  const length = text.length
  let at = 0
  while (at < length) {
    const char = text[at] ?? ''
    if (char === ' ' || char === '\t' || char === '\r') {
      at += 1
      continue
    }
    if (char === '\n') {
      isNewLine = true
      at += 1
      continue
    }
    if (char === '/') {
      const end = commentEnd(text, at)
      if (end > at) {
        at = end
        continue
      }
      if (last === '' || BEFORE_REGEX.test(last) || WORD_BEFORE_REGEX.test(last)) {
        at = regexEnd(text, at)
        last = '"'
        continue
      }
    }
    if (isWordAt(text, at)) {
      const start = at
      while (at < length && isWordAt(text, at)) at += 1
      const word = text.slice(start, at)
      // A statement that ends without a semicolon: at a brace, or at a line whose end is a value.
      const isEnd = last === '}' || (isNewLine && !BEFORE_REGEX.test(last))
      if (word === 'else' && last === ';') chained = ended
      chained = isEnd && !JOINING.test(word) ? 1 : chained + 1
      last = word
    } else if (char === '"' || char === "'") {
      at = stringEnd(text, at)
      last = '"'
    } else if (char === '`') {
      at = templatePart(text, at + 1)
      if (text[at - 1] === '{') {
        templates.push(outside.length)
        outside.push(chained)
        chained = 0
        last = '{'
      } else last = '"'
      chained += 1
    } else if (char === '}' && templates.at(-1) === outside.length - 1 && templates.length > 0) {
      at = templatePart(text, at + 1)
      if (text[at - 1] !== '{') {
        templates.pop()
        chained = outside.pop() ?? 0
        last = '"'
      }
    } else {
      if (char === '(' || char === '[' || char === '{') {
        outside.push(chained)
        chained = 0
      } else if (char === ')' || char === ']' || char === '}') chained = outside.pop() ?? 0
      else if (char === ';' || char === ',') {
        ended = chained
        chained = 0
      } else chained += 1
      last = char
      at += 1
    }
    isNewLine = false
    if (outside.length + chained / CHAIN_SHARE > deepest)
      deepest = outside.length + chained / CHAIN_SHARE
  }
  return Math.ceil(deepest)
}

/** The offsets, of a sorted list, that stand inside of no bracket, text or comment. */
export function offsetsOutside(text: string, offsets: readonly number[]): ReadonlySet<number> {
  const outside = new Set<number>()
  let depth = 0
  let at = 0
  for (const offset of offsets) {
    while (at < offset) {
      const char = text[at] ?? ''
      if (char === '"' || char === "'") at = stringEnd(text, at)
      else if (char === '`') at = templatePart(text, at + 1)
      else if (char === '/' && commentEnd(text, at) > at) at = commentEnd(text, at)
      else {
        if (char === '(' || char === '[' || char === '{') depth += 1
        else if (char === ')' || char === ']' || char === '}') depth -= 1
        at += 1
      }
    }
    if (at === offset && depth === 0) outside.add(offset)
  }
  return outside
}

/** A link of a chain takes far less stack than a bracket, and honest tables have long ones. */
const CHAIN_SHARE = 8

export function commentEnd(text: string, at: number): number {
  const next = text[at + 1]
  if (next !== '/' && next !== '*') return at
  const end = text.indexOf(next === '/' ? '\n' : '*/', at + 2)
  if (end < 0) return text.length
  return next === '/' ? end : end + 2
}

export function stringEnd(text: string, start: number): number {
  const quote = text[start]
  let at = start + 1
  while (at < text.length) {
    const char = text[at]
    if (char === quote || char === '\n') return at + 1
    at += char === '\\' ? 2 : 1
  }
  return text.length
}

function regexEnd(text: string, start: number): number {
  let isClass = false
  let at = start + 1
  while (at < text.length) {
    const char = text[at]
    if (char === '\n') return at
    if (char === '/' && !isClass) return at + 1
    if (char === '[') isClass = true
    else if (char === ']') isClass = false
    at += char === '\\' ? 2 : 1
  }
  return text.length
}

/** The offset behind the closing quote, or behind the brace of `${`. */
export function templatePart(text: string, start: number): number {
  let at = start
  while (at < text.length) {
    const char = text[at]
    if (char === '`') return at + 1
    if (char === '$' && text[at + 1] === '{') return at + 2
    at += char === '\\' ? 2 : 1
  }
  return text.length
}
