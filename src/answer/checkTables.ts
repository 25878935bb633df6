// The tables that a check asks for: pinned, newest in a range, or latest, through the same flights as
// every other question. What cannot be had is an outcome here, because a check says it of one package
// and goes on with the others.

import type {
  Confusable,
  PackageOutcome,
  PackageTables,
  Wanted,
} from '../check/plan/packageTables.ts'
import { type AskedWindow, askedWindow } from '../domain/askedWindow.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { isReadableRange, isReadableVersion } from '../domain/rangeText.ts'
import { recentlyUsed } from '../domain/recentlyUsed.ts'
import { keyText } from '../domain/release.ts'
import { ERRORS, ServiceError } from '../errors.ts'
import type { ServiceTables } from '../ingest/releaseTables.ts'
import { CHECK_LANES, PINNED_CACHE_ENTRIES, SERVICE_TABLES_MAX } from '../limits.ts'
import type { Caller } from '../ports/caller.ts'
import { openTableAside } from '../table/openTable.ts'
import type { OpenTable } from '../table/tableView.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import type { TableOutcome } from './evidence/answerTables.ts'
import { isHeldBack, type SpokenOf, spokenOf } from './evidence/notices.ts'
import { gapReason } from './evidence/passingGap.ts'
import { remoteSpokenOf } from './evidence/registryWords.ts'
import type { SlipWords } from './evidence/slipWords.ts'
import { oneATurn } from './oneATurn.ts'

/** `onAbsence` is told when the registry said that something is not there. */
export type CheckTables = (
  caller: Caller,
  onAbsence?: (asked: AskedWindow) => void,
) => PackageTables

type Asking = Caller & Readonly<{ sawAbsence: (asked: AskedWindow) => void }>

/** Which release is meant is not known, so nothing is said of any. */
const UNREAD_VERSION: PackageOutcome = {
  state: 'undetermined',
  reason: 'its version is too long to be read',
}
const UNREAD_RANGE: PackageOutcome = {
  state: 'undetermined',
  reason: 'its range of versions is too long to be read',
}

export function checkTables(
  parts: Omit<AnswerParts, 'registryIdentity' | 'imports' | 'names'> &
    Readonly<{ absenceWindowMs: number; services: ServiceTables; slips: SlipWords }>,
): CheckTables {
  const { registryOf, latest, tables, slips, notices, words } = parts
  const search = oneATurn()
  /** What registries said of latest releases that nobody has read. */
  const toldLatest = recentlyUsed<string, Readonly<{ of: SpokenOf; untilMs: number }>>(
    PINNED_CACHE_ENTRIES,
  )

  const serviceTables = recentlyUsed<string, OpenTable>(SERVICE_TABLES_MAX)

  async function notFound(
    key: PackageKey,
    when: AskedWindow,
    { signal, sawAbsence }: Asking,
  ): Promise<PackageOutcome> {
    sawAbsence(when)
    const near = await search(() => slips.near(key), signal)
    const { identity } = registryOf(key)
    const asked = identity === 'public' ? {} : { origin: identity }
    return { state: 'package_not_found', near, ...asked }
  }

  async function open(key: PackageKey, wanted: Wanted, caller: Asking): Promise<PackageOutcome> {
    if (wanted.pin !== null) {
      if (!isReadableVersion(wanted.pin)) return UNREAD_VERSION
      const [read, { withdrawn, release, isKnown }] = await Promise.all([
        pinned(key, wanted.pin, caller),
        words(key, wanted.pin, caller),
      ])
      const outcome = release === null ? read : spoken(key, read, release)
      if (outcome.state === 'undetermined' && withdrawn !== null) return { ...outcome, withdrawn }
      if (outcome.state !== 'opened') return outcome
      return { ...outcome, withdrawn, ...(isKnown ? {} : { isPassing: true }) }
    }
    if (wanted.range !== null) {
      if (!isReadableRange(wanted.range)) return UNREAD_RANGE
      const found = await registryOf(key).newestIn(key.name, [wanted.range], caller.signal)
      if (found.found) {
        const outcome = await pinned(key, found.release.version, caller)
        return spoken(key, outcome, remoteSpokenOf(found))
      }
      const asked = askedWindow(parts.now().getTime(), parts.absenceWindowMs)
      if (found.missing === 'project') return notFound(key, asked, caller)
      return noVersion(key, asked, caller)
    }
    const state = latest.peek(key) ?? (await latest.find(key, caller, 'table'))
    if (!state.found) return notFound(key, state, caller)
    const outcome = await tables.open(key, state.release, caller)
    const rendered = await render(key, outcome, caller, isHeldBack(state.release))
    return spoken(key, rendered, spokenOf(state.release))
  }

  /** By the registry's word alone; null where it takes more to say what there is. */
  async function there(
    key: PackageKey,
    wanted: Wanted,
    caller: Asking,
  ): Promise<PackageOutcome | null> {
    const of = await wordOn(key, wanted, caller)
    if (of === null || of.version === null || !of.hasFile) return null
    const confusable = await suspicionOf(key, isHeldBack(of), caller)
    const withdrawn = wanted.pin === null ? null : of.yanked
    return spoken(key, { state: 'there', version: of.version, confusable, withdrawn }, of)
  }

  async function wordOn(
    key: PackageKey,
    { pin, range }: Wanted,
    caller: Asking,
  ): Promise<SpokenOf | null> {
    if (pin !== null) return isReadableVersion(pin) ? (await words(key, pin, caller)).release : null
    const registry = registryOf(key)
    if (range !== null) {
      if (!isReadableRange(range)) return null
      const found = await registry.newestIn(key.name, [range], caller.signal)
      return found.found ? remoteSpokenOf(found) : null
    }
    const known = latest.peek(key)
    if (known !== null) return known.found ? spokenOf(known.release) : null
    const text = keyText(key)
    const before = toldLatest.get(text)
    const nowMs = parts.now().getTime()
    if (before !== undefined && nowMs < before.untilMs) return before.of
    const found = await registry.lookup(key.name, caller.signal)
    if (!found.found || found.latest === null) return null
    const of = remoteSpokenOf({ ...found, release: found.latest })
    toldLatest.set(text, { of, untilMs: nowMs + parts.absenceWindowMs })
    return of
  }

  /** With what the registry says. Of the name findings of their own are made. */
  function spoken(key: PackageKey, outcome: PackageOutcome, of: SpokenOf): PackageOutcome {
    if (outcome.state === 'package_not_found' || outcome.state === 'version_not_found')
      return outcome
    const said = [...notices.ofProject(key, of), ...notices.ofRelease(key, of)].filter(
      (one) => one.of !== 'name',
    )
    return said.length === 0 ? outcome : { ...outcome, notices: said }
  }

  /** `isHeld`: there is no release, or the registry's own stand-in. */
  async function suspicionOf(
    key: PackageKey,
    isHeld: boolean,
    { signal }: Caller,
  ): Promise<Confusable | null> {
    const meant = await search(() => slips.lookalike(key, isHeld), signal)
    if (meant === null && !isHeld) return null
    return { reason: isHeld ? 'placeholder' : 'lookalike', meant }
  }

  async function pinned(key: PackageKey, version: string, caller: Asking) {
    return render(key, await tables.openPinned(key, version, caller), caller)
  }

  async function render(
    key: PackageKey,
    outcome: TableOutcome,
    caller: Asking,
    isHeld = false,
  ): Promise<PackageOutcome> {
    switch (outcome.state) {
      case 'opened': {
        const { id, version, artifact, extractor, table, gap } = outcome
        const readBy = outcome.evidence.find((file) => file.package === key.name)?.read_by
        return {
          state: 'opened',
          table,
          tableId: id,
          evidence: {
            version,
            filename: artifact.filename,
            artifactSha256: artifact.sha256,
            extractor,
            ...(readBy === undefined ? {} : { readBy }),
          },
          artifact,
          followed: outcome.evidence
            .filter((file) => file.package !== key.name)
            .map((file) => ({ name: file.package, version: file.version })),
          confusable: await suspicionOf(key, isHeld || isHeldBack(outcome), caller),
          withdrawn: null,
          ...(gap === null ? {} : { gap: gapReason(gap) }),
        }
      }
      case 'absent':
        return notFound(key, outcome.asked, caller)
      case 'version_not_found':
        return noVersion(key, outcome.asked, caller)
      case 'withheld':
        return { state: 'undetermined', reason: 'the registry withholds it', isPassing: true }
      case 'unreadable':
        return {
          state: 'undetermined',
          reason: `it could not be read: ${outcome.reason}`,
          confusable: await suspicionOf(key, isHeld, caller),
        }
    }
  }

  /** The same release by the table of what it makes of its data as it runs. */
  async function withServices(
    key: PackageKey,
    outcome: PackageOutcome,
    { signal }: Caller,
  ): Promise<PackageOutcome> {
    if (outcome.state !== 'opened') return outcome
    const { artifact = null, evidence } = outcome
    const known = serviceTables.get(evidence.artifactSha256)
    if (known !== undefined) return { ...outcome, table: known }
    const bytes = await parts.services(key, { version: evidence.version, artifact }, signal)
    if (bytes === null) return { state: 'undetermined', reason: 'its data could not be read' }
    const table = await openTableAside(bytes)
    serviceTables.set(evidence.artifactSha256, table)
    return { ...outcome, table }
  }

  async function noVersion(
    key: PackageKey,
    when: AskedWindow,
    caller: Asking,
  ): Promise<PackageOutcome> {
    caller.sawAbsence(when)
    const state = latest.peek(key) ?? (await latest.find(key, caller))
    if (!state.found) return { state: 'version_not_found', latest: null }
    const confusable = await suspicionOf(key, isHeldBack(state.release), caller)
    const { version } = state.release
    return {
      state: 'version_not_found',
      latest: version,
      ...(confusable === null ? {} : { confusable }),
    }
  }

  return (asker, onAbsence = () => {}) => {
    const caller: Asking = { ...asker, sawAbsence: onAbsence }
    const inLane = lanes(CHECK_LANES)
    return (key, wanted, use = 'table') =>
      inLane(async () => {
        caller.signal.throwIfAborted()
        try {
          const named = use === 'word' ? await there(key, wanted, caller) : null
          if (named !== null) return named
          const outcome = await open(key, wanted, caller)
          return use === 'services' ? await withServices(key, outcome, caller) : outcome
        } catch (error) {
          // Whoever asked has left or waited long enough: nothing is said of the packages.
          caller.signal.throwIfAborted()
          if (!(error instanceof ServiceError)) throw error
          const mayPass = ERRORS[error.code].status === 503 ? { isPassing: true as const } : {}
          return { state: 'undetermined', reason: error.message, ...mayPass }
        }
      })
  }
}

/** So many at once, the others in line. */
function lanes(most: number) {
  let free = most
  const waiting: (() => void)[] = []
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

/** The same, telling how many were asked for and how many of them are there. */
export function countedTables(
  tables: PackageTables,
  onPackage: (done: number, all: number) => void,
): PackageTables {
  let all = 0
  let done = 0
  return async (key, wanted, use) => {
    all += 1
    const outcome = await tables(key, wanted, use)
    done += 1
    onPackage(done, all)
    return outcome
  }
}
