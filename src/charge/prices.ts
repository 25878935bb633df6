// What each paid route costs: the one table that charging, the challenge, /policy, /llms.txt and
// the OpenAPI document read.

import type { MicroUsd } from '../domain/money.ts'

export const PRICES = {
  package_exists: 2_000,
  symbol_exists: 5_000,
  symbol_card: 5_000,
  release_diff: 20_000,
  symbol_history: 5_000,
  import_resolve: 2_000,
  code_check: 20_000,
  verification: 10_000,
  judgement: 20_000,
  spend_check: 5_000,
  code_research: 10_000,
  upgrade: 20_000,
  watchtower_report: 5_000,
} as const satisfies Record<string, MicroUsd>

export type PriceId = keyof typeof PRICES

/** Packs of prepaid credit: what one costs and what it gives. */
export const PACKS = {
  '5': { price: 5_000_000, credit: 5_250_000 },
  '20': { price: 20_000_000, credit: 22_000_000 },
  '100': { price: 100_000_000, credit: 115_000_000 },
} as const satisfies Record<string, Readonly<{ price: MicroUsd; credit: MicroUsd }>>

export type PackId = keyof typeof PACKS
