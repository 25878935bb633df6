// The files of a repository that a check reads: sources and manifests, without what is ignored.

import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { type InputFile, isManifest, languageOf } from '../app.ts'

/** Folders that hold what others wrote, or what tools made. */
const SKIPPED: ReadonlySet<string> = new Set(
  '.git .hg .svn node_modules bower_components .venv venv env .tox .nox __pycache__ .mypy_cache .pytest_cache .ruff_cache .next .nuxt .cache site-packages'.split(
    ' ',
  ),
)
const IGNORE_FILES = ['.gitignore', '.assayignore']
/** Larger files are made by tools. */
const FILE_MAX_BYTES = 1024 ** 2
const FILES_MAX = 20_000

type Rules = readonly Readonly<{ folder: string; rules: Ignore }>[]

/** Paths are relative to `root`. Throws what the file system throws for a path that is not there. */
export function checkFiles(root: string, paths: readonly string[]): readonly InputFile[] {
  const found = new Map<string, string>()
  for (const path of paths) {
    const full = join(root, path)
    if (statSync(full).isDirectory()) walk(root, full, [], found)
    else found.set(slashed(relative(root, full)), full)
  }
  return [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, full]) => ({ path, content: readFileSync(full, 'utf8') }))
}

function walk(root: string, folder: string, above: Rules, found: Map<string, string>): void {
  const rules = [...above, ...rulesIn(folder)]
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort(byName)) {
    const full = join(folder, entry.name)
    const isFolder = entry.isDirectory()
    if (isIgnored(rules, full, isFolder)) continue
    if (isFolder) {
      if (!SKIPPED.has(entry.name)) walk(root, full, rules, found)
    } else if (entry.isFile() && isRead(entry.name, full) && found.size < FILES_MAX) {
      found.set(slashed(relative(root, full)), full)
    }
  }
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1
}

function isRead(name: string, full: string): boolean {
  const isKnown =
    (languageOf(name) !== null && !/\.min\.[cm]?js$/.test(name)) || isManifest(slashed(full))
  return isKnown && statSync(full).size <= FILE_MAX_BYTES
}

function rulesIn(folder: string): Rules {
  return IGNORE_FILES.flatMap((name) => {
    try {
      return [{ folder, rules: ignore().add(readFileSync(join(folder, name), 'utf8')) }]
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

function slashed(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/')
}
