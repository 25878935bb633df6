// The parent's end of a remote file: does what the child asks, within what an honest reader can
// ask. A child gone wrong must not be able to fetch without end through us.

import type { RemoteSource, SourceRange } from '../ports/extraction.ts'
import { READ_AGAIN_MAX_BYTES, READS_AT_ONCE_MAX } from './extractLimits.ts'
import { FrameError } from './frames.ts'
import type { JobMessage, ToChild } from './messages.ts'

/**
 * One for what is kept when a file is opened, one for the compiled files that are modules, one for
 * those that bound a module.
 */
const PREFETCHES_MAX = 3

export interface ReadServer {
  /** Throws `FrameError` on a request that is out of bounds. */
  take(message: Extract<JobMessage, { type: 'read' | 'prefetch' }>): void
  /** Whether the child is waiting for us. */
  isBusy(): boolean
  /** What the source threw first, or null. */
  failure(): Readonly<{ error: unknown }> | null
}

export function serveReads(
  remote: RemoteSource | null,
  send: (message: ToChild, body?: Uint8Array) => void,
  signal: AbortSignal,
): ReadServer {
  let active = 0
  let readBytes = 0
  let prefetches = 0
  let failure: { error: unknown } | null = null

  async function answer(id: number, work: Promise<Uint8Array | null>): Promise<void> {
    active += 1
    try {
      const bytes = await work
      if (!signal.aborted) send({ type: 'data', id }, bytes ?? undefined)
    } catch (error) {
      failure ??= { error }
      if (!signal.aborted) send({ type: 'source_failed', id })
    } finally {
      active -= 1
    }
  }

  function checkBounds({ sizeBytes }: RemoteSource, ranges: readonly SourceRange[]): void {
    const last = ranges.at(-1)
    if (last !== undefined && last.offset + last.lengthBytes > sizeBytes) {
      throw new FrameError('a read past the end of the file')
    }
    if (active >= READS_AT_ONCE_MAX) throw new FrameError('too many reads at once')
  }

  return {
    take(message) {
      if (remote === null) throw new FrameError('a read without a remote file')
      if (message.type === 'prefetch') {
        checkBounds(remote, message.ranges)
        prefetches += 1
        if (prefetches > PREFETCHES_MAX) throw new FrameError('a fourth prefetch')
        void answer(message.id, prefetch(remote, message.ranges, signal))
        return
      }
      checkBounds(remote, [message.range])
      readBytes += message.range.lengthBytes
      if (readBytes > remote.sizeBytes + READ_AGAIN_MAX_BYTES) {
        throw new FrameError('more reads than the file has bytes')
      }
      void answer(message.id, read(remote, message.range, signal))
    },
    isBusy: () => active > 0,
    failure: () => failure,
  }
}

async function read(
  remote: RemoteSource,
  range: SourceRange,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await remote.read(range, signal)
  if (bytes.length !== range.lengthBytes) {
    throw new Error(`remote source gave ${bytes.length} of ${range.lengthBytes} bytes`)
  }
  return bytes
}

async function prefetch(
  remote: RemoteSource,
  ranges: readonly SourceRange[],
  signal: AbortSignal,
): Promise<null> {
  await remote.prefetch?.(ranges, signal)
  return null
}
