// Reads files for a check a few at a time: between them Ctrl-C is heard and progress is shown.

import { setImmediate } from 'node:timers/promises'
import type { ReadInput } from '../../check/read/readInput.ts'
import type { ReadFiles } from './checkFiles.ts'

const FILES_AT_ONCE = 20

export async function readSources(
  { files, unread }: Pick<ReadFiles, 'files' | 'unread'>,
  { signal, onRead }: Readonly<{ signal: AbortSignal; onRead: (count: number) => void }>,
): Promise<ReadInput> {
  // Loaded here: while nothing has changed, nothing is parsed.
  const { readInput, unreadInput } = await import('../../check/read/readInput.ts')
  const sources: ReadInput['sources'][number][] = []
  const manifests: ReadInput['manifests'][number][] = []
  const unknown: string[] = []
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    signal.throwIfAborted()
    const read = readInput(files.slice(start, start + FILES_AT_ONCE))
    sources.push(...read.sources)
    manifests.push(...read.manifests)
    unknown.push(...(read.unknown ?? []))
    onRead(Math.min(files.length, start + FILES_AT_ONCE))
    await setImmediate()
  }
  const { sources: unreadSources, manifests: unreadManifests } = unreadInput(unread)
  return {
    paths: [...files, ...unread].map(({ path }) => path),
    sources: [...sources, ...unreadSources],
    manifests: [...manifests, ...unreadManifests],
    unknown,
  }
}
