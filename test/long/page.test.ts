// The page as people meet it: a real browser, the real server, registries on loopback.

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseProof, writeProof } from '../../src/log/note/proofFile.ts'
import { writeExtra } from '../../src/log/proofExtra.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { openBrowser, untilServed } from '../support/chromium.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { publishPython } from '../support/publish.ts'
import { type Service, startService } from '../support/service.ts'

const SCRIPT_MAX_BYTES = 102 * 1024
// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 240_000 })

const BUILD = fileURLToPath(new URL('../../scripts/buildPage.mjs', import.meta.url))
const CORPUS = new URL('../corpus/receipts/', import.meta.url)
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

let folder: string
let registry: FakeRegistry
let service: Service
let browser: Browser

function start(env: Record<string, string> = {}): Promise<Service> {
  return startService(
    {
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_DEMO_DAILY_LIMIT: '0',
      ...env,
    },
    { pageFolder: pathToFileURL(`${folder}/`) },
  )
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-page-'))
  await promisify(execFile)(process.execPath, [BUILD, folder])
  registry = await fakeRegistry()
  const python = (version: string, files: string) =>
    publishPython(registry, { name: 'lamp', version, files })
  python(
    '1.0',
    `
-- lamp/__init__.py --
def glow(strength): ...
def flicker(): ...
def dim(level): ...
`,
  )
  python(
    '1.1',
    `
-- lamp/__init__.py --
def glow(strength, colour): ...
def shine(): ...
def dim(level):
    """Dims <b>slowly</b>.

    .. deprecated:: 1.1
    """
`,
  )
  service = await start()
  await warm(service)
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await service?.close()
  await registry?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Both releases are read once, in whatever time that takes. */
async function warm({ post }: Service): Promise<void> {
  const question = { ecosystem: 'pypi', package: 'lamp', from_version: '1.0', to_version: '1.1' }
  while ((await post('/demo/v1/diff', question)).status === 503) await sleep(500)
}

type Visit = Readonly<{ page: Page; complaints: string[] }>

/** The page in a window of its own; `complaints` is what the browser's console says is wrong. */
async function visit<T>(
  use: (visit: Visit) => Promise<T>,
  {
    at = service,
    hash = '',
    ...options
  }: BrowserContextOptions & { at?: Service; hash?: string } = {},
): Promise<T> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    await context.route('**/*', untilServed)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(`${at.url}/${hash}`)
    return await use({ page, complaints })
  } finally {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

async function askPackage(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the package').fill(name)
  await page.locator('#form-package').getByRole('button', { name: 'Ask' }).click()
}

async function askDiff(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Diff' }).click()
  const form = page.locator('#form-diff')
  await form.getByLabel('Package').fill('lamp')
  await form.getByLabel('From version').fill('1.0')
  await form.getByLabel('To version').fill('1.1')
  await form.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('heading', { name: /lamp 1\.0 → 1\.1: breaking/ }).waitFor()
}

describe('questions', () => {
  test('a package that exists, with its signature checked on the spot', () =>
    visit(async ({ page, complaints }) => {
      await askPackage(page, 'lamp')
      await page.getByRole('heading', { name: 'lamp exists on PyPI, latest 1.1' }).waitFor()
      const result = await page.locator('#result-package').innerText()
      expect(result).toContain('Signature checked in this browser')
      expect(result).toContain('lamp-1.1-py3-none-any.whl')
      expect(complaints).toEqual([])
    }))

  test('a package that does not', () =>
    visit(async ({ page, complaints }) => {
      await askPackage(page, 'no-such-lamp')
      await page.getByRole('heading', { name: 'no-such-lamp does not exist on PyPI' }).waitFor()
      expect(complaints).toEqual([])
    }))

  test('a symbol, and one that is not there', () =>
    visit(
      async ({ page, complaints }) => {
        const form = page.locator('#form-symbol')
        await form.getByLabel('Package').fill('lamp')
        await form.getByLabel('Symbol').fill('glow')
        await form.getByRole('button', { name: 'Ask' }).click()
        await page.getByRole('heading', { name: 'glow exists in lamp 1.1' }).waitFor()
        expect(await page.locator('#result-symbol').innerText()).toContain('(strength, colour)')
        await form.getByLabel('Symbol').fill('gloww')
        await form.getByRole('button', { name: 'Ask' }).click()
        await page.getByRole('heading', { name: 'gloww does not exist in lamp 1.1' }).waitFor()
        expect(await page.locator('#result-symbol').innerText()).toContain('lamp.glow')
        expect(complaints).toEqual([])
      },
      { hash: '#symbol' },
    ))

  test('a diff in its groups, with what is new in a signature marked, and filtered', () =>
    visit(async ({ page, complaints }) => {
      await askDiff(page)
      const group = (name: string) => page.locator(`.group.${name}`)
      expect(await group('removed').innerText()).toContain('lamp.flicker')
      expect(await group('added').innerText()).toContain('lamp.shine')
      expect(await group('deprecated').innerText()).toContain('lamp.dim')
      const changed = group('changed')
      expect(await changed.innerText()).toContain('required parameter added')
      expect(await changed.locator('.from code').innerText()).toBe('(strength)')
      expect(await changed.locator('ins').allInnerTexts()).toEqual([', colour'])

      await page.getByLabel('Filter by name').fill('SHINE')
      await page.getByText('1 row of 4 fit.').waitFor()
      expect(await page.locator('.group h4').allInnerTexts()).toEqual(['Added 1'])
      await page.getByLabel('Filter by name').fill('')
      await group('removed').waitFor()
      expect(complaints).toEqual([])
    }))

  test('code with a name that is not there', () =>
    visit(
      async ({ page, complaints }) => {
        const form = page.locator('#form-check')
        await form.getByLabel('Code', { exact: true }).fill('import lamp\n\nlamp.sparkle()\n')
        await form.getByLabel(/^Its requirements/).fill('lamp==1.1\n')
        await form.getByRole('button', { name: 'Check', exact: true }).click()
        await page.getByRole('heading', { name: '1 finding in this code' }).waitFor()
        const result = await page.locator('#result-check').innerText()
        expect(result).toContain('main.py:3:')
        expect(result).toContain('symbol not found')
        expect(result).toContain('lamp.sparkle()')
        expect(complaints).toEqual([])
      },
      { hash: '#check' },
    ))

  test('what an answer says is text, whatever it looks like', () =>
    visit(
      async ({ page, complaints }) => {
        const form = page.locator('#form-symbol')
        await form.getByLabel('Package').fill('lamp')
        await form.getByLabel('Symbol').fill('dim')
        await form.getByRole('button', { name: 'Ask' }).click()
        await page.getByText('Dims <b>slowly</b>.').waitFor()
        expect(await page.locator('#result-symbol b').count()).toBe(0)
        expect(complaints).toEqual([])
      },
      { hash: '#symbol' },
    ))
})

describe('addresses', () => {
  async function heading(page: Page, name: string | RegExp): Promise<void> {
    await page.getByRole('heading', { name }).waitFor()
  }

  /** What the address of an answer shows in a window of its own. */
  async function reopened(address: string, name: string | RegExp): Promise<void> {
    await visit(
      async ({ page, complaints }) => {
        await heading(page, name)
        expect(complaints).toEqual([])
      },
      { hash: new URL(address).hash },
    )
  }

  test('every answer has one that asks again', () =>
    visit(async ({ page }) => {
      await askPackage(page, 'lamp')
      await heading(page, 'lamp exists on PyPI, latest 1.1')
      expect(new URL(page.url()).hash).toBe('#package?ecosystem=pypi&name=lamp')
      await reopened(page.url(), 'lamp exists on PyPI, latest 1.1')
      await askDiff(page)
      await reopened(page.url(), /lamp 1\.0 → 1\.1: breaking/)
    }))

  test('code stays out of the address bar, and the link below the answer holds it', () =>
    visit(
      async ({ page }) => {
        const form = page.locator('#form-check')
        const content = '\n# a & b = <c>?\nimport lamp\nlamp.sparkle()\n'
        await form.getByLabel('Code', { exact: true }).fill(content)
        await form.getByLabel(/^Its requirements/).fill('lamp==1.1\n')
        await form.getByRole('button', { name: 'Check', exact: true }).click()
        await heading(page, '1 finding in this code')
        expect(new URL(page.url()).hash).toBe('#check')
        const link = page.getByRole('link', { name: 'Link to this answer (it holds the code)' })
        const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href
        await visit(
          async ({ page: other }) => {
            await heading(other, '1 finding in this code')
            expect(await other.locator('#check-content').inputValue()).toBe(content)
            expect(await other.locator('#result-check').innerText()).toContain('main.py:4:')
            expect(new URL(other.url()).hash).toBe('#check')
          },
          { hash: new URL(address).hash },
        )
        await form.getByLabel('Code', { exact: true }).fill(`import lamp\n${'#'.repeat(9_000)}\n`)
        await form.getByRole('button', { name: 'Check', exact: true }).click()
        await page.getByText('This is too long for a link.').waitFor()
      },
      { hash: '#check' },
    ))

  test('a near name is one click away, and the way back leads to what was asked', () =>
    visit(
      async ({ page }) => {
        await heading(page, 'gloww does not exist in lamp 1.1')
        await page.getByRole('link', { name: 'lamp.glow', exact: true }).click()
        await heading(page, 'lamp.glow exists in lamp 1.1')
        await page.goBack()
        await heading(page, 'gloww does not exist in lamp 1.1')
        expect(await page.locator('#symbol-symbol').inputValue()).toBe('gloww')
      },
      { hash: '#symbol?package=lamp&symbol=gloww' },
    ))

  test('one that asks for nothing that can be asked opens the page', () =>
    visit(
      async ({ page, complaints }) => {
        expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Package')
        expect(complaints).toEqual([])
      },
      { hash: '#nothing?__proto__=1&%E0%A4=2' },
    ))

  describe.each([
    { width: 375, height: 667 },
    { width: 1280, height: 800 },
  ])('in a window of $width pixels', (viewport) => {
    test.each([
      ['package', '?name=lamp', 'lamp exists on PyPI, latest 1.1'],
      ['symbol', '?package=lamp&symbol=glow', 'glow exists in lamp 1.1'],
      ['diff', '?package=lamp&from_version=1.0&to_version=1.1', /lamp 1\.0 → 1\.1/],
      [
        'check',
        '?path=a.py&manifest=lamp&content=import+lamp%0Alamp.sparkle()',
        '1 finding in this code',
      ],
    ])('the answer is in view, and its link opens it again: %s', (id, fields, name) =>
      visit(
        async ({ page, complaints }) => {
          await heading(page, name)
          const shown = page.locator(`#result-${id}`)
          const head = shown.locator('h3').first()
          const top = await head.evaluate((seen) => seen.getBoundingClientRect().top)
          expect(top).toBeGreaterThanOrEqual(0)
          expect(top).toBeLessThan(viewport.height)
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
          expect(await seriousProblems(page)).toEqual([])
          expect(complaints).toEqual([])
          const link = shown.getByRole('link', { name: /^Link to this answer/ })
          await reopened(new URL((await link.getAttribute('href')) ?? '', page.url()).href, name)
        },
        { hash: `#${id}${fields}`, viewport },
      ),
    )
  })
})

describe('errors are told in words', () => {
  async function sentence(page: Page): Promise<string> {
    await page.locator('#status-package.failed').waitFor()
    return page.locator('#status-package').innerText()
  }

  test('a name that can be none', () =>
    visit(async ({ page }) => {
      await askPackage(page, 'a b')
      expect(await sentence(page)).toMatch(/^name: .+\.$/)
    }))

  test('a quota that is spent, with the time when it is back, and the quota before that', async () => {
    const limited = await start({ ASSAY_DEMO_DAILY_LIMIT: '1' })
    limited.setTime(new Date('2026-03-01T12:00:00Z'))
    try {
      await visit(
        async ({ page }) => {
          await askPackage(page, 'lamp')
          await page
            .getByText('0 of 1 free questions left today; all are back in about 12 h.')
            .waitFor()
          await askPackage(page, 'lamp')
          const said = await sentence(page)
          expect(said).toContain('The 1 free calls of the day are spent')
          expect(said).toContain('Mar 2, 2026')
        },
        { at: limited, locale: 'en-US', timezoneId: 'UTC' },
      )
    } finally {
      await limited.close()
    }
  })

  test.each([
    [
      503,
      { detail: 'The registry gave no clear answer', code: 'registry_unavailable' },
      'The registry gave no clear answer. Nothing is said rather than guessed. Please try again in 5 seconds.',
    ],
    [500, { detail: 'Internal server error', code: 'internal' }, 'made a mistake of its own'],
    [502, '<h1>Bad gateway</h1>', 'could not be understood (status 502)'],
  ])('a %s', (status, body, expected) =>
    visit(async ({ page }) => {
      await page.route('**/demo/**', (route) =>
        route.fulfill({
          status,
          headers: { 'retry-after': '5' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      )
      await askPackage(page, 'lamp')
      expect(await sentence(page)).toContain(expected)
    }),
  )

  test('a network that is down', () =>
    visit(async ({ page }) => {
      await page.route('**/demo/**', (route) => route.abort())
      await askPackage(page, 'lamp')
      expect(await sentence(page)).toContain('could not be reached')
    }))
})

describe('a receipt is verified in the browser', () => {
  async function receipt(): Promise<string> {
    return (await service.post('/demo/v1/package/exists', { ecosystem: 'pypi', name: 'lamp' })).text
  }

  async function verify(text: string, heading: string): Promise<string> {
    return visit(
      async ({ page }) => {
        const asked: string[] = []
        // What the page shows beside the forms may be looked for at any time; it is no question.
        page.on('request', (request) => {
          if (!/\/(?:icon\.svg|watchtower\/targets)$/.test(request.url())) asked.push(request.url())
        })
        await page.context().setOffline(true)
        await page.getByLabel('Receipt (JSON)').fill(text)
        await page.getByRole('button', { name: 'Verify', exact: true }).click()
        await page.getByRole('heading', { name: heading, exact: true }).waitFor()
        expect(asked).toEqual([])
        return page.locator('#result-receipt').innerText()
      },
      { hash: '#receipt' },
    )
  }

  test('a genuine one holds, without a word to the server', async () => {
    const text = await receipt()
    const said = await verify(text, 'The receipt holds')
    expect(said).toContain('The answer is the one that was signed.')
    expect(said).toContain(JSON.parse(text).attestation_hash)
    expect(said).toContain(JSON.parse(text).attestation.verifier)
  })

  describe('with its proof that it stands in the log', () => {
    async function bundle(): Promise<string> {
      const text = await receipt()
      const { attestation_hash: hash, signature } = JSON.parse(text)
      const path = `/log/proof/${hash}?signature=${signature}`
      await vi.waitUntil(async () => (await service.get(path)).status === 200, PATIENCE_MS)
      const proof = parseProof((await service.get(path)).text)
      if (proof === null) throw new Error('the service gives no proof')
      return writeProof({ ...proof, extra: writeExtra(text, { rotations: [], verifiers: [] }) })
    }

    test('a genuine one does', async () => {
      const said = await verify(await bundle(), 'It stands in the log')
      expect(said).toContain('The answer is the one that was signed.')
    })

    test.each([
      [
        'another index',
        (text: string) => text.replace(/\nindex \d+\n/, '\nindex 77\n'),
        'not_included',
      ],
      [
        'another signature of the log',
        (text: string) => text.replace(/.{9}\n$/, 'AAAAAAAA=\n'),
        'signature_false',
      ],
    ])('one with %s does not', async (_, tamper, reason) => {
      const text = await bundle()
      expect(await verify(tamper(text), 'It does not stand in the log')).toContain(reason)
    })
  })

  const REFUSED = 'The receipt does not hold'
  test.each([
    [
      'the answer',
      (text: string) => text.replace('"latest_version":"1.1"', '"latest_version":"6.6"'),
      'answer_mismatch',
    ],
    [
      'the attestation',
      (text: string) => text.replace('"verdict":"exists"', '"verdict":"absent"'),
      'signer_not_published',
    ],
    ['the JSON', (text: string) => text.slice(1), 'not_json'],
    ['a doubled key', (text: string) => text.replace('{', '{"exists":false,'), 'duplicate_key'],
  ])('one with %s tampered with does not', async (_what, tamper, reason) => {
    const text = await receipt()
    const forged = tamper(text)
    expect(forged).not.toBe(text)
    expect(await verify(forged, REFUSED)).toContain(reason)
  })

  test('receipts that were issued once hold here too', () =>
    visit(
      async ({ page }) => {
        const files = readdirSync(CORPUS).filter((file) => file.endsWith('.json'))
        expect(files.length).toBeGreaterThan(0)
        for (const file of files) {
          const text = readFileSync(new URL(file, CORPUS), 'utf8')
          await page.getByLabel(/^Verifiers/).fill(JSON.parse(text).attestation.verifier)
          for (const [written, heading] of [
            [text, 'The receipt holds'],
            [text.replace(/"signature":\s*"0x../, '"signature":"0x00'), REFUSED],
          ] as const) {
            await page.getByLabel('Receipt (JSON)').fill(written)
            await page.getByRole('button', { name: 'Verify', exact: true }).click()
            await page.getByRole('heading', { name: heading, exact: true }).waitFor()
          }
        }
      },
      { hash: '#receipt' },
    ))

  test('one of an answer on the page', () =>
    visit(async ({ page }) => {
      await askPackage(page, 'lamp')
      await page.getByRole('button', { name: 'See the receipt' }).click()
      await page.getByRole('heading', { name: 'The receipt holds' }).waitFor()
      await page.getByLabel(/^Verifiers/).fill(`0x${'1'.repeat(40)}`)
      await page.getByRole('button', { name: 'Verify', exact: true }).click()
      await page.getByRole('heading', { name: REFUSED }).waitFor()
    }))
})

describe('watched services', () => {
  const LONE = '<p>No services are watched at the moment.</p>'
  const targets = [
    {
      id: 'a',
      name: 'A service',
      verdict: 'up',
      uptime: { '24h': 100, '7d': 99.98, '30d': 97.5, '90d': null },
      observed: { '24h': 100, '7d': 28.5, '30d': 6.6, '90d': 0 },
      p50_ms: 41.6,
      p95_ms: 120,
      last_probe_at: '2026-03-01T12:00:00Z',
    },
  ]

  async function shown(status: number, body: unknown): Promise<string> {
    return visit(async ({ page }) => {
      await page.route('**/watchtower/targets', (route) =>
        route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
      )
      await page.route(`${service.url}/`, async (route) => {
        const response = await route.fetch()
        const html = await response.text()
        const asking = html.replace(LONE, '<div data-targets="/watchtower/targets"></div>')
        await route.fulfill({ response, body: asking })
      })
      await page.reload()
      const place = page.locator('[data-targets]')
      await place.locator('ul, p:not(:has(a))').first().waitFor()
      return place.innerText()
    })
  }

  test('are shown with their uptime', async () => {
    const text = await shown(200, { targets })
    for (const part of [
      'A service',
      '100 %',
      '99.98 % in the 28.5 % of the time that it was watched',
      '97.5 %',
      'not enough data yet',
      'median 42 ms',
    ]) {
      expect(text).toContain(part)
    }
  })

  test.each([
    ['an empty list', 200, { targets: [] }, 'No services are watched'],
    ['no such route', 404, {}, 'No services are watched'],
    ['trouble', 503, {}, 'cannot be told right now'],
    ['another shape', 200, { targets: [{}] }, 'cannot be told right now'],
  ])('%s is told politely', async (_what, status, body, expected) => {
    expect(await shown(status, body)).toContain(expected)
  })
})

describe('for everybody', () => {
  test('without JavaScript there is all there is to read', () =>
    visit(
      async ({ page, complaints }) => {
        const text = await page.locator('body').innerText()
        expect(text).toContain(`curl -s ${service.url}/demo/v1/package/exists`)
        expect(text).toContain('The forms need JavaScript')
        expect(text).toContain('POST /v1/diff')
        expect(text).toContain('signs now')
        expect(await page.locator('#tools').isVisible()).toBe(false)
        for (const path of ['/docs', '/openapi.json', '/llms.txt', '/policy']) {
          expect(await page.locator(`a[href="${path}"]`).count()).toBeGreaterThan(0)
        }
        expect(complaints).toEqual([])
      },
      { javaScriptEnabled: false },
    ))

  test('the keyboard is enough', () =>
    visit(async ({ page }) => {
      await page.getByRole('tab', { name: 'Package' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('End')
      await page.keyboard.press('Home')
      expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Package')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.type('lamp')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'lamp exists on PyPI' }).waitFor()
    }))

  test.each(['light', 'dark'] as const)('axe finds nothing serious, %s', (colorScheme) =>
    visit(
      async ({ page }) => {
        await askDiff(page)
        const problems = await seriousProblems(page)
        await page.getByRole('tab', { name: 'Check code' }).click()
        problems.push(...(await seriousProblems(page)))
        await page.getByRole('tab', { name: 'Verify a receipt' }).click()
        await page.getByLabel('Receipt (JSON)').fill('{}')
        await page.getByRole('button', { name: 'Verify', exact: true }).click()
        await page.getByRole('heading', { name: 'The receipt does not hold' }).waitFor()
        problems.push(...(await seriousProblems(page)))
        expect(problems).toEqual([])
      },
      { colorScheme },
    ),
  )

  test('nothing is wider than a window of 320 pixels', () =>
    visit(
      async ({ page }) => {
        await askDiff(page)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
      },
      { viewport: { width: 320, height: 640 } },
    ))
})

async function seriousProblems(page: Page): Promise<string[]> {
  // By way of the debugger, which the content policy does not bind.
  await page.evaluate(readFileSync(AXE, 'utf8'))
  const found = (await page.evaluate('axe.run(document)')) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[]
  }
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

describe('what is served', () => {
  test('under 102 KB of script', () => {
    expect(statSync(join(folder, 'assay.js')).size).toBeLessThan(SCRIPT_MAX_BYTES)
  })

  test('nothing may come from elsewhere, and nothing does', async () => {
    const { headers, text } = await service.get('/')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
        "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)
    expect(loaded.filter((address) => !/^[/#]/.test(address))).toEqual([])
    expect(text).not.toMatch(/ style=| on\w+=/)
  })

  test('a link to the page has a picture and words of its own', async () => {
    const { text } = await service.get('/')
    const told = (name: string) => text.match(`="${name}" content="([^"]*)"`)?.[1]
    expect(told('og:title')).toContain('Assay')
    expect(told('og:url')).toBe(`${service.url}/`)
    const picture = await service.get(new URL(told('og:image') ?? '').pathname)
    expect(picture.headers['content-type']).toBe('image/png')
    expect(picture.text.slice(1, 4)).toBe('PNG')
  })

  test('what every site is asked for is there', async () => {
    for (const [path, type] of [
      ['/favicon.ico', 'image/x-icon'],
      ['/icon.png', 'image/png'],
      ['/icon.svg', 'image/svg+xml'],
    ] as const) {
      const { status, headers } = await service.get(path)
      expect([path, status, headers['content-type']]).toEqual([path, 200, type])
    }
    expect((await service.get('/robots.txt')).text).toContain('Disallow: /demo/')
    expect((await service.get('/.well-known/security.txt')).status).toBe(404)
    const named = await start({ ASSAY_SECURITY_CONTACT: 'mailto:safe@assay.example' })
    try {
      named.setTime(new Date('2026-03-01T12:00:00Z'))
      const { text, headers } = await named.get('/.well-known/security.txt')
      expect(headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(text).toContain('Contact: mailto:safe@assay.example\n')
      expect(text).toContain('Expires: 2026-08-28T00:00:00.000Z\n')
    } finally {
      await named.close()
    }
  })

  test('script and style may be kept for ever under the address that the page gives them', async () => {
    const { text } = await service.get('/')
    const addresses = [...text.matchAll(/"(\/page\/[^"]+)"/g)].map(([, address = '']) => address)
    expect(addresses).toHaveLength(2)
    for (const address of addresses) {
      const kept = await service.get(address)
      expect(kept.status).toBe(200)
      expect(kept.headers['cache-control']).toContain('immutable')
      const other = await service.get(address.replace(/v=.*/, 'v=0'))
      expect(other.headers['cache-control']).toBe('no-cache')
    }
  })

  test('without a build the page can still be read', async () => {
    const bare = await startService(
      { ASSAY_NPM_REGISTRY: registry.npmUrl, ASSAY_PYPI_INDEX: registry.pypiIndexUrl },
      { pageFolder: pathToFileURL(`${folder}/none/`) },
    )
    try {
      const { status, text } = await bare.get('/')
      expect(status).toBe(200)
      expect(text).not.toContain('<script')
      expect((await bare.get('/page/assay.js')).status).toBe(404)
    } finally {
      await bare.close()
    }
  })
})
