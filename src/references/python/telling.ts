// Functions and classes of Python's own that tell something about what they are handed.

import { isBuiltin, type Value } from './values.ts'

/** Functions that take types in quotes, by the first argument that may be one. */
export const QUOTING: ReadonlyMap<string, number> = new Map([
  ['cast', 0],
  ['ForwardRef', 0],
  ['TypeVar', 1],
  ['NewType', 1],
])

/** The name of a module that a value is, and nothing below it; null for other values. */
export function memberOf(value: Value, module: string): string | null {
  if (value.kind !== 'chain' || value.chain.module !== module) return null
  const [step, ...more] = value.chain.steps
  return step?.kind === 'member' && more.length === 0 ? step.name : null
}

/** Whether a call loads a module by its name. */
export function isLoader(value: Value, called: string | null): boolean {
  if (called === '__import__') return value.kind !== 'chain' || isBuiltin(value)
  return memberOf(value, 'importlib') === 'import_module'
}

/** Whether what stands in brackets behind it are types. */
export function isTyping(value: Value): boolean {
  if (value.kind !== 'chain') return false
  if (isBuiltin(value)) return value.chain.steps.length === 1
  return /^(?:typing|typing_extensions|collections\.abc)$/.test(value.chain.module)
}
