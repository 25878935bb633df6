// Both registries over one bounded client, as this machine and its user are set up.

import { readFileSync } from 'node:fs'
import type { IndexRoot } from '../ports/nameSources.ts'
import type { Registries } from '../ports/registry.ts'
import type { ServiceDocuments } from '../ports/spend.ts'
import { npmAddress, pypiAddress } from './addresses.ts'
import { boundedFetch, type Connect } from './fetch/boundedFetch.ts'
import type { RegistryEndpoint } from './fetch/endpoint.ts'
import { proxySettings } from './fetch/proxies.ts'
import type { Machine } from './fetch/userConfig.ts'
import { indexRoot } from './indexRoot.ts'
import { npmRegistry } from './npm.ts'
import { pypiRegistry } from './pypi.ts'
import { serviceDocuments } from './read/serviceDocuments.ts'

type OpenRegistriesOptions = Readonly<{
  machine: Machine
  /** Explicit addresses; null: the user's own npm and pip configuration. */
  npmRegistry: string | null
  pypiIndex: string | null
  /** The npm registry of the project, where it is listened to and names another. */
  projectRegistry?: RegistryEndpoint | null
  timeoutMs: number
  userAgent: string
  /** The way out of the process; offline it is closed. */
  openFetch?: typeof boundedFetch
  now: () => Date
  random: () => number
  connect?: Connect
}>

export function openRegistries(
  options: OpenRegistriesOptions,
): Registries &
  Readonly<{ indexRoot: IndexRoot; services: ServiceDocuments; close(): Promise<void> }> {
  const { machine, now, random, timeoutMs, userAgent } = options
  const common = {
    now,
    random,
    userAgent,
    proxy: proxySettings(machine.env),
    extraCa: extraAuthorities(machine.env),
    ...(options.connect && { connect: options.connect }),
  }
  const { openFetch = boundedFetch } = options
  const http = openFetch(common)
  // Strangers are asked once, by a client of its own: they say nothing about the registries. Where
  // they send us is not followed: another host's words are not theirs.
  const strangers = openFetch({
    ...common,
    limits: { triesMax: 1, redirectsMax: 0 },
  })
  const limits = { metadataTimeoutMs: timeoutMs }
  const pypi = pypiAddress(machine, options.pypiIndex)
  const npm = npmAddress(machine, options.npmRegistry, options.projectRegistry)
  return {
    npm: npmRegistry({ http, address: npm, now, limits }),
    pypi: pypiRegistry({ http, address: pypi, now, limits }),
    indexRoot: indexRoot({ http, address: pypi }),
    services: serviceDocuments(strangers),
    async close() {
      await Promise.all([http.close(), strangers.close()])
    },
  }
}

/** NODE_EXTRA_CA_CERTS is Node's own business; this is the other name for the same wish. */
export function extraAuthorities(env: Machine['env']): string[] {
  const file = env['SSL_CERT_FILE']
  if (!file || env['NODE_EXTRA_CA_CERTS']) return []
  try {
    return [readFileSync(file, 'utf8')]
  } catch {
    // Tools disagree about what this variable names; a connection that needs it will say so.
    return []
  }
}
