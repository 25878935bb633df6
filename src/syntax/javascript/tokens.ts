// Characters and words of JavaScript, as far as a scan of its tokens tells them apart.

/** What a character begins. */
export const CHAR = {
  other: 0,
  space: 1,
  newLine: 2,
  word: 3,
  quote: 4,
  slash: 5,
  backtick: 6,
  open: 7,
  close: 8,
  /** An escape in a name, or a character that no source has. */
  strange: 9,
} as const
export type CharKind = (typeof CHAR)[keyof typeof CHAR]

const ASCII = new Uint8Array(128).fill(CHAR.strange)
const assign = (characters: string, kind: CharKind) => {
  for (const one of characters) ASCII[one.charCodeAt(0)] = kind
}
assign(' \t\v\f\r', CHAR.space)
assign('\n', CHAR.newLine)
assign('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$#', CHAR.word)
assign('"\'', CHAR.quote)
assign('/', CHAR.slash)
assign('`', CHAR.backtick)
assign('([{', CHAR.open)
assign(')]}', CHAR.close)
assign('!%&*+,-.:;<=>?@^|~', CHAR.other)

/** Spaces besides those of ASCII: rare enough to be asked for one by one. */
const SPACE = /[\s\ufeff]/

/** At the end of the text, `other`. */
export function charKindAt(text: string, at: number): CharKind {
  const code = text.charCodeAt(at)
  // The table holds nothing but kinds.
  if (code < 128) return ASCII[code] as CharKind
  if (code >= 128) return SPACE.test(text[at] ?? '') ? CHAR.space : CHAR.word
  return CHAR.other
}

/** Behind the word that goes on at a place. */
export function wordEnd(text: string, start: number): number {
  const { length } = text
  let at = start
  for (; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 128 ? ASCII[code] !== CHAR.word : SPACE.test(text[at] ?? '')) break
  }
  return at
}

/** Behind blanks and indentation. */
export function blanksEnd(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === BLANK) at += 1
  return at
}

const BLANK = 32

const WORDS = [
  ...['Function', 'arguments', 'await', 'case', 'class', 'default', 'delete', 'do', 'else', 'eval'],
  ...['export', 'exports', 'finally', 'for', 'function', 'if', 'import', 'in', 'instanceof'],
  ...['module', 'new', 'of', 'require', 'return', 'this', 'throw', 'try', 'typeof', 'void'],
  ...['while', 'with', 'yield'],
]
const LENGTH_MAX = 10
/** `F` and `y`. */
const FIRST = 70
const LAST = 121
/** By the first letter and the length. */
const BY_SHAPE: (readonly string[] | undefined)[] = []
for (const word of WORDS) {
  const shape = shapeOf(word.charCodeAt(0), word.length)
  BY_SHAPE[shape] = [...(BY_SHAPE[shape] ?? []), word]
}

function shapeOf(first: number, length: number): number {
  return (first - FIRST) * (LENGTH_MAX + 1) + length
}

/** The reserved word at a place, if the word there is one that matters. */
export function wordAt(text: string, start: number, end: number): string | null {
  const first = text.charCodeAt(start)
  const length = end - start
  if (length < 2 || length > LENGTH_MAX || first < FIRST || first > LAST) return null
  const candidates = BY_SHAPE[shapeOf(first, length)]
  if (candidates === undefined) return null
  for (const one of candidates) if (text.startsWith(one, start)) return one
  return null
}

/** Characters by their codes. */
export const CODE = {
  dot: 46,
  slash: 47,
  star: 42,
  backslash: 92,
  backtick: 96,
  dollar: 36,
  brace: 123,
  braceEnd: 125,
  square: 91,
  squareEnd: 93,
  semicolon: 59,
  comma: 44,
  colon: 58,
  equals: 61,
  greater: 62,
  less: 60,
  plus: 43,
  minus: 45,
  question: 63,
  lineFeed: 10,
} as const

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Behind the closing quote; -1 where there is none in the line. */
export function stringEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start)
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === CODE.lineFeed) return -1
    if (code === CODE.backslash) at += text.startsWith('\r\n', at + 1) ? 2 : 1
  }
  return -1
}

/** Behind the closing slash; flags are a word of their own, after a value. */
export function regexEnd(text: string, start: number): number {
  let isClass = false
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === CODE.lineFeed) return -1
    if (code === CODE.slash && !isClass) return wordEnd(text, at + 1)
    if (code === CODE.square) isClass = true
    else if (code === CODE.squareEnd) isClass = false
    else if (code === CODE.backslash) at += 1
  }
  return -1
}
