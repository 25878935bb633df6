// Leaves that were given an index become tiles and a checkpoint. One step begins at the checkpoint that
// is in the store and ends with the next one, in one transaction; whoever dies in between has done
// nothing, and whoever comes too late is refused by the store. Nothing here depends on a clock.

import type { LogHead, LogStore } from '../ports/log.ts'
import { adopter } from './adopt.ts'
import { leafOf } from './entries/leaf.ts'
import { type Checkpoint, checkpointText, isOfAnother, openCheckpoint } from './note/checkpoint.ts'
import { signNote } from './note/signedNote.ts'
import { type NoteSigner, type VerifierKey, writeKey } from './note/verifierKey.ts'
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

/** Keeps the newest checkpoint apart from the store: a store may be an older copy of itself. */
export type CheckpointMemory = Readonly<{
  load(): Promise<string | null>
  save(note: string): Promise<void>
}>

/**
 * `signer`: of the log; its name is the origin. `earlier`: keys that the log had before. `retiring`: those
 * of them that sign besides.
 */
export function integrator({
  store,
  signer,
  earlier = [],
  retiring = [],
  memory,
  batchMax,
}: Readonly<{
  store: LogStore
  signer: NoteSigner
  earlier?: readonly VerifierKey[]
  retiring?: readonly NoteSigner[]
  memory: CheckpointMemory
  batchMax: number
}>) {
  const log = { origin: signer.key.name, keys: [signer.key, ...earlier] }
  const key = writeKey(signer.key)
  const adopting = adopter(store)
  /** The newest checkpoint that was seen here: no other log is gone on with. */
  let seen: Checkpoint | null = null
  let isRemembered = false

  async function remember(): Promise<void> {
    const kept = await memory.load()
    // One of another log says nothing about this one.
    if (kept !== null && !isOfAnother(kept, log.origin)) {
      const opened = openCheckpoint(Buffer.from(kept, 'utf8'), log)
      if (!opened.ok) {
        throw new LogDamaged(`the checkpoint that was kept does not open: ${opened.reason}`)
      }
      seen = opened.checkpoint
    }
    isRemembered = true
  }

  async function knownTree(head: LogHead): Promise<GrowingTree> {
    if (!isRemembered) await remember()
    const tree = growTree(head.integrated, await readEdge(store, head.integrated))
    if (head.checkpoint === null) {
      if (seen !== null) throw olderCopy(0, seen.size)
      return tree
    }
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
    if (sizes.size < sizes.oldSize) throw olderCopy(sizes.size, sizes.oldSize)
    const proof = await proveConsistency(sizes, store.tiles).catch(missingTiles)
    if (!isConsistent(seen, checkpoint, proof)) {
      throw new LogDamaged('the log does not go on from what it was')
    }
  }

  return {
    async isWaiting(): Promise<boolean> {
      const { size, integrated } = await store.head()
      return !isRemembered || size > integrated || (await adopting.isWaiting())
    },

    /** Throws `LogDamaged` where the store has been changed by something else than this. */
    async step(): Promise<Integrated> {
      const isAdopting = await adopting.step(batchMax)
      const head = await store.head()
      const tree = await knownTree(head)
      if (head.size === head.integrated) return { state: 'nothing', more: isAdopting }
      const rows = await store.rows({ from: head.integrated, limit: batchMax })
      if (rows.length === 0) throw new LogDamaged('an index was given, and nothing stands there')
      for (const row of rows) tree.append(leafHash(leafOf(row)))
      const next = { origin: log.origin, size: tree.size(), root: tree.root() }
      const checkpoint = signNote(checkpointText(next), signer, ...retiring)
      const isOurs = await store.publish({
        origin: log.origin,
        key,
        from: head.integrated,
        size: next.size,
        checkpoint,
        tiles: tree.takeTiles(),
      })
      if (!isOurs) {
        const now = (await store.identity())?.key ?? key
        if (now !== key) throw new LogDamaged(`the log has another key by now: ${now}`)
        return { state: 'lost', more: true }
      }
      seen = next
      await memory.save(checkpoint)
      return { state: 'integrated', more: next.size < head.size || isAdopting }
    },
  }
}

function olderCopy(size: number, published: number): LogDamaged {
  return new LogDamaged(
    `the store has a log of ${size} leaves, and ${published} were published: it is an older copy. ` +
      'Restore the newest one, or begin another log with `assay log anew`',
  )
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
