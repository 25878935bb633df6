// What a command prints and how it ends. With --json, one JSON value on
// standard output and nothing else.

import type { ProgressStream } from './progress.ts'
import { NO_STATUS, statusLine } from './statusLine.ts'

/** 0 yes, 1 no, 2 usage, 3 undetermined or unavailable. */
export const EXIT = { yes: 0, no: 1, usage: 2, unavailable: 3 } as const
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT]

/** What is thrown to end a question that its asker no longer wants says this. */
export const INTERRUPTED = 'interrupted'

export type Output = Readonly<ReturnType<typeof output>>

export function output(parts: {
  stdout: ProgressStream
  stderr: ProgressStream
  isColored?: boolean
  isQuiet?: boolean
}) {
  const { isColored = false, isQuiet = false } = parts
  const colour = (code: number) => (text: string) =>
    isColored ? `\u001b[${code}m${text}\u001b[0m` : text
  const status = isQuiet ? NO_STATUS : statusLine(parts.stderr)
  return {
    isQuiet,
    print(text: string): void {
      status.clear()
      parts.stdout.write(`${text}\n`)
    },
    /** To standard error, so that it never mixes with an answer. */
    note(text: string): void {
      status.clear()
      parts.stderr.write(`${text}\n`)
    },
    /** A note that one can do without: whoever wants it quiet is not told. */
    aside(text: string): void {
      if (isQuiet) return
      status.clear()
      parts.stderr.write(`${text}\n`)
    },
    /** Says on a terminal what is being done, until it is done; null says nothing. */
    async during<T>(text: string | null, work: T | Promise<T>): Promise<T> {
      if (text === null) return work
      status.show(text)
      try {
        return await work
      } finally {
        status.clear()
      }
    },
    usage(message: string): ExitStatus {
      parts.stderr.write(`${message}\n`)
      return EXIT.usage
    },
    good: colour(32),
    bad: colour(31),
    dim: colour(2),
  }
}
