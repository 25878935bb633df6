// Breaks that a type checker sees, and of which the declarations of npm do not tell whether running code
// notices them too.

import type { Ecosystem } from '../../domain/names/packageName.ts'
import type { SymbolKind } from '../../wire/symbolAnswers.ts'

type Broken = Readonly<{
  kind: SymbolKind
  /** None of what was removed. */
  reasons?: readonly string[]
}>

/** What only declarations say: JavaScript runs without. */
export const TYPE_REASONS: ReadonlySet<string> = new Set([
  'declaration_removed',
  'became_abstract',
  'constructor_hidden',
  'overload_removed',
  'type_parameter_removed',
  'type_parameter_added',
  'type_parameter_narrowed',
  'parameter_type_narrowed',
  'parameter_type_changed',
  'return_type_widened',
  'return_type_changed',
  'member_made_optional',
  'member_made_required',
  'required_member_added',
  'member_made_protected',
  'member_made_readonly',
  'type_narrowed',
  'type_widened',
  'type_changed',
])

/** These are declarations and nothing else. */
const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set(['type', 'interface'])

/** Reasons by which something that had a value has none, or another one. */
const OF_VALUES = ['became_type_only', 'became_const_enum', 'kind_changed']

/** Python's annotations break nothing, so that what breaks there breaks at run time. */
export function isInTypes(ecosystem: Ecosystem, { kind, reasons = [] }: Broken): boolean {
  if (ecosystem !== 'npm') return false
  if (reasons.some((reason) => OF_VALUES.includes(reason))) return false
  if (TYPE_KINDS.has(kind)) return true
  return reasons.length > 0 && reasons.every((reason) => TYPE_REASONS.has(reason))
}
