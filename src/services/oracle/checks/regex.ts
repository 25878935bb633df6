import { PATTERN_STEPS_MAX } from '../../../limits.ts'
import { Beyond, Budget } from '../budget.ts'
import { linearPattern, type PatternFlags } from '../linearPattern.ts'
import { booleanOption, neededText, refuseUnknown, subjectText, textOption } from '../options.ts'
import { met, unmet } from '../outcome.ts'
import { placeIn } from '../placeIn.ts'
import type { RunCheck } from './runCheck.ts'

/** A pattern of RE2 is found somewhere, fits all, or is found nowhere. */
export const checkRegex: RunCheck = (check, job) => {
  refuseUnknown(check, ['pattern', 'flags', 'full', 'absent', 'file'])
  const isFull = booleanOption(check, 'full', false)
  const isAbsent = booleanOption(check, 'absent', false)
  const flags = flagsOf(textOption(check, 'flags'))
  const { text, path } = subjectText(job, check)
  const pattern = linearPattern(neededText(check, 'pattern'), flags)
  const budget = new Budget(PATTERN_STEPS_MAX)
  const found = isFull
    ? pattern.fits(text, budget)
      ? { start: 0, end: text.length }
      : null
    : pattern.find(text, budget)
  const location = found === null ? null : placeIn(text, found, path)
  const reason = found === null ? 'The pattern does not match' : 'The pattern matches'
  return (found === null) === isAbsent ? met(reason, { location }) : unmet(reason, { location })
}

function flagsOf(text: string | null): PatternFlags {
  const flags = text ?? ''
  if (!/^(?!.*(.).*\1)[ims]*$/.test(flags)) throw new Beyond('flags are other than i, m and s')
  return { i: flags.includes('i'), m: flags.includes('m'), s: flags.includes('s') }
}
