import { createHash } from 'node:crypto'
import { Beyond } from '../budget.ts'
import { neededText, refuseUnknown, subjectText } from '../options.ts'
import { met, unmet } from '../outcome.ts'
import type { RunCheck } from '../world.ts'

/** The text has a given digest, in UTF-8. */
export const checkSha256: RunCheck = (check, job) => {
  refuseUnknown(check, ['sha256', 'file'])
  const expected = neededText(check, 'sha256').toLowerCase().replace(/^0x/, '')
  if (!/^[0-9a-f]{64}$/.test(expected)) throw new Beyond('sha256 is not a digest in hex')
  const { text, path } = subjectText(job, check)
  const found = createHash('sha256').update(text).digest('hex')
  const more = {
    location: path === undefined ? null : { path },
    evidence: { sha256: found, size_bytes: Buffer.byteLength(text) },
  }
  return found === expected
    ? met('The digest is the expected one', more)
    : unmet('The digest is another one', more)
}
