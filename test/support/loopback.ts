// The service on registries that the test controls, with nothing in its way: no quota, and time for
// the first child that opens a file, which takes long to start on a busy machine.

import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type Service, startService } from './service.ts'

export type Loopback = Readonly<{
  registry: FakeRegistry
  service: Service
  close(): Promise<void>
}>

/** `env`: settings besides those that lead to the registry; no limit on demo calls unless told. */
export async function startLoopback(env: Readonly<Record<string, string>> = {}): Promise<Loopback> {
  const registry = await fakeRegistry()
  const service = await startService({
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
    ...env,
  })
  return {
    registry,
    service,
    async close() {
      await service.close()
      await registry.close()
    },
  }
}
