// What a command and the resident process agree on.

import { beforeDashes } from '../terminal/commonOptions.ts'
import { factsOf } from '../words/commands.ts'

/** The word that makes the program stay, followed by where it is to be found. */
export const STAY = '--stay-resident'

/** Runs a command in its own process, whether another could or not. */
const NO_RESIDENT = '--no-resident'

/** The first line that the resident process is told: a command as it was given, and by whom. */
export type Handed = Readonly<{
  argv: readonly string[]
  workingDir: string
  environment: Readonly<Record<string, string>>
  stdout: Screen
  stderr: Screen
}>

export type Screen = Readonly<{ isTTY: boolean; columns: number | null }>

/** What it tells line by line: that it takes the command, what to print, how it ended. */
export type Told =
  | Readonly<{ taken: boolean }>
  | Readonly<{ out: string }>
  | Readonly<{ err: string }>
  | Readonly<{ status: number }>

/** What it is told after the first line. */
export const INTERRUPT = 'interrupt'

export function mayStay([command = '', ...words]: readonly string[]): boolean {
  // What goes on would keep all others from it.
  return factsOf(command).mayStay === true && !beforeDashes(words).includes('--watch')
}

export function refusesResident(argv: readonly string[]): boolean {
  return beforeDashes(argv).includes(NO_RESIDENT)
}

/** What is told in one line; a table may be printed as one text. */
const PART_CHARS = 64 * 1024

export function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    // A character of two halves stays whole: each half alone would be printed as a question mark.
    const isCut = /[\ud800-\udbff]/.test(text.charAt(from + PART_CHARS - 1))
    const to = from + PART_CHARS - (isCut ? 1 : 0)
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}

/** Calls with each whole line of a stream of text. */
export function lineReader(onLine: (line: string) => void): (chunk: string) => void {
  // A line may come in many parts, which are joined once.
  const begun: string[] = []
  return (chunk) => {
    const [first = '', ...others] = chunk.split('\n')
    begun.push(first)
    for (const next of others) {
      const line = begun.join('')
      begun.length = 0
      begun.push(next)
      onLine(line)
    }
  }
}
