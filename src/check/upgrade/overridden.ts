// Methods that a class of the code puts in the place of those of a class of the package: whoever calls
// them there may hand over what the newer release takes. So may methods of the code be called whose name
// the newer release gives to one of its own.

import type { Changed } from '../../diff/changedDefinitions.ts'
import type { TableDiff } from '../../diff/diffTables.ts'
import type { WritePath } from '../../diff/symbolName.ts'
import { member } from '../../references/reference.ts'
import type { PackageView } from '../follow/tableNode.ts'
import { parametersOf } from './stillFits.ts'
import type { Unfollowed } from './unfollowedChanges.ts'
import type { Use } from './usedChanges.ts'
import { type UsedSymbols, usedSymbols } from './usedSymbols.ts'

export function overriddenChanges(
  uses: readonly Use[],
  { changed, deprecated }: TableDiff,
  view: PackageView,
  write: WritePath,
): readonly Unfollowed[] {
  // What is marked as deprecated is hardly called any more where it is put in place.
  const rows = new Set([...changed.filter(takesOthers), ...deprecated].map(({ symbol }) => symbol))
  if (rows.size === 0) return []
  return methodsBelow(uses, view, write, (used) => {
    return used.state === 'found' && used.symbols.some((symbol) => rows.has(symbol))
  })
}

/** Methods of classes of the code that have a name which the newer release gives to a member. */
export function clashingMethods(
  uses: readonly Use[],
  { added }: TableDiff,
  view: PackageView,
  write: WritePath,
): readonly Unfollowed[] {
  const came = new Set(added.map(({ symbol }) => symbol.slice(symbol.lastIndexOf('.') + 1)))
  if (came.size === 0) return []
  return methodsBelow(uses, view, write, (used, name) => used.state !== 'found' && came.has(name))
}

function methodsBelow(
  uses: readonly Use[],
  view: PackageView,
  write: WritePath,
  isMeant: (used: UsedSymbols, name: string) => boolean,
): readonly Unfollowed[] {
  const found = new Map<string, Unfollowed>()
  for (const { planned } of uses) {
    const { source, reference } = planned
    if (reference.isBase !== true) continue
    for (const one of source.report.passedOver) {
      if (one.overrides !== true) continue
      const below = { ...reference, call: null, steps: [...reference.steps, member(one.name)] }
      if (!isMeant(usedSymbols(view, below, write), one.name)) continue
      found.set(`${one.line}:${one.column} ${one.name} ${source.path}`, { source, reference: one })
    }
  }
  return [...found.values()]
}

/** Whether it is called with other arguments than before: types alone are told elsewhere. */
function takesOthers({ previous, next, severity }: Changed): boolean {
  if (severity === 'breaking' || previous === null || next === null) return false
  const [before, after] = [parametersOf(previous), parametersOf(next)]
  if (before === null || after === null) return previous !== next
  return before.join() !== after.join()
}
