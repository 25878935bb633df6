// An import of what the registry has not: what is said, and what was probably meant.

import type { Ecosystem, PackageName } from '../../domain/names/packageName.ts'
import type { ImportIndex, NearImport } from '../../ports/importIndex.ts'
import { isModuleImport } from '../../references/kindOf.ts'
import type { PackageOutcome } from '../plan/packageTables.ts'
import type { PlannedReference } from '../plan/plan.ts'
import { laterModule } from '../plan/python2.ts'
import type { Suggestion } from '../report/finding.ts'
import { importToInstall, notProvided, packageNotFound } from './messages.ts'
import { found, type Outcome, subjectOf } from './render.ts'

type NotFound = Extract<PackageOutcome, { state: 'package_not_found' }>

/** The registry that was asked. */
export function registryName(ecosystem: Ecosystem, { origin }: NotFound): string {
  const name = ecosystem === 'pypi' ? 'PyPI' : 'npm'
  return origin === undefined ? name : `the ${name} registry at ${origin}`
}

const MEANT_SHOWN = 3

export function noPackage(
  planned: PlannedReference,
  outcome: NotFound,
  imports: ImportIndex,
): Outcome {
  const { near } = outcome
  const { reference, needed, others } = planned
  if (reference.softBecause !== null) {
    return { state: 'undetermined', reason: reference.softBecause }
  }
  // Said once, where it is imported.
  if (!isModuleImport(reference)) return { state: 'undetermined', reason: 'no such package' }
  const { ecosystem, name } = needed.key
  if (others.length > 0) {
    const right = others.slice(0, MEANT_SHOWN)
    const message = notProvided(reference.module, name, right)
    const suggestion = { meant: right, replace: null }
    return found(subjectOf(planned), { code: 'import_not_provided', message, suggestion })
  }
  const { shown, suggestion } =
    ecosystem === 'pypi'
      ? meantInPython(reference.module, near, imports)
      : meantOnNpm(reference.module, name, near)
  const message = packageNotFound(name, registryName(ecosystem, outcome), shown)
  return found(subjectOf(planned), { code: 'package_not_found', message, suggestion })
}

type Meant = Readonly<{
  /** As the sentence has them. */
  shown: readonly string[]
  suggestion: Suggestion | null
}>

function meantOnNpm(module: string, name: string, near: readonly string[]): Meant {
  const meant = near.slice(0, MEANT_SHOWN)
  const [to] = meant
  // Only where the name of the package is what the code has written.
  const isWritten = module === name || module.startsWith(`${name}/`)
  const replace = isWritten && to !== undefined ? { from: name, to } : null
  return { shown: meant, suggestion: to === undefined ? null : { meant, replace } }
}

/** What stands in the code is an import, so imports are offered; what it is called in the registry is said. */
function meantInPython(module: string, near: readonly string[], imports: ImportIndex): Meant {
  const [top = ''] = module.split('.')
  const later = laterModule(top)
  // What the code takes of it may be called otherwise there.
  if (later !== null) return { shown: [later], suggestion: { meant: [later], replace: null } }
  const byName = new Map<string, NearImport | null>()
  for (const one of imports.near(top)) byName.set(one.name, one)
  for (const distribution of near) {
    const name = imports.importOf(distribution)
    // How it is imported is not known: it is told, and nothing can be put into the code.
    if (name === null) byName.set(distribution, byName.get(distribution) ?? null)
    // The names that are near are those of the list of packages, in normal form.
    else if (!byName.has(name))
      byName.set(name, { name, distribution: distribution as PackageName })
  }
  const first = [...byName].slice(0, MEANT_SHOWN)
  const [[to, known] = [undefined, null]] = first
  const shown = first.map(([name, one]) => (one === null ? name : importToInstall(one)))
  if (to === undefined) return { shown, suggestion: null }
  const replace = known === null ? null : { from: top, to }
  return { shown, suggestion: { meant: first.map(([name]) => name), replace } }
}
