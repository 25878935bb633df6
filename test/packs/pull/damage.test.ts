// Whatever happens to an index on the way, what is kept is what its maker published.

import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '../../../src/domain/texts/sha256.ts'
import { ServiceError } from '../../../src/errors.ts'
import { packPath, shardOf } from '../../../src/packs/format/packPaths.ts'
import { decodeRoot, encodeRoot, type IndexRoot } from '../../../src/packs/format/root.ts'
import { decodeShard, encodeShard, type PlacedRelease } from '../../../src/packs/format/shard.ts'
import { folderSource } from '../../../src/packs/pull/folderSource.ts'
import { Damaged, type PackSource } from '../../../src/packs/pull/packSource.ts'
import { seededRandom } from '../../fake/seededRandom.ts'
import { alteredSource, type PackWorld, packWorld, saveRelease, tablesIn } from '../packWorld.ts'

const NAMES = Array.from({ length: 24 }, (_, at) => `package-${at}`)

let world: PackWorld
const published: Record<string, string> = {}
let stores = 0
beforeAll(async () => {
  world = await packWorld()
  for (const name of NAMES) {
    const { table } = await saveRelease(world.maker, name)
    published[`${name} 1.0`] = sha256(table.bytes)
  }
  await world.publish()
})
afterAll(() => world.close())

const nextName = (kind: string) => {
  stores += 1
  return `${kind}-${stores}`
}
const newStore = () => world.newStore(nextName('puller'))

/** A copy with some bytes changed. */
function flipped(bytes: Buffer, seed: number, share = 0): Buffer {
  const random = seededRandom(seed)
  const copy = Buffer.from(bytes)
  const count = Math.max(1, Math.round(copy.length * share))
  for (let done = 0; done < count; done += 1) {
    const at = random.below(copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 + random.below(255))
  }
  return copy
}

/** Nothing that is kept differs from what was published. */
async function expectSound(store: Awaited<ReturnType<typeof newStore>>): Promise<number> {
  const kept = await tablesIn(store, NAMES)
  for (const [name, digest] of Object.entries(kept)) expect(digest).toBe(published[name])
  return Object.keys(kept).length
}

describe('bytes that are changed on the way', () => {
  test.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'seed %i: every answer is changed, and nothing wrong is kept',
    async (seed) => {
      const random = seededRandom(seed)
      const source = alteredSource(folderSource(world.folder), {
        read: (bytes, { kind }) =>
          // Half of the runs leave the shards whole, so that tables are reached.
          kind === 'shard' && seed % 2 === 0 ? bytes : flipped(bytes, random.below(1e9)),
      })
      const store = await newStore()
      const pulled = await world.pull(store, { source }).catch((error: Error) => error)
      if (pulled instanceof Error) {
        expect(pulled).toMatchObject({ name: 'IndexError', fault: 'refused' })
        expect(pulled.message).toContain('fetched twice')
        expect(await expectSound(store)).toBe(0)
      } else {
        const kept = await expectSound(store)
        expect(kept).toBe(pulled.taken)
        expect(pulled.taken + pulled.refused.length).toBe(NAMES.length)
        // What was refused is there after another try, over a line that is sound.
        expect(await world.pull(store)).toMatchObject({ taken: pulled.refused.length, refused: [] })
        expect(await expectSound(store)).toBe(NAMES.length)
      }
    },
  )

  test.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'seed %i: a root of which any byte is changed is refused',
    async (seed) => {
      const source = alteredSource(folderSource(world.folder), {
        root: (bytes) => flipped(bytes, seed),
      })
      const store = await newStore()
      await expect(world.pull(store, { source })).rejects.toMatchObject({ name: 'IndexError' })
      expect(await expectSound(store)).toBe(0)
    },
  )

  test('damage that happens once for each request is mended by the second', async () => {
    const seen = new Set<string>()
    const once = (text: string, bytes: Buffer) => {
      if (seen.has(text)) return bytes
      seen.add(text)
      return flipped(bytes, seen.size, 0.2)
    }
    const source = alteredSource(folderSource(world.folder), {
      root: (bytes) => once('root', bytes),
      // By file alone: what is asked for again is asked for in other parts.
      read: (bytes, { kind, sha256: name }) => once(`${kind} ${name}`, bytes),
    })
    const store = await newStore()
    expect(await world.pull(store, { source })).toMatchObject({ taken: 24, refused: [] })
    expect(await expectSound(store)).toBe(24)
  })

  test.each([
    ['a part that is cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
    ['nothing', () => Buffer.alloc(0)],
    ['another part', (bytes: Buffer) => Buffer.concat([bytes.subarray(7), bytes.subarray(0, 7)])],
  ])('%s in place of a pack: its tables are refused', async (_, alter) => {
    const source = alteredSource(folderSource(world.folder), {
      read: (bytes, { kind }) => (kind === 'pack' ? alter(bytes) : bytes),
    })
    const store = await newStore()
    const pulled = await world.pull(store, { source })
    expect(await expectSound(store)).toBe(pulled.taken)
    expect(pulled.taken + pulled.refused.length).toBe(24)
    expect(pulled.refused.length).toBeGreaterThan(0)
  })
})

describe('a source that fails', () => {
  test('what was verified stays, and the next pull goes on', async () => {
    const store = await newStore()
    let reads = 0
    const source: PackSource = {
      ...folderSource(world.folder),
      async read(...asked) {
        reads += 1
        if (reads > 1) throw new Damaged('nothing comes any more')
        return folderSource(world.folder).read(...asked)
      },
    }
    const pulled = await world.pull(store, { source })
    expect(pulled.refused).toHaveLength(24)
    expect(pulled.refused[0]?.reason).toBe('nothing comes any more')
    expect(await world.pull(store)).toMatchObject({ taken: 24 })
  })

  test('a pull that is interrupted ten times is complete in the end', async () => {
    const store = await newStore()
    const inner = folderSource(world.folder)
    let isWhole = false
    let interruptions = 0
    let kept = 0
    while (!isWhole) {
      const stop = new AbortController()
      const source: PackSource = {
        ...inner,
        // One table a request, so that there are many places to stop at.
        async read(file, range, signal) {
          const bytes = await inner.read(file, range, signal)
          if (file.kind === 'pack' && interruptions < 10) {
            interruptions += 1
            stop.abort(new ServiceError('shutting_down', 'interrupted'))
            const table = bytes.subarray(0, firstTableLength(bytes))
            return Buffer.concat([table, Buffer.alloc(bytes.length - table.length)])
          }
          return bytes
        },
      }
      const before = kept
      const pulled = await world
        .pull(store, { source, signal: stop.signal })
        .catch((error: unknown) => error)
      kept = await expectSound(store)
      if (stop.signal.aborted) {
        expect(pulled).toMatchObject({ message: 'interrupted' })
        expect(kept).toBeGreaterThan(before)
      } else isWhole = true
    }
    expect(interruptions).toBe(10)
    expect(kept).toBe(24)
  })
})

/** The tables of these packages are of one length, but for a few bytes: the first one is whole. */
function firstTableLength(bytes: Buffer): number {
  const magic = bytes.subarray(0, 4)
  const next = bytes.indexOf(magic, 4)
  return next < 0 ? bytes.length : next
}

describe('an index that lies, under the signature of its maker', () => {
  async function lyingFolder(change: (placed: PlacedRelease) => unknown): Promise<string> {
    const folder = join(world.dir, nextName('lying'))
    await world.publish({ to: folder })
    const root = decodeRoot(await readFile(join(folder, 'index.json'), 'utf8'))
    const [entry] = root.shards
    if (entry === undefined) throw new Error('no shard')
    const path = join(folder, packPath('shard', entry.sha256))
    const releases = decodeShard(await readFile(path), 0, 1).map(
      (placed) => change(placed) as PlacedRelease,
    )
    const bytes = encodeShard(releases)
    await writeShard(folder, root, bytes)
    return folder
  }

  async function writeShard(folder: string, root: IndexRoot, bytes: Buffer): Promise<void> {
    const name = sha256(bytes)
    await writeFile(join(folder, packPath('shard', name)), bytes)
    const shards = [{ sha256: name, bytes: bytes.length, releases: 24 }]
    await writeFile(join(folder, 'index.json'), encodeRoot({ ...root, shards }, world.signer))
  }

  const placeWith = (change: Partial<PlacedRelease['place']>) => (placed: PlacedRelease) => ({
    ...placed,
    place: { ...placed.place, ...change },
  })

  test.each([
    [
      'about the digest of a table',
      (placed: PlacedRelease) => ({
        ...placed,
        table: { ...placed.table, sha256: 'f'.repeat(64) },
      }),
      'it is another table than the index says',
    ],
    [
      'about the number of symbols',
      (placed: PlacedRelease) => ({
        ...placed,
        table: { ...placed.table, symbols: 99 },
      }),
      'it has another number of symbols',
    ],
    [
      'about the digest of the bytes',
      placeWith({ sha256: 'f'.repeat(64) }),
      'its bytes are damaged',
    ],
    ['about the place of a table', placeWith({ offset: 0 }), 'its bytes are damaged'],
  ])('%s: the table is refused', async (_, change, reason) => {
    const folder = await lyingFolder(change)
    const store = await newStore()
    const { refused } = await world.pull(store, { source: folderSource(folder) })
    expect(refused.length).toBeGreaterThanOrEqual(23)
    expect(refused[0]?.reason).toBe(reason)
    await expectSound(store)
  })

  test.each([
    ['a place outside its pack', placeWith({ offset: 1e8 })],
    ['a place that overflows', placeWith({ length: 2 ** 53 })],
    ['a length below zero', placeWith({ length: -1 })],
    ['a place that is no number', placeWith({ offset: 0.5 })],
    ['a pack that is too large', placeWith({ pack: { sha256: 'f'.repeat(64), bytes: 2 ** 40 } })],
    ['a pack named by a path', placeWith({ pack: { sha256: '../'.repeat(21), bytes: 10 } })],
    [
      'a name that is none',
      (placed: PlacedRelease) => ({
        ...placed,
        release: { ...placed.release, name: '../up' },
      }),
    ],
    [
      'a file named by a path',
      (placed: PlacedRelease) => ({
        ...placed,
        release: {
          ...placed.release,
          artifact: { ...placed.release.artifact, filename: '../../a-1.0.whl' },
        },
      }),
    ],
    [
      'a version that is too long',
      (placed: PlacedRelease) => ({
        ...placed,
        release: { ...placed.release, version: '1'.repeat(10_000) },
      }),
    ],
    ['a time that is none', (placed: PlacedRelease) => ({ ...placed, latestAt: 'yesterday' })],
    ['a digest that is none', (placed: PlacedRelease) => ({ ...placed, declared: ['md5:1'] })],
    [
      'a remark that is none',
      (placed: PlacedRelease) => ({
        ...placed,
        release: { ...placed.release, remarks: ['fine'] },
      }),
    ],
  ])('%s: the shard is refused', async (_, change) => {
    const folder = await lyingFolder(change)
    const store = await newStore()
    await expect(world.pull(store, { source: folderSource(folder) })).rejects.toMatchObject({
      name: 'IndexError',
      fault: 'refused',
      message: expect.stringContaining('the index is malformed'),
    })
    expect(await expectSound(store)).toBe(0)
  })

  test('a release in the shard of another is refused', async () => {
    const [first] = decodeShard(
      await readFile(
        join(world.folder, 'shards', (await readdir(join(world.folder, 'shards')))[0] ?? ''),
      ),
      0,
      1,
    )
    if (first === undefined) throw new Error('no release')
    const bytes = encodeShard([first])
    const wrong = 1 - shardOf(first.release, 2)
    expect(() => decodeShard(bytes, wrong, 2)).toThrow('is misplaced')
  })
})

describe('files of an index that are not what they were', () => {
  async function copied(): Promise<string> {
    const folder = join(world.dir, nextName('copied'))
    await world.publish({ to: folder })
    return folder
  }
  const packsOf = async (folder: string) => {
    const files = await readdir(join(folder, 'packs'))
    return files.map((file) => join(folder, 'packs', file))
  }

  test('a pack that is cut short: its tables are refused', async () => {
    const folder = await copied()
    for (const pack of await packsOf(folder)) await truncate(pack, 100)
    const store = await newStore()
    const { refused } = await world.pull(store, { source: folderSource(folder) })
    expect(refused[0]?.reason).toContain('cut short')
    expect(await expectSound(store)).toBe(24 - refused.length)
  })

  test('a pack that is not there: the pull ends, and says which', async () => {
    const folder = await copied()
    const [pack = ''] = await packsOf(folder)
    await rm(pack)
    const store = await newStore()
    await expect(world.pull(store, { source: folderSource(folder) })).rejects.toMatchObject({
      fault: 'unavailable',
      message: `${pack}: no such file or folder`,
    })
  })

  test('no root at all', async () => {
    const folder = await copied()
    await rm(join(folder, 'index.json'))
    const store = await newStore()
    await expect(world.pull(store, { source: folderSource(folder) })).rejects.toMatchObject({
      fault: 'unavailable',
    })
  })
})
