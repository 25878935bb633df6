// Character classes by table: the scanner asks about every character of every file.

export const TAB = 9
export const NEWLINE = 10
export const FORM_FEED = 12
export const SPACE = 32
const DOUBLE_QUOTE = 34
export const HASH = 35
const SINGLE_QUOTE = 39
export const OPEN_PAREN = 40
export const CLOSE_PAREN = 41
export const STAR = 42
export const COMMA = 44
export const MINUS = 45
export const DOT = 46
export const SLASH = 47
export const COLON = 58
export const SEMICOLON = 59
export const LESS = 60
export const EQUALS = 61
export const GREATER = 62
export const OPEN_BRACKET = 91
export const BACKSLASH = 92
export const CLOSE_BRACKET = 93
export const OPEN_BRACE = 123
export const CLOSE_BRACE = 125

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
  return code === OPEN_PAREN || code === OPEN_BRACKET || code === OPEN_BRACE
}

export function isClosing(code: number): boolean {
  return code === CLOSE_PAREN || code === CLOSE_BRACKET || code === CLOSE_BRACE
}

export function isQuote(code: number): boolean {
  return code === DOUBLE_QUOTE || code === SINGLE_QUOTE
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
