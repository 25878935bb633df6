// What an extractor is: a pure function from a verified file tree to bytes. It runs in a process
// that may be killed at any moment, and it is given nothing but the tree.

import type { OpenArtifact } from '../artifact/openArtifact.ts'
import type { ExtractionJob } from '../ports/extraction.ts'

export type OpenedJob = Readonly<Pick<ExtractionJob, 'kind' | 'filename' | 'sha256'>> &
  Pick<OpenArtifact, 'tree' | 'wheel'>

/** The same tree gives the same bytes, for ever: another output needs another version. */
export type Extractor = (opened: OpenedJob) => Uint8Array | Promise<Uint8Array>

/**
 * Extractors by name and version. Each is loaded when it is first needed, so that the parser of
 * one ecosystem costs nothing to a child that reads the other.
 */
export type ExtractorTable = Readonly<Record<string, () => Promise<Extractor>>>
