// `**options: Unpack[TypedDict[{'timeout': float}]]`: the keywords that a TypedDict names (PEP 692), as
// tables spell them. Python itself takes any other as well, and the function may pass it on to
// somebody who knows it: only a slip of a keyword that is named is wrong.

import type { CallShape } from '../../references/reference.ts'
import { parseSignatures } from '../../signatures/parseSignature.ts'
import { splitTop } from '../../signatures/splitTop.ts'
import { isSlip } from './closest.ts'
import type { Misfit } from './fitsPython.ts'

const UNPACKED = /^Unpack\[TypedDict\[\{(.*)\}\]\]$/

/** Null where it fits, or where nothing says which keywords there are. */
export function unpackedMisfit(signature: string, call: CallShape): Misfit | null {
  if (call.keywords.length === 0 || !signature.includes(': Unpack[TypedDict[')) return null
  const [only, ...others] = parseSignatures(signature) ?? []
  if (only === undefined || others.length > 0) return null
  const rest = only.parameters.find(({ kind }) => kind === 'varkeywords')
  const [, inside] = UNPACKED.exec(rest?.annotation ?? '') ?? []
  if (inside === undefined) return null
  const keys = splitTop(inside, ', ').flatMap((key) => /^'(\w+)': /.exec(key)?.[1] ?? [])
  const named = only.parameters
    .filter(({ kind }) => kind === 'normal' || kind === 'keyword')
    .map(({ name }) => name)
  const known = [...named, ...keys]
  const wrong = call.keywords.find(
    ({ name }) => !known.includes(name) && known.some((one) => isSlip(name, one)),
  )
  return wrong === undefined ? null : { kind: 'keyword', ...wrong, known }
}
