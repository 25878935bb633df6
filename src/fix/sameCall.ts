// Whether one signature takes what another took, as far as their texts say.

import { parametersOf } from '../check/upgrade/stillFits.ts'
import { type PythonParameter, parseSignatures } from '../signatures/parseSignature.ts'
import type { SymbolRow } from '../table/format/table.ts'

type Told = Pick<SymbolRow, 'kind' | 'signature'>

/** The same kind of thing, with the same parameters of the same names in the same order. */
export function isSameCall(one: Told, other: Told): boolean {
  if (kindOf(one.kind) !== kindOf(other.kind)) return false
  if (one.signature === other.signature) return true
  if (one.signature === null || other.signature === null) return false
  // What has to be waited for is given otherwise.
  if (isAsync(one.signature) !== isAsync(other.signature)) return false
  const [a, b] = [parametersOf(one.signature), parametersOf(other.signature)]
  if (a === null || b === null) return false
  const names = [a, b].map((list) => list.map((name) => name.replace(/\s+/g, ' ')).join(', '))
  return names[0] === names[1]
}

/**
 * Whether every call that fits the one fits the other and means the same there: the same parameters, and
 * what comes besides may be left out.
 */
export function takesAllOf(one: Told, other: Told): boolean {
  if (kindOf(one.kind) !== kindOf(other.kind)) return false
  const [before, after] = [parametersIn(one.signature), parametersIn(other.signature)]
  if (before === null || after === null) return isSameCall(one, other)
  if (isAsync(one.signature ?? '') !== isAsync(other.signature ?? '')) return false
  const [placed, placedAfter] = [before, after].map((list) => list.filter(isPlaced))
  if (placed === undefined || placedAfter === undefined) return false
  // Behind `*args` a further place would take one of them.
  const isGathering = before.some(({ kind }) => kind === 'varargs')
  if (isGathering && placed.length !== placedAfter.length) return false
  const areInPlace = placed.every(({ name }, index) => name === placedAfter[index]?.name)
  return areInPlace && before.every((was) => isTaken(was, after)) && areOptional(before, after)
}

function isTaken(was: PythonParameter, after: readonly PythonParameter[]): boolean {
  if (was.kind === 'varargs' || was.kind === 'varkeywords') {
    return after.some(({ kind }) => kind === was.kind)
  }
  const is = after.find(({ name }) => name === was.name)
  if (is === undefined || is.default !== was.default) return false
  const isNamed = is.kind === 'normal' || is.kind === 'keyword'
  const isGivenByPlace = isPlaced(was) ? isPlaced(is) : true
  return isGivenByPlace && (was.kind === 'positional' || isNamed)
}

/** Whether what came besides may be left out. */
function areOptional(
  before: readonly PythonParameter[],
  after: readonly PythonParameter[],
): boolean {
  return after.every(
    (one) =>
      one.default !== null ||
      one.kind === 'varargs' ||
      one.kind === 'varkeywords' ||
      before.some(({ name }) => name === one.name),
  )
}

const isPlaced = ({ kind }: PythonParameter) => kind === 'normal' || kind === 'positional'

/** Without a receiver; null for overloads and for what is no call. */
function parametersIn(signature: string | null): readonly PythonParameter[] | null {
  const parsed = signature === null ? null : parseSignatures(signature)
  const [only] = parsed ?? []
  if (only === undefined || parsed?.length !== 1) return null
  const [first] = only.parameters
  return /^(?:self|cls)$/.test(first?.name ?? '') ? only.parameters.slice(1) : only.parameters
}

/** Whether both say what they give, and it is not the same. */
export function isGivingAnother(one: Told, other: Told): boolean {
  const [a, b] = [one, other].map(({ signature }) => returnsOf(signature))
  return a !== null && b !== null && a !== b
}

function returnsOf(signature: string | null): string | null {
  const parsed = signature === null ? null : parseSignatures(signature)
  return parsed?.length === 1 ? (parsed[0]?.returns ?? null) : null
}

function isAsync(signature: string): boolean {
  return signature.startsWith('async ')
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
