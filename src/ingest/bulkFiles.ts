// Which files a release holds, and which of them were read. The index keeps proofs and not
// inventories, so the file is opened again.

import { INVENTORY_EXTRACTOR } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import type { Artifact } from '../domain/release.ts'
import type { ExtractionCounts } from '../ports/extraction.ts'
import type { IngestOne } from './bulkOne.ts'
import type { NotThere, OpenAgain, Unreadable } from './openAgain.ts'

/** `sha256` is null when the file was not read. */
type ListedFile = Readonly<{ path: string; sizeBytes: number; sha256: string | null }>

type FileListing =
  | Readonly<{
      state: 'listed'
      version: string
      artifact: Artifact
      counts: ExtractionCounts
      files: readonly ListedFile[]
    }>
  | Unreadable
  | NotThere

export type ListFiles = (
  key: PackageKey,
  version: string | null,
  signal: AbortSignal,
) => Promise<FileListing>

export function listFiles(parts: {
  one: IngestOne
  openAgain: OpenAgain
  parseInventory: (output: Uint8Array) => readonly ListedFile[]
}): ListFiles {
  return async (key, wanted, signal) => {
    const report = await parts.one.release(key, wanted, signal)
    if (!('artifact' in report)) return report
    const opened = await parts.openAgain(key, report, { extractor: INVENTORY_EXTRACTOR }, signal)
    if (opened.state !== 'opened') return opened
    const { version, artifact, outcome } = opened
    const files = parts.parseInventory(outcome.output)
    return { state: 'listed', version, artifact, counts: outcome.counts, files }
  }
}
