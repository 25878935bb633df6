// The newest checkpoint in a file beside the key of the log. A store that was restored from an older copy
// shows by it, as long as the file was not restored with it.

import { randomBytes } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../attest/keyFile.ts'
import { codeOf } from '../domain/fileFault.ts'
import type { CheckpointMemory } from './integrate.ts'

export const CHECKPOINT_FILE_NAME = 'log.checkpoint'

export function checkpointFile(dataDir: string): CheckpointMemory {
  const path = join(dataDir, CHECKPOINT_FILE_NAME)
  return {
    load: () =>
      readFile(path, 'utf8').catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }),
    async save(note) {
      // A name of its own: two processes on one folder must not write into each other's.
      const draft = `${path}.${randomBytes(6).toString('hex')}`
      await writeDurably(draft, note)
      await rename(draft, path)
    },
  }
}
