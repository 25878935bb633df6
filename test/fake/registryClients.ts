// The real clients, pointed at a fake registry, with limits that suit a test.

import type { Registry } from '../../src/ports/registry.ts'
import { npmAddress, pypiAddress } from '../../src/registry/addresses.ts'
import {
  type BoundedFetch,
  boundedFetch,
  type FetchLimits,
} from '../../src/registry/fetch/boundedFetch.ts'
import type { RegistryLimits } from '../../src/registry/fetch/registryLimits.ts'
import type { Machine } from '../../src/registry/fetch/userConfig.ts'
import { npmRegistry } from '../../src/registry/npm.ts'
import { pypiRegistry } from '../../src/registry/pypi.ts'
import type { Knobs } from './fakeAnswer.ts'

/** The forms in which an index may tell of a project. */
export const PYPI_FORMS: readonly { form: string; knobs: Partial<Knobs> }[] = [
  { form: 'project document', knobs: { pypiJson: true, simple: 'html' } },
  { form: 'simple index in JSON', knobs: { pypiJson: false, simple: 'json' } },
  { form: 'simple index in HTML', knobs: { pypiJson: false, simple: 'html' } },
]

/** A machine whose user has configured nothing. */
export const BARE_MACHINE: Machine = {
  env: {},
  homeDir: '/nonexistent',
  projectDir: '/nonexistent',
  execPath: '/nonexistent/bin/node',
  platform: 'linux',
}

export type RegistryClientsOptions = Readonly<{
  /** Scopes of npm that the settings lead to another registry. */
  scopesElsewhere?: ReadonlySet<string>
  now?: () => Date
  limits?: Partial<RegistryLimits>
  fetchLimits?: Partial<FetchLimits>
  /** Instead of the origin: `public` turns on the guard against wrong addresses. */
  identity?: string
}>

export type RegistryClients = Readonly<{
  npm: Registry
  pypi: Registry
  http: BoundedFetch
  close(): Promise<void>
}>

export function registryClients(
  { npmUrl, pypiIndexUrl }: Readonly<{ npmUrl: string; pypiIndexUrl: string }>,
  options: RegistryClientsOptions = {},
): RegistryClients {
  const { now = () => new Date(), limits = {}, identity } = options
  const http = boundedFetch({
    now,
    random: () => 0.5,
    limits: { retryBaseMs: 1, ...options.fetchLimits },
  })
  const named = identity === undefined ? {} : { identity }
  const { scopesElsewhere = new Set<string>() } = options
  const npm = { ...npmAddress(BARE_MACHINE, npmUrl), ...named, scopesElsewhere }
  const pypi = { ...pypiAddress(BARE_MACHINE, pypiIndexUrl), ...named }
  return {
    npm: npmRegistry({ http, address: npm, now, limits }),
    pypi: pypiRegistry({ http, address: pypi, now, limits }),
    http,
    close: () => http.close(),
  }
}
