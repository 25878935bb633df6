// Names among `pins`, which are of either ecosystem: a prefix `pypi:` or `npm:` tells them apart.

import { ECOSYSTEMS, type PackageKey, parsePackageName } from './packageName.ts'

/** The packages that a name among `pins` can stand for; none where it is no name of a package. */
export function pinnedNames(written: string): readonly PackageKey[] {
  const [, only, bare = ''] = /^(?:(pypi|npm):)?(.*)$/s.exec(written) ?? []
  return ECOSYSTEMS.flatMap((ecosystem) => {
    const name = only === undefined || only === ecosystem ? parsePackageName(ecosystem, bare) : null
    return name === null ? [] : [{ ecosystem, name }]
  })
}
