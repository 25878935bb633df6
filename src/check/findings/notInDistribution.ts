// Imports that the distribution of their name does not have.

import type { ImportIndex } from '../../ports/importIndex.ts'
import { isModuleImport } from '../../references/kindOf.ts'
import type { PackageView } from '../follow/tableNode.ts'
import type { OpenedPackage } from '../plan/packageTables.ts'
import type { PlannedReference } from '../plan/plan.ts'
import { importedAs, lostModule, notProvided } from './messages.ts'
import { found, type Outcome, subjectOf } from './render.ts'

const ROOTS_SHOWN = 3

/** The distribution has no such module: it is imported under another name, or another one has it. */
export function notInDistribution(
  planned: PlannedReference,
  view: PackageView,
  opened: OpenedPackage,
  imports: ImportIndex,
): Outcome {
  const { reference, needed, others } = planned
  const { name } = needed.key
  const roots = [...view.table.modules()]
    .filter(({ name: module, isPublic }) => isPublic && !module.includes('.'))
    .map(({ name: module }) => module)
  const [root] = roots
  const nothing: Outcome = { state: 'undetermined', reason: `${name} does not list it` }
  if (!isModuleImport(reference) || reference.softBecause !== null || root === undefined) {
    return nothing
  }
  // A folder of it may be on the path of its own (`pywin32.pth`).
  const [top = ''] = reference.module.split('.')
  const isBelow = [...view.table.modules()].some(({ name: module }) => module.endsWith(`.${top}`))
  if (isBelow) return nothing
  const evidence = opened.evidence
  const former = imports.formerly?.(top)
  if (former?.distribution === name) {
    const message = lostModule(top, former, evidence.version)
    // Without a manifest that names it, what is installed may be older.
    if (!planned.isSure) return { state: 'undetermined', reason: message }
    return found(subjectOf(planned), {
      code: 'import_not_provided',
      message,
      suggestion: null,
      evidence,
    })
  }
  if (others.length > 0) {
    const right = others.slice(0, ROOTS_SHOWN)
    const message = notProvided(reference.module, name, right)
    const suggestion = { meant: right, replace: null }
    return found(subjectOf(planned), { code: 'import_not_provided', message, suggestion, evidence })
  }
  // `google.colab`: what stands below the name may be of a distribution of its own.
  if (reference.module.includes('.')) return nothing
  // Only of what many use is it sure that nobody else calls a module so.
  const isPopular = imports.find('pypi', root).providers.some((one) => one.name === name)
  if (!isPopular) return nothing
  const message = importedAs(top, name, roots.slice(0, ROOTS_SHOWN))
  const suggestion = { meant: roots.slice(0, ROOTS_SHOWN), replace: { from: top, to: root } }
  return found(subjectOf(planned), { code: 'import_not_provided', message, suggestion, evidence })
}
