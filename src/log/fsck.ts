// The log read anew from its leaves: every tile and the root are computed again and compared with what
// is in the store. What was served before cannot have been anything else.

import type { LogStore } from '../ports/log.ts'
import { leafOf } from './entries/leaf.ts'
import { keyAt, keysBefore, type RotationLeaf } from './entries/rotation.ts'
import { succession, verifierOf } from './entries/verifierRotation.ts'
import { type Checkpoint, isOfAnother, openCheckpoint } from './note/checkpoint.ts'
import type { VerifierKey } from './note/verifierKey.ts'
import { growTree } from './tree/growTree.ts'
import { leafHash, sameHash } from './tree/hashes.ts'

/** `waiting`: leaves with an index that no checkpoint covers yet. */
export type LogReport = Readonly<{ size: number; waiting: number; faults: readonly string[] }>

/**
 * `key`: the newest of the log. `published`: the newest checkpoint that is known besides the store, which
 * may be an older copy of itself. `batch`: leaves that are read at once.
 */
export async function checkLog(
  store: LogStore,
  key: VerifierKey,
  {
    batch,
    published = null,
    onRead = () => {},
  }: Readonly<{ batch: number; published?: string | null; onRead?: (leaves: number) => void }>,
): Promise<LogReport> {
  const { size, integrated, checkpoint } = await store.head()
  const rotations = await store.rotations()
  const waiting = size - integrated
  const seen = published === null ? null : openSeen(published, key, rotations)
  const older = typeof seen === 'string' ? [seen] : olderThan(seen, integrated)
  if (checkpoint === null) return { size: 0, waiting, faults: older }
  const signer = keyAt(integrated, rotations, key)
  if (signer === null) {
    const fault = 'rotations: they do not lead to the key'
    return { size: integrated, waiting, faults: [...older, fault] }
  }
  const log = { origin: key.name, keys: [signer] }
  const opened = openCheckpoint(Buffer.from(checkpoint, 'utf8'), log)
  if (!opened.ok) {
    return { size: integrated, waiting, faults: [...older, `checkpoint: ${opened.reason}`] }
  }
  const faults: string[] = [...older]
  if (opened.checkpoint.size !== integrated) faults.push('checkpoint: another number of leaves')
  const line = succession([], await store.verifierRotations(), key.name)
  if (line === null) faults.push('verifiers: one was followed by two, or by one that went')
  const gone = new Map(line?.gone)
  const tree = growTree(0, [])
  while (tree.size() < integrated) {
    const limit = Math.min(batch, integrated - tree.size())
    const rows = await store.rows({ from: tree.size(), limit })
    if (rows.length === 0) {
      return { size: integrated, waiting, faults: [...faults, `leaf ${tree.size()}: missing`] }
    }
    for (const row of rows) {
      const verifier = gone.size > 0 ? (verifierOf(row.attestation ?? '') ?? '') : ''
      const goneAt = gone.get(verifier) ?? row.index
      if (goneAt < row.index) {
        faults.push(`leaf ${row.index}: signed by ${verifier}, which went at ${goneAt}`)
        // The first one says it.
        gone.delete(verifier)
      }
      tree.append(leafHash(leafOf(row)))
      const isSeen = seen !== null && typeof seen !== 'string' && seen.size === tree.size()
      if (isSeen && !sameHash(tree.root(), seen.root)) {
        faults.push(`the checkpoint that was published over ${seen.size} leaves has another root`)
      }
    }
    onRead(tree.size())
    const tiles = tree.takeTiles()
    const kept = await store.tiles(tiles)
    for (const [at, { level, index, bytes }] of tiles.entries()) {
      // The store has it at its widest, which may be later than here.
      const same = kept[at]?.subarray(0, bytes.length)
      if (same === undefined || !sameHash(same, bytes))
        faults.push(`tile ${level}/${index}: another one`)
    }
  }
  if (!sameHash(tree.root(), opened.checkpoint.root)) faults.push('root: another one')
  return { size: integrated, waiting, faults: [...new Set(faults)] }
}

/** What is wrong with it as a text; null for one of another log, which says nothing about this one. */
function openSeen(
  published: string,
  key: VerifierKey,
  rotations: readonly RotationLeaf[],
): Checkpoint | string | null {
  if (isOfAnother(published, key.name)) return null
  const keys = [...(keysBefore(key, rotations) ?? []), key]
  const opened = openCheckpoint(Buffer.from(published, 'utf8'), { origin: key.name, keys })
  return opened.ok ? opened.checkpoint : `the checkpoint that was kept: ${opened.reason}`
}

function olderThan(seen: Checkpoint | null, integrated: number): readonly string[] {
  if (seen === null || seen.size <= integrated) return []
  return [
    `${seen.size} leaves were published, and the store has ${integrated}: it is an older copy`,
  ]
}
