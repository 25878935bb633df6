// Tables of what a package makes of its data, from the registry to the row.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIngestApp, type IngestApp } from '../../src/app/ingestApp.ts'
import { loadConfig } from '../../src/config.ts'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { openTable } from '../../src/table/openTable.ts'
import { BOTOCORE, bytesOf, DATA } from '../extract/python/services/serviceData.ts'
import { recordMember, WHEEL_NAME, wheelMembers } from '../fake/archives/wheelBuilder.ts'
import { buildZip } from '../fake/archives/zipBuilder.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'

const { signal } = new AbortController()

let registry: FakeRegistry
let app: IngestApp
let folder: string

beforeEach(async () => {
  registry = await fakeRegistry()
  folder = await mkdtemp(join(tmpdir(), 'assay-services-'))
  const env = {
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_DATA_DIR: join(folder, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  }
  app = await createIngestApp(loadConfig(env, folder, folder))
})
afterEach(async () => {
  await app.close()
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

/** The package is called `demo`, as every wheel of the builder; its modules are those of botocore. */
function publish(version: string, data: Readonly<Record<string, string | Buffer>>): void {
  const own = Object.entries({ ...BOTOCORE, ...data }).map(([name, text]) => ({ name, data: text }))
  const metadata = wheelMembers('').filter(({ name }) => !String(name).endsWith('RECORD'))
  const members = [...own, ...metadata]
  const bytes = buildZip([...members, recordMember(members)])
  registry.pypi.publish({ name: 'demo', version, files: [{ filename: WHEEL_NAME, bytes }] })
}

async function services(): Promise<Uint8Array | null> {
  const name = parsePackageName('pypi', 'demo')
  if (name === null) throw new Error('demo')
  const key = { ecosystem: 'pypi', name } as const
  const read = await app.tables.read(key, '1.0', signal)
  if (read.state !== 'read') throw new Error(read.state)
  return app.services(key, read, signal)
}

function requests(): number {
  return [...registry.requests.values()].reduce((sum, count) => sum + count, 0)
}

test('it is made of the file once, and kept beside the table of the code', async () => {
  publish(
    '1.0',
    Object.fromEntries(Object.keys(DATA).map((path) => [path, bytesOf(path, DATA) ?? ''])),
  )
  const made = (await services()) ?? new Uint8Array()
  const table = openTable(made)
  expect(table.find('botocore.data', 'store')).not.toBeNull()
  expect(table.find('botocore.client', 'ObjectStore.list_things')).not.toBeNull()
  const asked = requests()
  expect(Buffer.from((await services()) ?? [])).toEqual(Buffer.from(made))
  expect(requests()).toBe(asked)
})

describe('data that cannot be read', () => {
  test('gives no table', async () => {
    publish('1.0', { 'botocore/data/store/2020-01-01/service-2.json.gz': 'no archive' })
    await expect(services()).rejects.toThrow()
  })
})
