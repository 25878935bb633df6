// When did a symbol come, change and go? A signed question in a query.

import { type AnswerSymbolHistory, SYMBOL_HISTORY_TYPE } from '../../answer/symbolHistory.ts'
import { HISTORY_RELEASES_MAX } from '../../limits.ts'
import { packageKeyOf } from '../request/packageKey.ts'
import { queryRoute, type Route } from '../request/route.ts'
import { callerOf, signedReply } from '../request/signedAnswer.ts'
import { SymbolHistoryRequest } from '../schemas/symbolSchemas.ts'

export function historyRoutes(parts: { symbolHistory: AnswerSymbolHistory }): Route[] {
  const history = queryRoute({
    path: '/v1/symbol/history',
    operationId: 'symbol_history',
    tag: 'Signed lookups',
    summary: 'When did this symbol come, change and go?',
    description:
      'Over the releases that are indexed, at most the newest ' +
      `${HISTORY_RELEASES_MAX}, and over no others: neighbouring releases that say the same are one ` +
      'entry of `history`. The latest release is read first when it is not indexed; older ones are ' +
      `indexed by diffs and by the operator. The answer is signed (\`${SYMBOL_HISTORY_TYPE}\`).`,
    access: { price: 'symbol_history' },
    querySchema: SymbolHistoryRequest,
    mayPend: true,
    responses: { 200: { description: 'The history, signed.', schema: 'SymbolHistoryResponse' } },
    handle({ ecosystem, package: written, symbol }, context) {
      const key = packageKeyOf(ecosystem, written, ['query', 'package'])
      return signedReply(parts.symbolHistory({ key, symbol }, callerOf(context)), context)
    },
  })
  return [history]
}
