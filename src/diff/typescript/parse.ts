// Types as comparisons read them. Names stay names: each release has its own meaning for them.

import { type Around, around, parseType, type Type } from '../../signatures/parseType.ts'
import type { Steps } from '../../signatures/steps.ts'

export type ParseType = (text: string) => Type

/** What is read takes of the steps of whoever reads it. */
export function plainly(steps: Steps): Around {
  return around(new Map(), steps.take, true)
}

/** What was read is kept for as long as the steps are: most texts of a diff come again and again. */
export function parser(steps: Steps): ParseType {
  const at = plainly(steps)
  const known = keptBy.get(steps) ?? new KeptTypes()
  keptBy.set(steps, known)
  return (text) => {
    const there = known.get(text)
    if (there !== undefined && steps.take()) return there
    const type = parseType(text, at)
    // What was cut short is read again when there are steps for it.
    if (!steps.areSpent) known.add(text, type)
    return type
  }
}

/** A type takes some hundred bytes for each of its letters. */
const KEPT_LENGTH_MAX = 200_000

class KeptTypes {
  readonly #types = new Map<string, Type>()
  #length = 0

  get(text: string): Type | undefined {
    return this.#types.get(text)
  }

  /** When there is no more room it begins anew. */
  add(text: string, type: Type): void {
    if (text.length > KEPT_LENGTH_MAX) return
    this.#length += text.length
    if (this.#length > KEPT_LENGTH_MAX) {
      this.#types.clear()
      this.#length = text.length
    }
    this.#types.set(text, type)
  }
}

const keptBy = new WeakMap<Steps, KeptTypes>()
