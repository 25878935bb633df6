// The classes of a class, as it is written: `metaclass=Meta`, `with_metaclass(Meta, Base)`,
// `@add_metaclass(Meta)`.

import type { Expression } from '../../../syntax/python/syntax.ts'
import type { ClassItem } from '../modules/items.ts'

export function givenMetaclasses({ source, binding }: ClassItem): readonly Expression[] {
  if (binding.kind !== 'class') return []
  const { decorators, arguments: given } = binding.statement
  const calls = [
    ...given.filter(({ name }) => name === null).map(({ value }) => value),
    ...decorators,
  ].filter((span) => source.slice(span).includes('_metaclass('))
  return [
    ...given
      .filter(({ name }) => name === 'metaclass')
      .map(({ value }) => source.expression(value)),
    ...calls.flatMap((span) => {
      const call = source.expression(span)
      return call.kind === 'call' ? call.arguments.slice(0, 1).map(({ value }) => value) : []
    }),
  ]
}
