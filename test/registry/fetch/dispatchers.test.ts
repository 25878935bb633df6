// Proxies, certificate authorities and the guard, over real sockets on loopback.

import { afterEach, describe, expect, test } from 'vitest'
import { type BoundedFetchOptions, boundedFetch } from '../../../src/registry/fetch/boundedFetch.ts'
import { FetchError } from '../../../src/registry/fetch/fetchError.ts'
import type { ResolveAll } from '../../../src/registry/fetch/guardedLookup.ts'
import { type ForwardProxy, forwardProxy } from '../../fake/forwardProxy.ts'
import { byPath, scriptedServer } from '../../fake/scriptedServer.ts'
import { selfSigned } from '../../fake/selfSigned.ts'

const never = () => new AbortController().signal
const TRUSTED = { isTrusted: () => true }
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function client(options: Partial<BoundedFetchOptions>) {
  const limits = { triesMax: 1 }
  const http = boundedFetch({ now: () => new Date(), random: () => 0.5, limits, ...options })
  closing.push(() => http.close())
  return http
}

async function openProxy(): Promise<ForwardProxy> {
  const proxy = await forwardProxy()
  closing.push(() => proxy.close())
  return proxy
}

async function serve(tls?: { key: string; cert: string }) {
  const server = await scriptedServer(byPath({ '/a': { body: 'through' } }), tls)
  closing.push(() => server.close())
  return server
}

describe('a proxy', () => {
  test('is asked for plain requests', async () => {
    const [proxy, server] = [await openProxy(), await serve()]
    const http = client({ proxy: { http: proxy.url } })
    const url = `http://registry.example:${server.port}/a`
    expect((await http.getDocument(url, TRUSTED, never())).body.toString()).toBe('through')
    expect(proxy.asked).toEqual([`GET ${url}`])
    expect(server.headers[0]?.host).toBe(`registry.example:${server.port}`)
  })

  test('is asked for a tunnel where TLS is spoken inside, and sees no path', async () => {
    const tls = selfSigned()
    const [proxy, server] = [await openProxy(), await serve(tls)]
    const http = client({ proxy: { https: proxy.url }, extraCa: [tls.cert] })
    const document = await http.getDocument(`${server.origin}/a`, TRUSTED, never())
    expect(document.body.toString()).toBe('through')
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${server.port}`])
  })

  test('is not asked for hosts that are exempt', async () => {
    const [proxy, server] = [await openProxy(), await serve()]
    const http = client({ proxy: { http: proxy.url, no: 'other.example, 127.0.0.1' } })
    await http.getDocument(`${server.origin}/a`, TRUSTED, never())
    expect(proxy.asked).toEqual([])
  })

  test('gets its own credentials, and the registry does not', async () => {
    const [proxy, server] = [await openProxy(), await serve()]
    const http = client({ proxy: { http: proxy.url.replace('//', '//user:p%40ss@') } })
    await http.getDocument(`http://registry.example:${server.port}/a`, TRUSTED, never())
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from('user:p@ss').toString('base64')}`])
  })

  test('may be written without a scheme', async () => {
    const [proxy, server] = [await openProxy(), await serve()]
    const http = client({ proxy: { http: proxy.url.replace('http://', '') } })
    await http.getDocument(`http://registry.example:${server.port}/a`, TRUSTED, never())
    expect(proxy.asked).toHaveLength(1)
  })

  test.each(['http://user:hunter2@', 'socks9://user:hunter2@proxy.example'])(
    'that is no address is refused at the start, unquoted: %s',
    (http) => {
      expect(() => client({ proxy: { http } })).toThrow('HTTP_PROXY is not an http(s) address')
    },
  )

  test('does not lift the guard from what we can resolve ourselves', async () => {
    const [proxy, server] = [await openProxy(), await serve()]
    const resolve: ResolveAll = (host, callback) => {
      const inside = { address: '10.1.2.3', family: 4 }
      const outside = { address: '8.8.8.8', family: 4 }
      callback(null, host === 'both.example' ? [outside, inside] : [inside])
    }
    const http = client({ proxy: { http: proxy.url }, resolve })
    for (const host of ['inside.example', 'both.example', '127.0.0.1', '[::1]']) {
      const work = http.getDocument(`http://${host}:${server.port}/a`, {}, never())
      await expect(work).rejects.toMatchObject({ failure: 'address_refused' })
    }
    expect(proxy.asked).toEqual([])
  })

  test('resolves the names that only it knows', async () => {
    const [proxy, server] = [await openProxy(), await serve()]
    const resolve: ResolveAll = (_host, callback) => callback(new Error('ENOTFOUND'), [])
    const http = client({ proxy: { http: proxy.url }, resolve })
    const url = `http://registry.example:${server.port}/a`
    expect((await http.getDocument(url, {}, never())).status).toBe(200)
  })
})

describe('certificate authorities', () => {
  test('a certificate that nobody vouches for is refused', async () => {
    const server = await serve(selfSigned())
    const error: unknown = await client({})
      .getDocument(`${server.origin}/a`, TRUSTED, never())
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FetchError)
    expect(String(error)).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
  })

  test('an extra authority is trusted', async () => {
    const tls = selfSigned()
    const server = await serve(tls)
    const http = client({ extraCa: [tls.cert] })
    expect((await http.getDocument(`${server.origin}/a`, TRUSTED, never())).status).toBe(200)
  })
})
