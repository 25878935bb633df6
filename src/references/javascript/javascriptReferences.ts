// References to packages in a file of JavaScript or TypeScript. Never throws; but the native parser
// recurses, so a file that is made to deceive the guard belongs into a process that may die.

import { type ParserOptions, parseSync } from 'oxc-parser'
import { nestingOf } from '../../extract/npm/declarations/nesting.ts'
import { isReadable } from '../../extract/npm/javascript/sourceText.ts'
import { placesIn } from '../places.ts'
import type { SourceReport } from '../reference.ts'
import { declareNames } from './declare.ts'
import { References } from './references.ts'

const NONE: ReadonlySet<string> = new Set()
/** Types nest too, in ways that only matter where there are types. */
const TYPE_NESTING_MAX = 400

export function javascriptReferences(path: string, text: string): SourceReport {
  if (!isReadable(text) || (isTyped(path) && nestingOf(text) > TYPE_NESTING_MAX)) {
    return unread(1, 'nests too deep to be read')
  }
  const places = placesIn(text)
  const parsed = parse(path, text)
  if (parsed.program.body.length === 0 && parsed.errors.length > 0) {
    const [error] = parsed.errors
    const { line } = places.at(error?.labels[0]?.start ?? 0)
    return unread(line, error?.message ?? 'has no syntax of JavaScript')
  }
  const scopes = declareNames(parsed.program)
  const root = scopes.get(parsed.program)
  if (root === undefined) return unread(1, 'has no scope')
  const references = new References(scopes, places, parsed.comments)
  references.visit(parsed.program, root)
  references.softenAsked()
  const { found, added, augmented, isTooDeep } = references
  const problem = isTooDeep ? { line: 1, column: 1, message: 'nests too deep to be read' } : null
  return { references: found, added, augmented, problem }
}

function unread(line: number, message: string): SourceReport {
  const problem = { line, column: 1, message }
  return { references: [], added: NONE, augmented: NONE, problem }
}

function isTyped(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path)
}

/** Files named `.js` hold JSX, types, or scripts of old: the first way that has no error counts. */
function parse(path: string, text: string) {
  const langs: NonNullable<ParserOptions['lang']>[] = isTyped(path)
    ? [path.endsWith('x') ? 'tsx' : 'ts']
    : ['jsx', 'js', 'ts']
  const sourceType = /\.[cm]ts$|\.mjs$|\.tsx?$/.test(path) ? 'module' : 'unambiguous'
  let first: ReturnType<typeof parseSync> | null = null
  for (const lang of langs) {
    const parsed = parseSync(path, text, { lang, sourceType })
    first ??= parsed
    if (parsed.program.body.length > 0 || parsed.errors.length === 0) return parsed
  }
  return first ?? parseSync(path, text, { sourceType })
}
