import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkGoesOn } from '../../src/log/goesOn.ts'
import { checkpointText } from '../../src/log/note/checkpoint.ts'
import { signNote } from '../../src/log/note/signedNote.ts'
import { noteSigner } from '../../src/log/note/verifierKey.ts'
import { parseTilePath } from '../../src/log/tree/tilePaths.ts'
import { treeOf } from './treeOf.ts'

const origin = 'log.example/one'
const signer = noteSigner(origin, 'note', createHash('sha256').update('log').digest())
const trust = { log: signer.key }

const leavesOf = (count: number, word = 'leaf') =>
  Array.from({ length: count }, (_, i) => Buffer.from(`${word} ${i}`))

/** The log of these leaves: its checkpoint, and its tiles as they are served. */
function logOf(leaves: readonly Uint8Array[]) {
  const { readTiles, root } = treeOf(leaves)
  const note = signNote(checkpointText({ origin, size: leaves.length, root }), signer)
  const tile = async (path: string) => {
    const place = parseTilePath(path)
    if (place === null || place.level === 'entries') return null
    const [bytes] = await readTiles([{ level: place.level, index: place.index }])
    return bytes?.subarray(0, place.width * 32) ?? null
  }
  return { note, tile }
}

const all = leavesOf(70_000)
const sizes = [1, 2, 255, 256, 257, 300, 511, 512, 65_535, 65_536, 65_537, 70_000]

describe('a log that grew', () => {
  const whole = logOf(all)
  test.each(sizes)('from %i leaves on goes on', async (size) => {
    await checkGoesOn(logOf(all.slice(0, size)).note, whole.note, trust, whole)
  })

  test.each(sizes)('from %i other leaves on is a fork, with both checkpoints', async (size) => {
    const earlier = logOf([...leavesOf(size - 1), Buffer.from('another')]).note
    await expect(checkGoesOn(earlier, whole.note, trust, whole)).rejects.toMatchObject({
      evidence: { lie: 'tree_forked', checkpoint: whole.note, earlier_checkpoint: earlier },
    })
  })
})

describe('a log that does not show that it grew', () => {
  const older = logOf(all.slice(0, 300))

  test('a smaller one', async () => {
    const smaller = logOf(all.slice(0, 299))
    await expect(checkGoesOn(older.note, smaller.note, trust, smaller)).rejects.toMatchObject({
      evidence: { lie: 'tree_shorter', earlier_checkpoint: older.note },
    })
  })

  test('a fork with tiles of the older tree among those of the newer', async () => {
    // The root of 65,536 leaves is read from tiles of higher levels: those below could be any.
    const forked = logOf([...leavesOf(299), Buffer.from('another'), ...all.slice(300, 65_536)])
    const honest = logOf(all.slice(0, 65_536))
    const mixed = {
      tile: (path: string) => (path.startsWith('tile/0/') ? honest : forked).tile(path),
    }
    await expect(checkGoesOn(older.note, forked.note, trust, mixed)).rejects.toMatchObject({
      evidence: { lie: 'tree_forked' },
    })
  })

  test('tiles of another tree', async () => {
    const newer = logOf(all.slice(0, 700))
    const other = logOf(leavesOf(700, 'other'))
    await expect(checkGoesOn(older.note, newer.note, trust, other)).rejects.toMatchObject({
      evidence: { lie: 'tiles_other' },
    })
  })

  test('no tiles: nothing can be told', async () => {
    const newer = logOf(all.slice(0, 700))
    const none = { tile: async () => null }
    await expect(checkGoesOn(older.note, newer.note, trust, none)).rejects.toThrow('has no tile')
  })

  test('a checkpoint of another key', async () => {
    const thief = noteSigner(origin, 'note', createHash('sha256').update('thief').digest())
    const log = { log: thief.key }
    await expect(checkGoesOn(older.note, older.note, log, older)).rejects.toMatchObject({
      evidence: { lie: 'checkpoint_unsigned' },
    })
  })
})
