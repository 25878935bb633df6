import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { Artifact, RemoteArtifact } from '../../../src/domain/release.ts'
import { ServiceError } from '../../../src/errors.ts'
import { type BoundedFetch, boundedFetch } from '../../../src/registry/fetch/boundedFetch.ts'
import { accessFrom } from '../../../src/registry/fetch/endpoint.ts'
import { ARTIFACT_LIMITS, fetchArtifact } from '../../../src/registry/fetch/fetchArtifact.ts'
import { type Handler, type ScriptedServer, scriptedServer } from '../../fake/scriptedServer.ts'

const BYTES = Buffer.from('the bytes of a file, as they were published '.repeat(100))
const hex = (algorithm: string, bytes = BYTES) => createHash(algorithm).update(bytes).digest('hex')
const ALL = { sha256: hex('sha256'), sha512: hex('sha512'), sha1: hex('sha1') }
const WRONG = { sha256: '0'.repeat(64), sha512: '0'.repeat(128), sha1: '0'.repeat(40) }
const LIMITS = { ...ARTIFACT_LIMITS, artifactMaxBytes: 1_000_000, declaredDigestMinBytes: 500_000 }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(handler: Handler): Promise<{ server: ScriptedServer; http: BoundedFetch }> {
  const server = await scriptedServer(handler)
  const http = boundedFetch({
    now: () => new Date(),
    random: () => 0,
    limits: { retryBaseMs: 1, triesMax: 2 },
  })
  closing.push(
    () => http.close(),
    () => server.close(),
  )
  return { server, http }
}

async function run(
  handler: Handler,
  over: Partial<RemoteArtifact>,
): Promise<{ outcome: Artifact | string; server: ScriptedServer }> {
  const { server, http } = await serve(handler)
  const access = accessFrom([{ baseUrl: `${server.origin}/`, authorization: null }])
  const artifact: RemoteArtifact = {
    kind: 'sdist',
    filename: 'proj-1.0.tar.gz',
    url: `${server.origin}/proj-1.0.tar.gz`,
    sizeBytes: BYTES.length,
    digests: ALL,
    ...over,
  }
  const source = { http, access, limits: LIMITS, label: 'pypi' }
  const outcome = await fetchArtifact(source, artifact, new AbortController().signal).catch(
    (error: unknown) => {
      if (error instanceof ServiceError) return error.code
      throw error
    },
  )
  return { outcome, server }
}

const whole: Handler = (_, response) => void response.end(BYTES)
const unframed: Handler = (_, response) => {
  response.socket?.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n')
  response.socket?.end(BYTES)
}
const zeroes =
  (sizeBytes: number): Handler =>
  (_, response) =>
    void response.end(Buffer.alloc(sizeBytes))

describe('fetchArtifact', () => {
  const COMPUTED = {
    filename: 'proj-1.0.tar.gz',
    sha256: ALL.sha256,
    sizeBytes: BYTES.length,
    digest: 'computed',
  }
  type Row = Readonly<{
    rule: string
    handler?: Handler
    over?: Partial<RemoteArtifact>
    expected: object | string
    requests?: number
  }>
  const ROWS: readonly Row[] = [
    { rule: 'every digest fits', expected: COMPUTED },
    {
      rule: 'only a sha1 is declared, and fits',
      over: { digests: { sha1: ALL.sha1 } },
      expected: COMPUTED,
    },
    { rule: 'nothing is declared', over: { digests: {}, sizeBytes: null }, expected: COMPUTED },
    ...(['sha256', 'sha512', 'sha1'] as const).map((algorithm) => ({
      rule: `${algorithm} differs, the others fit`,
      over: { digests: { ...ALL, [algorithm]: WRONG[algorithm] } },
      expected: 'artifact_mismatch',
    })),
    {
      rule: 'larger than declared',
      over: { sizeBytes: BYTES.length - 1 },
      expected: 'artifact_mismatch',
    },
    {
      rule: 'smaller than declared',
      over: { sizeBytes: BYTES.length + 1 },
      expected: 'artifact_mismatch',
    },
    {
      rule: 'empty, and declared so',
      handler: zeroes(0),
      over: { sizeBytes: 0, digests: {} },
      expected: { ...COMPUTED, sizeBytes: 0, sha256: hex('sha256', Buffer.alloc(0)) },
    },
    {
      rule: 'a page instead of the file',
      handler: (_, response) => void response.end('<html>Sign in</html>'),
      expected: 'artifact_mismatch',
    },
    ...[204, 206, 301, 401, 403, 404, 410, 451].map((status) => ({
      rule: `status ${status}`,
      handler: ((_, response) => void response.writeHead(status).end()) as Handler,
      expected: 'registry_unavailable',
    })),
    {
      rule: 'status 500, twice',
      handler: (_, response) => void response.writeHead(500).end(),
      expected: 'registry_unavailable',
      requests: 2,
    },
    {
      rule: 'cut short',
      handler: (_, response) => {
        response.writeHead(200, { 'content-length': BYTES.length })
        response.write(BYTES.subarray(0, 100), () => response.socket?.end())
      },
      expected: 'registry_unavailable',
      requests: 2,
    },
    {
      rule: 'without a length, but with a digest',
      handler: unframed,
      over: { sizeBytes: null },
      expected: COMPUTED,
    },
    {
      rule: 'without a length, but of the declared size',
      handler: unframed,
      over: { digests: {} },
      expected: COMPUTED,
    },
    {
      rule: 'without a length, a size or a digest: it may be a part',
      handler: unframed,
      over: { digests: {}, sizeBytes: null },
      expected: 'registry_unavailable',
    },
    {
      rule: 'encoded on the way, without a digest: it may be something else',
      handler: (_, response) => {
        response.setHeader('content-encoding', 'gzip').end(gzipSync(BYTES))
      },
      over: { digests: {}, sizeBytes: null },
      expected: 'registry_unavailable',
    },
    {
      rule: 'a tarball whose host calls its compression an encoding',
      handler: (_, response) => void response.setHeader('content-encoding', 'gzip').end(BYTES),
      expected: COMPUTED,
    },
    {
      rule: 'declared larger than we take',
      over: { sizeBytes: 1_000_001 },
      expected: 'artifact_too_large',
      requests: 0,
    },
    {
      rule: 'announced larger than we take',
      handler: zeroes(1_000_001),
      over: { sizeBytes: null, digests: {} },
      expected: 'artifact_too_large',
    },
    {
      rule: 'larger than we take, and not announced',
      handler: (_, response) => {
        response.write(Buffer.alloc(600_000))
        response.end(Buffer.alloc(600_000))
      },
      over: { sizeBytes: null, digests: {} },
      expected: 'artifact_too_large',
    },
    {
      rule: 'no address',
      over: { url: 'nonsense' },
      expected: 'registry_unavailable',
      requests: 0,
    },
  ]
  test.each(ROWS)('$rule', async ({ handler = whole, over = {}, expected, requests = 1 }) => {
    const { outcome, server } = await run(handler, over)
    expect(outcome).toEqual(expected)
    expect(server.paths).toHaveLength(requests)
  })
})

describe('large wheels keep the declared digest', () => {
  const sha256 = hex('sha256', Buffer.alloc(500_000))
  const wheel = {
    kind: 'wheel',
    filename: 'big-1.0-py3-none-any.whl',
    digests: { sha256 },
  } as const
  const declared = { filename: wheel.filename, sha256, sizeBytes: 500_000, digest: 'declared' }
  const chunked: Handler = (_, response) => {
    response.write(Buffer.alloc(250_000))
    response.end(Buffer.alloc(250_000))
  }

  test.each([
    {
      rule: 'the index says how large: not even asked',
      sizeBytes: 500_000,
      handler: whole,
      requests: 0,
    },
    {
      rule: 'the host says how large: not read',
      sizeBytes: null,
      handler: zeroes(500_000),
      requests: 1,
    },
    {
      rule: 'nobody says: read, and the answer is the same',
      sizeBytes: null,
      handler: chunked,
      requests: 1,
    },
  ])('$rule', async ({ sizeBytes, handler, requests }) => {
    const { outcome, server } = await run(handler, { ...wheel, sizeBytes })
    expect(outcome).toEqual(declared)
    expect(server.paths).toHaveLength(requests)
  })

  test.each([
    { rule: 'one byte less', over: { ...wheel, sizeBytes: 499_999, digests: {} }, size: 499_999 },
    { rule: 'no sha256', over: { ...wheel, sizeBytes: 500_000, digests: {} }, size: 500_000 },
    {
      rule: 'an sdist',
      over: { kind: 'sdist', sizeBytes: 500_000, digests: { sha256 } },
      size: 500_000,
    },
    {
      rule: 'a tarball',
      over: { kind: 'tarball', sizeBytes: null, digests: { sha256 } },
      size: 500_000,
    },
  ] as const)('$rule: read', async ({ over, size }) => {
    const { outcome } = await run(zeroes(size), over)
    expect(outcome).toMatchObject({ digest: 'computed', sizeBytes: size })
  })

  test('a large wheel that is read after all is still checked', async () => {
    const wrong = { ...wheel, sizeBytes: null, digests: WRONG }
    expect((await run(chunked, wrong)).outcome).toBe('artifact_mismatch')
  })
})

describe('who may be reached', () => {
  const PUBLIC = 'http://registry.example/'
  const resolve =
    (inside: readonly string[]) =>
    (host: string, callback: (e: null, a: { address: string; family: number }[]) => void) =>
      callback(null, [{ address: inside.includes(host) ? '10.0.0.1' : '8.8.8.8', family: 4 }])

  const ROWS = [
    {
      rule: 'the registry itself',
      base: PUBLIC,
      url: 'http://registry.example/x',
      inside: [],
      trusted: true,
    },
    {
      rule: 'another port',
      base: PUBLIC,
      url: 'http://registry.example:81/x',
      inside: [],
      trusted: false,
    },
    {
      rule: 'another host',
      base: PUBLIC,
      url: 'http://files.example/x',
      inside: [],
      trusted: false,
    },
    { rule: 'loopback', base: PUBLIC, url: 'http://127.0.0.1/x', inside: [], trusted: false },
    {
      rule: 'another host, from a registry inside',
      base: PUBLIC,
      url: 'http://files.example/x',
      inside: ['registry.example'],
      trusted: 'inside',
    },
    {
      rule: 'another host, from a registry on loopback',
      base: 'http://127.0.0.1:4873/',
      url: 'http://files.example/x',
      inside: [],
      trusted: 'inside',
    },
  ]
  test.each(ROWS)('$rule: $trusted', async ({ base, url, inside, trusted }) => {
    const access = accessFrom([{ baseUrl: base, authorization: 'Bearer x' }], resolve(inside))
    expect(await access(url).isTrusted?.(new URL(url))).toBe(trusted)
    const isOwn = new URL(url).origin === new URL(base).origin
    const expected = isOwn ? { origin: new URL(base).origin, value: 'Bearer x' } : null
    expect(access(url).authorization).toEqual(expected)
  })

  test('the credential of the closest path is taken', () => {
    const access = accessFrom([
      { baseUrl: 'http://registry.example/a/', authorization: 'Bearer a' },
      { baseUrl: 'http://registry.example/a/b/', authorization: 'Bearer b' },
    ])
    const value = (url: string) => access(url).authorization?.value
    expect(value('http://registry.example/a/b/x.tgz')).toBe('Bearer b')
    expect(value('http://registry.example/a/x.tgz')).toBe('Bearer a')
    expect(value('http://registry.example/files/x.tgz')).toBe('Bearer a')
    expect(value('nonsense')).toBeUndefined()
  })
})
