// Character classes by table: the scanner asks about every character of every file.

/** Characters by their codes. */
export const CODE = {
  tab: 9,
  newline: 10,
  formFeed: 12,
  space: 32,
  doubleQuote: 34,
  hash: 35,
  singleQuote: 39,
  openParen: 40,
  closeParen: 41,
  star: 42,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
} as const

const WORD_START = 1
const WORD_PART = 2
const BLANK = 4
const DIGIT = 8
/** What can end a statement, open something, or divide a statement into its parts. */
const MARK = 16

const CLASSES = new Uint8Array(128)

function classify(characters: string, bits: number): void {
  for (const character of characters) {
    const code = character.charCodeAt(0)
    CLASSES[code] = (CLASSES[code] ?? 0) | bits
  }
}

classify('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_', WORD_START | WORD_PART)
classify('0123456789', WORD_PART | DIGIT)
classify(' \t\f', BLANK)
classify('\n"\'()[]{}#\\:;=', MARK)

/** Everything beyond ASCII counts as a letter: what is no letter there is an error in Python. */
export function isWordStart(code: number): boolean {
  return code > 127 || ((CLASSES[code] ?? 0) & WORD_START) !== 0
}

export function isWordPart(code: number): boolean {
  return code > 127 || ((CLASSES[code] ?? 0) & WORD_PART) !== 0
}

/** Space, tab, form feed. */
export function isBlank(code: number): boolean {
  return code < 128 && ((CLASSES[code] ?? 0) & BLANK) !== 0
}

export function isDigit(code: number): boolean {
  return code < 128 && ((CLASSES[code] ?? 0) & DIGIT) !== 0
}

export function isMark(code: number): boolean {
  return code < 128 && ((CLASSES[code] ?? 0) & MARK) !== 0
}

export function isOpening(code: number): boolean {
  return code === CODE.openParen || code === CODE.openBracket || code === CODE.openBrace
}

export function isClosing(code: number): boolean {
  return code === CODE.closeParen || code === CODE.closeBracket || code === CODE.closeBrace
}

export function isQuote(code: number): boolean {
  return code === CODE.doubleQuote || code === CODE.singleQuote
}

/** The position behind the word that starts at `start`. */
export function wordEnd(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isWordPart(text.charCodeAt(at))) at++
  return at
}

/** Python compares names in NFKC; nearly all of them are ASCII and pass untouched. */
export function nameOf(text: string, start: number, end: number): string {
  const name = text.slice(start, end)
  for (let at = 0; at < name.length; at++) {
    if (name.charCodeAt(at) > 127) return name.normalize('NFKC')
  }
  return name
}
