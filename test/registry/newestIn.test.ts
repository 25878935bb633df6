import { describe, expect, test } from 'vitest'
import type { Ecosystem } from '../../src/domain/names/packageName.ts'
import { ServiceError } from '../../src/errors.ts'
import { PYPI_FORMS, type RegistryClients } from '../fake/registryClients.ts'
import { named, never, open } from './opened.ts'

async function newest(
  clients: RegistryClients,
  ecosystem: Ecosystem,
  name: string,
  ...ranges: readonly string[]
): Promise<string> {
  try {
    const found = await clients[ecosystem].newestIn(named(name), ranges, never())
    return found.found ? found.release.version : `no ${found.missing}`
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

describe.each(PYPI_FORMS)('pypi, $form', ({ knobs }) => {
  async function arranged(): Promise<RegistryClients> {
    const { registry, clients } = await open({ knobs })
    const { pypi } = registry
    for (const version of ['0.9', '1.0', '1.2', '1.10', '1.11rc1', '3.0b1', '3.0b2', '2004d']) {
      pypi.publish({ name: 'proj', version, files: [{ filename: `proj-${version}.tar.gz` }] })
    }
    pypi.publish({ name: 'proj', version: '1.12', yanked: 'broken' })
    pypi.publish({ name: 'proj', version: '9.0', files: [] })
    return clients
  }

  test.each([
    [['>=1,<2'], '1.10'],
    [['~=1.0'], '1.10'],
    [['==1.2.0'], '1.2'],
    [['<1.10'], '1.2'],
    [['!=1.10,>=1'], '1.2'],
    [['==1.12'], '1.12'],
    [[''], '1.10'],
    // Nothing final is in it.
    [['>=2'], '3.0b2'],
    [['>=7'], 'no version'],
    [['>=7', '>=1,<1.5'], '1.2'],
    [['not a range'], 'no version'],
    // Nobody writes so many clauses: it is not put to the releases.
    [[Array(2_000).fill('>=1').join(',')], 'no version'],
    [[], 'no version'],
  ])('%j: %s', async (ranges, expected) => {
    expect(await newest(await arranged(), 'pypi', 'proj', ...ranges)).toBe(expected)
  })

  test('no project', async () => {
    expect(await newest(await arranged(), 'pypi', 'absent', '')).toBe('no project')
  })
})

describe('npm', () => {
  async function arranged() {
    const { registry, clients } = await open({})
    for (const version of ['1.0.0', '1.2.0', '1.9.0-rc.1', '2.0.0', '2.1.0', '3.0.0-beta.1']) {
      registry.npm.publish({ name: 'proj', version })
    }
    registry.npm.publish({ name: 'proj', version: '0.1.0', tags: ['next'] })
    registry.npm.publish({ name: 'proj', version: '2.0.5' })
    return { registry, clients }
  }

  test.each([
    [['next'], '0.1.0'],
    [['nosuchtag'], 'no version'],
    [['constructor'], 'no version'],
    [['^1.0.0'], '1.2.0'],
    [['~1.0'], '1.0.0'],
    [['1.0.0'], '1.0.0'],
    [['>=1 <2'], '1.2.0'],
    [['1.x || 2.0.x'], '2.0.5'],
    [['^7.0.0'], 'no version'],
    [['7.0.0'], 'no version'],
    // What is tagged as the latest is taken where it is in the range, as npm does.
    [['~7.1', '<3.0.0'], '2.0.5'],
    [['^2.1.0'], '2.1.0'],
    [['workspace:*'], 'no version'],
    [[Array(2_000).fill('^1.0.0').join(' || ')], 'no version'],
  ])('%j: %s', async (ranges, expected) => {
    const { clients } = await arranged()
    expect(await newest(clients, 'npm', 'proj', ...ranges)).toBe(expected)
  })

  test('of more releases than are looked at in one go', async () => {
    const { registry, clients } = await open({})
    for (let minor = 0; minor < 1_200; minor += 1) {
      registry.npm.publish({ name: 'many', version: `1.${minor}.0` })
      registry.pypi.publish({
        name: 'many',
        version: `1.${minor}`,
        files: [{ filename: `many-1.${minor}.tar.gz` }],
      })
    }
    expect(await newest(clients, 'npm', 'many', '>=1.3.0 <1.700.0')).toBe('1.699.0')
    expect(await newest(clients, 'pypi', 'many', '>=1.3,<1.700')).toBe('1.699')
  })

  test('a version that is named in full needs no list of versions', async () => {
    const { registry, clients } = await arranged()
    expect(await newest(clients, 'npm', 'proj', '1.2.0')).toBe('1.2.0')
    expect([...registry.requests.keys()]).not.toContain('/npm/proj')
  })

  test('no project', async () => {
    const { clients } = await arranged()
    expect(await newest(clients, 'npm', 'absent', '*')).toBe('no project')
    expect(await newest(clients, 'npm', 'absent', '1.0.0')).toBe('no project')
  })
})
