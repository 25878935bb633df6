// An index is published from one store and pulled into another.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eip191Signer } from '../../../src/attest/eip191.ts'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import { sha256 } from '../../../src/domain/texts/sha256.ts'
import { folderSource } from '../../../src/packs/pull/folderSource.ts'
import { AT, type PackWorld, packWorld, releaseWith, saveRelease, tablesIn } from '../packWorld.ts'

let world: PackWorld
beforeEach(async () => {
  world = await packWorld()
})
afterEach(() => world.close())

const NAMES = Array.from({ length: 30 }, (_, at) => `package-${at}`)

async function publishAll() {
  const published: Record<string, string> = {}
  for (const name of NAMES) {
    const { table } = await saveRelease(world.maker, name)
    published[`${name} 1.0`] = sha256(table.bytes)
  }
  return published
}

const keyOf = (name: string) => ({ ecosystem: 'pypi' as const, name: name as PackageName })

describe('a whole pull', () => {
  test('brings every table as it was published, and who made it', async () => {
    const published = await publishAll()
    await world.publish()
    const store = await world.newStore('puller')
    const pulled = await world.pull(store)
    expect(pulled).toMatchObject({ releases: 30, taken: 30, there: 0, own: 0, refused: [] })
    expect(await tablesIn(store, NAMES)).toEqual(published)
    const { table } = releaseWith('package-3')
    expect(await store.tables.basis(table.key)).toMatchObject({ readBy: world.signer.address })
    expect(
      await store.pulled.release(keyOf('package-3'), '1.0', 'package_3-1.0-py3-none-any.whl'),
    ).toMatchObject({
      maker: world.signer.address,
      indexAt: AT,
      latestAt: AT,
      release: { artifact: { digest: 'declared' } },
    })
  })

  test('asks for the root alone when everything is there', async () => {
    await publishAll()
    await world.publish()
    const store = await world.newStore('puller')
    expect((await world.pull(store)).requests).toBeLessThan(5)
    expect(await world.pull(store)).toMatchObject({ taken: 0, there: 30, requests: 1 })
  })

  test('brings what was followed, and words of the registry', async () => {
    const file = {
      ...keyOf('other'),
      version: '2.0',
      filename: 'other-2.0-py3-none-any.whl',
      sha256: 'b'.repeat(64),
    }
    const unfollowed = [
      { name: 'gone', reason: 'no such package', isTemporary: false, isAbsent: true as const },
      { name: 'odd', reason: '1.0 has no file that is opened', isTemporary: false },
    ]
    const following = { files: [file], unfollowed }
    const { table } = await saveRelease(world.maker, 'demo', {
      following,
      deprecation: 'use other',
      remarks: ['record_missing'],
    })
    await world.publish()
    const store = await world.newStore('puller')
    await world.pull(store)
    expect(await store.tables.basis(table.key)).toMatchObject(following)
    expect(await store.tables.load(table.key)).toEqual(Uint8Array.from(table.bytes))
    const [release] = await store.pulled.releases(keyOf('demo'))
    expect(release?.release).toMatchObject({
      deprecation: 'use other',
      remarks: ['record_missing'],
      extractedAt: AT,
    })
  })

  test('brings of npm the digest that the registry declares', async () => {
    const { release } = await saveRelease(world.maker, '@one/box', { ecosystem: 'npm' })
    const declared = await world.maker.provenance.declaredOf(release.artifact?.sha256 ?? '')
    await world.publish()
    const store = await world.newStore('puller')
    await world.pull(store)
    const [pulled] = await store.pulled.releases({
      ecosystem: 'npm',
      name: '@one/box' as PackageName,
    })
    expect(pulled?.declared).toEqual(declared)
  })
})

describe('what this node has read itself', () => {
  test('is not replaced', async () => {
    await publishAll()
    await world.publish()
    const store = await world.newStore('puller')
    const own = await saveRelease(store, 'package-3', { names: ['only_mine'] })
    expect(await world.pull(store)).toMatchObject({ taken: 29, own: 1 })
    expect(await store.tables.load(own.table.key)).toEqual(Uint8Array.from(own.table.bytes))
    expect((await store.tables.basis(own.table.key))?.readBy).toBeUndefined()
  })

  test('is not replaced by one of another maker either, and the first maker stands', async () => {
    await publishAll()
    await world.publish()
    const store = await world.newStore('puller')
    await world.pull(store)
    const other = await eip191Signer(Buffer.alloc(32, 9))
    const elsewhere = `${world.folder}-other`
    await world.publish({ by: other, to: elsewhere })
    const source = folderSource(elsewhere)
    expect(await world.pull(store, { source, maker: other.address })).toMatchObject({ own: 30 })
    const { table } = releaseWith('package-3')
    expect(await store.tables.basis(table.key)).toMatchObject({ readBy: world.signer.address })
  })

  test('a correction of the same maker takes the place of what the maker said before', async () => {
    const first = await saveRelease(world.maker, 'demo')
    await world.publish()
    const store = await world.newStore('puller')
    await world.pull(store)
    await world.maker.tables.drop(first.table.key)
    const { table } = releaseWith('demo', { names: ['demo_one', 'demo_two', 'demo_three'] })
    await world.maker.tables.save(table)
    world.setClock('2026-03-02T12:00:00.000Z')
    await world.publish()
    expect(await world.pull(store)).toMatchObject({ taken: 1 })
    expect(await store.tables.load(table.key)).toEqual(Uint8Array.from(table.bytes))
  })
})

describe('whom to trust', () => {
  test('has to be said once; then nothing is kept of anybody else', async () => {
    await publishAll()
    await world.publish()
    const store = await world.newStore('puller')
    await expect(world.pull(store, { maker: null })).rejects.toMatchObject({
      fault: 'untrusted',
      message: expect.stringContaining(`--maker ${world.signer.address}`),
    })
    expect(await tablesIn(store, NAMES)).toEqual({})
    await world.pull(store)
    expect(await world.pull(store, { maker: null })).toMatchObject({ there: 30 })
  })

  test('an index of another maker than the one named is refused', async () => {
    await publishAll()
    await world.publish()
    const store = await world.newStore('puller')
    await expect(world.pull(store, { maker: `0x${'1'.repeat(40)}` })).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringContaining(`signed by ${world.signer.address}`),
    })
    expect(await store.pulled.index(world.folder)).toBeNull()
    expect(await tablesIn(store, NAMES)).toEqual({})
  })

  test('an address that has another maker by now is refused', async () => {
    await publishAll()
    const store = await world.newStore('puller')
    const other = await eip191Signer(Buffer.alloc(32, 9))
    await world.publish({ by: other })
    await world.pull(store, { maker: other.address })
    await expect(world.pull(store)).rejects.toMatchObject({
      message: expect.stringContaining(`from the maker ${other.address} before`),
    })
    await store.pulled.forgetIndex(world.folder)
    await expect(world.pull(store)).rejects.toMatchObject({ fault: 'refused' })
  })

  test('an older index than the one before is refused, unless it is asked for', async () => {
    await publishAll()
    world.setClock('2026-03-05T12:00:00.000Z')
    await world.publish()
    const store = await world.newStore('puller')
    await world.pull(store)
    world.setClock('2026-03-04T12:00:00.000Z')
    await world.publish()
    world.setClock('2026-03-05T12:00:00.000Z')
    await expect(world.pull(store)).rejects.toMatchObject({
      message: expect.stringContaining('--older'),
    })
    expect(await world.pull(store, { isOlderTaken: true })).toMatchObject({ there: 30 })
    // On purpose once is not for ever.
    await expect(world.pull(store)).rejects.toMatchObject({ fault: 'refused' })
  })

  test('an index of a day that is yet to come is refused', async () => {
    await publishAll()
    world.setClock('2027-03-05T12:00:00.000Z')
    await world.publish()
    world.setClock(AT)
    const store = await world.newStore('puller')
    await expect(world.pull(store)).rejects.toMatchObject({
      message: expect.stringContaining('yet to come'),
    })
  })
})

describe('what is not of this node', () => {
  test('tables of another extractor are left out', async () => {
    await saveRelease(world.maker, 'demo', { extractor: 'python/1' })
    expect(await world.publish()).toMatchObject({ releases: 0, leftOut: { older_extractor: 1 } })
  })

  test('releases of another registry are left out', async () => {
    await publishAll()
    await saveRelease(world.maker, 'left-pad', { ecosystem: 'npm' })
    await world.publish()
    const store = await world.newStore('puller')
    const registries = { pypi: 'https://registry.example/', npm: 'public' }
    expect(await world.pull(store, { registries })).toMatchObject({
      taken: 1,
      leftOut: { registry: 30 },
    })
    // They are looked at again by a pull that may take them.
    expect(await world.pull(store)).toMatchObject({ taken: 30, there: 1 })
  })
})

describe('what a project needs', () => {
  const wantedOf = (name: string, pin: string | null = null, range: string | null = null) => ({
    key: keyOf(name),
    pin,
    range,
  })

  test('a pin, the newest of a range, the latest, and what their tables follow', async () => {
    for (const version of ['1.0', '1.5', '2.0']) {
      await saveRelease(world.maker, 'pinned', { version })
      await saveRelease(world.maker, 'ranged', { version })
    }
    await saveRelease(world.maker, 'deep', { version: '3.0' })
    const file = {
      ...keyOf('deep'),
      version: '3.0',
      filename: 'deep-3.0-py3-none-any.whl',
      sha256: 'b'.repeat(64),
    }
    await saveRelease(world.maker, 'following', { following: { files: [file], unfollowed: [] } })
    await saveRelease(world.maker, 'unasked')
    await world.publish()
    const store = await world.newStore('puller')
    const pulled = await world.pull(store, {
      wanted: [
        wantedOf('pinned', '1.0'),
        wantedOf('ranged', null, '<2'),
        wantedOf('following'),
        wantedOf('nowhere'),
        wantedOf('pinned', '9.9'),
      ],
    })
    const names = ['pinned', 'ranged', 'deep', 'following', 'unasked']
    expect(Object.keys(await tablesIn(store, names)).sort()).toEqual([
      'deep 3.0',
      'following 1.0',
      'pinned 1.0',
      'pinned 2.0',
      'ranged 1.5',
      'ranged 2.0',
    ])
    expect(pulled.missing.map(({ key, pin }) => `${key.name} ${pin}`).sort()).toEqual([
      'nowhere null',
      'pinned 9.9',
    ])
    // The root, the shard, and the tables that lie together.
    expect(pulled.requests).toBe(3)
  })

  test('a whole pull afterwards brings the rest', async () => {
    await publishAll()
    await world.publish()
    const store = await world.newStore('puller')
    await world.pull(store, { wanted: [wantedOf('package-3')] })
    expect(await world.pull(store)).toMatchObject({ taken: 29, there: 1 })
  })
})
