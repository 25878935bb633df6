// The names that a pattern of a declaration binds.

import type { BindingPattern } from 'oxc-parser'

type BoundName = Readonly<{
  name: string
  annotation: Extract<BindingPattern, { type: 'Identifier' }>['typeAnnotation']
}>

export function* boundNames(
  pattern: BindingPattern,
): Iterable<{ name: string; annotation: NonNullable<BoundName['annotation']> | null }> {
  switch (pattern.type) {
    case 'Identifier':
      yield { name: pattern.name, annotation: pattern.typeAnnotation ?? null }
      return
    case 'AssignmentPattern':
      yield* boundNames(pattern.left)
      return
    case 'ArrayPattern':
      for (const element of pattern.elements) {
        if (element === null) continue
        yield* boundNames(element.type === 'RestElement' ? element.argument : element)
      }
      return
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        yield* boundNames(property.type === 'RestElement' ? property.argument : property.value)
      }
  }
}
