// Which proxy requests go through, as the environment says; read and judged before any is made.

import type { Machine } from './userConfig.ts'

/** Values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
export type ProxySettings = Readonly<{ http?: string; https?: string; no?: string }>

export function proxySettings(env: Machine['env']): ProxySettings {
  const pick = (name: string) => env[name.toLowerCase()] || env[name]
  const [http, https, no] = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].map(pick)
  return {
    ...(http ? { http } : {}),
    ...(https ? { https } : {}),
    ...(no ? { no } : {}),
  }
}

/** Empty strings for none. Throws without repeating a value, which may hold a password. */
export function proxyUrls({ http, https, no }: ProxySettings): Required<ProxySettings> {
  return {
    http: proxyUrl(http, 'HTTP_PROXY'),
    https: proxyUrl(https, 'HTTPS_PROXY'),
    no: no ?? '',
  }
}

function proxyUrl(text: string | undefined, what: string): string {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return ''
  const url = trimmed.includes('://') ? trimmed : `http://${trimmed}`
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Error(`${what} is not an http(s) address`)
  }
  return url
}
