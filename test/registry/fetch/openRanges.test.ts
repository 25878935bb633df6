import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { openArtifact, openWheel } from '../../../src/artifact/openArtifact.ts'
import type { RemoteArtifact } from '../../../src/domain/release.ts'
import { ServiceError } from '../../../src/errors.ts'
import type { SourceRange } from '../../../src/ports/extraction.ts'
import type { RangedArtifact } from '../../../src/ports/registry.ts'
import { boundedFetch } from '../../../src/registry/fetch/boundedFetch.ts'
import { accessFrom } from '../../../src/registry/fetch/endpoint.ts'
import { openRanges } from '../../../src/registry/fetch/openRanges.ts'
import type { RangeLimits } from '../../../src/registry/fetch/rangeFetcher.ts'
import { REGISTRY_LIMITS } from '../../../src/registry/fetch/registryLimits.ts'
import { recordMember, WHEEL_NAME, wheelMembers } from '../../fake/archives/wheelBuilder.ts'
import { buildZip } from '../../fake/archives/zipBuilder.ts'
import { type Handler, type ScriptedServer, scriptedServer } from '../../fake/scriptedServer.ts'
import { seededRandom } from '../../fake/seededRandom.ts'
import { etagOf, type Part, sendPart } from '../../fake/sendPart.ts'

const random = seededRandom(7)
const BYTES: Buffer = Buffer.from(Array.from({ length: 100_000 }, () => random.below(256)))
const LIMITS = {
  ...REGISTRY_LIMITS,
  declaredDigestMinBytes: 50_000,
  rangeTailMinBytes: 1_000,
  rangeTailMaxBytes: 2_000,
  rangeGapMaxBytes: 100,
  rangeMaxBytes: 10_000,
}
const TAIL_AT = BYTES.length - LIMITS.rangeTailMinBytes
const at = (offset: number, lengthBytes: number): SourceRange => ({ offset, lengthBytes })
const never = () => new AbortController().signal
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Setting = Readonly<{
  bytes?: Buffer
  over?: Partial<RemoteArtifact>
  limits?: Partial<RangeLimits>
  now?: () => Date
}>

async function open(
  handler: Handler,
  { bytes = BYTES, over = {}, limits = {}, now = () => new Date() }: Setting = {},
): Promise<{ source: RangedArtifact | null; server: ScriptedServer }> {
  const server = await scriptedServer(handler)
  const http = boundedFetch({ now, random: () => 0, limits: { retryBaseMs: 1, triesMax: 3 } })
  closing.push(
    () => http.close(),
    () => server.close(),
  )
  const access = accessFrom([{ baseUrl: `${server.origin}/`, authorization: null }])
  const remote: RemoteArtifact = {
    kind: 'wheel',
    filename: 'proj-1.0-py3-none-any.whl',
    url: `${server.origin}/proj-1.0-py3-none-any.whl`,
    sizeBytes: bytes.length,
    digests: { sha256: sha256(bytes) },
    ...over,
  }
  const parts = { http, access, now, limits: { ...LIMITS, ...limits }, label: 'pypi' }
  return { source: await openRanges(parts, remote, never()), server }
}

async function opened(handler: Handler, setting?: Setting) {
  const { source, server } = await open(handler, setting)
  if (source === null) throw new Error('no parts')
  return { source, server }
}

/** Serves parts; from the second request on as `lie` says. */
function serving(lie: Partial<Part> = {}, bytes: Buffer = BYTES): Handler {
  let requests = 0
  return (request, response) => {
    requests += 1
    const part = requests === 1 ? { body: bytes } : { body: bytes, ...lie }
    if (!sendPart(request, response, part)) response.end(bytes)
  }
}

async function outcomeOf(work: Promise<Uint8Array>): Promise<string> {
  try {
    const bytes = await work
    return `${bytes.length} bytes`
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

const ranges = (server: ScriptedServer) => server.headers.map(({ range }) => range)

describe('what is opened', () => {
  test('a large wheel: its end in one request, its digest as declared', async () => {
    const { source, server } = await opened(serving())
    expect(source.artifact).toEqual({
      filename: 'proj-1.0-py3-none-any.whl',
      sha256: sha256(BYTES),
      sizeBytes: BYTES.length,
      digest: 'declared',
    })
    expect(ranges(server)).toEqual([`bytes=${TAIL_AT}-${BYTES.length - 1}`])
    expect(source.fetched()).toEqual({ requests: 1, bytes: 1_000 })
    const tail = await source.read(at(BYTES.length - 10, 10), never())
    expect(Buffer.from(tail)).toEqual(BYTES.subarray(-10))
    expect(source.fetched().requests).toBe(1)
  })

  test('an index that does not say the size: the first response does', async () => {
    const { source, server } = await opened(serving(), { over: { sizeBytes: null } })
    expect(ranges(server)).toEqual(['bytes=-1000'])
    expect(source.sizeBytes).toBe(BYTES.length)
    const bytes = await source.read(at(0, 100), never())
    expect(Buffer.from(bytes)).toEqual(BYTES.subarray(0, 100))
  })

  const SMALL = BYTES.subarray(0, 49_999)
  const UNASKED: readonly { rule: string; setting: Setting }[] = [
    { rule: 'a small wheel', setting: { bytes: SMALL } },
    { rule: 'a source distribution', setting: { over: { kind: 'sdist' } } },
    { rule: 'a tarball', setting: { over: { kind: 'tarball' } } },
    { rule: 'an installer', setting: { over: { kind: 'other' } } },
    { rule: 'no sha256 is declared', setting: { over: { digests: { sha1: '0'.repeat(40) } } } },
  ]
  test.each(UNASKED)('not $rule', async ({ setting }) => {
    const { source, server } = await open(serving({}, setting.bytes), setting)
    expect([source, server.paths.length]).toEqual([null, 0])
  })

  test('not a wheel that turns out to be small', async () => {
    const setting = { bytes: SMALL, over: { sizeBytes: null } }
    const { source, server } = await open(serving({}, SMALL), setting)
    expect([source, server.paths.length]).toEqual([null, 1])
  })
})

const lying =
  (lie: Partial<Part>): Handler =>
  (request, response) => {
    if (!sendPart(request, response, { body: BYTES, ...lie })) response.end(BYTES)
  }
const whole: Handler = (_, response) => void response.end(BYTES)
const status =
  (code: number): Handler =>
  (_, response) =>
    void response.writeHead(code).end()

/** Neither a part nor anything that could be taken for one. */
const LIES: readonly { lie: string; part: Partial<Part> }[] = [
  { lie: 'status 200 with the part', part: { status: 200 } },
  { lie: 'status 404', part: { status: 404 } },
  { lie: 'status 416', part: { status: 416 } },
  { lie: 'no Content-Range', part: { headers: { 'content-range': null } } },
  { lie: 'another range', part: { headers: { 'content-range': 'bytes 0-999/100000' } } },
  { lie: 'an unknown whole', part: { headers: { 'content-range': 'bytes 99000-99999/*' } } },
  {
    lie: 'a range past the end',
    part: { headers: { 'content-range': 'bytes 99000-99999/99999' } },
  },
  { lie: 'a range turned round', part: { headers: { 'content-range': 'bytes 999-0/100000' } } },
  { lie: 'another unit', part: { headers: { 'content-range': 'items 0-999/100000' } } },
  { lie: 'a byte less', part: { bytes: (asked) => asked.subarray(1) } },
  { lie: 'a byte more', part: { bytes: (asked) => Buffer.concat([asked, Buffer.alloc(1)]) } },
  {
    lie: 'a byte less, length unsaid',
    part: { bytes: (asked) => asked.subarray(1), headers: { 'content-length': null } },
  },
  {
    lie: 'a byte more, length unsaid',
    part: {
      bytes: (asked) => Buffer.concat([asked, Buffer.alloc(1)]),
      headers: { 'content-length': null },
    },
  },
  {
    lie: 'compressed',
    part: { bytes: (asked) => gzipSync(asked), headers: { 'content-encoding': 'gzip' } },
  },
  { lie: 'said to be compressed', part: { headers: { 'content-encoding': 'br' } } },
]

describe('a host that lies from the start serves no parts', () => {
  test.each(LIES)('$lie', async ({ part }) => {
    expect((await open(lying(part))).source).toBeNull()
  })

  test.each([
    { lie: 'everything, with 200', handler: whole },
    { lie: 'a whole of another size', handler: serving({}, BYTES.subarray(1)) },
    { lie: 'status 403', handler: status(403) },
    { lie: 'status 404', handler: status(404) },
    { lie: 'status 416', handler: status(416) },
    { lie: 'a page', handler: ((_, r) => void r.end('<html>Sign in</html>')) as Handler },
  ])('$lie', async ({ handler }) => {
    expect((await open(handler)).source).toBeNull()
  })

  test.each([
    { fault: 'status 503', handler: status(503) },
    { fault: 'a reset', handler: ((r) => void r.socket.resetAndDestroy()) as Handler },
    { fault: 'a redirect loop', handler: ((_, r) => redirect(r, '/')) as Handler },
    {
      fault: 'a redirect to a host inside',
      handler: ((_, r) => redirect(r, 'file:///etc/passwd')) as Handler,
    },
  ])('$fault says nothing about parts', async ({ handler }) => {
    await expect(open(handler)).rejects.toMatchObject({ code: 'registry_unavailable' })
  })
})

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}

describe('a host that lies later', () => {
  test.each(LIES)('$lie: refused', async ({ part }) => {
    const { source, server } = await opened(serving(part))
    expect(await outcomeOf(source.read(at(5_000, 1_000), never()))).toBe('registry_unavailable')
    // A lie is not worth a second try.
    expect(server.paths).toHaveLength(2)
  })

  test('everything, with 200: refused', async () => {
    const first = serving()
    let requests = 0
    const handler: Handler = (request, response) => {
      requests += 1
      if (requests === 1) first(request, response)
      else response.end(BYTES)
    }
    const { source } = await opened(handler)
    expect(await outcomeOf(source.read(at(0, 10), never()))).toBe('registry_unavailable')
    expect(source.fetched().bytes).toBe(1_000)
  })

  test.each([
    { change: 'another ETag', part: { headers: { etag: '"other"' } } },
    { change: 'a weak ETag', part: { headers: { etag: 'W/"other"' } } },
    { change: 'no ETag any more', part: { headers: { etag: null } } },
    {
      change: 'a Last-Modified that was not there',
      part: { headers: { 'last-modified': 'Sun, 15 Nov 2026 00:00:00 GMT' } },
    },
    { change: 'another size', part: { headers: { 'content-range': 'bytes 0-9/100001' } } },
  ])('$change: the file has changed', async ({ part }) => {
    const { source } = await opened(serving(part))
    expect(await outcomeOf(source.read(at(0, 10), never()))).toBe('artifact_mismatch')
  })

  test.each([
    {
      fault: 'status 503',
      strike: (_: IncomingMessage, r: ServerResponse) => void r.writeHead(503).end(),
    },
    { fault: 'a reset', strike: (r: IncomingMessage) => void r.socket.resetAndDestroy() },
    {
      fault: 'a part cut short',
      strike: (_: IncomingMessage, r: ServerResponse) => {
        const head = { 'content-length': 10, 'content-range': 'bytes 0-9/100000' }
        r.writeHead(206, { ...head, etag: etagOf(BYTES) })
        r.write('12345', () => r.socket?.destroy())
      },
    },
  ])('$fault: tried again', async ({ strike }) => {
    const honest = serving()
    let requests = 0
    const { source, server } = await opened((request, response) => {
      requests += 1
      if (requests === 2) strike(request, response)
      else honest(request, response)
    })
    const bytes = await source.read(at(0, 10), never())
    expect(Buffer.from(bytes)).toEqual(BYTES.subarray(0, 10))
    expect(server.paths).toHaveLength(3)
  })
})

describe('reading', () => {
  test('any range gives its bytes, planned or not', async () => {
    const { source } = await opened(serving())
    const planned = [at(0, 40), at(100, 900), at(5_000, 12_000), at(98_500, 1_000), at(99_500, 500)]
    await source.prefetch(planned, never())
    const asked = [
      ...planned,
      ...planned,
      at(50, 10),
      at(20_000, 25_000),
      at(0, BYTES.length),
      at(7, 0),
    ]
    for (const range of asked) {
      const bytes = await source.read(range, never())
      expect(Buffer.from(bytes)).toEqual(
        BYTES.subarray(range.offset, range.offset + range.lengthBytes),
      )
    }
  })

  test('the directory is fetched up to where the tail begins', async () => {
    const { source, server } = await opened(serving())
    await source.read(at(TAIL_AT - 500, 1_000), never())
    expect(ranges(server).at(-1)).toBe(`bytes=${TAIL_AT - 500}-${TAIL_AT - 1}`)
    expect(source.fetched()).toEqual({ requests: 2, bytes: 1_500 })
  })

  test('neighbours are fetched together, each byte once', async () => {
    const { source, server } = await opened(serving())
    const members = Array.from({ length: 100 }, (_, i) => at(i * 150, 100))
    const far = at(60_000, 10)
    await source.prefetch([...members, far], never())
    await Promise.all([...members, far].map((range) => source.read(range, never())))
    expect(ranges(server).slice(1).toSorted()).toEqual(
      ['bytes=0-9999', 'bytes=10050-14949', 'bytes=60000-60009'].toSorted(),
    )
    expect(source.fetched()).toEqual({ requests: 4, bytes: 1_000 + 10_000 + 4_900 + 10 })
  })

  test('a few requests at a time, and no more ahead of the reading', async () => {
    let active = 0
    let most = 0
    const handler: Handler = (request, response) => {
      active += 1
      most = Math.max(most, active)
      setTimeout(() => {
        active -= 1
        sendPart(request, response, { body: BYTES })
      }, 5)
    }
    const { source, server } = await opened(handler, { limits: { rangesAtOnceMax: 3 } })
    const members = Array.from({ length: 10 }, (_, i) => at(i * 5_000, 10))
    await source.prefetch(members, never())
    await source.read(at(0, 10), never())
    expect(server.paths.length).toBeLessThanOrEqual(1 + 3)
    for (const member of members) await source.read(member, never())
    expect(most).toBe(3)
    // One more than planned: the first member was read twice.
    expect(server.paths).toHaveLength(1 + 10 + 1)
  })

  test('a long member takes several requests of bounded size', async () => {
    const { source, server } = await opened(serving())
    const bytes = await source.read(at(0, 25_000), never())
    expect(Buffer.from(bytes)).toEqual(BYTES.subarray(0, 25_000))
    expect(ranges(server).slice(1)).toEqual([
      'bytes=0-9999',
      'bytes=10000-19999',
      'bytes=20000-24999',
    ])
  })

  test('ranges outside the file are a bug of the reader', async () => {
    const { source } = await opened(serving())
    for (const range of [at(-1, 5), at(0, BYTES.length + 1), at(5, -1), at(0.5, 1)]) {
      await expect(source.read(range, never())).rejects.toThrow(RangeError)
    }
  })

  test('redirects are followed for every part', async () => {
    const honest = serving()
    const { source, server } = await opened((request, response) => {
      if (request.url === '/there') honest(request, response)
      else redirect(response, '/there')
    })
    const bytes = await source.read(at(0, 10), never())
    expect(Buffer.from(bytes)).toEqual(BYTES.subarray(0, 10))
    expect(server.paths).toHaveLength(4)
  })
})

describe('bounds', () => {
  test('more bytes than a part of a file', async () => {
    const { source, server } = await opened(serving(), { limits: { rangesMaxBytes: 6_000 } })
    expect(await outcomeOf(source.read(at(0, 3_000), never()))).toBe('3000 bytes')
    expect(await outcomeOf(source.read(at(0, 3_000), never()))).toBe('artifact_too_large')
    expect(server.paths).toHaveLength(2)
  })

  test('more requests than are worth it', async () => {
    const { source } = await opened(serving(), { limits: { rangesMax: 3 } })
    const codes = []
    for (const offset of [0, 1_000, 2_000])
      codes.push(await outcomeOf(source.read(at(offset, 1), never())))
    expect(codes).toEqual(['1 bytes', '1 bytes', 'artifact_too_large'])
  })

  test('a plan that cannot be afforded costs nothing', async () => {
    const { source, server } = await opened(serving(), {
      limits: { rangesMax: 10, rangesPlannedMax: 5, rangesMaxBytes: 50_000, rangeMaxBytes: 200 },
    })
    const members = Array.from({ length: 40 }, (_, i) => at(i * 2_000, 1))
    await expect(source.prefetch(members, never())).rejects.toMatchObject({
      code: 'artifact_too_large',
    })
    expect(server.paths).toHaveLength(1)
  })

  test('time with requests under way; the reader may take its own', async () => {
    let clockMs = 0
    let costMs = 0
    const handler: Handler = (request, response) => {
      clockMs += costMs
      sendPart(request, response, { body: BYTES })
    }
    const setting = { now: () => new Date(clockMs), limits: { artifactTimeoutMs: 1_000 } }
    const { source } = await opened(handler, setting)
    clockMs += 1_000_000
    expect(await outcomeOf(source.read(at(0, 1), never()))).toBe('1 bytes')
    costMs = 600
    expect(await outcomeOf(source.read(at(0, 1), never()))).toBe('1 bytes')
    expect(await outcomeOf(source.read(at(0, 1), never()))).toBe('1 bytes')
    expect(await outcomeOf(source.read(at(0, 1), never()))).toBe('registry_unavailable')
  })
})

describe('giving up', () => {
  /** The opening is answered, and nothing after it. */
  function silent(): Handler {
    let requests = 0
    return (request, response) => {
      requests += 1
      if (requests === 1) sendPart(request, response, { body: BYTES })
    }
  }

  test('closing ends what is under way, and every later read', async () => {
    const { source } = await opened(silent())
    await source.prefetch([at(0, 10)], never())
    const pending = outcomeOf(source.read(at(0, 10), never()))
    const direct = outcomeOf(source.read(at(50_000, 10), never()))
    source.close()
    source.close()
    expect([await pending, await direct]).toEqual(['registry_unavailable', 'registry_unavailable'])
    expect(await outcomeOf(source.read(at(0, 10), never()))).toBe('registry_unavailable')
  })

  test('the signal of a read ends it with its own reason', async () => {
    const { source } = await opened(silent())
    const controller = new AbortController()
    const reading = source.read(at(0, 10), controller.signal)
    controller.abort(new ServiceError('deadline_exceeded', 'too late'))
    await expect(reading).rejects.toMatchObject({ code: 'deadline_exceeded' })
    source.close()
  })
})

test('a wheel opened in parts gives the tree of the whole', async () => {
  const blob = Buffer.alloc(1_500_000, BYTES)
  const files = [...wheelMembers().slice(0, -1), { name: 'demo/blob.so', data: blob, method: 0 }]
  const more = { name: 'demo/more.py', data: 'MORE = 1\n' }
  const bytes = buildZip([...files, more, recordMember([...files, more])])
  const { source } = await opened(serving({}, bytes), { bytes, over: { filename: WHEEL_NAME } })
  const input = { filename: WHEEL_NAME, source, localHeaders: 'kept' } as const
  const { tree } = await openWheel(input, never())
  const wholeInput = { kind: 'wheel', filename: WHEEL_NAME, bytes } as const
  const opening = await openArtifact(wholeInput, never())
  expect(tree.entries).toEqual(opening.tree.entries)
  expect(tree.paths.map((path) => tree.read(path))).toEqual(
    tree.paths.map((path) => opening.tree.read(path)),
  )
  expect(source.fetched().bytes).toBeLessThan(bytes.length / 10)
})
