// What the tests of registry clients open, and close again after each of them.

import { afterEach } from 'vitest'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import type { Knobs } from '../fake/fakeAnswer.ts'
import { type FakeRegistry, fakeRegistry, type Intercept } from '../fake/registry.ts'
import {
  type RegistryClients,
  type RegistryClientsOptions,
  registryClients,
} from '../fake/registryClients.ts'
import {
  byPath,
  type Scripted,
  type ScriptedServer,
  scriptedServer,
} from '../fake/scriptedServer.ts'

/** What else a test opened. */
export const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

export const never = (): AbortSignal => new AbortController().signal
/** One try is enough where the answer never changes. */
export const ONCE: RegistryClientsOptions = { fetchLimits: { triesMax: 1 } }

export const named = (text: string) => text as PackageName

/** A registry like the real ones, and clients of it. */
export async function open(
  options: RegistryClientsOptions & { knobs?: Partial<Knobs>; intercept?: Intercept } = {},
): Promise<{ registry: FakeRegistry; clients: RegistryClients }> {
  const { knobs, intercept } = options
  const registry = await fakeRegistry({ ...(knobs && { knobs }), ...(intercept && { intercept }) })
  const clients = registryClients(registry, options)
  closing.push(
    () => clients.close(),
    () => registry.close(),
  )
  return { registry, clients }
}

/** A registry that answers exactly this: npm under /npm/, the simple index under `root`. */
export async function scripted(
  table: Readonly<Record<string, Scripted>>,
  { root = '/simple/', ...options }: RegistryClientsOptions & { root?: string } = {},
): Promise<{ server: ScriptedServer; clients: RegistryClients }> {
  const server = await scriptedServer(byPath(table))
  const addresses = { npmUrl: `${server.origin}/npm/`, pypiIndexUrl: `${server.origin}${root}` }
  const clients = registryClients(addresses, options)
  closing.push(
    () => clients.close(),
    () => server.close(),
  )
  return { server, clients }
}
