// References to packages in a Python file. Never throws, and runs nothing.

import { pythonSyntax } from '../../syntax/python/grammar/parsesAsPython.ts'
import { parsePython } from '../../syntax/python/parsePython.ts'
import { pathTextsIn } from '../pathTexts.ts'
import type { SourceReport } from '../reference.ts'
import { FileWalk } from './fileWalk.ts'
import { Statements } from './statements.ts'

/** Walks that learn what functions give and take, each by what the one before has learned. */
const ROUNDS_MAX = 3

const NONE: ReadonlySet<string> = new Set()

export function pythonReferences(text: string): SourceReport {
  const file = parsePython(text)
  const walk = new FileWalk(file.text)
  for (const { line, message } of file.problems.slice(0, 1)) walk.addProblem(line, message)
  new Statements(walk).file(file.body)
  for (let round = 1; walk.close() && round < ROUNDS_MAX; round += 1) {
    new Statements(walk).file(file.body)
  }
  walk.isFinding = true
  new Statements(walk).file(file.body)
  const { references, added } = walk
  const found = { references, added, augmented: NONE, declaredModules: [...walk.forReleases] }
  const passedOver = [...walk.passedOver.values()]
  const handedOn = [...walk.handedNames.values()]
  const handedTexts = [...walk.handedTexts.values()]
  const pathTexts = pathTextsIn(walk.text, walk.places, 'python')
  return {
    ...found,
    passedOver,
    handedOn,
    pathTexts,
    handedTexts,
    problem: walk.problem ?? unparsed(walk),
  }
}

/** Whatever was read of it: a file that Python does not take is not all read. */
function unparsed({ text, places }: FileWalk): SourceReport['problem'] {
  const syntax = pythonSyntax(text)
  if (syntax.state === 'python') {
    const { refusal } = syntax
    if (refusal === null) return null
    const message = `Python does not compile it: ${refusal.why}`
    return { line: places.at(refusal.at).line, column: 1, message }
  }
  const { line } = places.at(syntax.at)
  const message = syntax.state === 'unsure' ? 'it nests too deep' : 'it is no Python from here on'
  return { line, column: 1, message }
}
