// Bases that are calls which make a class: `class P(namedtuple("P", "x y"))`, and what such a call says
// of the class.

import { lastName } from '../../../syntax/python/expressionNames.ts'
import type { Expression } from '../../../syntax/python/syntax.ts'
import type { ClassItem } from '../modules/items.ts'
import { evaluateLiteral } from '../scope/literals.ts'

/** The bases as written, those of `with_metaclass(Meta, Base)` among them. */
export function baseExpressions(cls: ClassItem): Expression[] {
  if (cls.binding.kind !== 'class') return []
  const given = cls.binding.statement.arguments.filter(
    ({ name, stars }) => name === null && stars === 0,
  )
  return given
    .map(({ value }) => cls.source.expression(value))
    .flatMap((base) => {
      if (base.kind !== 'call' || lastName(base.function) !== 'with_metaclass') return [base]
      return base.arguments.slice(1).map(({ value }) => value)
    })
}

/** `class P(namedtuple("P", "x y"))`: what such a call makes a class of. */
export function functionalBase(call: Expression): { module: string; name: string } | null {
  const made = call.kind === 'call' ? lastName(call.function) : null
  if (made === 'namedtuple' || made === 'NamedTuple')
    return { module: 'typing', name: 'NamedTuple' }
  if (made === 'TypedDict') return { module: 'builtins', name: 'dict' }
  if (made === 'Enum' || made === 'IntEnum' || made === 'Flag' || made === 'StrEnum') {
    return { module: 'enum', name: made }
  }
  return null
}

/** The calls among the bases of a class; few have any. */
export function functionalBases(cls: ClassItem): readonly Expression[] {
  const { binding, source } = cls
  if (binding.kind !== 'class') return []
  const hasCall = binding.statement.arguments.some(
    ({ value }) => source.text[value.end - 1] === ')',
  )
  return hasCall ? baseExpressions(cls) : []
}

/** Field names of `namedtuple("P", "x y")`, `NamedTuple("P", [("x", int)])`, `Enum("E", "A B")`. */
export function functionalNames(call: Expression): string[] {
  const names = writtenNames(call)
  if (call.kind !== 'call' || !call.arguments.some(({ name }) => name === 'rename')) return names
  // What cannot be a name is called by its place then.
  return names.map((name, at) =>
    isFieldName(name) && names.indexOf(name) === at ? name : `_${at}`,
  )
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

function isFieldName(name: string): boolean {
  return /^[^\W\d_]\w*$/u.test(name) && !KEYWORDS.has(name)
}

function writtenNames(call: Expression): string[] {
  if (call.kind !== 'call' || functionalBase(call) === null) return []
  const fields = call.arguments[1]?.value
  const known = fields === undefined ? undefined : evaluateLiteral(fields, () => undefined)
  if (typeof known === 'string') return known.split(/[\s,]+/).filter(Boolean)
  if (known instanceof Map) return [...known.keys()]
  if (Array.isArray(known)) {
    return known
      .map((one) => (Array.isArray(one) ? one[0] : one))
      .filter((one) => typeof one === 'string')
  }
  // `[("x", int)]`: the types are no literals.
  if (fields?.kind !== 'list' && fields?.kind !== 'tuple') return []
  return fields.items.flatMap((item) => {
    const first = item.kind === 'tuple' || item.kind === 'list' ? item.items[0] : item
    return first?.kind === 'string' && first.value !== null ? [first.value] : []
  })
}
