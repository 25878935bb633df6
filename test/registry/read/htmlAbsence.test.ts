// An index of plain files says "not found" in HTML, and so does everything that is no index. Rows
// say what the server shows and whether an absence may be read from it.

import { afterEach, describe, expect, test } from 'vitest'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import { ServiceError } from '../../../src/errors.ts'
import type { Knobs } from '../../fake/fakeAnswer.ts'
import { type FakeRegistryOptions, fakeRegistry } from '../../fake/registry.ts'
import { type RegistryClientsOptions, registryClients } from '../../fake/registryClients.ts'
import { byPath, type Handler, type Scripted, scriptedServer } from '../../fake/scriptedServer.ts'
import { seededRandom } from '../../fake/seededRandom.ts'

const never = () => new AbortController().signal
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Lookup = (name: string) => Promise<string>

function lookups(
  urls: Parameters<typeof registryClients>[0],
  options: RegistryClientsOptions,
): Lookup {
  const clients = registryClients(urls, { fetchLimits: { triesMax: 1 }, ...options })
  closing.push(() => clients.close())
  return async (name) => {
    try {
      const found = await clients.pypi.lookup(name as PackageName, never())
      return found.found ? 'there' : 'absent'
    } catch (error) {
      if (error instanceof ServiceError) return error.code
      throw error
    }
  }
}

/** An index of static files: no JSON, HTML for what is missing. */
async function files(
  knobs: Partial<Knobs>,
  options: RegistryClientsOptions & Pick<FakeRegistryOptions, 'intercept'> = {},
) {
  const { intercept, ...rest } = options
  const statics = { pypiJson: false, simple: 'html', pypiMissing: 'html', ...knobs } as const
  const registry = await fakeRegistry({ knobs: statics, ...(intercept ? { intercept } : {}) })
  const lookup = lookups(registry, rest)
  closing.push(() => registry.close())
  return { registry, lookup }
}

async function scripted(handler: Handler, root = '/simple/', options: RegistryClientsOptions = {}) {
  const server = await scriptedServer(handler)
  closing.push(() => server.close())
  const urls = { npmUrl: `${server.origin}/npm/`, pypiIndexUrl: `${server.origin}${root}` }
  return { server, lookup: lookups(urls, options) }
}

describe('a configured index that lists its projects', () => {
  const ROOTS = ['html', 'listing', 'json'] as const
  test.each(ROOTS)('%s: what is not listed is absent', async (simpleRoot) => {
    const { registry, lookup } = await files({ simpleRoot })
    registry.pypi.publish({ name: 'Some.Proj', version: '1.0' })
    expect([await lookup('nobody'), await lookup('some-proj')]).toEqual(['absent', 'there'])
  })

  test.each(ROOTS)('%s: what is listed but not found is undecided', async (simpleRoot) => {
    const isHidden = (path = '') => path.startsWith('/simple/hidden/')
    const { registry, lookup } = await files(
      { simpleRoot },
      {
        intercept(request, response) {
          if (!isHidden(request.url)) return false
          response.writeHead(404, { 'content-type': 'text/html' }).end('<html>404</html>')
          return true
        },
      },
    )
    registry.pypi.publish({ name: 'Hidden', version: '1.0' })
    registry.pypi.publish({ name: 'other', version: '1.0' })
    expect(await lookup('hidden')).toBe('registry_unavailable')
  })

  test('the list is read once for many questions, and again when it is old', async () => {
    let nowMs = 0
    const { registry, lookup } = await files({}, { now: () => new Date(nowMs) })
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    const names = ['a', 'b', 'c', 'd']
    expect(await Promise.all(names.map(lookup))).toEqual(names.map(() => 'absent'))
    expect(registry.requests.get('/simple/')).toBe(1)
    nowMs += 10_001
    expect(await lookup('e')).toBe('absent')
    expect(registry.requests.get('/simple/')).toBe(2)
  })

  test('410 in HTML is not believed: only a 404 says that a file is not there', async () => {
    const { registry, lookup } = await files(
      {},
      {
        intercept(request, response) {
          if (request.url !== '/simple/nobody/') return false
          response.writeHead(410, { 'content-type': 'text/html' }).end('<html>Gone</html>')
          return true
        },
      },
    )
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    expect(await lookup('nobody')).toBe('registry_unavailable')
  })
})

describe('an index without a list', () => {
  test('nothing known of it: undecided', async () => {
    const { registry, lookup } = await files({ simpleRoot: 'none' })
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    expect(await lookup('nobody')).toBe('registry_unavailable')
  })

  test('it still has what it had: absent', async () => {
    const { registry, lookup } = await files({ simpleRoot: 'none' })
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    expect([await lookup('proj'), await lookup('nobody')]).toEqual(['there', 'absent'])
  })

  test('it lost everything it had: undecided', async () => {
    const { registry, lookup } = await files({ simpleRoot: 'none' })
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    await lookup('proj')
    registry.pypi.remove('proj')
    expect([await lookup('nobody'), await lookup('proj')]).toEqual([
      'registry_unavailable',
      'registry_unavailable',
    ])
  })

  test('the last name seen is itself gone: the one before it vouches', async () => {
    const { registry, lookup } = await files({ simpleRoot: 'none' })
    registry.pypi.publish({ name: 'one', version: '1.0' })
    registry.pypi.publish({ name: 'two', version: '1.0' })
    expect([await lookup('one'), await lookup('two')]).toEqual(['there', 'there'])
    registry.pypi.remove('two')
    expect(await lookup('two')).toBe('absent')
  })

  test('a list past the bound is as good as none, and is not asked for again', async () => {
    const { registry, lookup } = await files(
      {},
      {
        intercept(request, response) {
          if (request.url !== '/simple/') return false
          response.writeHead(200, { 'content-type': 'text/html' })
          response.end(`<html>${' '.repeat(9 * 1024 * 1024)}</html>`)
          return true
        },
      },
    )
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    expect(await lookup('nobody')).toBe('registry_unavailable')
    await lookup('proj')
    expect([await lookup('nobody'), await lookup('nobody-else')]).toEqual(['absent', 'absent'])
    expect(registry.requests.get('/simple/')).toBe(1)
  })
})

describe('a mirror of the public index', () => {
  const options = { identity: 'public' }
  test('the best-known name vouches; the list of everything is never asked for', async () => {
    const { registry, lookup } = await files({}, options)
    expect(await lookup('nobody')).toBe('registry_unavailable')
    registry.pypi.publish({ name: 'pip', version: '26.0' })
    expect(await lookup('nobody')).toBe('absent')
    expect(registry.requests.has('/simple/')).toBe(false)
  })
})

describe('what is no index', () => {
  const html = { 'content-type': 'text/html' }
  const page = (body: string, status = 200): Scripted => ({ status, headers: html, body })
  const missing = page('<html><body>Not Found</body></html>', 404)
  const index = page(
    '<html><head><title>Links for proj</title></head><body><a href="proj-1.0.zip">proj-1.0.zip</a></body></html>',
  )
  const PORTAL = '<!DOCTYPE html><html><body><a href="/login">login</a></body></html>'
  const listing = (names: readonly string[]) =>
    page(`<html><body>${names.map((name) => `<a href="${name}/">${name}/</a>`)}</body></html>`)

  test.each(['/', '/simple/'])(
    'a portal that answers 404 to everything, index at %s',
    async (root) => {
      const portal: Handler = (_, r) => void r.writeHead(404, html).end(PORTAL)
      const { lookup } = await scripted(portal, root)
      expect(await lookup('nobody')).toBe('registry_unavailable')
    },
  )

  test.each(['/', '/simple/'])(
    'a portal that has a page at its root, index at %s',
    async (root) => {
      const portal: Handler = (request, r) =>
        void r.writeHead(request.url === root ? 200 : 404, html).end(PORTAL)
      const { lookup } = await scripted(portal, root)
      expect(await lookup('nobody')).toBe('registry_unavailable')
    },
  )

  const ROOTS: Readonly<Record<string, Scripted>> = {
    'no root': missing,
    'a root that asks who we are': { status: 401 },
    'an empty page': page('<html></html>'),
    'a list that is cut short': page('<html><body><a href="proj/">proj</a><a href="no'),
    'a list of folders that are no projects': listing(['docs', 'src']),
    'JSON that is no index': { body: { projects: [] } },
    'JSON of an unknown protocol': { body: { meta: { 'api-version': '2.0' }, projects: [] } },
    'JSON with an entry that cannot be read': {
      body: { meta: { 'api-version': '1.0' }, projects: [{ name: 'proj' }, {}] },
    },
    'a list of other places': page('<html><body><a href="/elsewhere/proj/">proj</a></body></html>'),
  }
  test.each(Object.entries(ROOTS))('%s: undecided', async (_rule, root) => {
    const table = { '/simple/': root, '/simple/proj/': index, '/simple/nobody/': missing }
    const { lookup } = await scripted(byPath(table))
    expect(await lookup('nobody')).toBe('registry_unavailable')
  })

  test('the same table with a list of its projects: absent', async () => {
    const table = {
      '/simple/': listing(['docs', 'proj']),
      '/simple/docs/': page('<html><body>docs</body></html>'),
      '/simple/proj/': index,
      '/simple/nobody/': missing,
    }
    const { lookup } = await scripted(byPath(table))
    expect(await lookup('nobody')).toBe('absent')
  })

  test('a 404 from another host: undecided', async () => {
    const elsewhere = await scriptedServer((_, r) => void r.writeHead(404, html).end(PORTAL))
    closing.push(() => elsewhere.close())
    const table = byPath({ '/simple/': listing(['proj']), '/simple/proj/': index })
    const { lookup } = await scripted((request, response) => {
      if (request.url !== '/simple/nobody/') return table(request, response)
      response.writeHead(302, { location: `${elsewhere.origin}/` }).end()
    })
    expect(await lookup('nobody')).toBe('registry_unavailable')
  })
})

// One of two machines behind one address is a portal: half of the answers are its.
describe.each(['html', 'json', 'listing'] as const)('a portal now and then, %s', (simpleRoot) => {
  test('a name that is there never reads as absent', async () => {
    const random = seededRandom(20261115)
    let isStruck = true
    let nowMs = 0
    const { registry, lookup } = await files(
      { simpleRoot },
      {
        now: () => new Date(nowMs),
        intercept(_request, response) {
          if (!isStruck || random.next() < 0.5) return false
          response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Sign in</html>')
          return true
        },
      },
    )
    for (const name of ['one', 'two', 'three']) registry.pypi.publish({ name, version: '1.0' })
    isStruck = false
    await lookup('one')
    await lookup('nobody')
    isStruck = true
    const seen = new Map<string, number>()
    for (let i = 0; i < 400; i += 1) {
      // Past the age of the list, so that it is asked for each time.
      nowMs += 11_000
      const outcome = await lookup(random.pick(['one', 'two', 'three']))
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    }
    expect(seen.get('absent')).toBeUndefined()
    expect([...seen.keys()].toSorted()).toEqual(['registry_unavailable', 'there'])
  })
})

test('an index that had a list does not lose it: undecided for a while', async () => {
  let nowMs = 0
  const { registry, lookup } = await files({}, { now: () => new Date(nowMs) })
  registry.pypi.publish({ name: 'proj', version: '1.0' })
  expect([await lookup('proj'), await lookup('nobody')]).toEqual(['there', 'absent'])
  registry.knobs.simpleRoot = 'none'
  nowMs += 60_000
  expect(await lookup('nobody')).toBe('registry_unavailable')
  nowMs += 3_600_000
  expect(await lookup('nobody')).toBe('absent')
})
