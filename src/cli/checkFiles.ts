// The files of a repository that a check reads: sources and manifests, without what is ignored.
// Whatever is asked about, all of the repository counts for what its manifests pin and for which
// modules are its own.

import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { InputFile } from '../check/readInput.ts'
import { fileFault } from '../domain/fileFault.ts'
import { isManifest } from '../manifests/manifestKind.ts'
import { languageOf } from '../references/languageOf.ts'

/** Folders that hold what others wrote, or what tools made. */
const SKIPPED: ReadonlySet<string> = new Set(
  '.git .hg .svn node_modules bower_components .venv venv env .tox .nox __pycache__ .mypy_cache .pytest_cache .ruff_cache .next .nuxt .cache site-packages'.split(
    ' ',
  ),
)
const IGNORE_FILES = ['.gitignore', '.assayignore']
/** Larger files are made by tools. */
export const FILE_MAX_BYTES = 1024 ** 2
const FILES_MAX = 20_000

/** What a check is put to. */
export type CheckScope = Readonly<{
  /** What is asked about, and the manifests around it. */
  files: readonly InputFile[]
  /** Every path of the repository that may be a module. */
  paths: readonly string[]
  /** Whether something is said about a path; of manifests around only their versions count. */
  isAsked: (path: string) => boolean
}>

type Rules = readonly Readonly<{ folder: string; rules: Ignore }>[]

/** The files below paths, the whole folder without any; a sentence for a path that is not there. */
export function readFiles(root: string, paths: readonly string[]): readonly InputFile[] | string {
  for (const path of paths) {
    try {
      const stats = statSync(resolve(root, path))
      if (!stats.isFile() && !stats.isDirectory()) return `assay: ${path}: neither file nor folder`
      if (stats.size > FILE_MAX_BYTES && stats.isFile()) {
        return `assay: ${path}: more than ${FILE_MAX_BYTES / 1024 ** 2} MiB`
      }
    } catch (error) {
      const fault = fileFault(error)
      if (fault === null) throw error
      return `assay: ${path}: ${fault}`
    }
  }
  return checkFiles(root, paths.length === 0 ? ['.'] : paths)
}

/**
 * The root of the repository that a folder lies in, or the folder: what pins stand there, and which
 * modules are its own, does not depend on where somebody stands.
 */
export function repositoryRoot(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return folder
  }
}

/** The same with what is around them. */
export function readScope(root: string, paths: readonly string[]): CheckScope | string {
  const files = readFiles(root, paths)
  if (typeof files === 'string') return files
  const asked = new Set(files.map(({ path }) => path))
  const isAsked = (path: string) => asked.has(path)
  if (paths.length === 0 || !isRepository(root)) return { files, paths: [...asked], isAsked }
  const around = new Map<string, string>()
  walk(root, resolve(root), [], around)
  const manifests = [...around]
    .filter(([path]) => !asked.has(path) && isManifest(path))
    .map(([path, full]) => ({ path, content: readFileSync(full, 'utf8') }))
  return { files: [...files, ...manifests], paths: [...asked, ...around.keys()], isAsked }
}

/** A folder that is none may be anything, such as the home of a person. */
function isRepository(root: string): boolean {
  return existsSync(join(root, '.git')) || readdirSync(root).some(isManifest)
}

/** Whether a path that others keep a list of is one that a walk would come to. */
export function isWalked(root: string, path: string): boolean {
  const parts = path.split('/')
  if (parts.slice(0, -1).some((part) => SKIPPED.has(part))) return false
  const rules = parts.flatMap((_, depth) =>
    rulesIn(resolve(root, ...parts.slice(0, depth)), ['.assayignore']),
  )
  return isKnownName(parts.at(-1) ?? '', path) && !isIgnored(rules, resolve(root, path), false)
}

/** Paths are relative to `root`. Throws what the file system throws for a path that is not there. */
export function checkFiles(root: string, paths: readonly string[]): readonly InputFile[] {
  const found = new Map<string, string>()
  for (const path of paths) {
    const full = resolve(root, path)
    if (statSync(full).isDirectory()) walk(root, full, [], found)
    else found.set(slashed(relative(root, full)), full)
  }
  return [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, full]) => ({ path, content: readFileSync(full, 'utf8') }))
}

/** `folder` is a whole path. */
function walk(root: string, folder: string, above: Rules, found: Map<string, string>): void {
  const rules = [...above, ...rulesIn(folder)]
  const here = slashed(relative(root, folder))
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort(byName)) {
    const full = join(folder, entry.name)
    const isFolder = entry.isDirectory()
    if (isIgnored(rules, full, isFolder)) continue
    if (isFolder) {
      if (!SKIPPED.has(entry.name)) walk(root, full, rules, found)
    } else if (entry.isFile() && isRead(entry.name, full) && found.size < FILES_MAX) {
      found.set(here === '' ? entry.name : `${here}/${entry.name}`, full)
    }
  }
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1
}

function isRead(name: string, full: string): boolean {
  if (!isKnownName(name, slashed(full))) return false
  try {
    return statSync(full).size <= FILE_MAX_BYTES
  } catch {
    // Gone meanwhile, or its name is no text and leads nowhere.
    return false
  }
}

function isKnownName(name: string, path: string): boolean {
  return (languageOf(name) !== null && !/\.min\.[cm]?js$/.test(name)) || isManifest(path)
}

function rulesIn(folder: string, names: readonly string[] = IGNORE_FILES): Rules {
  return names.flatMap((name) => {
    try {
      const full = join(folder, name)
      // A repository may have a link there to what never ends.
      const stats = statSync(full)
      if (!stats.isFile() || stats.size > FILE_MAX_BYTES) return []
      return [{ folder, rules: ignore().add(readFileSync(full, 'utf8')) }]
    } catch {
      return []
    }
  })
}

function isIgnored(all: Rules, full: string, isFolder: boolean): boolean {
  return all.some(({ folder, rules }) => {
    // It lies below the folder, and this is asked of every file with every folder above it.
    const path = slashed(full.slice(folder.endsWith(sep) ? folder.length : folder.length + 1))
    return rules.ignores(isFolder ? `${path}/` : path)
  })
}

function slashed(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/')
}
