// Leaves that were given an index become tiles and a checkpoint. One step begins at the checkpoint that
// is in the store and ends with the next one, in one transaction; whoever dies in between has done
// nothing, and whoever comes too late is refused by the store. Nothing here depends on a clock.

import type { LogHead, LogStore } from '../ports/log.ts'
import { leafOf } from './entries/leaf.ts'
import { type Checkpoint, checkpointText, openCheckpoint } from './note/checkpoint.ts'
import { signNote } from './note/signedNote.ts'
import type { NoteSigner } from './note/verifierKey.ts'
import { type GrowingTree, growTree } from './tree/growTree.ts'
import { HASH_BYTES, leafHash, sameHash } from './tree/hashes.ts'
import { isConsistent, proveConsistency, TilesMissing } from './tree/proofs.ts'
import { edgeTiles, tileWidth } from './tree/tiles.ts'

/** The log in the store is not one that may be gone on with. */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged'
}

/** `lost`: somebody else went on meanwhile. */
export type Integrated = Readonly<{ state: 'nothing' | 'integrated' | 'lost'; more: boolean }>

export type Integrator = ReturnType<typeof integrator>

/** `signer`: of the log; its name is the origin. */
export function integrator({
  store,
  signer,
  batchMax,
}: Readonly<{ store: LogStore; signer: NoteSigner; batchMax: number }>) {
  /** The newest checkpoint that this process has seen: no other log is gone on with. */
  let seen: Checkpoint | null = null

  async function knownTree(head: LogHead): Promise<GrowingTree> {
    const tree = growTree(head.integrated, await readEdge(store, head.integrated))
    if (head.checkpoint === null) {
      if (seen !== null) throw new LogDamaged('the log is empty, and was not')
      return tree
    }
    const log = { origin: signer.key.name, keys: [signer.key] }
    const opened = openCheckpoint(Buffer.from(head.checkpoint, 'utf8'), log)
    if (!opened.ok) throw new LogDamaged(`the checkpoint does not open: ${opened.reason}`)
    const { checkpoint } = opened
    if (checkpoint.size !== head.integrated || !sameHash(checkpoint.root, tree.root())) {
      throw new LogDamaged('the tiles are not those of the checkpoint')
    }
    await compareWithSeen(checkpoint)
    seen = checkpoint
    return tree
  }

  async function compareWithSeen(checkpoint: Checkpoint): Promise<void> {
    if (seen === null) return
    const sizes = { oldSize: seen.size, size: checkpoint.size }
    if (sizes.size < sizes.oldSize) throw new LogDamaged('the log is shorter than it was')
    const proof = await proveConsistency(sizes, store.tiles).catch(missingTiles)
    if (!isConsistent(seen, checkpoint, proof)) {
      throw new LogDamaged('the log does not go on from what it was')
    }
  }

  return {
    isWaiting: async () => isWaiting(await store.head()),

    /** Throws `LogDamaged` where the store has been changed by something else than this. */
    async step(): Promise<Integrated> {
      const found = await store.head()
      if (!isWaiting(found)) return { state: 'nothing', more: false }
      if (found.isUnlogged) await store.adopt(batchMax)
      const head = found.isUnlogged ? await store.head() : found
      if (head.size === head.integrated) return { state: 'nothing', more: false }
      const tree = await knownTree(head)
      const rows = await store.rows({ from: head.integrated, limit: batchMax })
      if (rows.length === 0) throw new LogDamaged('an index was given, and nothing stands there')
      for (const row of rows) tree.append(leafHash(leafOf(row)))
      const next = { origin: signer.key.name, size: tree.size(), root: tree.root() }
      const isOurs = await store.publish({
        from: head.integrated,
        size: next.size,
        checkpoint: signNote(checkpointText(next), signer),
        tiles: tree.takeTiles(),
      })
      if (!isOurs) return { state: 'lost', more: true }
      seen = next
      return { state: 'integrated', more: next.size < head.size || head.isUnlogged }
    },
  }
}

function isWaiting({ size, integrated, isUnlogged }: LogHead): boolean {
  return size > integrated || isUnlogged
}

async function readEdge(store: LogStore, size: number): Promise<Uint8Array[]> {
  const places = edgeTiles(size)
  const read = await store.tiles(places)
  return places.map((place, at) => {
    const bytes = read[at]?.subarray(0, tileWidth(place, size) * HASH_BYTES)
    if (bytes?.length !== tileWidth(place, size) * HASH_BYTES) {
      throw new LogDamaged('a tile of the log is missing')
    }
    return bytes
  })
}

function missingTiles(error: unknown): never {
  if (error instanceof TilesMissing) throw new LogDamaged(error.message, { cause: error })
  throw error
}
