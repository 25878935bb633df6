// The maps of a manifest, `exports` and `imports`: keys with at most one `*`, targets behind
// conditions. Both are followed as Node does, except that a checker goes on to the next condition
// when a target has no types.

import { isMembers } from '../../../domain/texts/jsonValue.ts'
import type { JsonObject } from '../package.ts'
import { isActive, type Resolution } from './conditions.ts'

const TARGET_DEPTH_MAX = 32
const TARGET_VISITS_MAX = 1_000
const PATTERNS_MAX = 1_000

/** A target found; `null` as a target means that the path is closed. */
type TargetTry<Found> = (target: string) => Found | null

type Pattern = Readonly<{ key: string; prefix: string; suffix: string }>

/** A map of paths to targets, `exports` or `imports`. */
export type PathMap = ReturnType<typeof pathMap>

export function pathMap(map: JsonObject) {
  const all = Object.keys(map).flatMap((key) => parsePattern(key) ?? [])
  /** The key that wins stands first. */
  const patterns: readonly Pattern[] = all.sort(byPrecedence).slice(0, PATTERNS_MAX)

  /** The key that a path matches, its target, and what stands for `*`. */
  function match(path: string): Readonly<{ key: string; target: unknown; star: string }> | null {
    if (Object.hasOwn(map, path) && !path.includes('*') && !path.endsWith('/'))
      return { key: path, target: map[path], star: '' }
    for (const { key, prefix, suffix } of patterns) {
      if (path.length <= prefix.length + suffix.length) continue
      if (path.startsWith(prefix) && path.endsWith(suffix))
        return {
          key,
          target: map[key],
          star: path.slice(prefix.length, path.length - suffix.length),
        }
    }
    return null
  }

  return {
    /** Keys without a `*`. */
    keys: Object.keys(map).filter((key) => !key.includes('*') && !key.endsWith('/')),
    patterns,
    /** False when the manifest has more patterns than are looked at. */
    isComplete: all.length <= PATTERNS_MAX,
    targetOf: (key: string): unknown => map[key],
    match,
  }
}

/**
 * `exports` as a map of subpaths, whatever short form it was written in; null without one. Where
 * subpaths and conditions stand side by side, neither Node nor a checker takes any of it.
 */
export function exportsMap(exports: unknown): PathMap | null {
  if (exports === undefined || exports === null) return null
  if (!isMembers(exports)) return pathMap({ '.': exports })
  const keys = Object.keys(exports)
  const subpaths = keys.filter((key) => key.startsWith('.'))
  if (subpaths.length === 0) return pathMap({ '.': exports })
  return pathMap(subpaths.length === keys.length ? exports : {})
}

/** A key that ends in `/` is the old form of a pattern. */
function parsePattern(key: string): Pattern | null {
  if (key.endsWith('/')) return { key, prefix: key, suffix: '' }
  const star = key.indexOf('*')
  if (star < 0 || key.includes('*', star + 1)) return null
  return { key, prefix: key.slice(0, star), suffix: key.slice(star + 1) }
}

/** The longest prefix wins, then the longest key. */
function byPrecedence(a: Pattern, b: Pattern): number {
  return b.prefix.length - a.prefix.length || b.key.length - a.key.length
}

/** Puts what `*` stands for into a target. */
export function fillTarget(target: string, star: string): string {
  return target.endsWith('/') ? target + star : target.split('*').join(star)
}

/**
 * The first thing that is found behind the conditions of a target, in the order of the manifest.
 * `closed`: the manifest says that there is nothing.
 */
export function findTarget<Found>(
  target: unknown,
  resolution: Resolution,
  tryTarget: TargetTry<Found>,
): Found | null {
  let visits = 0
  const visit = (value: unknown, depth: number): Found | 'closed' | null => {
    visits += 1
    if (depth > TARGET_DEPTH_MAX || visits > TARGET_VISITS_MAX) return 'closed'
    if (typeof value === 'string') return tryTarget(value)
    if (value === null) return 'closed'
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) {
        const found = visit(item, depth + 1)
        if (found !== null && found !== 'closed') return found
      }
      return null
    }
    if (!isMembers(value)) return null
    for (const condition of Object.keys(value)) {
      if (!isActive(condition, resolution)) continue
      const found = visit(value[condition], depth + 1)
      if (found !== null) return found
    }
    return null
  }
  const found = visit(target, 0)
  return found === 'closed' ? null : found
}

/** Every target behind conditions that hold: where the files of a pattern may be. */
export function activeTargets(target: unknown, resolution: Resolution): string[] {
  const targets: string[] = []
  findTarget(target, resolution, (found) => {
    targets.push(found)
    return null
  })
  return targets
}

/** Whether a target stays in the package: `./` first, and no way out behind it. */
export function isInside(target: string): boolean {
  if (!target.startsWith('./')) return false
  return !target
    .slice(2)
    .split(/[/\\]/)
    .some((part) => part === '..' || part === '.' || part === 'node_modules')
}
