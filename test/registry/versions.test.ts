// Every version that a registry lists.

import { describe, expect, test } from 'vitest'
import { PYPI_FORMS } from '../fake/registryClients.ts'
import { named, never, open } from './opened.ts'

describe.each(PYPI_FORMS)('pypi, $form', ({ knobs }) => {
  test('final ones, pre-releases and withdrawn ones; legacy spellings are left out', async () => {
    const { registry, clients } = await open({ knobs })
    for (const version of ['1.0', '1.1rc1', '2004d']) {
      registry.pypi.publish({
        name: 'proj',
        version,
        files: [{ filename: `proj-${version}.tar.gz` }],
      })
    }
    registry.pypi.publish({ name: 'proj', version: '1.2', yanked: 'broken' })
    const found = await clients.pypi.versions(named('proj'), never())
    const versions = found.found ? [...found.versions] : []
    expect(versions.sort((a, b) => (a.version < b.version ? -1 : 1))).toEqual([
      { version: '1.0', isFinal: true, isWithdrawn: false },
      { version: '1.1rc1', isFinal: false, isWithdrawn: false },
      { version: '1.2', isFinal: true, isWithdrawn: true },
    ])
  })

  test('a project that is not there', async () => {
    const { clients } = await open({ knobs })
    expect(await clients.pypi.versions(named('absent'), never())).toEqual({
      found: false,
      status: null,
    })
  })
})

describe('npm', () => {
  test('final ones and pre-releases', async () => {
    const { registry, clients } = await open({})
    registry.npm.publish({ name: 'proj', version: '1.0.0' })
    registry.npm.publish({ name: 'proj', version: '2.0.0-rc.1', tags: [] })
    expect(await clients.npm.versions(named('proj'), never())).toEqual({
      found: true,
      versions: [
        { version: '1.0.0', isFinal: true, isWithdrawn: false },
        { version: '2.0.0-rc.1', isFinal: false, isWithdrawn: false },
      ],
    })
  })

  test.each([
    ['absent', 'unheard-of', null],
    ['unpublished', 'taken-down', 'unpublished'],
  ] as const)('%s', async (_what, name, status) => {
    const { registry, clients } = await open({})
    registry.npm.publish({ name: 'taken-down', version: '1.0.0' })
    registry.npm.unpublish('taken-down')
    expect(await clients.npm.versions(named(name), never())).toEqual({ found: false, status })
  })
})
