// One file of JavaScript: its syntax, its lines, its comments.

import { type Comment, type Directive, parseSync, type Statement } from 'oxc-parser'
import { nestingOf } from './nesting.ts'

const FILE_MAX_LENGTH = 24 * 1024 * 1024
const NESTING_MAX = 1_000

export type SourceText = Readonly<{
  text: string
  body: readonly (Directive | Statement)[]
  comments: readonly Comment[]
  /** Whether it has `import` or `export`. */
  isEsm: boolean
}>

/** The syntax of a file, or why there is none. */
export function parseSource(file: string, text: string): SourceText | string {
  if (text.length > FILE_MAX_LENGTH) return `${text.length} characters are too many to read`
  if (nestingOf(text) > NESTING_MAX) return 'nests too deep to read'
  const result = parse(file, text)
  if (typeof result === 'string') return result
  return { text, ...result }
}

function parse(file: string, text: string): Omit<SourceText, 'text'> | string {
  // `unambiguous` reads a file without `import` as a script, where `with` and `await` are names.
  const isTyped = /\.[cm]?tsx?$/.test(file)
  for (const lang of isTyped ? (['ts'] as const) : (['js', 'jsx', 'ts'] as const)) {
    const { program, comments, errors, module } = parseSync(file, text, {
      lang,
      sourceType: file.endsWith('.mjs') ? 'module' : 'unambiguous',
    })
    if (program.body.length > 0 || errors.length === 0)
      return { body: program.body, comments, isEsm: module.hasModuleSyntax }
  }
  return 'has no syntax of JavaScript'
}

/** Whether a text is neither too long nor nested too deep for a parser. */
export function isReadable(text: string): boolean {
  return text.length <= FILE_MAX_LENGTH && nestingOf(text) <= NESTING_MAX
}

/** Where the lines of a text begin. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The number of the line that an offset is in, from 1. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}
