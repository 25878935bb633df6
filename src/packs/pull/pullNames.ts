// Sets of names of an index, into the data folder. A set that this node has built or brought up to
// date itself stays.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { orMissing } from '../../domain/fileFault.ts'
import { ECOSYSTEMS, type Ecosystem } from '../../domain/names/packageName.ts'
import { PULL_RANGE_BYTES } from '../../limits.ts'
import type { NamesEntry } from '../format/root.ts'
import { Damaged, type PackSource } from './packSource.ts'
import { twice } from './twice.ts'

export type PullNames = (
  source: PackSource,
  entry: NamesEntry,
  signal: AbortSignal,
) => Promise<'taken' | 'there' | 'own'>

export function pullNames(parts: {
  /** The folder of the sets of names. */
  folder: string
  setPath: (ecosystem: Ecosystem) => string
  /** Throws where the file is no set of names of the ecosystem. */
  check: (path: string, ecosystem: Ecosystem) => Promise<void>
  /** Puts a file in the place of the set. */
  replace: (ecosystem: Ecosystem, path: string) => Promise<void>
}): PullNames {
  const { folder } = parts
  /** The digest of the set that was pulled last. */
  const notePath = (ecosystem: Ecosystem) => join(folder, `${ecosystem}.pulled`)

  /** Goes on where an earlier pull has stopped. */
  async function fetchInto(
    path: string,
    source: PackSource,
    { sha256, bytes }: NamesEntry,
    signal: AbortSignal,
  ): Promise<void> {
    const handle = await open(path, 'a')
    try {
      for (let offset = (await handle.stat()).size; offset < bytes; ) {
        signal.throwIfAborted()
        const length = Math.min(PULL_RANGE_BYTES, bytes - offset)
        const file = { kind: 'names', sha256, bytes } as const
        await handle.writeFile(await source.read(file, { offset, length }, signal))
        offset += length
      }
    } finally {
      await handle.close()
    }
    if ((await digestOf(path)) === sha256) return
    // Nobody knows which part of it is bad.
    await rm(path, { force: true })
    throw new Damaged('its bytes are damaged')
  }

  return async (source, entry, signal) => {
    const { ecosystem, sha256 } = entry
    const own = parts.setPath(ecosystem)
    const there = (await orMissing(stat(own))) === null ? null : await digestOf(own)
    if (there === sha256) return 'there'
    const noted = await orMissing(readFile(notePath(ecosystem), 'utf8'))
    if (there !== null && there !== noted) return 'own'
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `pulling-${sha256}`)
    await twice(`the names of ${ecosystem}`, () => fetchInto(path, source, entry, signal))
    try {
      await parts.check(path, ecosystem)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    await parts.replace(ecosystem, path)
    await writeNote(notePath(ecosystem), sha256)
    return 'taken'
  }
}

/** Removes the sets that were pulled and stand as they came; the ecosystems of those that went. */
export async function forgetNames(
  folder: string,
  setPath: (ecosystem: Ecosystem) => string,
): Promise<readonly Ecosystem[]> {
  const gone: Ecosystem[] = []
  for (const ecosystem of ECOSYSTEMS) {
    const note = join(folder, `${ecosystem}.pulled`)
    const noted = await orMissing(readFile(note, 'utf8'))
    const path = setPath(ecosystem)
    if (noted === null || (await orMissing(stat(path))) === null) continue
    if ((await digestOf(path)) !== noted) continue
    for (const file of [path, join(folder, `${ecosystem}.changes`), note])
      await rm(file, { force: true })
    gone.push(ecosystem)
  }
  return gone
}

async function writeNote(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`
  await writeFile(temporary, text)
  await rename(temporary, path)
}

async function digestOf(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(path)) sum.update(chunk)
  return sum.digest('hex')
}
