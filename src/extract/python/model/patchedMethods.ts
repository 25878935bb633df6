// Functions that a decorator makes methods of a class that is written beside them:
// `@patch` above `def go(self: A)`, `@patch_to(A)` above `def go(self)`.

import { lastName } from '../../../syntax/python/expressionNames.ts'
import type { Target } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Binding, BindingOf } from '../scope/bindings.ts'
import { handedItems } from './handedItems.ts'

type Patched = Readonly<{
  into: Target
  name: string
  binding: Binding
  /** The decorator says that this is what it does. */
  isSure: boolean
}>

const SAYS_SO = /^(?:patch|monkey_?patch|extension_?method|add_?method)/i

/** Of decorators that are not known; what those of the package do is followed elsewhere. */
export function* patchedMethods(resolver: Resolver, module: PythonModule): Generator<Patched> {
  for (const [name, binding] of module.scope?.names ?? []) {
    if (binding.kind !== 'def' || binding.statement.decorators.length === 0) continue
    const { source, statement } = binding
    for (const span of statement.decorators) {
      const written = source.expression(span)
      const called = written.kind === 'call' ? written.function : written
      const isSure = SAYS_SO.test(lastName(called) ?? '')
      // Others are handed classes for many reasons.
      const handed =
        isSure && written.kind === 'call' ? written.arguments.map(({ value }) => value) : []
      const all = [...handed.flatMap((one) => handedItems(one) ?? [one]), ...annotated(binding)]
      for (const one of all) {
        if (!/^(?:name|attribute)$/.test(one.kind)) continue
        const into = resolver.resolveExpression(module, one)
        if (into?.kind === 'class') yield { into, name, binding, isSure }
      }
    }
  }
}

/** The class that the first parameter is said to be of. */
function* annotated({ source, statement }: BindingOf<'def'>) {
  const [receiver] = statement.parameters
  if (receiver?.name !== 'self' || receiver.annotation === null) return
  const written = source.expression(receiver.annotation)
  // `self: (A, B)`, `self: A | B`
  const both = written.kind === 'binary' ? [written.left, written.right] : [written]
  for (const one of both) yield* handedItems(one) ?? [one]
}
