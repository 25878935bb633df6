// Popular names that somebody may have meant although they lie further off than two edits: the same
// letters in other case or with other separators, an affix too many or too few, words in another
// order, a scope or the name of a host left out. They are told apart from near names, because no
// distance vouches for them.

import { addToList } from '../../domain/maps.ts'
import { boundedDistance } from '../../domain/names/nearest.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { ADJACENT_DISTANCE_MAX, MEANT_MAX } from '../../limits.ts'
import type { MeantName, MeantReason } from '../../ports/nameIndex.ts'

const AFFIXES: Readonly<Record<Ecosystem, Readonly<{ head: string[]; tail: string[] }>>> = {
  pypi: { head: ['python', 'py', 'lib'], tail: ['python', 'py', 'lib', '2', '3'] },
  npm: { head: ['node', 'js', 'npm'], tail: ['js', 'node', 'npm'] },
}
/** Shorter rests would make a word of any letters. */
const REST_MIN = 3
const WORD_MIN = 2
const SWAPPED_MIN = 6
const SWAPPED_MAX = 32
const WORDS_MAX = 4
/** Shorter names without their scope, and single words, are shared by too many. */
const BARE_MIN = 8

export type OtherSlips = ReturnType<typeof otherSlips>

type Popular = Readonly<{ name: string; downloads: number }>

/** The letters alone. */
function squash(name: string): string {
  return name.toLowerCase().replace(/[-_./@]/g, '')
}

export function otherSlips(ecosystem: Ecosystem, popular: Iterable<readonly [string, number]>) {
  const byLetters = new Map<string, Popular[]>()
  const byBare = new Map<string, Popular[]>()
  for (const [name, downloads] of popular) {
    addToList(byLetters, squash(name), { name, downloads })
    const bare = bareName(name)
    if (bare !== null) addToList(byBare, squash(bare), { name, downloads })
  }
  const bare = (written: string): readonly Popular[] =>
    isBare(written) ? (byBare.get(squash(written)) ?? []) : []

  function* candidates(written: string): Generator<readonly [string, MeantReason]> {
    const letters = squash(written)
    yield [letters, 'same_letters']
    for (const variant of affixVariants(ecosystem, letters)) yield [variant, 'affix']
    for (const variant of wordOrders(written, letters)) yield [variant, 'word_order']
  }

  return {
    /** Names that have the same letters, whatever their case and separators. */
    sameLetters: (written: string): readonly Popular[] => byLetters.get(squash(written)) ?? [],
    /** Names that this one is made of by adding an affix of the language. */
    withoutAffix: (written: string): readonly Popular[] =>
      withoutAffix(ecosystem, squash(written)).flatMap((rest) => byLetters.get(rest) ?? []),
    /** Names that this one is made of by leaving out a scope or a host. */
    withScope: bare,
    /** The most popular first, at most MEANT_MAX; nothing within distance 2. */
    find(written: string): readonly MeantName[] {
      const found = new Map<string, MeantName>()
      const add = (names: readonly Popular[], reason: MeantReason) => {
        for (const { name, downloads } of names) {
          if (found.has(name)) continue
          if (boundedDistance(written, name, ADJACENT_DISTANCE_MAX) !== null) continue
          found.set(name, { name, reason, downloads })
        }
      }
      for (const [letters, reason] of candidates(written)) add(byLetters.get(letters) ?? [], reason)
      add(bare(written), 'scope')
      return [...found.values()].sort(byDownloads).slice(0, MEANT_MAX)
    },
  }
}

/** `@scope/icons-material` and `host-plugin-unused-imports` without what comes first. */
function bareName(name: string): string | null {
  const [, scoped, plugin] = /^@[^/]+\/(.+)$|-plugin-(.+)$/.exec(name) ?? []
  const bare = scoped ?? plugin ?? ''
  return isBare(bare) ? bare : null
}

function isBare(name: string): boolean {
  return name.length >= BARE_MIN && /^[^-_./@]+[-_.]/.test(name)
}

function withoutAffix(ecosystem: Ecosystem, letters: string): string[] {
  const { head, tail } = AFFIXES[ecosystem]
  const isLong = (affix: string) => letters.length - affix.length >= REST_MIN
  return [
    ...head
      .filter((affix) => letters.startsWith(affix) && isLong(affix))
      .map((affix) => letters.slice(affix.length)),
    ...tail
      .filter((affix) => letters.endsWith(affix) && isLong(affix))
      .map((affix) => letters.slice(0, -affix.length)),
  ]
}

function affixVariants(ecosystem: Ecosystem, letters: string): string[] {
  if (letters === '') return []
  const { head, tail } = AFFIXES[ecosystem]
  return [
    ...withoutAffix(ecosystem, letters),
    ...head.map((affix) => affix + letters),
    ...tail.map((affix) => letters + affix),
  ]
}

/** Words where the name shows them, else any two neighbouring parts that changed places. */
function* wordOrders(written: string, letters: string): Generator<string> {
  const words = written
    .toLowerCase()
    .split(/[-_./@]+/)
    .filter((word) => word !== '')
  if (words.length > 1) {
    if (words.length <= WORDS_MAX) yield* permutations(words)
    return
  }
  if (letters.length < SWAPPED_MIN || letters.length > SWAPPED_MAX) return
  for (let from = 0; from <= letters.length - 2 * WORD_MIN; from++) {
    for (let middle = from + WORD_MIN; middle <= letters.length - WORD_MIN; middle++) {
      for (let to = middle + WORD_MIN; to <= letters.length; to++) {
        const swapped = letters.slice(middle, to) + letters.slice(from, middle)
        yield letters.slice(0, from) + swapped + letters.slice(to)
      }
    }
  }
}

function* permutations(words: readonly string[]): Generator<string> {
  if (words.length < 2) return yield words.join('')
  for (const [place, word] of words.entries()) {
    for (const rest of permutations(words.toSpliced(place, 1))) yield word + rest
  }
}

function byDownloads(a: MeantName, b: MeantName): number {
  return b.downloads - a.downloads || (a.name < b.name ? -1 : 1)
}
