// The child's end of what only the parent has: ranges of remote files, and files of other packages.

import type { RandomAccess } from '../artifact/bytes/randomAccess.ts'
import type { WantedPackage } from '../ports/extraction.ts'
import { inStage } from '../stages.ts'
import { encodeRanges, type FoundHeaders } from './messages.ts'

export type Send = (header: object, body?: Uint8Array) => void

export interface RemoteReads {
  source(file: number, sizeBytes: number): RandomAccess
  want(wanted: readonly WantedPackage[]): Promise<FoundHeaders>
  settle(id: number, bytes: Uint8Array): void
  fail(id: number): void
}

type Waiting = Readonly<{ resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>

export function remoteReads(send: Send): RemoteReads {
  const waiting = new Map<number, Waiting>()
  let lastId = 0

  function ask(header: object, body?: Uint8Array): Promise<Uint8Array> {
    lastId += 1
    const id = lastId
    send({ ...header, id }, body)
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }

  function takeOut(id: number): Waiting | undefined {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }

  return {
    source: (file, sizeBytes) => ({
      sizeBytes,
      read: ({ offset, lengthBytes }) => ask({ type: 'read', file, offset, lengthBytes }),
      prefetch: async (ranges) => {
        await ask({ type: 'prefetch', file }, encodeRanges(ranges))
      },
    }),
    async want(wanted) {
      const asked = Buffer.from(JSON.stringify(wanted))
      const found = await inStage('dependencies', () => ask({ type: 'want' }, asked))
      // The parent runs the same code; the types of what it sends are checked at its end.
      return JSON.parse(Buffer.from(found).toString('utf8')) as FoundHeaders
    },
    settle: (id, bytes) => takeOut(id)?.resolve(bytes),
    // What went wrong stays with the parent, which fails the job with it.
    fail: (id) => takeOut(id)?.reject(new Error('the remote source failed')),
  }
}
