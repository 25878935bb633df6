// Which release of each package counts: what was asked for, else what is locked, else what the
// manifests pin or allow.

import { addToList } from '../../domain/maps.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { pinnedNames } from '../../domain/names/pinnedNames.ts'
import { isInScope, type Manifest, type Requirement, scopeOf } from '../../manifests/manifest.ts'
import { isOfNpm } from '../../manifests/manifestKind.ts'
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
  const addRequirement = (requirement: Requirement) => {
    if (requirement.isAlias === true) return
    declared[requirement.ecosystem].add(requirement.name)
    add(wanted, requirement)
  }
  for (const { requirements } of manifests) await inTurns(requirements, addRequirement, signal)
  const written = new Map(wanted)
  const listed = { pypi: declared.pypi.size > 0, npm: declared.npm.size > 0 }
  const lockedPins = new Map<string, string | null>()
  const addLocked = ({ ecosystem, name, pin, range }: Manifest['locked'][number]) => {
    const key = `${ecosystem} ${name}`
    // A version that was resolved for a range counts for those who wrote that range.
    if (range !== null && written.has(key) && written.get(key)?.range !== range) return
    const before = lockedPins.get(key)
    // Two lock files that disagree leave it open.
    const isOpen = before !== undefined && before !== pin
    lockedPins.set(key, isOpen ? null : pin)
    wanted.set(key, isOpen ? (written.get(key) ?? ANY) : { pin, range: null })
  }
  for (const { locked } of manifests) await inTurns(locked, addLocked, signal)
  for (const [written, pin] of Object.entries(pins)) {
    for (const { ecosystem, name } of pinnedNames(written)) {
      declared[ecosystem].add(name)
      wanted.set(`${ecosystem} ${name}`, { pin, range: null })
    }
  }
  return {
    of: (ecosystem: Ecosystem, name: string) => wanted.get(`${ecosystem} ${name}`) ?? ANY,
    /** Names that a manifest or a pin has. */
    declared,
    /** Whether manifests say what is installed and leave a name out: it comes along with something. */
    isBrought: (ecosystem: Ecosystem, name: string) =>
      listed[ecosystem] && !wanted.has(`${ecosystem} ${name}`),
    /** Whether a manifest, a pin or a lock file has a name, or one has its types. */
    isDeclared(ecosystem: Ecosystem, name: string): boolean {
      if (declared[ecosystem].has(name) || wanted.has(`${ecosystem} ${name}`)) return true
      return ecosystem === 'npm' && wanted.has(`npm ${typesPackageOf(name)}`)
    },
    /** Whether a name does not come from the registry, for code at this path; null: for any. */
    isElsewhere: scoped(manifests, ({ elsewhere }) => elsewhere),
    /** The same of those whose code is in a repository or at an address, where nobody looks. */
    isRemote: scoped(manifests, ({ remote }) => remote ?? []),
    /** The same of those that JSR has. */
    isOfJsr: scoped(manifests, ({ jsr }) => jsr ?? []),
  }
}

type IsSaid = (ecosystem: Ecosystem, name: string, path: string | null) => boolean

/** What manifests say of names counts for code beside and below them. */
function scoped(
  manifests: readonly Manifest[],
  namesOf: (manifest: Manifest) => readonly string[],
): IsSaid {
  const scopes = new Map<string, string[]>()
  for (const manifest of manifests) {
    const ecosystem = isOfNpm(manifest.path) ? 'npm' : 'pypi'
    for (const name of namesOf(manifest))
      addToList(scopes, `${ecosystem} ${name}`, scopeOf(manifest.path))
  }
  return (ecosystem, name, path) => {
    const all = scopes.get(`${ecosystem} ${name}`) ?? []
    return path === null ? all.length > 0 : all.some((scope) => isInScope(path, scope))
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
