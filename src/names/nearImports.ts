// Import names of Python that another name may be a slip of. What stands in code is the name of an
// import, so that is what is offered, whether the slip is one of it or of the distribution's name.

import { nearScore } from '../domain/nearest.ts'
import type { PackageName } from '../domain/packageName.ts'
import { slipCost, weighNear } from '../domain/slipCost.ts'
import type { NearImport } from '../ports/importIndex.ts'
import type { ImportList } from './bundledImports.ts'
import { log10DownloadsAt } from './popularityCurve.ts'

const NEAR_MAX = 5
const NAME_LENGTH_MAX = 100
/** Of names that many use, one slip of any kind is likelier than two. */
const ONE_SLIP_MAX = 150
/** What each letter of the longer name may cost beyond that, and all of them. */
const COST_FOR_LETTER = 28
const COST_MAX = 300
const LENGTH_DIFFERENCE_MAX = 2
/** Two edits change no more kinds of letters. */
const LETTER_DIFFERENCE_MAX = 4
/** Of a module of the language itself, in ten-thousandths of a power of ten. */
const STANDARD_POPULARITY = 75_000

/** A spelling, and what is meant by it. */
type Form = Readonly<{
  units: Uint16Array
  letters: number
  popularity: number
  meant: NearImport
}>

/** `places`: of distributions by popularity, from 1. */
export function nearImports(parts: {
  list: ImportList
  places: ReadonlyMap<string, number>
  standardModules: Iterable<string>
}): (written: string) => readonly NearImport[] {
  const byLength = formsByLength(parts)

  return (written) => {
    if (written.length > NAME_LENGTH_MAX) return []
    const asked = written.toLowerCase()
    const letters = lettersOf(asked)
    const weigh = weighNear(asked)
    const found = new Map<string, Readonly<{ rank: number; meant: NearImport }>>()
    for (let more = -LENGTH_DIFFERENCE_MAX; more <= LENGTH_DIFFERENCE_MAX; more++) {
      const length = asked.length + more
      const most = Math.max(length, asked.length) * COST_FOR_LETTER
      const costMax = Math.max(ONE_SLIP_MAX, Math.min(most, COST_MAX))
      for (const form of byLength.get(length) ?? []) {
        if (bitsIn(form.letters ^ letters) > LETTER_DIFFERENCE_MAX) continue
        const cost = weigh(form.units, 0, length, costMax)
        if (cost > costMax) continue
        const rank = rankOf(form.popularity, cost)
        const { meant } = form
        if (rank > (found.get(meant.name)?.rank ?? Number.NEGATIVE_INFINITY)) {
          found.set(meant.name, { rank, meant })
        }
      }
    }
    return [...found.values()]
      .sort((a, b) => b.rank - a.rank || (a.meant.name < b.meant.name ? -1 : 1))
      .slice(0, NEAR_MAX)
      .map(({ meant }) => meant)
  }
}

/** No score is as high: names that are one slip off come first, then by score. */
const FIRST = 1_000_000

function rankOf(popularity: number, cost: number): number {
  return nearScore(popularity, cost) + (cost <= ONE_SLIP_MAX ? FIRST : 0)
}

function formsByLength({
  list,
  places,
  standardModules,
}: Parameters<typeof nearImports>[0]): ReadonlyMap<number, readonly Form[]> {
  const forms = new Map<string, Form>()
  /** Of several that mean something by one spelling what is called so counts, else the most popular. */
  const add = (spelling: string, popularity: number, meant: NearImport, isOwn = false) => {
    const known = forms.get(spelling)
    const isCalledSo = meant.distribution !== null && isSame(meant.distribution, meant.name)
    const isBetter = isOwn || isCalledSo || popularity > (known?.popularity ?? 0)
    forms.set(spelling, {
      units: known?.units ?? unitsOf(spelling),
      letters: known?.letters ?? lettersOf(spelling),
      popularity: Math.max(known?.popularity ?? 0, popularity),
      meant: isBetter || known === undefined ? meant : known.meant,
    })
  }
  const last = places.size
  for (const [distribution, provided] of list.rows) {
    const place = places.get(distribution) ?? last
    const popularity = Math.round(10_000 * log10DownloadsAt('pypi', Math.max(1, place)))
    const names = provided.filter(isWritten)
    for (const name of names) {
      const [top = ''] = name.split('.')
      // Whose a namespace is cannot be told by its name alone.
      const owner = top === name ? (distribution as PackageName) : null
      add(top.toLowerCase(), popularity, { name: top, distribution: owner })
    }
    const [main] = importsOf(distribution, names)
    if (main !== undefined && !main.includes('.')) {
      // The list holds names in normal form.
      const meant = { name: main, distribution: distribution as PackageName }
      add(distribution.replaceAll('-', '_'), popularity, meant)
    }
  }
  // Last: nothing that is called like a module of the language is meant instead of it.
  for (const name of standardModules) {
    const meant = { name, distribution: null }
    if (isWritten(name)) add(name, STANDARD_POPULARITY, meant, true)
  }
  const byLength = new Map<number, Form[]>()
  for (const form of forms.values()) {
    const { length } = form.units
    const known = byLength.get(length)
    if (known === undefined) byLength.set(length, [form])
    else known.push(form)
  }
  return byLength
}

/** What people write, the likeliest to be meant by the distribution's name first. */
export function importsOf(distribution: string, provided: readonly string[]): readonly string[] {
  const called = distribution.replaceAll('-', '_')
  return provided
    .filter(isWritten)
    .map((name) => ({ name, cost: slipCost(called, name.toLowerCase()) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ name }) => name)
}

function isWritten(name: string): boolean {
  return !name.startsWith('_') && name.length <= NAME_LENGTH_MAX
}

function isSame(distribution: string, name: string): boolean {
  return distribution === name.toLowerCase().replaceAll('_', '-')
}

/** A bit for each letter of the alphabet, one for digits and one for the rest. */
function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const isLetter = unit >= 97 && unit <= 122
    const isDigit = unit >= 48 && unit <= 57
    bits |= 1 << (isLetter ? unit - 97 : isDigit ? 26 : 27)
  }
  return bits
}

function bitsIn(value: number): number {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count++
  return count
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
}
