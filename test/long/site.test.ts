// The pages about packages as people and crawlers meet them: a real browser, the real server, registries
// on loopback, and packages whose people mean harm.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { openBrowser, untilServed } from '../support/chromium.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Service, startService } from '../support/service.ts'

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 900_000 })

const BUILD = fileURLToPath(new URL('../../scripts/buildPage.mjs', import.meta.url))
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const HARM = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>'
const TURNED = '\u202etxet\u202c\u200b\u2066x'
/** Pages that one crawl opens at most. */
const CRAWLED_MAX = 5_000

let folder: string
let registry: FakeRegistry
let service: Service
let browser: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-site-'))
  await promisify(execFile)(process.execPath, [BUILD, folder])
  registry = await fakeRegistry()
  publishWorld()
  publishTall()
  service = await startService(
    {
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_DEMO_DAILY_LIMIT: '0',
      ASSAY_SITE_PAGES_PER_MINUTE: '0',
    },
    { pageFolder: pathToFileURL(`${folder}/`) },
  )
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await service?.close()
  await registry?.close()
  rmSync(folder, { recursive: true, force: true })
})

function publishWorld(): void {
  const quoted = JSON.stringify(`${HARM} ${TURNED}`)
  const hostile = (more: string) => `
-- harm/__init__.py --
"""${HARM} ${TURNED}"""
def run(text=${quoted}):
    """${HARM} ${TURNED} ${'w'.repeat(500)}"""
def long():
    """${'long '.repeat(200_000)}"""
class ${'Wide'.repeat(60)}:
    """${HARM}"""
    def ${'member'.repeat(40)}(self, ${'parameter'.repeat(30)}): ...
${more}
`
  publishPython(registry, { name: 'harm', version: '1.0', files: hostile('def gone(): ...') })
  publishPython(registry, { name: 'harm', version: '1.1', files: hostile('def come(): ...') })
  const exported = JSON.stringify(`${HARM}${TURNED}`)
  publishNpm(registry, {
    name: 'harm',
    version: '1.0.0',
    types: 'index.d.ts',
    files: `-- index.d.ts --
declare const x: ${quoted}
export { x as ${exported} }
/** ${HARM} ${TURNED} */
export declare function run(text: ${quoted}): void
`,
  })
  const many = Array.from({ length: 2_600 }, (_, i) => `def name_${i}(value, more_${i}=None): ...`)
  publishPython(registry, {
    name: 'wide',
    version: '1.0',
    files: `\n-- wide/__init__.py --\n${many.join('\n')}\n-- wide/deep.py --\nclass Deep:\n    def down(self): ...\n`,
  })
  publishPython(registry, {
    name: 'wide',
    version: '2.0',
    files: `\n-- wide/__init__.py --\n${many.slice(5).join('\n')}\n-- wide/deep.py --\nclass Deep:\n    def up(self): ...\n`,
  })
}

/** Modules with a page for each of their names. */
function publishTall(): void {
  const module = (i: number, more: string) =>
    `-- tall/part_${i}.py --\n${Array.from({ length: 100 }, (_, j) => `def of_${i}_${j}(${more}): ...`).join('\n')}\n`
  for (const [version, more] of [
    ['1.0', 'one'],
    ['2.0', 'one, two=None'],
  ] as const) {
    const parts = Array.from({ length: 26 }, (_, i) => module(i, more))
    publishPython(registry, {
      name: 'tall',
      version,
      files: `\n-- tall/__init__.py --\n${parts.join('')}`,
    })
  }
}

const PAGES = [
  '/pypi/harm',
  '/pypi/harm/1.0',
  '/pypi/harm/1.0...1.1',
  '/pypi/harm/1.1/harm.run',
  '/pypi/harm/1.1/harm.long',
  '/npm/harm',
  `/npm/harm/1.0.0/${encodeURIComponent(`harm.${HARM}`)}`,
  '/pypi/wide',
  '/pypi/wide/1.0?q=name_1',
  '/pypi/wide/1.0...2.0',
  '/pypi/wide/2.0/wide',
  '/pypi/not-there',
  '/pypi/wide/9.9',
  `/search?q=${encodeURIComponent(`${HARM}${TURNED}`)}`,
  '/pypi/harm/-/when?symbol=harm.gone',
  `/pypi/harm/-/when?symbol=${encodeURIComponent(`harm.${HARM}${TURNED}`)}`,
  '/pypi/harm/1.0...1.1?kind=function',
  '/check?example=gone',
]

async function visit<T>(
  path: string,
  use: (page: Page, complaints: string[]) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  await ready(path)
  const context = await browser.newContext({ bypassCSP: false, ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    await context.route('**/*', untilServed)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      const isMissing = message.text().includes('status of 404')
      if (message.type() === 'error' && !isMissing) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
    await page.goto(`${service.url}${path}`)
    return await use(page, complaints)
  } finally {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** Waits until what is asked for is read. */
async function ready(path: string): Promise<void> {
  while ((await service.get(path, { accept: 'text/html' })).status === 202);
}

describe('text of strangers', () => {
  test.each(PAGES)('runs nothing, hides nothing, widens nothing on %s', (path) =>
    visit(
      path,
      async (page, complaints) => {
        // What the policy stops is told on the console.
        expect(complaints).toEqual([])
        expect(await page.evaluate('window.harmed')).toBeUndefined()
        expect(await page.locator('main img, main script').count()).toBe(0)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
        const text = await page.locator('body').innerText()
        expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
        const html = await page.content()
        expect(Buffer.byteLength(html)).toBeLessThan(500_000)
      },
      { viewport: { width: 375, height: 800 } },
    ),
  )
})

describe('for everybody', () => {
  test.each(['light', 'dark'] as const)(
    'axe finds nothing serious or moderate, %s',
    async (colorScheme) => {
      for (const path of [
        '/pypi/wide',
        '/pypi/harm/1.0...1.1',
        '/pypi/harm/1.1/harm.run',
        '/pypi/not-there',
        '/search?q=wide',
        '/pypi/harm/-/when?symbol=harm.gone',
        '/check?example=argument',
        '/',
      ]) {
        const problems = await visit(path, seriousProblems, { colorScheme })
        expect([path, problems]).toEqual([path, []])
      }
    },
  )

  test('the names of a release are searched while one types, and by a form without a script', async () => {
    await visit('/pypi/wide', async (page, complaints) => {
      await page.keyboard.press('/')
      await page.keyboard.type('name_1999')
      await page.locator('#matches a', { hasText: 'wide.name_1999' }).waitFor()
      expect(await page.locator('#found').innerText()).toBe('1 name fits.')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'wide.name_1999' }).waitFor()
      expect(complaints).toEqual([])
    })
    await visit(
      '/pypi/wide/1.0',
      async (page) => {
        await page.getByLabel(/Search its/).fill('down')
        await page.getByRole('button', { name: 'Find' }).click()
        await page.getByRole('link', { name: 'wide.deep.Deep.down' }).waitFor()
      },
      { javaScriptEnabled: false },
    )
  })
})

describe('code that is checked', () => {
  const CODE = 'import wide\n\nwide.name_7(1)\nwide.nmae_8(1)\n'

  async function check(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.locator('#result h3').waitFor()
  }

  async function write(page: Page): Promise<void> {
    await page.getByLabel(/^Pins/).fill('wide==2.0')
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(CODE)
  }

  test('what is found stands under its letters, and nothing breaks the policy', () =>
    visit('/check', async (page, complaints) => {
      await write(page)
      await check(page)
      expect(await page.locator('#result h3').innerText()).toContain('1 finding in this code')
      const marked = page.locator('.cm-lintRange')
      expect([await marked.count(), await marked.innerText()]).toEqual([1, 'nmae_8'])
      expect(complaints).toEqual([])
      expect(await seriousProblems(page)).toEqual([])
      // Nothing of it is in an address that a server sees.
      expect(new URL(page.url()).search).toBe('')
    }))

  test('what is meant is put in its place by a click', () =>
    visit('/check', async (page, complaints) => {
      await page.getByLabel(/^File name/).fill('requirements.txt')
      await page.getByRole('textbox', { name: 'Code', exact: true }).fill('sklearn\n')
      await check(page)
      await page.getByRole('button', { name: 'Replace sklearn with scikit-learn' }).click()
      await page.locator('.cm-content', { hasText: 'scikit-learn' }).waitFor()
      expect(complaints).toEqual([])
    }))

  test('by the keyboard alone, which stays where the answer is', () =>
    visit('/check', async (page) => {
      await page.getByLabel(/^File name/).fill('requirements.txt')
      await page.getByRole('textbox', { name: 'Code', exact: true }).fill('sklearn\n')
      await check(page)
      await page.getByRole('button', { name: 'Replace sklearn with scikit-learn' }).focus()
      await page.keyboard.press('Enter')
      await page.locator('#result h2:focus').waitFor()
    }))

  test('the link to an answer holds the code where no server sees it, and asks again', async () => {
    const link = await visit('/check', async (page) => {
      await write(page)
      await check(page)
      return (await page.locator('.share a').getAttribute('href')) ?? ''
    })
    expect(link).toMatch(/^#code=[\w-]+$/)
    await visit(`/check${link}`, async (page) => {
      await page.locator('#result h3').waitFor()
      expect(await page.locator('.cm-content').innerText()).toContain('wide.nmae_8(1)')
      expect(await page.getByLabel(/^Pins/).inputValue()).toBe('wide==2.0')
    })
  })

  test('the receipt of an answer is checked in the browser', () =>
    visit('/check', async (page) => {
      await write(page)
      await check(page)
      await page.getByRole('button', { name: 'See the receipt' }).click()
      await page.getByRole('heading', { name: 'The receipt holds' }).waitFor()
      expect(await page.getByText('The answer is the one that was signed.').count()).toBe(1)
    }))

  test('so is that of any page', () =>
    visit('/pypi/wide', async (page) => {
      await page.getByRole('button', { name: 'Check it in this browser' }).click()
      await page.getByRole('heading', { name: 'The receipt holds' }).waitFor()
    }))

  test('without a script the form is a form', () =>
    visit(
      '/check',
      async (page) => {
        await page.getByLabel(/^Pins/).fill('wide==2.0')
        await page.getByLabel('Code', { exact: true }).fill(CODE)
        await page.getByRole('button', { name: 'Check', exact: true }).click()
        await page.getByText('1 finding in this code').waitFor()
        await page.getByText('wide.nmae_8(1)').first().waitFor()
      },
      { javaScriptEnabled: false },
    ))

  test('a file that is dropped onto a comparison shows what of it concerns the file', () =>
    visit('/pypi/wide/1.0...2.0', async (page, complaints) => {
      const dropped = await page.evaluateHandle(`(() => {
        const given = new DataTransfer()
        given.items.add(new File(['from wide import name_1\\nname_1(2)\\n'], 'mine.py'))
        return given
      })()`)
      await page.dispatchEvent('main', 'drop', { dataTransfer: dropped })
      await page.getByText('This file uses names that break.').waitFor()
      await page.getByRole('heading', { name: /for mine\.py/ }).waitFor()
      expect(complaints).toEqual([])
    }))
})

async function seriousProblems(page: Page): Promise<string[]> {
  // By way of the debugger, which the content policy does not bind.
  await page.evaluate(readFileSync(AXE, 'utf8'))
  const found = (await page.evaluate('axe.run(document)')) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[]
  }
  return found.violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

test('a crawler that follows every link finds no dead one and no failure', async () => {
  const seen = new Set<string>([
    '/',
    '/pypi/wide',
    '/pypi/harm',
    '/npm/harm',
    '/pypi/wide/1.0...2.0',
    '/pypi/tall',
    '/pypi/tall/1.0',
    '/pypi/tall/1.0...2.0',
  ])
  const bad: string[] = []
  let count = 0
  for (const path of seen) {
    count += 1
    if (count > CRAWLED_MAX) break
    await ready(path)
    const { status, headers, text } = await service.get(path, { accept: 'text/html' })
    const isFine = status === 200 || ((status === 301 || status === 302) && headers['location'])
    if (!isFine) bad.push(`${status} ${path}`)
    const found = [...text.matchAll(/ href="([^"]+)"/g)].map(([, address = '']) => address)
    for (const link of [...found, headers['location'] ?? '']) {
      const address = link.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replace(/#.*/, '')
      // Answers are questions, the log waits for its next checkpoint, examples are on real registries.
      const isOurs = /^\/(?:pypi|npm)\/(?:wide|harm|tall)\b|^\/(?:docs|search|receipt)\b/.test(
        address,
      )
      if (isOurs && !address.includes('format=json')) seen.add(address)
    }
  }
  expect(bad).toEqual([])
  expect(count).toBeGreaterThan(CRAWLED_MAX)
})
