// A package whose table is at hand, as a check is given it.

import type { PackageOutcome } from '../../src/check/plan/packageTables.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import type { SymbolTable } from '../../src/table/format/table.ts'
import { openTable } from '../../src/table/openTable.ts'

export function openedPackage(name: string, table: SymbolTable): PackageOutcome {
  return {
    state: 'opened',
    table: openTable(encodeTable(table)),
    evidence: {
      version: '1.0.0',
      filename: `${name}.tgz`,
      artifactSha256: 'ab'.repeat(32),
      extractor: 'test/1',
    },
    confusable: null,
    withdrawn: null,
  }
}
