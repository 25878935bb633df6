// Import names of Python that another name may be a slip of. What stands in code is the name of an
// import, so that is what is offered, whether the slip is one of it or of the distribution's name.

import { addToList, keptIn } from '../../domain/maps.ts'
import { nearScore } from '../../domain/names/nearest.ts'
import type { PackageName } from '../../domain/names/packageName.ts'
import { slipCost, weighNear } from '../../domain/names/slipCost.ts'
import type { NearImport } from '../../ports/importIndex.ts'
import { log10DownloadsAt } from '../stored/popularityCurve.ts'
import type { ImportList } from './bundledImports.ts'

const NEAR_MAX = 5
const NAME_LENGTH_MAX = 100
/** Of names that many use, one slip of any kind is likelier than two. */
const ONE_SLIP_MAX = 150
/** What each letter of the longer name may cost beyond that, and all of them. */
const COST_FOR_LETTER = 28
const COST_MAX = 300
const LENGTH_DIFFERENCES = [-2, -1, 0, 1, 2]
/** Two edits change no more kinds of letters. */
const LETTER_DIFFERENCE_MAX = 4
/** Names of one distribution that are compared with its own. */
const COMPARED_MAX = 8
/** Of a module of the language itself, in ten-thousandths of a power of ten. */
const STANDARD_POPULARITY = 75_000

/** What is meant by a spelling. */
type Form = { popularity: number; meant: NearImport }

/** Spellings of one length, their letters one after the other: they are many, and made at once. */
type Forms = Readonly<{
  units: Uint16Array
  /** Which letters each has, and what is meant by each. */
  letters: Int32Array
  forms: readonly Form[]
}>

type ImportLists = Readonly<{
  list: ImportList
  /** Of distributions by popularity, from 1. */
  places: ReadonlyMap<string, number>
  standardModules: ReadonlySet<string>
}>

export function nearImports(parts: ImportLists): (written: string) => readonly NearImport[] {
  const formsOfLength = formsByLength(parts)

  return (written) => {
    if (written.length > NAME_LENGTH_MAX) return []
    const asked = written.toLowerCase()
    const letters = lettersOf(asked)
    const lengths = LENGTH_DIFFERENCES.map((more) => asked.length + more)
    const candidates = lengths.map((length) => [length, formsOfLength(length)] as const)
    // After those are there: putting them together weighs names as well.
    const weigh = weighNear(asked)
    const found = new Map<string, Readonly<{ rank: number; meant: NearImport }>>()
    for (const [length, known] of candidates) {
      const most = Math.max(length, asked.length) * COST_FOR_LETTER
      const costMax = Math.max(ONE_SLIP_MAX, Math.min(most, COST_MAX))
      for (const [at, form] of known.forms.entries()) {
        if (bitsIn((known.letters[at] ?? 0) ^ letters) > LETTER_DIFFERENCE_MAX) continue
        const cost = weigh(known.units, at * length, (at + 1) * length, costMax)
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

/** A row of the list, and the name of it that has some length: an import's, or with null its own. */
type Spelled = Readonly<{ row: ImportList['rows'][number]; name: string | null }>

/** Each length is put together when it is first asked for: all at once would hold up a server. */
function formsByLength(parts: ImportLists): (length: number) => Forms {
  const spelled = new Map<number, Spelled[]>()
  for (const row of parts.list.rows) {
    const [distribution, provided] = row
    for (const name of provided) addToList(spelled, topLength(name), { row, name })
    addToList(spelled, distribution.length, { row, name: null })
  }
  const ready = new Map<number, Forms>()
  return (length) =>
    keptIn(ready, length, () =>
      packed(length, [...formsOf(length, spelled.get(length) ?? [], parts)]),
    )
}

/** Of `google` in `google.cloud`. */
function topLength(name: string): number {
  const dot = name.indexOf('.')
  return dot < 0 ? name.length : dot
}

function packed(length: number, entries: readonly (readonly [string, Form])[]): Forms {
  const text = entries.map(([spelling]) => spelling).join('')
  const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  const letters = new Int32Array(entries.length)
  for (let at = 0; at < text.length; at++) {
    const word = Math.floor(at / length)
    letters[word] = (letters[word] ?? 0) | letterBit(units[at] ?? 0)
  }
  return { units, letters, forms: entries.map(([, form]) => form) }
}

/** Of several that mean something by one spelling what is called so counts, else the most popular. */
function formsOf(
  length: number,
  spelled: readonly Spelled[],
  { places, standardModules }: ImportLists,
): ReadonlyMap<string, Form> {
  const forms = new Map<string, Form>()
  for (const { row, name } of spelled) {
    const [distribution, provided] = row
    const meant =
      name === null ? ofDistribution(distribution, provided) : ofImport(distribution, name)
    if (meant === null) continue
    const spelling = name === null ? distribution.replaceAll('-', '_') : meant.name.toLowerCase()
    const place = Math.max(1, places.get(distribution) ?? places.size)
    const popularity = Math.round(10_000 * log10DownloadsAt('pypi', place))
    const known = forms.get(spelling)
    if (known === undefined) {
      forms.set(spelling, { popularity, meant })
      continue
    }
    const isCalledSo = meant.distribution !== null && isSame(meant.distribution, meant.name)
    if (isCalledSo || popularity > known.popularity) known.meant = meant
    known.popularity = Math.max(known.popularity, popularity)
  }
  // Nothing that is called like a module of the language is meant instead of it.
  for (const name of standardModules) {
    if (name.length !== length || !isWritten(name)) continue
    const popularity = Math.max(STANDARD_POPULARITY, forms.get(name)?.popularity ?? 0)
    forms.set(name, { popularity, meant: { name, distribution: null } })
  }
  return forms
}

function ofImport(distribution: string, name: string): NearImport | null {
  if (!isWritten(name)) return null
  const top = name.slice(0, topLength(name))
  // Whose a namespace is cannot be told by its name alone. The list holds names in normal form.
  return { name: top, distribution: top === name ? (distribution as PackageName) : null }
}

function ofDistribution(distribution: string, provided: readonly string[]): NearImport | null {
  const main = mainImport(distribution, provided)
  if (main === null || main.includes('.')) return null
  return { name: main, distribution: distribution as PackageName } // In normal form, too.
}

/** How a distribution is imported, the likeliest of several by its own name; null where none is known. */
export function mainImport(distribution: string, provided: readonly string[]): string | null {
  const names = provided.filter(isWritten)
  const same = names.find((name) => isSame(distribution, name))
  if (same !== undefined) return same
  const plain = names.filter((name) => !name.includes('.')).slice(0, COMPARED_MAX)
  if (plain.length < 2) return plain[0] ?? names[0] ?? null
  const called = distribution.replaceAll('-', '_')
  const costs = plain.map((name) => slipCost(called, name))
  return plain[costs.indexOf(Math.min(...costs))] ?? null
}

function isWritten(name: string): boolean {
  return !name.startsWith('_') && !name.includes('._') && name.length <= NAME_LENGTH_MAX
}

function isSame(distribution: string, name: string): boolean {
  return distribution === name.toLowerCase().replaceAll('_', '-')
}

function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits |= letterBit(text.charCodeAt(at))
  return bits
}

/** One for each letter of the alphabet, one for digits and one for the rest. */
function letterBit(unit: number): number {
  if (unit >= 97 && unit <= 122) return 1 << (unit - 97)
  return unit >= 48 && unit <= 57 ? 1 << 26 : 1 << 27
}

function bitsIn(value: number): number {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count++
  return count
}
