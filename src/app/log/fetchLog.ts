// Reads a log over HTTP, as `/log` of a service serves it.

import { setTimeout as sleep } from 'node:timers/promises'
import { replyBytes } from '../../domain/replyBytes.ts'
import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'
import * as limits from '../../limits.ts'
import { type LogReader, LogUnread } from '../../log/monitor/readLog.ts'
import { NOTE_MAX_BYTES } from '../../log/note/signedNote.ts'

const TRIES = 4
const PAUSE_MS = 1_000

export type LogAddress = Readonly<{ url: string; fetch?: typeof fetch; signal?: AbortSignal }>

export function fetchLog(address: LogAddress): LogReader {
  async function got(path: string, maxBytes: number): Promise<Uint8Array> {
    const bytes = await getBytes(address, `/log/${path}`, maxBytes)
    if (bytes === null) throw new LogUnread(`${address.url} has no log`)
    return bytes
  }
  return {
    checkpoint: () => got('checkpoint', NOTE_MAX_BYTES),
    async rotations() {
      const bytes = await getBytes(address, '/log/rotations', limits.BUNDLE_MAX_BYTES)
      // A service that knows of none: what its key has not signed is unsigned.
      if (bytes === null) return []
      const value = jsonIn(Buffer.from(bytes).toString('utf8'))
      const told = isMembers(value) ? value['rotations'] : null
      if (!Array.isArray(told)) throw new LogUnread(`${address.url}/log/rotations cannot be read`)
      return told.map((each) => (isMembers(each) ? String(each['leaf']) : ''))
    },
    tile: (path) => getBytes(address, `/log/${path}`, limits.BUNDLE_MAX_BYTES),
  }
}

/** Null for a 404. Throws `LogUnread` for whatever else is no 200, after some tries. */
export async function getBytes(
  { url, fetch: send = fetch, signal }: LogAddress,
  path: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  let last = ''
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await sleep(PAUSE_MS * tries, undefined, signal === undefined ? {} : { signal })
    const timeout = AbortSignal.timeout(limits.LOG_READ_TIMEOUT_MS)
    try {
      const response = await send(`${url.replace(/\/+$/, '')}${path}`, {
        redirect: 'error',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      if (response.status === 200) return await bounded(response, maxBytes)
      await response.body?.cancel()
      if (response.status === 404) return null
      last = `status ${response.status}`
      if (response.status < 500 && response.status !== 429) break
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof LogUnread) throw error
      last = timeout.aborted ? 'no answer in time' : 'it cannot be reached'
    }
  }
  throw new LogUnread(`${url}${path}: ${last}`)
}

async function bounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const bytes = await replyBytes(response, maxBytes)
  if (bytes === null) throw new LogUnread(`a reply has more than ${maxBytes} bytes`)
  return bytes
}
