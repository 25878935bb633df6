// What is told without the program behind the commands: its version, and which commands there are.

import { VERSION } from '../../version.ts'
import { COMMAND_WORDS, COMMON_OPTIONS } from '../words/commands.ts'

const NAME_COLUMNS = 11

function row(name: string, about: string): string {
  const called = name.length < NAME_COLUMNS - 1 ? name.padEnd(NAME_COLUMNS) : `${name}  `
  return `  ${called}${about}`
}

function usage(): string {
  const commands = Object.entries(COMMAND_WORDS).map(([name, { about }]) => row(name, about))
  const options = Object.entries(COMMON_OPTIONS).map(([name, option]) =>
    row('takes' in option ? `--${name} ${option.takes}` : `--${name}`, option.about),
  )
  return `Assay ${VERSION}: signed answers about packages on PyPI and npm.

Usage: assay <command> [options]

${commands.join('\n')}
${row('help', 'what a command does: assay help package')}
  --version
${options.join('\n')}

  assay package pypi requests
  assay symbol npm react useState
  assay check src --fail-on warning

Settings come from the environment and from files; docs/reference/settings.md lists them. serve keeps its
data in ./data unless ASSAY_DATA_DIR says otherwise; other commands use that where it is, else ~/.cache/assay.
Exit status: 0 yes, 1 no, 2 the command line is wrong, 3 undetermined or unavailable.`
}

export const isHelp = (word: string): boolean => ['help', '--help', '-h'].includes(word)

/** Null where a command has to be run, if only to tell what it does. */
export function toldAtOnce(argv: readonly string[]): string | null {
  const [word = '', ...more] = argv
  if (more.length > 0) return null
  if (word === '--version' || word === '-V' || word === 'version') return VERSION
  return isHelp(word) ? usage() : null
}
