// Opens a file of a job, wherever it is. Only a file that is there as a whole can be held against
// its digest; of a remote one the parts are all there is.

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { KeepRule } from '../artifact/bytes/fileTree.ts'
import { ArchiveRefusal } from '../artifact/bytes/refusal.ts'
import { type OpenArtifact, openArtifact, openWheel } from '../artifact/openArtifact.ts'
import { inStage } from '../stages.ts'
import type { ReopenableJob } from './extractor.ts'
import type { FileHeader } from './messages.ts'
import type { RemoteReads } from './remoteReads.ts'

/** The file is not the one that the job speaks of. */
export class DigestError extends Error {
  override readonly name = 'DigestError'
}

/** The file could not be read at all. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

// A job is cancelled by ending the process.
const NEVER = new AbortController().signal

/** Throws `ArchiveRefusal`, `DigestError`, `UnreadableError`, or what the remote source throws. */
export function openJob(job: FileHeader, reads: RemoteReads): Promise<ReopenableJob> {
  return inStage('archive', () => open(job, reads))
}

async function open(job: FileHeader, reads: RemoteReads): Promise<ReopenableJob> {
  const { kind, filename, sha256, file, source } = job
  if ('blobPath' in source) return openBlob(job, source.blobPath)
  const far = reads.source(file, source.remoteBytes)
  const input = { filename, source: far, localHeaders: 'kept' } as const
  const openAgain = async (keep: KeepRule) =>
    (await openWheel({ ...input, keep: withRecord(keep) }, NEVER)).tree
  return { kind, filename, sha256, ...(await openWheel(input, NEVER)), openAgain }
}

async function openBlob(job: FileHeader, blobPath: string): Promise<ReopenableJob> {
  const { kind, filename, sha256 } = job
  const bytes = readBlob(blobPath)
  try {
    const { tree, wheel, said } = await openBytes(job, bytes)
    // Read from the disk again: held, the bytes would take memory from what is made of them.
    const openAgain = async (keep: KeepRule) =>
      (await openBytes(job, readBlob(blobPath), withRecord(keep))).tree
    return { kind, filename, sha256, tree, wheel, said, openAgain }
  } catch (error) {
    // A refusal is remembered under the digest, so it must be about the bytes that have it.
    if (error instanceof ArchiveRefusal && hash('sha256', bytes, 'hex') !== sha256) {
      throw new DigestError(`${filename} has another digest`, { cause: error })
    }
    throw error
  }
}

/** A wheel is held against its record each time. */
function withRecord(keep: KeepRule): KeepRule {
  return (path, sizeBytes) => keep(path, sizeBytes) || path.endsWith('.dist-info/RECORD')
}

async function openBytes(
  { kind, filename, sha256 }: FileHeader,
  bytes: Uint8Array,
  keep?: KeepRule,
): Promise<OpenArtifact> {
  const input = { kind, filename, bytes, ...(keep === undefined ? {} : { keep }) }
  const opened = await openArtifact(input, NEVER)
  if (opened.sha256 === sha256) return opened
  throw new DigestError(`${filename} has the digest ${opened.sha256}`)
}

function readBlob(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new UnreadableError(`the file cannot be read: ${code}`, { cause: error })
  }
}
