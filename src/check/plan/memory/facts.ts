// What a judgement of one file rests on besides the file: questions about the rest of the input and
// about packages, each with its answer. While every answer is the same, so is the judgement.

import { keptIn } from '../../../domain/maps.ts'

/** Of which kind a question is. The key says what it is about. */
export type FactKind =
  /** What is known of a package that the code needs. */
  | 'package'
  /** What is known of a package that types of others name. */
  | 'other'
  | 'stub'
  | 'pinned types'
  | 'made apart'
  | 'services'
  /** Whether any of the files has the name. */
  | 'added'
  | 'declared module'
  | 'extended'
  | 'begun'
  | 'plugged'
  | 'scoped'
  /** Whether any of the files is a module of Python of that name. */
  | 'own python'
  /** Which tables there are: a class of another package may have the member. */
  | 'below elsewhere'
  /** Which declared distribution brings a module. */
  | 'brings'
  | 'unread'
  | 'python'
  | 'node'
  /** Which releases of Node the manifests ask for. */
  | 'nodes'

export type Answer = string | boolean
export type Fact = Readonly<{ kind: FactKind; key: string; answer: Answer }>

/** Past it facts may be there twice, which does no harm. */
const FACTS_MAX = 200_000

/** The same object for the same fact, so that it is looked at once for all that rest on it. */
export class FactTable {
  #known = new Map<FactKind, Map<string, Map<Answer, Fact>>>()
  #count = 0

  intern(kind: FactKind, key: string, answer: Answer): Fact {
    const ofKind = keptIn(this.#known, kind, () => new Map<string, Map<Answer, Fact>>())
    const ofKey = keptIn(ofKind, key, () => new Map<Answer, Fact>())
    const known = ofKey.get(answer)
    if (known !== undefined) return known
    const fact = { kind, key, answer }
    this.#count += 1
    if (this.#count > FACTS_MAX) {
      this.#known = new Map()
      this.#count = 0
    } else ofKey.set(answer, fact)
    return fact
  }
}
type Answers = Readonly<Record<string, (key: string) => Answer>>

type Heard = Map<FactKind, Map<string, Answer>>

/** The answers of one check. What is asked while a judgement is made is written down for it. */
export class Facts {
  readonly #table: FactTable
  #answers: Answers = {}
  #heard: Heard | null = null
  /** Whether facts hold, by those who answer now. */
  #held = new Map<Fact, boolean>()

  constructor(table: FactTable) {
    this.#table = table
  }

  /** Who answers from now on; for kinds that have one already, instead of that. */
  answerBy(answers: Partial<Record<FactKind, (key: string) => Answer>>): void {
    this.#answers = { ...this.#answers, ...answers }
    this.#held = new Map()
  }

  /** The same words are the same fact: who judges by something says which. */
  hear<T extends Answer>(kind: FactKind, key: string, answer: T): T {
    const heard = this.#heard
    if (heard === null) return answer
    const known = heard.get(kind)
    if (known === undefined) heard.set(kind, new Map([[key, answer]]))
    else known.set(key, answer)
    return answer
  }

  ask(kind: FactKind, key: string): Answer {
    return this.hear(kind, key, this.#answerOf(kind, key))
  }

  /** A judgement with what was heard until it was made. Nobody else may judge meanwhile. */
  *during<T>(
    make: Iterator<undefined, T, undefined>,
  ): Generator<undefined, Readonly<{ value: T; facts: readonly Fact[] }>, undefined> {
    const heard: Heard = new Map()
    this.#heard = heard
    try {
      let next = make.next()
      while (next.done !== true) {
        yield
        next = make.next()
      }
      const facts = [...heard].flatMap(([kind, rows]) =>
        [...rows].map(([key, answer]) => this.#table.intern(kind, key, answer)),
      )
      return { value: next.value, facts }
    } finally {
      this.#heard = null
    }
  }

  hold(facts: readonly Fact[]): boolean {
    return facts.every((fact) =>
      keptIn(this.#held, fact, () => this.#answerOf(fact.kind, fact.key) === fact.answer),
    )
  }

  #answerOf(kind: FactKind, key: string): Answer {
    return this.#answers[kind]?.(key) ?? ''
  }
}

export type Names = Pick<ReadonlySet<string>, 'has'>

/** A set of names that tells which of them were asked for. */
export function heardNames(facts: Facts | null, kind: FactKind, names: ReadonlySet<string>): Names {
  if (facts === null) return names
  facts.answerBy({ [kind]: (name: string) => names.has(name) })
  return { has: (name) => facts.hear(kind, name, names.has(name)) }
}
