// assay table: every name of a release, as it is known from the published file.

import type { IngestApp } from '../../app/ingestApp.ts'
import type { LocalTable } from '../../app/tableOfFile.ts'
import { fileFault } from '../../domain/fileFault.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { gapsIn } from '../../domain/release.ts'
import { tableGaps } from '../../table/format/gaps.ts'
import type { SymbolRow } from '../../table/format/table.ts'
import { openTable } from '../../table/openTable.ts'
import type { OpenTable } from '../../table/tableView.ts'
import { asOfLines } from '../../wire/asOf.ts'
import type { Run } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { parsePackageWords, parseTarget, wordMistake } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay table <pypi|npm> <package>[@version] [--json]
       assay table --file <wheel, sdist or tarball> [--json]

Prints the whole symbol table of a release: every module, and every path in it with its kind and
signature. The release is ingested first when it is not indexed. A summary goes to standard error,
with the modules that may hold more than can be seen, and the files of other packages that names and
base classes were followed into.
${optionLines('table')}

Exit status
  0  the table was printed
  1  there is no such package or version
  2  the command line is wrong
  3  the release could not be read

  assay table pypi requests
  assay table npm vue --json
  assay table pypi requests@2.32.3 --json | grep '"symbol":"Session'
  assay table --file ./dist/demo-1.0-py3-none-any.whl`

/** A table may have millions of paths, and each write is a call to the system. */
const LINES_AT_ONCE = 500
const INCOMPLETE_SHOWN = 20
const ALONE = 'not followed  other packages; names that lead to them are known by their path alone'

type Reading = LocalTable | Awaited<ReturnType<IngestApp['tables']['read']>>

export const run: Run = async (argv, { openIngestApp, out, interruption }) => {
  const signal = interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.table)
  if (values.file !== undefined) {
    const mistake = wordMistake(positionals, [], usage)
    if (mistake !== null) return out.usage(mistake)
    if (!/\.(whl|tar\.gz|zip|tgz)$/.test(values.file)) {
      return out.usage(
        'assay: --file takes a wheel (.whl), an sdist (.tar.gz, .zip) or an npm tarball (.tgz)',
      )
    }
    const { tableOfFile } = await import('../../app/tableOfFile.ts')
    const reading = await tableOfFile(values.file, signal).catch(faultOf)
    if (typeof reading === 'string') return out.usage(`assay: ${values.file}: ${reading}`)
    return show(reading, null, values.json, out, [])
  }
  const target = parsePackageWords(positionals, usage, parseTarget)
  if (typeof target === 'string') return out.usage(target)
  const app = await openIngestApp()
  const asked = app.tables.read(target.key, target.version, signal)
  const what = `reading ${target.key.ecosystem} ${target.key.name}`
  const reading = await out.during(values.json ? null : what, asked)
  const { ecosystem, name } = target.key
  const rests =
    reading.state === 'read' ? [{ ecosystem, package: name, version: reading.version }] : []
  return show(reading, target.key, values.json, out, asOfLines(app.dated(rests)))
}

/** A path that leads nowhere is a mistake in the command; anything else is thrown on. */
function faultOf(error: unknown): string {
  const fault = fileFault(error)
  if (fault === null) throw error
  return fault
}

/** `key`: null for a file that stands alone. `said`: what else is told of it. */
function show(
  reading: Reading,
  key: PackageKey | null,
  json: boolean,
  out: Output,
  said: readonly string[],
): ExitStatus {
  if (reading.state !== 'read') return explainNoTable(reading, out)
  const lacking = 'unfollowed' in reading ? gapsIn(reading.unfollowed) : []
  const packages = lacking.map(({ name }) => name)
  const table = openTable(reading.bytes, key === null ? null : tableGaps(key, packages))
  let paths = 0
  let lines: string[] = []
  for (const row of table.rows()) {
    paths += 1
    lines.push(json ? JSON.stringify(row) : renderRow(row, table, out))
    if (lines.length < LINES_AT_ONCE) continue
    out.print(lines.join('\n'))
    lines = []
  }
  if (lines.length > 0) out.print(lines.join('\n'))
  out.note(
    [
      ...incompleteModules(table),
      ...('followed' in reading ? followingLines(reading) : [ALONE]),
      ...(table.counts.modules === 0 ? ['it holds no modules'] : []),
      summary(reading, table, paths),
      ...said,
    ].join('\n'),
  )
  return EXIT.yes
}

/** What a table rests on besides the release's own file, and what it had to do without. */
export function followingLines(reading: Partial<FollowingOf>): readonly string[] {
  const { followed = [], unfollowed = [] } = reading
  return [
    ...followed.map(
      ({ name, version, sha256 }) => `followed  ${name} ${printable(version)}  ${sha256}`,
    ),
    ...unfollowed.map(({ name, reason, isTemporary }) => {
      const again = isTemporary ? '; will be tried again' : ''
      return `not followed  ${printable(name)}  ${printable(reason)}${again}`
    }),
  ]
}

type FollowingOf = Pick<
  Extract<Awaited<ReturnType<IngestApp['tables']['read']>>, { state: 'read' }>,
  'followed' | 'unfollowed'
>

/** Why there is nothing to show, in the words that every command has for it. */
export function explainNoTable(
  reading: Exclude<Reading, { state: 'read' }>,
  out: Output,
): ExitStatus {
  if (reading.state === 'unreadable') {
    const file = reading.artifact === null ? 'no file' : printable(reading.artifact.filename)
    const where = reading.reason.startsWith('refused: ')
      ? ' (docs/formats/archives.md tells why)'
      : ''
    out.note(`${out.bad('not read')}  ${file}  ${printable(reading.reason)}${where}`)
    return EXIT.unavailable
  }
  const status = reading.status === null ? '' : ` (${reading.status})`
  out.note(`${out.bad(reading.state.replaceAll('_', ' '))}${status}`)
  return reading.state === 'withheld' ? EXIT.unavailable : EXIT.no
}

function renderRow(row: SymbolRow, table: OpenTable, out: Output): string {
  if (row.symbol === '') {
    const name = printable(row.module)
    const { state } = table.module(table.findModule(row.module))
    const mark = `${state === 'complete' ? '' : `  ${state}`}${row.deprecated ? '  deprecated' : ''}`
    return `${row.public ? name : out.dim(name)}${mark}`
  }
  const name = printable(`${row.symbol}${signatureText(row.signature)}`)
  const alias = row.alias_of === null ? '' : out.dim(`  = ${printable(row.alias_of)}`)
  const mark = row.deprecated ? out.bad('  deprecated') : ''
  return `  ${row.kind.padEnd(9)} ${row.public ? name : out.dim(name)}${mark}${alias}`
}

/** `(a, b)` follows the name at once; a type after a colon, a value after an equals sign. */
function signatureText(signature: string | null): string {
  if (signature === null || signature.startsWith('(')) return signature ?? ''
  return /^(?:[\d'"-]|True$|False$|None$)/.test(signature) ? ` = ${signature}` : `: ${signature}`
}

/** Modules that may hold more than the table shows; tests, which nobody asks for, are not named. */
function incompleteModules(table: OpenTable): readonly string[] {
  const lines: string[] = []
  for (const { name, state, stateReason } of table.modules()) {
    if (state === 'complete' || state === 'unread') continue
    lines.push(`${state}  ${printable(`${name}: ${stateReason ?? ''}`)}`)
  }
  const shown = lines.slice(0, INCOMPLETE_SHOWN)
  const rest = lines.length - shown.length
  const more = `and ${counted(rest, 'more module')} not complete; without --json each is marked`
  return [...shown, ...(rest > 0 ? [more] : [])]
}

function summary(
  { artifact, extractor, bytes }: Extract<Reading, { state: 'read' }>,
  { counts }: OpenTable,
  paths: number,
): string {
  const unread =
    counts.unreadable === 0 ? '' : `, ${counted(counts.unreadable, 'file')} not understood`
  const symbols = [
    counted(counts.modules, 'module'),
    counted(counts.definitions, 'definition'),
    counted(paths, 'path'),
  ].join(', ')
  const file = `${printable(artifact.filename)} sha256 ${artifact.sha256}`
  return `${file}\n${symbols}${unread}; ${bytes.length} bytes (${extractor})`
}
