// What manifests and lock files say about packages: names, pins and ranges, each with its line.

import type { Ecosystem, PackageName } from '../domain/names/packageName.ts'
import { isMembers } from '../domain/texts/jsonValue.ts'
import { lineAt, lineStarts } from '../domain/texts/textLines.ts'

export type Requirement = Readonly<{
  ecosystem: Ecosystem
  name: PackageName
  /** As the file has it. */
  written: string
  line: number
  column: number
  /** An exact version; null for a range. */
  pin: string | null
  /** Which versions are allowed, in the words of the ecosystem; null for any. */
  range: string | null
  /** npm: code imports it under another name, so that it says nothing of who imports this one. */
  isAlias?: true
  /** npm: its version stands in this catalog of the workspace. */
  catalog?: string
  /** Another registry has it: only its version counts, for code that imports that name. */
  isElsewhere?: true
}>

/** A package that a manifest names where it lists no requirements. */
export type NamedTool = Readonly<{
  /** As it is written, without what stands behind the name of a package. */
  name: string
  line: number
  column: number
}>

export type Manifest = Readonly<{
  path: string
  /** What people wrote, to be checked. */
  requirements: readonly Requirement[]
  /** What a tool resolved: only the versions count. */
  locked: readonly Requirement[]
  /** The name of the package that the manifest describes. */
  ownNames: readonly string[]
  /** Names that come from somewhere else than the registry: paths, workspaces, repositories. */
  elsewhere: readonly string[]
  /** Those of them whose code is in a repository or at an address; left out where there are none. */
  remote?: readonly string[]
  /** npm: names that JSR has, which is another registry; left out where there are none. */
  jsr?: readonly string[]
  /** npm: versions for whoever writes `catalog:`; left out where there are none. */
  catalogs?: Catalogs
  /** Which releases of Python the project is for, as the file has it; empty where it does not say. */
  pythons: readonly string[]
  /** It names another index, of npm where it is of npm, which may have what the registry has not. */
  isElsewhereToo?: true
  /** npm: the registries that it names; left out where there are none. */
  registries?: readonly OtherRegistry[]
  /** It says that the project runs on Python 2 as well. */
  isForPython2?: true
  /** npm: which releases of Node it is for, as `engines` has it; left out where it does not say. */
  nodes?: string
  /** Left sides of path aliases. */
  aliases: readonly string[]
  /** Folders that bare imports are resolved from; left out where there are none. */
  roots?: readonly ImportRoot[]
  /** Words of a program that sets up a bundler or a test runner: any of them may be an alias. */
  mentioned?: readonly string[]
  /** Paths of files that its requirements go on in; left out where there are none. */
  includes?: readonly string[]
  /** What it runs or sets up, where it lists no requirements; left out where there is nothing. */
  tools?: readonly NamedTool[]
  /** It is the header of a script, and counts for that file alone. */
  isScript?: true
  /** The file installs them itself, into what is there already. */
  isInstalled?: true
  /** npm: it names folders whose packages are linked under their names. */
  isWorkspace?: true
  /** Why it could not all be read; a verb goes first. Null when it was. */
  problem: string | null
}>

/** By the name of the catalog, by package: what stands there. */
export type Catalogs = ReadonlyMap<string, ReadonlyMap<string, string>>

/** `scope`: `@corp`; null for every name. The address is as it is written, empty where it is not told. */
export type OtherRegistry = Readonly<{ scope: string | null; address: string }>

/** Both are paths from the root of the input, which is the empty text. */
export type ImportRoot = Readonly<{
  /** Code below this folder is meant. */
  scope: string
  base: string
}>

/** The folder of a manifest, in the form that scopes have: what it says counts for code below it. */
export function scopeOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

export function isInScope(path: string, scope: string): boolean {
  return scope === '' || path.startsWith(`${scope}/`)
}

export function emptyManifest(path: string, problem: string | null = null): Manifest {
  return {
    path,
    requirements: [],
    locked: [],
    ownNames: [],
    elsewhere: [],
    pythons: [],
    aliases: [],
    problem,
  }
}

/** Whether a requirement names a repository or an address, and no folder of the input. */
export function isRemote(written: string): boolean {
  return /^\s*(?:git(?:\+|@|:|hub:|lab:)|gist:|bitbucket:|(?:hg|svn|bzr)\+|https?:|ssh:|[\w-]+\/[\w.-]+(?:#|$))/i.test(
    written,
  )
}

/** Requirements of one file; more than this is no manifest. */
export const REQUIREMENTS_MAX = 20_000
export const TOO_MANY = `has more than ${REQUIREMENTS_MAX.toLocaleString('en')} entries`

/** What of a text is said again in a sentence. */
const SHOWN_MAX = 60

/** The words of a file in a sentence about it. */
export function shownText(text: string): string {
  const plain = text.trim().replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  return plain.length > SHOWN_MAX ? `${plain.slice(0, SHOWN_MAX)}…` : plain
}

export type PlaceOf = (offset: number) => Readonly<{ line: number; column: number }>

/** Lines and columns of offsets; the text is gone through once. */
export function placesOf(text: string): PlaceOf {
  const starts = lineStarts(text)
  return (offset) => {
    const line = lineAt(starts, offset)
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
}

/** Fields of a parsed file, by `Object.entries`: names such as `constructor` are only names. */
export function fieldOf(value: unknown, ...path: readonly string[]): unknown {
  let inner = value
  for (const key of path) {
    if (!isMembers(inner) || !Object.hasOwn(inner, key)) return undefined
    inner = inner[key]
  }
  return inner
}

export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isMembers(value) ? Object.entries(value) : []
}

/** Whether what stands under the keys, if anything does, is a table of names. */
export function isTableAt(root: unknown, ...keys: readonly string[]): boolean {
  const value = fieldOf(root, ...keys)
  return value === undefined || value === null || isMembers(value)
}

export const NO_TABLE = 'has a list of packages that cannot be read'
