// Names that `import` and `require` had and that only one of them has now.

import { rankedEntry } from '../../table/findPath.ts'
import { isFor, isPublic, kindOf } from '../../table/format/facts.ts'
import { at, signedAt } from '../../table/format/varints.ts'
import type { Matches } from '../matchSurfaces.ts'
import { isRead, publicModules } from '../modules.ts'
import type { Reason } from '../reasons.ts'

const LOST = { require: 'became_esm', import: 'became_commonjs' } as const

type LostHalves = Readonly<{
  /** Modules of which one of the two has nothing any more. */
  modules: ReadonlyMap<number, Reason>
  /** Definitions, by the names of the modules that they are at home in. */
  definitions: ReadonlyMap<number, Reason>
}>

export function lostHalves({ from, to, module, ranks }: Matches): LostHalves {
  const { entries, definitions } = from.columns
  const found = { modules: new Map<number, Reason>(), definitions: new Map<number, Reason>() }
  for (const one of publicModules(from.columns)) {
    const other = signedAt(module, one)
    if (other < 0 || !isRead(from.columns, one) || !isRead(to.columns, other)) continue
    for (const half of ['require', 'import'] as const) {
      const lost: number[] = []
      let kept = 0
      for (let entry = at(entries.starts, one); entry < at(entries.starts, one + 1); entry += 1) {
        const facts = at(entries.facts, entry)
        const rank = signedAt(ranks, at(entries.name, entry))
        const now = rank < 0 ? -1 : rankedEntry(to.columns, other, rank)
        if (now < 0 || !isPublic(facts) || !isFor(facts, half)) continue
        if (isFor(at(to.columns.entries.facts, now), half)) kept += 1
        else lost.push(at(entries.target, entry))
      }
      if (kept === 0 && lost.length > 0) found.modules.set(one, LOST[half])
      else {
        for (const target of lost) {
          const isOwn = signedAt(from.homeList, target) === one
          const isModule = kindOf(at(definitions.facts, target)) === 'module'
          if (isOwn && !isModule) found.definitions.set(target, LOST[half])
        }
      }
    }
  }
  return found
}
