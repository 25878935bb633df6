import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { RemoteArtifact } from '../../src/domain/release.ts'
import { ServiceError } from '../../src/errors.ts'
import type { BlobSink, DownloadedArtifact } from '../../src/ports/registry.ts'
import { boundedFetch } from '../../src/registry/fetch/boundedFetch.ts'
import { accessFrom } from '../../src/registry/fetch/endpoint.ts'
import { ARTIFACT_LIMITS, downloadArtifact } from '../../src/registry/fetch/fetchArtifact.ts'
import { memorySink } from '../fake/memorySink.ts'
import { type Handler, type ScriptedServer, scriptedServer } from '../fake/scriptedServer.ts'

const BYTES: Buffer = Buffer.from('the bytes of a file, as published')
const hex = (algorithm: string, bytes = BYTES) => createHash(algorithm).update(bytes).digest('hex')
const ALL = { sha256: hex('sha256'), sha512: hex('sha512'), sha1: hex('sha1') }
const LIMITS = { ...ARTIFACT_LIMITS, artifactMaxBytes: 1_000_000, declaredDigestMinBytes: 500_000 }
const never = () => new AbortController().signal

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Download = (
  over: Partial<RemoteArtifact>,
  sink: BlobSink,
  signal?: AbortSignal,
) => Promise<DownloadedArtifact>

async function serve(
  handler: Handler,
  timeoutMs = LIMITS.artifactTimeoutMs,
): Promise<{ server: ScriptedServer; download: Download }> {
  const server = await scriptedServer(handler)
  const http = boundedFetch({
    now: () => new Date(),
    random: () => 0,
    limits: { retryBaseMs: 1, triesMax: 3, breakerFailures: 1_000 },
  })
  closing.push(
    () => http.close(),
    () => server.close(),
  )
  const access = accessFrom([{ baseUrl: `${server.origin}/`, authorization: null }])
  const limits = { ...LIMITS, artifactTimeoutMs: timeoutMs }
  const source = { http, access, limits, label: 'pypi' }
  const remote: RemoteArtifact = {
    kind: 'sdist',
    filename: 'proj-1.0.tar.gz',
    url: `${server.origin}/proj-1.0.tar.gz`,
    sizeBytes: BYTES.length,
    digests: ALL,
  }
  const download: Download = (over, sink, signal = never()) =>
    downloadArtifact(source, { ...remote, ...over }, sink, signal)
  return { server, download }
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    return `answered ${JSON.stringify(await work)}`
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

const whole: Handler = (_, response) => void response.end(BYTES)

describe('a file that is what it is declared to be', () => {
  test('is committed once, under its digest', async () => {
    const { download } = await serve(whole)
    const { sink, blobs, counts } = memorySink()
    const { artifact, lease } = await download({}, sink)
    expect(artifact).toEqual({
      filename: 'proj-1.0.tar.gz',
      sha256: ALL.sha256,
      sizeBytes: BYTES.length,
      digest: 'computed',
    })
    expect([lease.sha256, lease.sizeBytes]).toEqual([ALL.sha256, BYTES.length])
    expect(blobs.get(ALL.sha256)).toEqual(BYTES)
    expect(counts).toEqual({ opened: 1, committed: 1, aborted: 0, released: 0 })
  })

  test.each([
    { rule: 'only a sha1', over: { digests: { sha1: ALL.sha1 } } },
    { rule: 'no digest and no size', over: { digests: {}, sizeBytes: null } },
    { rule: 'an npm tarball', over: { kind: 'tarball' as const, sizeBytes: null } },
  ])('$rule: the sha256 is computed', async ({ over }) => {
    const { download } = await serve(whole)
    const { sink, blobs } = memorySink()
    expect((await download(over, sink)).artifact).toMatchObject({ ...{ sha256: ALL.sha256 } })
    expect([...blobs.keys()]).toEqual([ALL.sha256])
  })

  const LARGE = Buffer.alloc(500_000, BYTES)
  const large = { sha256: hex('sha256', LARGE) }
  test.each([
    {
      rule: 'a large wheel',
      over: { sizeBytes: LARGE.length, digests: large },
      digest: 'declared',
    },
    {
      rule: 'a large wheel of unsaid size',
      over: { sizeBytes: null, digests: large },
      digest: 'declared',
    },
    {
      rule: 'a large wheel without a sha256',
      over: { sizeBytes: LARGE.length, digests: {} },
      digest: 'computed',
    },
  ])('$rule is read whole: $digest', async ({ over, digest }) => {
    const { download } = await serve((_, response) => void response.end(LARGE))
    const { sink, blobs } = memorySink()
    const wheel = { kind: 'wheel', filename: 'proj-1.0-py3-none-any.whl', ...over } as const
    const { artifact } = await download(wheel, sink)
    expect(artifact).toMatchObject({ ...large, sizeBytes: LARGE.length, digest })
    expect(blobs.get(large.sha256)?.equals(LARGE)).toBe(true)
  })

  test('a try that breaks off leaves its writer behind, the next one has its own', async () => {
    let requests = 0
    const { download } = await serve((_, response) => {
      requests += 1
      if (requests === 3) return void response.end(BYTES)
      response.writeHead(200, { 'content-length': BYTES.length })
      response.write(BYTES.subarray(0, 10), () => response.socket?.destroy())
    })
    const { sink, blobs, counts } = memorySink()
    await download({}, sink)
    expect(counts).toEqual({ opened: 3, committed: 1, aborted: 2, released: 0 })
    expect(blobs.get(ALL.sha256)).toEqual(BYTES)
  })
})

describe('nothing is committed', () => {
  const FLIPS = [...BYTES.keys()].flatMap((at) => [0, 3, 7].map((bit) => ({ at, bit })))
  test.each([
    { digests: ALL },
    { digests: { sha256: ALL.sha256 } },
    { digests: { sha512: ALL.sha512 } },
    { digests: { sha1: ALL.sha1 } },
  ])('one flipped bit anywhere ($digests)', async ({ digests }) => {
    let next = 0
    const { download } = await serve((_, response) => {
      const flip = FLIPS[next]
      const bytes = Buffer.from(BYTES)
      if (flip) bytes[flip.at] = (bytes[flip.at] ?? 0) ^ (1 << flip.bit)
      response.end(bytes)
    })
    const { sink, blobs, counts } = memorySink()
    const codes = new Set<string>()
    for (next = 0; next < FLIPS.length; next += 1)
      codes.add(await codeOf(download({ digests }, sink)))
    expect([...codes]).toEqual(['artifact_mismatch'])
    expect(blobs.size).toBe(0)
    expect(counts).toMatchObject({ opened: FLIPS.length, committed: 0, aborted: FLIPS.length })
  })

  const ROWS: readonly {
    rule: string
    handler: Handler
    over?: Partial<RemoteArtifact>
    code: string
    /** Writers that were asked for, each of which is aborted. */
    opened: number
  }[] = [
    {
      rule: 'a file that is shorter',
      handler: (_, r) => void r.end(BYTES.subarray(1)),
      code: 'artifact_mismatch',
      opened: 1,
    },
    {
      rule: 'a file that is longer',
      handler: (_, r) => void r.end(`${BYTES}!`),
      code: 'artifact_mismatch',
      opened: 1,
    },
    {
      rule: 'a page',
      handler: (_, r) => void r.end('<html>Sign in</html>'),
      code: 'artifact_mismatch',
      opened: 1,
    },
    {
      rule: 'status 404',
      handler: (_, r) => void r.writeHead(404).end(),
      code: 'registry_unavailable',
      opened: 0,
    },
    {
      rule: 'status 206',
      handler: (_, r) => void r.writeHead(206).end(BYTES),
      code: 'registry_unavailable',
      opened: 0,
    },
    {
      rule: 'status 503',
      handler: (_, r) => void r.writeHead(503).end(),
      code: 'registry_unavailable',
      opened: 0,
    },
    {
      rule: 'a body that breaks off each time',
      handler: (_, r) => {
        r.writeHead(200, { 'content-length': BYTES.length })
        r.write(BYTES.subarray(0, 10), () => r.socket?.destroy())
      },
      code: 'registry_unavailable',
      opened: 3,
    },
    {
      rule: 'more than may be, and declared so',
      handler: (_, r) => void r.end(),
      over: { sizeBytes: 1_000_001 },
      code: 'artifact_too_large',
      opened: 0,
    },
    {
      rule: 'more than may be, and not declared',
      handler: (_, r) => {
        r.write(Buffer.alloc(600_000))
        r.end(Buffer.alloc(600_000))
      },
      over: { sizeBytes: null },
      code: 'artifact_too_large',
      opened: 1,
    },
  ]
  test.each(ROWS)('$rule: $code', async ({ handler, over = {}, code, opened }) => {
    const { download } = await serve(handler)
    const { sink, blobs, counts } = memorySink()
    expect(await codeOf(download(over, sink))).toBe(code)
    expect([blobs.size, counts]).toEqual([
      0,
      { opened, committed: 0, aborted: opened, released: 0 },
    ])
  })

  test.each(['open', 'write', 'commit'] as const)(
    'a disk that fails at %s: no second try',
    async (step) => {
      const { download, server } = await serve(whole)
      // The abort fails as well, which must not hide the first failure.
      const { sink, blobs } = memorySink((at) => at === step || at === 'abort')
      expect(await codeOf(download({}, sink))).toBe('store_unavailable')
      expect([blobs.size, server.paths.length]).toEqual([0, 1])
    },
  )

  test('a caller that goes away, with its own reason', async () => {
    const { download } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': BYTES.length }).write(BYTES.subarray(0, 10))
    })
    const controller = new AbortController()
    const { sink, counts } = memorySink((step) => {
      if (step === 'write') controller.abort(new ServiceError('shutting_down', 'stopping'))
      return false
    })
    expect(await codeOf(download({}, sink, controller.signal))).toBe('shutting_down')
    expect(counts).toEqual({ opened: 1, committed: 0, aborted: 1, released: 0 })
  })
})

test('a slow disk slows the download down', async () => {
  const size = 900_000
  const body = Buffer.alloc(size)
  const { download } = await serve((_, response) => void response.end(body))
  let waiting = 0
  let most = 0
  const { sink: inner } = memorySink()
  const sink: BlobSink = async () => {
    const writer = await inner()
    return {
      ...writer,
      async write(chunk) {
        waiting += 1
        most = Math.max(most, waiting)
        await new Promise((resolve) => setImmediate(resolve))
        await writer.write(chunk)
        waiting -= 1
      },
    }
  }
  await download({ sizeBytes: size, digests: {} }, sink)
  expect(most).toBe(1)
})
