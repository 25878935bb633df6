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
  const texts = range.set.flatMap((one) =>
    refusing.set.flatMap((other) => common([...one, ...other]) ?? []),
  )
  return texts.length === 0 ? null : [...new Set(texts)].join(' || ')
}

function parsed(text: string): Range | null {
  try {
    return new Range(text, { loose: true })
  } catch {
    return null
  }
}

type Comparator = Range['set'][number][number]

/** The narrowest bounds of all of them; null where nothing lies between. */
function common(all: readonly Comparator[]): string | null {
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
  if (from !== null && to !== null && !from.intersects(to)) return null
  if (from !== null && from === to) return from.semver.version
  return [from, to].flatMap((one) => (one === null ? [] : [one.value.replace(/-0$/, '')])).join(' ')
}

function isNarrower(order: number, { operator }: Comparator): boolean {
  return order > 0 || (order === 0 && (operator === '<' || operator === '>'))
}
