// The members of an enum with their values.

import type { Expression, TSEnumMember } from 'oxc-parser'
import type { DeclaredSymbol } from '../program/symbols.ts'

/** Name → value as a key would have it; the name itself where the value is computed. */
export function enumValues(symbol: DeclaredSymbol): ReadonlyMap<string, string> | null {
  const enums = symbol.of('enum')
  if (enums.length === 0) return null
  const values = new Map<string, string>()
  for (const { node } of enums) {
    let next: number | null = 0
    for (const member of node.body.members) {
      const name = enumMemberName(member)
      const value: string | number | null =
        member.initializer === null ? next : literalValue(member.initializer)
      next = typeof value === 'number' ? value + 1 : null
      if (name !== null) values.set(name, String(value ?? name))
    }
  }
  return values
}

export function enumMemberName({ id }: TSEnumMember): string | null {
  if (id.type === 'Identifier') return id.name
  if (id.type === 'Literal') return id.value
  return id.quasis[0]?.value.cooked ?? null
}

/** The value of a literal, a sign before it included; null for anything else. */
export function literalValue(value: Expression): string | number | null {
  if (value.type === 'Literal')
    return typeof value.value === 'string' || typeof value.value === 'number' ? value.value : null
  if (value.type === 'UnaryExpression' && value.argument.type === 'Literal') {
    const inner = value.argument.value
    if (typeof inner !== 'number') return null
    if (value.operator === '-') return -inner
    return value.operator === '+' ? inner : null
  }
  if (value.type === 'TemplateLiteral' && value.expressions.length === 0)
    return value.quasis[0]?.value.cooked ?? null
  return null
}
