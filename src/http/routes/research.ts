// A question in words, answered from the index.

import {
  type AnswerCodeResearch,
  CODE_RESEARCH_TYPE,
  type ResearchQuestion,
} from '../../answer/codeResearch.ts'
import { LOOKUP_BODY_BOUNDS } from '../../limits.ts'
import { getRoute, postRoute, type Route } from '../request/route.ts'
import { callerOf, signedIfTold } from '../request/signedAnswer.ts'

/** What the free sample asks. */
const SAMPLE: ResearchQuestion = { query: 'parse json from a response', context: null }

export function researchRoutes({ codeResearch }: { codeResearch: AnswerCodeResearch }): Route[] {
  const responses = {
    200: { description: 'What was found, signed.', schema: 'ResearchResponse' },
  } as const
  return [
    postRoute({
      path: '/code-research',
      operationId: 'code_research',
      tag: 'Auxiliary',
      summary: 'Which symbol does that?',
      description:
        'Ranked search over the symbols, signatures and documentation of the index, with the code in ' +
        '`context` to go by. Every finding names the file and line that it was read from. Signed ' +
        `(\`${CODE_RESEARCH_TYPE}\`). A popular package that is named and not indexed is read first. A question that finds nothing is not charged.`,
      access: { price: 'code_research' },
      bodyBounds: LOOKUP_BODY_BOUNDS,
      body: 'ResearchRequest',
      mayPend: true,
      responses,
      handle: ({ query, context: code }, context) =>
        signedIfTold(codeResearch({ query, context: code ?? null }, callerOf(context)), context),
    }),
    getRoute({
      path: '/demo/code-research',
      operationId: 'demo_code_research',
      tag: 'Free demo',
      summary: 'A sample of code research',
      description: `One fixed question (“${SAMPLE.query}”) on the index as it is. Not counted.`,
      responses,
      handle: (context) => signedIfTold(codeResearch(SAMPLE, callerOf(context)), context),
    }),
  ]
}
