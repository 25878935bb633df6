// A target file may name anything. Whatever it names, nothing inside our own network is connected to.

import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResolveAll } from '../../../src/registry/fetch/guardedLookup.ts'
import { probeLines } from '../../../src/registry/probeLines.ts'
import { probeSender } from '../../../src/services/watch/sendProbe.ts'
import { parseTargets, type Target } from '../../../src/services/watch/target.ts'
import { forwardProxy } from '../../fake/forwardProxy.ts'
import { byPath, scriptedServer } from '../../fake/scriptedServer.ts'

let servers: Server[] = []
let port = 0
let connections = 0

/** Counts who comes, on every address of the loopback that there is. */
beforeAll(async () => {
  const listen = (host: string, at: number) =>
    new Promise<Server | null>((resolve) => {
      const server = createServer((socket) => {
        connections += 1
        socket.destroy()
      })
      server.once('error', () => resolve(null))
      server.listen(at, host, () => resolve(server))
    })
  const first = await listen('127.0.0.1', 0)
  const address = first?.address()
  if (first === null || address === null || typeof address !== 'object')
    throw new Error('no server')
  port = address.port
  const second = await listen('::1', port)
  servers = second === null ? [first] : [first, second]
})
afterAll(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
})

function targetOf(url: string): Target {
  const [target] = parseTargets({
    targets: [{ id: 'a', name: 'a', url, timeout_ms: 20_000 }],
  }).targets
  if (target === undefined) throw new Error('no target')
  return target
}

async function probe(
  target: Target,
  options: Readonly<{ resolve?: ResolveAll; env?: Record<string, string> }> = {},
) {
  const lines = probeLines(options.env ?? {}, options.resolve)
  const send = probeSender({
    lines,
    certificateEnd: lines.certificateEnd,
    userAgent: 'test',
    monotonicMs: () => performance.now(),
    now: () => new Date(),
  })
  try {
    return await send(target, new AbortController().signal)
  } finally {
    await lines.close()
  }
}

/** Two probes by one sender, the first of a host that may be reached. */
async function probeAfter(own: Target, target: Target, resolve: ResolveAll) {
  const lines = probeLines({}, resolve)
  const send = probeSender({
    lines,
    certificateEnd: lines.certificateEnd,
    userAgent: 'test',
    monotonicMs: () => performance.now(),
    now: () => new Date(),
  })
  const { signal } = new AbortController()
  try {
    await send(own, signal)
    return await send(target, signal)
  } finally {
    await lines.close()
  }
}

const REFUSED = { outcome: 'not_measured', reason: 'address_refused', status: null }

const SPELLINGS = [
  // Loopback
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '0x7f.0.0.1',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '017700000001',
  '2130706433',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000::0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  'localhost',
  'LocalHost',
  // Unspecified, which is this machine too
  '0.0.0.0',
  '0',
  '[::]',
  // Private
  '10.0.0.1',
  '10.1',
  '0xa.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.257',
  '0xc0a80001',
  '3232235521',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fec0::1]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b:1::a00:1]',
  '100.64.0.1',
  // Link-local, the metadata of clouds among it
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '[fe80::1]',
  '[::ffff:169.254.169.254]',
  '[2002:a9fe:a9fe::]',
] as const

describe('addresses inside our own network', () => {
  test('are 40 spellings and more', () => {
    expect(new Set(SPELLINGS).size).toBeGreaterThanOrEqual(40)
  })

  test.each(SPELLINGS)('%s', async (host) => {
    const before = connections
    expect(await probe(targetOf(`http://${host}:${port}/`))).toMatchObject(REFUSED)
    expect(await probe(targetOf(`https://${host}:${port}/`))).toMatchObject(REFUSED)
    expect(connections - before).toBe(0)
  })

  const INSIDE = [
    '127.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '::1',
    'fe80::1',
    'fd00::1',
  ]
  test.each(INSIDE)('a name that leads to %s', async (address) => {
    const family = address.includes(':') ? 6 : 4
    const resolve: ResolveAll = (_host, callback) => callback(null, [{ address, family }])
    const before = connections
    expect(await probe(targetOf(`http://inside.example:${port}/`), { resolve })).toMatchObject(
      REFUSED,
    )
    expect(connections - before).toBe(0)
  })

  test('a name that leads elsewhere each time is asked for once, and what is judged is what is used', async () => {
    let asked = 0
    const resolve: ResolveAll = (_host, callback) => {
      asked += 1
      const address = asked % 2 === 0 ? '127.0.0.1' : '10.9.8.7'
      callback(null, [
        { address, family: 4 },
        { address: '::1', family: 6 },
      ])
    }
    const before = connections
    for (const turn of [1, 2, 3, 4]) {
      expect(await probe(targetOf(`http://rebound.example:${port}/`), { resolve })).toMatchObject(
        REFUSED,
      )
      // A second question could be answered otherwise.
      expect(asked).toBe(turn)
    }
    expect(connections - before).toBe(0)
  })

  test('a redirect is an answer and is not followed', async () => {
    const location = `http://127.0.0.1:${port}/`
    const server = await scriptedServer(
      byPath({ '/moved': { status: 302, headers: { location } } }),
    )
    try {
      const before = connections
      // Our own address is the one that can be reached here; what it answers is not trusted for it.
      const target = { ...targetOf(`${server.origin}/moved`), isOwn: true }
      expect(await probe(target)).toMatchObject({
        outcome: 'failed',
        reason: 'status',
        status: 302,
      })
      expect(connections - before).toBe(0)
      expect(server.paths).toEqual(['/moved'])
    } finally {
      await server.close()
    }
  })

  test('a proxy is not asked for them either', async () => {
    const proxy = await forwardProxy()
    try {
      const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url }
      const resolve: ResolveAll = (_host, callback) =>
        callback(null, [{ address: '127.0.0.1', family: 4 }])
      const before = connections
      for (const host of ['127.0.0.1', '10.0.0.1', '[fe80::1]', 'localhost', 'inside.example']) {
        const target = targetOf(`http://${host}:${port}/`)
        expect(await probe(target, { env, resolve })).toMatchObject(REFUSED)
      }
      expect(proxy.asked).toEqual([])
      expect(connections - before).toBe(0)
    } finally {
      await proxy.close()
    }
  })
})

describe('names that do not resolve', () => {
  const failing =
    (code: string): ResolveAll =>
    (_host, callback) =>
      callback(Object.assign(new Error(code), { code }), [])

  test.each([
    ['ENOTFOUND', 'name_unresolved'],
    ['ENODATA', 'name_unresolved'],
    ['EAI_AGAIN', 'network'],
  ])('%s of a host that never answered says nothing about it', async (code, reason) => {
    const seen = await probe(targetOf('http://new.example/'), { resolve: failing(code) })
    expect(seen).toMatchObject({ outcome: 'not_measured', reason })
  })

  test.each([
    ['ENOTFOUND', 'failed', 'name'],
    ['EAI_AGAIN', 'not_measured', 'network'],
  ])('%s of a host that did: %s', async (code, outcome, reason) => {
    const server = await scriptedServer(byPath({ '/': { body: 'here' } }))
    try {
      const own = { ...targetOf(`http://localhost:${server.port}/`), isOwn: true }
      const target = targetOf(`http://localhost:${server.port}/`)
      expect(await probeAfter(own, target, failing(code))).toMatchObject({ outcome, reason })
    } finally {
      await server.close()
    }
  })
})
