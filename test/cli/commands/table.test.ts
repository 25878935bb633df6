// Tables as a person or a script asks for them, on the embedded store.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run as runAudit } from '../../../src/cli/commands/audit.ts'
import { run as runTable } from '../../../src/cli/commands/table.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { parsePackageName } from '../../../src/domain/names/packageName.ts'
import { tableKeyOf } from '../../../src/domain/release.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { SQLITE_FILE } from '../../../src/store/sqlite.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { buildWheel, WHEEL_NAME } from '../../fake/archives/wheelBuilder.ts'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { startAssay } from '../../queue/startAssay.ts'
import { cliTools } from '../../support/cliTools.ts'
import { moduleOf, tableOf } from '../../table/tableData.ts'

let registry: FakeRegistry
let folder: string
beforeAll(async () => {
  registry = await fakeRegistry()
  registry.pypi.publish({
    name: 'demo',
    version: '1.0',
    files: [{ filename: WHEEL_NAME, bytes: buildWheel() }],
  })
  registry.pypi.publish({
    name: 'broken',
    version: '1.0',
    files: [{ filename: 'broken-1.0-py3-none-any.whl', bytes: Buffer.from('no archive') }],
  })
  registry.npm.publish({ name: 'express', version: '1.0.0' })
  folder = await mkdtemp(join(tmpdir(), 'assay-table-'))
})
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

function assay(args: readonly string[], data = 'data') {
  return startAssay(args, {
    HOME: folder,
    ASSAY_DATA_DIR: join(folder, data),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  }).ended
}

const modules = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((row) => row.symbol === '')
    .map((row) => row.module)

describe('assay table', () => {
  test('--json is one row a line, and a summary on standard error', async () => {
    const { status, stdout, stderr } = await assay(['table', 'pypi', 'demo', '--json'])
    expect({ status, modules: modules(stdout) }).toEqual({
      status: 0,
      modules: ['demo', 'demo.core'],
    })
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
      module: 'demo',
      symbol: '',
      kind: 'module',
      file: 'demo/__init__.py',
    })
    expect(stderr).toMatch(/^demo-1\.0\S+ sha256 [0-9a-f]{64}\n2 modules, .*\(python\/\d+\)\n$/)
  })

  test('a pinned release has the same table, without a registry that answers', async () => {
    const file = join(folder, WHEEL_NAME)
    await writeFile(file, buildWheel())
    const near = await assay(['table', '--file', file, '--json'])
    const pinned = await assay(['table', 'pypi', 'demo@1.0', '--json'])
    expect(near.status).toBe(0)
    expect(near.stdout).toBe(pinned.stdout)
  })

  test.each([
    ['pypi absent-name', 1],
    ['pypi demo@9.9', 1],
    ['pypi broken', 3],
    ['--file no-such-file.whl', 2],
    ['--file package.json', 2],
  ])('assay table %s: exit %i, and nothing on standard output', async (args, status) => {
    const ended = await assay(['table', ...args.split(' ')])
    expect({ status: ended.status, stdout: ended.stdout }).toEqual({ status, stdout: '' })
    expect(ended.stderr).not.toContain('    at ')
  })
})

describe('assay audit', () => {
  test('a table that is what the file gives: exit 0', async () => {
    const { status, stdout } = await assay(['audit', 'pypi', 'demo', '--json'])
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ name: 'demo', version: '1.0', match: true, differences: [] })
    expect(report.kept_sha256).toBe(report.derived_sha256)
    expect(status).toBe(0)
  })

  test('a table that is not: exit 1, with the first differences', async () => {
    await assay(['ingest', 'pypi', 'demo'], 'tampered')
    await replaceTable(join(folder, 'tampered'))
    const { status, stdout } = await assay(['audit', 'pypi', 'demo'], 'tampered')
    expect(status).toBe(1)
    expect(stdout).toMatch(/^differs {3}demo-1\.0/)
    expect(stdout).toContain('only kept  demo.added')
    expect(stdout).toContain('only derived  demo.core')
  })

  test('an index from before there were tables is filled as it is asked for', async () => {
    await assay(['ingest', 'pypi', 'demo'], 'older')
    await dropTables(join(folder, 'older'))
    const { status, stdout } = await assay(['table', 'pypi', 'demo', '--json'], 'older')
    expect({ status, modules: modules(stdout) }).toEqual({
      status: 0,
      modules: ['demo', 'demo.core'],
    })
    expect((await assay(['audit', 'pypi', 'demo'], 'older')).status).toBe(0)
  })
})

async function dropTables(dataDir: string): Promise<void> {
  const { DatabaseSync } = await import('@photostructure/sqlite')
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE))
  database.exec('DELETE FROM symbol_table; DELETE FROM table_basis')
  database.close()
}

/** The store keeps the first table of a key, so the real one has to go before. */
async function replaceTable(dataDir: string): Promise<void> {
  await dropTables(dataDir)
  const store = await openStore({ databaseUrl: null, dataDir })
  const name = parsePackageName('pypi', 'demo')
  const indexed = name && (await store.packages.load({ ecosystem: 'pypi', name }))
  const key = indexed && tableKeyOf(indexed.head.release)
  if (key === null) throw new Error('demo is not indexed')
  const bytes = encodeTable(tableOf(moduleOf('demo', []), moduleOf('demo.added', [])))
  const following = { files: [], unfollowed: [] }
  await store.tables.save({ key, bytes, symbols: 0, following, madeAt: '2026-01-01T00:00:00Z' })
  await store.close()
}

test.each([
  ['table'],
  ['table pypi'],
  ['table cran x'],
  ['table pypi a b'],
  ['table pypi demo --file x.whl'],
  ['table npm .a'],
  ['audit'],
  ['audit pypi'],
  ['audit pypi a b'],
  ['audit cran x'],
])('usage is exit 2, before anything is opened: assay %s', async (command) => {
  let printed = ''
  const stream = {
    write: (text: string) => {
      printed += text
    },
  }
  const out = output({ stdout: { write: () => {} }, stderr: stream })
  const [name, ...args] = command.split(' ')
  const status = await (name === 'table' ? runTable : runAudit)(args, cliTools({ out }))
  expect(status).toBe(2)
  expect(printed).toMatch(/Usage|assay:/)
})
