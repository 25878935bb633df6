// Which symbols of one table a question in words is about.

import { recentlyUsed } from '../../domain/recentlyUsed.ts'
import { keyText } from '../../domain/release.ts'
import {
  RESEARCH_CANDIDATES_MAX,
  RESEARCH_DOCUMENTS_MAX,
  TABLE_SEARCHES_MAX,
} from '../../limits.ts'
import type { OpenTable } from '../../table/tableView.ts'
import { type Document, documentsOf } from './document.ts'
import { interpret, type PackageRef } from './interpret.ts'
import { type SearchIndex, searchIndex } from './searchIndex.ts'
import { buildSegment, type SegmentFacts } from './segment.ts'

/** Less of a question than this is another question. */
const COVERAGE_MIN = 0.15
/** Of one name: more of the same is no answer. */
const NAMESAKES_MAX = 2

/** What a question was understood as, and the symbols that it is about, the best first. */
export type TableSearch = Readonly<{ named: readonly string[]; found: readonly Document[] }>

type Searched = Readonly<{ index: SearchIndex; documents: readonly Document[] }>

/** Runs work that pauses wherever it can wait. */
type Finish = <T>(work: Iterator<unknown, T, undefined>) => Promise<T>

export function tableSearches(finish: Finish) {
  const kept = recentlyUsed<string, Promise<Searched>>(TABLE_SEARCHES_MAX)

  function searched(facts: SegmentFacts, table: OpenTable): Promise<Searched> {
    const known = kept.get(facts.tableId)
    if (known !== undefined) return known
    const made = finish(indexOf(facts, table))
    kept.set(facts.tableId, made)
    made.catch(() => kept.delete(facts.tableId))
    return made
  }

  return async (facts: SegmentFacts, table: OpenTable, question: string): Promise<TableSearch> => {
    const ref: PackageRef = { ecosystem: facts.ecosystem, name: facts.name }
    const isRef = (text: string) => text.toLowerCase() === facts.name.toLowerCase()
    const { words, symbols, nameWords } = interpret(question, null, (text) =>
      isRef(text) ? [ref] : [],
    )
    const { index, documents } = await searched(facts, table)
    const packages = new Map([[keyText(ref), 1]])
    const find = (all: readonly string[]) =>
      index
        .search({ words: all, ecosystem: null, packages, isNarrow: true }, RESEARCH_CANDIDATES_MAX)
        .filter(({ coverage }) => coverage >= COVERAGE_MIN)
        .flatMap(({ document }) => documents[document] ?? [])
    const inside = find(words)
    const found = inside.length > 0 ? inside : find([...words, ...nameWords])
    return { named: symbols.filter((one) => !isRef(one)), found: withoutTwins(found) }
  }
}

function* indexOf(facts: SegmentFacts, table: OpenTable): Generator<void, Searched> {
  const documents = yield* documentsOf(table, RESEARCH_DOCUMENTS_MAX)
  const { segment, terms } = yield* buildSegment(facts, documents)
  const index = searchIndex(() => null)
  index.add(segment, terms)
  return { index, documents }
}

function withoutTwins(found: readonly Document[]): readonly Document[] {
  const seen = new Map<string, number>()
  return found.filter(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count <= NAMESAKES_MAX
  })
}
