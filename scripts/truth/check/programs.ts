// Whole programs as models write them for pinned releases of Python packages, wrong and right ones: how
// many mistakes a check names, and whether it says anything of what runs. programs/*.py hold them; with
// `--judge` an interpreter that has the pins runs each first, and whatever it says otherwise than the
// marks is told.
//
//   npx tsx scripts/truth/check/programs.ts <data folder> <name of a file> [--judge] [--show] [--only <part of a name>]

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { checkCode } from '../../../src/check/checkCode.ts'
import { python } from '../venv.ts'
import { localTables } from './localTables.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    judge: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const [dataDir, file] = positionals
if (dataDir === undefined || file === undefined) {
  console.error('usage: programs.ts <data folder> <name of a file> [--judge] [--show] [--only …]')
  process.exit(2)
}
const folder = join(dirname(fileURLToPath(import.meta.url)), 'programs')
const [head = '', ...parts] = readFileSync(join(folder, `${file}.py`), 'utf8').split(/^#: /m)
const pins = [...head.matchAll(/^#! (.*)$/gm)].flatMap(([, line]) => line?.split(' ') ?? [])

type Program = Readonly<{
  name: string
  code: string
  /** The line that is wrong, and what should be suggested; null for a program that runs. */
  wrong: Readonly<{ line: number; meant: string | null }> | null
}>

function programOf(part: string): Program {
  const end = part.indexOf('\n')
  const code = part.slice(end + 1)
  const lines = code.split('\n').map((line) => /# wrong(?:: (\S+))?$/.exec(line))
  const line = lines.findIndex((mark) => mark !== null)
  const meant = lines[line]?.[1] ?? null
  return {
    name: part.slice(0, end).trim(),
    code: code.replace(/ +# wrong.*$/gm, ''),
    wrong: line < 0 ? null : { line: line + 1, meant },
  }
}

/** The last line of what begins at a line, by its brackets. */
function endOf(code: string, line: number): number {
  const lines = code.split('\n')
  let depth = 0
  for (let at = line; at <= lines.length; at += 1) {
    for (const char of lines[at - 1] ?? '') {
      if ('([{'.includes(char)) depth += 1
      else if (')]}'.includes(char)) depth -= 1
    }
    if (depth <= 0) return at
  }
  return line
}

const programs = parts.map(programOf).filter(({ name }) => name.includes(values.only))

/** The line at which an interpreter gives up, and why; null for a program that runs to its end. */
async function raised(interpreter: string, { code }: Program) {
  const at = mkdtempSync(join(tmpdir(), 'program-'))
  const path = join(at, 'program.py')
  writeFileSync(path, code)
  try {
    await promisify(execFile)(interpreter, ['-W', 'ignore', path], { timeout: 120_000, cwd: at })
    return null
  } catch (error) {
    const text = String((error as { stderr?: string }).stderr ?? error)
    const lines = [...text.matchAll(/program\.py", line (\d+)/g)].map(([, line]) => Number(line))
    return { line: lines.at(-1) ?? 0, error: text.trim().split('\n').at(-1) ?? '' }
  } finally {
    rmSync(at, { recursive: true, force: true })
  }
}

if (values.judge) {
  const interpreter = await python(pins)
  for (const program of programs) {
    const found = await raised(interpreter, program)
    if (values.show && found !== null) console.log(`${program.name}: ${found.error}`)
    if ((found?.line ?? 0) === (program.wrong?.line ?? 0)) continue
    const marked = program.wrong?.line ?? 'none'
    console.log(`judge: ${program.name}: marked ${marked}, raised ${JSON.stringify(found)}`)
  }
}

const local = await localTables(dataDir)
const counts = { wrong: 0, found: 0, meant: 0, suggested: 0, right: 0, alarmed: 0 }
for (const { name, code, wrong } of programs) {
  const files = [
    { path: 'program.py', content: code },
    { path: 'requirements.txt', content: `${pins.join('\n')}\n` },
  ]
  const report = await checkCode({ files }, local)
  const errors = report.findings.filter(
    ({ severity, path }) => severity === 'error' && path === 'program.py',
  )
  // An interpreter tells the line at which a call begins, and a keyword may stand further down.
  const end = wrong === null ? 0 : endOf(code, wrong.line)
  const isNamed = (line: number) => wrong !== null && line >= wrong.line && line <= end
  const named = errors.find(({ line }) => isNamed(line))
  const others = errors.filter(({ line }) => !isNamed(line))
  const suggestion = named?.suggestion ?? null
  if (wrong === null) counts.right += 1
  else counts.wrong += 1
  if (named !== undefined) counts.found += 1
  if (named !== undefined && wrong?.meant) {
    counts.meant += 1
    if (JSON.stringify(suggestion ?? named.message).includes(wrong.meant)) counts.suggested += 1
  }
  // A second word about the same mistake further down is none about what is right.
  if (wrong === null && errors.length > 0) counts.alarmed += 1
  const state =
    wrong === null ? (errors.length > 0 ? 'ALARM ' : 'quiet ') : named ? 'found ' : 'missed'
  if (!values.show && state !== 'ALARM ') continue
  console.log(`${state} ${name}`)
  if (named !== undefined) console.log(`  -> ${named.message}`)
  for (const one of others) console.log(`  !! ${one.line}: ${one.message}`)
  if (wrong === null || named !== undefined) continue
  for (const one of report.undetermined.filter(({ line }) => line === wrong.line)) {
    console.log(`  ? ${one.name}: ${one.reason}`)
  }
}
await local.close()
console.log(
  `${counts.found} of ${counts.wrong} mistakes are named, ${counts.suggested} of ${counts.meant} with what is meant; ` +
    `${counts.alarmed} of ${counts.right} right programs are spoken of`,
)
