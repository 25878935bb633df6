// Every page of the documentation in a real browser, in a narrow window and in a wide one.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDocs } from '../../scripts/docs/buildDocs.ts'
import { API_PAGE } from '../../src/http/pages/apiPage.ts'
import { docsPath, loadDocsFiles } from '../../src/http/pages/docsFiles.ts'
import { openBrowser, untilServed } from '../support/chromium.ts'
import { type Service, startService } from '../support/service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const folder = mkdtempSync(join(tmpdir(), 'assay-docs-'))
const docsFolder = pathToFileURL(`${folder}/docs/`)
buildDocs(ROOT, fileURLToPath(docsFolder))
const written = loadDocsFiles(docsFolder).folders.flatMap(({ pages }) => pages)
const PATHS = [...[...written, API_PAGE].map(docsPath), '/docs/reference/erors']

let service: Service
let browser: Browser

beforeAll(async () => {
  const build = join(ROOT, 'scripts', 'buildPage.mjs')
  await promisify(execFile)(process.execPath, [build, join(folder, 'page')])
  const pageFolder = pathToFileURL(`${folder}/page/`)
  service = await startService({}, { docsFolder, pageFolder })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The colours are the same at every width: each is looked at once. */
const WINDOWS = [
  { width: 375, colorScheme: 'light' },
  { width: 1_280, colorScheme: 'dark' },
] as const

describe.each(WINDOWS)('in a window of $width pixels, $colorScheme', ({ width, colorScheme }) => {
  test.each(PATHS)('%s', async (path) => {
    const viewport = { width, height: 800 }
    const page = await browser.newPage({ viewport, colorScheme })
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    try {
      await page.route('**/*', untilServed)
      const status = (await page.goto(`${service.url}${path}`))?.status()
      expect(await page.locator('main h1').first().isVisible()).toBe(true)
      await unfold(page)
      expect(await faultsOf(page)).toEqual([])
      // Tables and code scroll within themselves: the page itself never does.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      const told = status === 404 ? /\b404\b/ : /^$/
      expect(complaints.filter((text) => !told.test(text))).toEqual([])
    } finally {
      await page.close()
    }
  })
})

/** What is folded away is looked at, too. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })')
}

/** Anything that axe has to say, however slight. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  // By way of the debugger, which the content policy does not bind.
  await page.evaluate(AXE)
  const found = (await page.evaluate('axe.run(document)')) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  )
}
