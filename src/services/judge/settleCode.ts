// Criteria about the code of an output.

import type { InputFile } from '../../check/read/readInput.ts'
import { CODE_CHECKS, checkImportsExist } from '../oracle/checks/code.ts'
import type { Job, Language } from '../oracle/job.ts'
import type { CheckOutcome, Location } from '../oracle/outcome.ts'
import { type CodeBlock, codeIn, fileOf } from './codeIn.ts'
import type { Criterion } from './criterion.ts'
import { open, type Settlement, type Span, settled } from './settlement.ts'
import type { JudgeWorld } from './world.ts'

/** Code with the place of each file in the output. */
type FoundCode = Readonly<{
  files: readonly InputFile[]
  startOf: ReadonlyMap<string, number>
}>

/** Throws nothing; a sentence where there is no code, or none whose language is certain. */
export async function findCode(
  output: string,
  language: Language | null,
  world: JudgeWorld,
): Promise<FoundCode | string> {
  const blocks = codeIn(output, language)
  const files: InputFile[] = []
  const startOf = new Map<string, number>()
  for (const [index, block] of blocks.entries()) {
    if (block.text.trim() === '') continue
    const known = block.language ?? (await languageOf(block, world))
    if (known === null) return 'The language of the code is not certain'
    const file = fileOf(block, known, index)
    files.push(file)
    startOf.set(file.path, block.start)
  }
  return files.length === 0 ? 'There is no code' : { files, startOf }
}

/** The one language that it parses as. */
async function languageOf({ text }: CodeBlock, world: JudgeWorld): Promise<Language | null> {
  const isPython = await world.parses('python', text)
  if (isPython === null) return null
  for (const language of ['javascript', 'typescript', 'tsx'] as const) {
    const parses = await world.parses(language, text)
    if (parses === null) return null
    if (parses) return isPython ? null : language
  }
  return isPython ? 'python' : null
}

export async function settleCode(
  criterion: Extract<Criterion, { kind: 'code' | 'parses' }>,
  output: string,
  world: JudgeWorld,
): Promise<Settlement> {
  if (criterion.kind === 'parses') return settleParses(criterion.language, output, world)
  const code = await findCode(output, criterion.language, world)
  if (typeof code === 'string') return open(code)
  const job: Job = { kind: 'code', text: null, value: null, files: code.files, pins: {} }
  const run = criterion.what === 'imports' ? checkImportsExist : CODE_CHECKS[criterion.what]
  return fromOutcome(await run({}, job, world), output, code)
}

async function settleParses(
  language: Language,
  output: string,
  world: JudgeWorld,
): Promise<Settlement> {
  const blocks = codeIn(output, language).filter(({ text }) => text.trim() !== '')
  if (blocks.length === 0) return settled(false, 'There is no code')
  let isUnsure = false
  for (const { text, start } of blocks) {
    const parses = await world.parses(language, text)
    if (parses === false) {
      return settled(false, 'It does not parse', [{ start, end: start + text.length }])
    }
    isUnsure ||= parses === null
  }
  return isUnsure ? open('It cannot be told whether it parses') : settled(true, 'It parses')
}

/** A check that does not apply settles nothing. */
export function fromOutcome(
  outcome: CheckOutcome,
  output: string,
  code: FoundCode | null,
): Settlement {
  const span = outcome.location === null ? null : spanOf(outcome.location, output, code)
  const spans = span === null ? [] : [span]
  const isSettled = outcome.status === 'met' || outcome.status === 'unmet'
  return {
    status: isSettled ? (outcome.status as 'met' | 'unmet') : 'undetermined',
    reason: outcome.reason,
    spans: isSettled ? spans : [],
    isSpent: outcome.isSpent === true,
  }
}

function spanOf(location: Location, output: string, code: FoundCode | null): Span | null {
  const { start, end, path, line, column } = location
  if (start !== undefined && end !== undefined) return { start, end }
  const base = path === undefined ? undefined : code?.startOf.get(path)
  if (base === undefined || line === undefined || column === undefined) return null
  let at = base
  for (let i = 1; i < line; i++) {
    const next = output.indexOf('\n', at)
    if (next === -1) return null
    at = next + 1
  }
  const lineEnd = output.indexOf('\n', at)
  return { start: at + column - 1, end: lineEnd === -1 ? output.length : lineEnd }
}
