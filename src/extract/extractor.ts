// What an extractor is: a pure function from a verified file tree to bytes. It runs in a process
// that may be killed at any moment, and it is given nothing but the tree.

import type { FileTree, KeepRule } from '../artifact/bytes/fileTree.ts'
import type { OpenArtifact } from '../artifact/openArtifact.ts'
import type { ExtractionJob, WantedPackage } from '../ports/extraction.ts'

export type OpenedJob = Readonly<Pick<ExtractionJob, 'kind' | 'filename' | 'sha256'>> &
  Pick<OpenArtifact, 'tree' | 'wheel' | 'said'>

/** The file of a job, which can be opened once more for members that were left packed. */
export type ReopenableJob = OpenedJob & Readonly<{ openAgain(keep: KeepRule): Promise<FileTree> }>

/** A file of another package, opened under the same rules. */
export type OpenedDependency = OpenedJob & Readonly<{ name: string; version: string }>

/** Null: there is none. `gap`: there may be one, and it could not be had, which others are told. */
export type FoundDependency = OpenedDependency | 'gap' | null

/** Files of other packages, as an extractor gets at them. */
export interface Dependencies {
  /** Chosen before: exactly these are to be followed. Null: the extractor finds what it wants. */
  readonly fixed: readonly OpenedDependency[] | null
  /** One for each that is wanted, in order. */
  find(wanted: readonly WantedPackage[]): Promise<readonly FoundDependency[]>
  /** Says that the output rests on one that was found. */
  follow(dependency: OpenedDependency): void
  /** Says that one that was found is of no use: it is a gap. */
  leaveOut(dependency: OpenedDependency, why: string): void
}

/**
 * The same tree and the same followed dependencies give the same bytes, for ever: another output
 * needs another version. An extractor that finds dependencies gives what it would give if those
 * that it followed had been fixed.
 */
export type Extractor = (
  opened: ReopenableJob,
  dependencies: Dependencies,
) => Uint8Array | Promise<Uint8Array>

/**
 * Extractors by name and version. Each is loaded when it is first needed, so that the parser of
 * one ecosystem costs nothing to a child that reads the other.
 */
export type ExtractorTable = Readonly<Record<string, () => Promise<Extractor>>>
