import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type BoundedFetch,
  type BoundedFetchOptions,
  boundedFetch,
  type FetchOptions,
} from '../../../src/registry/fetch/boundedFetch.ts'
import { accessFrom } from '../../../src/registry/fetch/endpoint.ts'
import { FetchError, type FetchFailure } from '../../../src/registry/fetch/fetchError.ts'
import {
  byPath,
  type Handler,
  type ScriptedServer,
  scriptedServer,
} from '../../fake/scriptedServer.ts'
import { selfSigned } from '../../fake/selfSigned.ts'

const never = () => new AbortController().signal
const TRUSTED: FetchOptions = { isTrusted: () => true }
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(
  handler: Handler,
  tls?: { key: string; cert: string },
): Promise<ScriptedServer> {
  const server = await scriptedServer(handler, tls)
  closing.push(() => server.close())
  return server
}

function client(options: Partial<BoundedFetchOptions> = {}): BoundedFetch {
  const http = boundedFetch({
    now: () => new Date(),
    random: () => 0.5,
    ...options,
    limits: { retryBaseMs: 1, triesMax: 3, ...options.limits },
  })
  closing.push(() => http.close())
  return http
}

async function failureOf(work: Promise<unknown>): Promise<FetchError> {
  const error: unknown = await work.then(
    () => new Error('nothing was thrown'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof FetchError)) throw error
  return error
}

describe('what counts as an answer', () => {
  test.each([200, 201, 400, 401, 403, 404, 410, 451])('%i is handed over', async (status) => {
    const server = await serve(byPath({ '/a': { status, body: { status } } }))
    const document = await client().getDocument(`${server.origin}/a`, TRUSTED, never())
    expect(document.status).toBe(status)
    expect(document.contentType).toBe('application/json')
    expect(JSON.parse(document.body.toString())).toEqual({ status })
    expect(server.paths).toEqual(['/a'])
  })

  test.each([429, 500, 502, 503, 504])('%i is tried three times and then fails', async (status) => {
    const server = await serve(byPath({ '/a': { status } }))
    const error = await failureOf(client().getDocument(`${server.origin}/a`, TRUSTED, never()))
    expect(error.failure).toBe('status')
    expect(error.message).toBe(`127.0.0.1:${server.port}: ${status} after 3 tries`)
    expect(server.paths).toHaveLength(3)
  })

  test('a failure that passes is not seen by the caller', async () => {
    let tries = 0
    const server = await serve((_request, response) => {
      tries += 1
      if (tries === 1) response.socket?.resetAndDestroy()
      else if (tries === 2) response.writeHead(503).end()
      else response.end('well')
    })
    const document = await client().getDocument(`${server.origin}/a`, TRUSTED, never())
    expect(document.body.toString()).toBe('well')
  })

  test('nobody listens', async () => {
    const server = await scriptedServer(() => {})
    await server.close()
    const error = await failureOf(client().getDocument(server.origin, TRUSTED, never()))
    expect(error.failure).toBe('network')
    expect(error.message).toContain('nobody listens there (ECONNREFUSED) after 3 tries')
  })

  test.each(['', 'nonsense', 'ftp://registry.example/', 'file:///etc/passwd', 'javascript:1'])(
    'not an address: %j',
    async (url) => {
      const error = await failureOf(client().getDocument(url, TRUSTED, never()))
      expect(error.failure).toBe('malformed_url')
      expect(error.message).toBe('not an http(s) address')
    },
  )
})

describe('Retry-After', () => {
  const DATE = new Date('2030-01-01T00:00:00Z')
  const ROWS = [
    { rule: 'no header: the usual pause', header: null, tries: 3 },
    { rule: 'at once', header: '0', tries: 3 },
    { rule: 'longer than a caller would wait: given up at once', header: '3', tries: 1 },
    { rule: 'a date that is near', header: 'Tue, 01 Jan 2030 00:00:00 GMT', tries: 3 },
    { rule: 'a date that is far', header: 'Tue, 01 Jan 2030 01:00:00 GMT', tries: 1 },
    { rule: 'nonsense is no header', header: 'later', tries: 3 },
  ]
  test.each(ROWS)('$rule', async ({ header, tries }) => {
    const headers = header === null ? {} : { 'retry-after': header }
    const server = await serve(byPath({ '/a': { status: 429, headers } }))
    const http = client({ now: () => DATE })
    await failureOf(http.getDocument(`${server.origin}/a`, TRUSTED, never()))
    expect(server.paths).toHaveLength(tries)
  })
})

describe('sizes', () => {
  test('JSON that nests without end is given up while it arrives', async () => {
    let sent = 0
    let isGivenUp = false
    const server = await serve((_, response) => {
      response.on('close', () => {
        isGivenUp = !response.writableFinished
      })
      const send = () => {
        while (sent < 1_000 && response.write('['.repeat(10_000))) sent += 1
        if (sent < 1_000) response.once('drain', send)
      }
      send()
    })
    const { failure } = await failureOf(
      client().getDocument(`${server.origin}/a`, TRUSTED, never()),
    )
    expect(failure).toBe('too_large')
    await expect.poll(() => isGivenUp).toBe(true)
    expect(sent).toBeLessThan(1_000)
  })

  const TEXT = 'x'.repeat(10_000)
  const ROWS: readonly { rule: string; handler: Handler; outcome: FetchFailure | 'whole' }[] = [
    { rule: 'as many as allowed', handler: (_, r) => void r.end(TEXT), outcome: 'whole' },
    { rule: 'one more', handler: (_, r) => void r.end(`${TEXT}x`), outcome: 'too_large' },
    {
      rule: 'one more, not announced',
      handler: (_, r) => {
        r.write(TEXT)
        r.end('x')
      },
      outcome: 'too_large',
    },
    {
      rule: 'compressed, as many as allowed',
      handler: (_, r) => void r.setHeader('content-encoding', 'gzip').end(gzipSync(TEXT)),
      outcome: 'whole',
    },
    {
      rule: 'compressed under its old name',
      handler: (_, r) => void r.setHeader('content-encoding', 'x-gzip').end(gzipSync(TEXT)),
      outcome: 'whole',
    },
    {
      rule: 'a gzip bomb',
      handler: (_, r) =>
        void r.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(5_000_000))),
      outcome: 'too_large',
    },
    {
      rule: 'truncated gzip',
      handler: (_, r) =>
        void r.setHeader('content-encoding', 'gzip').end(gzipSync(TEXT).subarray(0, -9)),
      outcome: 'network',
    },
    {
      rule: 'an empty body that claims to be gzip',
      handler: (_, r) => void r.setHeader('content-encoding', 'gzip').end(),
      outcome: 'network',
    },
    {
      rule: 'not gzip at all',
      handler: (_, r) => void r.setHeader('content-encoding', 'gzip').end(TEXT),
      outcome: 'network',
    },
    {
      rule: 'an encoding that was not asked for',
      handler: (_, r) => void r.setHeader('content-encoding', 'br').end(TEXT),
      outcome: 'network',
    },
    {
      rule: 'shorter than announced',
      handler: (_, r) => {
        r.writeHead(200, { 'content-length': 100 })
        r.write('x', () => r.socket?.end())
      },
      outcome: 'network',
    },
    {
      rule: 'chunks without their end',
      handler: (_, r) => {
        r.writeHead(200)
        r.write('x', () => r.socket?.end())
      },
      outcome: 'network',
    },
  ]
  test.each(ROWS)('$rule: $outcome', async ({ handler, outcome }) => {
    const server = await serve(handler)
    const options = { ...TRUSTED, maxBytes: 10_000 }
    const work = client().getDocument(`${server.origin}/a`, options, never())
    if (outcome === 'whole') expect((await work).body.toString()).toBe(TEXT)
    else expect((await failureOf(work)).failure).toBe(outcome)
    // What is too large today is too large on the next try.
    expect(server.paths).toHaveLength(outcome === 'network' ? 3 : 1)
  })

  test('a bomb is not unpacked further than the bound', async () => {
    // Members of a gzip file follow each other, so that a large bomb is quickly made.
    const member = gzipSync(Buffer.alloc(1_000_000))
    const bomb = Buffer.concat(Array.from({ length: 400 }, () => member))
    const server = await serve((_, r) => void r.setHeader('content-encoding', 'gzip').end(bomb))
    const before = process.memoryUsage().arrayBuffers
    const options = { ...TRUSTED, maxBytes: 1_000_000 }
    await failureOf(client().getDocument(server.origin, options, never()))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
  })
})

describe('redirects', () => {
  test('are followed and the end is named', async () => {
    const server = await serve(
      byPath({
        '/a': { status: 301, headers: { location: 'b' } },
        '/b': { status: 302, headers: { location: '/c?d' } },
        '/c?d': { body: 'end' },
      }),
    )
    const document = await client().getDocument(`${server.origin}/a`, TRUSTED, never())
    expect(document.url.href).toBe(`${server.origin}/c?d`)
    expect(document.body.toString()).toBe('end')
  })

  const ROWS = [
    { rule: 'a loop', location: '/a', requests: 6 },
    { rule: 'no location', location: '', requests: 1 },
    { rule: 'another scheme', location: 'ftp://registry.example/a', requests: 1 },
    { rule: 'a file', location: 'file:///etc/passwd', requests: 1 },
    { rule: 'nonsense', location: 'http://[', requests: 1 },
  ]
  test.each(ROWS)('$rule: refused', async ({ location, requests }) => {
    const headers = location === '' ? {} : { location }
    const server = await serve(byPath({ '/a': { status: 302, headers } }))
    const error = await failureOf(client().getDocument(`${server.origin}/a`, TRUSTED, never()))
    expect(error.failure).toBe('redirect')
    expect(server.paths).toHaveLength(requests)
  })

  test('from https to http: refused; the other way round: followed', async () => {
    const tls = selfSigned()
    const plain = await serve(byPath({ '/up': { body: 'plain' } }))
    const secure = await serve(
      byPath({
        '/down': { status: 302, headers: { location: `${plain.origin}/up` } },
        '/end': { body: 'secure' },
      }),
      tls,
    )
    const up = await serve(
      byPath({ '/': { status: 302, headers: { location: `${secure.origin}/end` } } }),
    )
    const http = client({ extraCa: [tls.cert] })
    const error = await failureOf(http.getDocument(`${secure.origin}/down`, TRUSTED, never()))
    expect(error.message).toMatch(/redirect from https to http$/)
    expect(plain.paths).toEqual([])
    const document = await http.getDocument(up.origin, TRUSTED, never())
    expect(document.body.toString()).toBe('secure')
  })

  test('a credential stays with its origin', async () => {
    const other = await serve(byPath({ '/x': { body: 'other' } }))
    const server = await serve(
      byPath({
        '/a': { status: 302, headers: { location: '/b' } },
        '/b': { status: 307, headers: { location: `${other.origin}/x` } },
      }),
    )
    const authorization = { origin: server.origin, value: 'Bearer sesame' }
    const options = { ...TRUSTED, authorization }
    await client().getDocument(`${server.origin}/a`, options, never())
    expect(server.headers.map((headers) => headers.authorization)).toEqual([
      'Bearer sesame',
      'Bearer sesame',
    ])
    expect(other.headers.map((headers) => headers.authorization)).toEqual([undefined])
  })

  test('credentials that somebody wrote into a URL are not sent', async () => {
    const server = await serve(byPath({ '/b': { body: 'end' } }))
    const from = await serve((_, response) => {
      const location = `http://eve:secret@127.0.0.1:${server.port}/b`
      response.writeHead(302, { location }).end()
    })
    await client().getDocument(from.origin, TRUSTED, never())
    expect(server.headers[0]?.authorization).toBeUndefined()
  })
})

describe('time', () => {
  const SILENT: Handler = () => {}
  const DRIPPING: Handler = (_, response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    const timer = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(timer))
  }
  const ROWS = [
    { rule: 'a server that says nothing', handler: SILENT },
    { rule: 'a server that goes on for ever', handler: DRIPPING },
  ]
  test.each(ROWS)('$rule: the deadline ends it', async ({ handler }) => {
    const server = await serve(handler)
    const options = { ...TRUSTED, timeoutMs: 80 }
    const error = await failureOf(client().getDocument(server.origin, options, never()))
    expect(['timeout', 'network']).toContain(error.failure)
  })

  test('the deadline covers the pauses between tries', async () => {
    const server = await serve(byPath({ '/': { status: 500 } }))
    const options = { ...TRUSTED, timeoutMs: 50 }
    const http = client({ limits: { retryBaseMs: 60_000 } })
    const error = await failureOf(http.getDocument(server.origin, options, never()))
    expect(error.failure).toBe('timeout')
  })

  test('a silent connection is tried again within the deadline', async () => {
    let asked = 0
    const server = await serve((_, response) => {
      asked += 1
      if (asked > 1) response.end('late but there')
    })
    const options = { ...TRUSTED, timeoutMs: 30_000 }
    const http = client({ limits: { triesMax: 20 } })
    const document = await http.getDocument(server.origin, options, never())
    expect(document.body.toString()).toBe('late but there')
  })

  test.each(ROWS)('$rule: the caller ends it', async ({ handler }) => {
    const server = await serve(handler)
    const controller = new AbortController()
    const work = failureOf(client().getDocument(server.origin, TRUSTED, controller.signal))
    setTimeout(() => controller.abort(), 30)
    expect((await work).failure).toBe('aborted')
  })

  test('a signal that has fired already: nothing is asked', async () => {
    const server = await serve(SILENT)
    const work = client().getDocument(server.origin, TRUSTED, AbortSignal.abort())
    expect((await failureOf(work)).failure).toBe('aborted')
    expect(server.paths).toEqual([])
  })
})

describe('nothing is left behind', () => {
  test('no listener on the signal of the caller, no socket after close', async () => {
    const server = await serve(byPath({ '/a': { body: 'x' }, '/bad': { status: 500 } }))
    const http = client()
    const controller = new AbortController()
    let listeners = 0
    const { signal } = controller
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1
      add(...args)
    }
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1
      remove(...args)
    }
    await http.getDocument(`${server.origin}/a`, TRUSTED, signal)
    await failureOf(http.getDocument(`${server.origin}/bad`, TRUSTED, signal))
    const tooLarge = { ...TRUSTED, maxBytes: 0 }
    await failureOf(http.getDocument(`${server.origin}/a`, tooLarge, signal))
    expect(listeners).toBe(0)
    await http.close()
    await expect.poll(() => server.openSockets()).toBe(0)
  })

  test('no timer', async () => {
    const server = await serve(byPath({ '/a': { body: 'x' } }))
    const http = client()
    const timers = () =>
      process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    await http.getDocument(`${server.origin}/a`, TRUSTED, never())
    const before = timers()
    for (let i = 0; i < 20; i += 1) await http.getDocument(`${server.origin}/a`, TRUSTED, never())
    expect(timers()).toBeLessThan(before + 5)
  })
})

describe('the breaker', () => {
  test('leaves a failing origin alone, tries once, and comes back', async () => {
    let nowMs = 0
    let isUp = false
    const server = await serve((_, response) => {
      response.writeHead(isUp ? 200 : 500).end()
    })
    const http = client({
      now: () => new Date(nowMs),
      limits: { triesMax: 1, breakerFailures: 3, breakerOpenMs: 1_000 },
    })
    const ask = () => http.getDocument(server.origin, TRUSTED, never())
    for (let i = 0; i < 3; i += 1) expect((await failureOf(ask())).failure).toBe('status')
    expect((await failureOf(ask())).failure).toBe('circuit_open')
    expect(server.paths).toHaveLength(3)
    nowMs = 1_000
    expect((await failureOf(ask())).failure).toBe('status')
    expect((await failureOf(ask())).failure).toBe('circuit_open')
    nowMs = 2_000
    isUp = true
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(200)
  })

  test.each([
    { rule: 'not found', status: 404 },
    { rule: 'too many requests', status: 429 },
    { rule: 'forbidden', status: 403 },
  ])('$rule does not open it', async ({ status }) => {
    const server = await serve((_, response) => void response.writeHead(status).end())
    const http = client({ limits: { triesMax: 1, breakerFailures: 2 } })
    for (let i = 0; i < 5; i += 1) {
      await http.getDocument(server.origin, TRUSTED, never()).catch(() => {})
    }
    expect(server.paths).toHaveLength(5)
  })

  test('a caller that gives up does not open it', async () => {
    const server = await serve(() => {})
    const http = client({ limits: { triesMax: 1, breakerFailures: 1 } })
    for (let i = 0; i < 3; i += 1) {
      const controller = new AbortController()
      const work = failureOf(http.getDocument(server.origin, TRUSTED, controller.signal))
      setTimeout(() => controller.abort(), 20)
      expect((await work).failure).toBe('aborted')
    }
  })
})

describe('the address guard', () => {
  test('is on unless a host is trusted', async () => {
    const server = await serve(byPath({ '/': { body: 'inside' } }))
    for (const url of [
      server.origin,
      `http://localhost:${server.port}/`,
      `http://[::1]:${server.port}/`,
    ]) {
      const error = await failureOf(client().getDocument(url, {}, never()))
      expect(error.failure).toBe('address_refused')
    }
    expect(server.paths).toEqual([])
  })

  test('holds for the end of a redirect', async () => {
    const inside = await serve(byPath({ '/': { body: 'inside' } }))
    const server = await serve((_, response) => {
      response.writeHead(302, { location: inside.origin }).end()
    })
    const isTrusted = (url: URL) => url.origin === server.origin
    const error = await failureOf(client().getDocument(server.origin, { isTrusted }, never()))
    expect(error.failure).toBe('address_refused')
    expect(inside.paths).toEqual([])
  })

  describe('of a registry on a private network', () => {
    const accessOf = (origin: string) =>
      accessFrom([{ baseUrl: `${origin}/`, authorization: null }])(origin)

    test('lets its files be on other hosts there', async () => {
      const files = await serve(byPath({ '/': { body: 'inside' } }))
      const server = await serve((_, response) => {
        response.writeHead(302, { location: files.origin }).end()
      })
      const { body } = await client().getDocument(server.origin, accessOf(server.origin), never())
      expect(Buffer.from(body).toString()).toBe('inside')
    })

    test.each([
      'http://169.254.169.254/latest/meta-data',
      'http://2852039166/',
      'http://0xa9.0xfe.0xa9.0xfe/',
      'http://[::ffff:169.254.169.254]/',
      'http://[64:ff9b::a9fe:a9fe]/',
      'http://[fe80::1]/',
      'http://metadata.example/',
    ])('is still refused: %s, named or redirected to', async (location) => {
      const server = await serve((_, response) => {
        response.writeHead(302, { location }).end()
      })
      const access = accessOf(server.origin)
      const http = client({
        resolve: (_host, callback) => callback(null, [{ address: '169.254.169.254', family: 4 }]),
      })
      for (const url of [location, server.origin]) {
        const error = await failureOf(http.getDocument(url, access, never()))
        expect(error.failure).toBe('address_refused')
      }
    })
  })

  test('judges what the resolver says at the time of the connection', async () => {
    const server = await serve(byPath({ '/': { body: 'inside' } }))
    let asked = 0
    const http = client({
      resolve: (_host, callback) => {
        asked += 1
        callback(null, [{ address: '127.0.0.1', family: 4 }])
      },
    })
    const url = `http://rebound.example:${server.port}/`
    expect((await failureOf(http.getDocument(url, {}, never()))).failure).toBe('address_refused')
    expect((await failureOf(http.getDocument(url, {}, never()))).failure).toBe('address_refused')
    // One look at each connection: there is no earlier answer that could be trusted by mistake.
    expect(asked).toBe(2)
    expect(server.paths).toEqual([])
  })

  test('a resolver that never answers does not outlive the deadline', async () => {
    const http = client({ resolve: () => {}, proxy: { http: 'http://127.0.0.1:9' } })
    const options = { timeoutMs: 50 }
    const error = await failureOf(http.getDocument('http://slow.example/', options, never()))
    expect(error.failure).toBe('timeout')
  })
})

describe('download', () => {
  test('streams the bytes as they were sent, from the start on each try', async () => {
    const bytes = Buffer.from('artifact '.repeat(100_000))
    let tries = 0
    const server = await serve((_, response) => {
      tries += 1
      response.writeHead(200, { 'content-length': bytes.length })
      if (tries > 1) return void response.end(bytes)
      response.write(bytes.subarray(0, 1_000), () => response.socket?.resetAndDestroy())
    })
    const sha256 = await client().download(
      `${server.origin}/a`,
      { ...TRUSTED, maxBytes: bytes.length },
      async ({ body, contentLength }) => {
        expect(contentLength).toBe(bytes.length)
        const hash = createHash('sha256')
        for await (const chunk of body) hash.update(chunk)
        return hash.digest('hex')
      },
      never(),
    )
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(server.headers[0]?.['accept-encoding']).toBe('identity')
  })

  test('what the consumer throws is its own, and not tried again', async () => {
    const server = await serve(byPath({ '/a': { body: 'x' } }))
    const work = client().download(
      `${server.origin}/a`,
      TRUSTED,
      async ({ body }) => {
        for await (const chunk of body) throw new RangeError(`no ${chunk.toString()}`)
      },
      never(),
    )
    await expect(work).rejects.toThrow(RangeError)
    expect(server.paths).toHaveLength(1)
  })

  test('a consumer that has seen enough lets go of the connection', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1_000_000_000 })
      response.write(Buffer.alloc(100_000))
    })
    const http = client()
    const options = { ...TRUSTED, maxBytes: 2_000_000_000 }
    const length = await http.download(
      server.origin,
      options,
      async (r) => r.contentLength,
      never(),
    )
    expect(length).toBe(1_000_000_000)
    await expect.poll(() => server.openSockets()).toBe(0)
  })
})
