// Tables of npm packages from the registry to the row: made when they are asked for, following other
// packages, and never for a question about the package alone.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIngestApp, type IngestApp } from '../../src/app/ingestApp.ts'
import { loadConfig } from '../../src/config.ts'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { payloadDigest } from '../../src/table/format/payload.ts'
import { openTable } from '../../src/table/openTable.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'

const { signal } = new AbortController()

let registry: FakeRegistry
let app: IngestApp
let folder: string

beforeAll(async () => {
  registry = await fakeRegistry()
  folder = await mkdtemp(join(tmpdir(), 'assay-npm-'))
  const env = {
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_DATA_DIR: join(folder, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  }
  app = await createIngestApp(loadConfig(env, folder, folder))
})
afterAll(async () => {
  await app.close()
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

function publish(
  name: string,
  version: string,
  manifest: Record<string, unknown>,
  files: Record<string, string>,
): void {
  const text = JSON.stringify({ name, version, ...manifest })
  registry.npm.publish({ name, version, files: { 'package.json': text, ...files } })
}

function keyOf(written: string) {
  const name = parsePackageName('npm', written)
  if (name === null) throw new Error(`no name: ${written}`)
  return { ecosystem: 'npm', name } as const
}

async function read(name: string) {
  const reading = await app.tables.read(keyOf(name), null, signal)
  if (reading.state !== 'read') throw new Error(`not read: ${JSON.stringify(reading)}`)
  const table = openTable(reading.bytes)
  const followed = reading.followed.map((file) => `${file.name} ${file.version}`)
  return { table, followed }
}

describe('tables of npm packages', () => {
  test('follow what is exported from elsewhere, the newest of the range', async () => {
    publish('base', '1.2.0', {}, { 'index.d.ts': 'export declare function made(a: string): 1\n' })
    publish('base', '2.0.0', {}, { 'index.d.ts': 'export declare function other(): 1\n' })
    const manifest = { types: 'index.d.ts', dependencies: { base: '^1.0.0', idle: '*' } }
    const files = { 'index.d.ts': "export * from 'base'\nimport { x } from 'idle'\n" }
    publish('demo', '1.0.0', manifest, files)

    expect(await app.one.latest(keyOf('demo'), signal)).toMatchObject({ state: 'ingested' })
    expect([...registry.requests.keys()].filter((path) => /base|idle/.test(path))).toEqual([])

    const { table, followed } = await read('demo')
    expect(followed).toEqual(['base 1.2.0'])
    expect(table.lookup('.', 'made')).toMatchObject({ kind: 'function', origin: 'dts' })
    expect(table.lookup('.', 'other')).toBeNull()

    const audit = await app.tables.audit(keyOf('demo'), null, signal)
    if (audit.state !== 'read') throw new Error('not read')
    expect(payloadDigest(audit.derived)).toBe(payloadDigest(audit.bytes))
  })

  test('take the types that describe an untyped package, of its own minor release', async () => {
    publish('plain', '4.17.3', { main: 'main.js' }, { 'main.js': 'exports.run = () => 1\n' })
    for (const [version, name] of [
      ['4.16.9', 'older'],
      ['4.17.20', 'run'],
      ['5.0.0', 'newer'],
    ] as const) {
      const files = { 'index.d.ts': `export declare function ${name}(): 1\n` }
      publish('@types/plain', version, { types: 'index.d.ts' }, files)
    }
    const { table, followed } = await read('plain')
    expect(followed).toEqual(['@types/plain 4.17.20'])
    expect(table.lookup('.', 'run')).toMatchObject({ kind: 'function', origin: 'types' })
    expect(table.lookup('.', 'newer')).toBeNull()
  })

  test('come from the code where nobody describes it', async () => {
    publish('bare', '1.0.0', { main: 'main.js' }, { 'main.js': 'exports.run = function (a) {}\n' })
    const { table, followed } = await read('bare')
    expect(followed).toEqual([])
    expect(table.lookup('.', 'run')).toMatchObject({ kind: 'function', origin: 'js' })
  })

  test('know a dependency by the name that the registry has it by', async () => {
    const posing = JSON.stringify({ name: 'root', version: '1.0.0', types: 'lib/late.d.ts' })
    const forged = { 'package.json': posing, 'lib/late.d.ts': 'export declare const forged: 1\n' }
    registry.npm.publish({ name: 'posing', version: '1.0.0', files: forged })
    const exports = { '.': { types: './index.d.ts' }, './z': { types: './z.d.ts' } }
    publish(
      'root',
      '1.0.0',
      { exports, dependencies: { posing: '1' } },
      {
        'index.d.ts': "export * from 'posing'\n",
        'z.d.ts': "export * from './lib/late'\n",
        'lib/late.d.ts': 'export declare const real: 1\n',
      },
    )
    const { table, followed } = await read('root')
    expect(followed).toEqual(['posing 1.0.0'])
    expect(table.lookup('.', 'forged')).not.toBeNull()
    expect(table.lookup('./z', 'real')).not.toBeNull()
    expect(table.lookup('./z', 'forged')).toBeNull()
  })

  test('follow nothing that no manifest names', async () => {
    publish('squatted', '1.0.0', {}, { 'index.d.ts': 'export declare const forged: 1\n' })
    publish(
      'trusting',
      '1.0.0',
      { types: 'index.d.ts' },
      { 'index.d.ts': "export * from 'squatted'\n" },
    )
    const { table, followed } = await read('trusting')
    expect(followed).toEqual([])
    expect(table.lookup('.', 'forged')).toBeNull()
    expect([...table.modules()][0]).toMatchObject({ state: 'dynamic' })
  })

  test('say so where declarations are not understood', async () => {
    const files = { 'index.d.ts': 'export declare const a: 1\nexport declare class { ; ] \n' }
    publish('torn', '1.0.0', { types: 'index.d.ts' }, files)
    const { table } = await read('torn')
    expect([...table.modules()][0]).toMatchObject({ state: 'dynamic' })
  })
})
