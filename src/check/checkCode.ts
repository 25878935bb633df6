// Is this code real? Files in, findings out. Asks for tables by one function and for nothing else.

import type { Ecosystem } from '../domain/names/packageName.ts'
import { withCatalogs } from '../manifests/catalogs.ts'
import { isOfNpm } from '../manifests/manifestKind.ts'
import type { ImportIndex } from '../ports/importIndex.ts'
import { finishInTurns, inTurns } from '../turns.ts'
import { aroundOf } from './findings/around.ts'
import {
  distinctFindings,
  saidOfRequirements,
  withReleasesOnce,
} from './findings/distinctFindings.ts'
import { fileFindings, unreadFiles } from './findings/fileFindings.ts'
import { registryNotices } from './findings/registryNotices.ts'
import { rememberedNear } from './findings/rememberedNear.ts'
import { isBare, requirementFinding } from './findings/requirementFindings.ts'
import { withTypesOnly } from './findings/typesOnly.ts'
import { withdrawnPins } from './findings/withdrawnPins.ts'
import { type Others, withOthers } from './follow/otherPackages.ts'
import { withPinnedTypes } from './follow/pinnedTypes.ts'
import { withStubs } from './follow/stubPackages.ts'
import { type CheckMemory, type Recall, recallBy } from './plan/memory/checkMemory.ts'
import { neededText, outcomeText } from './plan/memory/identity.ts'
import { importedTops, openPackages } from './plan/openPackages.ts'
import {
  type OtherRegistries,
  otherRegistries,
  withoutScopesElsewhere,
} from './plan/otherRegistries.ts'
import {
  isPassing,
  type PackageOutcome,
  type PackageTables,
  type Wanted,
} from './plan/packageTables.ts'
import { type NeededPackage, type Plan, type PlannedRequirement, planCheck } from './plan/plan.ts'
import { type InputFile, type ReadInput, readInput } from './read/readInput.ts'
import type { Finding, FindingEvidence } from './report/finding.ts'
import { type CheckCounts, type CheckVerdict, verdictOf } from './report/verdict.ts'
import { SEARCHES_MAX, settleFiles } from './settleFiles.ts'
import type { Tally, UndeterminedReference } from './tally.ts'

type CheckedPackage = Readonly<{
  ecosystem: 'pypi' | 'npm'
  name: string
  wanted: Wanted
  state: PackageOutcome['state']
  /** Why there is no table; null where there is one. */
  reason: string | null
  evidence: FindingEvidence | null
  references: number
  /** No registry is asked for it. */
  isElsewhere?: true
}>

export type CheckReport = Readonly<{
  verdict: CheckVerdict
  /** By path, line and column. */
  findings: readonly Finding[]
  packages: readonly CheckedPackage[]
  /** References of which nothing can be said, and why. */
  undetermined: readonly UndeterminedReference[]
  counts: CheckCounts
  /** Calls of what packages have, by whether it is known what they take. */
  calls: Readonly<{ judged: number; unjudged: number }>
  /** What is imported of packages, and what is found of it. */
  imports: Readonly<{ judged: number; unjudged: number; findings: readonly Finding[] }>
  /** Something could not be had that may be had before long: another report may come of it then. */
  isPassing: boolean
}>

/** What a check knows of the packages that the code names. */
export type Seen = Readonly<{
  plan: Plan
  outcomes: ReadonlyMap<NeededPackage, PackageOutcome>
  others: Others
}>

export type CheckParts = Readonly<{
  tables: PackageTables
  imports: ImportIndex
  /** Where strangers ask: how many packages are looked up at most. */
  packagesMax?: number
  /** Told once it is known what the packages are. */
  onSeen?: (seen: Seen) => void
  /** What was judged before, for whoever checks almost the same files again and again. */
  memory?: CheckMemory | undefined
  /** Addresses of npm's registry as it is asked, and of those that stand for it. */
  npmAsked?: readonly string[]
  signal?: AbortSignal
}>

export async function checkCode(
  question: Readonly<{ files: readonly InputFile[]; pins?: Readonly<Record<string, string>> }>,
  parts: CheckParts,
): Promise<CheckReport> {
  return checkInput(readInput(question.files), question.pins ?? {}, parts)
}

/** The same for files that were read elsewhere. */
export async function checkInput(
  given: ReadInput,
  pins: Readonly<Record<string, string>>,
  { tables: asked, imports, packagesMax, npmAsked, memory, onSeen, signal }: CheckParts,
): Promise<CheckReport> {
  const input = { ...given, manifests: withCatalogs(given.manifests) }
  const registries = otherRegistries(input.manifests, npmAsked)
  const tables = withoutScopesElsewhere(asked, registries)
  const recall = recallBy(memory)
  const plan = await planCheck(input, pins, imports, { packagesMax, memory, signal })
  const opened = await openPackages(plan, { tables, imports })
  const named = await withTypesOnly(plan, opened, tables)
  const by = { recall, signal }
  const followed = await withOthers(named.plan, named.outcomes, tables, by)
  const typed = await withPinnedTypes(followed, tables, by)
  const all = await withStubs(typed, { tables, imports }, by)
  if (recall !== null) for (const outcome of all.outcomes.values()) outcomeText(outcome)
  onSeen?.(all)
  const searched = rememberedNear(imports)
  return settleAll(input, all.plan, all.outcomes, {
    imports: searched,
    others: all.others,
    registries,
    ...by,
  })
}

/** Of what a manifest names and the registry has not, where somebody names another index. */
const elsewhereToo = (who: string): PackageOutcome => ({
  state: 'undetermined',
  reason: `the registry does not have it, and ${who} names another index`,
})

/** Who names another index of an ecosystem, or null. */
function namerOf(
  { manifests, elsewhereToo: told }: ReadInput,
  ecosystem: Ecosystem,
  { namer }: OtherRegistries,
): string | null {
  if (ecosystem === 'npm' && namer !== null) return namer
  const isNamed = manifests.some(
    ({ isElsewhereToo, path }) =>
      isElsewhereToo === true && isOfNpm(path) === (ecosystem === 'npm'),
  )
  return isNamed ? 'a manifest' : (told?.[ecosystem] ?? null)
}
const OF_OTHERS: PackageOutcome = {
  state: 'undetermined',
  reason: 'a manifest takes it from another registry, which is not asked',
}
const NOT_OPENED: PackageOutcome = { state: 'undetermined', reason: 'it was not looked up' }

async function settleAll(
  input: ReadInput,
  plan: Plan,
  outcomes: ReadonlyMap<NeededPackage, PackageOutcome>,
  parts: Readonly<{
    imports: ImportIndex
    others: Others
    recall: Recall
    registries: OtherRegistries
    signal: AbortSignal | undefined
  }>,
): Promise<CheckReport> {
  const { imports, recall, signal } = parts
  // Stubs prove nothing, and the classes in them are those of some release.
  const ofStubs = new Set(parts.others.stubs.values())
  const tables = [...outcomes.values()].flatMap((one) =>
    one.state === 'opened' && !ofStubs.has(one) ? [one.table] : [],
  )
  const around = aroundOf(input, plan, {
    ...parts,
    searchesMax: SEARCHES_MAX,
    tables,
    facts: recall?.facts ?? null,
  })
  const ofNpm = new Set(
    input.manifests.flatMap(({ requirements }) =>
      requirements.flatMap(({ ecosystem, name }) => (ecosystem === 'npm' ? [name] : [])),
    ),
  )
  const ofOthers = new Set(
    input.manifests.flatMap(({ requirements }) =>
      requirements.flatMap(({ ecosystem, name, isElsewhere }) =>
        isElsewhere === true ? [`${ecosystem} ${name}`] : [],
      ),
    ),
  )
  const namers = {
    pypi: namerOf(input, 'pypi', parts.registries),
    npm: namerOf(input, 'npm', parts.registries),
  }
  const outcomeOf = (one: NeededPackage) => {
    const outcome = outcomes.get(one) ?? NOT_OPENED
    const isMissing = /^(?:package|version)_not_found$/.test(outcome.state)
    const { ecosystem, name } = one.key
    if (isMissing && ofOthers.has(`${ecosystem} ${name}`)) return OF_OTHERS
    const namer = namers[ecosystem]
    const isDeclared = (ecosystem === 'pypi' ? plan.declared : ofNpm).has(name)
    return namer !== null && isMissing && isDeclared ? elsewhereToo(namer) : outcome
  }
  const tally = await settleFiles(input, plan, { around, outcomeOf, ...parts })
  const required: Finding[] = []
  const imported = importedTops(plan)
  const pinned = new Set(
    plan.requirements.filter((one) => !isBare(one.requirement)).map(({ needed }) => needed),
  )
  const settleLine = (planned: PlannedRequirement) => {
    const known = { imports, imported, pinned }
    const finding = requirementFinding(planned, outcomeOf(planned.needed), known)
    if (finding !== null) required.push(finding)
  }
  await inTurns(plan.requirements, settleLine, signal)
  return finishInTurns(reportOf(input, plan, { outcomes, outcomeOf, required }, tally), signal)
}

function* reportOf(
  input: ReadInput,
  plan: Plan,
  known: Readonly<{
    outcomes: ReadonlyMap<NeededPackage, PackageOutcome>
    outcomeOf: (one: NeededPackage) => PackageOutcome
    required: readonly Finding[]
  }>,
  { uses, calls, imported, undetermined, ...tally }: Tally,
): Generator<undefined, CheckReport, undefined> {
  const { outcomes, outcomeOf, required } = known
  const isSaid = saidOfRequirements(required)
  const findings = [
    ...required,
    ...withReleasesOnce(tally.findings.filter((finding) => !isSaid(finding))),
    ...withdrawnPins(plan, outcomes),
    ...registryNotices(plan, outcomes),
    ...fileFindings(input),
  ]
  const { own, passed, unfitted } = tally.counts
  const placed = plan.files.reduce((sum, one) => sum + one.count + one.unresolvable.length, 0)
  const references = placed - passed + own
  const counts = {
    files: input.paths.length,
    unread: unreadFiles(input),
    references,
    determined: references - undetermined.length,
    undetermined: undetermined.length,
    callsUnjudged: unfitted,
    requirements: plan.requirements.length,
    requirementsUndetermined: plan.requirements.filter(
      ({ needed }) => outcomeOf(needed).state === 'undetermined',
    ).length,
  }
  return {
    verdict: verdictOf(findings, counts),
    findings: yield* distinctFindings(findings),
    packages: plan.needed.map((one) =>
      packageRow(one, outcomeOf(one), uses.get(neededText(one)) ?? 0),
    ),
    undetermined,
    counts,
    calls,
    imports: { ...imported, findings: yield* distinctFindings(imported.findings) },
    isPassing: [...outcomes.values()].some(isPassing),
  }
}

function packageRow(
  { key, wanted }: NeededPackage,
  outcome: PackageOutcome,
  references: number,
): CheckedPackage {
  return {
    ecosystem: key.ecosystem,
    name: key.name,
    wanted,
    state: outcome.state,
    reason: outcome.state === 'undetermined' ? outcome.reason : null,
    evidence: outcome.state === 'opened' ? outcome.evidence : null,
    references,
    ...(outcome.state === 'undetermined' && outcome.isElsewhere && { isElsewhere: true }),
  }
}
