// What may be one of several things: it has the names of each, and more where one of them is not known.

import { keptOnce } from '../../../domain/maps.ts'
import type { JsDefinition, JsMember } from './jsModule.ts'
import { agreed, type Value } from './values/values.ts'

const PRIMITIVES = new Set(['string', 'number', 'boolean', 'bigint', 'symbol', 'primitive'])

/** Whether names may be on what is no object that is known. */
export function mayHaveNames(value: Value): boolean {
  return value.kind === 'lazy' || (value.kind === 'unknown' && !PRIMITIVES.has(value.typeOf ?? ''))
}

type Union = Readonly<{ all: readonly JsDefinition[]; rest: Value | null; made: JsDefinition }>

/** One definition for the same things, however many names lead to them. */
export class Unions {
  readonly #known = new Map<JsDefinition, Union[]>()

  /** `rest`: what it may be besides, and nobody knows. */
  of(all: readonly JsDefinition[], rest: Value | null): JsDefinition {
    const [first] = all as readonly [JsDefinition, ...JsDefinition[]]
    if (all.length === 1 && rest === null) return first
    const known = this.#known.get(first) ?? []
    this.#known.set(first, known)
    const there = known.find((one) => one.rest === rest && isSame(one.all, all))
    if (there !== undefined) return there.made
    const made = unionOf(first, all, rest)
    known.push({ all, rest, made })
    return made
  }
}

function isSame(one: readonly JsDefinition[], other: readonly JsDefinition[]): boolean {
  return one.length === other.length && one.every((part, i) => part === other[i])
}

/** How many things a signature takes, and which may be left out; what they are called is its own business. */
function shapeOf({ signature }: JsDefinition): string | null {
  return signature?.replaceAll(/[\w$]+/g, '_') ?? null
}

/** The first of them says what it is; the signature is what they agree on. */
function unionOf(
  first: JsDefinition,
  all: readonly JsDefinition[],
  rest: Value | null,
): JsDefinition {
  const { file, package: owner, line, doc, deprecation, kind } = first
  const members = keptOnce(() => {
    const found = new Map<string, JsMember>()
    for (const one of all)
      for (const member of one.members) if (!found.has(member.name)) found.set(member.name, member)
    return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  })
  return {
    ...{ file, package: owner, line, doc, deprecation, kind, from: null },
    isGone: rest === null && all.every(({ isGone }) => isGone),
    signature: agreed(all.map(shapeOf)) === null ? null : first.signature,
    get members() {
      return members()
    },
    get open() {
      if (rest !== null) return 'may be what is not known'
      return all.find(({ open }) => open !== null)?.open ?? null
    },
  }
}
