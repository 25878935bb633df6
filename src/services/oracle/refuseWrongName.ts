// A name that is not known may be one that is misspelled, and what is asked without it would be
// another question: that is an error, which costs nothing, and no verdict.

import type { Members } from '../../domain/texts/jsonValue.ts'
import { ServiceError } from '../../errors.ts'

const NAME_SHOWN_MAX = 60

/** `field`: the part of the question that it stands in. Throws `validation_failed`. */
export function refuseWrongName(
  what: string,
  field: 'job' | 'spec',
  given: Members,
  known: readonly string[],
): void {
  const wrong = Object.keys(given).find((key) => !known.includes(key))
  if (wrong === undefined) return
  const input = wrong.slice(0, NAME_SHOWN_MAX).toWellFormed()
  const message = `${what} has no option ${JSON.stringify(input)}; it takes ${known.join(', ')}`
  throw new ServiceError('validation_failed', message, { wrong: { field, input } })
}
