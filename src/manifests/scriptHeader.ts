// The header of a script that is one file (PEP 723): what it needs, in comments above its code.

import { emptyManifest, type Manifest } from './manifest.ts'
import { pyproject } from './pyproject.ts'

const OPEN = /^# \/\/\/ script[ \t]*$/
const CLOSE = /^# \/\/\/[ \t]*$/
/** `# ` and `#` alone. */
const COMMENT = /^#(?: |$)/
const INDENT = 2

/** Null for a file without one. What it says counts for this file alone. */
export function scriptHeader(path: string, text: string): Manifest | null {
  if (!text.includes('# /// script')) return null
  const lines = text.split(/\r\n?|\n/)
  const opens = lines.flatMap((line, index) => (OPEN.test(line) ? [index] : []))
  const [open] = opens
  if (open === undefined) return null
  const empty = emptyManifest(path)
  if (opens.length > 1) return { ...empty, isScript: true, problem: 'has two headers of a script' }
  const rest = lines.slice(open + 1)
  const length = rest.findIndex((line) => !COMMENT.test(line))
  const block = length === -1 ? rest : rest.slice(0, length)
  // The last line that closes is the end: what stands before it may look like one.
  const end = block.findLastIndex((line) => CLOSE.test(line))
  if (end === -1) {
    return { ...empty, isScript: true, problem: 'has a header of a script that does not end' }
  }
  // The same keys stand in a table of a project; lines stay where they are.
  const table = block.slice(0, end).map((line) => line.slice(INDENT))
  const {
    pythons: _,
    problem,
    ...read
  } = pyproject(path, [...lines.slice(0, open).map(() => ''), '[project]', ...table].join('\n'))
  return {
    ...read,
    isScript: true,
    pythons: [],
    requirements: read.requirements.map((one) => ({ ...one, column: one.column + INDENT })),
    problem: problem === null ? null : `has a header of a script that ${problem}`,
  }
}
