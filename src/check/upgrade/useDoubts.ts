// Why nothing can be said of a use.

import type { TableDiff } from '../../diff/diffTables.ts'
import { staysFunction } from './typesOnlyChange.ts'
import type { Use } from './usedChanges.ts'

/** Why nothing can be said of a use; null when something can. */
export function doubtOf({ used, before, after }: Use): string | null {
  // What was wrong before is no matter of the upgrade.
  if (before.state === 'determined' && before.finding?.severity === 'error') return null
  // What is wrong in the newer release is told, whatever it was in the older.
  if (after.state === 'determined' && after.finding?.severity === 'error') return null
  if (used.state === 'unknown') return used.reason
  if (before.state === 'undetermined') return before.reason
  return after.state === 'undetermined' ? after.reason : null
}

const NOT_FITTED = 'whether the newer release takes such a call could not be told'

/** What took the call in the older release, and is not known to take it in the newer one. */
export function fitDoubtOf({ planned, before, after, isUncallable }: Use): string | null {
  if (planned.reference.call === null || isUncallable === true) return null
  if (before.state !== 'determined' || after.state !== 'determined') return null
  return before.isFitKnown && !after.isFitKnown && after.finding === null ? NOT_FITTED : null
}

export type Undecided = Readonly<{
  forAll: ReadonlySet<string>
  forCompilers: ReadonlySet<string>
  /** Types of which whoever writes one out must give more than before. */
  demanding: ReadonlySet<string>
}>

/** What changed its type in a way of which nobody can tell whether it fits. */
export function undecidedSymbols({ changed, added }: TableDiff): Undecided {
  const undecided = changed.filter(({ reasons }) => reasons.includes('type_changed_undecided'))
  const named = (rows: TableDiff['changed']) => new Set(rows.map(({ symbol }) => symbol))
  return {
    forAll: named(undecided.filter((row) => !staysFunction(row))),
    forCompilers: named(undecided),
    demanding: new Set(
      [
        ...changed.filter(({ reasons }) => reasons.includes('member_made_required')),
        ...added.filter(({ isDemanded }) => isDemanded),
      ].map(({ symbol }) => symbol.slice(0, Math.max(0, symbol.lastIndexOf('.')))),
    ),
  }
}

const DEMANDING = 'whoever writes out such an object has to give more now'
const UNDECIDED = 'a type in its signature is another one, and whether it fits could not be told'

/** A compiler may refuse what nobody here can tell; a call may fail of what was a function and is not told to be one. */
export function typeDoubtOf(
  { used, planned: { source, reference } }: Use,
  { forAll, forCompilers, demanding }: Undecided,
  isCompiled: (path: string) => boolean,
): string | null {
  // Whether it concerns the code is seen where the name is used.
  if (used.state !== 'found' || reference.isImport) return null
  const isMatter = isCompiled(source.path)
  if (!isMatter && reference.call === null) return null
  const isWritten = isMatter && reference.call === null
  if (isWritten && used.symbols.some((symbol) => demanding.has(symbol))) return DEMANDING
  const undecided = isMatter ? forCompilers : forAll
  return used.symbols.some((symbol) => undecided.has(symbol)) ? UNDECIDED : null
}
