// Mistakes that models made on pinned releases of Python packages and that run time raised: how many a
// check names. A row has the imports, the line and the error; what stands between them is not told. What
// the error says of it (the class of the object, the keyword, the name) is put in; some lines cannot be
// judged by anybody all the same.
//
//   npx tsx scripts/truth/check/modelErrors.ts <data folder> <rows.jsonl> [--half one|other] [--seed 1] [--show]

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkCode } from '../../../src/check/checkCode.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'
import { localTables } from './localTables.ts'

type Row = Readonly<{
  task: number
  pins: Readonly<Record<string, string>>
  imports: readonly string[]
  line: string
  error: string
  kind: string
  name: string
}>

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
  },
})
const [dataDir, file] = positionals
if (dataDir === undefined || file === undefined) {
  console.error(
    'usage: modelErrors.ts <data folder> <rows.jsonl> [--half one|other] [--seed 1] [--show]',
  )
  process.exit(2)
}
const random = seededRandom(Number(values.seed))
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  // Rows of the file that somebody has handed over.
  .map((line) => JSON.parse(line) as Row)
  .map((row) => ({ row, isOne: random.below(2) === 0 }))
  .filter(({ isOne }) => values.half === undefined || isOne === (values.half === 'one'))
const local = await localTables(dataDir)

/** An import that goes on is closed by the name that the error asks for, or left out. */
function importsOf({ imports, line, error }: Row): readonly string[] {
  const asked = /cannot import name '(\w+)'/.exec(error)?.[1]
  return imports
    .map((one) => one.trim())
    .flatMap((one) => {
      if (!/\($|\\$/.test(one)) return [one]
      const isAsked = asked !== undefined && one === line.trim()
      return isAsked ? [one.replace(/[(\\]$/, asked)] : []
    })
}

/** What a line leaves open is closed: a call by the keyword that the error tells of. */
function closed({ line, error }: Row): string {
  const open: string[] = []
  const text = line.trim()
  for (const char of text) {
    const at = '([{'.indexOf(char)
    if (at >= 0) open.push(')]}'.charAt(at))
    else if (char === open.at(-1)) open.pop()
  }
  const keyword = /unexpected keyword argument '(\w+)'/.exec(error)?.[1]
  const isLacking = keyword !== undefined && text.endsWith('(') && !text.includes(`${keyword}=`)
  return text + (isLacking ? `${keyword}=None` : '') + open.reverse().join('')
}

/**
 * `ruler: SpanRuler`: the object that the line begins with, where the error says of which class it is and
 * the imports say where that is.
 */
function parameterOf(row: Row): string {
  const subject = /^(?:return )?(\w+)\./.exec(row.line.trim())?.[1]
  const cls =
    /'(\w+)' object has no attribute/.exec(row.error)?.[1] ??
    /(\w+)\.\w+\(\) got an unexpected/.exec(row.error)?.[1]
  const imports = importsOf(row).join('\n')
  if (subject === undefined || cls === undefined) return ''
  if (new RegExp(`\\b${subject}\\b`).test(imports)) return ''
  if (new RegExp(`^from .* import .*\\b${cls}\\b`, 'm').test(imports)) return `${subject}: ${cls}, `
  const module = /^import (?:\w+ as )?(\w+)$/m.exec(imports)?.[1]
  return module === undefined ? '' : `${subject}: ${module}.${cls}, `
}

/** A line that opens a block needs one. */
function codeOf(row: Row): string {
  const imports = importsOf(row)
  const isImported = row.imports.includes(row.line) && /^(?:from|import) /.test(row.line.trim())
  const line = isImported ? 'pass' : closed(row)
  const body = /:$/.test(line) ? `${line}\n        pass` : line
  return [...imports, `def made(${parameterOf(row)}*given):`, `    ${body}`, ''].join('\n')
}

const counts = { rows: 0, found: 0 }
for (const { row } of rows) {
  const requirements = Object.entries(row.pins).map(([name, version]) => `${name}==${version}`)
  const report = await checkCode(
    {
      files: [
        { path: 'a.py', content: codeOf(row) },
        { path: 'requirements.txt', content: `${requirements.join('\n')}\n` },
      ],
    },
    local,
  )
  const errors = report.findings.filter(
    ({ severity, path }) => severity === 'error' && path === 'a.py',
  )
  counts.rows += 1
  if (errors.length > 0) counts.found += 1
  if (!values.show) continue
  console.log(`${errors.length > 0 ? 'found ' : 'missed'} ${row.task} ${requirements.join(' ')}`)
  console.log(`  ${row.line.trim()}\n  ${row.error}`)
  for (const { message } of errors) console.log(`  -> ${message}`)
  if (errors.length > 0) continue
  for (const { name, reason } of report.undetermined) console.log(`  ? ${name}: ${reason}`)
  for (const { code, message } of report.findings) console.log(`  (${code}) ${message}`)
}
console.log(`${counts.found} of ${counts.rows} are named`)
