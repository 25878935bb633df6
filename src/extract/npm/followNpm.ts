// A table that follows names and bases into other packages: extracted, then extracted again with what
// turned out to be wanted, until nothing new is.

import major from 'semver/functions/major.js'
import minor from 'semver/functions/minor.js'
import parse from 'semver/functions/parse.js'
import { refuse } from '../../artifact/bytes/refusal.ts'
import type { SymbolTable } from '../../table/format/table.ts'
import type { Dependencies, OpenedDependency, OpenedJob } from '../extractor.ts'
import { typesPackage } from './declarations/program/program.ts'
import {
  type CodeMemory,
  codeMemory,
  type NpmPackage,
  npmExtractor,
  npmSyntax,
  type Wanted,
} from './extractNpm.ts'
import { Unrepeatable } from './javascript/repeatedRuns.ts'
import { textField } from './package.ts'

/** Packages that may have been asked for when files that are no entry points want theirs. */
const ASKED_FOR_DEEP_MAX = 32

/** A round is read again so often for a run that did not fit; then without all that was read before. */
const AGAIN_MAX = 2

export async function followNpm(opened: OpenedJob, given: Dependencies): Promise<SymbolTable> {
  const own = npmPackage(opened)
  const followed = new Map<string, NpmPackage>()
  for (const one of given.fixed ?? []) followed.set(one.name, dependency(one))
  const lookup = { get: (name: string) => followed.get(name) ?? null }
  const asked = new Set<string>()
  /** Whether there is more than before. Whoever hands them out says no more after some rounds. */
  const fetchAll = async (next: readonly Wanted[]): Promise<boolean> => {
    if (next.length === 0) return false
    const found = await given.find(
      next.map((one) => ({ name: one.name, ranges: rangesOf(own, one) })),
    )
    let isMore = false
    for (const one of found) {
      if (one === null || one === 'gap') continue
      const package_ = readable(one)
      if (package_ === null) {
        given.leaveOut(one, 'has no manifest that can be read')
        continue
      }
      given.follow(one)
      followed.set(one.name, package_)
      isMore = true
    }
    return isMore
  }
  const isFollowing = given.fixed === null
  const syntax = npmSyntax()
  let isLast = false
  let before: CodeMemory | null = null
  let again = 0
  /** Whether all that entry points want has been asked for: what is taken over wants nothing any more. */
  let isAsked = false
  /** The table, unless there is more to follow. */
  const round = async (memory: CodeMemory | undefined): Promise<SymbolTable | null> => {
    const extractor = npmExtractor(
      own,
      lookup,
      memory === undefined ? { syntax } : { syntax, memory },
    )
    if (isFollowing && (await fetchAll(firstOfEach(extractor.wanted, asked)))) return null
    // Types that it hides are what they are to its entry points, before those of other files.
    const shown = extractor.entryPoints().wanted
    if (isFollowing && (await fetchAll(firstOfEach(shown, asked)))) return null
    isAsked = true
    const { table, wanted } = extractor.everything()
    // What is no entry point gets what is left, and is open where that is not enough.
    const next = isFollowing && !isLast ? firstOfEach(wanted, new Set(asked)) : []
    isLast = true
    if (asked.size + next.length > ASKED_FOR_DEEP_MAX) return table()
    for (const { name } of next) asked.add(name)
    return (await fetchAll(next)) ? null : table()
  }
  for (;;) {
    // Only the last rounds take over what code is: what is wanted is asked for in the order of a first reading.
    const memory: CodeMemory | undefined = isFollowing
      ? codeMemory(isLast ? before : null)
      : undefined
    before = memory ?? null
    isAsked = false
    try {
      const made = await round(memory)
      if (made !== null) return made
    } catch (error) {
      if (!(error instanceof Unrepeatable)) throw error
      again += 1
      if (!isAsked || again > AGAIN_MAX) before = null
    }
  }
}

/**
 * One release of a package serves all that want it: the first range that was met decides. What no
 * manifest names is not followed: whoever registers such a name could write into the table.
 */
function firstOfEach(wanted: readonly Wanted[], asked: Set<string>): Wanted[] {
  const next: Wanted[] = []
  for (const one of wanted) {
    if (asked.has(one.name) || (one.range === null && !one.name.startsWith('@types/'))) continue
    asked.add(one.name)
    next.push(one)
  }
  return next
}

/** Of the package's own descriptions: of the same minor release, else the newest that is not ahead. */
function rangesOf(own: NpmPackage, { name, range }: Wanted): readonly string[] {
  const version = parse(own.version)
  if (range !== null) return [range]
  if (name !== typesPackage(own.name) || version === null) return ['*']
  return [`~${major(version)}.${minor(version)}`, `<${major(version) + 1}.0.0`]
}

function readable(opened: OpenedDependency): NpmPackage | null {
  try {
    return dependency(opened)
  } catch {
    return null
  }
}

/** Under the name that the registry has it by: what a tarball calls itself, it may call another. */
function dependency(opened: OpenedDependency): NpmPackage {
  return { ...npmPackage(opened), name: opened.name, version: opened.version }
}

/** The files of a tarball as the extractor takes them. Throws without a manifest that is JSON. */
export function npmPackage({ kind, tree }: OpenedJob): NpmPackage {
  if (kind !== 'tarball') throw new Error(`npm: a ${kind} is none of its files`)
  const bytes = tree.read('package.json')
  if (bytes === null) refuse('manifest_invalid', 'has no package.json')
  const manifest = parseManifest(Buffer.from(bytes).toString('utf8'))
  return {
    name: textField(manifest, 'name') ?? '',
    version: textField(manifest, 'version') ?? '',
    manifest,
    entries: tree.entries.map(({ path }) => path),
    read: (path) => tree.read(path),
  }
}

function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    refuse('manifest_invalid', 'is not JSON', 'package.json')
  }
}
