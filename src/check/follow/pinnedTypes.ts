// Types that others wrote for a package of npm (`@types/x`): its table was made with one release of them,
// and the code may be held to another. What is wrong by the one must be wrong by the other as well. Of
// other packages that a table was made with (`electron` of `@electron/remote`) it is not known then.

import { isTypedSource } from '../../references/languageOf.ts'
import { finishInTurns } from '../../turns.ts'
import { packagesOf, type Recall, recalled } from '../plan/memory/checkMemory.ts'
import type { Facts } from '../plan/memory/facts.ts'
import { answerBy, neededText, outcomeText } from '../plan/memory/identity.ts'
import type { OpenedPackage, PackageOutcome, PackageTables } from '../plan/packageTables.ts'
import type { NeededPackage, Plan, PlannedReference } from '../plan/plan.ts'
import { isCounted, pinnedTypes } from './heldTypes.ts'
import { judgeFrom } from './judgeReference.ts'
import type { Opened, Others } from './otherPackages.ts'
import { startOf } from './start.ts'
import { type NodeOf, type PackageView, type TableNode, viewOf } from './tableNode.ts'

/** Reads the types that the code is held to, of packages of which something is wrong by other ones. */
export async function withPinnedTypes(
  { plan, outcomes, others }: Opened,
  tables: PackageTables,
  { recall, signal }: Readonly<{ recall: Recall; signal?: AbortSignal | undefined }>,
): Promise<Opened> {
  const pinned = pinnedTypes({ plan, outcomes })
  for (const [needed, outcome] of outcomes) {
    const apart = outcome.state === 'opened' ? madeWithOthers(outcome, plan) : []
    if (apart.length > 0) others.madeApart.set(needed, new Set(apart))
  }
  const wanted = new Map<NeededPackage, NeededPackage>()
  recall?.facts.answerBy({
    package: answerBy(outcomes.keys(), (one) => outcomeText(outcomes.get(one))),
  })
  for (const file of pinned.size === 0 ? [] : plan.files) {
    for (const needed of packagesOf(file.examples.references)) {
      const types = pinned.get(needed)
      if (types === undefined || wanted.has(needed)) continue
      const some = () => file.all().references.filter((one) => one.needed === needed)
      const look = () => isAnyWrong(needed, some(), { outcomes, others, facts: recall?.facts })
      const isWrong = recalled(recall, file, `types ${neededText(needed)}`, look)
      if (await finishInTurns(isWrong, signal)) wanted.set(needed, types)
    }
  }
  const all = new Map(outcomes)
  await Promise.all(
    [...wanted].map(async ([needed, types]) => {
      const known = all.get(types)
      const isRead = known !== undefined && known.state !== 'there'
      const outcome = isRead ? known : await tables(types.key, types.wanted)
      all.set(types, outcome)
      others.pinnedTypes.set(needed, { types, outcome })
    }),
  )
  const more = [...all.keys()].filter((one) => !plan.needed.includes(one))
  return { plan: { ...plan, needed: [...plan.needed, ...more] }, outcomes: all, others }
}

function* isAnyWrong(
  needed: NeededPackage,
  references: readonly PlannedReference[],
  { outcomes, others, facts }: Pick<Opened, 'outcomes' | 'others'> & { facts: Facts | undefined },
) {
  const outcome = outcomes.get(needed)
  facts?.hear('package', neededText(needed), outcomeText(outcome))
  for (const one of references) {
    if (isWrongIn(one, outcome, others)) return true
    yield
  }
  return false
}

/** Why what is wrong by the types that a table was made with may be right by those that count; else null. */
export function pinnedTypesDoubt(
  planned: PlannedReference,
  { view, node, others }: Readonly<{ view: PackageView; node: TableNode; others: Others }>,
): string | null {
  const apart = others.madeApartOf(planned.needed)
  if (node.kind === 'definition' && apart?.has(declaredIn(view, node)) === true) {
    return 'the code is held to another release of what declares it'
  }
  const pinned = others.pinnedTypesOf(planned.needed)
  if (pinned === undefined) return null
  const { types, outcome } = pinned
  if (outcome.state !== 'opened') return 'the types that the code is held to were not read'
  const isWrong = isWrongIn({ ...planned, needed: types }, outcome, others)
  return isWrong ? null : 'the types that the code is held to do not say so'
}

function declaredIn(asked: PackageView, node: NodeOf<'definition'>): string {
  const { module } = viewOf(asked, node).table.definition(node.definition)
  return packageOf(module)
}

/** `electron/main` is of `electron`. */
function packageOf(module: string): string {
  const parts = module.split('/')
  return parts.slice(0, module.startsWith('@') ? 2 : 1).join('/')
}

/** Packages that a table was made with at another release than the code is held to; `@types/…` aside. */
function madeWithOthers({ followed = [] }: OpenedPackage, plan: Plan): readonly string[] {
  return followed.flatMap(({ name, version }) => {
    if (name.startsWith('@types/')) return []
    return isCounted(plan.versionOf(name), version) ? [] : [name]
  })
}

function isWrongIn(
  { needed, reference, source }: PlannedReference,
  outcome: PackageOutcome | undefined,
  others: Others,
): boolean {
  if (outcome?.state !== 'opened') return false
  const view = others.view(needed, outcome)
  const isTyped = isTypedSource(source)
  const { state } = judgeFrom(view, startOf(view, reference.module), reference, isTyped)
  return state === 'missing' || state === 'misfit'
}
