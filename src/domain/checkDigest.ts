// What stands for the files of a check in its signed answer. The service signs it, and a client makes
// the same from what it sent.

import { filesDigest } from './filesDigest.ts'
import { sha256 } from './texts/sha256.ts'

/** Digests of everything that was handed in: the same files and pins give the same, in any order. */
export function checkDigest(
  files: readonly Readonly<{ path: string; content: string }>[],
  pins: Readonly<Record<string, string>>,
): Readonly<{ files_sha256: string; pins_sha256: string }> {
  const pinned = Object.entries(pins).map((pin) => JSON.stringify(pin))
  return {
    files_sha256: filesDigest(files),
    pins_sha256: sha256(pinned.sort().join('\n')),
  }
}
