// Notebooks: the cells of code as one program, without what is said to the notebook itself.

import { type CellLine, type Notebook, notebookIn } from '../../domain/texts/notebook.ts'
import { asPython } from '../../syntax/python/notebookCode.ts'
import type { Place } from '../reference.ts'
import type { CodePart, Embedded, Problem } from './codePart.ts'

const SCRIPT: ReadonlySet<string> = new Set(['typescript', 'javascript', 'deno', 'tslab', 'jslab'])
const PYTHON = /^(?:i?python\d?|sage)$/
const SHOWN_MAX = 40
/** No more is read of any file of code; what the cells have printed does not count. */
const CODE_MAX = 1024 ** 2

export function notebookParts(text: string): Embedded {
  const notebook = notebookIn(text)
  if (typeof notebook === 'string') {
    return { parts: [], problem: { line: 1, column: 1, message: `it ${notebook}` } }
  }
  let problem: Problem | null = null
  const tell = (line: CellLine | undefined, message: string) => {
    problem ??= { ...(line === undefined ? FIRST : notebook.placeOf(line, 0)), message }
  }
  const { unreadCell } = notebook
  if (unreadCell !== null) tell(undefined, `the text of cell ${unreadCell} cannot be read`)
  const ofPython: CellLine[] = []
  const parts: CodePart[] = []
  const foreign = new Set<string>()
  let length = 0
  for (const { number, language, lines } of notebook.cells) {
    for (const { text: line } of lines) length += line.length + 1
    if (length > CODE_MAX) {
      tell(lines[0], `from cell ${number} on it has more than 1 MiB of code`)
      break
    }
    if (PYTHON.test(language)) {
      const code = asPython(lines.map((line) => line.text))
      if (code === null) tell(lines[0], `cell ${number} of it is no Python`)
      else ofPython.push(...lines.map((line, index) => ({ ...line, text: code[index] ?? '' })))
    } else if (SCRIPT.has(language)) parts.push(scriptPart(notebook, lines))
    else foreign.add(language)
  }
  const [other] = foreign
  if (other !== undefined && ofPython.length + parts.length === 0) {
    tell(undefined, `it is a notebook in ${other.slice(0, SHOWN_MAX)}, which is not read`)
  }
  if (ofPython.length > 0) {
    const code = ofPython.map((line) => line.text).join('\n')
    const part = { language: 'python', path: 'notebook.py', text: code } as const
    parts.unshift({ ...part, placeOf: placeIn(notebook, ofPython), allowed: OUTSIDE })
  }
  return { parts, problem }
}

const FIRST = { line: 1, column: 1 }

/** A cell may wait for something, and each was seen to be Python by itself. */
const OUTSIDE = /^Python does not compile it: /

function scriptPart(notebook: Notebook, lines: readonly CellLine[]): CodePart {
  const text = lines.map((line) => line.text).join('\n')
  return { language: 'javascript', path: 'cell.ts', text, placeOf: placeIn(notebook, lines) }
}

function placeIn(notebook: Notebook, lines: readonly CellLine[]): CodePart['placeOf'] {
  return (place: Place) => {
    const line = lines[place.line - 1]
    return line === undefined ? FIRST : notebook.placeOf(line, place.column - 1)
  }
}
