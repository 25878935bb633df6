// What an upgrade from one release to another means for submitted files, as one signed answer. Of
// the files only their digest is kept; what an answer repeats are paths, places and names.

import type { OpenedPackage } from '../check/plan/packageTables.ts'
import { typesPackageOf } from '../check/plan/versions.ts'
import { compiledSources } from '../check/read/compiledSources.ts'
import type { InputReader } from '../check/read/readAside.ts'
import type { InputFile, ReadInput } from '../check/read/readInput.ts'
import { requiringSources } from '../check/read/requiringSources.ts'
import { shownShare } from '../check/report/verdict.ts'
import type { OpenOther } from '../check/upgrade/madeWith.ts'
import type { BothLoadings } from '../check/upgrade/requiredEntries.ts'
import { type UpgradeReport, upgradeReport } from '../check/upgrade/upgradeReport.ts'
import type { UsedChange } from '../check/upgrade/usedChanges.ts'
import { filesDigest } from '../domain/filesDigest.ts'
import { type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import { bumpOf, promisesCompatible } from '../domain/versionOrder.ts'
import { SERVICE_CODES, ServiceError } from '../errors.ts'
import type { ReleaseLoading } from '../ingest/releaseLoading.ts'
import * as limits from '../limits.ts'
import type { EvidenceArtifact, Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import { inTurns } from '../turns.ts'
import type { CompareReleases, Comparison } from './compareReleases.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import {
  type BothReleases,
  type DiffQuestion,
  type Opened,
  openBoth,
} from './evidence/bothReleases.ts'
import { type Compared, comparedEvidence } from './evidence/comparedEvidence.ts'
import { mergedEvidence } from './evidence/mergedEvidence.ts'
import { noticed } from './evidence/notices.ts'
import { classify, compatibilityOf, countsOf, sourcesOf } from './releaseDiff.ts'
import { renderFinding } from './renderReport.ts'
import type { ReplySigner, ToldReply } from './signedReply.ts'

export const UPGRADE_TYPE = 'assay.upgrade/1'

/** `input`: the files, where they were read already. */
type UpgradeQuestion = DiffQuestion & Readonly<{ files: readonly InputFile[]; input?: ReadInput }>

export type AnswerUpgrade = (question: UpgradeQuestion, caller: Caller) => Promise<ToldReply>

export function upgrade(
  parts: Pick<AnswerParts, 'registryOf' | 'tables' | 'imports' | 'notices' | 'words' | 'now'> &
    Readonly<{
      compare: CompareReleases
      reader: InputReader
      loading: ReleaseLoading
      signer: ReplySigner
    }>,
): AnswerUpgrade {
  const { reader, imports, signer } = parts

  async function loadingOf(
    key: PackageKey,
    input: ReadInput,
    { from, to }: BothReleases,
    signal: AbortSignal,
  ): Promise<BothLoadings | null> {
    if (!isLoaded(key, input)) return null
    return {
      from: await parts.loading(key, from, signal),
      to: await parts.loading(key, to, signal),
    }
  }

  /** Packages that a table was made with, at the releases that it was made with; `read` takes them. */
  function otherOf(key: PackageKey, release: Opened, caller: Caller, read: Opened[]): OpenOther {
    return async (written) => {
      const isMeant = (file: EvidenceArtifact) =>
        [written, typesPackageOf(written)].includes(file.package) && file.package !== key.name
      const file = release.evidence.find(isMeant)
      const name = file === undefined ? null : parsePackageName('npm', file.package)
      if (file === undefined || name === null) return null
      const other = { ecosystem: 'npm', name } as const
      const outcome = await parts.tables
        .openPinned(other, file.version, caller)
        .catch((error: unknown) => unlessPassing(error, caller.signal))
      if (outcome?.state !== 'opened' || outcome.table.gaps !== null) return null
      read.push(outcome)
      const wanted = { pin: file.version, range: null }
      return { needed: { key: other, wanted }, outcome: packageOf(outcome) }
    }
  }

  return async (question, caller) => {
    const { key } = question
    const both = await openBoth(question, parts, caller)
    const { from, to } = both
    const input = question.input ?? (await reader.read(question.files, caller))
    const { diff, others } = await parts.compare(key, both, caller)
    const read: Opened[] = []
    const compared = {
      key,
      from: packageOf(from),
      to: packageOf(to),
      diff,
      isPromised: promisesCompatible(key.ecosystem, from.version, to.version),
      imports,
      isCompiled: compiledSources(question.files),
      loading: await loadingOf(key, input, both, caller.signal),
      mayBeRequired: requiringSources(question.files),
      openOther: {
        from: otherOf(key, from, caller, read),
        to: otherOf(key, to, caller, read),
      },
    }
    const report = await upgradeReport(input, compared, caller.signal)
    const rendered = await renderReport(report, caller.signal)
    const looked = mergedEvidence(others, ...read.map(({ evidence }) => evidence))
    const rests = { ...both, diff, others: looked }
    const made = statementOf(question, report, rendered, rests, parts)
    const reply = await signer.sign(await signer.prepareInTurns(made, caller.signal))
    return { reply, isDetermined: report.verdict !== 'undetermined' }
  }
}

/** What cannot be had now leaves open what hangs on it. */
function unlessPassing(error: unknown, signal: AbortSignal): null {
  signal.throwIfAborted()
  if (error instanceof ServiceError && !SERVICE_CODES.has(error.code)) return null
  throw error
}

/** Whether a file loads one of the package by its path. */
function isLoaded({ ecosystem, name }: PackageKey, { sources }: ReadInput): boolean {
  const isOne = ({ report }: ReadInput['sources'][number]) =>
    report.references.some(({ module, isImport }) => isImport && module.startsWith(`${name}/`))
  return ecosystem === 'npm' && sources.some(isOne)
}

function packageOf({ version, artifact, extractor, table }: Opened): OpenedPackage {
  const { filename, sha256: artifactSha256 } = artifact
  return {
    state: 'opened',
    table,
    evidence: { version, filename, artifactSha256, extractor },
    confusable: null,
    withdrawn: null,
  }
}

function statementOf(
  { key, files }: UpgradeQuestion,
  { verdict, caveat }: UpgradeReport,
  rendered: Awaited<ReturnType<typeof renderReport>>,
  rests: Compared & Pick<Comparison, 'diff'>,
  parts: Pick<AnswerParts, 'registryOf' | 'imports' | 'notices'>,
): Statement {
  const { ecosystem, name } = key
  const { from, to, diff, said } = rests
  const asked = { ecosystem, package: name, from_version: from.version, to_version: to.version }
  return {
    type: UPGRADE_TYPE,
    question: { ...asked, files_sha256: filesDigest(files) },
    verdict,
    evidence: { ...comparedEvidence(key, rests, parts), imports: parts.imports.snapshot },
    answer: {
      verdict,
      caveat,
      ...asked,
      ...rendered,
      release: {
        classification: classify(diff),
        compatibility: compatibilityOf(diff),
        published_bump: bumpOf(ecosystem, from.version, to.version),
        counts: countsOf(diff),
      },
      ...noticed(said),
      ...sourcesOf(parts.registryOf(key), key, { from, to }),
    },
  }
}

async function renderReport(
  { changes, findings, undetermined, counts }: UpgradeReport,
  signal: AbortSignal,
) {
  const rendered: ReturnType<typeof renderChange>[] = []
  const listed = changes.slice(0, limits.DIFF_ROWS_MAX)
  await inTurns(listed, (one) => void rendered.push(renderChange(one)), signal)
  const count = (change: UsedChange['change']) =>
    changes.filter((one) => one.change === change).length
  const share = counts.determined / counts.references
  return {
    changes: rendered,
    findings: findings.slice(0, limits.CHECK_FINDINGS_MAX).map(renderFinding),
    undetermined: undetermined
      .slice(0, limits.CHECK_UNDETERMINED_MAX)
      .map(({ name: symbol, ...place }) => ({ ...place, symbol })),
    counts: {
      ...counts,
      determined_share: counts.references === 0 ? null : shownShare(share),
      removed: count('removed'),
      changed: count('changed'),
      new_deprecations: count('deprecated'),
      affecting: changes.filter(({ affects }) => affects).length,
      findings: findings.length,
    },
  }
}

/** One shape for all three, so that a reader needs no cases. */
function renderChange(used: UsedChange) {
  const { change, row, affects, places } = used
  const changed = used.change === 'changed' ? used.row : null
  return {
    symbol: row.symbol,
    kind: row.kind,
    change,
    severity: changed?.severity ?? (used.change === 'removed' ? 'breaking' : 'compatible'),
    reason: changed?.reason ?? null,
    reasons: changed?.reasons ?? [],
    from_sig: changed?.previous ?? null,
    to_sig: changed?.next ?? null,
    message: used.change === 'deprecated' ? used.row.text : null,
    caveat: used.change === 'removed' ? used.row.caveat : null,
    affects,
    places: places.slice(0, limits.UPGRADE_PLACES_MAX),
    places_total: places.length,
  }
}
