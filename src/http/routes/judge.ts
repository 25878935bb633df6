// Grades an output against a weighted rubric and signs the score.

import { type AnswerJudgement, JUDGEMENT_TYPE } from '../../answer/judgement.ts'
import { JOB_BODY_BOUNDS } from '../../limits.ts'
import { postRoute, type Route } from '../request/route.ts'
import { callerOf, signedIfTold } from '../request/signedAnswer.ts'

export function judgeRoutes({ judgement }: { judgement: AnswerJudgement }): Route[] {
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
    responses: { 200: { description: 'The graded rubric, signed.', schema: 'JudgeResponse' } },
    handle({ output, rubric, context: given }, context) {
      const question = { output, rubric, context: given }
      return signedIfTold(judgement(question, callerOf(context)), context)
    },
  })
  return [judge]
}
