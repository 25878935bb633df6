// References to packages in a Python file. Never throws, and runs nothing.

import { parsePython } from '../../extract/python/syntax/parsePython.ts'
import type { SourceReport } from '../reference.ts'
import { FileWalk } from './fileWalk.ts'
import { Statements } from './statements.ts'

const NONE: ReadonlySet<string> = new Set()

export function pythonReferences(text: string): SourceReport {
  const file = parsePython(text)
  const walk = new FileWalk(file.text)
  new Statements(walk).file(file.body)
  walk.isFinding = true
  new Statements(walk).file(file.body)
  const [problem] = file.problems
  return {
    references: walk.references,
    added: walk.added,
    augmented: NONE,
    problem:
      problem === undefined ? null : { line: problem.line, column: 1, message: problem.message },
  }
}
