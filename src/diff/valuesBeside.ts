// Constants that have the name of a type or of a namespace: the definition is the type, and what the
// constant is stands beside it. So does what a class has under the name of a member of its objects.

import { modifiersOf } from '../signatures/modifiers.ts'
import { closingOf, splitTop } from '../signatures/splitTop.ts'
import { isTypeOnly, kindOf } from '../table/format/facts.ts'
import { furtherOf } from '../table/format/furtherKeywords.ts'
import { at, signedAt } from '../table/format/varints.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import type { Facts } from './facts.ts'
import type { Matches } from './matchSurfaces.ts'
import type { Surface } from './surface.ts'

/** The constants; null where the definition itself is the value. */
type ValuesBeside = Readonly<{ was: string | null; is: string | null }>

const VALUES: ReadonlySet<string> = new Set(['function', 'constant'])
const TYPES: ReadonlySet<string> = new Set(['interface', 'type'])

/** What both releases have as a value, in one of them at least beside a type; null for all else. */
export function valuesBeside({ from, to, definition }: Matches, one: number): ValuesBeside | null {
  const other = signedAt(definition, one)
  if (other < 0 || isForTypes(from, one)) return null
  const [was, is] = [constantOf(from, one), constantOf(to, other)]
  if ((was === null && is === null) || was === '' || is === '') return null
  // A class is a type as well, which is compared by itself.
  if (was === null && !VALUES.has(kindIn(from, one))) return null
  if (is === null && !VALUES.has(kindIn(to, other))) return null
  if (was === null || is === null) return { was, is }
  return { was: withoutNamed(was), is: withoutNamed(is) }
}

export function hasValues({ from, to }: Matches): boolean {
  return from.columns.definitions.further !== null || to.columns.definitions.further !== null
}

/** Definitions that had a value beside their type, or a static beside a member, and have it no more. */
export function* valuesGone({ from, to, definition }: Matches): Generator<number> {
  if (from.columns.definitions.further === null) return
  for (const one of from.order) {
    const other = signedAt(definition, one)
    const was = other < 0 || isForTypes(from, one) ? null : constantOf(from, one)
    if (was === null || constantOf(to, other) !== null) continue
    const isGone = isStaticText(was)
      ? !isStaticText(signatureIn(to, other)) && !mayInherit(to, other)
      : TYPES.has(kindIn(to, other))
    if (isGone) yield one
  }
}

/** Whether the class of a member may have more than is listed, from a base that nobody could read. */
function mayInherit({ columns, homeList }: Surface, member: number): boolean {
  const owner = signedAt(homeList, member) - columns.modules.count
  return owner >= 0 && mayHoldMore(columns, owner, true)
}

/** A definition as the constant beside it. */
export function asValue(facts: Facts, value: string | null): Facts {
  if (isStaticText(value)) return { ...facts, signature: value }
  return value === null ? facts : { ...facts, kind: 'constant', signature: value, bases: [] }
}

/** What a class has, as it is written for a member. */
export function isStaticText(text: string | null): boolean {
  return modifiersOf(text).isStatic
}

/** What has a name in an object is told by that: what is left is how it is called and made. */
function withoutNamed(value: string): string {
  if (!value.startsWith('{ ') || closingOf(value, 0) !== value.length - 1) return value
  const members = splitTop(value.slice(2, -2), '; ')
  const unnamed = members.filter((one) => /^(?:[(<[]|(?:abstract )?new [(<])/.test(one))
  return unnamed.length === 0 ? '{}' : `{ ${unnamed.join('; ')} }`
}

function isForTypes({ columns, homeEntry }: Surface, one: number): boolean {
  const entry = signedAt(homeEntry, one)
  return entry >= 0 && isTypeOnly(at(columns.entries.facts, entry))
}

export function constantOf({ columns }: Surface, one: number): string | null {
  return furtherOf(columns.definitions.further, one).value ?? null
}

function kindIn({ columns }: Surface, one: number): string {
  return kindOf(at(columns.definitions.facts, one))
}

function signatureIn({ columns }: Surface, one: number): string | null {
  const { definitions, texts } = columns
  return texts.signatures.text(at(definitions.signature, one))
}
