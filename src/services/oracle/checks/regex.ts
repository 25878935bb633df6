import { Beyond } from '../budget.ts'
import { flagsOf, linearPattern } from '../linearPattern.ts'
import { booleanOption, neededText, refuseUnknown, subjectText, textOption } from '../options.ts'
import { met, unmet } from '../outcome.ts'
import { placeIn } from '../placeIn.ts'
import type { RunCheck } from '../world.ts'

/** A pattern of RE2 is found somewhere, fits all, or is found nowhere. */
export const checkRegex: RunCheck = (check, job) => {
  refuseUnknown(check, ['pattern', 'flags', 'full', 'absent', 'file'])
  const isFull = booleanOption(check, 'full', false)
  const isAbsent = booleanOption(check, 'absent', false)
  const flags = textOption(check, 'flags') ?? ''
  if (!/^(?!.*(.).*\1)[ims]*$/.test(flags)) throw new Beyond('flags are other than i, m and s')
  const { text, path } = subjectText(job, check)
  const found = linearPattern(neededText(check, 'pattern'), flagsOf(flags)).search(text, isFull)
  const location = found === null ? null : placeIn(text, found, path)
  const reason = found === null ? 'The pattern does not match' : 'The pattern matches'
  return (found === null) === isAbsent ? met(reason, { location }) : unmet(reason, { location })
}
