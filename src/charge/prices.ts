// What each paid route costs: the one table that charging, the challenge, /policy, /llms.txt and
// the OpenAPI document read.

import type { MicroUsd } from '../domain/money.ts'

export const PRICES = {
  package_exists: 2_000,
  symbol_exists: 5_000,
  release_diff: 20_000,
  import_resolve: 2_000,
  code_check: 20_000,
} as const satisfies Record<string, MicroUsd>

export type PriceId = keyof typeof PRICES
