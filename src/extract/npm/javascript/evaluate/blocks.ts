// The statements of a function, of a block or of a module, one after the other.

import type { Directive, Statement } from 'oxc-parser'
import type { End, Frame } from '../values/frame.ts'
import type { Machine } from '../values/machine.ts'
import type { Scope } from '../values/values.ts'
import { hoist } from './hoist.ts'

type Body = readonly (Directive | Statement)[]

const WRAPPER_LENGTH = 4_000

/** The statements of a function or block, whose scope was made for them. */
export function runBlock(m: Machine, body: Body, scope: Scope, frame: Frame): End {
  hoist(m, body, scope)
  const isFirst = scope.isFunction && isWrapper(body) && m.enter(body)
  for (const statement of body) {
    const before = isFirst ? m.beginStatement() : 0
    const end = m.execute(statement, scope, frame)
    if (isFirst) m.endStatement(before)
    if (end !== 'normal') return end
  }
  return 'normal'
}

/** A function that holds much of a file is there to be run once: a module, or what bundlers make. */
function isWrapper(body: Body): boolean {
  return (body.at(-1)?.end ?? 0) - (body[0]?.start ?? 0) > WRAPPER_LENGTH
}
