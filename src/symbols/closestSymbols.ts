import type { OpenTable } from '../table/openTable.ts'
import type { OfPackage } from './findSymbol.ts'
export function closestSymbols(
  _table: OpenTable,
  _of: OfPackage,
  _written: string,
): readonly string[] {
  return []
}
