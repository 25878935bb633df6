// Whether a text is Python, by the grammar of 3.13: what `ast.parse` takes. What the compiler refuses
// all the same (a `return` outside of a function) is told beside it.

import { withLineFeeds } from '../parsePython.ts'
import type { Refusal } from './compilerRules.ts'
import { Reader } from './reader.ts'
import { file } from './statements.ts'
import { NotPython, Tokenizer, Unsure } from './tokens.ts'

/**
 * `python`: it is, as far as its text tells; where it writes characters by their names
 * (`hasNamed`), there may be none of that name. `refusal`: what its compiler does not take of it.
 * `unsure`: it nests too deep to tell.
 */
type PythonSyntax =
  | Readonly<{ state: 'python'; hasNamed: boolean; refusal: Refusal | null }>
  /** `at`: where it stops to be, in UTF-16 units of the text. */
  | Readonly<{ state: 'not_python' | 'unsure'; at: number }>

/** Of a text with line feeds and without a byte order mark. */
export function pythonSyntax(text: string): PythonSyntax {
  const tokenizer = new Tokenizer(text)
  let reader: Reader | null = null
  try {
    reader = new Reader(tokenizer.file())
    file(reader)
    return { state: 'python', hasNamed: tokenizer.hasNamed, refusal: reader.compiler.refusal }
  } catch (error) {
    const at = reader?.place ?? tokenizer.place
    if (error instanceof NotPython) return { state: 'not_python', at }
    if (error instanceof Unsure) return { state: 'unsure', at }
    throw error
  }
}

/** Null where that cannot be told. */
export function parsesAsPython(text: string): boolean | null {
  const syntax = pythonSyntax(withLineFeeds(text))
  if (syntax.state === 'python') return syntax.hasNamed ? null : true
  return syntax.state === 'unsure' ? null : false
}
