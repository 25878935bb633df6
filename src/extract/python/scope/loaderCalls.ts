// Calls that hand a module over to a lazy loader.

import type { Expression, ExpressionArgument } from '../../../syntax/python/syntax.ts'

/** `lazy.attach(__name__, …)` and its kin. */
export function isLoader(name: string, given: readonly ExpressionArgument[]): boolean {
  const isOwn = given.some(({ value }) => value.kind === 'name' && value.name === '__name__')
  // A table from modules to names, handed over with the module's own name, has one purpose.
  const hasTable = given.some(({ value }) => value.kind === 'dict' && value.items.every(isNameList))
  // Nor has a list of paths that begin here.
  const hasPaths = given.some(({ value }) => isPathList(value))
  return isOwn && (hasTable || hasPaths || /attach|lazy/i.test(name))
}

function isPathList(value: Expression): boolean {
  return (
    value.kind === 'list' &&
    value.items.length > 0 &&
    value.items.every((item) => item.kind === 'string' && item.value?.startsWith('.') === true)
  )
}

function isNameList({ value }: { value: Expression }): boolean {
  return value.kind === 'list' && value.items.every((item) => item.kind === 'string')
}
