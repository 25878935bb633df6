// What an answer about two releases of a package rests on.

import type { PackageKey } from '../../domain/names/packageName.ts'
import type { Notice } from '../../domain/notice.ts'
import type { EvidenceArtifact } from '../../ports/attester.ts'
import type { AnswerParts } from './answerParts.ts'
import type { BothReleases } from './bothReleases.ts'
import { mergedEvidence } from './mergedEvidence.ts'

export type Compared = BothReleases &
  Readonly<{ others: readonly EvidenceArtifact[]; said: readonly Notice[] }>

export function comparedEvidence(
  key: PackageKey,
  { from, to, others, said }: Compared,
  { registryOf, notices }: Pick<AnswerParts, 'registryOf' | 'notices'>,
) {
  return {
    registry: registryOf(key).identity,
    artifacts: mergedEvidence(from.evidence, to.evidence),
    ...(others.length === 0 ? {} : { other_artifacts: others }),
    extractor: to.extractor,
    ...notices.evidence(key, said),
  }
}
