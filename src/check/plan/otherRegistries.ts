// Registries of npm that files of the project name, for scopes (`@corp`) or for every name, besides the
// one that is asked. Names of such a scope are nobody's business but theirs: they are not asked for.

import { sameAddress } from '../../domain/sameAddress.ts'
import type { Manifest } from '../../manifests/manifest.ts'
import type { PackageOutcome, PackageTables } from './packageTables.ts'

export type OtherRegistries = ReturnType<typeof otherRegistries>

/** `asked`: addresses of the registry that is asked, and of those that stand for it. */
export function otherRegistries(
  manifests: readonly Pick<Manifest, 'path' | 'registries'>[],
  asked: readonly string[] = [],
) {
  const scopes = new Map<string, string>()
  let namer: string | null = null
  for (const { path, registries = [] } of manifests) {
    for (const { scope, address } of registries) {
      if (asked.some((one) => sameAddress(one, address))) continue
      if (scope !== null) scopes.set(scope, path)
      else namer ??= path
    }
  }
  return {
    /** The file that names another one for every name; null where none does. */
    namer,
    /** The file that names another one for the scope of a name; null where none does. */
    ofScope(name: string): string | null {
      const [, scope] = /^(@[^/]+)\//.exec(name.toLowerCase()) ?? []
      // What others declare of a package is named after it: `@types/corp__x`.
      const [, typed] = /^@types\/(.+?)__/.exec(name.toLowerCase()) ?? []
      return (
        (scope === undefined ? undefined : scopes.get(scope)) ??
        (typed === undefined ? undefined : scopes.get(`@${typed}`)) ??
        null
      )
    },
  }
}

/** The same tables, and an outcome in the place of names that another registry has. */
export function withoutScopesElsewhere(
  tables: PackageTables,
  { ofScope }: OtherRegistries,
): PackageTables {
  return async (key, wanted, use) => {
    const path = key.ecosystem === 'npm' ? ofScope(key.name) : null
    if (key.ecosystem === 'npm' && key.name.startsWith('@jsr/')) return OF_JSR
    return path === null ? tables(key, wanted, use) : elsewhere(path)
  }
}

/** The scope by which JSR is asked where only npm is known; npm's registry has nothing below it. */
const OF_JSR: PackageOutcome = {
  state: 'undetermined',
  reason: 'it is of JSR, which is another registry',
  isElsewhere: true,
}

const elsewhere = (path: string): PackageOutcome => ({
  state: 'undetermined',
  reason: `${path} names a registry of its own for its scope, which is not asked`,
  isElsewhere: true,
})
