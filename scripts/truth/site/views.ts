// Opens pages of a running service in a browser, at three widths, light and dark, with and without
// JavaScript, and prints what is wrong with a view: it is wider than the window, it breaks the policy or
// fails, or axe finds something that is moderate or worse:
//
//   npx tsx scripts/truth/site/views.ts http://127.0.0.1:8402 [<folder for pictures>] [<address>…]
//
// Without addresses it opens pages of real packages, which the service reads when it is asked.

import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../test/support/chromium.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDTHS = [375, 768, 1280]
const HEIGHT = 800
/** Pages that are still being made look again by themselves: so often they are waited for. */
const LOOKS_MAX = 60
const BETWEEN_LOOKS_MS = 3_000

const ADDRESSES = [
  '/',
  '/pypi/requests',
  '/pypi/requests/2.31.0/requests.Session.get',
  '/pypi/numpy',
  '/npm/express',
  '/npm/typescript',
  // More than 20,000 names.
  '/pypi/sympy',
  '/npm/chalk/4.1.2...5.6.2',
  // A name that the registry holds back, one that is nowhere, a release without a file.
  '/npm/crossenv',
  '/pypi/reqeusts',
  '/pypi/pil',
  '/pypi/pandas/2.1.0/pandas.DataFrame.append',
  '/pypi/flask/-/when?symbol=flask.json.JSONEncoder',
  '/pypi/flask/-/releases',
  '/search?q=cv2',
  '/search?q=crossenv',
  '/check',
  '/figures',
  '/policy',
  '/nothing/is/here',
]

const [base = '', pictures, ...given] = process.argv.slice(2)
if (base === '') throw new Error('the address of the service is missing')
if (pictures !== undefined) mkdirSync(pictures, { recursive: true })

const browser = await openBrowser()
let views = 0
let wrong = 0
try {
  for (const address of given.length > 0 ? given : ADDRESSES) {
    await untilMade(`${base}${address}`)
    for (const width of WIDTHS) {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const javaScriptEnabled of [true, false]) {
          const how = { viewport: { width, height: HEIGHT }, colorScheme, javaScriptEnabled }
          const page = await browser.newPage(how)
          const problems = [
            ...(await problemsOf(page, address)),
            // It works by timers, which a browser without scripts does not have.
            ...(javaScriptEnabled ? await axeOf(page) : []),
          ]
          views += 1
          if (problems.length > 0) wrong += 1
          const name = `${width} ${colorScheme}${javaScriptEnabled ? '' : ' without JavaScript'}`
          for (const problem of problems) console.log(`${address}  ${name}: ${problem}`)
          if (pictures !== undefined) {
            const file = `${address}-${name}`.replaceAll(/[^\w.-]+/g, '_')
            await page.screenshot({ path: join(pictures, `${file}.png`), fullPage: true })
          }
          await page.close()
        }
      }
    }
    console.log(`${address}: opened`)
  }
} finally {
  await browser.close()
}
console.log(`${views} views, ${wrong} with a problem`)
process.exitCode = wrong === 0 ? 0 : 1

/** What is not read yet is read now, and the page says so until it is. */
async function untilMade(url: string): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { status } = await fetch(url, { headers: { accept: 'text/html' } })
    if (![202, 429, 503].includes(status)) return
    await sleep(BETWEEN_LOOKS_MS)
  }
  throw new Error(`${url} was not made`)
}

async function problemsOf(page: Page, address: string): Promise<readonly string[]> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`it fails: ${error.message}`))
  page.on('console', (message) => {
    // The browser tells of a page that is a miss by its status.
    const isStatus = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isStatus) problems.push(`it says: ${message.text()}`)
  })
  await page.goto(`${base}${address}`, { waitUntil: 'load' })
  const shownPx = await page.evaluate<number>('document.documentElement.scrollWidth')
  const windowPx = await page.evaluate<number>('window.innerWidth')
  if (shownPx > windowPx) problems.push(`it is ${shownPx} px wide in a window of ${windowPx}`)
  return problems
}

async function axeOf(page: Page): Promise<readonly string[]> {
  // By way of the debugger, which the policy of the page does not bind.
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate('axe.run(document)')) as {
    violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[]
  }
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, impact, nodes }) => `axe: ${id} (${impact}): ${nodes[0]?.html.slice(0, 120)}`)
}
