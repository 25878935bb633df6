import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PackageName } from '../../src/domain/packageName.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type RegistryClients, registryClients } from '../fake/registryClients.ts'

let registry: FakeRegistry
let clients: RegistryClients
beforeAll(async () => {
  registry = await fakeRegistry()
  clients = registryClients(registry)
})
afterAll(async () => {
  await clients.close()
  await registry.close()
})
const signal = new AbortController().signal
test('smoke', async () => {
  const a = registry.npm.publish({ name: '@a/b', version: '1.0.0' })
  const found = await clients.npm.lookup('@a/b' as PackageName, signal)
  console.log(found, clients.npm.identity, clients.npm.pageUrl('@a/b' as PackageName, '1.0.0'))
  if (!found.found || !found.latest?.artifact) throw new Error('x')
  expect((await clients.npm.fetchArtifact(found.latest.artifact, signal)).sha256).toBe(a.sha256)
  console.log(await clients.npm.lookup('nope' as PackageName, signal))
  registry.pypi.publish({ name: 'Foo.Bar', version: '1.0.0' })
  for (const simple of ['json', 'html'] as const)
    for (const pypiJson of [true, false]) {
      Object.assign(registry.knobs, { simple, pypiJson, gzip: true })
      const f = await clients.pypi.lookup('foo-bar' as PackageName, signal)
      console.log(JSON.stringify(f), clients.pypi.pageUrl('foo-bar' as PackageName, '1.0.0'))
      if (!f.found || !f.latest?.artifact) throw new Error('x')
      console.log(await clients.pypi.fetchArtifact(f.latest.artifact, signal))
      console.log(await clients.pypi.lookup('nope' as PackageName, signal))
    }
})
