// How a statement of a body is reached.

import type { Span, Statement } from '../../../syntax/python/syntax.ts'

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
export function endsBlock(text: string, statement: Statement): boolean {
  if (isLeft(text, statement)) return true
  return statement.kind === 'other' && /^(?:break|continue|return)$/.test(statement.word)
}

/** Whoever comes this way does not come back. */
export function endsInError(text: string, body: readonly Statement[]): boolean {
  const last = body.at(-1)
  return last !== undefined && isLeft(text, last)
}

/** `raise`, `assert False`, `sys.exit()`. */
function isLeft(text: string, statement: Statement): boolean {
  if (statement.kind === 'expression') return LEAVES.test(headOf(text, statement.value))
  if (statement.kind !== 'other') return false
  if (statement.word === 'raise') return true
  const isAssertion = statement.word === 'assert' && statement.value !== null
  return isAssertion && FALSE.test(headOf(text, statement.value))
}

const LEAVES = /^(?:sys\.exit|os\._exit)\(/
const FALSE = /^(?:False|0)\s*(?:,|$)/
const HEAD_MAX = 20

function headOf(text: string, { start, end }: Span): string {
  return text.slice(start, Math.min(end, start + HEAD_MAX))
}
