// How a statement of a body is reached.

import type { Statement } from './syntax/syntax.ts'

/** How a statement is reached. */
export type Way = Readonly<{
  isTyping: boolean
  /** Runs whenever the body does. */
  isCertain: boolean
  /** In a `try` that goes on when something fails. */
  isTried: boolean
  /** What ways beside this one have bound stands; by the order of the bindings. */
  taken: readonly Readonly<{ from: number; to: number }>[]
  /** The first binding that belongs to it. */
  since: number
}>

export const NORMAL: Way = { isTyping: false, isCertain: true, isTried: false, taken: [], since: 0 }

/** Nothing behind it in its block is reached. */
export function endsBlock(statement: Statement): boolean {
  return statement.kind === 'other' && /^(?:break|continue|raise|return)$/.test(statement.word)
}

/** Whoever comes this way does not come back. */
export function endsInError(body: readonly Statement[]): boolean {
  const last = body.at(-1)
  return last?.kind === 'other' && last.word === 'raise'
}
