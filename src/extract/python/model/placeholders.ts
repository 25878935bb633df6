// What stands under a name until something else is put there: `FooPy = object`, `class FooPy: pass`.

import type { Binding } from '../scope/bindings.ts'

const PLAIN = /^object$/

/** It has nothing of its own, so that whoever fills the module may well mean to replace it. */
export function isPlaceholder(binding: Binding): boolean {
  const { source } = binding
  if (source.isStub) return false
  if (binding.kind === 'value')
    return binding.value !== null && PLAIN.test(source.slice(binding.value))
  if (binding.kind !== 'class') return false
  const { statement } = binding
  const isPlain = (one: (typeof statement.arguments)[number]) =>
    one.name === null && one.stars === 0 && PLAIN.test(source.slice(one.value))
  return (
    statement.decorators.length === 0 &&
    statement.arguments.every(isPlain) &&
    statement.body.every(({ kind }) => kind === 'expression' || kind === 'other')
  )
}
