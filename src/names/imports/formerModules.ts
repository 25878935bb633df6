// Modules that popular distributions have lost: the list of imports is made of latest releases, and code
// that is held to an older one still has them.

import type { PackageName } from '../../domain/names/packageName.ts'
import type { FormerModule } from '../../ports/importIndex.ts'

const FORMER: ReadonlyMap<string, FormerModule> = new Map([
  // A name of the list, in normal form.
  ['pkg_resources', { distribution: 'setuptools' as PackageName, until: '82.0.0' }],
])

export function formerModule(top: string): FormerModule | null {
  return FORMER.get(top) ?? null
}
