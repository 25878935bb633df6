// One package of the search index: for each word the documents that have it, and how much. Rows, what
// an answer tells of a document, are kept as texts beside it and read only for what was found.

import { addToList } from '../../domain/maps.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import type { Document } from './document.ts'
import { identifierWords, stem, wordsOf } from './words.ts'

/** Changes whenever the same table gives another segment. */
export const SEGMENT_VERSION = 3

export type SegmentFacts = Readonly<{
  ecosystem: Ecosystem
  name: string
  version: string
  /** Of the file that the table was read from. */
  artifactSha256: string
  filename: string
  extractor: string
  /** Tells this table from every other. */
  tableId: string
}>

/** `isGapped`: the table was read without what may be had before long, and is another one then. */
export function tableIdOf(of: readonly unknown[], isGapped: boolean): string {
  return JSON.stringify(isGapped ? [...of, GAPPED] : of)
}

/** Whether what is not found in it may be there all the same. */
export function isGappedTable({ tableId }: SegmentFacts): boolean {
  return tableId.endsWith(`${JSON.stringify(GAPPED)}]`)
}

const GAPPED = 'gapped'

/** What is told of a document. */
export type Row = Pick<
  Document,
  'symbol' | 'kind' | 'signature' | 'doc' | 'file' | 'line' | 'deprecated' | 'deprecatedText'
>

export type Segment = Readonly<{
  facts: SegmentFacts
  /** Postings of term i: from starts[i] to starts[i + 1]. */
  starts: Uint32Array
  /** Number of the document, times 16, plus the weight of the word in it, 1 to 15. */
  postings: Uint32Array
  /** Sum of the weights in each document, at most 255. */
  lengths: Uint8Array
  /** How many words its name has. */
  nameWords: Uint8Array
  /** What a document is worth before any question, of 255. */
  priors: Uint8Array
}>

/** A posting of this weight or more has the word in its name. */
export const NAME_WEIGHT = 6
const WEIGHT = { name: NAME_WEIGHT, parent: 1, doc: 2, parameter: 1 } as const
const WEIGHT_MAX = 15
const STEP = 200
const DOC_LENGTH_MAX = 300
const SIGNATURE_LENGTH_MAX = 400

/** Sorted; postings go by the place in this list. */
export type Terms = readonly string[]

/** Yields often, as `documentsOf` does. */
export function* buildSegment(
  facts: SegmentFacts,
  documents: readonly Document[],
): Generator<void, Readonly<{ segment: Segment; terms: Terms }>> {
  const vocabulary = yield* vocabularyOf(documents)
  const byTerm = new Map<string, number[]>()
  const lengths = new Uint8Array(documents.length)
  const priors = new Uint8Array(documents.length)
  const nameWords = new Uint8Array(documents.length)
  for (const [number, document] of documents.entries()) {
    if (number % STEP === 0) yield
    const weights = weightsOf(document, vocabulary)
    let length = 0
    for (const [word, weight] of weights) {
      const kept = Math.min(weight, WEIGHT_MAX)
      length += kept
      addToList(byTerm, word, number * 16 + kept)
    }
    lengths[number] = Math.min(length, 255)
    nameWords[number] = Math.min(255, Math.max(1, new Set(wordsOf(document.name)).size))
    priors[number] = Math.round(255 * priorOf(document))
  }
  const terms = [...byTerm.keys()].sort()
  const starts = new Uint32Array(terms.length + 1)
  terms.forEach((term, i) => {
    starts[i + 1] = (starts[i] ?? 0) + (byTerm.get(term)?.length ?? 0)
  })
  const postings = new Uint32Array(starts[terms.length] ?? 0)
  terms.forEach((term, i) => {
    postings.set(byTerm.get(term) ?? [], starts[i] ?? 0)
  })
  return { segment: { facts, starts, postings, lengths, nameWords, priors }, terms }
}

function weightsOf(document: Document, vocabulary: Vocabulary): Map<string, number> {
  const weights = new Map<string, number>()
  const add = (words: readonly string[], weight: number) => {
    for (const word of words) weights.set(word, (weights.get(word) ?? 0) + weight)
  }
  add(identifierWords(document.name), WEIGHT.name)
  add(compoundsIn(document.name, vocabulary), WEIGHT.name)
  add([...new Set(wordsOf(document.parents))], WEIGHT.parent)
  add([...new Set(wordsOf(document.doc?.slice(0, DOC_LENGTH_MAX) ?? ''))], WEIGHT.doc)
  add([...new Set(parametersOf(document.signature))], WEIGHT.parameter)
  const text = document.deprecatedText?.slice(0, DOC_LENGTH_MAX) ?? ''
  add([...new Set(wordsOf(text))], WEIGHT.parameter)
  return weights
}

/** How often a package writes a word, as it is spelled in lower case. */
type Vocabulary = ReadonlyMap<string, number>

function* vocabularyOf(documents: readonly Document[]): Generator<void, Vocabulary> {
  const counts = new Map<string, number>()
  for (const [number, { name, doc, signature }] of documents.entries()) {
    if (number % STEP === 0) yield
    const text = `${name} ${doc ?? ''} ${signature?.slice(0, SIGNATURE_LENGTH_MAX) ?? ''}`
    for (const word of new Set(text.match(/[A-Z]?[a-z]{2,}/g))) {
      const lower = word.toLowerCase()
      counts.set(lower, (counts.get(lower) ?? 0) + 1)
    }
  }
  return counts
}

const COMPOUND_MIN = 6
const KNOWN_MIN = 3

/** `groupby` and `savefig` are two words each, where the package uses both of them by themselves. */
function compoundsIn(name: string, vocabulary: Vocabulary): string[] {
  return (name.match(/[A-Z]?[a-z]+/g) ?? []).flatMap((part) => {
    const word = part.toLowerCase()
    if (word.length < COMPOUND_MIN) return []
    let best: readonly string[] = []
    let bestCount = KNOWN_MIN - 1
    for (let at = 3; at <= word.length - 2; at++) {
      const halves = [word.slice(0, at), word.slice(at)]
      const count = Math.min(...halves.map((half) => vocabulary.get(half) ?? 0))
      if (count <= bestCount) continue
      best = halves
      bestCount = count
    }
    return best.map((half) => stem(half))
  })
}

/** Names before a colon, an equals sign or a comma: parameters, and what they are called in types. */
function parametersOf(signature: string | null): string[] {
  const names = signature?.slice(0, SIGNATURE_LENGTH_MAX).match(/[A-Za-z_]\w*(?=\??\s*[:=,)])/g)
  return (names ?? []).flatMap((name) => identifierWords(name))
}

const KIND_PRIOR: Readonly<Partial<Record<Document['kind'], number>>> = {
  function: 1,
  class: 0.95,
  method: 0.85,
  constant: 0.75,
  property: 0.7,
  attribute: 0.65,
  interface: 0.65,
  type: 0.6,
  module: 0.7,
}

function priorOf({ kind, depth, deprecated, doc, name, isOfInterface }: Document): number {
  const ofKind = (KIND_PRIOR[kind] ?? 0.7) * (isOfInterface ? 0.7 : 1)
  const ofDepth = 0.92 ** Math.max(0, depth - 1)
  const ofDoc = doc === null ? 0.9 : 1
  const ofMark = deprecated ? 0.6 : 1
  // `__init__` and its kin are nobody's answer.
  const ofName = name.startsWith('_') ? 0.4 : 1
  return ofKind * ofDepth * ofDoc * ofMark * ofName
}
