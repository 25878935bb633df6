// Questions of the kinds that are really asked, drawn by a seed: the same names and seed give the
// same questions.

export const KINDS = [
  'typo',
  'typo',
  'typo',
  'typo',
  'two words',
  'short',
  'long',
  'scoped',
  'unicode',
  'real',
] as const

export type QueryKind = (typeof KINDS)[number]
export type Query = Readonly<{ kind: QueryKind; text: string }>

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789-_.'
const STRANGE = ['é', 'ß', 'ж', '名', '𝒳', 'A', '~', ' ']
const LONG = 60

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function makeQueries(names: readonly string[], count: number, seed: number): Query[] {
  const random = seededRandom(seed)
  const below = (bound: number) => Math.floor(random() * bound)
  const pick = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  const scoped = names.filter((name) => name.startsWith('@'))
  const long = names.filter((name) => name.length >= LONG)
  const letter = () => pick([...LETTERS])
  const word = () =>
    pick(names)
      .split(/[-_./@]+/)
      .find((part) => part.length > 2) ?? 'word'

  function slip(text: string): string {
    const at = below(text.length + 1)
    const kind = below(4)
    if (kind === 0) return text.slice(0, at) + letter() + text.slice(at)
    if (kind === 1) return text.slice(0, at) + text.slice(at + 1)
    if (kind === 2) return text.slice(0, at) + letter() + text.slice(at + 1)
    return (
      text.slice(0, at) +
      text
        .slice(at, at + 2)
        .split('')
        .reverse()
        .join('') +
      text.slice(at + 2)
    )
  }
  const slips = (text: string) => (below(2) === 0 ? slip(text) : slip(slip(text)))

  const make: Readonly<Record<QueryKind, () => string>> = {
    typo: () => slips(pick(names)),
    'two words': () => `${word()}-${word()}`,
    short: () => Array.from({ length: 1 + below(4) }, letter).join(''),
    long: () => slips(long.length > 0 ? pick(long) : pick(names).padEnd(LONG, 'x')),
    scoped: () => slips(scoped.length > 0 ? pick(scoped) : `@${word()}/${word()}`),
    unicode: () => {
      const name = pick(names)
      const at = below(name.length)
      return name.slice(0, at) + pick(STRANGE) + name.slice(at + 1)
    },
    real: () => pick(names),
  }
  return Array.from({ length: count }, (_, place) => {
    const kind = KINDS[place % KINDS.length] ?? 'typo'
    return { kind, text: make[kind]() || 'x' }
  })
}
