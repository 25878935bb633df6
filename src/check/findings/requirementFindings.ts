// What is said about the lines of manifests.

import type { ImportIndex } from '../../ports/importIndex.ts'
import { otherProviders } from '../plan/openPackages.ts'
import type { Confusable, PackageOutcome } from '../plan/packageTables.ts'
import type { NeededPackage, PlannedRequirement } from '../plan/plan.ts'
import { type Finding, newFinding, type Said } from '../report/finding.ts'
import {
  confusable,
  notProvided,
  packageNotFound,
  versionNotFound,
  withdrawnRelease,
} from './messages.ts'
import { registryName } from './noPackage.ts'

const NEAR_SHOWN = 3

/** Whether a line names no version of its own. */
export function isBare({ pin, range }: PlannedRequirement['requirement']): boolean {
  return pin === null && range === null
}

/** Null when there is nothing to say. */
export function requirementFinding(
  planned: PlannedRequirement,
  outcome: PackageOutcome,
  {
    imports,
    imported,
    pinned,
  }: Readonly<{
    imports: ImportIndex
    imported: ReadonlySet<string> | null
    /** What a line names a version or a range of. */
    pinned: ReadonlySet<NeededPackage>
  }>,
): Finding | null {
  const { requirement, needed } = planned
  const { ecosystem, name } = needed.key
  switch (outcome.state) {
    case 'package_not_found': {
      const providers = otherProviders(planned, null, imports)
      if (providers.length > 0) return notTheDistribution(planned, providers, null)
      const near = outcome.near.slice(0, NEAR_SHOWN)
      const [first] = near
      return finding(planned, {
        code: 'package_not_found',
        message: packageNotFound(name, registryName(ecosystem, outcome), near),
        suggestion:
          first === undefined
            ? null
            : { meant: near, replace: { from: requirement.written, to: first } },
      })
    }
    case 'version_not_found': {
      // Said where the version stands.
      if (isBare(requirement) && pinned.has(needed)) return null
      // What was looked up: a lock file may have resolved the line's range to what is not there.
      const { pin, range } = needed.wanted
      const version = pin ?? range ?? ''
      const { latest, confusable: doubt } = outcome
      const message = versionNotFound(name, version, outcome)
      const code = 'version_not_found'
      if (doubt !== undefined) {
        return newFinding({ ...lookalike(planned, doubt, null), code, message })
      }
      return finding(planned, {
        code,
        message,
        suggestion: latest === null ? null : { meant: [latest], replace: null },
      })
    }
    case 'undetermined':
      if (outcome.withdrawn !== undefined && needed.wanted.pin !== null) {
        const message = withdrawnRelease(name, needed.wanted.pin, outcome.withdrawn)
        return finding(planned, { code: 'version_not_found', message })
      }
      if (outcome.confusable != null) return lookalike(planned, outcome.confusable, null)
      return finding(planned, { code: 'undetermined', message: `${name}: ${outcome.reason}.` })
    case 'there':
      return saidOfRelease(planned, outcome, outcome.version, null)
    case 'opened': {
      const { evidence } = outcome
      const said = saidOfRelease(planned, outcome, evidence.version, evidence)
      if (said !== null) return said
      const top = name.replaceAll('-', '_')
      const providers = otherProviders(planned, imported, imports)
      if (ecosystem !== 'pypi' || providers.length === 0) return null
      const isOther = outcome.table.findModule(top) < 0
      // A wheel without modules is installed for what it requires, which may be any of them.
      const isShell = outcome.table.counts.modules === 0 && evidence.filename.endsWith('.whl')
      return isOther && !isShell ? notTheDistribution(planned, providers, evidence) : null
    }
  }
}

/** Of a name that is suspicious, and of a pinned release that was withdrawn. */
function saidOfRelease(
  planned: PlannedRequirement,
  outcome: Readonly<{ confusable: Confusable | null; withdrawn: string | null }>,
  version: string,
  evidence: Finding['evidence'],
): Finding | null {
  const { key, wanted } = planned.needed
  if (outcome.confusable !== null) return lookalike(planned, outcome.confusable, evidence)
  if (outcome.withdrawn === null || wanted.pin === null) return null
  const message = withdrawnRelease(key.name, version, outcome.withdrawn)
  return finding(planned, { code: 'version_not_found', message, evidence })
}

function lookalike(
  planned: PlannedRequirement,
  { reason, meant }: Confusable,
  evidence: Finding['evidence'],
): Finding {
  const { requirement, needed } = planned
  return finding(planned, {
    code: 'package_confusable',
    message: confusable(needed.key.name, reason, meant),
    suggestion:
      meant === null ? null : { meant: [meant], replace: { from: requirement.written, to: meant } },
    evidence,
  })
}

function notTheDistribution(
  planned: PlannedRequirement,
  providers: readonly string[],
  evidence: Finding['evidence'],
): Finding {
  const { written } = planned.requirement
  const near = providers.slice(0, NEAR_SHOWN)
  const [first = ''] = near
  return finding(planned, {
    code: 'import_not_provided',
    message: notProvided(written, `a package ${planned.needed.key.name}`, near),
    suggestion: { meant: near, replace: { from: written, to: first } },
    evidence,
  })
}

function finding(
  { path, requirement: { line, column }, needed }: PlannedRequirement,
  more: Pick<Said, 'code' | 'message' | 'suggestion' | 'evidence'>,
): Finding {
  const { ecosystem, name } = needed.key
  return newFinding({ path, line, column, ecosystem, package: name, ...more })
}
