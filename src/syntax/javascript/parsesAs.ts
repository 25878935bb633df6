// Whether a text is code of a language, all of it. The parser is native and recurses: whoever asks for
// strangers asks in a process that may die.

import { parseSync } from 'oxc-parser'
import { isReadable } from './sourceText.ts'
import { nestingOf } from './typeScriptNesting.ts'

const SCRIPT_LANGUAGES = ['javascript', 'jsx', 'typescript', 'tsx'] as const
type ScriptLanguage = (typeof SCRIPT_LANGUAGES)[number]

export type SyntaxQuestion = Readonly<{ language: ScriptLanguage; text: string }>

const LANGS = { javascript: 'js', jsx: 'jsx', typescript: 'ts', tsx: 'tsx' } as const
const NESTING_MAX = 400

/** As a module, as a script, or as the body of a CommonJS file; null for what nests too deep. */
export function parsesAs({ language, text }: SyntaxQuestion): boolean | null {
  if (!isReadable(text) || nestingOf(text) > NESTING_MAX) return null
  const lang = LANGS[language]
  return (['module', 'script', 'commonjs'] as const).some((sourceType) => {
    const { errors } = parseSync(`output.${lang}`, text, {
      lang,
      sourceType,
      showSemanticErrors: true,
    })
    return errors.length === 0
  })
}
