// Files of the folder that a local server runs in, so that an agent need not repeat what is on disk.
// Nothing outside of that folder is read, whichever way a path or a link leads out of it.

import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { fileText } from '../domain/texts/fileText.ts'
import { CHECK_MAX_BYTES } from '../limits.ts'
import { quoted } from './quoted.ts'

export type ReadFile = (
  path: string,
) => Promise<Readonly<{ content: string }> | Readonly<{ problem: string }>>

export function localFiles(root: string): ReadFile {
  return async (path) => {
    const name = quoted(path)
    try {
      const folder = await realpath(root)
      const file = await realpath(resolve(folder, path))
      if (!file.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)) {
        return { problem: `files: ${name} is outside of the folder that the server runs in` }
      }
      return await boundedContent(file, name)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
      return { problem: `files: ${name} cannot be read (${code})` }
    }
  }
}

async function boundedContent(file: string, name: string) {
  // What is no file, such as a pipe that nobody writes to, must not keep us waiting; and a link that
  // has been put there since its path was resolved is not followed.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW
  const handle = await open(file, flags)
  try {
    if (!(await handle.stat()).isFile()) return { problem: `files: ${name} is no file` }
    const bytes = await firstBytes(handle, CHECK_MAX_BYTES + 1)
    if (bytes.length > CHECK_MAX_BYTES) {
      return { problem: `files: ${name} has more than ${CHECK_MAX_BYTES} bytes` }
    }
    const text = fileText(file, bytes)
    return 'problem' in text ? { problem: `files: ${name} ${text.problem}` } : text
  } finally {
    await handle.close()
  }
}

/** As many as there are, whatever size the file is said to have: it may grow, or say none. */
async function firstBytes(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(maxBytes)
  let length = 0
  while (length < maxBytes) {
    const { bytesRead } = await handle.read(buffer, length, maxBytes - length, null)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}
