// Reads files in processes of their own, for whoever must go on answering whatever is in them. A file that
// its process does not survive is one that could not be read.

import type { InputReader } from '../../check/read/readAside.ts'
import { type InputFile, type ReadFile, readFile, unreadInput } from '../../check/read/readInput.ts'
import { ServiceError } from '../../errors.ts'

export type FilesReader = ReturnType<typeof filesReader>

export function filesReader(reader: InputReader) {
  return {
    /** Throws where the machine took the process away: the file may be read another time. */
    async read(file: InputFile, signal: AbortSignal): Promise<ReadFile> {
      const { path } = file
      try {
        const { sources, manifests, unknown = [] } = await reader.read([file], { signal })
        return { path, sources, manifests, isUnknown: unknown.length > 0 }
      } catch (error) {
        signal.throwIfAborted()
        const code = error instanceof ServiceError ? error.code : null
        // Its parser has come to the end of it: there is only much to be told.
        if (code === 'check_too_large') return readFile(file)
        if (code === 'check_unreadable') return unreadable(path)
        throw error
      }
    },
    close: reader.close,
  }
}

function unreadable(path: string): ReadFile {
  const { sources, manifests } = unreadInput([{ path, problem: 'cannot be parsed' }])
  return { path, sources, manifests, isUnknown: false }
}
