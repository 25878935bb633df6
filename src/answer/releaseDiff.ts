// What changed between two releases of one package. The fields are the wire's, because the
// signature covers them.

import { LRUCache } from 'lru-cache'
import { diffTables, type TableDiff } from '../diff/diffTables.ts'
import type { PackageKey } from '../domain/packageName.ts'
import { writePath } from '../domain/symbolPath.ts'
import { bumpOf, compareVersions } from '../domain/versionOrder.ts'
import { type ErrorCode, ServiceError } from '../errors.ts'
import { DIFF_CACHE_BYTES, DIFF_ENTRIES_MAX, DIFF_ROWS_MAX } from '../limits.ts'
import type { Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { Registry } from '../ports/registry.ts'
import type { OpenTable } from '../table/openTable.ts'
import type { AnswerTables, TableOutcome } from './answerTables.ts'
import { mergedEvidence } from './mergedEvidence.ts'
import { proofOf } from './proof.ts'
import type { ReplySigner, SignedReply } from './signedReply.ts'

export const RELEASE_DIFF_TYPE = 'assay.release_diff/1'

export type DiffQuestion = Readonly<{ key: PackageKey; from: string; to: string }>

export type AnswerReleaseDiff = (question: DiffQuestion, caller: Caller) => Promise<SignedReply>

export type Classification = 'breaking' | 'additive' | 'neutral'

type Opened = Extract<TableOutcome, { state: 'opened' }>
type Side = 'from' | 'to'

export function releaseDiff(parts: {
  registryOf: (key: PackageKey) => Registry
  tables: AnswerTables
  signer: ReplySigner
}): AnswerReleaseDiff {
  const { tables, signer } = parts
  const signed = new LRUCache<string, SignedReply>({
    maxSize: DIFF_CACHE_BYTES,
    sizeCalculation: ({ textHead }) => textHead.length + 1,
  })

  return async (question, caller) => {
    const { key } = question
    refuseOrder(question, question.from, question.to)
    const [from, to] = await Promise.all([
      tables.openPinned(key, question.from, caller).then((one) => openedOf(question, one, 'from')),
      tables.openPinned(key, question.to, caller).then((one) => openedOf(question, one, 'to')),
    ])
    // As the registry spells them they may be in another order than they seemed to be.
    refuseOrder(question, from.version, to.version)
    const sources = { from: from.source, to: to.source }
    const cacheKey = JSON.stringify([from.id, from.extractedAt, to.id, to.extractedAt, sources])
    const known = signed.get(cacheKey)
    if (known !== undefined) return known
    refuseSize(question, from, to)
    const registry = parts.registryOf(key)
    const reply = await signer.sign(signer.prepare(statement(key, from, to, registry)))
    signed.set(cacheKey, reply)
    return reply
  }
}

function refuse(
  code: ErrorCode,
  message: string,
  wrong: Readonly<{ field: string; input: string }>,
): never {
  throw new ServiceError(code, message, { wrong })
}

function refuseOrder({ key, to: input }: DiffQuestion, from: string, to: string): void {
  const order = compareVersions(key.ecosystem, from, to)
  if (order === null || order <= 0) return
  const message = `${from} comes after ${to}: a diff goes from the older release to the newer`
  refuse('version_order', message, { field: 'to_version', input })
}

/** A diff runs without a pause, so what would take long is not begun. */
function refuseSize({ key, to: input }: DiffQuestion, ...sides: readonly Opened[]): void {
  const entries = sides.map(({ table }) => table.columns.entries.name.length)
  if (Math.max(...entries) <= DIFF_ENTRIES_MAX) return
  const message = `${key.name} has more names than are compared (${DIFF_ENTRIES_MAX})`
  refuse('package_not_indexable', message, { field: 'to_version', input })
}

function openedOf(question: DiffQuestion, outcome: TableOutcome, side: Side): Opened {
  const { key } = question
  const input = question[side]
  switch (outcome.state) {
    case 'opened':
      return outcome
    case 'absent':
      return refuse('package_not_found', `There is no ${key.ecosystem} package ${key.name}`, {
        field: 'package',
        input: key.name,
      })
    case 'version_not_found':
    case 'withheld': {
      const message = `${key.name} has no release ${input} that could be read`
      return refuse('version_not_found', message, { field: `${side}_version`, input })
    }
    case 'unreadable': {
      const message = `${key.name} ${input} holds nothing that can be indexed: ${outcome.reason}`
      return refuse('package_not_indexable', message, { field: `${side}_version`, input })
    }
  }
}

function statement(key: PackageKey, from: Opened, to: Opened, registry: Registry): Statement {
  const { ecosystem, name } = key
  const diff = diffReleases(key, from, to)
  const classification = classify(diff)
  const { counts, lists, isCut } = render(diff, to.version)
  return {
    type: RELEASE_DIFF_TYPE,
    question: {
      ecosystem,
      package: name,
      from_version: from.version,
      to_version: to.version,
    },
    verdict: classification,
    evidence: {
      registry: registry.identity,
      artifacts: mergedEvidence(from.evidence, to.evidence),
      extractor: to.extractor,
    },
    answer: {
      ok: true,
      ecosystem,
      package: name,
      from_version: from.version,
      to_version: to.version,
      classification,
      compatibility: { classification: compatibilityOf(diff) },
      published_bump: bumpOf(ecosystem, from.version, to.version),
      counts,
      ...lists,
      cut: isCut,
      source: { from: from.source, to: to.source },
      proof: { from: proofOf(registry, key, from), to: proofOf(registry, key, to) },
    },
  }
}

type ComparedRelease = Readonly<{ version: string; table: OpenTable }>

/** What changed, in the words of the ecosystem. */
export function diffReleases(
  { ecosystem, name }: PackageKey,
  from: ComparedRelease,
  to: ComparedRelease,
): TableDiff {
  return diffTables(
    { from: from.table, to: to.table },
    {
      language: ecosystem === 'pypi' ? 'python' : 'typescript',
      versions: { from: from.version, to: to.version },
      write: (path) => writePath(ecosystem, name, path),
    },
  )
}

/** By the seed's rules: any removal and any changed signature breaks. */
export function classify({ added, removed, changed }: TableDiff): Classification {
  if (removed.length > 0 || changed.length > 0) return 'breaking'
  return added.length > 0 ? 'additive' : 'neutral'
}

/** Whether code that was right before can be wrong now. */
export function compatibilityOf({ added, removed, changed }: TableDiff): Classification {
  const breaks = removed.length > 0 || changed.some(({ severity }) => severity === 'breaking')
  if (breaks) return 'breaking'
  return added.length > 0 || changed.length > 0 ? 'additive' : 'neutral'
}

function render(diff: TableDiff, toVersion: string) {
  const first = <Row>(rows: readonly Row[]): readonly Row[] => rows.slice(0, DIFF_ROWS_MAX)
  const { added, removed, changed, deprecated, undetermined } = diff
  return {
    counts: {
      added: added.length,
      removed: removed.length,
      changed: changed.length,
      new_deprecations: deprecated.length,
    },
    lists: {
      added: first(added).map(({ symbol, kind }) => ({ symbol, kind })),
      removed: first(removed).map(({ symbol, kind, caveat }) => ({ symbol, kind, caveat })),
      changed: first(changed).map(({ symbol, kind, previous, next, ...change }) => ({
        symbol,
        kind,
        from_sig: previous,
        to_sig: next,
        reason: change.reason,
        reasons: change.reasons,
        severity: change.severity,
      })),
      new_deprecations: first(deprecated).map(({ symbol, kind, since, text }) => ({
        symbol,
        kind,
        since_version: since ?? toVersion,
        message: text,
      })),
      undetermined: first(undetermined).map(({ symbol, reason }) => ({ symbol, reason })),
    },
    isCut: [added, removed, changed, deprecated, undetermined].some(
      ({ length }) => length > DIFF_ROWS_MAX,
    ),
  }
}
