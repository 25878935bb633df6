// The names of definitions with what they are declared in before them, and definitions by these names.

import type { Columns } from '../table/format/columns.ts'
import { at, signedAt } from '../table/format/varints.ts'

export function pathName({ definitions, names }: Columns, one: number): string {
  const prefix = at(definitions.prefix, one)
  const last = names.text(at(definitions.last, one))
  return prefix === 0 ? last : `${names.text(prefix - 1)}.${last}`
}

/** Of each name the first definition that ends in it, and of each definition the next one; or -1. */
type Chains = Readonly<{ first: Int32Array; next: Int32Array }>

const chainsOf = new WeakMap<Columns, Chains>()

/** All that have a name. */
export function* definitionsNamed(columns: Columns, name: string): Generator<number> {
  const { definitions, names } = columns
  const { first, next } = chainsOf.get(columns) ?? chained(columns)
  let dot = name.length
  do {
    // The last name may hold a dot itself: a text can be the name of a member.
    dot = name.lastIndexOf('.', dot - 1)
    const last = names.find(name.slice(dot + 1))
    const prefix = dot < 0 ? 0 : names.find(name.slice(0, dot)) + 1
    if (last < 0 || (dot >= 0 && prefix === 0)) continue
    for (let one = signedAt(first, last); one >= 0; one = signedAt(next, one)) {
      if (at(definitions.prefix, one) === prefix) yield one
    }
  } while (dot > 0)
}

function chained(columns: Columns): Chains {
  const { definitions, names } = columns
  const first = new Int32Array(names.count).fill(-1)
  const next = new Int32Array(definitions.count).fill(-1)
  for (let one = definitions.count - 1; one >= 0; one -= 1) {
    const last = at(definitions.last, one)
    next[one] = signedAt(first, last)
    first[last] = one
  }
  const chains = { first, next }
  chainsOf.set(columns, chains)
  return chains
}
