// Whether a text is code of a language, all of it; null where that cannot be told.

import { parsesAs, type SyntaxQuestion as ScriptQuestion } from './javascript/parsesAs.ts'
import { parsesAsPython } from './python/grammar/parsesAsPython.ts'

export type SyntaxQuestion = ScriptQuestion | Readonly<{ language: 'python'; text: string }>

export function parses(question: SyntaxQuestion): boolean | null {
  return question.language === 'python' ? parsesAsPython(question.text) : parsesAs(question)
}
