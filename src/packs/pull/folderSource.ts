// An index in a folder of this machine.

import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileFault } from '../../domain/fileFault.ts'
import { INDEX_ROOT_MAX_BYTES } from '../../limits.ts'
import { IndexError } from '../format/indexError.ts'
import { packPath, ROOT_PATH } from '../format/packPaths.ts'
import { Damaged, type FileRange, type PackSource } from './packSource.ts'

/** `folder`: an absolute path. */
export function folderSource(folder: string): PackSource {
  const fetched = { requests: 0, bytes: 0 }

  async function readPart(path: string, range: FileRange | null): Promise<Buffer> {
    fetched.requests += 1
    const full = join(folder, path)
    const unavailable = (why: string) => new IndexError(`${full}: ${why}`, 'unavailable')
    const opening = async () => {
      // To open a pipe could take for ever.
      if (!(await stat(full)).isFile()) throw unavailable('is no file')
      return open(full, 'r')
    }
    const handle = await opening().catch((error: unknown) => {
      throw error instanceof IndexError ? error : unavailable(fileFault(error) ?? 'cannot be read')
    })
    try {
      const { size } = await handle.stat()
      const { offset, length } = range ?? { offset: 0, length: size }
      if (range === null && size > INDEX_ROOT_MAX_BYTES)
        throw new IndexError('the root is too large')
      const bytes = Buffer.alloc(length)
      let filled = 0
      while (filled < length) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled)
        if (bytesRead === 0) throw new Damaged(`${path} is cut short`)
        filled += bytesRead
      }
      fetched.bytes += filled
      return bytes
    } finally {
      await handle.close()
    }
  }

  return {
    address: folder,
    root: () => readPart(ROOT_PATH, null),
    read: ({ kind, sha256 }, range) => readPart(packPath(kind, sha256), range),
    fetched: () => ({ ...fetched }),
    close: async () => {},
  }
}
