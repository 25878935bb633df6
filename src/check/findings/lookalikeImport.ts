// Imports of packages whose names are likely meant to be other ones.

import { parsePackageName } from '../../domain/names/packageName.ts'
import type { ImportIndex } from '../../ports/importIndex.ts'
import { isModuleImport } from '../../references/kindOf.ts'
import type { Confusable } from '../plan/packageTables.ts'
import type { PlannedReference } from '../plan/plan.ts'
import { typesPackageOf } from '../plan/versions.ts'
import type { Finding, Suggestion } from '../report/finding.ts'
import { confusable } from './messages.ts'
import { found, type Outcome, subjectOf } from './render.ts'

/**
 * An import of what nobody declared, and whose name is likely that of another package. Null where
 * there is nothing to say.
 */
export function lookalikeImport(
  planned: PlannedReference,
  suspicion: Confusable | null,
  evidence: Finding['evidence'],
  imports: ImportIndex,
): Outcome | null {
  const { reference, needed, isSure, isDeclared } = planned
  const { ecosystem, name } = needed.key
  if (suspicion === null || isDeclared || !isModuleImport(reference)) return null
  if (reference.softBecause !== null) return null
  const { reason, meant } = suspicion
  // An import of a package that only has types is written without what goes before its name.
  if (ecosystem === 'npm' && meant === typesPackageOf(name)) return null
  if (ecosystem === 'pypi' && (isSure || !isCalled(reference.module, name))) return null
  return found(subjectOf(planned), {
    code: 'package_confusable',
    message: confusable(name, reason, meant),
    suggestion: meant === null ? null : suggestedImport(planned, meant, imports),
    evidence,
  })
}

/** What to import instead; of a distribution of Python the import may be called otherwise. */
export function suggestedImport(
  { reference, needed }: PlannedReference,
  meant: string,
  imports: ImportIndex,
): Suggestion {
  const { ecosystem, name } = needed.key
  if (ecosystem === 'npm') return { meant: [meant], replace: { from: name, to: meant } }
  const to = imports.importOf(meant)
  if (to === null) return { meant: [meant], replace: null }
  const [from = ''] = reference.module.split('.')
  return { meant: [to], replace: { from, to } }
}

/** Whether the distribution is called as the import is. */
function isCalled(module: string, name: string): boolean {
  const [top = ''] = module.split('.')
  return parsePackageName('pypi', top) === name
}
