// The arguments of a criterion stand in quotes; what is left are the words of the grammar.

/** Stands for a quoted text, and for a pattern between slashes. */
export const QUOTED = '\u0001'
export const SLASHED = '\u0002'

export type Worded = Readonly<{
  /** Lower case, single spaces, marks for the arguments. */
  words: string
  texts: readonly string[]
  /** Patterns with their flags. */
  patterns: readonly Readonly<{ pattern: string; flags: string }>[]
}>

const CLOSES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
])
const SLASHES = /\/((?:[^/\\]|\\.)+)\/([ims]*)(?![\w/])/y

/** Null where a quote is not closed. */
export function splitQuoted(criterion: string): Worded | null {
  if (criterion.includes(QUOTED) || criterion.includes(SLASHED)) return null
  const texts: string[] = []
  const patterns: { pattern: string; flags: string }[] = []
  let words = ''
  for (let at = 0; at < criterion.length; at++) {
    const unit = criterion[at] ?? ''
    // An apostrophe stands within or behind a word.
    const isBegin = /^$|[\s(:,[]/.test(criterion[at - 1] ?? '')
    const close = isBegin ? CLOSES.get(unit) : undefined
    if (close !== undefined) {
      const end = closing(criterion, at + 1, close)
      if (end === -1) return null
      texts.push(criterion.slice(at + 1, end))
      words += QUOTED
      at = end
      continue
    }
    SLASHES.lastIndex = at
    const slashed = isBegin && unit === '/' ? SLASHES.exec(criterion) : null
    if (slashed !== null) {
      patterns.push({ pattern: slashed[1] ?? '', flags: slashed[2] ?? '' })
      words += SLASHED
      at += slashed[0].length - 1
    } else words += unit
  }
  const plain = words.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim()
  return { words: plain.replace(/[.!;]+$/, '').trimEnd(), texts, patterns }
}

/**
 * The quote that closes, with nothing but an end of words behind it. Any other one before it makes
 * several texts of it (`"a"/"b"`), which is not the grammar; apostrophes within words do not.
 */
function closing(text: string, from: number, close: string): number {
  for (let at = text.indexOf(close, from); at !== -1; at = text.indexOf(close, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + 1]]
    if (at > from && /^$|[\s.,;:!?)\]]/.test(after)) return at
    const isApostrophe = /['’]/.test(close) && /\p{L}/u.test(before) && /\p{L}/u.test(after)
    if (!isApostrophe) return -1
  }
  return -1
}
