// One file of JavaScript: its syntax, its lines, its comments.

import { type Comment, parseSync, type StaticExport } from 'oxc-parser'
import { type Body, type LateSyntax, lateSyntax } from './lateSyntax.ts'
import { nestingOf } from './nesting.ts'
import { type LoaderWord, type Scan, scanFunctions } from './scanFunctions.ts'

const FILE_MAX_LENGTH = 24 * 1024 * 1024
const NESTING_MAX = 1_000

export type SourceText = Readonly<{
  text: string
  body: Body
  comments: readonly Comment[]
  /** Whether it has `import` or `export`. */
  isEsm: boolean
}>

/** A file that is parsed as far as it is looked at, and once. */
export class ParsedFile {
  readonly text: string
  readonly #file: string
  readonly #scan: Scan | null
  #made: LateSyntax | null | undefined
  #whole: WholeSyntax | null = null
  #source: SourceText | string | null = null

  /** Bodies of functions from `lateLengthMin` on are parsed when they are looked at. */
  constructor(file: string, text: string, lateLengthMin: number) {
    this.#file = file
    this.text = text
    const isScript = text.length <= FILE_MAX_LENGTH && /\.[cm]?js$/.test(file)
    const isLate = lateLengthMin < Infinity
    const scan = isLate && isScript ? scanFunctions(text, lateLengthMin) : null
    this.#scan = scan === null || scan.nesting > NESTING_MAX ? null : scan
  }

  /** Words that a module of CommonJS is made of; null where they cannot be told. */
  get words(): readonly LoaderWord[] | null {
    return this.#scan?.words ?? null
  }

  /** What it exports as an ES module; null where its syntax has errors. */
  get exports(): readonly StaticExport[] | null {
    return this.#late === null ? this.#parsed.exports : this.#late.module.staticExports
  }

  /** The syntax of the file, or why there is none. */
  get source(): SourceText | string {
    this.#source ??= this.#lateSource() ?? this.#wholeSource()
    return this.#source
  }

  get #late(): LateSyntax | null {
    if (this.#made === undefined)
      this.#made = this.#scan === null ? null : this.#parseLate(this.#scan)
    return this.#made
  }

  #parseLate(scan: Scan): LateSyntax | null {
    const options = { lang: 'js', sourceType: sourceTypeOf(this.#file) } as const
    const late = lateSyntax({ file: this.#file, text: this.text, options }, scan, () => {
      const { body } = this.#parsed
      return typeof body === 'string' ? null : body
    })
    return late.isSound ? late : null
  }

  #lateSource(): SourceText | null {
    const body = this.#late?.body() ?? null
    if (this.#late === null || this.#scan === null || body === null) {
      this.#made = null
      return null
    }
    const { text } = this
    const places = this.#scan.comments
    let comments: readonly Comment[] | null = null
    return {
      ...{ text, body, isEsm: this.#late.module.hasModuleSyntax },
      get comments() {
        comments ??= commentsOf(text, places)
        return comments
      },
    }
  }

  #wholeSource(): SourceText | string {
    const { body, comments, isEsm } = this.#parsed
    return typeof body === 'string' ? body : { text: this.text, body, comments, isEsm }
  }

  get #parsed(): WholeSyntax {
    this.#whole ??= parseWhole(this.#file, this.text)
    return this.#whole
  }
}

type WholeSyntax = Readonly<{
  /** Or why there is none. */
  body: Body | string
  comments: readonly Comment[]
  isEsm: boolean
  exports: readonly StaticExport[] | null
}>

function parseWhole(file: string, text: string): WholeSyntax {
  const none = { comments: [], isEsm: false, exports: null }
  if (text.length > FILE_MAX_LENGTH)
    return { ...none, body: `${text.length} characters are too many to read` }
  if (nestingOf(text) > NESTING_MAX) return { ...none, body: 'nests too deep to read' }
  const isTyped = /\.[cm]?tsx?$/.test(file)
  for (const lang of isTyped ? (['ts'] as const) : (['js', 'jsx', 'ts'] as const)) {
    const { program, comments, errors, module } = parseSync(file, text, {
      lang,
      sourceType: sourceTypeOf(file),
    })
    if (program.body.length > 0 || errors.length === 0) {
      const exports = errors.length === 0 && lang === 'js' ? module.staticExports : null
      return { body: program.body, comments, isEsm: module.hasModuleSyntax, exports }
    }
  }
  return { ...none, body: 'has no syntax of JavaScript' }
}

/** `unambiguous` reads a file without `import` as a script, where `with` and `await` are names. */
function sourceTypeOf(file: string): 'module' | 'unambiguous' {
  return file.endsWith('.mjs') ? 'module' : 'unambiguous'
}

function commentsOf(text: string, places: readonly number[]): readonly Comment[] {
  const comments: Comment[] = []
  for (let i = 0; i < places.length; i += 2) {
    const start = places[i] ?? 0
    const end = places[i + 1] ?? 0
    const isBlock = text[start + 1] === '*'
    const value = text.slice(start + 2, isBlock ? end - 2 : end)
    comments.push({ type: isBlock ? 'Block' : 'Line', value, start, end })
  }
  return comments
}

/** Whether a text is neither too long nor nested too deep for a parser. */
export function isReadable(text: string): boolean {
  return text.length <= FILE_MAX_LENGTH && nestingOf(text) <= NESTING_MAX
}
