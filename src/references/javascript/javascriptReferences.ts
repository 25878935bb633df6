// References to packages in a file of JavaScript or TypeScript. Never throws; but the native parser
// recurses, so a file that is made to deceive the guard belongs into a process that may die.

import { type Comment, type ParserOptions, parseSync } from 'oxc-parser'
import { isReadable } from '../../syntax/javascript/sourceText.ts'
import { nestingOf } from '../../syntax/javascript/typeScriptNesting.ts'
import { isDeclaration } from '../languageOf.ts'
import { pathTextsIn } from '../pathTexts.ts'
import { placesIn } from '../places.ts'
import type { SourceReport } from '../reference.ts'
import { declareNames } from './declare.ts'
import { References, TOO_DEEP } from './references.ts'

const NO_SYNTAX = 'it has no syntax of JavaScript'
const NONE: ReadonlySet<string> = new Set()
const NOWHERE: ReadonlySet<number> = new Set()
/** How far behind a comment that tells a type what it speaks of may stand. */
const BLANK_MAX = 200
type SourceType = NonNullable<ParserOptions['sourceType']>

/** Types nest too, in ways that only matter where there are types. */
const TYPE_NESTING_MAX = 400

export function javascriptReferences(path: string, text: string): SourceReport {
  if (!isReadable(text) || (isTyped(path) && nestingOf(text) > TYPE_NESTING_MAX)) {
    return unread(1, TOO_DEEP)
  }
  const places = placesIn(text)
  const lineOf = ({ labels }: Readonly<{ labels: readonly Readonly<{ start: number }>[] }>) =>
    places.at(labels[0]?.start ?? 0).line
  const parsed = parse(path, text)
  if (parsed.program.body.length === 0 && parsed.errors.length > 0) {
    const [error] = parsed.errors
    return unread(error === undefined ? 1 : lineOf(error), error?.message ?? NO_SYNTAX)
  }
  const declared = declareNames(
    parsed.program,
    isTyped(path) ? NOWHERE : typedByComments(parsed.comments, text),
  )
  const references = new References(declared, places, {
    comments: parsed.comments,
    isTyped: isTyped(path),
  })
  if (isTyped(path)) references.refer(parsed.comments)
  references.visit(parsed.program, declared.root)
  references.softenAsked()
  const { found, added, augmented } = references
  const declaredModules = [...new Set([...references.declaredModules, ...writtenModules(text)])]
  const [error] = parsed.errors
  const problem =
    error === undefined
      ? references.problem === null
        ? null
        : { line: 1, column: 1, message: references.problem }
      : { line: lineOf(error), column: 1, message: error.message }
  const passedOver = [...references.passedOver.values()]
  const handedOn = [...references.handedOn.values()]
  const pathTexts = pathTextsIn(text, places, 'javascript')
  const told = { references: found, added, augmented, declaredModules }
  return { ...told, passedOver, handedOn, pathTexts, problem }
}

/** `declare module "x"` in a text: a program that makes declarations for the project writes them. */
function writtenModules(text: string): readonly string[] {
  const found = text.matchAll(/\bdeclare module \\?(["'])([^"'\\\n]{1,200})\\?\1/g)
  return [...found].map(([, , module = '']) => module)
}

/** Where a declaration or an expression begins of which the comment before it says the type. */
function typedByComments(comments: readonly Comment[], text: string): ReadonlySet<number> {
  const starts = comments
    .filter(({ value }) => /^\*.*@type\b/s.test(value))
    .map(
      ({ end }) =>
        end + (/^\s*(?:export\s+)?/.exec(text.slice(end, end + BLANK_MAX))?.[0] ?? '').length,
    )
  return new Set(starts)
}

function unread(line: number, message: string): SourceReport {
  const problem = { line, column: 1, message }
  return {
    references: [],
    added: NONE,
    augmented: NONE,
    declaredModules: [],
    passedOver: [],
    problem,
  }
}

function isTyped(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path)
}

function isEmpty({ program }: ReturnType<typeof parseSync>): boolean {
  return program.body.length === 0
}

/** Files named `.js` hold JSX, types, or scripts of old: the first way that has no error counts. */
function parse(path: string, text: string) {
  const langs: NonNullable<ParserOptions['lang']>[] = isTyped(path)
    ? [path.endsWith('x') ? 'tsx' : isDeclaration(path) ? 'dts' : 'ts']
    : path.endsWith('.cjs')
      ? ['jsx', 'js']
      : ['jsx', 'js', 'ts']
  const sourceType: SourceType = /\.[cm]ts$|\.mjs$|\.tsx?$/.test(path)
    ? 'module'
    : path.endsWith('.cjs')
      ? 'commonjs'
      : 'unambiguous'
  // A file of CommonJS is the body of a function, which may return.
  const types = /\.(?:c?jsx?|cts)$/.test(path) ? ([sourceType, 'commonjs'] as const) : [sourceType]
  // Names that are declared twice, `delete x` in a module: no engine takes the file.
  const showSemanticErrors = true
  let best: ReturnType<typeof parseSync> | null = null
  for (const lang of langs) {
    for (const type of types) {
      const parsed = parseSync(path, text, { lang, sourceType: type, showSemanticErrors })
      if (parsed.errors.length === 0) return parsed
      if (best === null || (isEmpty(best) && !isEmpty(parsed))) best = parsed
    }
  }
  return best ?? parseSync(path, text, { sourceType, showSemanticErrors })
}
