// The references of a file, by its name.

import { javascriptReferences } from './javascript/javascriptReferences.ts'
import { isDeclaration, languageOf } from './languageOf.ts'
import { pythonReferences } from './python/pythonReferences.ts'
import type { SourceReport } from './reference.ts'

export function findReferences(path: string, text: string): SourceReport | null {
  const language = languageOf(path)
  if (language === null) return null
  if (language === 'python') return pythonReferences(text)
  const report = javascriptReferences(path, text)
  if (!isDeclaration(path)) return report
  const references = report.references.map((one) => ({
    ...one,
    softBecause: one.softBecause ?? OF_DECLARATION,
  }))
  return { ...report, references, passedOver: [] }
}

/** Types of others may be told again in it, or made up: what it lacks breaks nothing that runs. */
const OF_DECLARATION = 'no code of a declaration runs'
