// Texts that tell packages and what is known of them apart.

import { keptIn } from '../../../domain/maps.ts'
import type { OpenTable } from '../../../table/tableView.ts'
import type { PackageOutcome } from '../packageTables.ts'
import type { NeededPackage } from '../planned.ts'

const needs = new WeakMap<NeededPackage, string>()

export function neededText(needed: NeededPackage): string {
  return keptIn(needs, needed, () => {
    const { key, wanted } = needed
    return `${key.ecosystem} ${key.name}\0${wanted.pin ?? ''}\0${wanted.range ?? ''}`
  })
}

const outcomes = new WeakMap<PackageOutcome, string>()

/** What is known of a package; of what nothing is known the empty text. */
export function outcomeText(outcome: PackageOutcome | undefined): string {
  if (outcome === undefined) return ''
  return keptIn(outcomes, outcome, () => JSON.stringify(identityOf(outcome)))
}

function identityOf(outcome: PackageOutcome): unknown {
  if (outcome.state !== 'opened') return outcome
  const { evidence, confusable, withdrawn, gap, notices = [] } = outcome
  const { table, isPassing } = outcome
  if (outcome.tableId !== undefined) tables.set(table, outcome.tableId)
  const tableId = tableText(table)
  return { evidence, confusable, withdrawn, tableId, notices, gap, isPassing }
}

const tables = new WeakMap<OpenTable, string>()
let count = 0

/** Tells a table from every other: once what is known of its package was told, in every process. */
export function tableText(table: OpenTable): string {
  return keptIn(tables, table, () => {
    count += 1
    return `#${count}`
  })
}

/** Answers by the texts of packages. */
export function answerBy(
  all: Iterable<NeededPackage>,
  answerOf: (one: NeededPackage) => string,
): (text: string) => string {
  const byText = new Map<string, NeededPackage>()
  for (const one of all) byText.set(neededText(one), one)
  return (text) => {
    const one = byText.get(text)
    return one === undefined ? '' : answerOf(one)
  }
}
