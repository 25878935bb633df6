// A folder with a manifest of its own that has a package otherwise than the rest: its pin, what a lock file
// has for the very range that it writes, or that range, counts for the code below it.

import intersects from 'semver/ranges/intersects.js'
import validRange from 'semver/ranges/valid.js'
import { addToList } from '../../domain/maps.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { pinnedNames } from '../../domain/names/pinnedNames.ts'
import { isReadableRange } from '../../domain/rangeText.ts'
import { isInScope, type Manifest, scopeOf } from '../../manifests/manifest.ts'
import type { Wanted } from './packageTables.ts'
import { isWithin } from './within.ts'

type Said = Readonly<{ scope: string }> & Wanted

/** `pins` were asked for, and count before any manifest. */
export function nearerPins(
  manifests: readonly Manifest[],
  pins: Readonly<Record<string, string>>,
  /** What counts where no folder says otherwise. */
  counting: (ecosystem: Ecosystem, name: string) => Wanted,
) {
  const keyOf = (ecosystem: Ecosystem, name: string) => `${ecosystem} ${name}`
  const isAsked: ReadonlySet<string> = new Set(
    Object.keys(pins).flatMap((written) =>
      pinnedNames(written).map(({ ecosystem, name }) => keyOf(ecosystem, name)),
    ),
  )
  const resolved = resolvedRanges(manifests)
  const byName = new Map<string, Said[]>()
  for (const { path, requirements } of manifests) {
    const scope = scopeOf(path)
    for (const { ecosystem, name, pin, range, isAlias } of requirements) {
      const key = keyOf(ecosystem, name)
      if (isAlias === true || isAsked.has(key) || (pin === null && range === null)) continue
      const locked = range === null ? null : (resolved.get(`${key} ${range}`) ?? null)
      const isLocked = pin === null && locked !== null
      addToList(byName, key, {
        scope,
        ...(isLocked ? { pin: locked, range: null } : { pin, range }),
      })
    }
  }
  /** Null where what counts for all counts for the path. */
  return (ecosystem: Ecosystem, name: string, path: string): Wanted | null => {
    const all = byName.get(keyOf(ecosystem, name)) ?? []
    const above = all.filter(({ scope }) => isInScope(path, scope))
    const depth = Math.max(...above.map(({ scope }) => scope.length))
    const said = agreed(above.filter(({ scope }) => scope.length === depth))
    if (said === null) return null
    const { pin, range } = counting(ecosystem, name)
    // Of the folder that holds all others a lock file has the last word.
    if (said.pin !== null) return depth === 0 && pin !== null ? null : said
    if (said.range === null) return null
    const isOther =
      pin !== null
        ? !isWithin(ecosystem, pin, said.range)
        : ecosystem === 'npm' && range !== null && areApart(range, said.range)
    return isOther ? said : null
  }
}

/** The one pin of a folder's manifests, else their one range; null where they disagree. */
function agreed(all: readonly Said[]): Wanted | null {
  const pinned = all.filter(({ pin }) => pin !== null)
  const [first, ...rest] = pinned.length > 0 ? pinned : all
  if (first === undefined) return null
  const { pin, range } = first
  const isSame = rest.every((one) => one.pin === pin && (pin !== null || one.range === range))
  return isSame ? { pin, range } : null
}

/** Whether no version can be in both. */
function areApart(one: string, other: string): boolean {
  const isRange = (text: string) => isReadableRange(text) && validRange(text) !== null
  return isRange(one) && isRange(other) && !intersects(one, other)
}

/** The version that lock files have for a range of a package; null where they disagree. */
function resolvedRanges(manifests: readonly Manifest[]): ReadonlyMap<string, string | null> {
  const resolved = new Map<string, string | null>()
  for (const { locked } of manifests) {
    for (const { ecosystem, name, pin, range } of locked) {
      if (ecosystem !== 'npm' || range === null || pin === null) continue
      const key = `${ecosystem} ${name} ${range}`
      const before = resolved.get(key)
      resolved.set(key, before === undefined || before === pin ? pin : null)
    }
  }
  return resolved
}
