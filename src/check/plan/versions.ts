// Which release of each package counts: what was asked for, else what is locked, else what the
// manifests pin or allow.

import { type Ecosystem, parsePackageName } from '../../domain/names/packageName.ts'
import type { Manifest, Requirement } from '../../manifests/manifest.ts'
import { inTurns } from '../../turns.ts'
import type { Wanted } from './packageTables.ts'

const ANY: Wanted = { pin: null, range: null }

/** `pins`: names of either ecosystem; a prefix `pypi:` or `npm:` tells them apart. */
export async function versionsOf(
  manifests: readonly Manifest[],
  pins: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) {
  const wanted = new Map<string, Wanted>()
  const declared = { pypi: new Set<string>(), npm: new Set<string>() }
  const elsewhere = new Set(manifests.flatMap((manifest) => manifest.elsewhere))
  const addRequirement = (requirement: Requirement) => {
    if (requirement.isAlias === true) return
    declared[requirement.ecosystem].add(requirement.name)
    add(wanted, requirement)
  }
  const addLocked = ({ ecosystem, name, pin, range }: Manifest['locked'][number]) => {
    const key = `${ecosystem} ${name}`
    // One of several versions counts for those who wrote the range that it was resolved for.
    if (range === null || wanted.get(key)?.range === range) wanted.set(key, { pin, range: null })
  }
  for (const { requirements } of manifests) await inTurns(requirements, addRequirement, signal)
  for (const { locked } of manifests) await inTurns(locked, addLocked, signal)
  for (const [written, pin] of Object.entries(pins)) {
    const [, only, bare = ''] = /^(?:(pypi|npm):)?(.*)$/s.exec(written) ?? []
    for (const ecosystem of ['pypi', 'npm'] as const) {
      if (only !== undefined && only !== ecosystem) continue
      const name = parsePackageName(ecosystem, bare)
      if (name === null) continue
      declared[ecosystem].add(name)
      wanted.set(`${ecosystem} ${name}`, { pin, range: null })
    }
  }
  return {
    of: (ecosystem: Ecosystem, name: string) => wanted.get(`${ecosystem} ${name}`) ?? ANY,
    /** Names that a manifest or a pin has. */
    declared,
    /** The same, or a lock file has it, or its types are declared. */
    isDeclared(ecosystem: Ecosystem, name: string): boolean {
      if (declared[ecosystem].has(name) || wanted.has(`${ecosystem} ${name}`)) return true
      return ecosystem === 'npm' && wanted.has(`npm ${typesPackageOf(name)}`)
    },
    /** Names that do not come from the registry. */
    elsewhere,
    /** Those of them whose code is in a repository or at an address, where nobody looks. */
    remote: new Set(manifests.flatMap((manifest) => manifest.remote ?? [])),
  }
}

/** What others wrote to declare a package of npm: `@types/node`, `@types/babel__core`. */
export function typesPackageOf(name: string): string {
  if (name.startsWith('@types/')) return name
  return `@types/${name.replace(/^@([^/]+)\//, '$1__')}`
}

/** The package that such a one declares; itself for any other. */
export function declaredBy(name: string): string {
  const bare = /^@types\/(.+)$/.exec(name)?.[1]
  return bare === undefined ? name : bare.replace(/^([^_].*?)__/, '@$1/')
}

/** Two manifests that disagree leave it open. */
function add(wanted: Map<string, Wanted>, { ecosystem, name, pin, range }: Requirement): void {
  const key = `${ecosystem} ${name}`
  const before = wanted.get(key)
  if (before === undefined || (before.pin === null && before.range === null)) {
    wanted.set(key, { pin, range })
  } else if (pin !== null && before.pin === null) wanted.set(key, { pin, range: null })
  else if (pin !== null && before.pin !== pin) wanted.set(key, ANY)
}
