// Constants hold values that are others in each release: which one is no matter of types.

import type { Type } from '../../signatures/parseType.ts'
import { baseOf } from '../../signatures/settledParts.ts'
import type { ParseType } from './parse.ts'

/** The type of a constant with the kinds of its values in place of these. */
export function withConstantsWidened(text: string, parse: ParseType): string {
  return widened(parse(text))
}

function widened(type: Type): string {
  if (type.form === 'object') {
    const members = [...type.members].map(
      ([name, member]) => `${name}${member.isOptional ? '?' : ''}: ${widened(member.type)}`,
    )
    return `{ ${[...members, ...type.unnamed].sort().join('; ')} }`
  }
  return baseOf(type.text) ?? type.text
}
