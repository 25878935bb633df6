// The pages about packages, as somebody without JavaScript gets them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Reply, type Service, startService } from '../support/service.ts'

let registry: FakeRegistry
let service: Service

const OLD = `
-- lamp/__init__.py --
"""Lamps."""
from lamp.bulb import Bulb
def glow(strength): ...
def flicker(): ...
def dim(level): ...
-- lamp/bulb.py --
class Bulb:
    """A <b>bulb</b>."""
    def on(self): ...
`
const NEW = `
-- lamp/__init__.py --
"""Lamps."""
from lamp.bulb import Bulb
def glow(strength, colour): ...
def shine(): ...
def dim(level):
    """Dims <b>slowly</b>.

    .. deprecated:: 1.1
    """
-- lamp/bulb.py --
class Bulb:
    """A <b>bulb</b>."""
    def on(self): ...
    def off(self): ...
`

beforeAll(async () => {
  registry = await fakeRegistry()
  publishPython(registry, { name: 'lamp', version: '1.0', files: OLD })
  publishPython(registry, { name: 'lamp', version: '1.1', files: NEW })
  publishNpm(registry, {
    name: '@ligh.t/torch',
    version: '2.0.0',
    types: 'index.d.ts',
    files: '-- index.d.ts --\nexport declare function beam(width: number): void\n',
  })
  service = await startService(settings())
})

afterAll(async () => {
  await service?.close()
  await registry?.close()
})

function settings(more: Record<string, string> = {}): Record<string, string> {
  return {
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
    ASSAY_SITE_PAGES_PER_MINUTE: '0',
    ...more,
  }
}

/** The page once it is done: while something is read, it asks to be asked again. */
async function opened(path: string, at: Service = service): Promise<Reply> {
  for (;;) {
    const reply = await at.get(path, { accept: 'text/html' })
    if (reply.status !== 202) return reply
    expect(reply.headers['refresh']).toMatch(/^\d+$/)
  }
}

/** What a reader sees of it. */
function wordsOf({ text }: Reply): string {
  return text
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

describe('a package', () => {
  test('has a page with its latest release, its names and the digest of its file', async () => {
    const page = await opened('/pypi/lamp')
    expect(page.status).toBe(200)
    const words = wordsOf(page)
    for (const part of [
      'lamp 1.1',
      'pip install lamp==1.1',
      'import lamp',
      'glow',
      '(strength, colour)',
    ]) {
      expect(words).toContain(part)
    }
    expect(page.text).toContain('href="/pypi/lamp/1.1/lamp.glow"')
    expect(page.text).toContain(`<link rel="canonical" href="${service.url}/pypi/lamp">`)
    const { body } = await service.post('/demo/v1/package/exists', {
      ecosystem: 'pypi',
      name: 'lamp',
    })
    expect(words).toContain(body.proof.artifact_sha256)
    expect(words).toContain(body.attestation_hash)
  })

  test('of a scope of npm has one, too', async () => {
    const page = await opened('/npm/@ligh.t/torch')
    expect(wordsOf(page)).toContain('npm install @ligh.t/torch@2.0.0')
    expect(page.text).toContain('href="/npm/@ligh.t/torch/2.0.0/@ligh.t/torch.beam"')
    const symbol = await opened('/npm/@ligh.t/torch/2.0.0/@ligh.t/torch.beam')
    expect([symbol.status, wordsOf(symbol).includes('beam(number) =&gt; void')]).toEqual([
      200,
      true,
    ])
  })

  test('that does not exist is a page that says so, with the signed absence', async () => {
    const page = await opened('/pypi/lmap')
    expect(page.status).toBe(404)
    expect(wordsOf(page)).toContain('There is no package lmap on PyPI')
    expect(page.text).toMatch(/0x[0-9a-f]{64}/)
  })

  test.each([
    ['/pypi/Lamp', '/pypi/lamp'],
    ['/pypi/lamp/', '/pypi/lamp'],
    ['/pypi/lamp/1.1', '/pypi/lamp'],
    ['/pypi/lamp/1.0.0', '/pypi/lamp/1.0'],
    ['/pypi/lamp/1.1...1.0', '/pypi/lamp/1.0...1.1'],
    ['/pypi/lamp/1.0/glow', '/pypi/lamp/1.0/lamp.glow'],
    ['/pypi/lamp/latest/lamp.glow', '/pypi/lamp/1.1/lamp.glow'],
    ['/pypi/lamp/-/compare?from=1.1&to=1.0', '/pypi/lamp/1.0...1.1'],
  ])('%s leads to %s', async (path, expected) => {
    const { status, headers } = await opened(path)
    expect([301, 302]).toContain(status)
    expect(headers['location']).toBe(expected)
  })

  test.each([
    '/pypi/la mp',
    '/pypi/lamp/1.1/',
    '/npm/@ligh.t',
    '/pypi/lamp/-/',
    '/npm/.x',
    '/pypi/%00',
  ])('%s is the address of nothing, which is said on a page', async (path) => {
    const { status, headers } = await service.get(path.replace(' ', '%20'))
    expect([301, 404]).toContain(status)
    if (status === 404) expect(headers['content-type']).toContain('text/html')
  })
})

describe('a release', () => {
  test('that is not the latest says so', async () => {
    const page = await opened('/pypi/lamp/1.0')
    expect(page.status).toBe(200)
    expect(wordsOf(page)).toContain('latest is 1.1')
    expect(wordsOf(page)).toContain('flicker')
  })

  test('that the registry does not have is a page that names those that are indexed', async () => {
    const page = await opened('/pypi/lamp/9.9')
    expect(page.status).toBe(404)
    expect(wordsOf(page)).toContain('lamp has no release 9.9')
    expect(page.text).toContain('href="/pypi/lamp/1.0"')
  })

  test('can be searched without a script', async () => {
    const page = await opened('/pypi/lamp/1.0?q=ULB')
    expect(wordsOf(page)).toContain('names fit')
    expect(page.text).toContain('href="/pypi/lamp/1.0/lamp.Bulb.on"')
    const lines = await opened('/pypi/lamp/1.0?part=names')
    expect(lines.text.split('\n')).toContain('method\tlamp.Bulb.on')
  })

  test('its drawing tells what each indexed release changed', async () => {
    await opened('/pypi/lamp/1.0...1.1')
    let page: Reply
    let later = 0
    do {
      // A page is given out again for a while.
      service.setTime(new Date(Date.now() + ++later * 60_000))
      page = await opened('/pypi/lamp')
    } while (wordsOf(page).includes('being compared'))
    expect(page.text).toContain(
      '1.0 → 1.1: 2 added, 1 removed, 1 changed, 1 newly deprecated, breaking',
    )
  })
})

describe('a symbol', () => {
  test('has a page with its signature, its place and its history', async () => {
    const page = await opened('/pypi/lamp/1.1/lamp.glow')
    const words = wordsOf(page)
    for (const part of ['glow(strength, colour)', 'lamp/__init__.py:3', 'History', '1.0']) {
      expect(words).toContain(part)
    }
  })

  test('that is deprecated says so, and its documentation is text', async () => {
    const page = await opened('/pypi/lamp/1.1/lamp.dim')
    expect(wordsOf(page)).toContain('It is deprecated since 1.1.')
    expect(page.text).toContain('Dims &lt;b&gt;slowly&lt;/b&gt;.')
  })

  test('that the latest release has no more says so', async () => {
    const page = await opened('/pypi/lamp/1.0/lamp.flicker')
    expect(page.status).toBe(200)
    expect(wordsOf(page)).toContain('1.1 , the latest release, does not have it.')
  })

  test('lists what is below it: members of a class, names and modules of a module', async () => {
    expect(wordsOf(await opened('/pypi/lamp/1.1/lamp.Bulb'))).toContain('Members 2')
    const module = await opened('/pypi/lamp/1.1/lamp')
    expect(module.text).toContain('href="/pypi/lamp/1.1/lamp.bulb"')
    expect(wordsOf(module)).toContain('Names in it 4')
  })

  test('that is not there is a page with the closest names', async () => {
    const page = await opened('/pypi/lamp/1.1/lamp.glows')
    expect(page.status).toBe(404)
    expect(wordsOf(page)).toContain('lamp.glows does not exist in lamp 1.1')
    expect(page.text).toContain('href="/pypi/lamp/1.1/lamp.glow"')
  })

  test('that went is told apart from one that was never there', async () => {
    const page = await opened('/pypi/lamp/1.1/lamp.flicker')
    expect(page.status).toBe(404)
    expect(wordsOf(page)).toContain('lamp.flicker does not exist in lamp 1.1')
  })
})

describe('a comparison', () => {
  test('tells what breaks first, with the changed words marked', async () => {
    const page = await opened('/pypi/lamp/1.0...1.1')
    const words = wordsOf(page)
    expect(words).toContain('Code that was right can be wrong now.')
    expect(words.indexOf('Removed')).toBeLessThan(words.indexOf('Added'))
    expect(page.text).toContain('<ins>, colour</ins>')
  })

  test('can be filtered, and shows one list alone', async () => {
    const page = await opened('/pypi/lamp/1.0...1.1?q=shine')
    expect(page.text).toContain('lamp.shine')
    expect(page.text).not.toContain('lamp.flicker')
    const added = await opened('/pypi/lamp/1.0...1.1?only=added')
    expect(added.text).not.toContain('lamp.flicker')
  })

  test('with a release that is not there is a page that says which', async () => {
    const page = await opened('/pypi/lamp/0.9...1.1')
    expect([page.status, wordsOf(page).includes('lamp has no release 0.9')]).toEqual([404, true])
  })
})

describe('for machines', () => {
  test('who asks for JSON gets the signed answer of the route', async () => {
    const headers = { accept: 'application/json' }
    const page = await service.get('/pypi/lamp', headers)
    expect(page.headers['content-type']).toBe('application/json')
    expect(page.body.attestation.question).toEqual({ ecosystem: 'pypi', name: 'lamp' })
    const symbol = await service.get('/pypi/lamp/1.0/lamp.glow?format=json')
    expect(symbol.body.at_requested_version.exists).toBe(true)
    const diff = await service.get('/pypi/lamp/1.0...1.1', headers)
    expect(diff.body.classification).toBe('breaking')
  })

  test('a page that is known is not sent again', async () => {
    const first = await opened('/pypi/lamp/1.0')
    const again = await service.get('/pypi/lamp/1.0', {
      'if-none-match': first.headers['etag'] ?? '',
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('search finds packages by name, near it, and by what is imported', async () => {
    const page = await service.get('/search?q=requsts')
    expect(page.text).toContain('href="/pypi/requests"')
    const imported = await service.get('/search?q=cv2')
    expect(imported.text).toContain('href="/pypi/opencv-python"')
    const symbol = await service.get('/search?q=requests.Session.get')
    expect(symbol.text).toContain('href="/pypi/requests/latest/requests.Session.get"')
  })
})

describe('beside the pages', () => {
  test('there is a feed of the releases, with what each changed', async () => {
    const { status, headers, text } = await opened('/pypi/lamp/-/releases.atom')
    expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(text).toContain('<title>lamp 1.1: breaking</title>')
    expect(text).toContain(`<link href="${service.url}/pypi/lamp/1.0...1.1"/>`)
  })

  test.each([
    ['?since=1.0', 'API: 1 breaking since 1.0'],
    ['?since=1.1', 'API: 0 breaking since 1.1'],
    ['?since=0.5', 'API: 0.5 is not indexed'],
    ['?since=%3Cb%3E', 'API: &lt;b&gt; is not indexed'],
  ])('a badge %s says %s', async (query, expected) => {
    const { headers, text } = await opened(`/pypi/lamp/-/badge.svg${query}`)
    expect(headers['content-type']).toContain('image/svg+xml')
    expect(text).toContain(`<title>${expected}</title>`)
  })

  test('search engines get the packages of the index, and are kept from what costs', async () => {
    expect((await service.get('/sitemap.xml')).text).toContain(
      `<loc>${service.url}/pypi/lamp</loc>`,
    )
    const rules = (await service.get('/robots.txt')).text
    for (const rule of [
      'Disallow: /*...',
      'Disallow: /search',
      `Sitemap: ${service.url}/sitemap.xml`,
    ])
      expect(rules).toContain(rule)
    expect((await service.get('/policy')).body.site.enabled).toBe(true)
  })
})

describe('an operator', () => {
  test('can switch the pages off', async () => {
    const bare = await startService(settings({ ASSAY_SITE: 'off' }))
    try {
      expect((await bare.get('/pypi/lamp')).status).toBe(404)
      expect((await bare.get('/pypi/lamp')).headers['content-type']).toBe('application/json')
    } finally {
      await bare.close()
    }
  })

  test('limits how many one client opens, on a page that says when there are more', async () => {
    const strict = await startService(settings({ ASSAY_SITE_PAGES_PER_MINUTE: '2' }))
    try {
      strict.setTime(new Date('2026-03-01T12:00:30Z'))
      for (const path of ['/search?q=a', '/search?q=b'])
        expect((await strict.get(path)).status).toBe(200)
      const refused = await strict.get('/search?q=c')
      expect(refused.status).toBe(429)
      expect(refused.headers['retry-after']).toBe('60')
      expect(wordsOf(refused)).toContain('2 pages within a minute')
      // Answers have quotas of their own.
      const question = { ecosystem: 'pypi', name: 'lamp' }
      expect((await strict.post('/demo/v1/package/exists', question)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  test('whose registry fails has a page that says that nothing is known', async () => {
    const far = await startService(settings({ ASSAY_PYPI_INDEX: 'http://127.0.0.1:9/simple/' }))
    try {
      const page = await opened('/pypi/lamp', far)
      expect(page.status).toBe(503)
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
      expect(wordsOf(page)).toContain('what cannot be decided is not called absent')
    } finally {
      await far.close()
    }
  })
})
