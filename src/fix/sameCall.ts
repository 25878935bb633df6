// Whether one signature takes what another took, as far as their texts say.

import { parametersOf } from '../check/upgrade/stillFits.ts'
import type { SymbolRow } from '../table/format/table.ts'

type Told = Pick<SymbolRow, 'kind' | 'signature'>

/** The same kind of thing, with the same parameters of the same names in the same order. */
export function isSameCall(one: Told, other: Told): boolean {
  if (kindOf(one.kind) !== kindOf(other.kind)) return false
  if (one.signature === other.signature) return true
  if (one.signature === null || other.signature === null) return false
  const [a, b] = [parametersOf(one.signature), parametersOf(other.signature)]
  if (a === null || b === null) return false
  const names = [a, b].map((list) => list.map((name) => name.replace(/\s+/g, ' ')).join(', '))
  return names[0] === names[1]
}

/** Nothing but its kind is known of it: two of them are the same by chance. */
export function isNothingKnown({ kind, signature }: Told): boolean {
  return signature === null && kindOf(kind) !== 'module'
}

function kindOf(kind: Told['kind']): string {
  if (kind === 'method') return 'function'
  return kind === 'attribute' || kind === 'property' ? 'constant' : kind
}

/** `(*args, **kwargs)`: it hands on what it is given, and the call has to fit what its note names. */
export function isPassingAllOn(signature: string | null): boolean {
  return /^\(\*\w+(?:: [^,]+)?, \*\*\w+(?:: [^,]+)?\)(?: -> .*)?$/.test(signature ?? '')
}
