// The tables that answers are read from: opened once, kept while there is room, and looked up without
// waiting when they are open. What it takes to have one (fetching, reading) is bounded by flights.

import { type AskedWindow, askedWindow } from '../../domain/askedWindow.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { recentlyUsed } from '../../domain/recentlyUsed.ts'
import {
  type Artifact,
  gapsIn,
  type IngestedRelease,
  keyText,
  openingIdOf,
  type RegistryStatus,
} from '../../domain/release.ts'
import type { Remark } from '../../domain/remarks.ts'
import type { IngestOne } from '../../ingest/bulkOne.ts'
import type { Flights } from '../../ingest/flights.ts'
import type { Source } from '../../ingest/latestReleases.ts'
import type { NotThere, Unreadable } from '../../ingest/openAgain.ts'
import type { ReleaseTables } from '../../ingest/releaseTables.ts'
import { PINNED_CACHE_ENTRIES } from '../../limits.ts'
import type { EvidenceArtifact } from '../../ports/attester.ts'
import type { Caller } from '../../ports/caller.ts'
import { tableGaps } from '../../table/format/gaps.ts'
import { payloadDigest } from '../../table/format/payload.ts'
import type { TableCache } from '../../table/tableCache.ts'
import type { OpenTable } from '../../table/tableView.ts'
import type { PassingGap } from './passingGap.ts'

/** A release whose table is open, and what the table rests on. */
export type OpenedRelease = Readonly<{
  /** Of the release and of everything that its table rests on. */
  id: string
  /** Tells this opening from every other in the process: short, where an id names many digests. */
  opening: number
  version: string
  artifact: Artifact
  extractor: string
  sourceUrl: string | null
  registryStatus: RegistryStatus | null
  remarks: readonly Remark[]
  extractedAt: string
  evidence: readonly EvidenceArtifact[]
  table: OpenTable
  /** What it lacks that may be had before long: what is not in the table may be there then. */
  gap: PassingGap | null
}>

export type TableOutcome =
  | (Readonly<{ state: 'opened'; source: Source }> & OpenedRelease)
  | Unreadable
  | (NotThere & Readonly<{ asked: AskedWindow }>)

export type AnswerTables = Readonly<ReturnType<typeof answerTables>>

/** A release as it is remembered: without the table, which is kept only while there is room. */
type Known = Omit<OpenedRelease, 'table'> & Readonly<{ untilMs: number }>

export function answerTables(parts: {
  one: Pick<IngestOne, 'findPinned'>
  tables: Pick<ReleaseTables, 'readIndexed'>
  cache: TableCache
  flights: Flights<TableOutcome>
  now: () => Date
  absenceWindowMs: number
}) {
  const { one, tables, cache, flights, now } = parts
  let known = new WeakMap<IngestedRelease, Known>()
  // The same release object is handed out for a version that was pinned before.
  const pinned = recentlyUsed<string, IngestedRelease>(PINNED_CACHE_ENTRIES)
  let openings = 0
  let generation = 0

  function dated(outcome: NotThere): TableOutcome {
    return { ...outcome, asked: askedWindow(now().getTime(), parts.absenceWindowMs) }
  }

  async function read(
    key: PackageKey,
    release: IngestedRelease,
    source: Source,
    signal: AbortSignal,
  ): Promise<TableOutcome> {
    const begun = generation
    const reading = await tables.readIndexed(key, release, signal)
    if (reading.state === 'unreadable') return reading
    if (reading.state !== 'read') return dated(reading)
    const { artifact, version, extractor, evidence, unfollowed, bytes, retryAtMs } = reading
    const rests = evidence.map(({ sha256 }) => sha256).join(' ')
    const packages = gapsIn(unfollowed).map(({ name }) => name)
    const without = packages.length === 0 ? '' : ` without ${packages.join(' ')}`
    // What was made here follows from what it rests on; a maker may correct what was pulled.
    const by = reading.readBy === null ? '' : ` by ${reading.readBy} ${payloadDigest(bytes)}`
    const id = `${keyText(key)} ${openingIdOf(key, artifact)} ${extractor} ${rests}${without}${by}`
    const gap = retryAtMs === null ? null : { packages, retryAtMs }
    const { sourceUrl, registryStatus, remarks, extractedAt } = release
    openings += 1
    const own = { id, opening: openings, version, artifact, sourceUrl, extractor, extractedAt }
    const facts = { ...own, registryStatus, remarks, evidence, gap }
    const table = await cache.open(id, async () => bytes, tableGaps(key, packages))
    if (table === null) throw new Error('a table that was read is not there')
    if (begun === generation) known.set(release, { ...facts, untilMs: retryAtMs ?? Infinity })
    return { state: 'opened', source, ...facts, table }
  }

  function factsOf(release: IngestedRelease): Known | null {
    const facts = known.get(release)
    if (facts === undefined) return null
    return facts.untilMs === Infinity || now().getTime() < facts.untilMs ? facts : null
  }

  /** What is open of an indexed release right now; null: call `open`. */
  function peek(release: IngestedRelease): OpenedRelease | null {
    const facts = factsOf(release)
    if (facts === null) return null
    const table = cache.peek(facts.id)
    return table === null ? null : { ...facts, table }
  }

  return {
    peek,
    /** Every table is read from the store again. */
    forget(): void {
      generation += 1
      known = new WeakMap()
      cache.clear()
    },
    /** How often that was so: what was made of tables before is not taken for what is made of them now. */
    generation: () => generation,
    /** The opening that answers about a release rest on, whether its table is still open or not. */
    openingOf: (release: IngestedRelease) => factsOf(release)?.opening ?? null,
    open(key: PackageKey, release: IngestedRelease, caller: Caller): Promise<TableOutcome> {
      const open = peek(release)
      if (open !== null) return Promise.resolve({ state: 'opened', source: 'ingested', ...open })
      const flight = `${keyText(key)} ${release.version} ${release.artifact?.sha256}`
      return flights.join(flight, (signal) => read(key, release, 'ingested', signal), caller)
    },
    /** A pinned release, ingested when it is not indexed. */
    openPinned(key: PackageKey, version: string, caller: Caller): Promise<TableOutcome> {
      const flight = `${keyText(key)}@${version}`
      const release = pinned.get(flight)
      const open = release === undefined ? null : peek(release)
      if (open !== null) return Promise.resolve({ state: 'opened', source: 'ingested', ...open })
      return flights.join(
        flight,
        async (signal) => {
          const found = await one.findPinned(key, version, signal)
          if (!('release' in found)) return dated(found)
          pinned.set(flight, found.release)
          return read(key, found.release, found.isNew ? 'lazy' : 'ingested', signal)
        },
        caller,
      )
    },
  }
}
