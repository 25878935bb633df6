// The references of a file, by its name.

import { javascriptReferences } from './javascript/javascriptReferences.ts'
import { languageOf } from './languageOf.ts'
import { pythonReferences } from './python/pythonReferences.ts'
import type { SourceReport } from './reference.ts'

export function findReferences(path: string, text: string): SourceReport | null {
  const language = languageOf(path)
  if (language === null) return null
  return language === 'python' ? pythonReferences(text) : javascriptReferences(path, text)
}
