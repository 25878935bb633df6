// What changed between two releases of one package. The fields are the wire's, because the
// signature covers them.

import { LRUCache } from 'lru-cache'
import type { TableDiff } from '../diff/diffTables.ts'
import type { Severity } from '../diff/reasons.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { bumpOf } from '../domain/versionOrder.ts'
import { DIFF_CACHE_BYTES, DIFF_ROWS_MAX } from '../limits.ts'
import type { Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { Registry } from '../ports/registry.ts'
import type { CompareReleases, Comparison } from './compareReleases.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import { type BothReleases, type DiffQuestion, openBoth } from './evidence/bothReleases.ts'
import { type Compared, comparedEvidence } from './evidence/comparedEvidence.ts'
import { noticed } from './evidence/notices.ts'
import { proofOf } from './proof.ts'
import type { ReplySigner, SignedReply } from './signedReply.ts'

export const RELEASE_DIFF_TYPE = 'assay.release_diff/1'

export type AnswerReleaseDiff = (question: DiffQuestion, caller: Caller) => Promise<SignedReply>

type Classification = 'breaking' | 'additive' | 'neutral'

type Compatibility = Readonly<{ classification: Classification; undecided: number }>

export function releaseDiff(
  parts: Pick<AnswerParts, 'registryOf' | 'tables' | 'notices' | 'words' | 'now'> &
    Readonly<{ compare: CompareReleases; signer: ReplySigner }>,
): AnswerReleaseDiff {
  const { tables, signer } = parts
  const signed = new LRUCache<string, SignedReply>({
    maxSize: DIFF_CACHE_BYTES,
    sizeCalculation: ({ textHead }) => textHead.length + 1,
  })

  return async (question, caller) => {
    const { key } = question
    const { from, to, said } = await openBoth(question, parts, caller)
    const sources = { from: from.source, to: to.source }
    const cacheKey = JSON.stringify([
      tables.generation(),
      from.id,
      from.extractedAt,
      to.id,
      to.extractedAt,
      sources,
      said,
    ])
    const known = signed.get(cacheKey)
    if (known !== undefined && !signer.isRetracted(known)) return known
    const compared = await parts.compare(key, { from, to }, caller)
    const made = statement(key, { from, to, said, ...compared }, parts)
    const reply = await signer.sign(await signer.prepareInTurns(made, caller.signal))
    // What hangs on a table that may be had before long is looked at again.
    if (!compared.isLacking) signed.set(cacheKey, reply)
    return reply
  }
}

function statement(
  key: PackageKey,
  rests: Compared & Pick<Comparison, 'diff'>,
  parts: Pick<AnswerParts, 'registryOf' | 'notices'>,
): Statement {
  const { ecosystem, name } = key
  const { from, to, diff, said } = rests
  const classification = classify(diff)
  const asked = { ecosystem, package: name, from_version: from.version, to_version: to.version }
  return {
    type: RELEASE_DIFF_TYPE,
    question: asked,
    verdict: classification,
    evidence: comparedEvidence(key, rests, parts),
    answer: {
      ok: true,
      ...asked,
      classification,
      compatibility: compatibilityOf(diff),
      published_bump: bumpOf(ecosystem, from.version, to.version),
      counts: countsOf(diff),
      ...render(diff, to.version),
      ...noticed(said),
      ...sourcesOf(parts.registryOf(key), key, { from, to }),
    },
  }
}

export function countsOf({ added, removed, changed, deprecated }: TableDiff) {
  return {
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    new_deprecations: deprecated.length,
  }
}

/** Where both releases come from, and what shows that they were published. */
export function sourcesOf(registry: Registry, key: PackageKey, { from, to }: BothReleases) {
  return {
    source: { from: from.source, to: to.source },
    proof: { from: proofOf(registry, key, from), to: proofOf(registry, key, to) },
  }
}

/** By the seed's rules: any removal and any changed signature breaks. */
export function classify({ added, removed, changed }: TableDiff): Classification {
  if (removed.length > 0 || changed.length > 0) return 'breaking'
  return added.length > 0 ? 'additive' : 'neutral'
}

/** Whether code that was right before can be wrong now, and of how many changes nobody can tell. */
export function compatibilityOf({ added, removed, changed }: TableDiff): Compatibility {
  const count = (wanted: Severity) => changed.filter(({ severity }) => severity === wanted).length
  const breaks =
    removed.length > 0 || count('breaking') > 0 || added.some(({ isDemanded }) => isDemanded)
  const isMore = added.length > 0 || changed.length > 0
  return {
    classification: breaks ? 'breaking' : isMore ? 'additive' : 'neutral',
    undecided: count('undecided'),
  }
}

const DEMANDED = { reason: 'required_member_added', severity: 'breaking' } as const

function render({ added, removed, changed, deprecated, undetermined }: TableDiff, to: string) {
  const first = <Row>(rows: readonly Row[]): readonly Row[] => rows.slice(0, DIFF_ROWS_MAX)
  const all = [added, removed, changed, deprecated, undetermined]
  return {
    added: first(added).map(({ symbol, kind, isDemanded }) => ({
      symbol,
      kind,
      ...(isDemanded ? DEMANDED : {}),
    })),
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
      since_version: since ?? to,
      message: text,
    })),
    undetermined: first(undetermined).map(({ symbol, reason }) => ({ symbol, reason })),
    cut: all.some(({ length }) => length > DIFF_ROWS_MAX),
  }
}
