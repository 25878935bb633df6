import type { CheckReport } from '../../../check/checkCode.ts'
import type { Finding } from '../../../check/report/finding.ts'
import { isEcosystem, parsePackageName } from '../../../domain/names/packageName.ts'
import type { Members } from '../../../domain/texts/jsonValue.ts'
import { compareVersions } from '../../../domain/versionOrder.ts'
import { VERSION_LENGTH_MAX } from '../../../limits.ts'
import { Beyond } from '../budget.ts'
import type { Job } from '../job.ts'
import { neededText, refuseUnknown } from '../options.ts'
import { type CheckOutcome, met, notApplicable, undetermined, unmet } from '../outcome.ts'
import type { OracleWorld, RunCheck, Upgrade } from '../world.ts'
import { askCode, isUnread, listed, placeOf } from './code.ts'

/** Findings of a new release that the old one did not have would be the upgrade's doing. */
const BREAKS = ['symbol_not_found', 'call_does_not_fit', 'import_not_provided'] as const

/** Nothing that the code uses of a package breaks between two releases; without code, nothing at all. */
export const checkUpgradeSafe: RunCheck = async (check, job, world) => {
  refuseUnknown(check, ['ecosystem', 'package', 'from_version', 'to_version'])
  const upgrade = parseUpgrade(check)
  return job.kind === 'code' ? ofCode(upgrade, job, world) : ofReleases(upgrade, world)
}

function parseUpgrade(check: Members): Upgrade {
  const ecosystem = neededText(check, 'ecosystem')
  if (!isEcosystem(ecosystem)) throw new Beyond('ecosystem is neither pypi nor npm')
  const name = parsePackageName(ecosystem, neededText(check, 'package'))
  if (name === null) throw new Beyond('package is not a name')
  const [from, to] = [neededText(check, 'from_version'), neededText(check, 'to_version')]
  if (Math.max(from.length, to.length) > VERSION_LENGTH_MAX) throw new Beyond('a version is none')
  const order = compareVersions(ecosystem, from, to)
  if (order === null) throw new Beyond('a version is none')
  if (order > 0) throw new Beyond('from_version comes after to_version')
  return { ecosystem, package: name, from, to }
}

async function ofReleases(upgrade: Upgrade, world: OracleWorld): Promise<CheckOutcome> {
  const diff = await world.diff(upgrade)
  if (diff.classification === null) return undetermined(diff.reason)
  const { classification, compatibility, untold, attestationHash } = diff
  const evidence = { classification, compatibility, attestation_hash: attestationHash }
  if (compatibility === 'breaking') {
    return unmet('The upgrade breaks something that is public', { evidence })
  }
  return untold > 0
    ? undetermined(`Of ${untold} changes nobody can tell whether they break`, { evidence })
    : met(`The upgrade is ${compatibility}`, { evidence })
}

async function ofCode(upgrade: Upgrade, job: Job, world: OracleWorld): Promise<CheckOutcome> {
  const pin = `${upgrade.ecosystem}:${upgrade.package}`
  const before = await askCode(job, world, { [pin]: upgrade.from })
  if ('status' in before) return before
  const after = await askCode(job, world, { [pin]: upgrade.to })
  if ('status' in after) return after
  const lost = [before, after].find((report) => stateOf(report, upgrade) !== 'opened')
  if (lost !== undefined) {
    const state = stateOf(lost, upgrade)
    return state === null
      ? notApplicable('The code does not use the package')
      : undetermined('A release of the package could not be looked at')
  }
  const known = new Set(breaksOf(before, upgrade).map(keyOf))
  const fresh = breaksOf(after, upgrade).filter((one) => !known.has(keyOf(one)))
  const untold = after.undetermined.filter((one) => one.package === upgrade.package).length
  const evidence = { undetermined: untold, findings: listed(fresh) }
  const [first] = fresh
  if (first !== undefined) {
    return unmet(first.message.replace(/\.$/, ''), { location: placeOf(first), evidence })
  }
  if (untold > 0 || after.findings.some(isUnread)) {
    return undetermined(`${untold} references to the package cannot be told`, { evidence })
  }
  return ofChanges(upgrade, job, world, evidence)
}

/** Names are there and calls fit; what became of types, values and ways to load it is told here. */
async function ofChanges(
  upgrade: Upgrade,
  job: Job,
  world: OracleWorld,
  found: Readonly<{ undetermined: number; findings: ReturnType<typeof listed> }>,
): Promise<CheckOutcome> {
  const answer = await world.upgrade(job.files, upgrade)
  if (answer.verdict === null) return undetermined(answer.reason, { evidence: found })
  const evidence = { ...found, attestation_hash: answer.attestationHash }
  if (answer.verdict === 'affected') {
    return unmet('A change between the releases concerns what the code uses', { evidence })
  }
  return answer.verdict === 'safe'
    ? met('Nothing that the code uses of the package breaks', { evidence })
    : undetermined('Whether a change concerns what the code uses cannot be told', { evidence })
}

function stateOf({ packages }: CheckReport, { ecosystem, package: name }: Upgrade): string | null {
  const found = packages.find((one) => one.ecosystem === ecosystem && one.name === name)
  return found?.state ?? null
}

function breaksOf({ findings }: CheckReport, upgrade: Upgrade): readonly Finding[] {
  return findings.filter(
    ({ code, package: name, ecosystem }) =>
      name === upgrade.package &&
      ecosystem === upgrade.ecosystem &&
      BREAKS.some((one) => one === code),
  )
}

function keyOf({ path, line, column, code }: Finding): string {
  return JSON.stringify([path, line, column, code])
}
