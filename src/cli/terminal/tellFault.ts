// Why a command did not end as it should, in words, and the status for that.

import { ownPage } from '../../app/ownPage.ts'
import { ConfigError } from '../../config.ts'
import { errorDocs } from '../../domain/docsAddress.ts'
import { fileFault } from '../../domain/fileFault.ts'
import { ERRORS, OPEN_CODES, ServiceError } from '../../errors.ts'
import { COMMON_OPTIONS } from '../words/commands.ts'
import { meantText } from './meant.ts'
import { EXIT, type ExitStatus, INTERRUPTED } from './output.ts'

/** Mistakes in files of the person who started this. */
const SETUP_ERRORS = new Set(['VerifierKeyError', 'TargetFileError'])

/** A file of ours or of a package that is missing, or made for another system. */
const UNLOADED = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'])

/** What the parser of JavaScript says where none of its builds is for this system. */
const NO_PARSER = /^Cannot find native binding\b/

/** One line for what was expected, a stack for a bug. */
export function tellFault(
  error: unknown,
  note: (text: string) => void,
  command: Readonly<{ name: string; usage: string }>,
): ExitStatus {
  if (error instanceof ServiceError && error.message === INTERRUPTED) {
    note('assay: interrupted')
    return EXIT.unavailable
  }
  if (error instanceof ServiceError) {
    note(`assay: ${error.message} (${error.code})`)
    note(`${ownPage(errorDocs(error.code))} tells more`)
    const isOpen = ERRORS[error.code].status >= 500 || OPEN_CODES.has(error.code)
    return isOpen ? EXIT.unavailable : EXIT.usage
  }
  if (!(error instanceof Error)) throw error
  if (error instanceof ConfigError || SETUP_ERRORS.has(error.name)) {
    note(`assay: ${error.message}`)
    return EXIT.usage
  }
  if (error.name === 'IndexError') {
    note(`assay: ${error.message}`)
    // Nobody has said whom to trust: the command line is to be completed.
    return 'fault' in error && error.fault === 'untrusted' ? EXIT.usage : EXIT.unavailable
  }
  if (error.name === 'TableError') {
    note(`assay: a table in the data folder is damaged: ${error.message}`)
    return EXIT.unavailable
  }
  if (error.name === 'NoStoreError') {
    note(`assay: ${error.message}`)
    return EXIT.unavailable
  }
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    note(`assay: ${optionMistake(error.message, command.usage)}`)
    note(`\`assay help ${command.name}\` tells what it takes`)
    return EXIT.usage
  }
  const isUnloaded = 'code' in error && UNLOADED.has(String(error.code))
  if (isUnloaded || NO_PARSER.test(error.message)) {
    const what = isUnloaded
      ? error.message.split('\n')[0]
      : `there is no parser of JavaScript for ${process.platform} ${process.arch}`
    note(`assay: a part of the program cannot be loaded: ${what}`)
    note('install it anew, on the system and with the Node.js that it is to run on')
    return EXIT.unavailable
  }
  if ('syscall' in error && error.syscall === 'uv_cwd') {
    note('assay: the folder that this was started in is gone')
    return EXIT.usage
  }
  const fault = fileFault(error)
  if (fault !== null && 'path' in error) {
    note(`assay: ${String(error.path)}: ${fault}`)
    return EXIT.usage
  }
  if ('syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')) {
    note(`assay: cannot listen: ${error.message}; check ASSAY_HOST and ASSAY_PORT`)
    return EXIT.unavailable
  }
  note(error.stack ?? error.message)
  return EXIT.unavailable
}

/** The program has taken them away where they stand alone. */
const OF_ALL = [...Object.keys(COMMON_OPTIONS).map((name) => `--${name}`), '--help']

/** How a release is named, for whoever looks for an option that does it; null for another option. */
function releaseHint(unknown: string, usage: string): string | null {
  const [head = ''] = usage.split('\n', 1)
  if (!/^--(?:version|ver|release|tag|pin|at|from|to)$/.test(unknown)) return null
  if (head.includes('[@version]')) return '; a release is named behind the package: <package>@1.2.3'
  if (head.includes('<from> <to>')) {
    return '; the releases are named behind the package: <package> 1.2.3 2.0.0'
  }
  return null
}

/** What the parser of options says, shorter and with what was meant. */
function optionMistake(message: string, usage: string): string {
  const [, unknown] = /^Unknown option '(-{1,2}[^'\s]*)'/.exec(message) ?? []
  const [, valueless] =
    /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(message) ?? []
  if (valueless !== undefined) return `${valueless} takes a value, and another option follows it`
  if (unknown === undefined) return message.split('\n')[0] ?? message
  if (OF_ALL.includes(unknown)) return `${unknown} takes no value`
  const known = new Set([...(usage.match(/--[a-z][\w-]*/g) ?? []), ...OF_ALL])
  return `no option ${unknown}${releaseHint(unknown, usage) ?? meantText(unknown, known)}`
}
