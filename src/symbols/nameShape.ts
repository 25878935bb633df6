// What of a name is compared: its letters in one case, its words, and how these are put together.

/** A name with what its nearness to others is judged by. */
export type NameShape = Readonly<{
  /** In lower case, without separators. */
  folded: string
  mask: number
  ends: number
  style: number
}>

export function shapeOf(text: string): NameShape {
  const folded = foldName(text)
  return { folded, mask: letterMask(folded), ends: endsOf(folded), style: styleOf(text) }
}

export function foldName(text: string): string {
  const hasSeparator = text.includes('_') || text.includes('-') || text.includes('$')
  return (hasSeparator ? text.replace(/[-_$]/g, '') : text).toLowerCase()
}

/** Which letters a folded name holds: a bit for each letter, the digits and the rest in groups. */
export function letterMask(folded: string): number {
  let mask = 0
  for (let i = 0; i < folded.length; i += 1) {
    const unit = folded.charCodeAt(i)
    if (unit >= 0x61 && unit <= 0x7a) mask |= 1 << (unit - 0x61)
    else if (unit >= 0x30 && unit <= 0x39) mask |= 1 << (26 + (unit & 3))
    else mask |= 1 << 30
  }
  return mask
}

/** Its first letter and its last, in eight bits each. */
export function endsOf(folded: string): number {
  if (folded === '') return 0
  return ((folded.charCodeAt(0) & 0xff) << 8) | (folded.charCodeAt(folded.length - 1) & 0xff)
}

export function bitCount(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

const CAPITAL_FIRST = 1
const HAS_CAPITALS = 2
const HAS_SMALL = 4
const SEPARATED = 8
export const UNDERSCORED = 16

/** How a name is written: `PascalCase`, `camelCase`, `snake_case`, `CONSTANT`, `_private`. */
export function styleOf(text: string): number {
  let start = 0
  while (text[start] === '_' || text[start] === '$') start += 1
  let style = start === 0 ? 0 : UNDERSCORED
  for (let i = start; i < text.length; i += 1) {
    const letter = classOf(text, i)
    if (letter === CAPITAL) style |= i === start ? CAPITAL_FIRST : HAS_CAPITALS
    else if (letter === SMALL) style |= HAS_SMALL
    else if (letter === SEPARATOR) style |= SEPARATED
  }
  return style
}

const SMALL = 1
const CAPITAL = 2
const DIGIT = 3
const SEPARATOR = 4

/** Letters beyond ASCII count as small ones: few names have them, and those do not mix cases. */
function classOf(text: string, place: number): number {
  const unit = text.charCodeAt(place)
  if (unit >= 0x61 && unit <= 0x7a) return SMALL
  if (unit >= 0x41 && unit <= 0x5a) return CAPITAL
  if (unit >= 0x30 && unit <= 0x39) return DIGIT
  return unit >= 0x80 ? SMALL : SEPARATOR
}

/** `readHTMLFiles`, `read_html_file` → `read`, `html`, `file`: in lower case and in the singular. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  const folded = text.toLowerCase()
  let start = 0
  for (let i = 1; i <= text.length; i += 1) {
    if (i < text.length && !isWordStart(text, i)) continue
    if (classOf(text, start) !== SEPARATOR) words.push(singular(folded.slice(start, i)))
    start = i
  }
  return words
}

/** `aB`, `a1`, `a_`, and in `HTMLFile` the `F`: a capital that a small letter follows. */
function isWordStart(text: string, place: number): boolean {
  const before = classOf(text, place - 1)
  const here = classOf(text, place)
  if (here === before) {
    return here === CAPITAL && place + 1 < text.length && classOf(text, place + 1) === SMALL
  }
  return !(before === CAPITAL && here === SMALL)
}

/** By its ending alone: both sides of a comparison are treated alike, so it need not be English. */
function singular(word: string): string {
  if (word.length < 4 || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}
