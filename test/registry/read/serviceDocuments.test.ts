// What strangers say of being paid, and that nobody can make us talk to our own network.

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BoundedFetch, boundedFetch } from '../../../src/registry/fetch/boundedFetch.ts'
import type { ResolveAll } from '../../../src/registry/fetch/guardedLookup.ts'
import { serviceDocuments } from '../../../src/registry/read/serviceDocuments.ts'

const never = new AbortController().signal
const CHALLENGE = { x402Version: 2, accepts: [] }

let server: Server
let port: number
let connections: number
let answer: RequestListener
let http: BoundedFetch | null

beforeEach(async () => {
  connections = 0
  http = null
  answer = (_, response) => response.end('{}')
  server = createServer((request, response) => answer(request, response))
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  await http?.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function guarded(resolve?: ResolveAll) {
  http = boundedFetch({
    now: () => new Date(0),
    random: () => 0,
    limits: { triesMax: 1 },
    ...(resolve ? { resolve } : {}),
  })
  return serviceDocuments(http)
}

/** As if the server of the test were on the public internet. */
function unguarded() {
  http = boundedFetch({ now: () => new Date(0), random: () => 0, limits: { triesMax: 1 } })
  const { download } = http
  return serviceDocuments({
    download: (url, options, consume, signal) =>
      download(url, { ...options, isTrusted: () => true }, consume, signal),
  })
}

describe('what a service says', () => {
  const ask = () => unguarded().ask(new URL(`http://127.0.0.1:${port}/x`), never)

  test('its list and its challenge, by the header before the body', async () => {
    answer = ({ url }, response) => {
      if (url === '/.well-known/x402') return response.end('{"resources":[]}')
      const header = Buffer.from(JSON.stringify(CHALLENGE)).toString('base64')
      return response.writeHead(402, { 'payment-required': header }).end('{"other":1}')
    }
    expect(await ask()).toMatchObject({
      reached: 'yes',
      discovery: { value: { resources: [] }, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      challenge: { value: CHALLENGE },
    })
  })

  test.each<[string, RequestListener]>([
    ['no JSON', (_, response) => response.end('<html>')],
    ['a page that is not there', (_, response) => response.writeHead(404).end('{}')],
    ['a failure', (_, response) => response.writeHead(500).end('{}')],
    ['too much', (_, response) => response.end(`"${'x'.repeat(300_000)}"`)],
  ])('%s is nothing that it says', async (_, listener) => {
    answer = listener
    expect(await ask()).toEqual({ reached: 'yes', discovery: null, challenge: null })
  })

  test('a hung-up line is a service that was not reached', async () => {
    answer = (request) => request.socket.destroy()
    expect(await ask()).toEqual({ reached: 'no', discovery: null, challenge: null })
  })

  test('whoever gives up is not told that the service is down', async () => {
    const stop = new AbortController()
    answer = () => stop.abort(new Error('gone'))
    const asked = unguarded().ask(new URL(`http://127.0.0.1:${port}/`), stop.signal)
    await expect(asked).rejects.toThrow('gone')
  })
})

/** Ways to write addresses of one's own network, as URLs understand them. */
const OWN = [
  '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.0.0.1',
  '0x7f.1', '017700000001', '0177.0.0.1', '0177.1', '127.0.0.1.', '0', '0.0.0.0', '00.00.00.00',
  '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]',
  '[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[fe80::1]', '[fc00::1]',
  '[fd12:3456::1]', '[fec0::1]', '[ff02::1]', '10.0.0.1', '10.1', '0xa.1', '172.16.0.1',
  '172.31.255.255', '192.168.1.1', '192.168.257', '169.254.169.254', '0xa9fea9fe', '2852039166',
  '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', 'ⓛocalhost', 'localhost',
  '①②⑦.⓪.⓪.①', '127。0。0。1',
] // biome-ignore format: a list of spellings

describe('no connection into our own network', () => {
  test.each(OWN)('%s', async (host) => {
    const url = new URL(`http://${host}:${port}/x`)
    const { reached } = await guarded().ask(url, never)
    expect({ reached, connections }).toEqual({ reached: 'not_public', connections: 0 })
  })

  test.each(['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '169.254.169.254'])(
    'a name that resolves to %s',
    async (address) => {
      const family = address.includes(':') ? 6 : 4
      const resolve: ResolveAll = (_, callback) => callback(null, [{ address, family }])
      const { reached } = await guarded(resolve).ask(new URL(`http://a.example:${port}/`), never)
      expect({ reached, connections }).toEqual({ reached: 'not_public', connections: 0 })
    },
  )

  test('a name that changes its mind is judged each time it is connected to', async () => {
    let asked = 0
    const resolve: ResolveAll = (_, callback) => {
      asked += 1
      // Nobody listens at the first, which is public and reserved for tests of this kind.
      const address = asked % 2 === 1 ? '127.0.0.1' : '10.0.0.1'
      callback(null, [{ address, family: 4 }])
    }
    await guarded(resolve).ask(new URL(`http://a.example:${port}/`), never)
    expect(asked).toBeGreaterThan(0)
    expect(connections).toBe(0)
  })

  test('a redirect is nothing that the service says, wherever it leads', async () => {
    const asked: string[] = []
    answer = (request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(302, { location: '/elsewhere' }).end()
    }
    http = boundedFetch({ now: () => new Date(0), random: () => 0, limits: { redirectsMax: 0 } })
    const { download } = http
    const strangers = serviceDocuments({
      download: (url, options, consume, signal) =>
        download(url, { ...options, isTrusted: () => true }, consume, signal),
    })
    const words = await strangers.ask(new URL(`http://127.0.0.1:${port}/x`), never)
    expect(words).toEqual({ reached: 'yes', discovery: null, challenge: null })
    expect(asked.sort()).toEqual(['/.well-known/x402', '/x'])
  })

  test('a redirect into it is not followed', async () => {
    const targets: string[] = []
    answer = (request, response) => {
      targets.push(request.url ?? '')
      response.writeHead(302, { location: `http://localhost:${port}/inside` }).end()
    }
    http = boundedFetch({ now: () => new Date(0), random: () => 0, limits: { triesMax: 1 } })
    const { download } = http
    const only = `http://127.0.0.1:${port}`
    const strangers = serviceDocuments({
      download: (url, options, consume, signal) =>
        download(url, { ...options, isTrusted: ({ origin }) => origin === only }, consume, signal),
    })
    const { reached } = await strangers.ask(new URL(`${only}/x`), never)
    expect(reached).toBe('not_public')
    expect(targets).not.toContain('/inside')
  })
})
