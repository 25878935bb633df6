// The routes that tools ask, too.

import { checkRoutes } from '../http/routes/check.ts'
import { lookupRoutes } from '../http/routes/lookup.ts'
import { receiptRoutes } from '../http/routes/receipts.ts'

type Parts = Parameters<typeof lookupRoutes>[0] &
  Parameters<typeof checkRoutes>[0] &
  Parameters<typeof receiptRoutes>[0]

export function questionRoutes(parts: Parts) {
  return [...lookupRoutes(parts), ...checkRoutes(parts), ...receiptRoutes(parts)]
}
