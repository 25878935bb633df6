// Tables one after the other in files of a few megabytes, each named by the digest of its bytes.

import { sha256 } from '../../domain/texts/sha256.ts'
import { PACK_BYTES } from '../../limits.ts'
import type { TablePlace } from '../format/shard.ts'

/** Told when the pack of a table is closed, which gives it its name. */
type OnPlaced = (place: TablePlace) => void

export function packWriter(write: (sha256: string, bytes: Buffer) => Promise<void>) {
  let parts: Uint8Array[] = []
  let waiting: Readonly<{ offset: number; length: number; sha256: string; tell: OnPlaced }>[] = []
  let length = 0
  const written = { packs: 0, bytes: 0 }

  async function close(): Promise<void> {
    if (length === 0) return
    const bytes = Buffer.concat(parts)
    const pack = { sha256: sha256(bytes), bytes: bytes.length }
    await write(pack.sha256, bytes)
    for (const { tell, ...place } of waiting) tell({ pack, ...place })
    written.packs += 1
    written.bytes += bytes.length
    parts = []
    waiting = []
    length = 0
  }

  return {
    async add(bytes: Uint8Array, tell: OnPlaced): Promise<void> {
      if (length > 0 && length + bytes.length > PACK_BYTES) await close()
      waiting.push({ offset: length, length: bytes.length, sha256: sha256(bytes), tell })
      parts.push(bytes)
      length += bytes.length
    },
    close,
    written: () => ({ ...written }),
  }
}
