// The paths of a repository that a check may read: sources and manifests, without what is ignored.

import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { codeOf, fileFault } from '../../domain/fileFault.ts'
import { isManifest } from '../../manifests/manifestKind.ts'
import { isSource } from '../../references/languageOf.ts'

/** Folders that hold what others wrote, or what tools made. */
const SKIPPED: ReadonlySet<string> = new Set(
  '.git .hg .svn node_modules bower_components .venv venv env .tox .nox __pycache__ .mypy_cache .pytest_cache .ruff_cache .next .nuxt .cache site-packages'.split(
    ' ',
  ),
)
const IGNORE_FILES = ['.gitignore', '.assayignore']
const IGNORE_FILE_MAX_BYTES = 1024 ** 2
export const FILES_MAX = 20_000

type Rules = readonly Readonly<{ folder: string; rules: Ignore }>[]

/** Paths from the root, with the whole path and the size of each. */
export type WalkedFiles = Map<string, Readonly<{ full: string; sizeBytes: number }>>

/** Names that are only seen; more than this are no repository that anybody wrote. */
const SEEN_MAX = 200_000

/** What a walk comes to besides the files that are read. */
export type Beside = Readonly<{
  /** Paths of all else that an import may lead to, ignored folders included: these end with a slash. */
  seen: Set<string>
  /** Files and folders whose names are no UTF-8: they are there and cannot be opened by them. */
  lostFiles: Set<string>
  lostFolders: Set<string>
  /** Folders that may not be opened. */
  closedFolders: Set<string>
  /** Links to files and folders, which are not followed: they may lead anywhere. */
  links: Set<string>
  /** Markdown is read too. */
  isMarkdown: boolean
}>

export const nothingBeside = (isMarkdown = false): Beside => ({
  isMarkdown,
  seen: new Set(),
  lostFiles: new Set(),
  lostFolders: new Set(),
  closedFolders: new Set(),
  links: new Set(),
})

/** Adds what is below a folder, up to `FILES_MAX` and one more by which that is seen. */
export function walkFiles(
  root: string,
  folder: string,
  found: WalkedFiles,
  beside: Beside = nothingBeside(),
): void {
  const { seen, lostFiles, lostFolders, closedFolders, links, isMarkdown } = beside
  const see = (path: string) => seen.size < SEEN_MAX && seen.add(path)

  function walk(at: string, above: Rules): void {
    const rules = [...above, ...rulesIn(at)]
    let before: string | null = null
    const entries = at === folder ? readdirSync(at, { withFileTypes: true }) : entriesOf(at)
    if (entries === null) closedFolders.add(slashed(relative(root, at)))
    for (const entry of (entries ?? []).toSorted(byName)) {
      const full = join(at, entry.name)
      // Two of one name: only one of them is found by it.
      const isTwice = entry.name === before
      before = entry.name
      const path = slashed(relative(root, full))
      const isFolder = entry.isDirectory()
      if (entry.name === 'node_modules' && isFolder && isMeantToStay(rules, full)) {
        for (const name of packagesIn(full)) see(`${path}/${name}/`)
      }
      if (SKIPPED.has(entry.name)) continue
      if (isFolder) see(`${path}/`)
      if (isIgnored(rules, full, isFolder)) continue
      if (isFolder) {
        if (isTwice || isLost(full)) lostFolders.add(path)
        else walk(full, rules)
      } else if (
        entry.isFile() &&
        found.size <= FILES_MAX &&
        isKnownName(entry.name, slashed(full), isMarkdown)
      ) {
        const sizeBytes = isTwice ? null : sizeOf(full)
        if (isTwice) lostFiles.add(path)
        else if (sizeBytes !== null) found.set(path, { full, sizeBytes })
        else if (isLost(full)) lostFiles.add(path)
      } else {
        see(path)
        if (entry.isSymbolicLink() && isReadThere(full, isMarkdown)) links.add(path)
      }
    }
  }

  walk(folder, [])
}

/** Null where it may not be opened; none of what is gone meanwhile. */
function entriesOf(folder: string): readonly Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    if (fileFault(error) === null) throw error
    return null
  }
}

/** Whether a walk would read something there, were it no link. */
function isReadThere(full: string, isMarkdown: boolean): boolean {
  try {
    return statSync(full).isDirectory() || isKnownName(basename(full), slashed(full), isMarkdown)
  } catch {
    return false
  }
}

/** `!node_modules` in a `.gitignore`: what is under version control there is the repository's own. */
function isMeantToStay(rules: Rules, full: string): boolean {
  return rules.some(
    ({ folder, rules: one }) => one.test(`${slashed(relative(folder, full))}/`).unignored,
  )
}

/** Names of the packages in such a folder, those of a scope included. */
function packagesIn(folder: string): readonly string[] {
  const namesIn = (at: string) =>
    (entriesOf(at) ?? []).flatMap((one) => (one.isDirectory() ? [one.name] : []))
  return namesIn(folder)
    .slice(0, FILES_MAX)
    .flatMap((name) =>
      name.startsWith('@') ? namesIn(join(folder, name)).map((one) => `${name}/${one}`) : [name],
    )
}

/** Bytes that are no UTF-8 come as this character, by which nothing is found again. */
function isLost(full: string): boolean {
  return full.includes('\ufffd') && !existsSync(full)
}

/** Whether a path that others keep a list of is one that a walk would come to. */
export function isWalked(root: string, path: string, isMarkdown = false): boolean {
  const parts = path.split('/')
  if (parts.slice(0, -1).some((part) => SKIPPED.has(part))) return false
  const rules = parts.flatMap((_, depth) =>
    rulesIn(join(root, ...parts.slice(0, depth)), ['.assayignore']),
  )
  return (
    isKnownName(parts.at(-1) ?? '', path, isMarkdown) && !isIgnored(rules, join(root, path), false)
  )
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1
}

/** Null: gone meanwhile, or its name is no UTF-8 and leads nowhere. */
function sizeOf(full: string): number | null {
  try {
    return statSync(full).size
  } catch {
    return null
  }
}

function isKnownName(name: string, path: string, isMarkdown: boolean): boolean {
  return (isSource(name, isMarkdown) && !/\.min\.[cm]?js$/.test(name)) || isManifest(path)
}

function rulesIn(folder: string, names: readonly string[] = IGNORE_FILES): Rules {
  return names.flatMap((name) => {
    try {
      const full = join(folder, name)
      // A repository may have a link there to what never ends.
      const stats = statSync(full)
      if (!stats.isFile() || stats.size > IGNORE_FILE_MAX_BYTES) return []
      return [{ folder, rules: ignore().add(readFileSync(full, 'utf8')) }]
    } catch {
      return []
    }
  })
}

function isIgnored(all: Rules, full: string, isFolder: boolean): boolean {
  return all.some(({ folder, rules }) => {
    const path = slashed(relative(folder, full))
    return rules.ignores(isFolder ? `${path}/` : path)
  })
}

export function slashed(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/')
}
