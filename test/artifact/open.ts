// Opening an archive in a test: the tree as text, or the reason for the refusal.

import { ARCHIVE_LIMITS, type ArchiveLimits } from '../../src/artifact/bytes/archiveLimits.ts'
import type { FileTree } from '../../src/artifact/bytes/fileTree.ts'
import { ArchiveRefusal } from '../../src/artifact/bytes/refusal.ts'
import { type OpenArtifact, openArtifact } from '../../src/artifact/openArtifact.ts'
import { WHEEL_NAME } from '../fake/archives/wheelBuilder.ts'

const NEVER = new AbortController().signal

export function openWheelBytes(bytes: Uint8Array, limits: ArchiveLimits = ARCHIVE_LIMITS) {
  return openArtifact({ kind: 'wheel', filename: WHEEL_NAME, bytes, limits }, NEVER)
}

export function openTarball(bytes: Uint8Array, limits: ArchiveLimits = ARCHIVE_LIMITS) {
  return openArtifact({ kind: 'tarball', filename: 'demo-1.0.0.tgz', bytes, limits }, NEVER)
}

export function openSdist(bytes: Uint8Array, filename = 'demo-1.0.tar.gz') {
  return openArtifact({ kind: 'sdist', filename, bytes }, NEVER)
}

/** The kept files of a tree as text. */
export function textsOf(tree: FileTree): Record<string, string> {
  return Object.fromEntries(
    tree.paths.map((path) => [path, Buffer.from(tree.read(path) ?? '').toString()]),
  )
}

/** The reason, or `opened`. Anything thrown that is not a refusal is thrown on. */
export async function reasonOf(opening: Promise<OpenArtifact>): Promise<string> {
  try {
    await opening
    return 'opened'
  } catch (error) {
    if (error instanceof ArchiveRefusal) return error.reason
    throw error
  }
}
