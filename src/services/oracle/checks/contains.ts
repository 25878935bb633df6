import { findText } from '../findText.ts'
import { booleanOption, neededText, refuseUnknown, subjectText } from '../options.ts'
import { met, unmet } from '../outcome.ts'
import { placeIn } from '../placeIn.ts'
import type { RunCheck } from '../world.ts'

/** A text stands in it, or does not. */
export const checkContains: RunCheck = (check, job) => {
  refuseUnknown(check, ['text', 'ignore_case', 'absent', 'file'])
  const wanted = neededText(check, 'text')
  const ignoresCase = booleanOption(check, 'ignore_case', false)
  const isAbsent = booleanOption(check, 'absent', false)
  const { text, path } = subjectText(job, check)
  const found = findText(text, wanted, ignoresCase)
  const location = found === null ? null : placeIn(text, found, path)
  const reason = found === null ? 'The text is not there' : 'The text is there'
  return (found === null) === isAbsent ? met(reason, { location }) : unmet(reason, { location })
}
