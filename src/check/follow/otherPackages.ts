// Packages of npm that the types of others name: looked up as far as the code's own values lead there.

import { keptOnce } from '../../domain/maps.ts'
import { parsePackageName } from '../../domain/names/packageName.ts'
import { mayLeadOn } from '../../references/kindOf.ts'
import { finishInTurns } from '../../turns.ts'
import { type Recall, recalled } from '../plan/memory/checkMemory.ts'
import type { Facts } from '../plan/memory/facts.ts'
import { answerBy, neededText, outcomeText } from '../plan/memory/identity.ts'
import {
  isPassing,
  type OpenedPackage,
  type PackageOutcome,
  type PackageTables,
  type Wanted,
} from '../plan/packageTables.ts'
import type { NeededPackage, PlacedFile, Plan, PlannedReference } from '../plan/plan.ts'
import { declaredBy, typesPackageOf } from '../plan/versions.ts'
import { broughtAlong } from './heldTypes.ts'
import { judge } from './judgeReference.ts'
import { newLookup } from './members.ts'
import { makesByName, type Services, servicesFor } from './services.ts'
import { startOf } from './start.ts'
import type { OtherPackages, PackageView, Stub } from './tableNode.ts'

/**
 * Packages that are looked up besides those that the code names: so many at least, and of a large
 * repository half as many as the code names.
 */
const OTHERS_MIN = 16
const OTHERS_SHARE = 0.5
/** A type of another package may name a third, and that one of the manifest's a fourth. */
const ROUNDS_MAX = 8
/** Types that are looked at for one reference. */
const STEPS_MAX = 3_000

type Outcomes = ReadonlyMap<NeededPackage, PackageOutcome>
type Known = Readonly<{ needed: NeededPackage; outcome: PackageOutcome }>
type PinnedTypes = Readonly<{ types: NeededPackage; outcome: PackageOutcome }>
/** What is planned, what was opened for it, and what that leads to. */
export type Opened = Readonly<{ plan: Plan; outcomes: Outcomes; others: Others }>

/** What a check sees of other packages, and what it asked for in vain. */
export class Others {
  readonly #known = new Map<string, Known>()
  readonly wanted = new Set<string>()
  readonly stubs = new Map<NeededPackage, PackageOutcome>()
  /** The types that the code is held to, of packages whose table was made with other ones. */
  readonly pinnedTypes = new Map<NeededPackage, PinnedTypes>()
  /** Packages that a table was made with at another release than the code is held to. */
  readonly madeApart = new Map<NeededPackage, ReadonlySet<string>>()
  readonly #services: Services
  readonly #facts: Facts | null

  /** `facts`: who is told what is asked of this. */
  constructor(services: Services, facts: Facts | null = null) {
    this.#services = services
    this.#facts = facts
    facts?.answerBy(answersOf(this, services))
  }

  /** A package as the code names it, with what its types may name. */
  view(needed: NeededPackage, { table, gap, evidence }: OpenedPackage): PackageView {
    const { ecosystem, name } = needed.key
    const of = { ecosystem, packageName: name }
    const own = { table, of, lookup: newLookup(), ...(gap !== undefined && { gap }) }
    if (ecosystem !== 'npm') {
      const stub = this.stubOf(needed)
      if (makesByName(name)) this.#facts?.ask('services', '')
      return {
        ...own,
        ...(makesByName(name) && { services: this.#services }),
        ...(stub !== null && { stub }),
      }
    }
    const from = { isLatest: !isStated(needed), major: majorOf(evidence.version) }
    return { ...own, others: this.#of(from, { left: STEPS_MAX }) }
  }

  /** Types of others for a package of Python. */
  stubOf(needed: NeededPackage): Stub | null {
    const outcome = this.stubs.get(needed)
    this.#facts?.hear('stub', neededText(needed), outcomeText(outcome))
    if (outcome?.state !== 'opened') return null
    const { table, gap } = outcome
    const of = { ecosystem: 'pypi', packageName: needed.key.name } as const
    const lacking = gap === undefined ? {} : { gap }
    return { view: { table, of, lookup: newLookup(), ...lacking }, isUsed: false }
  }

  add(name: string, known: Known): void {
    this.#known.set(name, known)
  }

  has(name: string): boolean {
    return this.#known.has(name)
  }

  /** The types that the code is held to, of a package whose table was made with other ones. */
  pinnedTypesOf(needed: NeededPackage): PinnedTypes | undefined {
    const pinned = this.pinnedTypes.get(needed)
    this.#facts?.hear('pinned types', neededText(needed), pinnedText(pinned))
    return pinned
  }

  /** Packages that a table was made with at another release than the code is held to. */
  madeApartOf(needed: NeededPackage): ReadonlySet<string> | undefined {
    const apart = this.madeApart.get(needed)
    this.#facts?.hear('made apart', neededText(needed), apartText(apart))
    return apart
  }

  otherText(name: string): string {
    return knownText(this.#known.get(name))
  }

  #of({ isLatest, major }: LedFrom, steps: { left: number }): OtherPackages {
    return {
      takeStep: () => {
        steps.left -= 1
        return steps.left > 0
      },
      find: (name, from) => {
        if (name === from.of.packageName || typesPackageOf(name) === from.of.packageName)
          return from
        const known = this.#known.get(name)
        this.#facts?.hear('other', name, knownText(known))
        if (known === undefined) this.wanted.add(name)
        if (known?.outcome.state !== 'opened') return null
        const { table, evidence, gap } = known.outcome
        const of = { ecosystem: 'npm', packageName: known.needed.key.name } as const
        // A release that nobody names need not be the one that goes with an older package.
        const isSure = isStated(known.needed) || isLatest || isTypesOf(known, major)
        const others = this.#of({ isLatest: isLatest && !isStated(known.needed), major }, steps)
        const lacking = gap === undefined ? {} : { gap }
        const { lookup } = from
        const guessed = isSure ? {} : { isGuessed: true }
        return { table, of, lookup, evidence, others, ...lacking, ...guessed }
      },
    }
  }
}

const knownText = (known: Known | undefined) =>
  known === undefined ? '' : `${neededText(known.needed)} ${outcomeText(known.outcome)}`

const pinnedText = (pinned: PinnedTypes | undefined) =>
  pinned === undefined ? '' : `${neededText(pinned.types)} ${outcomeText(pinned.outcome)}`

const apartText = (apart: ReadonlySet<string> | undefined) => [...(apart ?? [])].join(' ')

/** What is asked of other packages, by the texts of those that the code needs. */
function answersOf(others: Others, services: Services) {
  const of = <T>(all: ReadonlyMap<NeededPackage, T>, text: string): T | undefined => {
    for (const [needed, value] of all) if (neededText(needed) === text) return value
    return undefined
  }
  const made = [...services].map(([name, { evidence }]) => [name, evidence])
  const servicesText = JSON.stringify(made)
  return {
    other: (name: string) => others.otherText(name),
    stub: (text: string) => outcomeText(of(others.stubs, text)),
    'pinned types': (text: string) => pinnedText(of(others.pinnedTypes, text)),
    'made apart': (text: string) => apartText(of(others.madeApart, text)),
    services: () => servicesText,
  }
}

/** `isLatest`: neither it nor what led to it is held to a release. `major`: that of what the code names. */
type LedFrom = Readonly<{ isLatest: boolean; major: string }>

function majorOf(version: string): string {
  return version.split('.', 1)[0] ?? ''
}

/** Types that others write follow the releases of what they describe: nothing goes within a major one. */
function isTypesOf({ needed, outcome }: Known, major: string): boolean {
  if (outcome.state !== 'opened' || !needed.key.name.startsWith('@types/')) return false
  return major !== '0' && majorOf(outcome.evidence.version) === major
}

function isStated({ wanted }: NeededPackage): boolean {
  return wanted.pin !== null || wanted.range !== null
}

function isSame({ key, wanted }: NeededPackage, name: string, { pin, range }: Wanted): boolean {
  return (
    key.ecosystem === 'npm' && key.name === name && wanted.pin === pin && wanted.range === range
  )
}

/** Whether the code is held to this release, or to none. */
function isCounted({ key, wanted }: NeededPackage, plan: Plan): boolean {
  const counted = plan.versionOf(key.name)
  return counted === null || (counted.pin === wanted.pin && counted.range === wanted.range)
}

/** The plan with the packages that types of others lead to, and the outcomes of all. */
export async function withOthers(
  plan: Plan,
  outcomes: Outcomes,
  tables: PackageTables,
  { recall, signal }: Readonly<{ recall: Recall; signal?: AbortSignal | undefined }>,
): Promise<Opened> {
  const others = new Others(await servicesFor(plan, outcomes, tables), recall?.facts)
  const all = new Map(outcomes)
  const lines = new Set(plan.requirements.map(({ needed }) => needed))
  /** Packages of npm that only a manifest names: read when types lead to them. */
  const listed = new Set<string>()
  for (const [needed, outcome] of outcomes) {
    const { ecosystem, name } = needed.key
    if (outcome.state === 'there') listed.add(name)
    // What only a line of a manifest names does not count for the code.
    if (ecosystem !== 'npm' || (lines.has(needed) && !isCounted(needed, plan))) continue
    if (outcome.state !== 'there') others.add(name, { needed, outcome })
  }
  const knownBy = (one: NeededPackage) => outcomeText(all.get(one))
  recall?.facts.answerBy({ package: answerBy(all.keys(), knownBy) })
  /** Asked for when types first lead to another package. */
  const brought = keptOnce(() => broughtAlong({ plan, outcomes }, tables))
  let open = plan.files
    .filter(({ examples }) => examples.references.some(leadsOn))
    .map((file): Leading => ({ file, stage: '', all: () => file.all().references.filter(leadsOn) }))
  const othersMax = Math.max(OTHERS_MIN, Math.floor(OTHERS_SHARE * outcomes.size))
  let added = 0
  for (let round = 0; round < ROUNDS_MAX && open.length > 0; round += 1) {
    const wanted = new Map<string, number>()
    const leading: Leading[] = []
    for (const one of open) {
      const { file, stage } = one
      const look = () => leadingIn(one.all(), all, others, recall?.facts)
      const of = `others ${round}${stage}`
      const found = await finishInTurns(recalled(recall, file, of, look), signal)
      for (const [name, count] of found.wanted) wanted.set(name, (wanted.get(name) ?? 0) + count)
      if (found.leading.size === 0) continue
      leading.push({
        file,
        stage: `${stage} ${[...found.leading].join()}`,
        all: () => one.all().filter((_, index) => found.leading.has(index)),
      })
    }
    open = leading
    const isListed = (name: string) => listed.has(name) || listed.has(typesPackageOf(name))
    // Those that most of the code leads to come first.
    const asked = [...wanted].sort(([, one], [, other]) => other - one).map(([name]) => name)
    const unlisted = asked.filter((name) => !isListed(name)).slice(0, othersMax - added)
    const names = [...asked.filter(isListed), ...unlisted]
    if (names.length === 0) break
    added += unlisted.length
    const found = await Promise.all(names.map((name) => typed(name, plan, { tables, brought })))
    for (const [index, name] of names.entries()) {
      const known = found[index] ?? null
      if (known === null) continue
      others.add(name, known)
      all.set(known.needed, known.outcome)
    }
  }
  const more = [...all.keys()].filter((one) => !plan.needed.includes(one))
  return { plan: { ...plan, needed: [...plan.needed, ...more] }, outcomes: all, others }
}

/** What of a file is followed; the stage tells it from all else of the file that may be. */
type Leading = Readonly<{
  file: PlacedFile
  stage: string
  all: () => readonly PlannedReference[]
}>

/** Only values of packages of npm lead to others. */
function leadsOn({ needed, reference }: PlannedReference): boolean {
  return needed.key.ecosystem === 'npm' && mayLeadOn(reference)
}

/** References that lead to packages that are not there yet, by their place, and those packages. */
function* leadingIn(
  references: readonly PlannedReference[],
  outcomes: Outcomes,
  others: Others,
  facts: Facts | undefined,
) {
  const wanted = new Map<string, number>()
  const leading = new Set<number>()
  for (const [index, one] of references.entries()) {
    facts?.hear('package', neededText(one.needed), outcomeText(outcomes.get(one.needed)))
    const names = wantedBy(one, outcomes, others)
    for (const name of names) wanted.set(name, (wanted.get(name) ?? 0) + 1)
    if (names.length > 0) leading.add(index)
    yield
  }
  return { wanted, leading }
}

/** The packages that a reference leads to and that are not there yet. */
export function wantedBy(
  { needed, reference }: PlannedReference,
  outcomes: Outcomes,
  others: Others,
): readonly string[] {
  const outcome = outcomes.get(needed)
  if (outcome?.state !== 'opened') return []
  const view = others.view(needed, outcome)
  const start = startOf(view, reference.module)
  if (start.state !== 'at') return []
  others.wanted.clear()
  judge(view, start.node, reference, true)
  return [...others.wanted].filter((name) => !others.has(name))
}

/** The package where it declares itself, else the one that declares it; the other way round for those. */
async function typed(
  written: string,
  { versionOf, needed: known }: Pick<Plan, 'versionOf' | 'needed'>,
  {
    tables,
    brought,
  }: Readonly<{
    tables: PackageTables
    brought: () => Promise<ReadonlyMap<string, string | null>>
  }>,
): Promise<Known | null> {
  const first = await lookUp(written)
  if (first !== null && isDeclared(first.outcome)) return first
  // Whether it declares itself is not known, and who else does is of no account until then.
  if (first !== null && isPassing(first.outcome)) return first
  const isOfTypes = written.startsWith('@types/')
  const second = await lookUp(isOfTypes ? declaredBy(written) : typesPackageOf(written))
  return second?.outcome.state === 'opened' ? second : first

  async function lookUp(text: string): Promise<Known | null> {
    const name = parsePackageName('npm', text)
    const counted = name === null ? null : versionOf(name)
    if (name === null || counted === null) return null
    const isFree = counted.pin === null && counted.range === null
    const pin = isFree ? ((await brought()).get(name) ?? null) : counted.pin
    const wanted = { ...counted, pin }
    const needed = known.find((one) => isSame(one, name, wanted)) ?? {
      key: { ecosystem: 'npm' as const, name },
      wanted,
    }
    const outcome = await tables(needed.key, needed.wanted)
    return { needed, outcome }
  }
}

function isDeclared(outcome: PackageOutcome): boolean {
  if (outcome.state !== 'opened') return false
  const whole = outcome.table.findModule('.')
  return whole >= 0 && outcome.table.module(whole).origin !== 'js'
}
