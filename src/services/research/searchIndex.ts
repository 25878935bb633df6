// Every segment, searched together: BM25 over weighted words, with what is known of packages.

import { keptIn } from '../../domain/maps.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { keyText } from '../../domain/release.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import { NAME_WEIGHT, type Segment, type Terms } from './segment.ts'
import { beginningsOf, sameAs, wordsOf } from './words.ts'

export type Query = Readonly<{
  words: readonly string[]
  ecosystem: Ecosystem | null
  /** How much each package counts; those that are not named count 1. */
  packages: ReadonlyMap<string, number>
  /** Nothing but those packages. */
  isNarrow: boolean
}>

export type Hit = Readonly<{
  segment: Segment
  document: number
  score: number
  /** How much of the question it has, by the weight of the words, 0 to 1. */
  coverage: number
}>

export type SearchIndex = Readonly<ReturnType<typeof searchIndex>>

/** Of the usual size; weights are a few times what plain counts would be. */
const K1 = 4
const B = 0.6
const SAME_COUNTS = 0.45
const CUT_COUNTS = 0.4
/** Shorter words are parts of package names by chance. */
const IN_NAME_MIN = 4
/** What a package's own name adds for a word of the question. */
const PACKAGE_COUNTS = 0.8
/** A word that more documents have than this finds none by itself where others do. */
const COMMON_SHARE = 0.02
const COMMON_MIN = 5_000
/** A bit each. */
const QUERY_WORDS_MAX = 30

type Slot = Readonly<{
  segment: Segment
  /** Where its documents begin among all of them. */
  base: number
  packageWords: ReadonlySet<string>
  popularity: number
}>

export function searchIndex(downloadsOf: (ecosystem: Ecosystem, name: string) => number | null) {
  const slots = new Map<number, Slot>()
  const slotOf = new Map<string, number>()
  /** Pairs of a slot and the number of the term in it; slots that are gone are passed over. */
  const dictionary = new Map<string, number[]>()
  const scoreBoard = newBoard()
  let nextSlot = 0
  let nextBase = 0
  let dead = 0
  let documents = 0
  let lengthSum = 0
  let digest: string | null = null

  function enter(slot: number, terms: Terms): void {
    terms.forEach((term, number) => {
      const pairs = dictionary.get(term)
      if (pairs === undefined) dictionary.set(term, [slot, number])
      else pairs.push(slot, number)
    })
  }

  function tidy(): void {
    if (dead * 4 < slots.size) return
    dead = 0
    nextBase = 0
    for (const [slot, found] of slots) {
      slots.set(slot, { ...found, base: nextBase })
      nextBase += found.segment.lengths.length
    }
    for (const [term, pairs] of dictionary) {
      const left = pairs.filter((_, i) => slots.has(pairs[i - (i % 2)] ?? -1))
      if (left.length === 0) dictionary.delete(term)
      else dictionary.set(term, left)
    }
  }

  function remove(id: string): void {
    const slot = slotOf.get(id)
    const found = slot === undefined ? undefined : slots.get(slot)
    if (slot === undefined || found === undefined) return
    digest = null
    slots.delete(slot)
    slotOf.delete(id)
    documents -= found.segment.lengths.length
    lengthSum -= sum(found.segment.lengths)
    dead += 1
    tidy()
  }

  function add(segment: Segment, terms: Terms): void {
    const { ecosystem, name } = segment.facts
    const id = keyText(segment.facts)
    remove(id)
    digest = null
    const slot = nextSlot++
    const downloads = downloadsOf(ecosystem, name) ?? 1
    slots.set(slot, {
      segment,
      base: nextBase,
      packageWords: new Set(wordsOf(name)),
      popularity: 1 + 0.06 * Math.log10(Math.max(1, downloads)),
    })
    slotOf.set(id, slot)
    nextBase += segment.lengths.length
    documents += segment.lengths.length
    lengthSum += sum(segment.lengths)
    enter(slot, terms)
  }

  function isWanted({ segment }: Slot, { ecosystem, packages, isNarrow }: Query): boolean {
    const { facts } = segment
    if (ecosystem !== null && facts.ecosystem !== ecosystem) return false
    return !isNarrow || packages.has(keyText(facts))
  }

  /** Where a word is, in slots that count. */
  function* placesOf(term: string, query: Query): Generator<readonly [Slot, number]> {
    const pairs = dictionary.get(term) ?? []
    for (let i = 0; i < pairs.length; i += 2) {
      const slot = slots.get(pairs[i] ?? -1)
      if (slot !== undefined && isWanted(slot, query)) yield [slot, pairs[i + 1] ?? 0]
    }
  }

  /** The best first, at most `max`. */
  function search(query: Query, max: number): readonly Hit[] {
    const averageLength = documents === 0 ? 1 : lengthSum / documents
    // Rare words first: they choose the documents, and common ones only weigh them.
    const rated = [...new Set(query.words)]
      .slice(0, QUERY_WORDS_MAX)
      .map((word) => ({ word, frequency: frequencyOf(word, query) }))
      .sort((a, b) => a.frequency - b.frequency || (a.word < b.word ? -1 : 1))
    const words = rated.map(({ word }) => word)
    const searched = query.isNarrow ? documentsIn(query) : documents
    // A word that the package does not have is no reason to leave it.
    const isLost = (frequency: number) => query.isNarrow && frequency === 0
    const idfs = rated.map(({ frequency }) => (isLost(frequency) ? 0 : idfOf(frequency, searched)))
    const board = scoreBoard
    board.reserve(nextBase)
    rated.forEach(({ word, frequency }, w) => {
      const isCommon =
        frequency > Math.max(COMMON_MIN, COMMON_SHARE * documents) && board.touched.size > 0
      for (const { spelling, counts, inNames } of spellingsOf(word)) {
        const idf = (idfs[w] ?? 0) * counts
        for (const [{ segment, base }, term] of placesOf(spelling, query)) {
          score(segment, term, { board, base, word: w, idf, averageLength, isCommon, inNames })
        }
      }
    })
    const best = bestOf(max)
    const covered = coverageOf(idfs)
    for (const slot of slots.values()) {
      const touched = board.touched.get(slot.base)
      if (touched === undefined) continue
      const { segment } = slot
      const worth = worthIn(slot, query, words, covered)
      for (const document of touched) {
        const mask = (board.matched[slot.base + document] ?? 0) | worth.mask
        const inName = board.inName[slot.base + document] ?? 0
        const sum = board.sums[slot.base + document] ?? 0
        const score = worth.of(document, sum, mask, inName)
        if (score < best.least()) continue
        best.offer({ segment, document, score, coverage: covered.share(mask) })
      }
    }
    board.clear()
    return best.hits()
  }

  /** How many of the documents that are searched have the word. */
  function frequencyOf(word: string, query: Query): number {
    let frequency = 0
    for (const [{ segment }, term] of placesOf(word, query)) {
      frequency += (segment.starts[term + 1] ?? 0) - (segment.starts[term] ?? 0)
    }
    return frequency
  }

  function documentsIn(query: Query): number {
    let count = 0
    for (const slot of slots.values())
      if (isWanted(slot, query)) count += slot.segment.lengths.length
    return count
  }

  return {
    /** Packages and documents that can be found. */
    size: () => ({ packages: slots.size, documents }),
    add,
    remove,
    get: (id: string): Segment | null => slots.get(slotOf.get(id) ?? -1)?.segment ?? null,
    *segments(): Generator<Segment> {
      for (const { segment } of slots.values()) yield segment
    },
    /** The share of packages that use a word at all. */
    spread: (word: string) => (dictionary.get(word)?.length ?? 0) / 2 / Math.max(1, slots.size),
    /** Of the tables that are searched, whatever the order they came in. */
    digest(): string {
      digest ??= digestOf([...slots.values()].map(({ segment }) => segment))
      return digest
    },
    search,
  }
}

/** What the documents of a slot come to, from the sum over their words and from which words those are. */
function worthIn(
  { segment, packageWords, popularity }: Slot,
  { packages }: Query,
  words: readonly string[],
  { idfs, factor }: ReturnType<typeof coverageOf>,
) {
  const { name } = segment.facts
  const boost = (packages.get(keyText(segment.facts)) ?? 1) * popularity
  let fromName = 0
  let mask = 0
  words.forEach((word, w) => {
    const isIn = packageWords.has(word) || (word.length >= IN_NAME_MIN && name.includes(word))
    if (!isIn) return
    fromName += (idfs[w] ?? 0) * PACKAGE_COUNTS
    mask |= 1 << w
  })
  return {
    /** Words of the question that the package's own name has. */
    mask,
    of(document: number, sum: number, matched: number, inName: number): number {
      const prior = (segment.priors[document] ?? 0) / 255
      // A name that the question spells out is likelier meant than one with more in it.
      const spelled = Math.min(1, bitsOf(inName) / (segment.nameWords[document] ?? 1))
      return (sum + fromName) * boost * prior * factor(matched) * (0.5 + 0.5 * spelled)
    },
  }
}

/** Few sets of words are ever met, so that each is summed up once. */
function coverageOf(idfs: readonly number[]) {
  const all = idfs.reduce((sum, one) => sum + one, 0)
  const known = new Map<number, Readonly<{ share: number; factor: number }>>()
  function lookUp(matched: number) {
    return keptIn(known, matched, () => {
      const sum = idfs.reduce((so, idf, w) => (matched & (1 << w) ? so + idf : so), 0)
      const share = all === 0 ? 0 : sum / all
      return { share, factor: 0.25 + share ** 1.5 }
    })
  }
  return {
    idfs,
    /** How much of the question some words of it are, 0 to 1. */
    share: (matched: number) => lookUp(matched).share,
    /** What that does to a score. */
    factor: (matched: number) => lookUp(matched).factor,
  }
}

/** Sums over every document, kept from one question to the next and cleaned where they were used. */
function newBoard() {
  return {
    sums: new Float64Array(0),
    /** Which words of the question a document has, a bit each. */
    matched: new Uint32Array(0),
    /** Which of them are in its name. */
    inName: new Uint32Array(0),
    /** Documents with a sum, by the base of their slot. */
    touched: new Map<number, number[]>(),
    reserve(count: number): void {
      if (this.sums.length >= count) return
      this.sums = new Float64Array(2 * count)
      this.matched = new Uint32Array(2 * count)
      this.inName = new Uint32Array(2 * count)
    },
    clear(): void {
      for (const [base, documents] of this.touched) {
        for (const document of documents) {
          this.sums[base + document] = 0
          this.matched[base + document] = 0
          this.inName[base + document] = 0
        }
      }
      this.touched.clear()
    },
  }
}

function score(
  { starts, postings, lengths }: Segment,
  term: number,
  of: Readonly<{
    board: ReturnType<typeof newBoard>
    base: number
    word: number
    idf: number
    averageLength: number
    /** Documents that have nothing but such words are left out. */
    isCommon: boolean
    /** Counts only where it is part of a name. */
    inNames: boolean
  }>,
): void {
  const { board, base, word, idf, averageLength, isCommon, inNames } = of
  const { sums, matched, inName } = board
  const known = board.touched.get(base)
  if (known === undefined && isCommon) return
  const touched = known ?? []
  if (known === undefined) board.touched.set(base, touched)
  for (let i = starts[term] ?? 0; i < (starts[term + 1] ?? 0); i++) {
    const posting = postings[i] ?? 0
    const document = posting >>> 4
    const weight = posting & 15
    if (inNames && weight < NAME_WEIGHT) continue
    const place = base + document
    if (matched[place] === 0) {
      if (isCommon) continue
      touched.push(document)
    }
    const norm = K1 * (1 - B + (B * (lengths[document] ?? 0)) / averageLength)
    // A word counts once, under the spelling that came first.
    if (inNames && (inName[place] ?? 0) & (1 << word)) continue
    matched[place] = (matched[place] ?? 0) | (1 << word)
    if (weight >= NAME_WEIGHT) inName[place] = (inName[place] ?? 0) | (1 << word)
    sums[place] = (sums[place] ?? 0) + (idf * weight * (K1 + 1)) / (weight + norm)
  }
}

function digestOf(segments: readonly Segment[]): string {
  const lines = segments.map(({ facts: { ecosystem, name, tableId } }) =>
    JSON.stringify([ecosystem, name, tableId]),
  )
  return sha256(lines.sort().join('\n'))
}

function idfOf(frequency: number, documents: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))
}

/** A word as it is written, other words for it, and what it is cut down to in names. */
function spellingsOf(word: string) {
  return [
    { spelling: word, counts: 1, inNames: false },
    ...sameAs(word).map((spelling) => ({ spelling, counts: SAME_COUNTS, inNames: false })),
    ...beginningsOf(word).map((spelling) => ({ spelling, counts: CUT_COUNTS, inNames: true })),
  ]
}

function bitsOf(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1
  return count
}

function sum(values: Uint8Array): number {
  let all = 0
  for (const value of values) all += value
  return all
}

/** The best `max`, ties by package and place, so that the order is the same on every machine. */
function bestOf(max: number) {
  let kept: Hit[] = []
  let least = -1
  const trim = () => {
    kept.sort(byScore)
    kept = kept.slice(0, max)
    least = kept.length < max ? -1 : (kept.at(-1)?.score ?? -1)
  }
  return {
    least: () => least,
    offer(hit: Hit): void {
      kept.push(hit)
      if (kept.length >= 4 * max) trim()
    },
    hits(): readonly Hit[] {
      trim()
      return kept
    },
  }
}

function byScore(a: Hit, b: Hit): number {
  if (a.score !== b.score) return b.score - a.score
  const [one, other] = [keyText(a.segment.facts), keyText(b.segment.facts)]
  if (one !== other) return one < other ? -1 : 1
  return a.document - b.document
}
