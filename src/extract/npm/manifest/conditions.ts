// Who asks: a type checker or Node, by `import` or by `require`. The four see different files of one
// package.

import satisfies from 'semver/functions/satisfies.js'

export type Resolution = Readonly<{
  /** `types`: declarations and sources of TypeScript; `runtime`: what Node loads. */
  mode: 'types' | 'runtime'
  conditions: ReadonlySet<string>
  /** Every condition holds, that of types for checkers only. */
  isAny?: true
}>

// `module-sync` is a condition of Node's only: a checker does not know it.
export const TYPES_IMPORT = asked('types', 'types import node default')
export const TYPES_REQUIRE = asked('types', 'types require node default')
export const RUNTIME_IMPORT = asked('runtime', 'node import module-sync node-addons default')
export const RUNTIME_REQUIRE = asked('runtime', 'node require module-sync node-addons default')

/** Under conditions with spaces between. */
export function asked(mode: Resolution['mode'], conditions: string): Resolution {
  return { mode, conditions: new Set(conditions.split(' ')) }
}

/** Bundlers and other run times have conditions of their own: what only they are offered. */
export const TYPES_ANY: Resolution = { mode: 'types', conditions: new Set(), isAny: true }
export const RUNTIME_ANY: Resolution = { mode: 'runtime', conditions: new Set(), isAny: true }

/** The release of TypeScript that version ranges in a manifest are compared with. */
const TYPESCRIPT_VERSION = '6.0.3'
const RANGE_LENGTH_MAX = 100

export function appliesToChecker(range: string): boolean {
  return range.length <= RANGE_LENGTH_MAX && satisfies(TYPESCRIPT_VERSION, range)
}

/** Conditions may name the checkers they are for: `types@>=5`. */
export function isActive(condition: string, { mode, conditions, isAny }: Resolution): boolean {
  if (conditions.has(condition)) return true
  if (isAny === true) return mode === 'types' || !condition.startsWith('types')
  return mode === 'types' && condition.startsWith('types@') && appliesToChecker(condition.slice(6))
}
