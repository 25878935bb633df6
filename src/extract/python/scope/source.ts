// A file that was parsed, and what a look at its whole text tells: looked for once, and not once for
// each class and each variable in it.

import { parseExpression } from '../../../syntax/python/parseExpression.ts'
import type { Expression, Span } from '../../../syntax/python/syntax.ts'
import { changedNames } from './changedLater.ts'
import { writingLines } from './linesOf.ts'

export class Source {
  readonly file: string
  /** What the spans of its syntax lie in. */
  readonly text: string
  readonly isStub: boolean
  private readonly expressions = new Map<number, Readonly<{ end: number; parsed: Expression }>>()
  private readonly tellings = new Map<unknown, unknown>()
  private changed: ReadonlySet<string> | null = null
  private writing: string | null = null
  private readonly words = new Map<string, boolean>()

  constructor({ file, text, isStub }: Pick<Source, 'file' | 'text' | 'isStub'>) {
    this.file = file
    this.text = text
    this.isStub = isStub
  }

  /** What is written at a place. */
  slice({ start, end }: Span): string {
    return this.text.slice(start, end)
  }

  /**
   * What is written at a place, parsed once: decorators, bases and values are asked for by everybody who
   * looks at what they belong to. Where it ends does not follow from where it starts.
   */
  expression(span: Span): Expression {
    const known = this.expressions.get(span.start)
    if (known !== undefined && known.end === span.end) return known.parsed
    const parsed = parseExpression(this.text, span)
    // A name is parsed as fast as it is found here.
    if (parsed.kind !== 'name') this.expressions.set(span.start, { end: span.end, parsed })
    return parsed
  }

  /** What a function tells of the whole text, by the same `more` whenever it is asked: asked once. */
  told<T, More extends unknown[]>(tell: (source: Source, ...more: More) => T, ...more: More): T {
    if (!this.tellings.has(tell)) this.tellings.set(tell, tell(this, ...more))
    return this.tellings.get(tell) as T
  }

  /** Whether a word stands anywhere in the text, looked for once: it spares most texts a slower look. */
  has(word: string): boolean {
    const known = this.words.get(word)
    if (known !== undefined) return known
    const isThere = this.text.includes(word)
    this.words.set(word, isThere)
    return isThere
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

  /** The lines of the text that may give an attribute a value. */
  get writingLines(): string {
    this.writing ??= writingLines(this.text)
    return this.writing
  }
}
