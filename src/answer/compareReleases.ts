// What changed between two releases that are open. Where a change is undecided because it hangs on
// types of other packages, their tables are opened too, as far as the manifests of the two say which
// releases go with them, and the answer names their files.

import { LRUCache } from 'lru-cache'
import { intersects, validRange } from 'semver'
import { typesPackageOf } from '../check/plan/versions.ts'
import {
  diffInTurns,
  type diffTables,
  hedged,
  refined,
  type TableDiff,
} from '../diff/diffTables.ts'
import type { OtherTables } from '../diff/otherPackages.ts'
import { type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import { writePath } from '../domain/names/symbolPath.ts'
import { isReadableRange } from '../domain/rangeText.ts'
import { sharedUnderWay } from '../domain/sharedUnderWay.ts'
import { SERVICE_CODES, ServiceError } from '../errors.ts'
import type { ReleaseRanges } from '../ingest/releaseRanges.ts'
import { COMPARED_ROWS_MAX, DIFF_OTHERS_MAX } from '../limits.ts'
import type { EvidenceArtifact } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { OpenTable } from '../table/tableView.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import type { BothReleases, Opened } from './evidence/bothReleases.ts'
import { mergedEvidence } from './evidence/mergedEvidence.ts'
import { refuseGap } from './evidence/passingGap.ts'

export type Comparison = Readonly<{
  diff: TableDiff
  /** Files of other packages whose tables were looked into; none where nothing hung on them. */
  others: readonly EvidenceArtifact[]
  /** One that was wanted could not be had now, and may be before long. */
  isLacking: boolean
}>

export type CompareReleases = (
  key: PackageKey,
  both: BothReleases,
  caller: Caller,
) => Promise<Comparison>

/** What was got of what was wanted; `isLacking` as above. */
type Got<What> = Readonly<{ got: What; isLacking: boolean }>

type Ranges = ReadonlyMap<string, string>

export function compareReleases(
  parts: Pick<AnswerParts, 'registryOf' | 'tables' | 'now'> & Readonly<{ ranges: ReleaseRanges }>,
): CompareReleases {
  /** The table of the newest release in a range; null where there is none that can be read. */
  async function open(key: PackageKey, range: string, caller: Caller): Promise<Opened | null> {
    const { registryOf, tables } = parts
    if (!isReadableRange(range)) return null
    const found = await registryOf(key).newestIn(key.name, [range], caller.signal, 'files')
    const outcome = found.found ? await tables.openPinned(key, found.release.version, caller) : null
    if (outcome?.state !== 'opened') return null
    refuseGap(key, outcome, parts.now())
    return outcome.table.gaps === null ? outcome : null
  }

  async function openAll(
    key: PackageKey,
    ranges: Ranges,
    wanted: ReadonlySet<string>,
    caller: Caller,
  ): Promise<Got<ReadonlyMap<string, Opened>>> {
    const opened = new Map<string, Opened>()
    let isLacking = false
    for (const written of [...wanted].sort().slice(0, DIFF_OTHERS_MAX)) {
      // What describes a package may be asked for in its place.
      const asked = ranges.has(written) ? written : typesPackageOf(written)
      const name = parsePackageName(key.ecosystem, asked)
      const range = ranges.get(asked)
      if (name === null || range === undefined) continue
      const one = await unlessPassing(open({ ...key, name }, range, caller), caller.signal)
      if (one.got !== null) opened.set(written, one.got)
      isLacking ||= one.isLacking
    }
    return { got: opened, isLacking }
  }

  async function compare(key: PackageKey, both: BothReleases, caller: Caller): Promise<Comparison> {
    const { from, to } = both
    const { signal } = caller
    const again = (packages: ReadonlySet<string>, others?: OtherTables) =>
      diffInTurns(...diffOf(key, from, to, others, packages), signal)
    const diff = await again(NO_PACKAGES)
    // Manifests of Python say little of what is installed.
    const noted = key.ecosystem === 'npm' ? diff.noted : NO_PACKAGES
    if (diff.wanted.from.size + diff.wanted.to.size + noted.size === 0)
      return { diff, others: [], isLacking: false }
    const ranges = {
      from: await unlessPassing(parts.ranges(key, from, signal), signal),
      to: await unlessPassing(parts.ranges(key, to, signal), signal),
    }
    const known = apartOf(ranges.from.got, ranges.to.got, noted)
    const apart = known ?? NO_PACKAGES
    const told = apart.size === 0 ? diff : refined(diff, await again(apart))
    const [before, after] = [
      await openAll(key, ranges.from.got ?? NO_RANGES, told.wanted.from, caller),
      await openAll(key, ranges.to.got ?? NO_RANGES, told.wanted.to, caller),
    ]
    const all = [...before.got.values(), ...after.got.values()]
    const others = { from: tablesOf(before.got), to: tablesOf(after.got) }
    const decided = all.length === 0 ? told : refined(diff, await again(apart, others))
    const isOpen = known === null && noted.size > 0
    return {
      diff: isOpen ? hedged(decided, await again(noted, others)) : decided,
      others: mergedEvidence(...all.map(({ evidence }) => evidence)),
      isLacking: [ranges.from, ranges.to, before, after].some((one) => one.isLacking),
    }
  }

  const share = sharedUnderWay<Comparison>()
  const kept = new LRUCache<string, Comparison>({
    maxSize: COMPARED_ROWS_MAX,
    sizeCalculation: ({ diff }) => 1 + rowsOf(diff),
  })
  return async (key, both, { signal, client = null }) => {
    const sides = [both.from, both.to].map(({ id, extractedAt }) => [id, extractedAt])
    const id = JSON.stringify([parts.tables.generation(), key, sides])
    const known = kept.get(id)
    if (known !== undefined) return known
    const start = (ending: AbortSignal) => compare(key, both, { signal: ending, client })
    const made = await share(id, start, signal)
    // What hangs on a table that may be had before long is looked at again.
    if (!made.isLacking) kept.set(id, made)
    return made
  }
}

function rowsOf({ added, removed, changed, deprecated }: TableDiff): number {
  return added.length + removed.length + changed.length + deprecated.length
}

/** What cannot be had now leaves open what hangs on it. */
async function unlessPassing<What>(
  wanted: Promise<What>,
  signal: AbortSignal,
): Promise<Got<What | null>> {
  try {
    return { got: await wanted, isLacking: false }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServiceError) || SERVICE_CODES.has(error.code)) throw error
    return { got: null, isLacking: true }
  }
}

/** Those of which no release is in the ranges of both; null where these are not known. */
function apartOf(
  before: Ranges | null,
  after: Ranges | null,
  noted: ReadonlySet<string>,
): ReadonlySet<string> | null {
  if (before === null || after === null) return null
  const isApart = (name: string) => {
    const [one, other] = [before, after].map((ranges) => validRange(ranges.get(name)))
    return Boolean(one && other && !intersects(one, other))
  }
  return new Set([...noted].filter(isApart))
}

const NO_RANGES: Ranges = new Map()
const NO_PACKAGES: ReadonlySet<string> = new Set()

function tablesOf(opened: ReadonlyMap<string, Opened>): ReadonlyMap<string, OpenTable> {
  return new Map([...opened].map(([name, { table }]) => [name, table]))
}

type ComparedRelease = Readonly<{ version: string; table: OpenTable }>

/** What a diff asks for, in the words of the ecosystem; without `others` the two tables alone. */
export function diffOf(
  { ecosystem, name }: PackageKey,
  from: ComparedRelease,
  to: ComparedRelease,
  others?: OtherTables,
  apart: ReadonlySet<string> = NO_PACKAGES,
): Parameters<typeof diffTables> {
  return [
    { from: from.table, to: to.table },
    {
      language: ecosystem === 'pypi' ? 'python' : 'typescript',
      versions: { from: from.version, to: to.version },
      write: (path) => writePath(ecosystem, name, path),
      ...(others === undefined ? {} : { others }),
      apart,
    },
  ]
}
