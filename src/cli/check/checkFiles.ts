// What a check is put to. Whatever is asked about, all of the repository counts for what its
// manifests pin and for which modules are its own.

import { existsSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { InputFile, UnreadFile } from '../../check/read/readInput.ts'
import { fileFault } from '../../domain/fileFault.ts'
import { includedPath, includeLine } from '../../manifests/includes.ts'
import { isManifest, manifestKind } from '../../manifests/manifestKind.ts'
import { counted } from '../terminal/counted.ts'
import { printable } from '../terminal/progress.ts'
import { bytesOfFile, type FileContents, fileContents, minifiedText } from './fileContents.ts'
import {
  type Beside,
  FILES_MAX,
  nothingBeside,
  slashed,
  type WalkedFiles,
  walkFiles,
} from './walkFiles.ts'

export type ReadFiles = Readonly<{
  /** What is asked about, and the manifests around it. */
  files: readonly InputFile[]
  /** What is there of that and could not be read. */
  unread: readonly UnreadFile[]
  /** Sentences about what was left out. */
  leftOut: readonly string[]
  /** There is more than is looked at. */
  isCut: boolean
}>

export type CheckScope = ReadFiles &
  Readonly<{
    /** Every path of the repository that may be a module; that of a folder ends with a slash. */
    paths: readonly string[]
    /** Whether something is said about a path; of manifests around only their versions count. */
    isAsked: (path: string) => boolean
  }>

/** The files below paths, the whole folder without any; a sentence for a path that is not there. */
export function readFiles(root: string, paths: readonly string[]): ReadFiles | string {
  const found = foundBelow(root, paths)
  if (typeof found === 'string') return found
  const contents = contentsOf(found.walked)
  return {
    files: contents.files,
    unread: [...contents.unread, ...lostFiles(found.beside)],
    leftOut: leftOutOf(found, contents),
    isCut: isCutOff(found),
  }
}

/** The same with what is around them. */
export function readScope(
  root: string,
  paths: readonly string[],
  isMarkdown = false,
): CheckScope | string {
  const found = foundBelow(root, paths, isMarkdown)
  if (typeof found === 'string') return found
  const around: WalkedFiles = new Map()
  const { walked, beside } = found
  if (paths.length > 0 && isRepository(root)) {
    // What is not asked about and cannot be read is no loss.
    walkFiles(root, root, around, { ...nothingBeside(), seen: beside.seen })
  }
  const asked = contentsOf(walked)
  const manifests = contentsOf(
    new Map([...around].filter(([path]) => !walked.has(path) && isManifest(path))),
  )
  const known = new Set([...asked.files, ...manifests.files].map(({ path }) => path))
  // What somebody asks about goes on in them.
  const goesOn = includedFiles(root, asked.files, known)
  const included = [...goesOn, ...includedFiles(root, manifests.files, known)]
  const askedPaths = new Set([
    ...walked.keys(),
    ...beside.lostFiles,
    ...goesOn.map(({ path }) => path),
  ])
  return {
    files: [...asked.files, ...manifests.files, ...included],
    unread: [...asked.unread, ...lostFiles(found.beside)],
    leftOut: leftOutOf(found, asked),
    isCut: isCutOff(found),
    paths: [
      ...walked.keys(),
      ...beside.lostFiles,
      ...around.keys(),
      ...included.map(({ path }) => path),
      ...beside.seen,
    ],
    isAsked: (path) => askedPaths.has(path),
  }
}

/** What requirements go on in (`-r base`) and no walk comes to, whatever it is called. */
function includedFiles(
  root: string,
  files: readonly InputFile[],
  known: Set<string>,
): readonly InputFile[] {
  const included: InputFile[] = []
  const waiting = files.filter(({ path }) => manifestKind(path) === 'requirements')
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const line of file.content.split(/\r\n?|\n/)) {
      const written = includeLine(line.replace(/\s#.*$/, ''))
      const path = written === null ? null : includedPath(file.path, written)
      if (path === null || known.has(path) || path.startsWith('..')) continue
      known.add(path)
      const full = resolve(root, path)
      // A link may lead to any file of the user's, whose lines would be told and asked for.
      const stats = existsSync(full) && isInside(root, full) ? statsOf(full) : ''
      if (typeof stats === 'string' || !stats.isFile()) continue
      const { files: read } = contentsOf(new Map([[path, { full, sizeBytes: stats.size }]]))
      for (const one of read) {
        included.push({ ...one, isIncluded: true })
        waiting.push(one)
      }
    }
  }
  return included
}

function isInside(root: string, full: string): boolean {
  const path = relative(realpathSync(root), realpathSync(full))
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** A folder that is none may be anything, such as the home of a person. */
function isRepository(root: string): boolean {
  return existsSync(join(root, '.git')) || readdirSync(root).some(isManifest)
}

type Found = Readonly<{ walked: WalkedFiles; beside: Beside }>

function foundBelow(root: string, paths: readonly string[], isMarkdown = false): Found | string {
  const walked: WalkedFiles = new Map()
  const beside = nothingBeside(isMarkdown)
  for (const path of paths.length === 0 ? ['.'] : paths) {
    const full = resolve(root, path)
    const stats = statsOf(full)
    if (typeof stats === 'string') return `assay: ${path}: ${stats}`
    if (stats.isDirectory()) walkFiles(root, full, walked, beside)
    else if (!stats.isFile()) return `assay: ${path}: neither file nor folder`
    else walked.set(slashed(relative(root, full)), { full, sizeBytes: stats.size })
  }
  return { walked, beside }
}

function lostFiles({ lostFiles: files }: Beside): readonly UnreadFile[] {
  return [...files].map((path) => ({ path, problem: 'has a name that is no UTF-8' }))
}

function statsOf(full: string): Stats | string {
  try {
    return statSync(full)
  } catch (error) {
    const fault = fileFault(error)
    if (fault === null) throw error
    return fault
  }
}

function contentsOf(found: WalkedFiles): FileContents {
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, FILES_MAX)
  return fileContents(
    sorted.map(([path, { full, sizeBytes }]) => ({ path, sizeBytes, bytes: bytesOfFile(full) })),
  )
}

function isCutOff({ walked, beside }: Found): boolean {
  return walked.size > FILES_MAX || beside.lostFolders.size > 0 || beside.closedFolders.size > 0
}

function leftOutOf({ walked, beside }: Found, { minified }: FileContents): readonly string[] {
  return [
    ...(walked.size > FILES_MAX ? [`left out: what comes after the first ${FILES_MAX} files`] : []),
    ...[...beside.lostFolders].map(
      (path) => `left out: the folder ${printable(path)}, whose name is no UTF-8`,
    ),
    ...[...beside.closedFolders].map(
      (path) => `left out: the folder ${printable(path)}, which may not be opened`,
    ),
    ...linksText([...beside.links]),
    ...minifiedText(minified),
  ]
}

const LINKS_SHOWN = 3

function linksText(links: readonly string[]): readonly string[] {
  if (links.length === 0) return []
  const shown = links.slice(0, LINKS_SHOWN).map((path) => printable(path))
  const more = links.length > LINKS_SHOWN ? ` and ${links.length - LINKS_SHOWN} more` : ''
  return [`left out: ${counted(links.length, 'link')}, ${shown.join(', ')}${more}`]
}
