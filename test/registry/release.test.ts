import { describe, expect, test } from 'vitest'
import type { Ecosystem } from '../../src/domain/names/packageName.ts'
import { ServiceError } from '../../src/errors.ts'
import { canonicalVersion, versionKey } from '../../src/registry/read/pypiVersion.ts'
import {
  PYPI_FORMS,
  type RegistryClients,
  type RegistryClientsOptions,
} from '../fake/registryClients.ts'
import type { Scripted } from '../fake/scriptedServer.ts'
import { named, never, ONCE, open, scripted } from './opened.ts'

/** The release in one line: version, file and marks; or what is missing. */
async function release(
  clients: RegistryClients,
  ecosystem: Ecosystem,
  name: string,
  version: string,
): Promise<string> {
  try {
    const found = await clients[ecosystem].release(named(name), version, never())
    if (!found.found) return ['no', found.missing, found.status].filter(Boolean).join(' ')
    const { version: spelled, artifact, yanked, deprecation } = found.release
    const marks = [
      yanked !== undefined && 'yanked',
      deprecation !== undefined && 'deprecated',
      found.status,
    ]
    return [spelled, artifact?.filename ?? 'no file', ...marks].filter(Boolean).join(' ')
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

describe.each(PYPI_FORMS)('pypi, $form', ({ knobs }) => {
  async function arranged(): Promise<RegistryClients> {
    const { registry, clients } = await open({ knobs })
    const { pypi } = registry
    for (const version of ['1.0', '2.0.0rc1', '2.0.0', '1!3.1', '1.0.post1', '4.0+local.1']) {
      pypi.publish({ name: 'proj', version })
    }
    pypi.publish({ name: 'proj', version: '9.0', yanked: 'broken' })
    pypi.publish({
      name: 'proj',
      version: '9.1',
      files: [
        { filename: 'proj-9.1.tar.gz' },
        { filename: 'proj-9.1-py3-none-any.whl', yanked: true },
      ],
    })
    pypi.publish({ name: 'proj', version: '2004d', files: [{ filename: 'proj-2004d.tar.gz' }] })
    pypi.quarantine('held')
    pypi.empty('bare')
    return clients
  }

  const ROWS = [
    ['1.0', '1.0 proj-1.0-py3-none-any.whl'],
    ['1.0.0', '1.0 proj-1.0-py3-none-any.whl'],
    ['1', '1.0 proj-1.0-py3-none-any.whl'],
    ['v1.0', '1.0 proj-1.0-py3-none-any.whl'],
    ['0!1.0', '1.0 proj-1.0-py3-none-any.whl'],
    [' 1.0 ', '1.0 proj-1.0-py3-none-any.whl'],
    ['2', '2.0.0 proj-2.0.0-py3-none-any.whl'],
    ['2.0-RC.1', '2.0.0rc1 proj-2.0.0rc1-py3-none-any.whl'],
    ['2.0c1', '2.0.0rc1 proj-2.0.0rc1-py3-none-any.whl'],
    ['1.0-1', '1.0.post1 proj-1.0.post1-py3-none-any.whl'],
    ['1!3.1.0', '1!3.1 proj-1!3.1-py3-none-any.whl'],
    ['4.0+LOCAL-1', '4.0+local.1 proj-4.0+local.1-py3-none-any.whl'],
    ['9.0', '9.0 proj-9.0-py3-none-any.whl yanked'],
    ['9.1', '9.1 proj-9.1.tar.gz'],
    ['2004d', '2004d proj-2004d.tar.gz'],
    ['1.1', 'no version'],
    ['3.1', 'no version'],
    ['4.0', 'no version'],
    ['1.0.dev0', 'no version'],
    ['2004D', 'no version'],
    ['latest', 'no version'],
    ['constructor', 'no version'],
    ['', 'no version'],
    ['../1.0', 'no version'],
    ['1'.repeat(5_000), 'no version'],
  ] as const
  test('every spelling of a version is one release', async () => {
    const clients = await arranged()
    const answers = []
    for (const [version] of ROWS)
      answers.push([version, await release(clients, 'pypi', 'proj', version)])
    expect(answers).toEqual(ROWS)
  })

  test.each([
    ['nobody', 'no project'],
    ['bare', 'no version'],
    ['held', 'no version quarantined'],
  ])('%s: %s', async (name, expected) => {
    expect(await release(await arranged(), 'pypi', name, '1.0')).toBe(expected)
  })
})

describe('pypi', () => {
  const PORTAL = { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>Log in' }
  const file = (version: string) => ({
    filename: `proj-${version}.tar.gz`,
    url: `http://registry.example/proj-${version}.tar.gz`,
  })
  const document = { body: { info: { name: 'proj' }, releases: { '1.0': [file('1.0')] } } }
  const listed = (...versions: string[]) => ({
    body: { meta: { 'api-version': '1.0' }, name: 'proj', files: versions.map(file) },
  })

  test('two spellings of one version: the one that was asked for, else one with files', async () => {
    const { registry, clients } = await open()
    registry.pypi.publish({ name: 'proj', version: '1.0', files: [] })
    registry.pypi.publish({
      name: 'proj',
      version: '1.0.0',
      files: [{ filename: 'proj-1.0.0.zip' }],
    })
    expect(await release(clients, 'pypi', 'proj', '1.0')).toBe('1.0 no file')
    expect(await release(clients, 'pypi', 'proj', '1.0.0')).toBe('1.0.0 proj-1.0.0.zip')
    expect(await release(clients, 'pypi', 'proj', '1')).toBe('1.0.0 proj-1.0.0.zip')
  })

  test('a stale document does not hide a release that the index lists', async () => {
    const table = { '/pypi/proj/json': document, '/simple/proj/': listed('1.0', '2.0') }
    expect(await release((await scripted(table, ONCE)).clients, 'pypi', 'proj', '2.0')).toBe(
      '2.0 proj-2.0.tar.gz',
    )
  })

  test.each([
    { rule: 'no page beside the document', page: { status: 404 }, expected: 'no version' },
    { rule: 'a page that fails', page: { status: 503 }, expected: 'registry_unavailable' },
    { rule: 'no page, says a portal', page: PORTAL, expected: 'registry_unavailable' },
    {
      rule: 'a page of another project',
      page: { body: { ...listed().body, name: 'x' } },
      expected: 'registry_unavailable',
    },
  ])('$rule: $expected', async ({ page, expected }) => {
    const table = { '/pypi/proj/json': document, '/simple/proj/': page }
    expect(await release((await scripted(table, ONCE)).clients, 'pypi', 'proj', '2.0')).toBe(
      expected,
    )
  })

  test('a document without files has no other versions only where the index says so', async () => {
    const empty = { body: { info: { name: 'proj' }, releases: { '1.0': [] } } }
    const ask = async (page: Scripted, version: string) => {
      const table = { '/pypi/proj/json': empty, '/simple/proj/': page }
      return release((await scripted(table, ONCE)).clients, 'pypi', 'proj', version)
    }
    expect(await ask(PORTAL, '2.0')).toBe('registry_unavailable')
    expect(await ask({ status: 404 }, '2.0')).toBe('no version')
    expect(await ask(PORTAL, '1.0')).toBe('1.0 no file')
  })

  test('an index that knows nothing reports no absence as the public one', async () => {
    const { registry, clients } = await open({ identity: 'public' })
    expect(await release(clients, 'pypi', 'proj', '1.0')).toBe('registry_unavailable')
    registry.pypi.publish({ name: 'pip', version: '26.0' })
    expect(await release(clients, 'pypi', 'proj', '1.0')).toBe('no project')
  })
})

describe('npm', () => {
  async function arranged(options: RegistryClientsOptions = {}) {
    const { registry, clients } = await open(options)
    const { npm } = registry
    npm.publish({ name: 'plain', version: '1.0.0' })
    npm.publish({ name: 'plain', version: '2.0.0-beta.1', tags: ['next'] })
    npm.publish({ name: 'plain', version: '1.1.0', manifest: { deprecated: 'use 2' } })
    npm.publish({ name: 'plain', version: '1.2.0', manifest: { deprecated: '' } })
    npm.publish({ name: 'plain', version: '0.1.2beta', tags: [] })
    npm.publish({ name: '@scope/name', version: '1.0.0' })
    npm.placeholder('held')
    npm.publish({ name: 'withdrawn', version: '1.0.0' })
    npm.unpublish('withdrawn')
    npm.gone('gone')
    npm.empty('bare')
    return { registry, clients }
  }

  const ROWS = [
    ['plain', '1.0.0', '1.0.0 plain-1.0.0.tgz'],
    ['plain', 'v1.0.0', '1.0.0 plain-1.0.0.tgz'],
    ['plain', '=1.0.0', '1.0.0 plain-1.0.0.tgz'],
    ['plain', ' 1.0.0 ', '1.0.0 plain-1.0.0.tgz'],
    ['plain', '2.0.0-beta.1', '2.0.0-beta.1 plain-2.0.0-beta.1.tgz'],
    ['plain', '1.1.0', '1.1.0 plain-1.1.0.tgz deprecated'],
    ['plain', '1.2.0', '1.2.0 plain-1.2.0.tgz'],
    ['plain', '0.1.2-beta', '0.1.2beta plain-0.1.2beta.tgz'],
    ['plain', '3.0.0', 'no version'],
    ['plain', '1.0', 'no version'],
    ['plain', '^1.0.0', 'no version'],
    ['plain', 'latest', 'no version'],
    ['plain', 'next', 'no version'],
    ['plain', '', 'no version'],
    ['plain', '../@scope/name', 'no version'],
    ['plain', `1.0.0-${'a'.repeat(500)}`, 'no version'],
    ['@scope/name', '1.0.0', '1.0.0 name-1.0.0.tgz'],
    ['@scope/name', '1.0.1', 'no version'],
    ['held', '0.0.1-security', '0.0.1-security held-0.0.1-security.tgz security_placeholder'],
    ['held', '1.0.0', 'no version security_placeholder'],
    ['withdrawn', '1.0.0', 'no project unpublished'],
    ['gone', '1.0.0', 'no project unpublished'],
    ['bare', '1.0.0', 'no version'],
    ['nobody', '1.0.0', 'no project'],
    ['nobody', 'latest', 'no project'],
  ] as const
  test.each(ROWS)('%s %s: %s', async (name, version, expected) => {
    const { clients } = await arranged()
    expect(await release(clients, 'npm', name, version)).toBe(expected)
  })

  test('one document answers for a version that is there', async () => {
    const { registry, clients } = await arranged()
    await release(clients, 'npm', '@scope/name', 'v1.0.0')
    expect([...registry.requests.keys()]).toEqual(['/npm/@scope%2fname/1.0.0'])
  })

  test('an index that knows nothing reports no absence as the public one', async () => {
    const { registry, clients } = await arranged({ identity: 'public' })
    expect(await release(clients, 'npm', 'nobody', '1.0.0')).toBe('registry_unavailable')
    expect(await release(clients, 'npm', 'plain', '3.0.0')).toBe('no version')
    registry.npm.publish({ name: 'npm', version: '11.0.0' })
    expect(await release(clients, 'npm', 'nobody', '1.0.0')).toBe('no project')
  })

  const html = { 'content-type': 'text/html' }
  const manifest = {
    name: 'x',
    version: '1.0.0',
    dist: { tarball: 'http://registry.example/x.tgz' },
  }
  const UNDECIDED: Readonly<Record<string, Readonly<Record<string, Scripted>>>> = {
    'status 403': { '/npm/x/1.0.0': { status: 403 } },
    'a page with 200': { '/npm/x/1.0.0': { headers: html, body: '<html></html>' } },
    'another version': { '/npm/x/1.0.0': { body: { ...manifest, version: '1.0.1' } } },
    'another package': { '/npm/x/1.0.0': { body: { ...manifest, name: 'y' } } },
    'a page with 404 for the project': { '/npm/x': { status: 404, headers: html, body: '<html>' } },
    'a project that fails': { '/npm/x': { status: 500 } },
    'a project of another name': { '/npm/x': { body: { name: 'y', versions: {} } } },
    'a project without versions': { '/npm/x': { body: { name: 'x' } } },
    'a listed version that is another': {
      '/npm/x': { body: { name: 'x', versions: { '1.0.0': { ...manifest, version: '2.0.0' } } } },
    },
  }
  test.each(Object.entries(UNDECIDED))('%s: undecided', async (_rule, table) => {
    expect(await release((await scripted(table, ONCE)).clients, 'npm', 'x', '1.0.0')).toBe(
      'registry_unavailable',
    )
  })

  test('a registry that serves projects only', async () => {
    const table = { '/npm/x': { body: { name: 'x', versions: { '1.0.0': manifest } } } }
    expect(await release((await scripted(table, ONCE)).clients, 'npm', 'x', '1.0.0')).toBe(
      '1.0.0 x-1.0.0.tgz',
    )
  })
})

describe('what could not be stored does not come through', () => {
  const LONG = `1.${'1'.repeat(127)}`
  test.each(PYPI_FORMS)('a version past the bound is left out, $form', async ({ knobs }) => {
    const { registry, clients } = await open({ knobs })
    registry.pypi.publish({
      name: 'proj',
      version: LONG,
      files: [{ filename: `proj-${LONG}.zip` }],
    })
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    const found = await clients.pypi.lookup(named('proj'), never())
    expect(found.found && found.latest?.version).toBe('1.0')
    expect(await release(clients, 'pypi', 'proj', LONG)).toBe('no version')
  })

  test('a version whose normal form passes the bound is left out', async () => {
    const { registry, clients } = await open({ knobs: { pypiJson: false, simple: 'html' } })
    // 128 characters as written, 129 as PEP 440 writes it.
    const written = `1${'.1'.repeat(63)}a`
    const files = [{ filename: `proj-${written}.tar.gz` }]
    registry.pypi.publish({ name: 'proj', version: '0', files })
    const found = await clients.pypi.lookup(named('proj'), never())
    expect([written.length, found]).toEqual([128, { found: true, status: null, latest: null }])
  })

  test('a file name with half a character is refused', async () => {
    const { registry, clients } = await open()
    const files = [{ filename: 'proj-1.0.zip', entry: { filename: 'proj-1.0\ud800.zip' } }]
    registry.pypi.publish({ name: 'proj', version: '1.0', files })
    expect(await release(clients, 'pypi', 'proj', '1.0')).toBe('registry_unavailable')
  })

  test('an npm version past the bound is refused as the latest, and left out otherwise', async () => {
    const { registry, clients } = await open()
    const version = `2.0.0-${'a'.repeat(123)}`
    registry.npm.publish({ name: 'x', version })
    await expect(clients.npm.lookup(named('x'), never())).rejects.toMatchObject({
      code: 'registry_unavailable',
    })
    registry.npm.untag('x', 'latest')
    registry.npm.publish({ name: 'x', version: '1.0.0-a', tags: [] })
    const found = await clients.npm.lookup(named('x'), never())
    expect([version.length, found.found && found.latest?.version]).toEqual([129, '1.0.0-a'])
  })
})

describe('versions of PEP 440', () => {
  test.each([
    ['1.0', '1.0'],
    ['1.0-1', '1.0.post1'],
    ['1a', '1a0'],
    ['1.0+AB_c.1', '1.0+ab.c.1'],
    ['2004d', '2004d'],
    // Longer than a double holds: rounded, it would be another version.
    ['20230101000000000000000001', '20230101000000000000000001'],
  ])('%s is written %s', (written, expected) => {
    expect(canonicalVersion(written)).toBe(expected)
  })

  test.each([
    ['1.0', '1', true],
    ['1.0.0rc1', '1RC1', true],
    ['1.0+x', '1.0', false],
    ['1.10', '1.1', false],
    ['10', '1', false],
    ['0', '0.0', true],
    ['1!1.0', '1.0', false],
    ['20230101000000000000000001', '20230101000000000000000002', false],
  ])('%s and %s are one version: %s', (one, other, expected) => {
    expect(versionKey(one) === versionKey(other)).toBe(expected)
  })
})
