// Which registry an answer speaks of.

import type { PackageKey } from '../domain/names/packageName.ts'
import type { Registry } from '../ports/registry.ts'

/** A private package of the same name is none of its business. */
export function scopeOf({ ecosystem }: PackageKey, { identity }: Registry): string {
  const registry = ecosystem === 'pypi' ? 'PyPI' : 'npm'
  if (identity === 'public') return `The public ${registry} registry; says nothing of private ones.`
  return `The ${registry} registry at ${identity}; says nothing of any other.`
}
