// A place in the text that moves on over what is taken; blanks behind that are passed as well.

import { isWordStart, nameOf, wordEnd } from './chars.ts'
import { skipSpace } from './groups.ts'

export class Cursor {
  protected readonly text: string
  protected readonly end: number
  at: number

  constructor(text: string, start: number, end: number) {
    this.text = text
    this.end = end
    this.at = start
    this.toNextToken()
  }

  toNextToken(): void {
    this.at = skipSpace(this.text, this.at, this.end)
  }

  /** The character at hand; -1 at the end. */
  code(): number {
    return this.at < this.end ? this.text.charCodeAt(this.at) : -1
  }

  take(code: number): boolean {
    if (this.code() !== code) return false
    this.pass(1)
    return true
  }

  /** Over so many characters, and the blanks behind them. */
  pass(length: number): void {
    this.at += length
    this.toNextToken()
  }

  /** Reads a name and passes it; empty where there is none. */
  name(): string {
    if (!isWordStart(this.code())) return ''
    const start = this.at
    this.at = wordEnd(this.text, start, this.end)
    const name = nameOf(this.text, start, this.at)
    this.toNextToken()
    return name
  }

  isAtEnd(): boolean {
    return this.at >= this.end
  }
}
