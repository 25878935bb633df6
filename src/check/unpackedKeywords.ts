// `**options: Unpack[Options]`: the keywords that a TypedDict names (PEP 692). Python itself takes any
// other as well, and the function may pass it on to somebody who knows it: only a slip of a keyword
// that is named is wrong.

import { parseSignatures } from '../diff/python/parseSignature.ts'
import type { CallShape } from '../references/reference.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import { isSlip } from './closest.ts'
import type { Misfit } from './fitsPython.ts'
import type { PackageView } from './nodes.ts'
import { resolveType } from './types.ts'

const UNPACKED = /^(?:[\w.]+\.)?Unpack\[([\w.]+)\]$/

/** Null where it fits, or where nothing says which keywords there are. */
export function unpackedMisfit(
  view: PackageView,
  definition: number,
  signature: string,
  call: CallShape,
): Misfit | null {
  if (call.keywords.length === 0 || !signature.includes('Unpack[')) return null
  const [only, ...others] = parseSignatures(signature) ?? []
  if (only === undefined || others.length > 0) return null
  const rest = only.parameters.find(({ kind }) => kind === 'varkeywords')
  const [, path] = UNPACKED.exec(rest?.annotation ?? '') ?? []
  const keys = path === undefined ? null : keysOf(view, path, definition)
  if (keys === null) return null
  const named = only.parameters
    .filter(({ kind }) => kind === 'normal' || kind === 'keyword')
    .map(({ name }) => name)
  const known = [...named, ...keys]
  const wrong = call.keywords.find(
    ({ name }) => !known.includes(name) && known.some((one) => isSlip(name, one)),
  )
  return wrong === undefined ? null : { kind: 'keyword', ...wrong, known }
}

/** The keys of a TypedDict of the package; null for anything else, or when not all are known. */
function keysOf(view: PackageView, path: string, home: number): readonly string[] | null {
  const { table } = view
  const type = resolveType(view, { text: path, home, owner: null })
  if (type.kind !== 'definition' || mayHoldMore(table.columns, type.definition)) return null
  const isTable = [type.definition, ...table.ancestorsOf(type.definition)].some((one) =>
    table.definition(one).bases.some((base) => base.endsWith('.TypedDict')),
  )
  if (!isTable) return null
  const keys: string[] = []
  for (const { name, definition } of table.membersOf(type.definition)) {
    if (table.definition(definition).kind === 'attribute') keys.push(name)
  }
  return keys
}
