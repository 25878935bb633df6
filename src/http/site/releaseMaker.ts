// The page of a package or of a release, from the statement that it exists and the table of the release.

import type { OpenedRelease } from '../../answer/evidence/answerTables.ts'
import { isTooLarge } from '../../answer/evidence/bothReleases.ts'
import { keptIn } from '../../domain/maps.ts'
import type { Ecosystem, PackageKey } from '../../domain/names/packageName.ts'
import { NO_FILE_REASON } from '../../domain/release.ts'
import { ServiceError } from '../../errors.ts'
import * as limits from '../../limits.ts'
import type { Caller } from '../../ports/caller.ts'
import { LATEST, packageAddress, releaseAddress } from '../../site/markup/addresses.ts'
import { packageMiss, releaseMiss } from '../../site/pages/missPage.ts'
import {
  type ListedIn,
  type Matches,
  type ReadRelease,
  releasePage,
  type UnreadRelease,
} from '../../site/pages/releasePage.ts'
import {
  countModules,
  countPublic,
  type ListedModule,
  type ListedPath,
  listModules,
  listNames,
  listPaths,
  type ModuleGives,
  moduleGives,
} from '../../symbols/listNames.ts'
import type { OpenTable } from '../../table/tableView.ts'
import { matchPaths } from '../../wire/matchPaths.ts'
import type { PackageExistsAnswer } from '../../wire/packageAnswers.ts'
import { askedAt, type Made, packageReceipt, searchedWords } from './made.ts'
import { askPackage, type PageAnswers, type Read } from './pageViews.ts'
import type { WholeVersion } from './wholeVersion.ts'

type Parts = Readonly<{ answers: PageAnswers; whole: WholeVersion; baseUrl: () => string }>

/** `version`: null for the latest. `query`: what its names are searched for. */
export function releaseMaker({ answers, whole, baseUrl }: Parts) {
  return async (
    key: PackageKey,
    version: string | null,
    query: string,
    caller: Caller,
  ): Promise<Made> => {
    const read = await askPackage(answers, key, caller)
    const { answer } = read
    if (!answer.exists) return packageMissOf(read, baseUrl())
    if (version === LATEST)
      return { redirect: withQuery(packageAddress(answer), query), isForNow: true }
    const latest = answer.latest_version
    const wanted = version ?? latest
    const shown = wanted === null ? null : await openShown(answers, key, wanted, caller)
    const timeline = await answers.steps.of(key)
    if (shown?.missing !== undefined) {
      const found = await whole(key, wanted ?? '', caller.signal)
      if (found !== null)
        return { redirect: withQuery(releaseAddress(answer, found), query), isForNow: true }
      const indexed = timeline.versions.map((one) => one.version)
      const told = { state: shown.missing, askedAt: shown.askedAt, indexed, latest }
      return { page: releaseMiss(answer, wanted ?? '', told) }
    }
    if (shown !== null && version !== null && shown.version !== version) {
      return { redirect: withQuery(releaseAddress(answer, shown.version), query) }
    }
    const opened = shown?.opened ?? null
    const isLatest = version === null || (shown?.version ?? null) === latest
    // One release has one address: the latest is shown under that of its package.
    if (version !== null && isLatest && query === '')
      return { redirect: packageAddress(answer), isForNow: true }
    const page = releasePage({
      answer,
      version: shown?.version ?? wanted,
      isLatest,
      notices: shown?.notices ?? [],
      release:
        opened === null
          ? {
              state: 'unread',
              reason: shown?.reason ?? 'It has no release: nothing can be installed.',
              hasFile: shown?.hasFile ?? false,
            }
          : readOf(key, opened, answer),
      timeline,
      matches: opened === null || query === '' ? null : matchesOf(key, opened.table, query),
      receipt: packageReceipt(read, opened?.version ?? null),
      baseUrl: baseUrl(),
    })
    return { page }
  }
}

function withQuery(address: string, query: string): string {
  return query === '' ? address : `${address}?q=${encodeURIComponent(query)}`
}

export function packageMissOf(read: Read<PackageExistsAnswer>, baseUrl: string): Made {
  const { answer } = read
  const told = { askedAt: askedAt(answer), searched: searchedWords(answer) }
  return { page: packageMiss(answer, told, { receipt: packageReceipt(read, null), baseUrl }) }
}

/** Failures that last: the release is there, and is not read for a reason that can be told. */
const LASTING: ReadonlySet<string> = new Set([
  'artifact_too_large',
  'artifact_changed',
  'artifact_mismatch',
  'not_read_yet',
])

async function openShown(
  answers: Pick<PageAnswers, 'releaseView'>,
  key: PackageKey,
  version: string,
  caller: Caller,
) {
  try {
    const { outcome, notices } = await answers.releaseView(key, version, caller)
    switch (outcome.state) {
      case 'opened':
        return { version: outcome.version, opened: outcome, notices, reason: '', hasFile: true }
      case 'unreadable': {
        const hasFile = outcome.reason !== NO_FILE_REASON
        const reason = hasFile
          ? `Its file cannot be read: ${outcome.reason}. Nothing can be told of its names.`
          : 'This release has no file: nothing can be installed, and nothing can be told of its names.'
        return { version: outcome.version ?? version, opened: null, notices, reason, hasFile }
      }
      case 'absent':
      case 'version_not_found':
        return { missing: 'version_not_found', askedAt: atOf(outcome.asked) } as const
      case 'withheld':
        return { missing: 'withheld', askedAt: atOf(outcome.asked) } as const
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || !LASTING.has(error.code)) throw error
    const reason = `It cannot be read now: ${error.message}. Nothing can be told of its names.`
    return { version, opened: null, notices: [], reason, hasFile: true }
  }
}

function atOf({ askedAtMs }: Readonly<{ askedAtMs: number }>): string {
  return new Date(askedAtMs).toISOString()
}

function readOf(
  key: PackageKey,
  opened: OpenedRelease,
  answer: PackageExistsAnswer,
): ReadRelease | UnreadRelease {
  const { table, artifact, extractor, remarks, evidence, sourceUrl, gap } = opened
  const of = { ecosystem: key.ecosystem, packageName: key.name }
  const counts = { ...countModules(table), names: countPublic(table) }
  const isLatest = opened.version === answer.latest_version
  return {
    state: 'read',
    filename: artifact.filename,
    sha256: artifact.sha256,
    digest: artifact.digest,
    sizeBytes: artifact.sizeBytes,
    extractor,
    remarks,
    sourceUrl: sourceUrl ?? (isLatest ? (answer.proof?.source_url ?? null) : null),
    restsOn: evidence,
    modules: listedIn(table, of),
    main: mainOf(table, of),
    counts,
    unreadable: table.unreadable(),
    lacking: gap?.packages ?? [],
    isTooLarge: isTooLarge(opened),
  }
}

const mains = new WeakMap<OpenTable, Map<string, ModuleGives | null>>()

/** What the module gives that is called as its package, which only npm has. To find it takes all its names. */
function mainOf(
  table: OpenTable,
  of: Readonly<{ ecosystem: Ecosystem; packageName: string }>,
): ModuleGives | null {
  if (of.ecosystem !== 'npm') return null
  const ofTable = keptIn(mains, table, () => new Map<string, ModuleGives | null>())
  const known = ofTable.get(of.packageName)
  if (known !== undefined) return known
  const main = listModules(table, of).find(({ path }) => path === of.packageName)
  const given = main === undefined ? null : moduleGives(table, main.number)
  ofTable.set(of.packageName, given)
  return given
}

/** The shallow modules have room first; all are shown in the order of their names. */
function listedIn(
  table: OpenTable,
  of: Readonly<{ ecosystem: Ecosystem; packageName: string }>,
): readonly ListedIn[] {
  const all = [...listModules(table, of)].sort(
    (one, other) => depthOf(one) - depthOf(other) || (one.path < other.path ? -1 : 1),
  )
  let told = limits.PAGE_NAMES_TOLD_MAX
  let room = limits.PAGE_NAMES_MAX
  const shown = all.slice(0, limits.PAGE_MODULES_MAX).map((module): ListedIn => {
    if (module.names === 0 || room <= 0) return { module, names: null, isTold: false }
    const isTold = module.names <= told
    const names = listNames(table, of, module.number, isTold ? told : room)
    if (isTold) told -= names.length
    room -= names.length
    return { module, names, isTold }
  })
  return shown.sort((one, other) => (one.module.path < other.module.path ? -1 : 1))
}

function depthOf({ path }: ListedModule): number {
  return path.split(/[./]/).length
}

type Paths = Readonly<{ all: readonly ListedPath[]; folded: readonly string[] }>

const known = new WeakMap<OpenTable, Paths>()

/** Every public name of a table once; made when somebody first searches in it. */
export function pathsOf({ ecosystem, name }: PackageKey, table: OpenTable): Paths {
  return keptIn(known, table, () => {
    const all = [...listPaths(table, { ecosystem, packageName: name })]
    return { all, folded: all.map(({ path }) => path.toLowerCase()) }
  })
}

function matchesOf(key: PackageKey, table: OpenTable, query: string): Matches {
  const { all, folded } = pathsOf(key, table)
  const { found, total } = matchPaths(folded, query, limits.PAGE_MATCHES_MAX)
  return { query, found: found.flatMap((i) => all[i] ?? []), total }
}
