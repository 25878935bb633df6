// What a client may spend: for one call, and in all. Amounts are whole micro-USD.

import { type MicroUsd, parseUsd, renderUsd } from '../domain/money.ts'
import { AssayError } from './clientErrors.ts'

const PER_CALL_USD = '0.05'

export type SpendingOptions = Readonly<{
  /** The most that one answer may cost; 0.05 USD unless told. */
  perCallUsd?: string | number
  /** The most that all calls of this client may cost; no bound unless told. */
  totalUsd?: string | number
}>

/** Counts against the total until it is released; one that is neither released nor settled stays. */
export type Reservation = Readonly<{ settle(): void; release(): void }>

export type Spending = ReturnType<typeof spendingWithin>

export function spendingWithin({ perCallUsd = PER_CALL_USD, totalUsd }: SpendingOptions = {}) {
  const perCall = amountOf(perCallUsd)
  const total = totalUsd === undefined ? null : amountOf(totalUsd)
  let reserved = 0
  let settled = 0

  function refuse(price: MicroUsd, cap: string, status: number | null): never {
    const message = `The answer costs ${renderUsd(price)} USD, ${cap}`
    throw new AssayError({ status, code: 'spending_cap', message })
  }

  return {
    /** Throws `spending_cap`. Synchronous, so that calls at the same time cannot both have the rest. */
    reserve(price: MicroUsd, status: number | null): Reservation {
      if (price > perCall) refuse(price, `and a call may cost ${renderUsd(perCall)}`, status)
      if (total !== null && settled + reserved + price > total) {
        refuse(price, `and ${renderUsd(total - settled - reserved)} are left to spend`, status)
      }
      reserved += price
      let isOpen = true
      const close = () => {
        if (isOpen) reserved -= price
        isOpen = false
      }
      return {
        settle() {
          if (isOpen) settled += price
          close()
        },
        release: close,
      }
    },
    spent: (): MicroUsd => settled,
  }
}

function amountOf(written: string | number): MicroUsd {
  const amount = parseUsd(String(written))
  if (amount !== null) return amount
  throw new RangeError(`${written} is not an amount in USD with up to six decimals`)
}
