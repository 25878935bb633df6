// The project's pages on a running service: every link of every page, and of every error and finding,
// leads somewhere.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDocs } from '../../../scripts/docs/buildDocs.ts'
import { FINDING_CODES } from '../../../src/check/report/finding.ts'
import { errorDocs, findingDocs, spendDocs } from '../../../src/domain/docsAddress.ts'
import { ERRORS } from '../../../src/errors.ts'
import { API_PAGE } from '../../../src/http/pages/apiPage.ts'
import { docsPath, loadDocsFiles } from '../../../src/http/pages/docsFiles.ts'
import { RULES } from '../../../src/services/spend/decide.ts'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { type Reply, type Service, startService } from '../../support/service.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'assay-docs-'))
buildDocs(ROOT, folder)
const docsFolder = pathToFileURL(`${folder}/`)
const written = loadDocsFiles(docsFolder).folders.flatMap(({ pages }) => pages)
const paths = [...written, API_PAGE].map(docsPath)

let registry: FakeRegistry
let service: Service

function start(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const registries = {
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  }
  return startService({ ...registries, ...env }, { docsFolder })
}

beforeAll(async () => {
  registry = await fakeRegistry()
  service = await start()
})

afterAll(async () => {
  await service?.close()
  await registry?.close()
  rmSync(folder, { recursive: true, force: true })
})

function idsOf({ text }: Reply): readonly string[] {
  return [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => unescaped(id))
}

function linksOf({ text }: Reply): readonly string[] {
  return [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => unescaped(link))
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

const got = new Map<string, Promise<Reply>>()
function page(path: string): Promise<Reply> {
  const known = got.get(path) ?? service.get(path)
  got.set(path, known)
  return known
}

/** Null when the address leads to a page, and to a place on it. */
async function faultOf(address: string, from = '/'): Promise<string | null> {
  const { pathname, search, hash } = new URL(address, new URL(from, service.url))
  const reply = await page(`${pathname}${search}`)
  if (reply.status !== 200) return `${address}: ${reply.status}`
  const isThere = hash === '' || idsOf(reply).includes(decodeURIComponent(hash.slice(1)))
  return isThere ? null : `${address}: no such place`
}

async function faultsOf(addresses: Iterable<string>, from?: string): Promise<readonly string[]> {
  const faults: string[] = []
  for (const address of new Set(addresses)) {
    const fault = await faultOf(address, from)
    if (fault !== null) faults.push(fault)
  }
  return faults
}

describe('every page', () => {
  test('has an address of its own', () => {
    expect(written.length).toBeGreaterThan(20)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test.each(paths)('%s leads nowhere but to what is there', async (path) => {
    const reply = await page(path)
    expect(reply.status).toBe(200)
    const own = linksOf(reply).filter((link) => !/^(?:https?|mailto):/.test(link))
    expect(own.length).toBeGreaterThan(paths.length)
    expect(await faultsOf(own, path)).toEqual([])
  })

  test.each(paths)('%s has each id once, one title, and nothing that runs', async (path) => {
    const reply = await page(path)
    const ids = idsOf(reply)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(reply.text.match(/<title>/g)).toHaveLength(1)
    expect(reply.text).not.toMatch(/<script| style=| on\w+=|javascript:/)
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; " +
        "frame-ancestors 'none'",
    )
  })
})

describe('what has a code leads to a place that explains it', () => {
  test('every error', async () => {
    expect(await faultsOf(Object.keys(ERRORS).map(errorDocs))).toEqual([])
  })

  test('every finding', async () => {
    expect(await faultsOf(FINDING_CODES.map(findingDocs))).toEqual([])
  })

  test('every reason to pay somebody or not', async () => {
    expect(await faultsOf(Object.keys(RULES).map(spendDocs))).toEqual([])
  })

  test('a code that there is not would be seen', async () => {
    expect(await faultsOf([errorDocs('no_such_code'), '/docs/reference/no-such-page'])).toEqual([
      '/docs/reference/errors#no_such_code: no such place',
      '/docs/reference/no-such-page: 404',
    ])
  })
})

describe('an answer', () => {
  const ABSENT = { files: [{ path: 'a.py', content: 'import no_such_module_here\n' }] }

  test('that is an error has an absolute address that opens', async () => {
    for (const reply of [
      await service.get('/nothing'),
      await service.get('/credits'),
      await service.post('/v1/check', ABSENT),
      await service.post('/health', {}),
      await service.post('/demo/v1/check', 'x', { 'content-type': 'text/plain' }),
    ]) {
      const { code, docs } = reply.body
      expect(docs).toBe(`${service.url}/docs/reference/errors#${code}`)
      expect(await faultOf(docs)).toBeNull()
    }
  })

  test('that is a 422 keeps its shape and leads there by a header', async () => {
    const { status, body, headers } = await service.post('/demo/v1/check', {})
    expect(status).toBe(422)
    expect(Object.keys(body)).toEqual(['detail'])
    expect(Object.keys(body.detail[0]).sort()).toEqual(['input', 'loc', 'msg', 'type'])
    const address = `${service.url}/docs/reference/errors#validation_failed`
    expect(headers['link']).toBe(`<${address}>; rel="help"`)
    expect(await faultOf(address)).toBeNull()
  })

  test('that is a 422 with a code of ours has the address in its context as well', async () => {
    const question = { ecosystem: 'npm', name: 'a b' }
    const { body, headers } = await service.post('/demo/v1/package/exists', question)
    const { docs } = body.detail[0].ctx
    expect(docs).toBe(`${service.url}/docs/reference/errors#package_name_invalid`)
    expect(headers['link']).toBe(`<${docs}>; rel="help"`)
    expect(await faultOf(docs)).toBeNull()
  })

  test('with findings has the page of each, the same at every service', async () => {
    const elsewhere = await start({ ASSAY_BASE_URL: 'https://assay.example/' })
    try {
      const here = (await service.post('/demo/v1/check', ABSENT)).body
      const there = (await elsewhere.post('/demo/v1/check', ABSENT)).body
      expect(here.findings.map(({ docs }: { docs: string }) => docs)).toEqual([
        '/docs/reference/findings#package_not_found',
      ])
      expect(there.attestation.answer_sha256).toBe(here.attestation.answer_sha256)
      expect(await faultOf(here.findings[0].docs)).toBeNull()
      const { body } = await elsewhere.get('/nothing')
      expect(body.docs).toBe('https://assay.example/docs/reference/errors#not_found')
    } finally {
      await elsewhere.close()
    }
  })

  test('never names a host that a client sent', async () => {
    const foreign = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    for (const path of ['/nothing', '/docs', '/docs/no-such', '/docs/errors.md', '/llms.txt']) {
      const { text, headers } = await service.get(path, foreign)
      expect(`${text}${JSON.stringify(headers)}`).not.toContain('evil')
    }
    const { text, headers } = await service.post('/demo/v1/check', {}, foreign)
    expect(`${text}${JSON.stringify(headers)}`).not.toContain('evil')
  })
})

describe('a browser', () => {
  const PATH = '/docs/reference/errors'

  test('asks again with what it has, and is told that it is the same', async () => {
    const first = await service.get(PATH)
    const etag = first.headers['etag'] ?? ''
    expect(first.headers['cache-control']).toMatch(/^public, max-age=\d+$/)
    for (const given of [etag, etag.replace('W/', ''), `"x", ${etag}`]) {
      const again = await service.get(PATH, { 'if-none-match': given })
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
      expect(again.headers['etag']).toBe(etag)
      expect(again.headers['content-length']).toBeUndefined()
    }
    expect((await service.get(PATH, { 'if-none-match': '"x"' })).status).toBe(200)
    expect((await service.get('/docs')).headers['etag']).not.toBe(etag)
  })

  test('gets the head alone when it asks for that', async () => {
    const reply = await fetch(`${service.url}${PATH}`, { method: 'HEAD' })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('etag')).toBe((await service.get(PATH)).headers['etag'])
    expect(await reply.text()).toBe('')
  })

  test.each([
    ['/docs/', '/docs'],
    ['/docs/reference/errors/', PATH],
    ['/docs/reference/errors.md', PATH],
    ['/docs/errors.md', PATH],
    ['/docs/reference/', '/docs/reference'],
  ])('%s leads to %s', async (path, location) => {
    const { status, headers } = await service.get(path)
    expect({ status, location: headers['location'] }).toEqual({ status: 301, location })
  })

  test('that asks for a page that there is not gets the nearest', async () => {
    const reply = await service.get('/docs/reference/erors')
    expect(reply.status).toBe(404)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.text).toContain(`<li><a href="${PATH}">Errors</a></li>\n</ul>`.replace('\n', ''))
  })

  test.each(['/docs/%00', '/docs/..%2f..%2fpackage.json', '/docs/<script>', '/docs/__proto__'])(
    '%s is no page',
    async (path) => {
      const { status, text } = await service.get(path)
      expect(status).toBe(404)
      expect(text).not.toContain('<script')
    },
  )
})

describe('what else is served', () => {
  test('leads to the documentation', async () => {
    expect((await service.get('/openapi.json')).body.externalDocs.url).toBe(`${service.url}/docs`)
    const { text } = await service.get('/llms.txt')
    const named = [...text.matchAll(/https?:\/\/[^\s,)]+\/docs[^\s,)]*/g)].map(([link]) => link)
    expect(named.length).toBeGreaterThan(2)
    expect(await faultsOf(named)).toEqual([])
    expect(linksOf(await service.get('/'))).toContain('/docs')
  })

  test('sends nobody to buy where nothing is sold', async () => {
    const { text } = await service.get('/llms.txt')
    expect(text).toContain('x402 is\noff here, and so nothing can be bought')
    expect(text).not.toContain('buy credit')
  })

  test('may be read by search engines', async () => {
    const { text } = await service.get('/robots.txt')
    const barred = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
    expect(barred.length).toBeGreaterThan(0)
    expect(barred.filter((path) => '/docs/'.startsWith(path))).toEqual([])
  })

  test('without a build there is the page of all routes, and nothing breaks', async () => {
    const bare = await startService({}, { docsFolder: pathToFileURL(`${folder}/none/`) })
    try {
      expect((await bare.get('/docs')).headers['location']).toBe(docsPath(API_PAGE))
      expect((await bare.get(docsPath(API_PAGE))).status).toBe(200)
      expect((await bare.get('/docs/reference/errors')).status).toBe(404)
    } finally {
      await bare.close()
    }
  })
})
