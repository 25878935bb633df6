import { Beyond } from '../budget.ts'
import { refuseUnknown, subjectJson } from '../options.ts'
import { met, unmet } from '../outcome.ts'
import { validateSchema } from '../schema/validateSchema.ts'
import type { RunCheck } from '../world.ts'

/** The JSON fits a schema of draft 2020-12. */
export const checkJsonSchema: RunCheck = (check, job) => {
  refuseUnknown(check, ['schema', 'file'])
  if (!Object.hasOwn(check, 'schema')) throw new Beyond('the check has no schema')
  const subject = subjectJson(job, check)
  if (subject === null) return unmet('It is not JSON')
  const misfit = validateSchema(check['schema'], subject.json)
  if (misfit === null) return met('It fits the schema')
  const { at, keyword } = misfit
  return unmet(`It does not fit the schema: ${keyword}`, {
    location: { pointer: at.toWellFormed() },
    evidence: { keyword },
  })
}
