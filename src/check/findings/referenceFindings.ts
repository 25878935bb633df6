// From a judged reference to what is said about it.

import { isModuleImport } from '../../references/kindOf.ts'
import { isTypedSource } from '../../references/languageOf.ts'
import { CUT, type Reference } from '../../references/reference.ts'
import { withDropped } from '../follow/dropped.ts'
import type { Judgement } from '../follow/judgement.ts'
import { judgeFrom } from '../follow/judgeReference.ts'
import { pinnedTypesDoubt } from '../follow/pinnedTypes.ts'
import { providesTop, startOf } from '../follow/start.ts'
import { type PackageView, viewOf } from '../follow/tableNode.ts'
import type { OpenedPackage, PackageOutcome } from '../plan/packageTables.ts'
import type { PlannedReference } from '../plan/plan.ts'
import type { Around } from './around.ts'
import {
  broughtDoubtOf,
  DECLARED_BY_CODE,
  dataDoubtOf,
  doubtOf,
  isForReleases,
  isImportOfCode,
  isWrong,
  OF_OTHER_RELEASES,
  othersDoubtOf,
  stubDoubtOf,
} from './doubts.ts'
import { hostDoubtOf } from './hostModules.ts'
import { lookalikeImport, suggestedImport } from './lookalikeImport.ts'
import { versionNotFound } from './messages.ts'
import { noPackage } from './noPackage.ts'
import { notInDistribution } from './notInDistribution.ts'
import { refusedRequire } from './refusedRequires.ts'
import { found, type Outcome, render, subjectOf } from './render.ts'

export function settle(
  planned: PlannedReference,
  outcome: PackageOutcome,
  around: Around,
): Outcome {
  const ofHost = hostDoubtOf(planned)
  if (ofHost !== null) return { state: 'undetermined', reason: ofHost }
  switch (outcome.state) {
    case 'undetermined': {
      const { confusable = null, reason } = outcome
      const suspicious = lookalikeImport(planned, confusable, null, around.imports)
      return suspicious ?? { state: 'undetermined', reason }
    }
    case 'package_not_found':
      // What a project declares may be an alias of its bundler.
      if (around.declaredModules.has(planned.reference.module))
        return { state: 'undetermined', reason: DECLARED_BY_CODE }
      if (isForReleases(planned.source.path, around.declaredModules))
        return { state: 'undetermined', reason: OF_OTHER_RELEASES }
      return noPackage(planned, outcome, around.imports)
    case 'version_not_found': {
      const { key, wanted } = planned.needed
      const version = wanted.pin ?? wanted.range ?? ''
      if (!isModuleImport(planned.reference)) return { state: 'undetermined', reason: 'no release' }
      const message = versionNotFound(key.name, version, outcome)
      const { confusable: doubt } = outcome
      const meant = doubt?.meant ?? null
      const suggestion = meant === null ? null : suggestedImport(planned, meant, around.imports)
      return found(subjectOf(planned), { code: 'version_not_found', message, suggestion })
    }
    case 'there':
      return { state: 'undetermined', reason: 'it was not read' }
    case 'opened':
      return settleOpened(planned, outcome, around)
  }
}

function settleOpened(planned: PlannedReference, opened: OpenedPackage, around: Around): Outcome {
  const { imports, others, suggest } = around
  const { reference, source, needed } = planned
  if (reference.isCut === true) return { state: 'undetermined', reason: CUT }
  const view = others.view(needed, opened)
  const suspicious = lookalikeImport(planned, opened.confusable, opened.evidence, imports)
  if (suspicious !== null) return suspicious
  if (needed.key.ecosystem === 'pypi' && !providesTop(view, reference.module)) {
    if (view.gap !== undefined) return { state: 'undetermined', reason: view.gap }
    return notInDistribution(planned, view, opened, imports)
  }
  const start = startOf(view, reference.module)
  if (start.state === 'unknown') return { state: 'undetermined', reason: start.reason }
  const isTyped = isTypedSource(source)
  const found = withDropped(judgeFrom(view, start, reference, isTyped), reference, view, {
    release: opened.evidence.version,
    dropped: needed.key.ecosystem === 'pypi' ? imports.droppedMembers?.() : undefined,
  })
  const isItem = reference.steps.some(({ kind }) => kind === 'item')
  const isByOthers = view.stub?.isUsed === true || isItem
  // A mark of deprecation is told of what is surely meant.
  const judged = isByOthers && found.state === 'found' ? { ...found, deprecation: null } : found
  const doubt =
    gapOf(view, judged, reference) ??
    (isByOthers ? stubDoubtOf(view, reference, judged, around) : null) ??
    doubtOf(source, reference, judged, {
      added: around.added,
      declaredModules: around.declaredModules,
      isListed: isImportOfCode(view, reference, judged),
    }) ??
    othersDoubtOf(view, planned, judged, { ...around, isTyped }) ??
    broughtDoubtOf(view, planned, judged, around) ??
    dataDoubtOf(view, reference, judged, { ...around, isTyped }) ??
    (isWrong(judged)
      ? pinnedTypesDoubt(planned, {
          view,
          node: judged.state === 'missing' ? judged.of : judged.node,
          others,
        })
      : null)
  if (doubt !== null) return { state: 'undetermined', reason: doubt }
  const { evidence } = opened
  const ground = { release: evidence.version, evidence }
  const subject = subjectOf(planned)
  const outcome = render(subject, view, ground, judged, suggest)
  const isPlain = outcome.state === 'determined' && outcome.finding === null
  if (!isPlain || needed.key.ecosystem !== 'npm' || start.state !== 'at') return outcome
  return refusedRequire(subject, { view, node: start.node }, ground, around.nodes) ?? outcome
}

/** What the tables lack in passing and may be why something is wrong by them, or a call not judged. */
function gapOf(view: PackageView, judged: Judgement, { call }: Reference): string | null {
  if (judged.state === 'undetermined') return null
  if (judged.state === 'found' && (call === null || judged.isFitKnown)) return null
  const node = judged.state === 'missing' ? judged.of : judged.node
  return view.gap ?? viewOf(view, node).gap ?? null
}
