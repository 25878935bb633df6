// A place in the text that moves on over what is taken; blanks behind that are passed as well.

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
    this.at++
    this.toNextToken()
    return true
  }

  isAtEnd(): boolean {
    return this.at >= this.end
  }
}
