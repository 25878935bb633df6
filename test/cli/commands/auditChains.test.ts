// Proof chains that somebody has laid hands on, told by the command.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openChains } from '../../../src/app/chainsApp.ts'
import { auditChains } from '../../../src/cli/forms/auditChains.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { loadConfig } from '../../../src/config.ts'
import { proofHash } from '../../../src/domain/proofChain.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { keyOf, releaseOf } from '../../contract/packageData.ts'
import { AT } from '../../contract/storeContract.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-chains-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function withStore<T>(use: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>) {
  const store = await openStore({ databaseUrl: null, dataDir })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Past every rule that the store itself keeps. */
function tamper(...statements: readonly string[]): void {
  const database = new DatabaseSync(join(dataDir, 'assay.db'))
  database.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON')
  for (const statement of statements) database.exec(statement)
  database.close()
}

async function audit(...args: readonly string[]) {
  let printed = ''
  const stdout = {
    write(text: string) {
      printed += text
    },
  }
  const out = output({ stdout, stderr: { write: () => {} } })
  const config = loadConfig({ ASSAY_DATA_DIR: dataDir }, dataDir, dataDir)
  const app = await openChains(config)
  try {
    const { signal } = new AbortController()
    const status = await auditChains(['--chains', ...args], async () => app, out, signal)
    return { status, printed }
  } finally {
    await app.close()
  }
}

test('a store without a chain has none that is broken', async () => {
  await withStore(async () => {})
  expect(await audit()).toEqual({ status: 0, printed: 'no chains are stored\n' })
})

describe('chains of packages', () => {
  beforeEach(async () => {
    await rm(join(dataDir, 'assay.db'), { force: true })
    await withStore(async ({ packages }) => {
      for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
        await packages.saveLatest(releaseOf('p', { version }), AT)
      }
      await packages.saveLatest(releaseOf('q'), AT)
    })
  })

  test('that are whole', async () => {
    expect(await audit()).toEqual({ status: 0, printed: '2 chains with 4 rows: all whole\n' })
  })

  test('one JSON line for each', async () => {
    tamper('DELETE FROM proof WHERE seq = 2')
    const { status, printed } = await audit('--json')
    expect(status).toBe(1)
    expect(
      printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        of: 'package',
        name: 'npm:p',
        rows: 2,
        whole: false,
        fault: 'row 3 stands where row 2 belongs',
      },
      { of: 'package', name: 'npm:q', rows: 1, whole: true, fault: null },
    ])
  })

  test.each([
    ['a hole', 'DELETE FROM proof WHERE seq = 2', 'row 3 stands where row 2 belongs'],
    [
      'no beginning',
      "DELETE FROM proof WHERE name = 'p' AND seq = 1",
      'row 2 stands where row 1 belongs',
    ],
    [
      'other bytes',
      `UPDATE proof SET sha256 = '${'f'.repeat(64)}' WHERE name = 'p' AND seq = 2`,
      'row 2 does not match its hash',
    ],
    [
      'another time',
      "UPDATE proof SET extracted_at = '2020-01-01T00:00:00.000Z' WHERE name = 'p' AND seq = 1",
      'row 1 does not match its hash',
    ],
    [
      'no end',
      "DELETE FROM proof WHERE name = 'p' AND seq = 3",
      'answers rest on row 3, and the last release is row 2',
    ],
    [
      'a head that was put back',
      "UPDATE package SET head_seq = 2 WHERE name = 'p'",
      'answers rest on row 2, and the last release is row 3',
    ],
    ['no rows', "DELETE FROM proof WHERE name = 'p'", 'row 3, which answers rest on, is missing'],
    ['no head', "DELETE FROM package WHERE name = 'p'", 'no package rests on its rows'],
  ])('%s is told with its place', async (_, statement, fault) => {
    tamper(statement)
    const { status, printed } = await audit()
    expect(status).toBe(1)
    expect(printed).toContain(`broken  npm:p  ${fault}\n`)
    expect(printed).toMatch(/^2 chains with \d rows?: 1 broken$/m)
  })

  test('a row that was forged together with its hash no longer fits the next one', async () => {
    const [, second] = await withStore(({ packages }) =>
      packages.loadChain(keyOf('p'), { afterSeq: 0, limit: 10 }),
    )
    if (second === undefined) throw new Error('no second row')
    const release = { ...second.release, version: '6.6.6' }
    const hash = proofHash({ ...second, release })
    tamper(`UPDATE proof SET version = '6.6.6', hash = '${hash}' WHERE name = 'p' AND seq = 2`)
    const { status, printed } = await audit()
    expect(status).toBe(1)
    expect(printed).toContain('broken  npm:p  row 3 names another parent\n')
  })
})
