// What the names behind `infer` are found to stand for while types are compared.

import { intersectionAt, type TypeAt, unionAt } from '../types/typeAt.ts'
import type { Answer } from './answers.ts'

type Candidates = Readonly<{ types: readonly TypeAt[]; isTaken: boolean }>

export class Inferences {
  /** A name stands for null where that cannot be told. */
  readonly #found = new Map<string, Candidates | null>()
  #isTaken: boolean

  constructor(isTaken = false) {
    this.#isTaken = isTaken
  }

  /** Several candidates are one type together: what is given is any of them, what is taken all. */
  add(name: string, type: TypeAt): void {
    const known = this.#found.get(name)
    if (known === null) return
    const isTaken = this.#isTaken
    if (known === undefined || (known.isTaken && !isTaken))
      this.#found.set(name, { types: [type], isTaken })
    else if (known.isTaken === isTaken && !known.types.includes(type))
      this.#found.set(name, { types: [...known.types, type], isTaken })
  }

  /** A name that something else than was found may stand for. */
  forget(name: string): void {
    this.#found.set(name, null)
  }

  /** A type that nothing was found for: a name behind `infer` cannot be told then. */
  miss({ node }: TypeAt): void {
    if (node.type !== 'TSInferType') return
    const { name } = node.typeParameter.name
    if (!this.#found.has(name)) this.forget(name)
  }

  type(name: string): TypeAt | null {
    const found = this.#found.get(name)
    const [first] = found?.types ?? []
    if (!found || first === undefined) return null
    if (found.types.length === 1) return first
    return found.isTaken ? intersectionAt(found.types, first) : unionAt(found.types, first)
  }

  /** What is found meanwhile stands in a place where functions take something. */
  taking(ask: () => Answer): Answer {
    const before = this.#isTaken
    this.#isTaken = !before
    try {
      return ask()
    } finally {
      this.#isTaken = before
    }
  }

  /** What is found on a way that turns out to be wrong does not count. */
  attempt(ask: (trial: Inferences) => Answer): Answer {
    const trial = new Inferences(this.#isTaken)
    const answer = ask(trial)
    if (answer === false) return false
    for (const [name, candidates] of trial.#found) {
      if (candidates === null || answer === null) this.forget(name)
      else for (const type of candidates.types) this.add(name, type)
    }
    return answer
  }
}
