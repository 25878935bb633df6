// How far the path to a definition lies from what was written before the last name. Parts are
// aligned as letters are in an edit distance: a part of the path may have been left out, a part that
// was written may belong to no part of the path, or the one may be meant by the other.

import { at, signedAt } from '../table/format/varints.ts'
import type { OfPackage } from './findSymbol.ts'
import { letterCost, TOO_FAR } from './nameCost.ts'
import { foldName, shapeOf, styleOf } from './nameShape.ts'
import type { NearNames } from './nearNames.ts'
import type { SymbolIndex } from './symbolIndex.ts'

export const HEAD_COST = {
  /** A part that was written and is not on the path; less when the package knows nothing like it. */
  wrong: 70,
  unknown: 25,
  /** A part of the path that was left out. */
  leftOutModule: 6,
  leftOutClass: 8,
  leftOutDefault: 2,
} as const

/** Parts further off are not the same part mistyped. */
const PART_COST_MAX = 130

/** What a part costs that is mistyped: less than the last name, and less than a wrong part. */
export function partCost(nameCost: number): number {
  return nameCost > PART_COST_MAX ? TOO_FAR : Math.round(nameCost / 2)
}

/** A path is right, nearly right or wrong; how many of its parts are wrong matters less. */
export function pathCost(partCosts: number): number {
  return partCosts <= WRONG_PATH ? partCosts : WRONG_PATH + Math.round((partCosts - WRONG_PATH) / 5)
}

const WRONG_PATH = 80

export interface HeadCosts {
  /** For each number of parts that were written: what it costs that they lead to this list. */
  of(list: number): Int32Array
  /** The same for the module that a module is in. */
  above(module: number): Int32Array
}

export function headCosts(
  index: SymbolIndex,
  { ecosystem, packageName }: OfPackage,
  heads: readonly NearNames[],
): HeadCosts {
  const { columns, homeList, homeEntry } = index.surface
  const moduleCount = columns.modules.count
  const root = heads.map(({ text }) => rootCost(packageName, text))
  const wrong = heads.map(({ costs, ids }, i) => {
    const isKnown = root[i] === 0 || ids.some((id) => (costs[id] ?? TOO_FAR) <= PART_COST_MAX)
    return isKnown ? HEAD_COST.wrong : HEAD_COST.unknown
  })

  function step(before: Int32Array, leftOut: number, costOf: (head: number) => number): Int32Array {
    const after = new Int32Array(before.length)
    after[0] = signedAt(before, 0) + leftOut
    for (let i = 1; i < after.length; i += 1) {
      const meant = partCost(costOf(i - 1))
      after[i] = Math.min(
        signedAt(before, i) + leftOut,
        signedAt(before, i - 1) + meant,
        signedAt(after, i - 1) + (wrong[i - 1] ?? 0),
      )
    }
    return after
  }

  const stepName = (before: Int32Array, id: number, leftOut: number) =>
    step(before, leftOut, (head) => heads[head]?.costs[id] ?? TOO_FAR)

  const start = new Int32Array(heads.length + 1)
  for (const [i, cost] of wrong.entries()) start[i + 1] = signedAt(start, i) + cost
  // The package is the first part of every path of npm; Python's modules name theirs.
  const first = ecosystem === 'npm' ? step(start, 0, (head) => root[head] ?? TOO_FAR) : start

  function ofParts(parts: readonly number[]): Int32Array {
    let costs = first
    for (const [i, part] of parts.entries()) {
      const isRoot = ecosystem === 'pypi' && i === 0
      costs = stepName(costs, part, isRoot ? 0 : HEAD_COST.leftOutModule)
    }
    return costs
  }

  const known = new Map<number, Int32Array>()
  function of(list: number): Int32Array {
    // No recursion: how deep a path is, the table says.
    const below: number[] = []
    let from = list
    while (!known.has(from) && from >= moduleCount) {
      below.push(from)
      from = signedAt(homeList, from - moduleCount)
    }
    let costs = known.get(from) ?? ofParts(index.partsOf(from))
    known.set(from, costs)
    for (const each of below.reverse()) {
      const name = at(columns.entries.name, signedAt(homeEntry, each - moduleCount))
      const isDefault = index.text(name) === 'default'
      costs = stepName(costs, name, isDefault ? HEAD_COST.leftOutDefault : HEAD_COST.leftOutClass)
      known.set(each, costs)
    }
    return costs
  }

  return { of, above: (module) => ofParts(index.partsOf(module).slice(0, -1)) }
}

/** `types` for `@babel/types` is the package as well. */
function rootCost(packageName: string, written: string): number {
  const last = packageName.slice(packageName.lastIndexOf('/') + 1)
  if (written === packageName || written === last) return 0
  return letterCost(shapeOf(written), foldName(last), styleOf(last))
}
