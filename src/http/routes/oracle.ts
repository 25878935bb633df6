// The oracle: a job and a spec in, a signed verdict out; an output and a rubric in, a signed score out.

import { type AnswerJudgement, JUDGEMENT_TYPE } from '../../answer/judgement.ts'
import { renderReply } from '../../answer/signedReply.ts'
import { type AnswerVerification, VERIFICATION_TYPE } from '../../answer/verification.ts'
import { orAborted } from '../../domain/orAborted.ts'
import { JOB_BODY_BOUNDS } from '../../limits.ts'
import { getRoute, postRoute, type Route } from '../request/route.ts'
import { cachedFor } from '../request/serviceFacts.ts'
import { callerOf, signedIfTold } from '../request/signedAnswer.ts'

/** What `/demo/verify` asks: one call that is right, and what a reviewer would want of it. */
const SAMPLE = {
  job: {
    kind: 'code',
    language: 'python',
    output:
      'import requests\n\npage = requests.get("https://example.com", timeout=5)\npage.raise_for_status()\n',
  },
  spec: {
    checks: [
      { id: 'packages', type: 'packages_exist' },
      { id: 'symbols', type: 'symbols_exist' },
      { id: 'calls', type: 'calls_fit_signatures' },
      { id: 'timeout', type: 'regex', pattern: 'timeout\\s*=\\s*\\d+' },
      { id: 'no-shell', type: 'contains', text: 'os.system', absent: true },
    ],
    require: 'all',
  },
} as const

const SAMPLE_CACHE_MS = 60_000

export function oracleRoutes(parts: {
  verification: AnswerVerification
  judgement: AnswerJudgement
  now: () => Date
}): Route[] {
  const { verification, judgement } = parts
  const verify = postRoute({
    path: '/verify',
    operationId: 'verify',
    tag: 'Oracle',
    summary: 'Does this job meet its spec?',
    description:
      'Runs the checks of `spec` on `job` (code, dependencies, JSON or text): digests, JSON Schema ' +
      '2020-12, JSONPath, linear-time regular expressions, and the engine of `/v1/check` for code. ' +
      `The answer is signed (\`${VERIFICATION_TYPE}\`) over the digests of both. What cannot be told ` +
      'is undetermined and never met; a job that is not understood is `unverifiable`, with the ' +
      'reason, and free. The job is neither stored nor logged. docs/reference/verify.md has the rules.',
    access: { price: 'verification' },
    bodyBounds: JOB_BODY_BOUNDS,
    body: 'VerifyRequest',
    mayPend: true,
    responses: { 200: { description: 'The verdict, signed.', schema: 'VerifyResponse' } },
    handle({ job, spec }, context) {
      return signedIfTold(verification({ job, spec }, callerOf(context)), context)
    },
  })
  // One flight for everybody, so that no visitor's going away ends it for the others.
  const sample = cachedFor(
    SAMPLE_CACHE_MS,
    async () => {
      const caller = { signal: new AbortController().signal, client: null }
      return (await verification(SAMPLE, caller)).reply
    },
    parts.now,
    // The sample is right: where that could not be told, it may be the next time.
    ({ verdict }) => verdict === 'pass',
  )
  const demo = getRoute({
    path: '/demo/verify',
    operationId: 'demo_verify',
    tag: 'Free demo',
    summary: 'A sample job, verified on the live index',
    description:
      'One fixed question and its answer, as `/verify` gives it: `{request, answer}`. Not counted.',
    responses: { 200: { description: 'The question and its answer.', schema: 'FreeForm' } },
    async handle(context) {
      // The visitor waits no longer than for any other question; what was begun goes on.
      const reply = await orAborted(sample(), context.signal())
      const answer = renderReply(reply, context.elapsedMs())
      return {
        status: 200,
        contentType: 'application/json',
        body: `{"request":${JSON.stringify(SAMPLE)},"answer":${answer}}`,
      }
    },
  })
  const judge = postRoute({
    path: '/judge',
    operationId: 'judge',
    tag: 'Oracle',
    summary: 'How well does this output meet a rubric?',
    description:
      'Each criterion is settled by the first that applies: its `check` (the types of `/verify`), the ' +
      'fixed grammar of docs/reference/judge.md (`contains "…"`, `at most 200 words`, `valid JSON`, `all imports ' +
      'exist`, `code parses as Python`, …), a model where the operator has configured one, else it ' +
      `is \`undetermined\`: never guessed. The answer is signed (\`${JUDGEMENT_TYPE}\`) over the digests ` +
      'of output, rubric and context. The text that is graded is data and can give no instruction. A ' +
      'call that settled nothing is not charged.',
    access: { price: 'judgement' },
    bodyBounds: JOB_BODY_BOUNDS,
    body: 'JudgeRequest',
    mayPend: true,
    responses: { 200: { description: 'The graded rubric, signed.', schema: 'JudgeResponse' } },
    handle({ output, rubric, context: given }, context) {
      const question = { output, rubric, context: given }
      return signedIfTold(judgement(question, callerOf(context)), context)
    },
  })
  return [verify, demo, judge]
}
