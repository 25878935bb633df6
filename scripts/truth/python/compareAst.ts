// Compares our reading of Python files with CPython's, declaration by declaration.
//
//   tsx scripts/truth/python/compareAst.ts [--python python3.13] [--every 3] folder…
//
// Every difference is printed; the last lines are the figures.

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { decodePython } from '../../../src/syntax/python/decodePython.ts'
import { parsePython } from '../../../src/syntax/python/parsePython.ts'
import { fileRows, type Row } from './astRows.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: 'string', default: 'python3' },
    every: { type: 'string', default: '1' },
    show: { type: 'string', default: '60' },
  },
})

const counts = { files: 0, refused: 0, refusedWithoutProblem: 0, equal: 0, problems: 0 }
const totals = { leaves: 0, texts: 0, textsDifferent: 0, structureDifferent: 0 }
let shown = 0

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.pyi?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function isText(row: Row | undefined): row is Readonly<{ text: string }> {
  return typeof row === 'object' && row !== null && 'text' in row
}

/** Reports where two readings differ; true when they do not. */
function compare(
  file: string,
  path: string,
  theirs: Row | undefined,
  ours: Row | undefined,
): boolean {
  totals.leaves++
  if (isText(theirs) && isText(ours)) {
    totals.texts++
    if (theirs.text === ours.text) return true
    totals.textsDifferent++
    report(file, `text ${path}`, theirs.text, ours.text)
    return false
  }
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    const here = typeof theirs[0] === 'string' ? `${path}/${theirs[0]}@${theirs[1]}` : path
    if (theirs.length !== ours.length) {
      totals.structureDifferent++
      const at = theirs.findIndex((row, i) => head(row) !== head(ours[i]))
      report(file, `length ${here}`, summary(theirs[at]), summary(ours[at]))
      return false
    }
    let isEqual = true
    for (let i = 0; i < theirs.length; i++) {
      if (!compare(file, here, theirs[i], ours[i])) isEqual = false
    }
    return isEqual
  }
  if (theirs === ours) return true
  totals.structureDifferent++
  report(file, `value ${path}`, summary(theirs), summary(ours))
  return false
}

function head(row: Row | undefined): string {
  return Array.isArray(row) ? `${row[0]} ${row[1]} ${row[2]}` : String(row)
}

function summary(row: Row | undefined): string {
  return JSON.stringify(row)?.slice(0, 200) ?? 'nothing'
}

function report(file: string, path: string, theirs: string, ours: string): void {
  if (shown++ >= Number(values.show)) return
  console.log(
    `${file}\n  ${path}\n  theirs ${theirs.slice(0, 300)}\n  ours   ${ours.slice(0, 300)}`,
  )
}

const every = Number(values.every)
const files = positionals.flatMap(filesIn).filter((_, i) => i % every === 0)
const script = join(fileURLToPath(new URL('.', import.meta.url)), 'astDefinitions.py')
const python = spawn(values.python, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
python.stdin.write(`${files.join('\n')}\n`)
python.stdin.end()

let index = 0
for await (const line of createInterface({ input: python.stdout, crlfDelay: Infinity })) {
  const file = files[index++] ?? ''
  const theirs: { error?: string; doc: Row; body: Row } = JSON.parse(line)
  counts.files++
  // Files that CPython refuses have no truth, but must not stop us either.
  const parsed = parsePython(decodePython(readFileSync(file)))
  const ours = fileRows(parsed)
  if (theirs.error !== undefined) {
    counts.refused++
    if (parsed.problems.length === 0) counts.refusedWithoutProblem++
    continue
  }
  const [problem] = parsed.problems
  if (problem !== undefined) {
    counts.problems++
    report(file, `problem @${problem.line}`, 'no problem', problem.message)
  }
  const isDocEqual = compare(file, 'doc', theirs.doc, ours.doc)
  if (compare(file, '', theirs.body, ours.body) && isDocEqual) counts.equal++
}
console.log(JSON.stringify({ ...counts, ...totals }))
