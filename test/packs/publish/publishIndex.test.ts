// What is published, and what a folder keeps from one time to the next.

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eip191Signer } from '../../../src/attest/eip191.ts'
import { sha256 } from '../../../src/domain/texts/sha256.ts'
import { seededRandom } from '../../fake/seededRandom.ts'
import { AT, type PackWorld, packWorld, releaseWith, saveRelease, tablesIn } from '../packWorld.ts'

let world: PackWorld
beforeEach(async () => {
  world = await packWorld()
})
afterEach(() => world.close())

const filesIn = (kind: string) => readdir(join(world.folder, kind))

describe('what is left out', () => {
  test('a table that lacks something which may be had before long', async () => {
    const unfollowed = [{ name: 'other', reason: 'registry_unavailable', isTemporary: true }]
    await saveRelease(world.maker, 'demo', { following: { files: [], unfollowed } })
    expect(await world.publish()).toMatchObject({ releases: 0, leftOut: { passing_gap: 1 } })
  })

  test('what was pulled itself', async () => {
    const { release } = await saveRelease(world.maker, 'demo')
    await world.publish()
    const puller = await world.newStore('puller')
    await world.pull(puller)
    const to = join(world.dir, 'again')
    // Questions were asked since, so that there are proofs as well.
    await puller.packages.saveLatest({ ...release, remarks: ['read_elsewhere'] }, AT)
    expect(await world.publish({ from: puller, to })).toMatchObject({ leftOut: { pulled: 1 } })
    await puller.packages.savePinned({ ...release, version: '2.0' })
    expect(await world.publish({ from: puller, to })).toMatchObject({
      releases: 0,
      leftOut: { pulled: 2 },
    })
  })

  test('a file of npm of which nobody knows what the registry declares', async () => {
    const { release, table } = releaseWith('demo', { ecosystem: 'npm' })
    await world.maker.packages.saveLatest(release, AT, table)
    expect(await world.publish()).toMatchObject({ leftOut: { no_declared_digest: 1 } })
  })

  test('a table that is damaged', async () => {
    const { table } = await saveRelease(world.maker, 'demo')
    await world.maker.tables.drop(table.key)
    const bytes = Buffer.from(table.bytes)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    await world.maker.tables.save({ ...table, bytes })
    expect(await world.publish()).toMatchObject({ releases: 0, leftOut: { damaged: 1 } })
  })

  test('releases that were read before the day', async () => {
    await saveRelease(world.maker, 'demo')
    expect(await world.publish({ since: '2026-03-02T00:00:00.000Z' })).toMatchObject({
      releases: 0,
      leftOut: { not_asked: 1 },
    })
    expect(await world.publish({ since: '2026-03-01T00:00:00.000Z' })).toMatchObject({
      releases: 1,
    })
  })
})

describe('a folder that has an index', () => {
  /** Words that no compression makes shorter, so that packs become large. */
  function manyNames(seed: number, count: number): readonly string[] {
    return Array.from({ length: count }, (_, at) => `name_${sha256(`${seed} ${at}`)}`)
  }

  test('packs that are there stay, and new tables go into new packs', async () => {
    for (const seed of [1, 2, 3]) {
      await saveRelease(world.maker, `large-${seed}`, { names: manyNames(seed, 40_000) })
    }
    const first = await world.publish()
    expect(first).toMatchObject({ added: 3, releases: 3 })
    const before = await filesIn('packs')
    await saveRelease(world.maker, 'small')
    const second = await world.publish()
    expect(second.releases).toBe(4)
    expect(second.added).toBeLessThan(4)
    const kept = (await filesIn('packs')).filter((file) => before.includes(file))
    expect(kept.length).toBeGreaterThan(0)
    const store = await world.newStore('puller')
    expect(await world.pull(store)).toMatchObject({ taken: 4, refused: [] })
  })

  test('nothing is written when nothing is new', async () => {
    await saveRelease(world.maker, 'one')
    await saveRelease(world.maker, 'two')
    await world.publish()
    const before = [await filesIn('packs'), await filesIn('shards')]
    world.setClock('2026-03-02T12:00:00.000Z')
    expect(await world.publish()).toMatchObject({ added: 0, releases: 2 })
    expect([await filesIn('packs'), await filesIn('shards')]).toEqual(before)
  })

  test('small packs are joined, and what nothing names is removed the time after', async () => {
    for (let at = 0; at < 6; at += 1) {
      await saveRelease(world.maker, `package-${at}`)
      await world.publish()
    }
    // The one that holds all of them, and the one before it.
    expect(await filesIn('packs')).toHaveLength(2)
    expect(await filesIn('shards')).toHaveLength(2)
    const store = await world.newStore('puller')
    await world.pull(store)
    const names = Array.from({ length: 6 }, (_, at) => `package-${at}`)
    expect(Object.keys(await tablesIn(store, names))).toHaveLength(6)
  })

  test('the same store gives the same files', async () => {
    for (const at of [3, 1, 2]) await saveRelease(world.maker, `package-${at}`)
    await world.publish()
    const other = join(world.dir, 'other')
    await world.publish({ to: other })
    expect(await readdir(join(other, 'shards'))).toEqual(await filesIn('shards'))
    expect(await readFile(join(other, 'index.json'), 'utf8')).toBe(
      await readFile(join(world.folder, 'index.json'), 'utf8'),
    )
  })

  test('the index of another maker is not overwritten', async () => {
    await saveRelease(world.maker, 'demo')
    await world.publish()
    const by = await eip191Signer(Buffer.alloc(32, 9))
    await expect(world.publish({ by })).rejects.toMatchObject({
      message: expect.stringContaining(`the index of ${world.signer.address}`),
    })
  })
})

test('a large index has several shards, and a package is found in its own', async () => {
  const random = seededRandom(4)
  const names = Array.from({ length: 2_100 }, (_, at) => `n${at}-${random.below(1e6)}`)
  for (const name of names) await saveRelease(world.maker, name, { names: ['x'] })
  expect(await world.publish()).toMatchObject({ releases: 2_100, shards: 4 })
  const store = await world.newStore('puller')
  const wanted = names.slice(0, 5).map((name) => ({
    key: { ecosystem: 'pypi' as const, name: name as never },
    pin: null,
    range: null,
  }))
  expect(await world.pull(store, { wanted })).toMatchObject({ taken: 5, missing: [] })
  expect(await world.pull(store)).toMatchObject({ taken: 2_095, there: 5 })
  expect((await stat(join(world.folder, 'index.json'))).size).toBeLessThan(2_000)
})
