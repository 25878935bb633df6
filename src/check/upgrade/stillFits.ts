// Whether a call that a changed signature still takes means the same under it: what it hands over by
// position must reach the same parameters.

import type { Changed } from '../../diff/changedDefinitions.ts'
import { type Reason, severityOf } from '../../diff/reasons.ts'
import type { CallShape } from '../../references/reference.ts'
import { closingOf, splitTop } from '../../signatures/splitTop.ts'

/** Breaking reasons after which a call that fits reaches the same parameters. */
const IN_PLACE: ReadonlySet<Reason> = new Set([
  'parameter_renamed',
  'parameter_made_required',
  'parameter_made_keyword_only',
  'parameter_made_positional_only',
  'variable_arguments_removed',
])
/** Those after which a position may stand for another parameter. */
const OUT_OF_PLACE: ReadonlySet<Reason> = new Set([
  'parameter_removed',
  'required_parameter_added',
  'parameter_moved',
])

/** Whether it breaks those alone who call it. */
export function isOfParameters({ reasons }: Changed): boolean {
  const breaking = reasons.filter((reason) => severityOf(reason) === 'breaking')
  return breaking.every((reason) => IN_PLACE.has(reason) || OUT_OF_PLACE.has(reason))
}

/** `call`: one that the new signature takes. */
export function isUntouched({ reasons, previous, next }: Changed, call: CallShape): boolean {
  if (call.hasSpread || call.hasKeywordSpread || previous === null || next === null) return false
  const breaking = reasons.filter((reason) => severityOf(reason) === 'breaking')
  if (breaking.every((reason) => IN_PLACE.has(reason))) return true
  if (!breaking.every((reason) => IN_PLACE.has(reason) || OUT_OF_PLACE.has(reason))) return false
  const [before, after] = [parametersOf(previous), parametersOf(next)]
  if (before === null || after === null) return false
  return Array.from({ length: call.positional }, (_, index) => index).every((index) =>
    reachesSame(before, after, index),
  )
}

/** Whether what stands at this position goes to the same parameter, or among the same others. */
function reachesSame(before: readonly string[], after: readonly string[], index: number): boolean {
  const gathering = before.findIndex((name) => /^\*\w/.test(name))
  const isGathered = gathering >= 0 && index >= gathering
  if (isGathered) return after.includes(before[gathering] ?? '')
  return before[index] === undefined || before[index] === after[index]
}

/**
 * Whether the call names a parameter that is gone, or only taken along by `**` now: where the call still
 * fits, nothing says what becomes of it.
 */
export function losesKeyword({ previous, next }: Changed, call: CallShape): boolean {
  if (call.keywords.length === 0) return false
  const [before, after] = [parametersOf(previous ?? ''), parametersOf(next ?? '')]
  if (before === null || after === null) return false
  return call.keywords.some(({ name }) => before.includes(name) && !after.includes(name))
}

/** Whether a function was taken as an argument, and none is any more: nobody would call it. */
export function losesCallback({ previous, next }: Changed): boolean {
  return next !== null && takesFunction(previous ?? '') && !takesFunction(next)
}

/** In one of the ways to call it. */
function takesFunction(signature: string): boolean {
  return splitTop(signature, '; ').some((overload) => {
    const open = overload.startsWith('<') ? closingOf(overload, 0) + 1 : 0
    const close = overload.charAt(open) === '(' ? closingOf(overload, open) : -1
    return close >= 0 && /=> |\bFunction\b/.test(overload.slice(open + 1, close))
  })
}

/** Python's by their names without a receiver, TypeScript's by their types; null for overloads. */
export function parametersOf(signature: string): readonly string[] | null {
  const parts = partsOf(signature)
  if (parts === null) return null
  const named = parts.filter((part) => part !== '/' && part !== '').map(nameOf)
  return /^(?:self|cls)$/.test(named[0] ?? '') ? named.slice(1) : named
}

/** As they are written; null for overloads. */
export function partsOf(signature: string): readonly string[] | null {
  const open = signature.indexOf('(')
  const close = open < 0 ? -1 : closingOf(signature, open)
  if (close < 0 || signature.slice(close).includes(' | (') || signature.includes('; (')) return null
  return splitTop(signature.slice(open + 1, close), ',').map((part) => part.trim())
}

function nameOf(parameter: string): string {
  const python = /^(\*{0,2}\w+)\s*(?:[:=]|$)/.exec(parameter)?.[1]
  return python ?? parameter.replace(/\?$/, '')
}
