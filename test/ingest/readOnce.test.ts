// A question about what is in a release has its file read once, with all that it leads to; whether a
// package exists does not wait for other packages.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ingestion, openIngestion } from '../../src/app/ingestion.ts'
import { loadConfig } from '../../src/config.ts'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { publishPython } from '../support/publish.ts'

const { signal } = new AbortController()

let registry: FakeRegistry
let folder: string
let ingestion: Ingestion
const asked: string[] = []

beforeAll(async () => {
  registry = await fakeRegistry({
    intercept(request) {
      asked.push(request.url ?? '')
      return false
    },
  })
  for (const version of ['1.0', '2.0']) {
    publishPython(registry, {
      name: 'crane',
      version,
      requires: ['hook'],
      files: '-- crane.py --\nfrom hook import Hook\nclass Crane(Hook): ...\n',
    })
  }
  publishPython(registry, {
    name: 'hook',
    files: '-- hook.py --\nclass Hook:\n  def lift(self): ...\n',
  })
  folder = await mkdtemp(join(tmpdir(), 'assay-once-'))
})
afterAll(async () => {
  await ingestion.close()
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(name: string): Promise<void> {
  const env = {
    ASSAY_DATA_DIR: join(folder, name),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  }
  const clock = { now: () => new Date(), random: Math.random }
  ingestion = await openIngestion(loadConfig(env, folder, folder), clock)
}

function key(name: string) {
  const parsed = parsePackageName('pypi', name)
  if (parsed === null) throw new Error(`no name: ${name}`)
  return { ecosystem: 'pypi', name: parsed } as const
}

const jobs = () => ingestion.pool.load().children.reduce((sum, child) => sum + child.jobs, 0)

test('the table of the latest, or of a release that is named, takes one reading', async () => {
  await start('tables')
  for (const [version, all] of [
    [null, 1],
    ['1.0', 2],
  ] as const) {
    const reading = await ingestion.tables.read(key('crane'), version, signal)
    expect(reading).toMatchObject({ state: 'read', followed: [{ name: 'hook' }], unfollowed: [] })
    expect(jobs()).toBe(all)
  }
  await ingestion.close()
})

test('whether it exists takes no other package', async () => {
  await start('existence')
  asked.length = 0
  const state = await ingestion.latest.find(key('crane'), { signal })
  expect(state).toMatchObject({ found: true, release: { version: '2.0' } })
  expect(asked.filter((url) => url.includes('hook'))).toEqual([])
})
