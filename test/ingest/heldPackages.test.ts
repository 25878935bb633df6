// The index as it is read offline, and the days that are told of it.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { IngestedRelease } from '../../src/domain/release.ts'
import { type HeldElsewhere, heldPackages } from '../../src/ingest/heldPackages.ts'
import type { Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'
import { artifactOf, keyOf, releaseOf } from '../contract/packageData.ts'

const READ = '2026-11-01T00:00:00.000Z'
const PINNED = '2026-11-02T00:00:00.000Z'
const CHECKED = '2026-11-03T00:00:00.000Z'
const NOW = '2026-11-04T00:00:00.000Z'

const KEY = keyOf('p')

let dataDir: string
let store: Store
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-held-'))
  store = await openStore({ databaseUrl: null, dataDir })
  await store.packages.saveLatest(releaseOf('p', { version: '2.0.0', extractedAt: READ }), CHECKED)
  await store.packages.savePinned(releaseOf('p', { version: '1.0.0', extractedAt: PINNED }))
})
afterEach(async () => {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

const open = (now = NOW) => heldPackages(store.packages, () => new Date(now))

const daysIn = (
  { days }: ReturnType<typeof open>,
  version: string | null,
  ecosystem?: 'npm' | 'pypi',
) =>
  days
    .of({ package: 'p', version, ...(ecosystem === undefined ? {} : { ecosystem }) })
    .map(({ ms, askedBy }) => `${askedBy ?? ''}${new Date(ms).toISOString()}`)

test('nothing is told of what was not handed out', () => {
  expect(daysIn(open(), '2.0.0')).toEqual([])
})

test('the day of the latest release is that on which the registry last confirmed it', async () => {
  const held = open()
  await held.packages.load(KEY)
  expect(daysIn(held, '2.0.0')).toEqual([CHECKED])
  expect(daysIn(held, null, 'npm')).toEqual([CHECKED])
  expect(daysIn(held, null, 'pypi')).toEqual([])
})

test('also where it is named: it may never have been pinned', async () => {
  const held = open()
  expect(await held.packages.loadPinned(KEY, '2.0.0')).toMatchObject({ version: '2.0.0' })
  expect(daysIn(held, '2.0.0')).toEqual([CHECKED])
})

test('the day of any other release is that on which it was read', async () => {
  const held = open()
  await held.packages.loadPinned(KEY, '1.0.0')
  expect(daysIn(held, '1.0.0')).toEqual([PINNED])
})

test('a release that is not there has none', async () => {
  const held = open()
  expect(await held.packages.loadPinned(KEY, '3.0.0')).toBeNull()
  expect(daysIn(held, '3.0.0')).toEqual([])
})

test.each([
  ['the latest', () => open(PINNED).packages.load(KEY)],
  ['one that is named', () => open(READ).packages.loadPinned(KEY, '1.0.0')],
])('a day that lies ahead is refused: %s', async (_, load) => {
  await expect(load()).rejects.toMatchObject({ code: 'not_held' })
})

test('nothing is written', async () => {
  const { packages } = open()
  const release = releaseOf('q')
  await expect(packages.saveLatest(release, NOW)).rejects.toThrow('written offline')
  await expect(packages.savePinned(release)).rejects.toThrow('written offline')
  expect(await store.packages.load(keyOf('q'))).toBeNull()
})

describe('releases that others have read', () => {
  const elsewhere = (
    version: string,
    latestAt: string | null,
    change: Partial<IngestedRelease> = {},
  ): HeldElsewhere => ({
    release: releaseOf('p', { version, extractedAt: READ, ...change }),
    latestAt,
    askedBy: 'maker ',
    isForReference: true,
  })
  const openWith = (...others: readonly HeldElsewhere[]) =>
    heldPackages(
      store.packages,
      () => new Date(NOW),
      async ({ name }) => (name === 'p' ? others : []),
    )
  const latestIn = async ({ packages }: ReturnType<typeof open>) =>
    (await packages.load(KEY))?.head.release.version

  test('are the latest where the registry told them so later', async () => {
    const held = openWith(elsewhere('3.0.0', '2026-11-03T12:00:00.000Z'))
    expect(await latestIn(held)).toBe('3.0.0')
    expect(daysIn(held, '3.0.0')).toEqual(['maker 2026-11-03T12:00:00.000Z'])
  })

  test.each([
    ['it was told before ours', elsewhere('3.0.0', PINNED)],
    ['nobody was told', elsewhere('3.0.0', null)],
    [
      'the file is not the one that was seen here',
      elsewhere('1.0.0', NOW, { artifact: artifactOf('1.0.0.tgz', 'b') }),
    ],
  ])('are not the latest where %s', async (_, other) => {
    expect(await latestIn(openWith(other))).toBe('2.0.0')
  })

  test('of which the day lies ahead are refused', async () => {
    const held = openWith(elsewhere('3.0.0', '2026-11-05T00:00:00.000Z'))
    await expect(held.packages.load(KEY)).rejects.toMatchObject({ code: 'not_held' })
  })

  test('are found by their version, with the day on which they were read', async () => {
    const held = openWith(elsewhere('0.9.0', null))
    expect(await held.packages.loadPinned(KEY, '0.9.0')).toMatchObject({ version: '0.9.0' })
    expect(daysIn(held, '0.9.0')).toEqual([`maker ${READ}`])
  })

  test('are listed behind those that were read here', async () => {
    const change = { deprecation: 'elsewhere' }
    const held = openWith(elsewhere('0.9.0', null), elsewhere('1.0.0', null, change))
    const listed = await held.packages.releases(KEY)
    expect(listed.map(({ version }) => version)).toEqual(['0.9.0', '1.0.0', '2.0.0'])
    expect(listed[1]).toMatchObject({ deprecation: null })
  })

  test('say which Python is given them, unless another file was seen here', async () => {
    const sound = artifactOf('3.0.0.tgz', 'c')
    const other = artifactOf('1.0.0.tgz', 'b')
    const held = openWith(
      elsewhere('3.0.0', CHECKED, { artifact: sound }),
      elsewhere('1.0.0', null, { artifact: other }),
    )
    expect(held.isForReference(sound.sha256)).toBe(false)
    await held.packages.load(KEY)
    expect(held.isForReference(sound.sha256)).toBe(true)
    expect(held.isForReference(other.sha256)).toBe(false)
  })

  test('of a package that nobody has asked for here', async () => {
    const held = heldPackages(
      store.packages,
      () => new Date(NOW),
      async () => [elsewhere('1.0.0', PINNED)],
    )
    expect(await held.packages.load(keyOf('q'))).toMatchObject({ checkedAt: PINNED })
  })
})
