// One published file in, one verified tree out. Everything that can be wrong with the file is an
// `ArchiveRefusal`; nothing is written to disk and nothing from the file is ever executed.

import { createHash } from 'node:crypto'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { RemoteArtifact } from '../domain/release.ts'
import { ARCHIVE_LIMITS, type ArchiveLimits } from './bytes/archiveLimits.ts'
import { type FileTree, fileTree, type KeepRule } from './bytes/fileTree.ts'
import { keepNpm, keepPython } from './bytes/keepRule.ts'
import { memorySource, type RandomAccess } from './bytes/randomAccess.ts'
import { refuse } from './bytes/refusal.ts'
import { type SaidOfItself, saidBySdist, saidByTarball, saidByWheel } from './saidOfItself.ts'
import { gunzip } from './tar/gzip.ts'
import { tarReader } from './tar/tar.ts'
import { checkWheelRecord, type RecordCheck } from './wheel/wheelRecord.ts'
import { readZip } from './zip/zip.ts'

const HASH_BYTES_PER_TURN = 4 * 1024 * 1024

type ArtifactInput = Readonly<{
  kind: RemoteArtifact['kind']
  /** Decides the format of an sdist, and names the project of a wheel. */
  filename: string
  bytes: Uint8Array
  /** Which files to keep; by default what the extractor of that kind reads. */
  keep?: KeepRule
  limits?: ArchiveLimits
}>

export type OpenArtifact = Readonly<{
  sha256: string
  tree: FileTree
  /** Null for what is not a wheel. */
  wheel: RecordCheck | null
  said: SaidOfItself
}>

/** Throws an `ArchiveRefusal`, or the signal's reason. */
export async function openArtifact(
  input: ArtifactInput,
  signal: AbortSignal,
): Promise<OpenArtifact> {
  const { bytes, limits = ARCHIVE_LIMITS } = input
  if (bytes.length > limits.archiveBytesMax)
    refuse('archive_too_large', `is ${bytes.length} bytes long`)
  const opened = await openTree(input, limits, signal)
  return { sha256: await sha256Of(bytes, signal), ...opened }
}

type Opened = Pick<OpenArtifact, 'tree' | 'wheel' | 'said'>

async function openTree(
  input: ArtifactInput,
  limits: ArchiveLimits,
  signal: AbortSignal,
): Promise<Opened> {
  const { kind, filename, bytes } = input
  if (kind === 'wheel') {
    const source = memorySource(bytes)
    return openWheel({ ...input, source, limits, localHeaders: 'every' }, signal)
  }
  const keep = input.keep ?? (kind === 'tarball' ? keepNpm : keepPython)
  if (kind === 'sdist' && filename.endsWith('.zip')) {
    const source = memorySource(bytes)
    const options = { source, root: 'stripped', keep, limits, localHeaders: 'every' } as const
    const tree = fileTree(await readZip(options, signal))
    return { tree, wheel: null, said: saidBySdist(tree) }
  }
  if (kind === 'sdist' && !/\.(?:tar\.gz|tgz)$/.test(filename))
    refuse('format_unsupported', 'is neither a .tar.gz nor a .zip file', filename)
  const tar = tarReader({ keep, limits, links: kind === 'tarball' ? 'refused' : 'unread' })
  await gunzip({ bytes, limits, push: tar.push }, signal)
  const tree = fileTree(tar.finish())
  const said = kind === 'tarball' ? saidByTarball(tree) : saidBySdist(tree)
  return { tree, wheel: null, said }
}

type WheelInput = Readonly<{
  filename: string
  source: RandomAccess
  localHeaders: 'every' | 'kept'
  keep?: KeepRule
  limits?: ArchiveLimits
}>

/**
 * Opens a wheel from wherever its bytes are. With `localHeaders: 'kept'` only the directory and
 * the kept members are read, which is what a source behind a network needs.
 */
export async function openWheel(input: WheelInput, signal: AbortSignal): Promise<Opened> {
  const { filename, source, localHeaders, keep = keepPython, limits = ARCHIVE_LIMITS } = input
  const tree = fileTree(await readZip({ source, root: 'none', keep, limits, localHeaders }, signal))
  const wheel = checkWheelRecord(tree, { filename, keep, limits })
  return { tree, wheel, said: saidByWheel(tree, { filename, distInfo: wheel.distInfo }) }
}

/** In turns, so that a gigabyte does not hold up everything else for a second. */
async function sha256Of(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
  const sum = createHash('sha256')
  for (let at = 0; at < bytes.length; at += HASH_BYTES_PER_TURN) {
    if (at > 0) await yieldToLoop()
    signal.throwIfAborted()
    sum.update(bytes.subarray(at, at + HASH_BYTES_PER_TURN))
  }
  return sum.digest('hex')
}
