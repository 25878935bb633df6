// The pages about packages, as somebody without JavaScript gets them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMIT_WORDS } from '../../src/site/pages/policyPage.ts'
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

  test('whose release has no file does not promise the digest of one', async () => {
    registry.pypi.publish({ name: 'empty-one', version: '1.0', files: [] })
    const words = wordsOf(await opened('/pypi/empty-one'))
    expect(words).toContain('exists on PyPI, with 1.0 as its latest release.')
    expect(words).not.toContain('names the digest of its file')
  })

  test('that nobody should install says so before all else, and is not called latest in green', async () => {
    registry.npm.publish({ name: 'crossenv', version: '0.0.1-security' })
    const page = await opened('/npm/crossenv')
    const words = wordsOf(page)
    const order = [
      'crossenv is a name that the registry holds back',
      'Its release 0.0.1-security is the empty one',
      'Do not install it.',
      'Go to cross-env',
      'latest',
    ].map((part) => words.indexOf(part))
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    expect(order[0]).toBeGreaterThan(0)
    expect(page.text).toContain('<meta name="description" content="crossenv is a name that')
    expect(page.text).not.toContain('class="tag good"')
    for (const part of ['npm install', 'What changed from', 'A badge for a README', '0 public'])
      expect(words).not.toContain(part)
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

  test.each([
    ['/pypi/lamp/latest?q=', 199],
    ['/search?q=', 511],
    ['/receipt/', 79],
    ['/pypi/', 199],
    ['/pypi/lamp/-/compare?to=1.0&from=', 127],
    ['/pypi/lamp/-/when?symbol=', 511],
  ])('a cut through a character is no failure: %s', async (start, length) => {
    const page = await opened(`${start}${'a'.repeat(length)}%F0%9F%98%80`)
    expect(page.status).toBeLessThan(500)
  })

  test('can be searched without a script', async () => {
    const page = await opened('/pypi/lamp/1.0?q=ULB')
    expect(wordsOf(page)).toContain('names fit')
    expect(page.text).toContain('href="/pypi/lamp/1.0/lamp.Bulb.on"')
    const lines = await opened('/pypi/lamp/1.0?part=names')
    expect(lines.text.split('\n')).toContain('method\tlamp.Bulb.on')
  })

  test('that was not read yet is found on a page with all that the registry lists', async () => {
    const page = await opened('/pypi/lamp/-/releases')
    expect(wordsOf(page)).toContain('PyPI lists 2 releases of lamp.')
    expect(page.text.indexOf('/pypi/lamp/1.1"')).toBeLessThan(page.text.indexOf('/pypi/lamp/1.0"'))
    expect((await opened('/pypi/lamp')).text).toContain('href="/pypi/lamp/-/releases"')
    expect((await opened('/pypi/lmap/-/releases')).status).toBe(404)
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
    expect(page.text).not.toContain('<p></p>')
    expect(page.text).toContain('href="/pypi/lamp/1.1/lamp.glow"')
  })

  test('that is missing in an older release is near to names of that one', async () => {
    const page = await opened('/pypi/lamp/1.0/lamp.flickr')
    expect(wordsOf(page)).toContain('The closest names in 1.0 lamp.flicker')
    expect(page.text).toContain('href="/pypi/lamp/1.0/lamp.flicker"')
  })

  test('without a signature is not said to be the same in the latest release', async () => {
    const words = wordsOf(await opened('/pypi/lamp/1.0/lamp.bulb'))
    expect(words).toContain('It is there in the latest release, 1.1 , too.')
    expect(words).not.toMatch(/is (?:written|called) the same|signature is the same/)
    expect(wordsOf(await opened('/pypi/lamp/1.0/lamp.dim'))).toContain('Its signature is the same')
  })

  test('that went is told apart from one that was never there', async () => {
    // Both releases have to be read first.
    await opened('/pypi/lamp/1.0')
    const page = await opened('/pypi/lamp/1.1/lamp.flicker')
    expect(page.status).toBe(404)
    expect(wordsOf(page)).toContain('lamp.flicker does not exist in lamp 1.1')
    const { body } = await service.post('/demo/v1/symbol/exists', {
      ecosystem: 'pypi',
      package: 'lamp',
      symbol: 'lamp.flicker',
    })
    expect(wordsOf(page)).toContain('Removed between 1.0 and 1.1')
    expect(wordsOf(page)).toContain(`${body.proof.filename} SHA-256 ${body.proof.artifact_sha256}`)
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

  test('says in its headline what stands below a name that is gone', async () => {
    const old =
      '-- wick/__init__.py --\nclass Wick:\n    def cut(self): ...\n    def dip(self): ...\na = 1\n'
    publishPython(registry, { name: 'wick', version: '1.0', files: old })
    publishPython(registry, {
      name: 'wick',
      version: '2.0',
      files: '-- wick/__init__.py --\na = 1\n',
    })
    const words = wordsOf(await opened('/pypi/wick/1.0...2.0'))
    expect(words).toContain('1 name (and 2 below) removed.')
  })

  test('doubts what is removed from a class that may have more than its file shows', async () => {
    const open = (members: string) =>
      `-- husk/__init__.py --\nfrom far import Far\nclass Open(Far):\n${members}    def one(self): ...\n`
    publishPython(registry, {
      name: 'husk',
      version: '1.0',
      files: open('    def two(self): ...\n'),
    })
    publishPython(registry, { name: 'husk', version: '1.1', files: open('') })
    expect(wordsOf(await opened('/pypi/husk/1.0...1.1'))).toContain(
      'husk.Open may have more than its file shows: the name may be there all the same.',
    )
  })

  test('and the page of such a name says all of it in one sentence', async () => {
    const page = await opened('/pypi/husk/1.1/husk.Open.two')
    expect(page.status).toBe(404)
    expect(wordsOf(page)).toContain(
      'husk.Open.two is not listed in husk 1.1; of the releases read here 1.0 is the newest that has it, and it may be there all the same: husk.Open may have members that the file does not show.',
    )
    expect(page.text).toContain('<details><summary>What each release of husk')
  })

  test('of which much changed folds the rest of a long list, in which every entry stands', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `name_${i}`)
    const files = (all: readonly string[]) =>
      `-- crowd/__init__.py --\n${all.map((one) => `def ${one}(): ...\n`).join('')}`
    publishPython(registry, { name: 'crowd', version: '1.0', files: files(['kept']) })
    publishPython(registry, { name: 'crowd', version: '2.0', files: files(['kept', ...names]) })
    const page = await opened('/pypi/crowd/1.0...2.0')
    const [open = '', folded = ''] = page.text.split('<details class="more">')
    const linked = (text: string) =>
      names.filter((one) => text.includes(`/2.0/crowd.${one}"`)).length
    expect([linked(open), linked(folded)]).toEqual([10, 30])
    expect(wordsOf(page)).toContain('30 more rows')
    const alone = await opened('/pypi/crowd/1.0...2.0?only=added')
    expect(alone.text).not.toContain('<details class="more">')
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

  test('who will not have JSON gets the page', async () => {
    const page = await service.get('/pypi/lamp', { accept: 'application/json;q=0, */*' })
    expect(page.headers['content-type']).toContain('text/html')
  })

  test('an address without anything is a page for people, and JSON for all others', async () => {
    const page = await service.get('/nothing-here', { accept: 'text/html,*/*;q=0.8' })
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(wordsOf(page)).toContain('There is nothing at this path.')
    const other = await service.get('/nothing-here', { accept: '*/*' })
    expect([other.status, other.body.code]).toEqual([404, 'not_found'])
  })

  test('a page that is known is not sent again', async () => {
    const first = await opened('/pypi/lamp/1.0')
    const again = await service.get('/pypi/lamp/1.0', {
      'if-none-match': first.headers['etag'] ?? '',
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('what may be sent compressed says so each time, also where it is known', async () => {
    const varies = ({ headers }: Reply) => (headers['vary'] ?? '').split(', ')
    await opened('/pypi/lamp/1.0')
    const plain = await service.get('/pypi/lamp/1.0', { 'accept-encoding': 'identity' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(varies(plain)).toEqual(['accept', 'accept-encoding'])
    const known = { 'if-none-match': plain.headers['etag'] ?? '' }
    const again = await service.get('/pypi/lamp/1.0', known)
    expect([again.status, varies(again)]).toEqual([304, ['accept', 'accept-encoding']])
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
  test('the page of a package leads to its feed and shows how its badge is had', async () => {
    const page = await opened('/pypi/lamp')
    expect(page.text).toContain('<a href="/pypi/lamp/-/releases.atom"')
    const at = `${service.url}/pypi/lamp`
    expect(page.text).toContain(`[![API](${at}/-/badge.svg?since=1.0)](${at})`)
  })

  test('there is a feed of the releases, with what each changed', async () => {
    const { status, headers, text } = await opened('/pypi/lamp/-/releases.atom')
    expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(text).toContain('<title>lamp 1.0 → 1.1: breaking</title>')
    expect(text).toContain(`<link href="${service.url}/pypi/lamp/1.0...1.1"/>`)
  })

  test.each([
    ['?since=1.0', 'API: 1 breaking step since 1.0'],
    ['?since=1.1', 'API: 0 breaking steps since 1.1'],
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

  test('counts what leads elsewhere, and what is nowhere, as a page', async () => {
    const strict = await startService(settings({ ASSAY_SITE_PAGES_PER_MINUTE: '1' }))
    try {
      for (const [minute, [path, status]] of [
        ['/pypi/Lamp', 301],
        ['/pypi/lamp/', 301],
        ['/pypi/%00', 404],
        ['/check', 200],
      ].entries() as Iterable<[number, [string, number]]>) {
        strict.setTime(new Date(Date.UTC(2026, 2, 1, 12, minute)))
        expect([path, (await strict.get(path)).status]).toEqual([path, status])
        expect([path, (await strict.get(path)).status]).toEqual([path, 429])
      }
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
      expect(page.headers['refresh']).toBeDefined()
      for (let times = 2; times < 5; times += 1) await opened('/pypi/lamp', far)
      const lasting = await opened('/pypi/lamp', far)
      expect([lasting.status, lasting.headers['refresh']]).toEqual([503, undefined])
      expect(wordsOf(lasting)).toContain('the page no longer looks again by itself')
    } finally {
      await far.close()
    }
  })
})

describe('when a symbol went', () => {
  test('the page of a miss leads to it, and it names the two releases and what was said', async () => {
    const miss = await opened('/pypi/lamp/1.1/lamp.flicker')
    const [, link = ''] = /href="([^"]*\/-\/when[^"]*)"/.exec(miss.text) ?? []
    const page = await opened(link.replaceAll('&amp;', '&'))
    expect(page.status).toBe(200)
    expect(wordsOf(page)).toContain('lamp.flicker is in lamp 1.0 and no longer in 1.1')
    expect(page.text).toContain('href="/pypi/lamp/1.0...1.1"')
  })

  test('what is there has no such page, and what never was is not said to have gone', async () => {
    const there = await opened('/pypi/lamp/-/when?symbol=lamp.glow')
    expect([there.status, there.headers['location']]).toEqual([302, '/pypi/lamp/1.1/lamp.glow'])
    const never = await opened('/pypi/lamp/-/when?symbol=lamp.never')
    expect(wordsOf(never)).toContain('None of the 2 releases of lamp that were looked into')
  })
})

describe('the latest release', () => {
  test.each([
    ['/pypi/lamp/latest', '/pypi/lamp'],
    ['/pypi/lamp/latest?q=dim', '/pypi/lamp?q=dim'],
    ['/pypi/lamp/1.1', '/pypi/lamp'],
    ['/pypi/lamp/1.0...latest', '/pypi/lamp/1.0...1.1'],
  ])('%s leads to it for now: tomorrow another may be', async (path, address) => {
    const page = await opened(path)
    expect([page.status, page.headers['location']]).toEqual([302, address])
  })
})

describe('an address in another spelling', () => {
  test.each([
    ['/pypi/Lamp/-/badge.svg?since=1.0', '/pypi/lamp/-/badge.svg?since=1.0'],
    ['/pypi/LAMP?q=dim&format=json', '/pypi/lamp?q=dim&format=json'],
    ['/pypi/lamp/?q=dim', '/pypi/lamp?q=dim'],
  ])('%s leads on with all that it asks', async (path, address) => {
    expect((await opened(path)).headers['location']).toBe(address)
  })
})

test('the policy is a page for people, with all that it says as JSON', async () => {
  const { headers, body } = await service.get('/policy')
  expect([headers['content-type'], headers['vary']?.startsWith('accept')]).toEqual([
    'application/json',
    true,
  ])
  const page = await opened('/policy')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const words = wordsOf(page)
  for (const said of [
    ...body.claims,
    ...body.not_claimed,
    body.verifier.address,
    body.retention.probes,
  ])
    expect(words).toContain(said)
  for (const { path } of body.prices) expect(words).toContain(path)
  for (const said of Object.values<string>(body.retention)) expect(words).toContain(said)
  expect(Object.keys(LIMIT_WORDS)).toEqual(Object.keys(body.limits))
  expect(words).not.toMatch(/\b[a-z]+_[a-z]+\b/)
  const json = await service.get('/policy?format=json', { accept: 'text/html' })
  expect(json.body.claims).toEqual(body.claims)
})

test('a badge says no more of a long question than its name holds', async () => {
  const page = await opened(`/pypi/lamp/-/badge.svg?since=${'9'.repeat(5_000)}`)
  expect(page.text.length).toBeLessThan(2_000)
})

describe('who asks an address for JSON', () => {
  const json = { accept: 'application/json' }

  test.each([
    ['/search?q=lamp', 406, 'not_acceptable'],
    ['/figures', 406, 'not_acceptable'],
    ['/check', 406, 'not_acceptable'],
    [`/receipt/0x${'0'.repeat(64)}`, 406, 'not_acceptable'],
    ['/pypi/lamp/-/when?symbol=lamp.flicker', 406, 'not_acceptable'],
    ['/pypi/lamp/-/nothing', 406, 'not_acceptable'],
    ['/npm/.x', 404, 'not_found'],
    ['/pypi/%00', 404, 'not_found'],
    ['/pypi/lamp/9.9', 404, 'not_found'],
    ['/pypi/lmap/1.0', 404, 'not_found'],
  ])('%s gets no page, and why: %i', async (path, status, code) => {
    const reply = await service.get(path, json)
    expect([reply.status, reply.headers['content-type']]).toEqual([status, 'application/json'])
    expect(reply.body.code).toBe(code)
    const { vary, 'cache-control': cache } = reply.headers
    expect([vary, cache]).toEqual(['accept', 'no-store'])
    const written = await service.get(`${path}${path.includes('?') ? '&' : '?'}format=json`)
    expect([written.status, written.body.code]).toEqual([status, code])
  })

  test.each(['/check', '/upgrade'])('a form sent to %s is told its route', async (path) => {
    const headers = { ...json, 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await service.post(path, 'path=a.py&content=import+lamp', headers)
    expect([reply.status, reply.body.detail]).toEqual([
      406,
      `This page has no answer as JSON: ask POST /demo/v1${path}`,
    ])
  })

  test.each([
    ['/pypi/lamp/latest', '/pypi/lamp'],
    ['/pypi/lamp/1.0', '/pypi/lamp'],
    ['/pypi/lamp/1.x', '/pypi/lamp'],
    ['/pypi/lamp/1.0...latest', '/pypi/lamp/1.0...1.1'],
    ['/pypi/lamp/1...latest', '/pypi/lamp/1.0...1.1'],
    ['/npm/@ligh.t/torch/2/@ligh.t/torch.beam', '/npm/@ligh.t/torch/2.0.0/@ligh.t/torch.beam'],
    ['/pypi/lamp/1.1...1.0', '/pypi/lamp/1.0...1.1'],
  ])('%s means the release that it means on the page, and leads to %s', async (path, address) => {
    for (const [query, headers] of [
      ['', json],
      ['?format=json', {}],
    ] as const) {
      const reply = await service.get(`${path}${query}`, headers)
      expect([reply.status, reply.headers['location']]).toEqual([302, `${address}${query}`])
    }
  })

  test('too many pages are a refusal in JSON as well', async () => {
    const strict = await startService(settings({ ASSAY_SITE_PAGES_PER_MINUTE: '1' }))
    try {
      strict.setTime(new Date('2026-03-01T12:00:30Z'))
      expect((await strict.get('/pypi/Lamp', json)).status).toBe(301)
      const refused = await strict.get('/pypi/Lamp', json)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      // An answer is a question, and no page.
      expect((await strict.get('/pypi/lamp', json)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})

describe('a page of another site', () => {
  const site = { 'sec-fetch-site': 'cross-site' }
  const script = { ...site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
  const link = { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const clicked = { ...link, 'sec-fetch-user': '?1' }

  test('spends no question of its reader, and whoever clicks on a link gets the answer', async () => {
    const far = await startService(settings({ ASSAY_DEMO_DAILY_LIMIT: '1' }))
    try {
      for (const headers of [script, link, { origin: 'https://evil.example' }]) {
        const refused = await far.get('/pypi/lamp?format=json', headers)
        expect([refused.status, refused.body.code]).toEqual([403, 'origin_not_allowed'])
      }
      expect((await far.get('/pypi/lamp?format=json', clicked)).status).toBe(200)
      expect((await far.get('/pypi/lamp?format=json')).status).toBe(429)
    } finally {
      await far.close()
    }
  })

  test('makes the service work for nobody, and links to pages are followed', async () => {
    const picture = { ...site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    for (const path of ['/pypi/lamp/1.0...1.1', '/pypi/lamp', '/search?q=lamp', '/figures']) {
      expect([path, (await service.get(path, picture)).status]).toEqual([path, 403])
      expect([path, (await service.get(path, link)).status]).not.toEqual([path, 403])
    }
    const badge = await service.get('/pypi/lamp/-/badge.svg', picture)
    expect([200, 202]).toContain(badge.status)
  })
})

describe('a browser that is refused', () => {
  const people = { accept: 'text/html,*/*;q=0.8' }
  const form = { ...people, 'content-type': 'application/x-www-form-urlencoded' }

  test('gets a page: of a form that is opened, of a page that is posted to, of what is too long', async () => {
    const replies = [
      await service.get('/upgrade', people),
      await service.post('/pypi/lamp', 'a=b', form),
      await service.post('/check', `content=${'x'.repeat(1_200_000)}`, form),
    ]
    expect(replies.map(({ status }) => status)).toEqual([405, 405, 413])
    for (const { headers } of replies) expect(headers['content-type']).toContain('text/html')
    expect(replies[0]?.headers['allow']).toBe('POST, OPTIONS')
    expect(replies.map(wordsOf).join()).not.toContain('whether it exists')
  })

  test('and a program gets JSON', async () => {
    const refused = await service.get('/upgrade', { accept: '*/*' })
    expect([refused.status, refused.body.code]).toEqual([405, 'method_not_allowed'])
    // Some programs name HTML in each question.
    for (const path of ['/v1/nothing', '/policy'])
      expect((await service.post(path, {}, people)).headers['content-type']).toBe(
        'application/json',
      )
  })
})

describe('a release that is written in part', () => {
  test.each([
    ['/pypi/lamp/1.x', '/pypi/lamp/1.1'],
    ['/pypi/lamp/1.x/lamp.glow', '/pypi/lamp/1.1/lamp.glow'],
    ['/npm/@ligh.t/torch/2', '/npm/@ligh.t/torch/2.0.0'],
    ['/npm/@ligh.t/torch/2/@ligh.t/torch.beam', '/npm/@ligh.t/torch/2.0.0/@ligh.t/torch.beam'],
  ])('%s leads to the newest that begins so', async (path, address) => {
    const page = await opened(path)
    expect([page.status, page.headers['location']]).toEqual([302, address])
  })

  test('of PyPI a whole number is a release: 1 is 1.0', async () => {
    const page = await opened('/pypi/lamp/1')
    expect([page.status, page.headers['location']]).toEqual([301, '/pypi/lamp/1.0'])
  })

  test('one that begins otherwise is a miss', async () => {
    expect((await opened('/pypi/lamp/7')).status).toBe(404)
  })
})

describe('a search that names releases', () => {
  test.each([
    ['lamp 1.0 to 1.1', '/pypi/lamp/1.0...1.1'],
    ['lamp 1.0 1.1', '/pypi/lamp/1.0...1.1'],
    ['lamp==1.0', '/pypi/lamp/1.0'],
    ['lamp 1.0 lamp.glow', '/pypi/lamp/1.0/lamp.glow'],
    ['lamp.glow 1.0', '/pypi/lamp/1.0/lamp.glow'],
  ])('%s leads to %s', async (query, address) => {
    const page = await opened(`/search?q=${encodeURIComponent(query)}`)
    expect(page.text).toContain(`href="${address}"`)
  })
})

describe('the page that code is checked on', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = (path: string, fields: Record<string, string>, headers = {}) =>
    service.post(path, new URLSearchParams(fields).toString(), { ...form, ...headers })

  test('is a form that works without a script', async () => {
    const page = await opened('/check?example=gone')
    expect(page.status).toBe(200)
    expect(page.text).toContain('<form id="check"')
    expect(page.text).toContain('pd.DataFrame.append')
    const content = 'import lamp\r\n\r\nlamp.shine()\r\nlamp.never("<b>")\r\n'
    const found = await sent('/check', { path: 'a.py', content, pins: 'lamp==1.1' })
    expect([found.status, found.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(found.text).toContain('1 finding in this code')
    expect(found.text).toContain('a.py:4:6')
    expect(found.text).toContain('lamp.never(&quot;&lt;b&gt;&quot;)')
    expect(found.text).not.toContain('<b>")')
  })

  test('what was written comes back to the form sign for sign', async () => {
    const content = `\n\u200b"${'long '.repeat(2_000)}"\n`
    const { text } = await sent('/check', { path: 'a.py', content })
    const [, back = ''] = /name="content"[^>]*>\n([^<]*)<\/textarea>/.exec(text) ?? []
    expect(back.replaceAll('&quot;', '"')).toBe(content)
  })

  test('pins and a manifest beside the code say which release counts', async () => {
    const content = 'import lamp\nlamp.shine()\n'
    for (const given of [{ pins: 'lamp==1.0' }, { manifest: 'lamp==1.0\n' }]) {
      const { text } = await sent('/check', { path: 'a.py', content, ...given })
      expect(text).toContain('lamp has no shine in 1.0')
    }
  })

  test('what an upgrade means for a file is a page', async () => {
    const fields = { ecosystem: 'pypi', package: 'lamp', from: '1.0', to: '1.1', path: 'a.py' }
    const content = 'from lamp import flicker, dim\nflicker()\n'
    const page = await sent('/upgrade', { ...fields, content })
    expect(page.status).toBe(200)
    expect(page.text).toContain('This file uses names that break.')
    expect(page.text).toContain('href="/pypi/lamp/1.0/lamp.flicker"')
    const none = await sent('/upgrade', { ...fields, package: 'not-there', content })
    expect(none.status).toBe(422)
  })

  test('an upgrade that only its numbers keep from being safe says so, and nothing else of its uses', async () => {
    const files = '-- wax/__init__.py --\ndef melt(): ...\n'
    for (const version of ['1.0', '2.0']) publishPython(registry, { name: 'wax', version, files })
    const fields = { ecosystem: 'pypi', package: 'wax', from: '1.0', to: '2.0', path: 'a.py' }
    const used = wordsOf(await sent('/upgrade', { ...fields, content: 'import wax\nwax.melt()\n' }))
    expect(used).toContain('It cannot be told whether the upgrade breaks this file.')
    expect(used).toMatch(/All \d uses hold by name and call; by its numbers this release may break/)
    expect(used).not.toContain('Of some uses')
    const unused = wordsOf(await sent('/upgrade', { ...fields, content: 'import os\n' }))
    expect(unused).toContain('No use of wax was found in the file.')
    expect(unused).not.toMatch(/some uses|uses 0 names/)
  })

  test('a form of another site is refused', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ])
      expect((await sent('/check', { path: 'a.py', content: 'x' }, headers)).status).toBe(403)
    const own = { origin: service.url }
    expect((await sent('/check', { path: 'a.py', content: 'x' }, own)).status).toBe(200)
    // Pages tell their own forms from where they come.
    expect((await opened('/check')).headers['referrer-policy']).toBe('same-origin')
  })
})

test('the figures are a page: what is indexed, and how what is watched has been', async () => {
  const page = await opened('/figures')
  expect(page.status).toBe(200)
  const words = wordsOf(page)
  expect(words).toMatch(/Packages \d+ Releases \d+ Symbols \d/)
  expect(words).toMatch(/Modules \d+; of [\d.]+ % of them every name is known/)
  expect(words).toContain('Names of PyPI')
  expect(words).toContain('Watched services')
})
