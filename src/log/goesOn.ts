// What whoever asks a service remembers of its log: the newest checkpoint. What is shown later must go on
// from it; what does not is thrown with both checkpoints, which the log itself has signed.

import { type Evidence, LogLies } from './monitor/evidence.ts'
import { type LogReader, LogUnread, tilesOf } from './monitor/readLog.ts'
import { type Checkpoint, openCheckpoint } from './note/checkpoint.ts'
import { type VerifierKey, writeKey } from './note/verifierKey.ts'
import { sameHash } from './tree/hashes.ts'
import { isConsistent, proveConsistency, rootOf, TilesMissing } from './tree/proofs.ts'

/** `log`: the newest key of the log. `earlier`: those that it had before, as far as they were followed. */
type LogKeys = Readonly<{ log: VerifierKey; earlier?: readonly VerifierKey[] }>

/**
 * Throws `LogLies` unless the log of the newer note goes on from the older one, and `LogUnread` where that
 * cannot be told.
 */
export async function checkGoesOn(
  older: string,
  newer: string,
  { log, earlier = [] }: LogKeys,
  reader: Pick<LogReader, 'tile'>,
): Promise<void> {
  const about = { origin: log.name, log_key: writeKey(log), checkpoint: newer }
  const more = { ...about, earlier_checkpoint: older }
  const before = opened(older, [log, ...earlier], more)
  const now = opened(newer, [log], about)
  if (now.size < before.size) throw new LogLies({ lie: 'tree_shorter', ...more })
  const readTiles = tilesOf(reader, now.size)
  const sizes = { oldSize: before.size, size: now.size }
  // By a proof and not by two roots: tiles of the one need not be tiles of the other.
  const proof = await proveConsistency(sizes, readTiles).catch(missing)
  if (isConsistent(before, now, proof)) return
  const root =
    now.size === before.size ? now.root : await rootOf(now.size, readTiles).catch(missing)
  if (!sameHash(root, now.root)) throw new LogLies({ lie: 'tiles_other', ...more })
  throw new LogLies({ lie: 'tree_forked', ...more })
}

function opened(
  note: string,
  keys: readonly VerifierKey[],
  about: Omit<Evidence, 'lie'>,
): Checkpoint {
  const read = openCheckpoint(Buffer.from(note, 'utf8'), { origin: about.origin, keys })
  if (read.ok) return read.checkpoint
  throw new LogLies({ lie: 'checkpoint_unsigned', ...about, reason: read.reason })
}

function missing(error: unknown): never {
  if (error instanceof TilesMissing) throw new LogUnread(error.message, { cause: error })
  throw error
}
