// Whether a text is code of a language, all of it; null where that cannot be told. The parser of
// JavaScript is native and recurses: whoever asks for strangers asks in a process that may die.

import { parseSync } from 'oxc-parser'
import { isReadable } from './javascript/sourceText.ts'
import { nestingOf } from './javascript/typeScriptNesting.ts'
import { parsesAsPython } from './python/grammar/parsesAsPython.ts'

const LANGS = { javascript: 'js', jsx: 'jsx', typescript: 'ts', tsx: 'tsx' } as const
const NESTING_MAX = 400

export type SyntaxQuestion = Readonly<{ language: 'python' | keyof typeof LANGS; text: string }>

/** JavaScript as a module, as a script, or as the body of a CommonJS file; not what nests too deep. */
export function parses({ language, text }: SyntaxQuestion): boolean | null {
  if (language === 'python') return parsesAsPython(text)
  if (!isReadable(text) || nestingOf(text) > NESTING_MAX) return null
  const lang = LANGS[language]
  return (['module', 'script', 'commonjs'] as const).some((sourceType) => {
    const options = { lang, sourceType, showSemanticErrors: true }
    return parseSync(`output.${lang}`, text, options).errors.length === 0
  })
}
