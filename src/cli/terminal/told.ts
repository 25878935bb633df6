// What is told without the program behind the commands: its version, and which commands there are.

import { VERSION } from '../../version.ts'

const USAGE = `Assay ${VERSION}: signed answers about packages on PyPI and npm.

Usage: assay <command> [options]

  serve      start the service
  package    does this package exist?
  symbol     does this symbol exist in a package?
  diff       what changed between two releases?
  history    when did a symbol come, change and go?
  check      is this code real? packages, names and calls of a repository
  upgrade    what does a newer release mean for this code?
  mcp        the tools for coding agents, over standard input and output
  import     which distributions provide an import name?
  research   which symbol does that? a question in words
  verify     check a receipt offline
  ingest     read releases into the index ahead of questions
  index-history  read a range of releases of one package
  files      which files of a release were read
  table      every module and name of a release
  audit      derive the table of a release again and compare
  names      build, update and show the sets of all names
  publish    make an index of what was read, for others to pull
  pull       take tables and names from an index that somebody has published
  worker     share the work of ingest --top, over PostgreSQL
  keys       issue, list, top up and revoke prepaid keys
  watch      watched services: add, remove, list, probe, report
  ledger     check that the money adds up, or print every entry
  help       what a command does: assay help package
  --version
  --timings  with any command: what it spent its time on, on standard error
  --offline  with any question: ask no network, answer from the data folder and say of which day
  --no-resident  with a question: no process stays behind for the next one

  assay package pypi requests
  assay symbol npm react useState
  assay check src --fail-on warning

Settings come from the environment; docs/reference/settings.md lists them. serve keeps its data in ./data
unless ASSAY_DATA_DIR says otherwise; other commands use that where it is, else ~/.cache/assay.
Exit status: 0 yes, 1 no, 2 the command line is wrong, 3 undetermined or unavailable.`

export const isHelp = (word: string): boolean => ['help', '--help', '-h'].includes(word)

/** Null where a command has to be run, if only to tell what it does. */
export function toldAtOnce(argv: readonly string[]): string | null {
  const [word = '', ...more] = argv
  if (more.length > 0) return null
  if (word === '--version' || word === '-V' || word === 'version') return VERSION
  return isHelp(word) ? USAGE : null
}
