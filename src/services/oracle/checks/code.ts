// The checks over code: one run of the engine of /v1/check, four questions to what it says.

import type { CheckReport } from '../../../check/checkCode.ts'
import type { Finding, FindingCode } from '../../../check/report/finding.ts'
import { findingDocs } from '../../../domain/docsAddress.ts'
import type { Members } from '../../../domain/texts/jsonValue.ts'
import { CHECK_LISTED_MAX } from '../../../limits.ts'
import type { Job } from '../job.ts'
import { refuseUnknown, shareOption } from '../options.ts'
import {
  type CheckOutcome,
  type Location,
  met,
  notApplicable,
  undetermined,
  unmet,
} from '../outcome.ts'
import type { OracleWorld, RunCheck } from '../world.ts'

/** What a question looks at: findings against it, and how much of it could be told. */
type Aspect = Readonly<{
  /** Finding codes that contradict it. */
  against: readonly FindingCode[]
  counted(report: CheckReport): Readonly<{ told: number; untold: number }>
  /** The findings among which they are; all of them unless said otherwise. */
  findings?(report: CheckReport): readonly Finding[]
  what: string
  /** What could not be had just now may say something against names that are there. */
  needsAll?: true
}>

const UNTOLD: ReadonlySet<string> = new Set([
  'undetermined',
  'package_not_found',
  'version_not_found',
])

export const CODE_CHECKS = {
  packages_exist: checkOf({
    what: 'packages',
    against: ['package_not_found', 'import_not_provided', 'version_not_found'],
    counted: ({ packages, undetermined: untold }) => {
      // One that is missing and is no finding was asked for, caught or left to chance: not right either.
      const lost = packages.filter(({ state }) => UNTOLD.has(state)).length
      // Imports of which not even a package is known.
      const nameless = untold.filter((one) => one.package === null).length
      return { told: packages.length - lost, untold: lost + nameless }
    },
  }),
  symbols_exist: checkOf({
    what: 'references',
    against: ['symbol_not_found', 'import_not_provided', 'package_not_found'],
    counted: ({ counts }) => ({ told: counts.determined, untold: counts.undetermined }),
  }),
  calls_fit_signatures: checkOf({
    what: 'calls',
    against: ['call_does_not_fit'],
    counted: ({ calls }) => ({ told: calls.judged, untold: calls.unjudged }),
  }),
  no_deprecated: checkOf({
    what: 'references',
    against: ['symbol_deprecated'],
    counted: ({ counts }) => ({ told: counts.determined, untold: counts.undetermined }),
    needsAll: true,
  }),
}

export type CodeCheckType = keyof typeof CODE_CHECKS

/** Everything that is imported is there, names out of modules included. */
export const checkImportsExist = checkOf({
  what: 'imports',
  against: ['package_not_found', 'import_not_provided', 'version_not_found', 'symbol_not_found'],
  findings: ({ imports }) => imports.findings,
  counted: ({ imports }) => ({ told: imports.judged, untold: imports.unjudged }),
})

function checkOf(aspect: Aspect): RunCheck {
  return async (check, job, world) => {
    refuseUnknown(check, ['min_determined'])
    const share = shareOption(check, 'min_determined', 1)
    const asked = await askCode(job, world)
    return 'status' in asked ? asked : judgeReport(asked, aspect, share)
  }
}

/** The report on the job's files; an outcome where there is none. */
export async function askCode(
  job: Job,
  world: OracleWorld,
  pins: Readonly<Record<string, string>> = {},
): Promise<CheckReport | CheckOutcome> {
  if (job.files.length === 0) return notApplicable('The job has no code')
  // Of two pins of one package the last one counts.
  const others = Object.entries(job.pins).filter(([name]) => !Object.hasOwn(pins, name))
  const all = Object.fromEntries([...others, ...Object.entries(pins)])
  const answer = await world.code({ files: job.files, pins: all })
  return answer.report ?? undetermined(answer.reason)
}

function judgeReport(report: CheckReport, aspect: Aspect, share: number): CheckOutcome {
  const findings = aspect.findings?.(report) ?? report.findings
  const against = findings.filter(({ code }) => aspect.against.includes(code))
  const { told, untold } = aspect.counted(report)
  const evidence = { determined: told, undetermined: untold, findings: listed(against) }
  const [first] = against
  if (first !== undefined) {
    return unmet(first.message.replace(/\.$/, ''), { location: placeOf(first), evidence })
  }
  const unread = report.findings.find(isUnread)
  if (unread !== undefined) {
    return undetermined('A file could not all be read', { location: placeOf(unread), evidence })
  }
  if (told + untold === 0) return notApplicable(`There are no ${aspect.what} to be told of`)
  if (aspect.needsAll === true && report.isPassing) {
    return undetermined('Something that may speak against it could not be had now', { evidence })
  }
  if (told === 0 || told < share * (told + untold)) {
    return undetermined(`${untold} of ${told + untold} ${aspect.what} cannot be told`, { evidence })
  }
  return met(`${told} of ${told + untold} ${aspect.what} could be told, and are right`, {
    evidence,
  })
}

/** A file that the engine could not read, and not a requirement that it could not look up. */
export function isUnread({ code, package: name }: Finding): boolean {
  return code === 'undetermined' && name === null
}

export function placeOf({ path, line, column }: Finding): Location {
  return { path, line, column }
}

export function listed(findings: readonly Finding[]): readonly Members[] {
  return findings
    .slice(0, CHECK_LISTED_MAX)
    .map(({ path, line, column, ecosystem, package: name, symbol, code }) => ({
      path,
      line,
      column,
      ecosystem,
      package: name,
      symbol,
      code,
      docs: findingDocs(code),
    }))
}
