// What git is about to commit: contents from the index, not from the work tree, which may already
// be further on.

import type { UnreadFile } from '../../check/read/readInput.ts'
import { isManifest } from '../../manifests/manifestKind.ts'
import { git } from '../process/git.ts'
import type { CheckScope } from './checkFiles.ts'
import { type FoundFile, fileContents, minifiedText } from './fileContents.ts'
import { isWalked, nothingBeside, walkFiles } from './walkFiles.ts'

const DIFF = 'diff --cached --name-only --no-renames --diff-filter=ACMT --relative -z --'

export type IndexEntry = Readonly<{ path: string; id: string }>

/** A sentence where there is no repository. `paths` narrow what is asked about. */
export function stagedScope(
  root: string,
  paths: readonly string[],
  isMarkdown = false,
): CheckScope | string {
  try {
    return scopeIn(root, paths, isMarkdown)
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error || 'code' in error)) throw error
    return 'assay: --staged needs git, and a repository around this folder'
  }
}

function scopeIn(root: string, paths: readonly string[], isMarkdown: boolean): CheckScope {
  const entries = indexEntries(root).filter(({ path }) => isWalked(root, path, isMarkdown))
  const changed = git(root, [...DIFF.split(' '), ...paths])
  const staged = new Set(split(changed))
  const isAsked = (path: string) => staged.has(path)
  const wanted = entries.filter(({ path }) => isAsked(path) || isManifest(path))
  // Code may import what is made beside the repository's files and kept in no index.
  const beside = nothingBeside()
  walkFiles(root, root, new Map(), beside)
  const { found, missing } = blobsOf(root, staged.size === 0 ? [] : wanted)
  const contents = fileContents(found)
  return {
    files: contents.files,
    unread: [...contents.unread, ...missing].filter(({ path }) => isAsked(path)),
    leftOut: minifiedText(contents.minified),
    isCut: false,
    paths: [...entries.map(({ path }) => path), ...beside.seen],
    isAsked,
  }
}

/** Files of the index below the folder; links and other repositories are none. */
function indexEntries(root: string): readonly IndexEntry[] {
  return split(git(root, ['ls-files', '--stage', '-z'])).flatMap((row) => {
    const [, mode = '', id = '', stage, path] = /^(\d+) (\w+) (\d)\t(.*)$/s.exec(row) ?? []
    return path !== undefined && stage === '0' && mode.startsWith('100') ? [{ path, id }] : []
  })
}

/** `<id> blob <size>`, a line feed, the bytes, a line feed; for each in turn. */
export function blobsOf(
  root: string,
  entries: readonly IndexEntry[],
): Readonly<{ found: readonly FoundFile[]; missing: readonly UnreadFile[] }> {
  if (entries.length === 0) return { found: [], missing: [] }
  const input = entries.map(({ id }) => `${id}\n`).join('')
  const bytes = git(root, ['cat-file', '--batch'], input)
  const files: FoundFile[] = []
  const missing: UnreadFile[] = []
  let at = 0
  for (const { path } of entries) {
    const end = bytes.indexOf('\n', at)
    const size = Number(/ blob (\d+)$/.exec(bytes.toString('utf8', at, end))?.[1])
    // Nothing of it, for example in a clone that fetches contents when they are needed.
    if (Number.isNaN(size)) {
      missing.push({ path, problem: 'is in the repository, and its content is not in this clone' })
      at = end + 1
      continue
    }
    const blob = bytes.subarray(end + 1, end + 1 + size)
    files.push({ path, sizeBytes: size, bytes: (max) => blob.subarray(0, max) })
    at = end + 1 + size + 1
  }
  return { found: files.sort((one, other) => (one.path < other.path ? -1 : 1)), missing }
}

function split(printed: Buffer): readonly string[] {
  return printed
    .toString()
    .split('\0')
    .filter((part) => part !== '')
}
