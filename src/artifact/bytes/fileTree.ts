// What the rest of the service sees of an archive: every file by name and size, and the bytes of
// those that were kept. The order is by code unit, so that it never depends on the packer.

import type { ExtractionCounts } from '../../ports/extraction.ts'

/** A file of the archive. `kept: false` means that it was checked structurally but not read. */
export type FileEntry = Readonly<{ path: string; sizeBytes: number; kept: boolean }>

/** Decides at the header, before a byte of the member is unpacked, whether it will be needed. */
export type KeepRule = (path: string, sizeBytes: number) => boolean

/** A link that a tar holds: named, never followed. */
export type LinkEntry = Readonly<{ path: string; target: string }>

/** What a reader hands over. */
export type ArchiveContents = Readonly<{
  /** The top folder that was stripped from every path; empty when nothing was. */
  root: string
  entries: readonly FileEntry[]
  links: readonly LinkEntry[]
  directories: number
  kept: ReadonlyMap<string, Uint8Array>
}>

export interface FileTree {
  readonly root: string
  /** Every file, sorted by path. */
  readonly entries: readonly FileEntry[]
  readonly links: readonly LinkEntry[]
  /** Paths of the kept files, sorted. */
  readonly paths: readonly string[]
  readonly counts: ExtractionCounts
  /** Whether the archive holds the file, kept or not. */
  has(path: string): boolean
  /** The bytes of a kept file, else null. Callers must not write to them. */
  read(path: string): Uint8Array | null
}

export function fileTree(contents: ArchiveContents): FileTree {
  const entries = contents.entries.toSorted(byPath)
  const links = contents.links.toSorted(byPath)
  const known = new Set(entries.map((entry) => entry.path))
  const paths = entries.filter((entry) => entry.kept).map((entry) => entry.path)
  let keptBytes = 0
  let unpackedBytes = 0
  for (const entry of entries) {
    unpackedBytes += entry.sizeBytes
    if (entry.kept) keptBytes += entry.sizeBytes
  }
  return {
    root: contents.root,
    entries,
    links,
    paths,
    counts: {
      files: entries.length,
      directories: contents.directories,
      links: links.length,
      keptFiles: paths.length,
      keptBytes,
      unpackedBytes,
    },
    has: (path) => known.has(path),
    read: (path) => contents.kept.get(path) ?? null,
  }
}

function byPath(one: { path: string }, other: { path: string }): number {
  if (one.path === other.path) return 0
  return one.path < other.path ? -1 : 1
}
