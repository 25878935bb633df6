// Mistakes in one name: of the fingers, of the memory, of the habits of another language.

import type { SeededRandom } from '../../../test/fake/seededRandom.ts'

const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const NAME_MIN = 4

/** Each gives null where its mistake cannot be made. */
export type Slip = (name: string, random: SeededRandom) => string | null

export const typo: Slip = (name, random) => {
  if (name.length < NAME_MIN) return null
  const place = random.below(name.length)
  const letter = name[place] ?? ''
  const before = name.slice(0, place)
  const after = name.slice(place + 1)
  if (!/[A-Za-z]/.test(letter)) return null
  switch (random.below(4)) {
    case 0:
      return before + neighbourKey(letter, random) + after
    case 1:
      return before + after
    case 2:
      return before + letter + letter + after
    default:
      return after === '' ? null : before + (after[0] ?? '') + letter + after.slice(1)
  }
}

export function neighbourKey(letter: string, random: SeededRandom): string {
  const small = letter.toLowerCase()
  const row = KEY_ROWS.find((keys) => keys.includes(small)) ?? ''
  const at = row.indexOf(small)
  const key = random.pick([row[at - 1], row[at + 1]].filter((each) => each !== undefined))
  return letter === small ? key : key.toUpperCase()
}

export const wrongCase: Slip = (name, random) => {
  const first = name.charAt(0)
  const rest = name.slice(1)
  return random.pick([
    name.toLowerCase(),
    name.toUpperCase(),
    first.toUpperCase() + rest.toLowerCase(),
    first.toUpperCase() + rest,
    first.toLowerCase() + rest,
  ])
}

function wordsOf(name: string): readonly string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []
}

/** Puts words together as the name does. */
function join(name: string, words: readonly string[]): string {
  if (name.includes('_')) return words.join('_')
  return words
    .map((word, i) => {
      const first = i === 0 ? (name[0] ?? '') : 'X'
      const isSmall = first === first.toLowerCase()
      return (isSmall ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1)
    })
    .join('')
}

/** camelCase for snake_case, and back. */
export const wrongStyle: Slip = (name, random) => {
  const words = wordsOf(name)
  if (words.length < 2) return null
  if (!name.includes('_')) return words.map((word) => word.toLowerCase()).join('_')
  const capital = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
  return random.below(3) === 0
    ? capital.join('')
    : (words[0] ?? '').toLowerCase() + capital.slice(1).join('')
}

export const wrongNumber: Slip = (name, random) => {
  const words = wordsOf(name)
  const place = random.below(2) === 0 ? words.length - 1 : random.below(words.length)
  const word = words[place] ?? ''
  if (word.length < NAME_MIN || !/[a-z]$/.test(word)) return null
  return join(name, words.with(place, otherNumber(word)))
}

function otherNumber(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/[^s]s$/.test(word)) return word.slice(0, -1)
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

/** As a name may have been called before or after: a word less, a word more, a word cut short. */
export const otherName: Slip = (name, random) => {
  const words = wordsOf(name)
  if (name.length < NAME_MIN || words.length === 0) return null
  switch (random.below(4)) {
    case 0:
    case 1:
      if (words.length < 2) return null
      return join(name, words.toSpliced(random.below(words.length), 1))
    case 2:
      return join(name, [...words, random.pick(['2', 'old', 'async', 'value', 'all', 'data'])])
    default: {
      const place = words.findIndex((word) => word.length > 6)
      const word = words[place]
      return word === undefined ? null : join(name, words.with(place, word.slice(0, 4)))
    }
  }
}
