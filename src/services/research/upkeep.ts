// Keeps the search index in step with what is indexed: a segment for the table of each package's
// latest release. Work is done in slices, because the same process answers questions.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { keyText } from '../../domain/release.ts'
import { RESEARCH_DOCUMENTS_MAX } from '../../limits.ts'
import type { OpenTable } from '../../table/tableView.ts'
import { documentsOf } from './document.ts'
import type { SearchIndex } from './searchIndex.ts'
import { buildSegment, type SegmentFacts } from './segment.ts'
import type { SegmentFiles } from './segmentFiles.ts'

/** What is indexed of a package, and its table. */
export type Indexed = Readonly<{ facts: SegmentFacts; open(): Promise<OpenTable | null> }>

const SLICE_MS = 4

export function researchUpkeep(parts: {
  index: SearchIndex
  files: SegmentFiles
  /** The latest release of every package that has a table. */
  indexed: () => AsyncIterable<Indexed>
  /** Changes when something was indexed. */
  stamp: () => Promise<string>
  everyMs: number
  monotonicMs: () => number
  onFailure: (error: unknown) => void
}) {
  const { index, files, monotonicMs } = parts
  let running: Promise<void> | null = null
  let seen: string | null = null
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  async function inSlices<T>(work: Generator<void, T>): Promise<T> {
    let until = monotonicMs() + SLICE_MS
    for (;;) {
      const step = work.next()
      if (step.done === true) return step.value
      if (monotonicMs() < until) continue
      await nextTurn()
      until = monotonicMs() + SLICE_MS
    }
  }

  async function enter({ facts, open }: Indexed, rebuild: boolean): Promise<boolean> {
    const known = index.get(keyText(facts))
    if (!rebuild && known?.facts.tableId === facts.tableId) return true
    const kept = rebuild ? null : await files.load(facts)
    if (kept !== null) {
      index.add(kept.segment, kept.terms)
      return true
    }
    const table = await open()
    if (table === null) return false
    const documents = await inSlices(documentsOf(table, RESEARCH_DOCUMENTS_MAX))
    const built = await inSlices(buildSegment(facts, documents))
    await files.save(built, documents)
    index.add(built.segment, built.terms)
    return true
  }

  async function run(rebuild: boolean): Promise<void> {
    const stamp = await parts.stamp()
    const kept: SegmentFacts[] = []
    for await (const one of parts.indexed()) {
      if (stopped) return
      if (await enter(one, rebuild)) kept.push(one.facts)
      await nextTurn()
    }
    const ids = new Set(kept.map(keyText))
    for (const { facts } of [...index.segments()]) {
      const id = keyText(facts)
      if (!ids.has(id)) index.remove(id)
    }
    await files.keepOnly(kept)
    seen = stamp
  }

  /** Brings the index up to date; one at a time, and whoever asks meanwhile waits for it. */
  function sync({ rebuild = false } = {}): Promise<void> {
    running ??= run(rebuild).finally(() => {
      running = null
    })
    return running
  }

  async function look(): Promise<void> {
    if (!stopped && (await parts.stamp()) !== seen) await sync()
  }

  function start(): void {
    look().catch(parts.onFailure).finally(schedule)
  }

  function schedule(): void {
    if (stopped) return
    timer = setTimeout(start, parts.everyMs)
    timer.unref()
  }

  return {
    sync,
    /** Enters one package that was read just now. */
    async add(one: Indexed): Promise<void> {
      // A round under way would take out what it has not seen.
      await running?.catch(() => {})
      await enter(one, false)
    },
    start,
    async stop(): Promise<void> {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await running?.catch(() => {})
    },
  }
}
