// What the indexes say of projects and releases besides their files, in each form that they have.

import { describe, expect, test } from 'vitest'
import { REGISTRY_WORDS_LENGTH_MAX } from '../../../src/limits.ts'
import { readStanding, readWords } from '../../../src/registry/read/registryWords.ts'
import { named, never, open } from '../opened.ts'

const FORMS = [
  { form: 'project document and JSON', knobs: { pypiJson: true, simple: 'json' } },
  { form: 'project document and HTML', knobs: { pypiJson: true, simple: 'html' } },
  { form: 'simple index in JSON', knobs: { pypiJson: false, simple: 'json' } },
  { form: 'simple index in HTML', knobs: { pypiJson: false, simple: 'html' } },
] as const

describe.each(FORMS)('pypi, $form', ({ knobs }) => {
  test.each(['archived', 'deprecated', 'quarantined'])('%s, and why', async (status) => {
    const { registry, clients } = await open({ knobs })
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    registry.pypi.setStatus('proj', status, 'no "time"\n& <money>')
    const said = { found: true, status, statusReason: 'no "time" & <money>' }
    expect(await clients.pypi.lookup(named('proj'), never())).toMatchObject(said)
    expect(await clients.pypi.release(named('proj'), '1.0', never())).toMatchObject(said)
    expect(await clients.pypi.newestIn(named('proj'), ['>=1'], never())).toMatchObject(said)
  })

  test('a yanked release says why', async () => {
    const { registry, clients } = await open({ knobs })
    registry.pypi.publish({ name: 'proj', version: '1.0', yanked: 'breaks "everything"' })
    registry.pypi.publish({ name: 'proj', version: '1.1', yanked: true })
    registry.pypi.publish({ name: 'proj', version: '1.2' })
    const yanked = async (version: string) => {
      const found = await clients.pypi.release(named('proj'), version, never())
      return found.found ? found.release.yanked : found
    }
    expect(await yanked('1.0')).toBe('breaks "everything"')
    expect(await yanked('1.1')).toBe('')
    expect(await yanked('1.2')).toBeUndefined()
  })

  test('of one file that is not yanked the release is not', async () => {
    const { registry, clients } = await open({ knobs })
    const files = [
      { filename: 'proj-1.0.tar.gz', yanked: 'broken' },
      { filename: 'proj-1.0-py3-none-any.whl' },
    ]
    registry.pypi.publish({ name: 'proj', version: '1.0', files })
    const found = await clients.pypi.lookup(named('proj'), never())
    expect(found).toMatchObject({ latest: { version: '1.0' } })
    expect(found).not.toHaveProperty('latest.yanked')
  })
})

describe('an index whose page cannot be had', () => {
  const PAGES = [
    ['is another project', 200, '{"meta":{"api-version":"1.4"},"name":"other","files":[]}'],
    ['is no JSON', 200, '{"meta":'],
    ['is a portal', 200, '<html><title>Sign in</title></html>'],
    ['is missing', 404, ''],
    ['is refused', 403, ''],
    ['is down', 503, ''],
  ] as const
  test.each(PAGES)('%s: the release is there, and the status is open', async (_, status, body) => {
    const { registry, clients } = await open({
      intercept: (request, response) => {
        if (request.url !== '/simple/proj/') return false
        response.writeHead(status, { 'content-type': 'application/vnd.pypi.simple.v1+json' })
        response.end(body)
        return true
      },
    })
    registry.pypi.publish({ name: 'proj', version: '1.0' })
    registry.pypi.setStatus('proj', 'archived')
    expect(await clients.pypi.lookup(named('proj'), never())).toMatchObject({
      found: true,
      status: null,
      isStatusOpen: true,
      latest: { version: '1.0' },
    })
  })
})

describe('words of strangers', () => {
  test('are on one line, bounded, and whole', () => {
    expect(readWords('  a\u0000\r\n\u202eb\u200b c ')).toBe('a b c')
    expect(readWords('x'.repeat(10_000))).toHaveLength(REGISTRY_WORDS_LENGTH_MAX)
    const cut = readWords(`${'x'.repeat(REGISTRY_WORDS_LENGTH_MAX - 1)}😀`)
    expect(cut.isWellFormed()).toBe(true)
  })

  test.each([null, 7, {}, 'ARCHIVED', 'active', ''])('%s is no status', (status) => {
    expect(readStanding(status, 'why')).toEqual({ status: null, statusReason: null })
  })

  test.each([null, 7, {}, '', ' \n'])('%s is no reason', (reason) => {
    expect(readStanding('archived', reason)).toEqual({ status: 'archived', statusReason: null })
  })
})
