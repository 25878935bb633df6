import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import type { FakeRegistry } from '../fake/registry.ts'
import { registryClients } from '../fake/registryClients.ts'
import { byPath, type Scripted, scriptedServer } from '../fake/scriptedServer.ts'
import { closing, named, never, ONCE, open, scripted } from './opened.ts'

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    (value) => new Error(`answered ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ServiceError) return error.code
  throw error
}

const SHA1 = 'a'.repeat(40)
const DIST = { tarball: 'http://registry.example/x.tgz', shasum: SHA1 }

describe('lookup', () => {
  type Row = Readonly<{
    rule: string
    arrange: (npm: FakeRegistry['npm']) => void
    name?: string
    expected: string
  }>
  const ROWS: readonly Row[] = [
    {
      rule: 'a published package',
      arrange: (npm) => npm.publish({ name: 'pkg', version: '1.0.0' }),
      expected: '1.0.0',
    },
    {
      rule: 'the latest tag, though a newer release exists',
      arrange: (npm) => {
        npm.publish({ name: 'pkg', version: '1.0.0' })
        npm.publish({ name: 'pkg', version: '2.0.0', tags: ['next'] })
      },
      expected: '1.0.0',
    },
    {
      rule: 'no latest tag: the newest release that is final',
      arrange: (npm) => {
        for (const version of ['1.9.0', '1.10.0', '2.0.0-rc.1']) {
          npm.publish({ name: 'pkg', version, tags: [] })
        }
      },
      expected: '1.10.0',
    },
    {
      rule: 'no latest tag and nothing final: the newest pre-release',
      arrange: (npm) => {
        for (const version of ['1.0.0-beta.2', '1.0.0-beta.10', '1.0.0-alpha.11']) {
          npm.publish({ name: 'pkg', version, tags: [] })
        }
      },
      expected: '1.0.0-beta.10',
    },
    { rule: 'a project without releases', arrange: (npm) => npm.empty('pkg'), expected: 'none' },
    {
      rule: 'a scoped package',
      arrange: (npm) => npm.publish({ name: '@scope/pkg', version: '3.0.0' }),
      name: '@scope/pkg',
      expected: '3.0.0',
    },
    {
      rule: 'capitals are another package',
      arrange: (npm) => {
        npm.publish({ name: 'JSONStream', version: '1.0.0' })
        npm.publish({ name: 'jsonstream', version: '2.0.0' })
      },
      name: 'JSONStream',
      expected: '1.0.0',
    },
    {
      rule: 'a name that means something to objects',
      arrange: (npm) => npm.publish({ name: 'constructor', version: '1.0.0' }),
      name: 'constructor',
      expected: '1.0.0',
    },
    {
      rule: 'a placeholder by its version',
      arrange: (npm) => npm.publish({ name: 'pkg', version: '0.0.1-security' }),
      expected: '0.0.1-security security_placeholder',
    },
    {
      rule: 'a placeholder by a later version',
      arrange: (npm) => npm.publish({ name: 'pkg', version: '0.0.2-security.1' }),
      expected: '0.0.2-security.1 security_placeholder',
    },
    {
      rule: 'a placeholder by its repository',
      arrange: (npm) =>
        npm.publish({
          name: 'pkg',
          version: '1.0.0',
          manifest: { repository: { url: 'git+https://git.example/npm/security-holder.git' } },
        }),
      expected: '1.0.0 security_placeholder',
    },
    {
      rule: 'a version that only looks like one',
      arrange: (npm) => npm.publish({ name: 'pkg', version: '1.0.1-security' }),
      expected: '1.0.1-security',
    },
    {
      rule: 'a repository that only looks like one',
      arrange: (npm) =>
        npm.publish({
          name: 'pkg',
          version: '1.0.0',
          manifest: { repository: 'me/npm-security-holder' },
        }),
      expected: '1.0.0',
    },
    { rule: 'never published', arrange: () => {}, expected: 'absent' },
    {
      rule: 'unpublished',
      arrange: (npm) => {
        npm.publish({ name: 'pkg', version: '1.0.0' })
        npm.unpublish('pkg')
      },
      expected: 'absent unpublished',
    },
    { rule: 'gone', arrange: (npm) => npm.gone('pkg'), expected: 'absent unpublished' },
  ]
  test.each(ROWS)('$rule: $expected', async ({ arrange, name = 'pkg', expected }) => {
    const { registry, clients } = await open()
    arrange(registry.npm)
    const found = await clients.npm.lookup(named(name), never())
    const version = found.found ? (found.latest?.version ?? 'none') : 'absent'
    expect([version, ...(found.status === null ? [] : [found.status])].join(' ')).toBe(expected)
  })

  test('a mirror without the latest route answers the same', async () => {
    const { registry, clients } = await open()
    registry.npm.publish({ name: 'pkg', version: '1.0.0' })
    const before = await clients.npm.lookup(named('pkg'), never())
    registry.knobs.npmLatestRoute = false
    expect(await clients.npm.lookup(named('pkg'), never())).toEqual(before)
  })

  test('asks for one small document, and for the large one only on a miss', async () => {
    const { registry, clients } = await open()
    registry.npm.publish({ name: '@scope/pkg', version: '1.0.0' })
    await clients.npm.lookup(named('@scope/pkg'), never())
    expect([...registry.requests.keys()]).toEqual(['/npm/@scope%2fpkg/latest'])
    await clients.npm.lookup(named('@scope/nobody'), never())
    expect([...registry.requests.keys()].slice(1)).toEqual([
      '/npm/@scope%2fnobody/latest',
      '/npm/@scope%2fnobody',
    ])
  })

  test('describes the tarball the same way whatever host serves it', async () => {
    const { registry, clients } = await open()
    const { bytes } = registry.npm.publish({ name: '@scope/pkg', version: '1.0.0' })
    const hex = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex')
    for (const fileUrls of ['absolute', 'relative'] as const) {
      registry.knobs.fileUrls = fileUrls
      const found = await clients.npm.lookup(named('@scope/pkg'), never())
      expect(found.found && found.latest?.artifact).toEqual({
        kind: 'tarball',
        filename: 'pkg-1.0.0.tgz',
        url: `${registry.npmUrl}@scope/pkg/-/pkg-1.0.0.tgz`,
        sizeBytes: null,
        digests: { sha1: hex('sha1'), sha512: hex('sha512') },
      })
    }
  })

  test('compressed documents are read', async () => {
    const { registry, clients } = await open()
    registry.npm.publish({ name: 'pkg', version: '1.0.0' })
    registry.knobs.gzip = true
    expect((await clients.npm.lookup(named('pkg'), never())).found).toBe(true)
    expect((await clients.npm.lookup(named('nobody'), never())).found).toBe(false)
  })
})

describe('what never reads as absent', () => {
  const HTML = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }
  const manifest = (over: object) => ({
    body: { name: 'pkg', version: '1.0.0', dist: DIST, ...over },
  })
  const ANSWERS: Readonly<Record<string, Scripted>> = {
    'status 400': { status: 400, body: { error: 'no' } },
    'status 401': { status: 401, body: { error: 'no' } },
    'status 403': { status: 403, body: { error: 'no' } },
    'status 405': { status: 405, body: { error: 'no' } },
    'status 407': { status: 407, body: { error: 'no' } },
    'status 429': { status: 429, body: { error: 'no' } },
    'status 451': { status: 451, body: { error: 'no' } },
    'status 500': { status: 500, body: { error: 'no' } },
    'status 503': { status: 503, body: { error: 'no' } },
    'status 204': { status: 204 },
    'status 304': { status: 304 },
    'a page with 200': HTML,
    'a page with 404': { ...HTML, status: 404 },
    'a page with 410': { ...HTML, status: 410 },
    'an empty page with 404': { ...HTML, status: 404, body: '' },
    'a page that hides its type, with 404': { status: 404, body: ' <!doctype html><html></html>' },
    'plain text with 404': {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: '404 page not found',
    },
    'truncated JSON with 404': { status: 404, body: '{"error":"Not fou' },
    'nothing with 200': { body: '' },
    'truncated JSON': { body: '{"name":"pkg","version":"1.0.0","dist":{"tar' },
    'bytes that are no text': { body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) },
    null: { body: 'null' },
    'a list': { body: '[]' },
    'a number': { body: '7' },
    'an empty object': { body: '{}' },
    'another package': manifest({ name: 'other' }),
    'another package by case': manifest({ name: 'PKG' }),
    'no version': manifest({ version: undefined }),
    'a version that is a number': manifest({ version: 1 }),
    'a version that is none': manifest({ version: 'latest' }),
    'a version with a control character': manifest({ version: '1.0.0\u0007' }),
    'a version with a line break': manifest({ version: '1.0.0\n' }),
    'a version that is too long': manifest({ version: `1.0.0-${'a'.repeat(130)}` }),
    'no dist': manifest({ dist: undefined }),
    'a dist that is text': manifest({ dist: 'x' }),
    'no tarball': manifest({ dist: { shasum: SHA1 } }),
    'a tarball on ftp': manifest({ dist: { ...DIST, tarball: 'ftp://registry.example/x.tgz' } }),
    'a tarball on disk': manifest({ dist: { ...DIST, tarball: 'file:///etc/passwd' } }),
    'a tarball that is no address': manifest({ dist: { ...DIST, tarball: 'http://[' } }),
    'a tarball address without end': manifest({ dist: { ...DIST, tarball: 'x'.repeat(5_000) } }),
    'a shasum that is short': manifest({ dist: { ...DIST, shasum: 'abc' } }),
    'a shasum that is no hex': manifest({ dist: { ...DIST, shasum: 'z'.repeat(40) } }),
    'an integrity that is a list': manifest({ dist: { ...DIST, integrity: ['sha512-x'] } }),
    'an integrity that is short': manifest({ dist: { ...DIST, integrity: 'sha512-AAAA' } }),
    'an integrity that contradicts the shasum': manifest({
      dist: { ...DIST, integrity: `sha1-${Buffer.alloc(20).toString('base64')}` },
    }),
    'an integrity that contradicts itself': manifest({
      dist: {
        ...DIST,
        integrity: [1, 2]
          .map((fill) => `sha512-${Buffer.alloc(64, fill).toString('base64')}`)
          .join(' '),
      },
    }),
  }
  const rows = Object.entries(ANSWERS).map(([rule, answer]) => ({ rule, answer }))

  test.each(rows)('$rule', async ({ answer }) => {
    const limits = { triesMax: 1 }
    const table = { '/npm/pkg/latest': answer, '/npm/pkg': answer }
    const { clients } = await scripted(table, { fetchLimits: limits })
    expect(await codeOf(clients.npm.lookup(named('pkg'), never()))).toBe('registry_unavailable')
  })

  test.each(rows)('$rule, on the packument', async ({ answer }) => {
    const { clients } = await scripted({ '/npm/pkg': answer }, ONCE)
    expect(await codeOf(clients.npm.lookup(named('pkg'), never()))).toBe('registry_unavailable')
  })

  const packument = (over: object) => ({ body: { name: 'pkg', _id: 'pkg', ...over } })
  const PACKUMENTS: Readonly<Record<string, Scripted>> = {
    'the name of another package and no release': packument({ name: 'other', versions: {} }),
    'the name of another package that was unpublished': packument({
      name: 'other',
      time: { unpublished: {} },
    }),
    'no versions at all': packument({}),
    'versions that are a list': packument({ versions: [] }),
    'versions that are null': packument({ versions: null, time: { unpublished: {} } }),
    'a release that is null': packument({ versions: { '1.0.0': null } }),
    'a release of another package': packument({
      versions: { '1.0.0': { name: 'x', version: '1.0.0', dist: DIST } },
    }),
    'a release that says another version': packument({
      versions: { '1.0.0': { name: 'pkg', version: '1.0.1', dist: DIST } },
    }),
    'versions that are none': packument({
      versions: { banana: { name: 'pkg', version: 'banana', dist: DIST } },
    }),
  }
  test.each(Object.entries(PACKUMENTS))('a packument with %s', async (_rule, answer) => {
    const { clients } = await scripted({ '/npm/pkg': answer })
    expect(await codeOf(clients.npm.lookup(named('pkg'), never()))).toBe('registry_unavailable')
  })

  test('a redirect to another host that knows nothing', async () => {
    const other = await scriptedServer(byPath({}))
    closing.push(() => other.close())
    const away = { status: 302, headers: { location: `${other.origin}/npm/pkg` } }
    const { clients } = await scripted({ '/npm/pkg/latest': away, '/npm/pkg': away })
    expect(await codeOf(clients.npm.lookup(named('pkg'), never()))).toBe('registry_unavailable')
    expect(other.paths.length).toBeGreaterThan(0)
  })

  test('a 404 without a body is the word of a terse registry', async () => {
    const terse = { status: 404, body: '' }
    const { clients } = await scripted({ '/npm/pkg/latest': terse, '/npm/pkg': terse })
    expect(await clients.npm.lookup(named('pkg'), never())).toEqual({ found: false, status: null })
  })
})

describe('errors', () => {
  test('name the operation and its inputs', async () => {
    const { server, clients } = await scripted({ '/npm/left-pad/latest': { status: 502 } })
    await expect(clients.npm.lookup(named('left-pad'), never())).rejects.toThrow(
      `npm gave no answer that can be used about left-pad: 127.0.0.1:${server.port}: 502 after 3 tries`,
    )
  })

  test('never hold a credential, not even in a cause', async () => {
    const server = await scriptedServer(byPath({ '/npm/pkg/latest': { status: 500 } }))
    const clients = registryClients({
      npmUrl: `http://alice:hunter2@127.0.0.1:${server.port}/npm/`,
      pypiIndexUrl: `${server.origin}/simple/`,
    })
    closing.push(
      () => clients.close(),
      () => server.close(),
    )
    const error: unknown = await clients.npm.lookup(named('pkg'), never()).catch((e: unknown) => e)
    const basic = Buffer.from('alice:hunter2').toString('base64')
    expect(server.headers[0]?.authorization).toBe(`Basic ${basic}`)
    const shown: string[] = []
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      shown.push(at.message, JSON.stringify(at), String(at.stack))
    }
    expect(shown.length).toBeGreaterThan(3)
    expect(shown.filter((text) => text.includes('hunter2') || text.includes(basic))).toEqual([])
    expect(clients.npm.identity).toBe(server.origin)
  })

  test("a caller's own failure is what the caller sees", async () => {
    const { registry, clients } = await open()
    registry.npm.publish({ name: 'pkg', version: '1.0.0' })
    const late = new ServiceError('deadline_exceeded', 'too late')
    const work = clients.npm.lookup(named('pkg'), AbortSignal.abort(late))
    await expect(work).rejects.toBe(late)
    expect(await codeOf(clients.npm.lookup(named('pkg'), AbortSignal.abort()))).toBe(
      'registry_unavailable',
    )
  })
})

describe('a registry that knows nothing', () => {
  test('reports no absence as the public one', async () => {
    const { clients } = await open({ identity: 'public' })
    const work = clients.npm.lookup(named('nobody'), never())
    await expect(work).rejects.toThrow('does not know the best-known name')
    expect(await codeOf(clients.npm.lookup(named('npm'), never()))).toBe('registry_unavailable')
  })

  test('is its own master as a private one of which nothing is known', async () => {
    const { registry, clients } = await open()
    expect((await clients.npm.lookup(named('nobody'), never())).found).toBe(false)
    expect(registry.requests.has('/npm/npm/latest')).toBe(false)
  })

  test('is asked for the best-known name for each absence', async () => {
    let nowMs = 0
    const { registry, clients } = await open({ identity: 'public', now: () => new Date(nowMs++) })
    registry.npm.publish({ name: 'npm', version: '1.0.0' })
    for (const expected of [1, 2, 3]) {
      expect((await clients.npm.lookup(named('nobody'), never())).found).toBe(false)
      expect(registry.requests.get('/npm/npm/latest')).toBe(expected)
    }
  })

  test('a yes before the question vouches for nothing: it may have lost everything since', async () => {
    let nowMs = 0
    const { registry, clients } = await open({ identity: 'public', now: () => new Date(nowMs++) })
    registry.npm.publish({ name: 'pkg', version: '1.0.0' })
    await clients.npm.lookup(named('pkg'), never())
    expect(await codeOf(clients.npm.lookup(named('nobody'), never()))).toBe('registry_unavailable')
  })

  test('a private one must still have what it had', async () => {
    let nowMs = 0
    const { registry, clients } = await open({ now: () => new Date(nowMs++) })
    registry.npm.publish({ name: 'pkg', version: '1.0.0' })
    await clients.npm.lookup(named('pkg'), never())
    expect((await clients.npm.lookup(named('nobody'), never())).found).toBe(false)
    registry.npm.unpublish('pkg')
    expect(await codeOf(clients.npm.lookup(named('nobody'), never()))).toBe('registry_unavailable')
  })

  test('the best-known name is never absent', async () => {
    const { clients } = await open({ identity: 'public' })
    expect(await codeOf(clients.npm.lookup(named('npm'), never()))).toBe('registry_unavailable')
  })

  test('an unpublished name is an absence like any other', async () => {
    const { registry, clients } = await open({ identity: 'public' })
    registry.npm.unpublish('pkg')
    expect(await codeOf(clients.npm.lookup(named('pkg'), never()))).toBe('registry_unavailable')
  })
})

test('a name of a scope that another registry serves is not asked for', async () => {
  const { registry, clients } = await open({ scopesElsewhere: new Set(['@corp']), ...ONCE })
  registry.npm.publish({ name: '@corp/public', version: '1.0.0' })
  const at = (name: string) => clients.npm.lookup(named(name), never())
  expect(await codeOf(at('@corp/private'))).toBe('registry_unavailable')
  // What is there may be somebody else's.
  expect(await codeOf(at('@corp/public'))).toBe('registry_unavailable')
  expect([...registry.requests.keys()]).toEqual([])
  expect(await at('@corpo/private')).toMatchObject({ found: false })
})
