// What a question in words costs over a made-up index: names of two or three words that are as common
// as words are, most of them rare.

import type { Document } from '../src/services/research/document.ts'
import { searchIndex } from '../src/services/research/searchIndex.ts'
import { buildSegment } from '../src/services/research/segment.ts'
import { stem } from '../src/services/research/words.ts'

const SYLLABLES = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ha',
  'je',
  'ki',
  'lo',
  'mu',
  'na',
  'pe',
  'ri',
  'so',
]
const WORDS = 8_000

export async function benchResearch(quick: boolean): Promise<void> {
  const packages = quick ? 20 : 250
  const perPackage = 2_000
  const random = seeded(2026)
  const index = searchIndex(() => null)
  for (let number = 0; number < packages; number++) {
    const documents = Array.from({ length: perPackage }, () => madeUp(random))
    const { segment, terms } = finish(buildSegment(factsOf(number), documents))
    index.add(segment, terms)
  }
  const costsMs: number[] = []
  for (let question = 0; question < (quick ? 50 : 500); question++) {
    // Questions have common words too.
    const words = Array.from({ length: 2 + (question % 4) }, () => stem(wordOf(random)))
    const before = process.cpuUsage()
    index.search({ words, ecosystem: null, packages: new Map(), isNarrow: false }, 60)
    const { user, system } = process.cpuUsage(before)
    costsMs.push((user + system) / 1_000)
  }
  costsMs.sort((a, b) => a - b)
  const at = (share: number) => (costsMs[Math.floor(costsMs.length * share)] ?? 0).toFixed(1)
  const { documents } = index.size()
  console.log(
    `questions in words over ${documents} symbols: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms of CPU`,
  )
}

/** The n-th word is half as common as the n/2-th. */
function wordOf(random: () => number): string {
  let rank = Math.floor(WORDS ** random())
  let word = ''
  do {
    word += SYLLABLES[rank % SYLLABLES.length] ?? ''
    rank = Math.floor(rank / SYLLABLES.length)
  } while (rank > 0)
  return `${word}x`
}

function madeUp(random: () => number): Document {
  const parts = Array.from({ length: 2 + Math.floor(random() * 2) }, () => wordOf(random))
  const doc = Array.from({ length: 8 }, () => wordOf(random)).join(' ')
  const name = parts.join('_')
  return {
    symbol: `m.${name}`,
    name,
    parents: wordOf(random),
    kind: 'function',
    signature: `(${wordOf(random)}, ${wordOf(random)}=None)`,
    doc,
    file: 'm.py',
    line: 1,
    deprecated: false,
    deprecatedText: null,
    depth: 1,
    isOfInterface: false,
  }
}

function factsOf(number: number) {
  return {
    ecosystem: 'pypi',
    name: `package-${number}`,
    version: '1.0',
    artifactSha256: '0'.repeat(64),
    filename: 'm.whl',
    extractor: 'python',
    tableId: String(number),
  } as const
}

function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
