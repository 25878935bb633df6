// Types as comparisons read them. Names stay names: each release has its own meaning for them.

import { type Around, around, parseType, type Type } from '../../signatures/parseType.ts'
import type { Steps } from '../../signatures/steps.ts'

export type ParseType = (text: string) => Type

/** What is read takes of the steps of whoever reads it. */
export function plainly(steps: Steps): Around {
  return around(new Map(), steps.take, true)
}

export function parser(steps: Steps): ParseType {
  const at = plainly(steps)
  return (text) => parseType(text, at)
}
