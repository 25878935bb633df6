// Both registries over one bounded client, as this machine and its user are set up.

import { readFileSync } from 'node:fs'
import { SERVICE_REDIRECTS_MAX } from '../limits.ts'
import type { IndexRoot } from '../ports/nameSources.ts'
import type { Registries } from '../ports/registry.ts'
import type { ServiceDocuments } from '../ports/spend.ts'
import { npmAddress, pypiAddress } from './addresses.ts'
import { boundedFetch } from './boundedFetch.ts'
import type { ProxySettings } from './dispatchers.ts'
import { indexRoot } from './indexRoot.ts'
import { npmRegistry } from './npm.ts'
import { pypiRegistry } from './pypi.ts'
import { serviceDocuments } from './serviceDocuments.ts'
import type { Machine } from './userConfig.ts'

export type OpenRegistriesOptions = Readonly<{
  machine: Machine
  /** Explicit addresses; null: the user's own npm and pip configuration. */
  npmRegistry: string | null
  pypiIndex: string | null
  timeoutMs: number
  userAgent: string
  now: () => Date
  random: () => number
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
  }
  const http = boundedFetch(common)
  // Strangers are asked once, by a client of its own: they say nothing about the registries.
  const strangers = boundedFetch({
    ...common,
    limits: { triesMax: 1, redirectsMax: SERVICE_REDIRECTS_MAX },
  })
  const limits = { metadataTimeoutMs: timeoutMs }
  const pypi = pypiAddress(machine, options.pypiIndex)
  return {
    npm: npmRegistry({ http, address: npmAddress(machine, options.npmRegistry), now, limits }),
    pypi: pypiRegistry({ http, address: pypi, now, limits }),
    indexRoot: indexRoot({ http, address: pypi }),
    services: serviceDocuments(strangers),
    async close() {
      await Promise.all([http.close(), strangers.close()])
    },
  }
}

export function proxySettings(env: Machine['env']): ProxySettings {
  const pick = (name: string) => env[name.toLowerCase()] || env[name]
  const [http, https, no] = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].map(pick)
  return {
    ...(http ? { http } : {}),
    ...(https ? { https } : {}),
    ...(no ? { no } : {}),
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
