// The keys of a log as its leaves and `/log/rotations` tell them: from the one that is known to the one
// that signs now.

import { LOG_ROTATIONS_MAX } from '../../limits.ts'
import { isSameKey, keysFrom, type Rotation } from '../entries/rotation.ts'
import { openCheckpoint } from '../note/checkpoint.ts'
import { type VerifierKey, writeKey } from '../note/verifierKey.ts'
import { type LogReader, LogUnread } from './readLog.ts'

export type RotationAt = Rotation & Readonly<{ index: number; entry: Uint8Array }>

/** The keys that lead from the newest one that is known to the one that has signed, if there is a way. */
export async function keysToOpen(
  bytes: Uint8Array,
  known: readonly VerifierKey[],
  reader: LogReader,
): Promise<readonly VerifierKey[]> {
  const newest = known.at(-1)
  if (newest === undefined || isSignedBy(bytes, newest)) return known
  const leaves = await reader.rotations()
  if (leaves.length > LOG_ROTATIONS_MAX) throw new LogUnread('the log has had too many keys')
  return keysFrom(newest, leaves) ?? known
}

export function isSignedBy(bytes: Uint8Array, key: VerifierKey): boolean {
  return openCheckpoint(bytes, { origin: key.name, keys: [key] }).ok
}

/** Where the leaves lead to from a key, or from the first one that they name. */
export function walkKeys(from: VerifierKey | null, rotations: readonly RotationAt[]) {
  const keys = from === null ? [] : [from]
  const seen = new Set(keys.map(writeKey))
  for (const rotation of rotations) {
    const last = keys.at(-1)
    if (last === undefined) {
      keys.push(rotation.from)
      seen.add(writeKey(rotation.from))
    } else if (!isSameKey(last, rotation.from)) return { keys, forked: rotation }
    if (seen.has(writeKey(rotation.to))) return { keys, forked: rotation }
    keys.push(rotation.to)
    seen.add(writeKey(rotation.to))
  }
  return { keys, forked: null }
}
