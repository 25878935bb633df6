// Releases of Node, as ranges of npm name them.

import Range from 'semver/classes/range.js'
import compare from 'semver/functions/compare.js'
import { isReadableRange } from './rangeText.ts'

/** Those whose `require` refuses modules of ECMAScript. */
const REFUSING = '<20.19.0 || >=21.0.0 <22.12.0'

/**
 * Which of the releases that a package asks for refuse to load a module of ECMAScript by `require`; null
 * for none. A text that is missing, or that nobody can read, asks for all of them.
 */
export function refusingNodes(asked: string | null): string | null {
  const range = asked !== null && isReadableRange(asked) ? parsed(asked) : null
  if (range === null) return REFUSING
  const refusing = new Range(REFUSING)
  const spans = range.set.flatMap((one) =>
    refusing.set.flatMap((other) => spanOf([...one, ...other]) ?? []),
  )
  return spans.length === 0 ? null : united(spans).map(textOf).join(' || ')
}

function parsed(text: string): Range | null {
  try {
    return new Range(text, { loose: true })
  } catch {
    return null
  }
}

type Comparator = Range['set'][number][number]

/** From one bound to another; null for none. */
type Span = Readonly<{ from: Comparator | null; to: Comparator | null }>

/** The narrowest bounds of all of them; null where nothing lies between. */
function spanOf(all: readonly Comparator[]): Span | null {
  let [from, to]: [Comparator | null, Comparator | null] = [null, null]
  for (const one of all) {
    // Any release.
    if (one.semver.version === undefined) continue
    const { operator, semver } = one
    const isBelow = operator === '<' || operator === '<='
    const isAbove = operator === '>' || operator === '>='
    if (!isBelow && (from === null || isNarrower(compare(semver, from.semver), one))) from = one
    if (!isAbove && (to === null || isNarrower(compare(to.semver, semver), one))) to = one
  }
  return from !== null && to !== null && !from.intersects(to) ? null : { from, to }
}

function isNarrower(order: number, { operator }: Comparator): boolean {
  return order > 0 || (order === 0 && (operator === '<' || operator === '>'))
}

/** The same releases in as few spans as there can be, in their order. */
function united(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((one, other) => fromOrder(one.from, other.from))) {
    const last = all.at(-1)
    if (last === undefined || !meets(last.to, span.from)) all.push(span)
    else all[all.length - 1] = { from: last.from, to: later(last.to, span.to) }
  }
  return all
}

function fromOrder(one: Comparator | null, other: Comparator | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null)
  const isAfter = ({ operator }: Comparator) => Number(operator === '>')
  return compare(one.semver, other.semver) || isAfter(one) - isAfter(other)
}

/** Whether nothing lies between the end of a span and the begin of one that does not begin before it. */
function meets(to: Comparator | null, from: Comparator | null): boolean {
  if (to === null || from === null) return true
  const order = compare(from.semver, to.semver)
  return order < 0 || (order === 0 && !(to.operator === '<' && from.operator === '>'))
}

function later(one: Comparator | null, other: Comparator | null): Comparator | null {
  if (one === null || other === null) return null
  const order = compare(one.semver, other.semver)
  return order > 0 || (order === 0 && other.operator === '<') ? one : other
}

function textOf({ from, to }: Span): string {
  if (from !== null && from === to) return from.semver.version
  return [...boundOf(from, '>='), ...boundOf(to, '<=')].join(' ')
}

/** A release that is named alone ends a span as well. */
function boundOf(one: Comparator | null, alone: '>=' | '<='): readonly string[] {
  if (one === null) return []
  return [`${one.operator || alone}${one.semver.version.replace(/-0$/, '')}`]
}
