// The sets of names in the data folder: `<ecosystem>.names` and, laid over it, `<ecosystem>.changes`.
// Files are replaced by a rename, so that whoever opens one gets all of it; any process may put a
// newer one in place, and every other one notices.

import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, orMissing } from '../../domain/fileFault.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { decodeNameDelta, type NameDelta, NO_DELTA } from '../set/nameDelta.ts'
import { type NameSet, openNameSet } from '../set/nameSet.ts'
import { digestedBytes, type NameFileFacts, NameFileInvalid } from '../stored/nameFile.ts'
import type { BuildOutcome } from './buildJob.ts'

export type LoadedNames = Readonly<{
  set: NameSet
  delta: NameDelta
  /** Why changes to the set were left aside; null when they were not. */
  problem: string | null
}>

export type NameFiles = ReturnType<typeof nameFiles>

const READ_BYTES_PER_TURN = 1 << 20

export function nameFiles(folder: string) {
  const setPath = (ecosystem: Ecosystem) => join(folder, `${ecosystem}.names`)
  const changesPath = (ecosystem: Ecosystem) => join(folder, `${ecosystem}.changes`)

  async function loadChanges(ecosystem: Ecosystem, base: string): Promise<NameDelta> {
    const text = await orInvalid(readFile(changesPath(ecosystem), 'utf8'))
    if (text === null) return NO_DELTA
    const delta = decodeNameDelta(text)
    // Changes to an older set: a newer one took its place in between.
    return delta.base === base ? delta : NO_DELTA
  }

  /** A set without its changes is better than none. */
  async function changesOrProblem(ecosystem: Ecosystem, base: string) {
    try {
      return { delta: await loadChanges(ecosystem, base), problem: null }
    } catch (error) {
      if (!(error instanceof NameFileInvalid)) throw error
      return { delta: NO_DELTA, problem: `${ecosystem}.changes: ${error.message}` }
    }
  }

  return {
    setPath,
    /** Changes whenever another set is in place; null while there is none. */
    async stamp(ecosystem: Ecosystem): Promise<string | null> {
      const set = await orMissing(stat(setPath(ecosystem)))
      if (set === null) return null
      const changes = await orMissing(stat(changesPath(ecosystem)))
      return [set, changes].map((file) => (file === null ? '-' : `${file.ino}:${file.size}`)).join()
    },
    /** When the set was last found to be current; null while there is none. */
    async checkedAt(ecosystem: Ecosystem): Promise<Date | null> {
      return (await orMissing(stat(setPath(ecosystem))))?.mtime ?? null
    },
    /** Null when there is none. Throws `NameFileInvalid` for one that is damaged or of another version. */
    async load(ecosystem: Ecosystem): Promise<LoadedNames | null> {
      const read = await orInvalid(readShared(setPath(ecosystem)))
      if (read === null) return null
      const { facts } = openNameSet(read.bytes, NO_DELTA, read.digest)
      if (facts.ecosystem !== ecosystem) throw new NameFileInvalid('names of another registry')
      const { delta, problem } = await changesOrProblem(ecosystem, facts.sha256)
      return { set: openNameSet(read.bytes, delta, read.digest), delta, problem }
    },
    /** A path for something that is not ready yet, in the folder of what is. */
    async newPath(): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(folder, `building-${randomUUID()}`)
    },
    /** Puts what was built in its place. */
    async replace(
      ecosystem: Ecosystem,
      { kind }: Pick<BuildOutcome, 'kind'>,
      builtPath: string,
    ): Promise<void> {
      if (kind === 'changes') return rename(builtPath, changesPath(ecosystem))
      await rename(builtPath, setPath(ecosystem))
      await rm(changesPath(ecosystem), { force: true })
    },
    markCurrent: (ecosystem: Ecosystem, at: Date) => utimes(setPath(ecosystem), at, at),
  }
}

/** What a file says that it is. Throws `NameFileInvalid` for one that is damaged or no set of names. */
export async function nameSetFacts(path: string): Promise<NameFileFacts> {
  const { bytes, digest } = await readShared(path)
  return openNameSet(bytes, NO_DELTA, digest).facts
}

/**
 * The file in shared memory, with the digest that it should end in. Read and hashed in turns: at
 * once it would hold up every question for a tenth of a second.
 */
async function readShared(path: string): Promise<{ bytes: Uint8Array; digest: Buffer }> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const bytes = new Uint8Array(new SharedArrayBuffer(size))
    const digested = digestedBytes(size)
    const sum = createHash('sha256')
    const chunk = Buffer.alloc(READ_BYTES_PER_TURN)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, at)
      if (bytesRead === 0) throw new NameFileInvalid('cut short')
      const read = chunk.subarray(0, Math.min(bytesRead, size - at))
      bytes.set(read, at)
      sum.update(read.subarray(0, Math.max(0, digested - at)))
      at += read.length
    }
    return { bytes, digest: sum.digest() }
  } finally {
    await handle.close()
  }
}

/** What the disk does not give is as good as damaged: null when there is none. */
async function orInvalid<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await orMissing(work)
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    throw new NameFileInvalid(`cannot be read (${code})`)
  }
}
