// A file that was parsed, and what a look at its whole text tells: looked for once, and not once for
// each class and each variable in it.

import type { Span } from '../../../syntax/python/syntax.ts'
import { changedNames } from './changedLater.ts'

export class Source {
  readonly file: string
  /** What the spans of its syntax lie in. */
  readonly text: string
  readonly isStub: boolean
  private changed: ReadonlySet<string> | null = null
  private walrus: boolean | null = null
  private description: boolean | null = null

  constructor({ file, text, isStub }: Pick<Source, 'file' | 'text' | 'isStub'>) {
    this.file = file
    this.text = text
    this.isStub = isStub
  }

  /** What is written at a place. */
  slice({ start, end }: Span): string {
    return this.text.slice(start, end)
  }

  /** Whether one of the decorators is written so. */
  isMarked({ decorators }: Readonly<{ decorators: readonly Span[] }>, mark: RegExp): boolean {
    return decorators.some((span) => mark.test(this.slice(span)))
  }

  /** Names that the text changes anywhere, or gives a value more than once. */
  get changedNames(): ReadonlySet<string> {
    this.changed ??= changedNames(this.text)
    return this.changed
  }

  /** Whether it may have an assignment within an expression. */
  get hasWalrus(): boolean {
    this.walrus ??= this.text.includes(':=')
    return this.walrus
  }

  /** Whether it may be code that was generated from a description of messages. */
  get hasDescription(): boolean {
    this.description ??= this.text.includes('AddSerializedFile')
    return this.description
  }
}
