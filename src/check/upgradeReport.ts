// What of the difference between two releases concerns the given code: each change with the places
// that use what changed, and whether what stands there still holds.

import type { TableDiff } from '../diff/diffTables.ts'
import type { PackageKey } from '../domain/packageName.ts'
import { writePath } from '../domain/symbolPath.ts'
import type { ImportIndex } from '../ports/importIndex.ts'
import { suggestions } from './closest.ts'
import { extendedPackages } from './extended.ts'
import type { Finding } from './finding.ts'
import type { OpenedPackage } from './packageTables.ts'
import { type PlannedReference, planCheck } from './plan.ts'
import type { ReadInput } from './readInput.ts'
import { type Around, settle } from './referenceFindings.ts'
import type { Outcome } from './render.ts'
import { shownName } from './shownName.ts'
import { subclasses } from './subclasses.ts'
import { type UsedChange, usedChanges } from './usedChanges.ts'
import { type UsedSymbols, usedSymbols } from './usedSymbols.ts'

export type UpgradeReport = Readonly<{
  /** Safe: nothing of what could be told is affected. Undetermined: nothing could be told. */
  verdict: 'safe' | 'affected' | 'undetermined'
  /** By symbol. */
  changes: readonly UsedChange[]
  /** What is wrong in the newer release and was not in the older, by place. */
  findings: readonly Finding[]
  undetermined: readonly Readonly<{
    path: string
    line: number
    column: number
    name: string
    reason: string
  }>[]
  counts: Readonly<{
    files: number
    unread: number
    references: number
    determined: number
    undetermined: number
    symbols: number
  }>
}>

export type UpgradeParts = Readonly<{
  key: PackageKey
  from: OpenedPackage
  to: OpenedPackage
  diff: TableDiff
  imports: ImportIndex
}>

/** A reference, what it stands for in the older release, and what both releases say to it. */
export type Use = Readonly<{
  planned: PlannedReference
  used: UsedSymbols
  before: Outcome
  after: Outcome
}>

/** Different names that are searched for; each takes milliseconds. */
const SEARCHES_MAX = 100

export function upgradeReport(input: ReadInput, parts: UpgradeParts): UpgradeReport {
  const { key, from, to, diff } = parts
  const uses = usesOf(input, parts)
  const changes = usedChanges(uses, diff)
  const findings = uses.flatMap(newFinding)
  const undetermined = uses.flatMap((use) => {
    const reason = doubtOf(use)
    if (reason === null) return []
    const { source, reference } = use.planned
    const { line, column, name } = reference
    return [{ path: source.path, line, column, name: shownName(name), reason }]
  })
  const determined = uses.length - undetermined.length
  const isAffected =
    changes.some(({ affects }) => affects) || findings.some(({ severity }) => severity === 'error')
  const symbols = uses.flatMap(({ used }) =>
    used.state === 'found' ? used.symbols.slice(0, 1) : [],
  )
  return {
    verdict: isAffected ? 'affected' : determined > 0 ? 'safe' : 'undetermined',
    changes,
    findings,
    undetermined,
    counts: {
      files: input.paths.length,
      unread: input.sources.filter(({ report }) => report.problem !== null).length,
      references: uses.length,
      determined,
      undetermined: undetermined.length,
      symbols: new Set(symbols).size,
    },
  }

  function usesOf(given: ReadInput, { imports }: UpgradeParts): readonly Use[] {
    const pins = { [`${key.ecosystem}:${key.name}`]: from.evidence.version }
    const known = providing(imports, parts)
    const plan = planCheck(given, pins, known)
    const around: Around = {
      imports: known,
      suggest: suggestions(SEARCHES_MAX),
      added: new Set(given.sources.flatMap(({ report }) => [...report.added])),
      extended: extendedPackages(plan.references),
      subclasses: subclasses(),
    }
    const view = { table: from.table, of: { ecosystem: key.ecosystem, packageName: key.name } }
    const write = (path: readonly string[]) => writePath(key.ecosystem, key.name, path)
    return plan.references
      .filter(
        ({ needed }) => needed.key.ecosystem === key.ecosystem && needed.key.name === key.name,
      )
      .map((planned) => ({
        planned,
        used: usedSymbols(view, planned.reference, write),
        before: settle(planned, from, around),
        after: settle(planned, to, around),
      }))
  }
}

/** What its own table has, the package provides, even when no list of popular ones knows it. */
function providing(imports: ImportIndex, { key, from }: UpgradeParts): ImportIndex {
  return {
    snapshot: imports.snapshot,
    find(ecosystem, written) {
      const match = imports.find(ecosystem, written)
      if (ecosystem !== 'pypi' || key.ecosystem !== 'pypi') return match
      if (match.standardLibrary || match.providers.length > 0) return match
      const [top = ''] = written.split('.')
      if (from.table.findModule(top) < 0) return match
      return { ...match, providers: [{ name: key.name, provides: top, downloads: null }] }
    },
  }
}

function newFinding({ before, after }: Use): readonly Finding[] {
  // What could not be told of the older release may have been wrong there as well.
  if (before.state !== 'determined' || after.state !== 'determined') return []
  if (after.finding === null || before.finding?.code === after.finding.code) return []
  return [after.finding]
}

/** Why nothing can be said of a use; null when something can. */
function doubtOf({ used, before, after }: Use): string | null {
  // What was wrong before is no matter of the upgrade.
  if (before.state === 'determined' && before.finding?.severity === 'error') return null
  if (used.state === 'unknown') return used.reason
  if (before.state === 'undetermined') return before.reason
  return after.state === 'undetermined' ? after.reason : null
}
