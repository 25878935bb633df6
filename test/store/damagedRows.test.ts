// Rows that a disk, or a stranger, has changed since they were written: nothing that answers rest on
// is taken from them.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type IngestedRelease, tableKeyOf } from '../../src/domain/release.ts'
import type { Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'
import { SQLITE_FILE } from '../../src/store/sqlite.ts'
import { keyOf, releaseOf } from '../contract/packageData.ts'
import { AT } from '../contract/storeContract.ts'

const RELEASE: IngestedRelease = releaseOf('p', {
  sourceUrl: 'https://registry.example/p-1.0.0.tgz',
  remarks: ['version_differs'],
})

let dataDir: string
let store: Store

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-damaged-'))
  store = await openStore({ databaseUrl: null, dataDir })
})
afterEach(async () => {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

function damage(sql: string): void {
  const file = new DatabaseSync(join(dataDir, SQLITE_FILE))
  file.exec(`PRAGMA ignore_check_constraints = ON; ${sql}`)
  file.close()
}

const CHANGES = [
  "source_url = 'https://other.example/p-1.0.0.tgz'",
  'source_url = NULL',
  'remarks = NULL',
  "filename = 'q-1.0.0.tgz'",
  "digest = 'declared'",
  "registry_status = 'quarantined'",
  "deprecation = 'use another'",
  "sha256 = replace(sha256, 'a', 'b')",
]

describe.each(CHANGES)('%s', (change) => {
  test('in the chain: the release is not handed out', async () => {
    await store.packages.saveLatest(RELEASE, AT)
    damage(`UPDATE proof SET ${change}`)
    await expect(store.packages.load(keyOf('p'))).rejects.toMatchObject({ code: 'internal' })
    expect(await store.packages.releases(keyOf('p'))).toEqual([])
  })

  test('in a pinned proof: it is as if there were none, until it is written anew', async () => {
    await store.packages.savePinned(RELEASE)
    damage(`UPDATE pinned_proof SET ${change}`)
    expect(await store.packages.loadPinned(keyOf('p'), '1.0.0')).toBeNull()
    expect(await store.packages.releases(keyOf('p'))).toEqual([])
    expect(await store.packages.savePinned(RELEASE)).toEqual({ change: 'pinned' })
    expect(await store.packages.loadPinned(keyOf('p'), '1.0.0')).toEqual(RELEASE)
  })
})

test('a row of before there were sums is taken as it is', async () => {
  await store.packages.savePinned(RELEASE)
  damage('UPDATE pinned_proof SET row_sum = NULL')
  expect(await store.packages.loadPinned(keyOf('p'), '1.0.0')).toEqual(RELEASE)
})

test('a head that is not the last release of its chain is not handed out', async () => {
  await store.packages.saveLatest(RELEASE, AT)
  await store.packages.saveLatest(releaseOf('p', { version: '2.0.0' }), AT)
  damage('UPDATE package SET head_seq = 1')
  await expect(store.packages.load(keyOf('p'))).rejects.toMatchObject({ code: 'internal' })
})

test('what a table rests on is chosen anew', async () => {
  const file = { ...keyOf('d'), version: '1.0.0', filename: 'd-1.0.0.tgz', sha256: 'd'.repeat(64) }
  const key = tableKeyOf(RELEASE, [file])
  if (key === null) throw new Error('no table can be made of it')
  const following = { files: [file], unfollowed: [] }
  const table = { key, bytes: Buffer.from('table'), symbols: 1, following, madeAt: AT }
  await store.tables.save(table)
  damage("UPDATE table_basis SET followed = replace(followed, '1.0.0', '1.0.1')")
  expect(await store.tables.basis(key)).toBeNull()
  await store.tables.save(table)
  expect((await store.tables.basis(key))?.files).toEqual([file])
})
