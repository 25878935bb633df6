// Words that start statements, told without making a string of them: first letter, last letter and
// length lead to at most one candidate, which is then compared.

const WORDS = [
  '',
  'import',
  'from',
  'class',
  'def',
  'async',
  'if',
  'elif',
  'else',
  'try',
  'except',
  'finally',
  'for',
  'while',
  'with',
  'match',
  'case',
  'type',
  'del',
  'global',
  'nonlocal',
  'return',
  'raise',
  'assert',
  'pass',
  'break',
  'continue',
  'print',
  'exec',
  'lambda',
  'yield',
  'await',
  'not',
] as const

export type Keyword = Exclude<(typeof WORDS)[number], ''>

const LONGEST = 8
const LETTERS = 26
const LOWER_A = 97

function slot(first: number, last: number, length: number): number {
  return ((first - LOWER_A) * LETTERS + (last - LOWER_A)) * (LONGEST + 1) + length
}

const SLOTS = new Uint8Array(LETTERS * LETTERS * (LONGEST + 1))
WORDS.forEach((word, index) => {
  if (word !== '') {
    SLOTS[slot(word.charCodeAt(0), word.charCodeAt(word.length - 1), word.length)] = index
  }
})

/** The keyword between the two positions, or an empty string. */
export function keywordAt(text: string, start: number, end: number): Keyword | '' {
  const length = end - start
  if (length < 2 || length > LONGEST) return ''
  const first = text.charCodeAt(start)
  const last = text.charCodeAt(end - 1)
  if (first < LOWER_A || first > 122 || last < LOWER_A || last > 122) return ''
  const index = SLOTS[slot(first, last, length)] ?? 0
  if (index === 0) return ''
  const word = WORDS[index] ?? ''
  return text.startsWith(word, start) ? word : ''
}
