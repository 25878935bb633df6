// Names that are others with a key or two struck wrong.

import { slipCost } from '../../domain/names/slipCost.ts'

/** Weighing takes as much room as two names are long. */
const NAME_MAX = 100
const LENGTH_MIN = 4
export const SLIP_MAX = 130

export function isSlip(written: string, meant: string): boolean {
  if (written.length > NAME_MAX || meant.length < LENGTH_MIN) return false
  return slipCost(written, meant) <= SLIP_MAX
}
