// The child's end of a remote file: every range is asked of the parent, which has the network.

import type { RandomAccess } from '../artifact/randomAccess.ts'
import { encodeRanges } from './messages.ts'

export type Send = (header: object, body?: Uint8Array) => void

export interface RemoteReads {
  source(sizeBytes: number): RandomAccess
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
    source: (sizeBytes) => ({
      sizeBytes,
      read: ({ offset, lengthBytes }) => ask({ type: 'read', offset, lengthBytes }),
      prefetch: async (ranges) => {
        await ask({ type: 'prefetch' }, encodeRanges(ranges))
      },
    }),
    settle: (id, bytes) => takeOut(id)?.resolve(bytes),
    // What went wrong stays with the parent, which fails the job with it.
    fail: (id) => takeOut(id)?.reject(new Error('the remote source failed')),
  }
}
