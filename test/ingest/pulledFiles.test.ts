// When the file of a release need not be fetched, because its table was pulled.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { EXTRACTOR_VERSIONS } from '../../src/domain/extractorVersions.ts'
import type { RemoteArtifact } from '../../src/domain/release.ts'
import { pulledFiles } from '../../src/ingest/pulledFiles.ts'
import type { Store } from '../../src/ports/store.ts'
import { type PackWorld, packWorld, releaseWith, saveRelease } from '../packs/packWorld.ts'

let world: PackWorld
let store: Store
beforeEach(async () => {
  world = await packWorld()
  await saveRelease(world.maker, 'demo', { remarks: ['record_missing'] })
  await saveRelease(world.maker, 'box', { ecosystem: 'npm' })
  await world.publish()
  store = await world.newStore('puller')
  await world.pull(store)
})
afterEach(() => world.close())

const demo = releaseWith('demo').release
const box = releaseWith('box', { ecosystem: 'npm' }).release

function remoteOf(release: typeof demo, change: Partial<RemoteArtifact> = {}) {
  const { version, artifact } = release
  if (version === null || artifact === null) throw new Error('no file')
  const { filename, sha256, sizeBytes } = artifact
  const remote: RemoteArtifact = {
    kind: release.ecosystem === 'pypi' ? 'wheel' : 'tarball',
    filename,
    url: `https://registry.example/${filename}`,
    sizeBytes,
    digests: { sha256 },
    ...change,
  }
  return { version, artifact: remote }
}

const asked = (release: typeof demo, change: Partial<RemoteArtifact> = {}) =>
  pulledFiles(store)(release, remoteOf(release, change))

test('the file that the registry names is the one of the index', async () => {
  expect(await asked(demo)).toEqual({
    artifact: { ...demo.artifact, digest: 'declared' },
    outcome: null,
    told: null,
    remarks: ['read_elsewhere', 'record_missing'],
  })
})

test('of npm it is told by the digest that the registry declares', async () => {
  const [declared = ''] = await world.maker.provenance.declaredOf(box.artifact?.sha256 ?? '')
  const sha512 = declared.replace('sha512:', '')
  expect(await asked(box, { digests: { sha512 } })).toMatchObject({
    artifact: { sha256: box.artifact?.sha256, digest: 'declared' },
  })
  expect(await asked(box, { digests: { sha512: 'f'.repeat(128) } })).toBeNull()
  expect(await asked(box, { digests: { sha1: 'f'.repeat(40) } })).toBeNull()
})

test.each([
  ['other bytes', { digests: { sha256: 'f'.repeat(64) } }],
  ['another size', { sizeBytes: 7 }],
  ['another file', { filename: 'demo-1.0.tar.gz' }],
  ['no digest at all', { digests: {} }],
])('%s: it is read here', async (_, change) => {
  expect(await asked(demo, change)).toBeNull()
})

test('a size that the registry does not tell is no reason to read it', async () => {
  expect(await asked(demo, { sizeBytes: null })).not.toBeNull()
})

test('a release that was not pulled, and one without a file', async () => {
  const other = releaseWith('other').release
  expect(await asked(other)).toBeNull()
  expect(await pulledFiles(store)(demo, { version: '1.0', artifact: null })).toBeNull()
})

test('without its table it is read here', async () => {
  await store.tables.drop(releaseWith('demo').table.key)
  expect(await asked(demo)).toBeNull()
})

test('what this node has seen itself under the name stands against the index', async () => {
  const seen = { ...demo, artifact: { ...demo.artifact, sha256: 'f'.repeat(64) } as never }
  await store.packages.savePinned(seen)
  expect(await asked(demo)).toBeNull()
})

test('a table of another extractor is not used', async () => {
  expect(demo.extractor).toBe(EXTRACTOR_VERSIONS.pypi)
  const pulled = {
    release: async () => {
      const [found] = await store.pulled.releases(demo)
      return found ? { ...found, release: { ...found.release, extractor: 'python/1' } } : null
    },
  }
  expect(await pulledFiles({ ...store, pulled })(demo, remoteOf(demo))).toBeNull()
})
