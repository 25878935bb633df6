// Breaks that a type checker sees, and of which the declarations of npm do not tell whether running code
// notices them too.

import type { Ecosystem } from '../../domain/names/packageName.ts'
import { TYPE_REASONS } from '../../domain/typeReasons.ts'
import type { SymbolKind } from '../../wire/symbolAnswers.ts'

type Broken = Readonly<{
  kind: SymbolKind
  /** None of what was removed. */
  reasons?: readonly string[]
}>

/** How a function may be called is declared, too: its code may take all of it as before. */
export const DECLARED_REASONS: ReadonlySet<string> = new Set([...TYPE_REASONS, 'overload_removed'])

/** These are declarations and nothing else. */
const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set(['type', 'interface'])

/** Reasons by which something that had a value has none, or another one. */
const OF_VALUES = ['became_type_only', 'became_const_enum', 'kind_changed']

/** Python's annotations break nothing, so that what breaks there breaks at run time. */
export function isInTypes(ecosystem: Ecosystem, { kind, reasons = [] }: Broken): boolean {
  if (ecosystem !== 'npm') return false
  if (reasons.some((reason) => OF_VALUES.includes(reason))) return false
  if (TYPE_KINDS.has(kind)) return true
  return reasons.length > 0 && reasons.every((reason) => DECLARED_REASONS.has(reason))
}
