// Whether a change is one of declarations alone, so that code without a compiler does not notice.

import type { Changed } from '../../diff/changedDefinitions.ts'
import { type Reason, severityOf } from '../../diff/reasons.ts'
import { TYPE_REASONS } from '../../domain/typeReasons.ts'
import type { CallShape } from '../../references/reference.ts'
import { closingOf, findTop, splitTop } from '../../signatures/splitTop.ts'

/** Those that speak of how many arguments are taken, or of which types. */
const OF_COUNTS: ReadonlySet<Reason> = new Set([
  'overload_removed',
  'parameter_removed',
  'required_parameter_added',
  'parameter_made_required',
  'variable_arguments_removed',
])
/** `call`: one that the new signature takes; null for what is not called, or cannot be judged. */
export function isTypesOnly(row: Changed, call: CallShape | null): boolean {
  const breaking = row.reasons.filter((reason) => severityOf(reason) === 'breaking')
  if (becomesPromise(row) || losesCall(row, call)) return false
  const others = breaking.filter((reason) => !TYPE_REASONS.has(reason))
  if (others.length === 0) return true
  if (!others.every((reason) => OF_COUNTS.has(reason))) return false
  // As many arguments as before, in as many ways.
  if (keepsCounts(row)) return true
  // Positions go from the end: what the call hands over goes where it went, under another type.
  return call !== null && !call.hasSpread
}

/** What was there at once has to be waited for: no matter of types, though only they tell. */
export function becomesPromise({ previous, next }: Pick<Changed, 'previous' | 'next'>): boolean {
  const isPromise = (text: string | null) =>
    splitTop(text ?? '', '; ').some((one) => {
      const arrow = findTop(one, ' => ')
      return arrow >= 0 && /^Promise(?:Like)?</.test(one.slice(arrow + ' => '.length))
    })
  return isPromise(previous) !== isPromise(next)
}

/**
 * Whether a call is of a way to call it that is gone: an overload that took as many arguments, or what
 * was declared, where the code takes fewer now.
 */
export function losesCall({ reasons, previous, next }: Changed, call: CallShape | null): boolean {
  if (call === null || call.hasSpread) return false
  const [before, after] = [countsOf(previous), countsOf(next)]
  if (before === null || after === null) return false
  const takes = (all: readonly Counts[]) =>
    all.some(({ least, most }) => least <= call.positional && call.positional <= most)
  if (!takes(before) || takes(after)) return false
  if (reasons.includes('overload_removed')) return before.length > 1
  return (
    reasons.includes('declaration_removed') && after.every(({ most }) => most < call.positional)
  )
}

/** Whether both releases tell how it is called. */
export function staysFunction({ previous, next }: Changed): boolean {
  return countsOf(previous) !== null && countsOf(next) !== null
}

type Counts = Readonly<{ least: number; most: number }>

/** Whether every number of arguments that was taken is taken still. */
function keepsCounts({ previous, next }: Changed): boolean {
  const [before, after] = [countsOf(previous), countsOf(next)]
  if (before === null || after === null) return false
  return before.every(({ least, most }) =>
    Array.from({ length: Math.min(most, COUNT_MAX) - least + 1 }, (_, index) => least + index)
      .concat(most === Infinity ? [Infinity] : [])
      .every((count) => after.some((one) => one.least <= count && count <= one.most)),
  )
}

/** Nobody writes longer lists of parameters. */
const COUNT_MAX = 64

/** Of each overload; null where the signature is none of a function. */
function countsOf(signature: string | null): readonly Counts[] | null {
  const overloads = splitTop(signature ?? '', '; ').map(countOf)
  return overloads.every((one) => one !== null) ? overloads : null
}

function countOf(overload: string): Counts | null {
  const generic = overload.startsWith('<') ? closingOf(overload, 0) + 1 : 0
  const close = overload.charAt(generic) === '(' ? closingOf(overload, generic) : -1
  if (close < 0) return null
  const inner = overload.slice(generic + 1, close).trim()
  const parameters = inner === '' ? [] : splitTop(inner, ',').map((part) => part.trim())
  const isRest = (part: string) => part.startsWith('...')
  const least = parameters.filter((part) => !isRest(part) && !part.endsWith('?')).length
  return { least, most: parameters.some(isRest) ? Infinity : parameters.length }
}
