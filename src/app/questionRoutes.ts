// The routes that tools ask, too.

import { cardRoutes } from '../http/routes/card.ts'
import { checkRoutes } from '../http/routes/check.ts'
import { lookupRoutes } from '../http/routes/lookup.ts'
import { receiptRoutes } from '../http/routes/receipts.ts'

type Parts = Parameters<typeof lookupRoutes>[0] &
  Parameters<typeof cardRoutes>[0] &
  Parameters<typeof checkRoutes>[0] &
  Parameters<typeof receiptRoutes>[0]

export function questionRoutes(parts: Parts) {
  return [
    ...lookupRoutes(parts),
    ...cardRoutes(parts),
    ...checkRoutes(parts),
    ...receiptRoutes(parts),
  ]
}
