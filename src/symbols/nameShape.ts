// What of a name is compared: its letters in one case, its words, and how these are put together.

/** A name with what its nearness to others is judged by. */
export type NameShape = Readonly<{
  /** In lower case, without separators. */
  folded: string
  mask: number
  style: number
}>

export function shapeOf(text: string): NameShape {
  const folded = foldName(text)
  return { folded, mask: letterMask(folded), style: styleOf(text) }
}

export function foldName(text: string): string {
  return text.replace(/[-_$]/g, '').toLowerCase()
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
  const bare = text.replace(/^[_$]+/, '')
  let style = bare.length === text.length ? 0 : UNDERSCORED
  if (/^\p{Lu}/u.test(bare)) style |= CAPITAL_FIRST
  if (/.\p{Lu}/u.test(bare)) style |= HAS_CAPITALS
  if (/\p{Ll}/u.test(bare)) style |= HAS_SMALL
  if (/[-_]/.test(bare)) style |= SEPARATED
  return style
}

const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+/gu

/** `readHTMLFiles`, `read_html_file` → `read`, `html`, `file`: in lower case and in the singular. */
export function wordsOf(text: string): readonly string[] {
  return (text.match(WORDS) ?? []).map((word) => singular(word.toLowerCase()))
}

/** By its ending alone: both sides of a comparison are treated alike, so it need not be English. */
function singular(word: string): string {
  if (word.length < 4 || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}
