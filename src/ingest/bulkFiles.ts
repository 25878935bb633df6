// Which files a release holds, and which of them were read. The index keeps proofs and not
// inventories, so the file is opened again.

import { INVENTORY_EXTRACTOR } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import type { IngestOne } from './bulkOne.ts'
import type { OpenAgain } from './openAgain.ts'

/** `sha256` is null when the file was not read. */
type ListedFile = Readonly<{ path: string; sizeBytes: number; sha256: string | null }>

export function listFiles(parts: {
  one: IngestOne
  openAgain: OpenAgain
  parseInventory: (output: Uint8Array) => readonly ListedFile[]
}) {
  return async (key: PackageKey, wanted: string | null, signal: AbortSignal) => {
    const report = await parts.one.release(key, wanted, signal)
    if (!('artifact' in report)) return report
    const opened = await parts.openAgain(key, report, { extractor: INVENTORY_EXTRACTOR }, signal)
    if (opened.state !== 'opened') return opened
    const { version, artifact, outcome } = opened
    const files = parts.parseInventory(outcome.output)
    return { state: 'listed' as const, version, artifact, counts: outcome.counts, files }
  }
}
