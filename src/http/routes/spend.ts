// Should this payee be paid?

import { type AnswerSpendCheck, SPEND_CHECK_TYPE } from '../../answer/spendCheck.ts'
import { LOOKUP_BODY_BOUNDS } from '../../limits.ts'
import { postRoute, type Route } from '../request/route.ts'
import { signedReply } from '../request/signedAnswer.ts'

export function spendRoutes({ spendCheck }: { spendCheck: AnswerSpendCheck }): Route[] {
  return [
    postRoute({
      path: '/spend-check',
      operationId: 'spend_check',
      tag: 'Auxiliary',
      summary: 'Should this payee be paid?',
      description:
        'An EVM address, a CAIP-10 account or the address of a service, judged by its form, by lists ' +
        'of burnt and denied payees, by what the service publishes, by the watchtower and by what ' +
        'was paid here. What is not known is listed and leads to `review`, never to `allow`. ' +
        `Signed (\`${SPEND_CHECK_TYPE}\`).`,
      access: { price: 'spend_check' },
      bodyBounds: LOOKUP_BODY_BOUNDS,
      body: 'SpendCheckRequest',
      responses: { 200: { description: 'The decision, signed.', schema: 'SpendCheckResponse' } },
      handle: ({ payTo, amount_usd }, context) =>
        signedReply(
          spendCheck({ payTo, amountUsd: amount_usd ?? null }, context.signal()),
          context,
        ),
    }),
  ]
}
