// Files of the folder that a local server runs in, so that an agent need not repeat what is on disk.
// Nothing outside of that folder is read, whichever way a path or a link leads out of it.

import { open, realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
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
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size > CHECK_MAX_BYTES) {
      return { problem: `files: ${name} has more than ${CHECK_MAX_BYTES} bytes` }
    }
    return { content: await handle.readFile('utf8') }
  } finally {
    await handle.close()
  }
}
