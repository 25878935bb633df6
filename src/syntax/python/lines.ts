// Cuts a file into statements: from the start of a logical line to its end or to a semicolon,
// whatever strings, brackets and continuations stand between. Everything in the file passes through
// `readPiece`, so it allocates nothing and looks at each character once.

import { CODE, isBlank, isMark, wordEnd } from './chars.ts'
import { keywordAt } from './keywords.ts'
import { type StringScan, stringEnd, stringScan } from './strings.ts'
import type { SyntaxProblem } from './syntax.ts'

/** A hostile file could have a problem in every line; nobody reads that many. */
const MAX_PROBLEMS = 100

export class Lines {
  readonly text: string
  /** Where reading stops. */
  readonly end: number
  readonly problems: SyntaxProblem[] = []

  /** Where reading stands, and the line number there. */
  at: number
  line: number
  /** Column of the line that `at` stands in; -1 at the end of the text. */
  indent = -1

  /** The piece read last, without surrounding blanks. */
  start = 0
  stop = 0
  startLine = 0
  /** First colon outside of brackets, or -1; the one of a lambda counts as well. */
  colon = -1
  /** Single equals signs outside of brackets, `+=` and its kin included. */
  readonly equals: number[] = []
  equalsCount = 0
  /** The piece ended with a semicolon and the line goes on. */
  goesOn = false

  /** For looking at the pieces again, in the order of the text. */
  readonly inner: StringScan
  private readonly strings: StringScan
  /** A bracket was never closed: from here on statements end brackets as well. */
  private isRecovering = false

  constructor(text: string, start: number, end: number, line: number) {
    this.text = text
    this.at = start
    this.end = end
    this.line = line
    this.strings = stringScan(text, end)
    this.inner = stringScan(text, end)
  }

  problem(line: number, message: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ line, message })
  }

  /** Goes to the first character of the next line that holds code; false at the end. */
  nextLine(): boolean {
    const { text, end } = this
    let at = this.at
    let column = 0
    while (at < end) {
      const code = text.charCodeAt(at)
      if (code === CODE.space) column++
      else if (code === CODE.tab) column = (column | 7) + 1
      else if (code === CODE.newline) {
        this.line++
        column = 0
      } else if (code === CODE.hash) {
        const next = text.indexOf('\n', at)
        if (next < 0 || next >= end) break
        at = next
        this.line++
        column = 0
      } else if (code === CODE.formFeed) column = 0
      else if (code === CODE.backslash && text.charCodeAt(at + 1) === CODE.newline) {
        this.at = at
        return this.continuedLine(column)
      } else {
        this.at = at
        this.indent = column
        return true
      }
      at++
    }
    this.at = end
    this.indent = -1
    return false
  }

  /** A line that begins with a continuation keeps the column it had before. */
  private continuedLine(column: number): boolean {
    const { text, end } = this
    let at = this.at
    while (at < end) {
      const code = text.charCodeAt(at)
      if (code === CODE.backslash && text.charCodeAt(at + 1) === CODE.newline) {
        at += 2
        this.line++
      } else if (isBlank(code)) at++
      else break
    }
    this.at = at
    const code = text.charCodeAt(at)
    if (at < end && code !== CODE.newline && code !== CODE.hash) {
      this.indent = column
      return true
    }
    return this.nextLine()
  }

  /** Reads from `at` to the end of the statement. */
  readPiece(): void {
    const { text, end, strings } = this
    const from = this.at
    let at = from
    let line = this.line
    let depth = 0
    this.start = from
    this.startLine = line
    this.colon = -1
    this.equalsCount = 0
    this.goesOn = false
    for (;;) {
      if (at >= end) {
        if (depth === 0 || this.isRecovering) {
          this.finish(end, end, line)
          return
        }
        // Some bracket is never closed: read this statement again, with less trust in brackets.
        this.problem(this.startLine, 'a bracket is never closed')
        this.isRecovering = true
        at = from
        line = this.startLine
        depth = 0
        this.colon = -1
        this.equalsCount = 0
        continue
      }
      const code = text.charCodeAt(at)
      if (!isMark(code)) {
        at++
        continue
      }
      switch (code) {
        case CODE.newline:
          line++
          at++
          if (depth === 0 || (this.isRecovering && this.startsStatement(at))) {
            this.finish(at - 1, at, line)
            return
          }
          break
        case CODE.hash: {
          const next = text.indexOf('\n', at)
          const stop = next < 0 || next > end ? end : next
          if (depth === 0) {
            const isLast = stop >= end
            this.finish(at, isLast ? end : stop + 1, isLast ? line : line + 1)
            return
          }
          at = stop
          break
        }
        case CODE.openParen:
        case CODE.openBracket:
        case CODE.openBrace:
          depth++
          at++
          break
        case CODE.closeParen:
        case CODE.closeBracket:
        case CODE.closeBrace:
          if (depth > 0) depth--
          else this.problem(line, 'a bracket closes that was never opened')
          at++
          break
        case CODE.colon:
          if (depth === 0 && this.colon < 0 && text.charCodeAt(at + 1) !== CODE.equals)
            this.colon = at
          at++
          break
        case CODE.equals:
          at = depth === 0 ? this.takeEquals(at) : at + 1
          break
        case CODE.semicolon:
          at++
          if (depth === 0) {
            this.finish(at - 1, at, line)
            this.goesOn = this.skipToNextPiece()
            return
          }
          break
        case CODE.backslash:
          if (text.charCodeAt(at + 1) === CODE.newline) {
            line++
            at += 2
          } else at++
          break
        default:
          at = stringEnd(strings, at, from)
          line += strings.lines
          if (strings.isUnterminated) this.problem(line, 'a string is never closed')
      }
    }
  }

  private takeEquals(at: number): number {
    const { text } = this
    if (text.charCodeAt(at + 1) === CODE.equals) return at + 2
    const before = text.charCodeAt(at - 1)
    if (before === CODE.colon || before === 33) return at + 1
    // `<=` compares, `<<=` assigns.
    if ((before === CODE.less || before === CODE.greater) && text.charCodeAt(at - 2) !== before)
      return at + 1
    this.equals[this.equalsCount++] = at
    return at + 1
  }

  private finish(stop: number, next: number, line: number): void {
    const { text, start } = this
    let last = stop
    while (last > start) {
      const code = text.charCodeAt(last - 1)
      if (!isBlank(code) && code !== CODE.newline && code !== CODE.backslash) break
      last--
    }
    this.stop = last
    this.at = next
    this.line = line
  }

  /** After a semicolon: true when another statement follows in the line. */
  private skipToNextPiece(): boolean {
    const { text, end } = this
    while (this.at < end) {
      const code = text.charCodeAt(this.at)
      if (code === CODE.backslash && text.charCodeAt(this.at + 1) === CODE.newline) {
        this.line++
        this.at += 2
      } else if (isBlank(code)) this.at++
      else if (code === CODE.newline) {
        this.line++
        this.at++
        return false
      } else if (code === CODE.hash) {
        const next = text.indexOf('\n', this.at)
        this.at = next < 0 || next >= end ? end : next + 1
        this.line++
        return false
      } else return true
    }
    return false
  }

  /** Whether a line that is not indented further than this statement starts like one. */
  private startsStatement(from: number): boolean {
    const { text, end } = this
    let at = from
    let column = 0
    for (; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === CODE.space) column++
      else if (code === CODE.tab) column = (column | 7) + 1
      else break
    }
    if (column > this.indent) return false
    const word = keywordAt(text, at, wordEnd(text, at, end))
    return word !== '' && word !== 'lambda' && word !== 'not' && word !== 'await'
  }
}
