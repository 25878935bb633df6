import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import type { Knobs } from '../fake/fakeAnswer.ts'
import type { FakeRegistry } from '../fake/registry.ts'
import { type RegistryClients, registryClients } from '../fake/registryClients.ts'
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

// The same project is described in three forms, and every rule holds in each.
const FORMS: readonly { form: string; knobs: Partial<Knobs> }[] = [
  { form: 'project document', knobs: { pypiJson: true, simple: 'html' } },
  { form: 'simple index in JSON', knobs: { pypiJson: false, simple: 'json' } },
  { form: 'simple index in HTML', knobs: { pypiJson: false, simple: 'html' } },
]

type Row = Readonly<{
  rule: string
  arrange: (pypi: FakeRegistry['pypi']) => void
  name?: string
  expected: string
}>

function publishAll(...versions: readonly string[]): Row['arrange'] {
  return (pypi) => {
    for (const version of versions) pypi.publish({ name: 'proj', version })
  }
}

const ROWS: readonly Row[] = [
  { rule: 'one release', arrange: publishAll('1.0'), expected: '1.0 proj-1.0-py3-none-any.whl' },
  {
    rule: 'the newest by PEP 440, not by the alphabet or the order of upload',
    arrange: publishAll('1.10', '1.9', '1.2.post1'),
    expected: '1.10 proj-1.10-py3-none-any.whl',
  },
  {
    rule: 'an epoch is newer than any number',
    arrange: publishAll('2026.1', '1!1.0'),
    expected: '1!1.0 proj-1!1.0-py3-none-any.whl',
  },
  {
    rule: 'a post-release is final',
    arrange: publishAll('1.0', '1.0.post2', '1.0.post10'),
    expected: '1.0.post10 proj-1.0.post10-py3-none-any.whl',
  },
  {
    rule: 'a final release before newer pre-releases',
    arrange: publishAll('1.0', '2.0rc1', '2.0.dev5', '2.0a1'),
    expected: '1.0 proj-1.0-py3-none-any.whl',
  },
  {
    rule: 'nothing final: the newest pre-release',
    arrange: publishAll('1.0a1', '1.0rc1', '1.0b2', '1.0.dev9'),
    expected: '1.0rc1 proj-1.0rc1-py3-none-any.whl',
  },
  {
    rule: 'a yanked release steps back',
    arrange: (pypi) => {
      pypi.publish({ name: 'proj', version: '1.0' })
      pypi.publish({ name: 'proj', version: '2.0', yanked: 'broken "really" & <truly>' })
    },
    expected: '1.0 proj-1.0-py3-none-any.whl',
  },
  {
    rule: 'even behind a pre-release',
    arrange: (pypi) => {
      pypi.publish({ name: 'proj', version: '1.0rc1' })
      pypi.publish({ name: 'proj', version: '1.0', yanked: true })
    },
    expected: '1.0rc1 proj-1.0rc1-py3-none-any.whl',
  },
  {
    rule: 'nothing but yanked releases: the newest final one',
    arrange: (pypi) => {
      for (const version of ['1.0', '1.1', '2.0rc1']) {
        pypi.publish({ name: 'proj', version, yanked: true })
      }
    },
    expected: '1.1 proj-1.1-py3-none-any.whl',
  },
  {
    rule: 'a release with one file left is not yanked, and that file is taken',
    arrange: (pypi) => {
      pypi.publish({ name: 'proj', version: '0.9' })
      pypi.publish({
        name: 'proj',
        version: '1.0',
        files: [
          { filename: 'proj-1.0-py3-none-any.whl', yanked: true },
          { filename: 'proj-1.0.tar.gz' },
        ],
      })
    },
    expected: '1.0 proj-1.0.tar.gz',
  },
  {
    rule: 'a version of markup is none, and a wheel of such a name is left alone',
    arrange: (pypi) => {
      pypi.publish({ name: 'proj', version: '9<b>', files: [{ filename: 'proj-9<b>.tar.gz' }] })
      const files = ['proj-1.0-1<b>-py3-none-any.whl', 'proj-1.0.tar.gz']
      pypi.publish({ name: 'proj', version: '1.0', files: files.map((filename) => ({ filename })) })
    },
    expected: '1.0 proj-1.0.tar.gz',
  },
  {
    rule: 'a version from before PEP 440 is below everything, yanked releases included',
    arrange: (pypi) => {
      pypi.publish({ name: 'proj', version: '2004d', files: [{ filename: 'proj-2004d.tar.gz' }] })
      pypi.publish({ name: 'proj', version: '0.1', yanked: true })
    },
    expected: '0.1 proj-0.1-py3-none-any.whl',
  },
  {
    rule: 'nothing but old versions: the last by the alphabet',
    arrange: (pypi) => {
      for (const version of ['2004d', '2005k', '2004z']) {
        pypi.publish({ name: 'proj', version, files: [{ filename: `proj-${version}.tar.gz` }] })
      }
    },
    expected: '2005k proj-2005k.tar.gz',
  },
  {
    rule: 'the name in another spelling',
    arrange: (pypi) => pypi.publish({ name: 'My_Proj.Name', version: '1.0' }),
    name: 'my-proj-name',
    expected: '1.0 my_proj_name-1.0-py3-none-any.whl',
  },
  {
    rule: 'a source distribution with dashes in its name',
    arrange: (pypi) =>
      pypi.publish({
        name: 'my-proj',
        version: '1.0.dev1',
        files: [{ filename: 'My-Proj-1.0.dev1.zip' }],
      }),
    name: 'my-proj',
    expected: '1.0.dev1 My-Proj-1.0.dev1.zip',
  },
  {
    rule: 'only an installer',
    arrange: (pypi) =>
      pypi.publish({
        name: 'proj',
        version: '1.0',
        files: [{ filename: 'proj-1.0.win32-py2.7.exe' }],
      }),
    expected: '1.0 proj-1.0.win32-py2.7.exe',
  },
  { rule: 'a project without a release', arrange: (pypi) => pypi.empty('proj'), expected: 'none' },
  { rule: 'never there', arrange: () => {}, expected: 'absent' },
  {
    rule: 'in quarantine',
    arrange: (pypi) => pypi.quarantine('proj'),
    expected: 'none quarantined',
  },
  {
    rule: 'archived, as its simple index says',
    arrange: (pypi) => {
      pypi.publish({ name: 'proj', version: '1.0' })
      pypi.setStatus('proj', 'archived')
    },
    expected: '1.0 proj-1.0-py3-none-any.whl archived',
  },
  {
    rule: 'a status that is not known says nothing',
    arrange: (pypi) => {
      pypi.publish({ name: 'proj', version: '1.0' })
      pypi.setStatus('proj', 'haunted')
    },
    expected: '1.0 proj-1.0-py3-none-any.whl',
  },
]

async function describeLookup(clients: RegistryClients, name: string): Promise<string> {
  const found = await clients.pypi.lookup(named(name), never())
  const latest = found.found ? found.latest : null
  const version = found.found ? (latest?.version ?? 'none') : 'absent'
  return [version, latest?.artifact?.filename, found.status]
    .filter((part) => part != null)
    .join(' ')
}

describe.each(FORMS)('lookup, $form', ({ knobs }) => {
  test.each(ROWS)('$rule: $expected', async ({ arrange, name = 'proj', expected }) => {
    const { registry, clients } = await open({ knobs })
    arrange(registry.pypi)
    expect(await describeLookup(clients, name)).toBe(expected)
  })

  test.each(['absolute', 'relative'] as const)('%s file addresses', async (fileUrls) => {
    const { registry, clients } = await open({ knobs: { ...knobs, fileUrls } })
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    const found = await clients.pypi.lookup(named('proj'), never())
    const artifact = found.found ? (found.latest?.artifact ?? null) : null
    expect(artifact?.url).toMatch(new RegExp(`^${registry.origin}/packages/`))
    if (artifact === null) throw new Error('no file')
    const fetched = await clients.pypi.fetchArtifact(artifact, never())
    expect(fetched.sha256).toBe(artifact.digests.sha256)
  })

  test('compressed answers are read', async () => {
    const { registry, clients } = await open({ knobs: { ...knobs, gzip: true } })
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    expect(await describeLookup(clients, 'proj')).toBe('1.0 proj-1.0-py3-none-any.whl')
    expect(await describeLookup(clients, 'nobody')).toBe('absent')
  })
})

describe('forms of the index', () => {
  test('a release without a file is the latest only when nothing else is there', async () => {
    const { registry, clients } = await open()
    registry.pypi.publish({ name: 'proj', version: '2.0', files: [] })
    const found = await clients.pypi.lookup(named('proj'), never())
    expect(found).toEqual({ found: true, status: null, latest: { version: '2.0', artifact: null } })
    registry.pypi.publish({ name: 'proj', version: '1.0rc1' })
    expect(await describeLookup(clients, 'proj')).toBe('1.0rc1 proj-1.0rc1-py3-none-any.whl')
  })

  test('beside its document the page of a project is asked, once, for what it says of it', async () => {
    const { registry, clients } = await open()
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    await clients.pypi.lookup(named('proj'), never())
    const asked = [...registry.requests].sort()
    expect(asked).toEqual([
      ['/pypi/proj/json', 1],
      ['/simple/proj/', 1],
    ])
  })

  test('the JSON route is found beside any index root', async () => {
    const info = { name: 'proj' }
    const file = { filename: 'proj-1.0.tar.gz', url: '../../x/proj-1.0.tar.gz' }
    const table = { '/mirror/pypi/proj/json': { body: { info, releases: { '1.0': [file] } } } }
    const { clients, server } = await scripted(table, { ...ONCE, root: '/mirror/simple/' })
    const found = await clients.pypi.lookup(named('proj'), never())
    expect(found.found && found.latest?.artifact?.url).toBe(
      `${server.origin}/mirror/x/proj-1.0.tar.gz`,
    )
  })

  test('a project document without releases leaves the word to the simple index', async () => {
    const page = '<html><body><a href="proj-1.0.tar.gz">proj-1.0.tar.gz</a></body></html>'
    const { clients } = await scripted(
      {
        '/pypi/proj/json': { body: { info: { name: 'proj', version: '1.0' } } },
        '/simple/proj/': { headers: { 'content-type': 'text/html' }, body: page },
      },
      ONCE,
    )
    expect(await describeLookup(clients, 'proj')).toBe('1.0 proj-1.0.tar.gz')
  })

  test('a mirror without JSON may answer that route with a page', async () => {
    const page = '<html><body><a href="proj-1.0.tar.gz">proj-1.0.tar.gz</a></body></html>'
    const html = { 'content-type': 'text/html' }
    const { clients } = await scripted(
      {
        '/pypi/proj/json': { status: 404, headers: html, body: '<html>nginx</html>' },
        '/simple/proj/': { headers: html, body: page },
      },
      ONCE,
    )
    expect(await describeLookup(clients, 'proj')).toBe('1.0 proj-1.0.tar.gz')
  })

  test('one bad entry among old files does not hide the project', async () => {
    const { registry, clients } = await open()
    const files = [{ filename: 'proj-0.1.tar.gz', entry: { url: 7, size: -1 } }]
    registry.pypi.publish({ name: 'proj', version: '0.1', files })
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    expect(await describeLookup(clients, 'proj')).toBe('1.0 proj-1.0-py3-none-any.whl')
  })
})

describe('what never reads as absent', () => {
  const page = (body: string, status = 200) => ({
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body,
  })
  const file = { filename: 'proj-1.0.tar.gz', url: 'http://registry.example/proj-1.0.tar.gz' }
  const simple = (over: object) => ({
    body: { meta: { 'api-version': '1.0' }, name: 'proj', files: [file], ...over },
  })
  const document = (over: object) => ({
    body: { info: { name: 'proj' }, releases: { '1.0': [file] }, ...over },
  })
  const bad = (over: object) => document({ releases: { '1.0': [{ ...file, ...over }] } })

  const JSON_ROUTE: Readonly<Record<string, Scripted>> = {
    'status 401': { status: 401 },
    'status 403': { status: 403 },
    'status 429': { status: 429 },
    'status 451': { status: 451 },
    'status 502': { status: 502 },
    'a page with 200': page('<html>Sign in</html>'),
    'nothing with 200': {},
    'truncated JSON': { body: '{"info": {"name": "pro' },
    null: { body: 'null' },
    'a list': { body: '[]' },
    'another project': document({ info: { name: 'other' } }),
    'no info': document({ info: undefined }),
    'releases that are a list': document({ releases: [] }),
    'files that are an object': document({ releases: { '1.0': {} } }),
    'a file that is null': document({ releases: { '1.0': [null] } }),
    'a file without a name': bad({ filename: undefined }),
    'a file name that climbs': bad({ filename: '../proj-1.0.tar.gz' }),
    'a file name with a control character': bad({ filename: 'proj-1.0\u0000.tar.gz' }),
    'a file name without end': bad({ filename: `proj-${'1'.repeat(600)}.tar.gz` }),
    'a file name of markup': bad({ filename: 'proj-1.0<script>.tar.gz' }),
    'a build tag of markup': bad({ filename: 'proj-1.0-1<script>-py3-none-any.whl' }),
    'a file name that turns text around': bad({ filename: 'proj-1.0\u202egz.tar' }),
    'a file without an address': bad({ url: undefined }),
    'a file on disk': bad({ url: 'file:///etc/passwd' }),
    'a digest that is short': bad({ digests: { sha256: 'abc' } }),
    'a size that is text': bad({ size: '12' }),
    'a size below zero': bad({ size: -1 }),
  }
  test.each(Object.entries(JSON_ROUTE))('project document: %s', async (_rule, answer) => {
    const { clients } = await scripted({ '/pypi/proj/json': answer }, ONCE)
    expect(await codeOf(clients.pypi.lookup(named('proj'), never()))).toBe('registry_unavailable')
  })

  const SIMPLE: Readonly<Record<string, Scripted>> = {
    'status 401': { status: 401 },
    'status 403': { status: 403 },
    'status 429': { status: 429 },
    'status 503': { status: 503 },
    'a page with 404': page('<html>Not Found</html>', 404),
    'a long text with 404': {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: 'x'.repeat(2_000),
    },
    'truncated JSON with 404': { status: 404, body: '{"message": "Not' },
    'nothing with 200': {},
    null: { body: 'null' },
    'another project': simple({ name: 'other' }),
    'no name': simple({ name: undefined }),
    'no meta': simple({ meta: undefined }),
    'a version of the protocol that is not known': simple({ meta: { 'api-version': '2.0' } }),
    'no files': simple({ files: undefined }),
    'files that are an object': simple({ files: {} }),
    'a login page': page('<html><body><form action="/login"><input></form></body></html>'),
    'a login page with links': page('<html><body><a href="/help">help</a></body></html>'),
    'an empty page': page('<html></html>'),
    'an index of another project': page(
      '<html><head><title>Links for other</title></head><body></body></html>',
    ),
    'the list of all projects': page(
      '<html><head><meta name="pypi:repository-version" content="1.0"></head><body><a href="/simple/proj/">proj</a></body></html>',
    ),
    'an index that is cut short': page(
      '<html><head><title>Links for proj</title></head><body><a href="proj-1.0.tar.gz">proj-1.0.tar.gz</a>\n<a href="proj-2.0',
    ),
  }
  test.each(Object.entries(SIMPLE))('simple index: %s', async (_rule, answer) => {
    const { clients } = await scripted({ '/simple/proj/': answer }, ONCE)
    expect(await codeOf(clients.pypi.lookup(named('proj'), never()))).toBe('registry_unavailable')
  })

  test.each([
    { rule: 'no body', answer: { status: 404 } },
    { rule: 'JSON', answer: { status: 404, body: { message: 'Not Found' } } },
    {
      rule: 'a short text',
      answer: { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 Not Found' },
    },
  ])('a 404 with $rule is the word of an index', async ({ answer }) => {
    const { clients } = await scripted({ '/simple/proj/': answer }, ONCE)
    const expected = { found: false, status: null }
    expect(await clients.pypi.lookup(named('proj'), never())).toEqual(expected)
  })

  test('410 is gone', async () => {
    const { clients } = await scripted({ '/simple/proj/': { status: 410 } }, ONCE)
    const expected = { found: false, status: 'unpublished' }
    expect(await clients.pypi.lookup(named('proj'), never())).toEqual(expected)
  })
})

describe('an index that knows nothing', () => {
  test('reports no absence as the public one', async () => {
    const { registry, clients } = await open({ identity: 'public' })
    expect(await codeOf(clients.pypi.lookup(named('nobody'), never()))).toBe('registry_unavailable')
    registry.pypi.publish({ name: 'pip', version: '26.0' })
    expect((await clients.pypi.lookup(named('nobody'), never())).found).toBe(false)
  })

  test('is its own master as a private one', async () => {
    const { clients } = await open()
    expect((await clients.pypi.lookup(named('nobody'), never())).found).toBe(false)
  })
})

test('credentials of the index are sent to its JSON route and its pages', async () => {
  const server = await scriptedServer(byPath({}))
  const clients = registryClients({
    npmUrl: `${server.origin}/npm/`,
    pypiIndexUrl: `http://alice:hunter2@127.0.0.1:${server.port}/simple/`,
  })
  closing.push(
    () => clients.close(),
    () => server.close(),
  )
  await clients.pypi.lookup(named('proj'), never())
  const basic = `Basic ${Buffer.from('alice:hunter2').toString('base64')}`
  expect(server.headers.map(({ authorization }) => authorization)).toEqual([basic, basic])
})
