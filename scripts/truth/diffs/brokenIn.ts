// What a diff says that breaks, a line each.

import type { TableDiff } from '../../../src/diff/diffTables.ts'

export function brokenIn({ removed, added, changed }: TableDiff): readonly string[] {
  return [
    ...removed.map(({ symbol }) => `${symbol} removed`),
    ...added.filter((one) => one.isDemanded).map(({ symbol }) => `${symbol} demanded`),
    ...changed
      .filter(({ severity }) => severity === 'breaking')
      .map(({ symbol, reasons }) => `${symbol} ${reasons.join(', ')}`),
  ]
}
