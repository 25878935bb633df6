// assay audit: is the table that answers rest on the one that the file gives?

import { compareTables, type RowDifference } from '../../table/compareTables.ts'
import { payloadDigest } from '../../table/format/payload.ts'
import { openTable } from '../../table/openTable.ts'
import { auditAnswers } from '../forms/auditAnswers.ts'
import { auditChains } from '../forms/auditChains.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { parsePackageCommand, parseTarget } from '../terminal/target.ts'
import { optionLines } from '../words/options.ts'
import { explainNoTable, followingLines } from './table.ts'

export const usage = `Usage: assay audit <pypi|npm> <package>[@version] [--json]
       assay audit --answers [--all] [--retract] [--json]
       assay audit --chains [--json]

Derives the symbol table of a release once more from its file, taken from the cache or downloaded and
held against the digest of the proof, and compares it with the table that is kept. Other packages
are followed into exactly the files that the kept table rests on.

With --answers: puts the question of every signed symbol answer and diff once more to the files that
its evidence names, read by the extractor of today.

With --chains: looks at every proof chain of the store, of packages and of the reports on watched
services: no row is missing, each names the hash of the one before it and has the hash of its own
contents, and reports have a signature of this service and agree with the probes that are kept.

${optionLines('audit')}

Exit status
  0  the tables are the same; all answers stand; all chains are whole
  1  the tables differ, or there is no such release; some answers are wrong; some chains are broken
  2  the command line is wrong
  3  the tables could not be compared; none is wrong, but some answers could not be checked; the
     store cannot be reached

  assay audit pypi requests@2.32.3
  assay audit --chains
  assay audit --answers --retract`

const SHOWN_MAX = 20

export const run: Run = async (argv, { openIngestApp, openChains, out, interruption, config }) => {
  const signal = interruption()
  if (argv.includes('--chains')) return auditChains(argv, openChains, out, signal)
  if (argv.includes('--answers')) return auditAnswers(argv, openIngestApp, out, signal)
  const command = parsePackageCommand(argv, usage, parseTarget)
  if (typeof command === 'string') return out.usage(command)
  const { json, target } = command
  if (config().isOffline) {
    return out.usage('assay: ASSAY_OFFLINE is on, and an audit fetches the file to read it again')
  }
  const app = await openIngestApp()
  const audit = await app.tables.audit(target.key, target.version, signal)
  if (audit.state !== 'read') return explainNoTable(audit, out)
  const kept = payloadDigest(audit.bytes)
  const derived = payloadDigest(audit.derived)
  // What somebody else got wrong is answered from no longer.
  if (kept !== derived && audit.readBy !== null) await audit.replaceKept()
  const differences = kept === derived ? [] : firstDifferences(audit.bytes, audit.derived)
  const report = {
    ...target.key,
    version: audit.version,
    filename: audit.artifact.filename,
    sha256: audit.artifact.sha256,
    extractor: audit.extractor,
    ...(audit.readBy === null ? {} : { read_by: audit.readBy }),
    followed: audit.followed,
    unfollowed: audit.unfollowed.map(({ name, reason, isTemporary }) => ({
      name,
      reason,
      temporary: isTemporary,
    })),
    match: kept === derived,
    kept_sha256: kept,
    derived_sha256: derived,
    differences,
  }
  out.print(json ? JSON.stringify(report) : render(report, followingLines(audit), out))
  return report.match ? EXIT.yes : EXIT.no
}

function firstDifferences(kept: Uint8Array, derived: Uint8Array): readonly RowDifference[] {
  const found: RowDifference[] = []
  for (const difference of compareTables(openTable(kept), openTable(derived))) {
    found.push(difference)
    if (found.length === SHOWN_MAX) break
  }
  return found
}

type Report = Readonly<{
  filename: string
  sha256: string
  extractor: string
  read_by?: string
  match: boolean
  kept_sha256: string
  derived_sha256: string
  differences: readonly RowDifference[]
}>

const SIDES = { first: 'only kept', second: 'only derived', both: 'differs' } as const

function render(report: Report, following: readonly string[], out: Output): string {
  const { match, differences } = report
  const lines = [
    `${match ? out.good('match') : out.bad('differs')}   ${printable(report.filename)} (${report.extractor})`,
    `file     ${report.sha256}`,
    ...(report.read_by === undefined ? [] : [`pulled   from the index of ${report.read_by}`]),
    ...(report.read_by === undefined || match
      ? []
      : ['replaced by the table that was derived here']),
    ...following,
    `kept     ${report.kept_sha256}`,
    `derived  ${report.derived_sha256}`,
  ]
  for (const { side, module, symbol, fields } of differences) {
    const path = printable(symbol === '' ? module : `${module} ${symbol}`)
    lines.push(`  ${SIDES[side]}  ${path}${fields.length === 0 ? '' : `: ${fields.join(', ')}`}`)
  }
  if (!match && differences.length === 0) lines.push('  the paths are the same; other facts differ')
  if (differences.length === SHOWN_MAX) lines.push(out.dim(`  the first ${SHOWN_MAX}`))
  return lines.join('\n')
}
