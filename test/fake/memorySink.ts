// A blob cache in memory that counts what becomes of each writer.

import { createHash } from 'node:crypto'
import { ServiceError } from '../../src/errors.ts'
import type { BlobWriter } from '../../src/ports/blobs.ts'
import type { BlobSink } from '../../src/ports/registry.ts'

export type MemorySink = Readonly<{
  sink: BlobSink
  /** What was committed, by digest. */
  blobs: ReadonlyMap<string, Buffer>
  counts: Readonly<{ opened: number; committed: number; aborted: number; released: number }>
}>

/** `fail` says, before each step, whether the disk gives out there. */
export function memorySink(
  fail: (step: 'open' | 'write' | 'commit' | 'abort') => boolean = () => false,
): MemorySink {
  const blobs = new Map<string, Buffer>()
  const counts = { opened: 0, committed: 0, aborted: 0, released: 0 }

  function step(name: Parameters<typeof fail>[0]): void {
    if (fail(name)) throw new ServiceError('store_unavailable', `${name}: disk full`)
  }

  async function sink(): Promise<BlobWriter> {
    step('open')
    counts.opened += 1
    const chunks: Buffer[] = []
    let isOpen = true
    return {
      async write(chunk) {
        step('write')
        if (!isOpen) throw new Error('written after its end')
        chunks.push(Buffer.from(chunk))
      },
      async commit(expectedSha256) {
        step('commit')
        if (!isOpen) throw new Error('committed after its end')
        isOpen = false
        const bytes = Buffer.concat(chunks)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        if (sha256 !== expectedSha256) throw new ServiceError('artifact_mismatch', 'other bytes')
        counts.committed += 1
        blobs.set(sha256, bytes)
        const release = async () => {
          counts.released += 1
        }
        return { path: `/nonexistent/${sha256}`, sha256, sizeBytes: bytes.length, release }
      },
      async abort() {
        if (isOpen) counts.aborted += 1
        isOpen = false
        step('abort')
      },
    }
  }

  return { sink, blobs, counts }
}
