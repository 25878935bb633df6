// Connections for probes of watched services: through the same guard as everything that is not
// configuration, and with an eye on certificates.

import { CONNECT_TIMEOUT_MS } from '../limits.ts'
import { dispatchers } from './fetch/dispatchers.ts'
import type { ResolveAll } from './fetch/guardedLookup.ts'
import { proxySettings } from './fetch/proxies.ts'
import type { Machine } from './fetch/userConfig.ts'
import { extraAuthorities } from './openRegistries.ts'

/** This machine itself is never reached through a proxy. */
const HERE = ['127.0.0.1', 'localhost', '0.0.0.0', '::1', '::']

export function probeLines(env: Machine['env'], resolve?: ResolveAll) {
  const proxy = proxySettings(env)
  const ends = new Map<string, string>()
  const lines = dispatchers({
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    proxy: { ...proxy, no: [proxy.no ?? '', ...HERE].join(',') },
    extraCa: extraAuthorities(env),
    ...(resolve ? { resolve } : {}),
    onCertificate: (host, endsAt) => ends.set(host, endsAt),
  })
  /** When the certificate that a host last showed ends; null when none was seen. */
  const certificateEnd = (host: string) => ends.get(host) ?? null
  return { ...lines, certificateEnd }
}
