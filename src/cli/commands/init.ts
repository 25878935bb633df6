// assay init: sets up the tools that a repository uses. Shows first, asks, and only adds.

import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileFault } from '../../domain/fileFault.ts'
import { repositoryRoot } from '../process/repositoryRoot.ts'
import { type Part, type Step, setupPlan } from '../setup/setupPlan.ts'
import type { Run } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { wordMistake } from '../terminal/target.ts'
import { INIT_PARTS, OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay init [--yes] [--only <what>] [--action <where>]

Looks at the repository and adds assay to what it finds: to the MCP settings of coding agents
(.mcp.json, .cursor, .vscode, .gemini), to the hooks of an agent (.claude), to pre-commit, and with
--action a workflow. What --only and --action ask for is set up although nothing of it is there yet.
Shows every change first and asks. What is there stays as it is, but for the tag of the action.
${optionLines('init')}

Exit status
  0  everything is set up
  1  something is not: nobody said yes, or a file cannot be added to
  2  the command line is wrong

  assay init
  assay init --yes --only mcp,hooks`

const ACTION = /^[\w.-]+\/[\w./-]+@[\w./-]+$/

export const run: Run = async (argv, { out, workingDir, ask }) => {
  const { values, positionals } = readArgs(argv, OPTIONS.init)
  const mistake = wordMistake(positionals, [], usage)
  if (mistake !== null) return out.usage(mistake)
  const only = partsOf(values.only)
  if (only === undefined) return out.usage(`assay: --only takes ${INIT_PARTS.join(', ')}`)
  const { action = null } = values
  if (action !== null && !ACTION.test(action)) {
    return out.usage('assay: --action takes <owner>/<repository>@<tag>')
  }
  const root = realpathSync(repositoryRoot(workingDir()))
  const { steps, held } = setupPlan(root, only, action)
  const changes = steps.filter(({ after }) => after !== null)
  for (const step of steps) out.print(shown(step, out))
  if (steps.length === 0) {
    out.print(`Nothing to set up: ${held.length === 0 ? NO_TOOL : heldBy(held)}`)
    return EXIT.yes
  }
  if (changes.length === 0) return EXIT.no
  const question = `Write ${counted(changes.length, 'file')}? [y/N] `
  if (!values.yes && !/^y(es)?$/i.test((await ask(question)) ?? '')) {
    out.note('assay: nothing was written; --yes writes without asking')
    return EXIT.no
  }
  const written = changes.filter((step) => isWritten(root, step, out))
  out.aside(`assay: ${counted(written.length, 'file')} written`)
  return written.length === steps.length ? EXIT.yes : EXIT.no
}

const NO_TOOL =
  'no tool was found that assay can be added to; --only <what> sets one up all the same'
const heldBy = (paths: readonly string[]) =>
  `${paths.join(', ')} ${paths.length === 1 ? 'has' : 'have'} assay already`

/** Null where all of them are meant, undefined for words that there are not. */
function partsOf(written: string | undefined): ReadonlySet<Part> | null | undefined {
  if (written === undefined) return null
  const words = written.split(',').map((word) => INIT_PARTS.find((one) => one === word.trim()))
  const known = words.filter((word) => word !== undefined)
  return known.length === words.length ? new Set(known) : undefined
}

/** The file with the lines that come and go. */
function shown({ path, before, after, note }: Step, out: Output): string {
  if (after === null) return `${out.bad('not set up')}  ${path}: ${printableLines(note ?? '')}`
  const [old, fresh] = [linesOf(before ?? ''), linesOf(after)]
  let same = 0
  while (same < old.length && old[same] === fresh[same]) same += 1
  let end = 0
  while (end < old.length - same && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  return [
    `${before === null ? 'new' : 'changed'}  ${path}`,
    ...old.slice(same, old.length - end).map((line) => out.bad(`- ${printable(line)}`)),
    ...fresh.slice(same, fresh.length - end).map((line) => out.good(`+ ${printable(line)}`)),
  ].join('\n')
}

const linesOf = (text: string) =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .slice(text === '' ? 1 : 0)
const printableLines = (text: string) => text.split('\n').map(printable).join('\n')

/** One that cannot be written does not keep the others from it. */
function isWritten(root: string, step: Step, out: Output): boolean {
  try {
    return write(root, step, out)
  } catch (error) {
    const fault = fileFault(error)
    if (fault === null) throw error
    out.note(`assay: ${step.path}: ${fault}`)
    return false
  }
}

/** False where the file has become another one while somebody was asked. */
function write(root: string, { path, before, after }: Step, out: Output): boolean {
  const full = join(root, path)
  if (before === null) {
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, after ?? '', { flag: 'wx' })
    return true
  }
  if (readFileSync(full, 'utf8') !== before) {
    out.note(`assay: ${path} has changed meanwhile, and is left alone`)
    return false
  }
  const real = realpathSync(full)
  const beside = `${real}.${process.pid}.new`
  // Such a file may hold tokens: whoever could not read it still cannot.
  const { mode } = statSync(real)
  writeFileSync(beside, after ?? '', { flag: 'wx', mode: 0o600 })
  chmodSync(beside, mode & 0o777)
  renameSync(beside, real)
  return true
}
