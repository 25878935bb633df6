// The digest that stands for submitted files: what an answer keeps of them.

import { sha256 } from './texts/sha256.ts'

/**
 * The same files give the same, in whatever order they come. docs/formats/attestation.md has the
 * bytes.
 */
export function filesDigest(files: readonly Readonly<{ path: string; content: string }>[]): string {
  const rows = files.map(({ path, content }) => JSON.stringify([path, sha256(content)]))
  return sha256(rows.sort().join('\n'))
}
