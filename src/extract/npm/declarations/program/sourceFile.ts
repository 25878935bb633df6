// One file of declarations: its text, its syntax, where its lines begin.

import { type Comment, type Directive, type OxcError, parseSync, type Statement } from 'oxc-parser'
import { lineAt, lineStarts } from '../../../../domain/texts/textLines.ts'
import { inStage } from '../../../../stages.ts'
import { nestingOf } from '../../../../syntax/javascript/typeScriptNesting.ts'
import type { PackageModel } from './packageModel.ts'

/** Declarations that would take us down. */
export class HostileDeclarations extends Error {
  override readonly name = 'HostileDeclarations'
}

const NESTING_MAX = 400
const FILE_MAX_LENGTH = 32 * 1024 * 1024

type Reference = Readonly<{ kind: 'path' | 'types'; to: string }>

export class SourceFile {
  readonly from: PackageModel
  readonly path: string
  readonly text: string
  readonly body: readonly (Directive | Statement)[]
  readonly comments: readonly Comment[]
  /** The first thing that makes no sense in it; the rest was read. */
  readonly problem: string | null
  /** Why nothing of it was read: it would take the parser down. */
  readonly unread: string | null
  #lineStarts: readonly number[] | null = null

  constructor(from: PackageModel, path: string, text: string) {
    this.from = from
    this.path = path
    this.text = text
    this.unread = unreadReason(text)
    if (this.unread !== null) {
      this.body = []
      this.comments = []
      this.problem = this.unread
      return
    }
    const lang = isDeclarationFile(path) ? 'dts' : path.endsWith('x') ? 'tsx' : 'ts'
    const { program, comments, errors } = inStage('parse', () =>
      parseSync(path, text, { lang, sourceType: 'module' }),
    )
    this.body = program.body
    this.comments = comments
    const fatal = errors.find((error) => error.severity === 'Error' && !isNothing(error, text))
    this.problem = fatal?.message ?? null
  }

  get isDeclarationFile(): boolean {
    return isDeclarationFile(this.path)
  }

  lineAt(offset: number): number {
    this.#lineStarts ??= lineStarts(this.text)
    return lineAt(this.#lineStarts, offset)
  }
}

/** A semicolon of its own, which checkers do not want among declarations, hides none of them. */
function isNothing({ message, labels }: OxcError, text: string): boolean {
  const isSemicolon = labels.every(({ start, end }) => text.slice(start, end) === ';')
  return isSemicolon && message.startsWith('Statements are not allowed')
}

function unreadReason(text: string): string | null {
  if (text.length > FILE_MAX_LENGTH) return `has ${text.length} characters`
  const depth = nestingOf(text)
  return depth > NESTING_MAX ? `nests ${depth} levels deep` : null
}

function isDeclarationFile(path: string): boolean {
  return /\.d\.([cm]?ts|[^./]+\.ts)$/.test(path)
}

/** `/// <reference … />` before the first statement, found without a parse. */
export function referencesOf(text: string): Reference[] {
  const found: Reference[] = []
  const header = /\s*(?:\/\/([^\n]*)|\/\*[\s\S]*?\*\/)/y
  let match = header.exec(text)
  while (match !== null) {
    const reference = /^\/\s*<reference\s[^>]*?\b(path|types)\s*=\s*["']([^"']+)["']/.exec(
      match[1] ?? '',
    )
    if (reference !== null)
      found.push({ kind: reference[1] === 'path' ? 'path' : 'types', to: reference[2] ?? '' })
    match = header.exec(text)
  }
  return found
}
