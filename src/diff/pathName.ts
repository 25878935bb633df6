// The name of a definition with what it is declared in before it.

import type { Columns } from '../table/format/columns.ts'
import { at } from '../table/format/varints.ts'

export function pathName({ definitions, names }: Columns, one: number): string {
  const prefix = at(definitions.prefix, one)
  const last = names.text(at(definitions.last, one))
  return prefix === 0 ? last : `${names.text(prefix - 1)}.${last}`
}
