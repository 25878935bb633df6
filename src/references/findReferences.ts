// The references of a file, by its name.

import { javascriptReferences } from './javascript/javascriptReferences.ts'
import { pythonReferences } from './python/pythonReferences.ts'
import type { SourceReport } from './reference.ts'

export type SourceLanguage = 'python' | 'javascript'

/** Null for what is no source file of a language that is read. */
export function languageOf(path: string): SourceLanguage | null {
  if (/\.pyi?$/.test(path)) return 'python'
  if (/\.d\.[cm]?ts$/.test(path)) return null
  return /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path) ? 'javascript' : null
}

export function findReferences(path: string, text: string): SourceReport | null {
  const language = languageOf(path)
  if (language === null) return null
  return language === 'python' ? pythonReferences(text) : javascriptReferences(path, text)
}
