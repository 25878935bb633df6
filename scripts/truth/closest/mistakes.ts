// Mistakes made from the public names of a package: what was written, and what was meant.

import { pathOf, publicSurface, type Surface } from '../../../src/diff/surface.ts'
import { writePath } from '../../../src/domain/names/symbolPath.ts'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { kindOf } from '../../../src/table/format/facts.ts'
import type { SeededRandom } from '../../../test/fake/seededRandom.ts'
import type { PackageTable } from './packageTables.ts'
import { otherName, type Slip, typo, wrongCase, wrongNumber, wrongStyle } from './slips.ts'

export const KINDS = ['typo', 'case', 'style', 'plural', 'module', 'class', 'name'] as const
export type MistakeKind = (typeof KINDS)[number]

export type Mistake = Readonly<{
  kind: MistakeKind
  written: string
  meant: string
}>

const SLIPS: Readonly<Partial<Record<MistakeKind, Slip>>> = {
  typo,
  case: wrongCase,
  style: wrongStyle,
  plural: wrongNumber,
  name: otherName,
}

export type MistakeMaker = Readonly<{
  make(kind: MistakeKind, random: SeededRandom): Mistake | null
  /** The definition that a path leads to as it is written, or -1; -2 for a module. */
  resolve(written: string): number
}>

/**
 * `homesMax`: a name that stands in more places is not put into a wrong one, because nobody could
 * tell which of them was meant.
 */
export function mistakeMaker(
  { ecosystem, packageName, table }: PackageTable,
  homesMax: number,
): MistakeMaker {
  const surface = publicSurface(table.columns)
  const { order } = surface
  const homes = homesByName(surface)
  const modules = [...table.modules()].filter(({ isPublic }) => isPublic).map(({ name }) => name)
  const classes = order.filter((definition) => [...table.membersOf(definition)].length > 2)
  const write = (path: readonly string[]) => writePath(ecosystem, packageName, path)
  const byText = new Map([...table.modules()].map(({ name }) => [write([name]), name]))

  function resolve(written: string): number {
    if (byText.has(written)) return -2
    for (let dot = written.lastIndexOf('.'); dot > 0; dot = written.lastIndexOf('.', dot - 1)) {
      const module = byText.get(written.slice(0, dot))
      const found = module === undefined ? null : table.find(module, written.slice(dot + 1))
      if (found !== null) return found.definition
    }
    return -1
  }

  /** Full, or from the class on, or the name alone where it stands for nothing else. */
  function shortened(path: readonly string[], wrong: readonly string[], random: SeededRandom) {
    const [, ...names] = wrong
    const last = path.at(-1) ?? ''
    const mayBeShort = names.length > 1 || homes.get(last)?.length === 1
    return mayBeShort && random.below(5) < 2 ? names.join('.') : write(wrong)
  }

  function misspell(path: readonly string[], slip: Slip, random: SeededRandom): string | null {
    // Mostly the last name; else the class it is in.
    const place = path.length > 2 && random.below(5) === 0 ? path.length - 2 : path.length - 1
    const name = slip(path[place] ?? '', random)
    if (name === null || name === '' || name === path[place] || homes.has(name)) return null
    return shortened(path, path.with(place, name), random)
  }

  function misplace(
    kind: MistakeKind,
    path: readonly string[],
    random: SeededRandom,
  ): string | null {
    const last = path.at(-1) ?? ''
    if ((homes.get(last)?.length ?? 0) > homesMax) return null
    if (kind === 'module') {
      if (modules.length < 2) return null
      return write([random.pick(modules), ...path.slice(1)])
    }
    if (path.length < 3 || classes.length < 2) return null
    const other = pathOf(surface, random.pick(classes))
    return shortened(path, [...other, last], random)
  }

  return {
    resolve,
    make(kind, random) {
      const definition = random.pick(order)
      const path = pathOf(surface, definition)
      const slip = SLIPS[kind]
      const written =
        slip === undefined ? misplace(kind, path, random) : misspell(path, slip, random)
      if (written === null || resolve(written) !== -1) return null
      // What is found however it is written is no mistake.
      const isFound = findSymbol(table, { ecosystem, packageName }, written).state === 'found'
      return isFound ? null : { kind, written, meant: write(path) }
    },
  }
}

function homesByName(surface: Surface): ReadonlyMap<string, readonly number[]> {
  const homes = new Map<string, number[]>()
  for (const definition of surface.order) {
    if (kindOf(surface.columns.definitions.facts[definition] ?? 0) === 'module') continue
    const name = pathOf(surface, definition).at(-1) ?? ''
    const known = homes.get(name)
    if (known === undefined) homes.set(name, [definition])
    else known.push(definition)
  }
  return homes
}
