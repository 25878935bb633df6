// Every code has a text, every text a code, and each says what to do.

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FINDING_CODES } from '../../../src/check/report/finding.ts'
import { explained, run } from '../../../src/cli/commands/explain.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { REASONS } from '../../../src/diff/reasons.ts'
import { ERRORS } from '../../../src/errors.ts'
import { cliTools } from '../../support/cliTools.ts'

const CODES = [...FINDING_CODES, ...Object.keys(ERRORS), ...Object.keys(REASONS)]

test.each([...new Set(CODES)])('%s has a meaning, an example and something to do', async (code) => {
  const found = await explained(code)
  expect(found.length).toBe(CODES.filter((one) => one === code).length)
  for (const { text } of found) {
    const [meaning = ''] = text.split('\n\n')
    expect(meaning.length).toBeGreaterThan(20)
    expect(text).toMatch(/^(?:> |- \*For example:\*) ?.+/m)
    expect(text).toMatch(/^- \*What to do:\* .+\.$/m)
  }
})

test.each([
  ['findings', FINDING_CODES],
  ['errors', Object.keys(ERRORS)],
])('docs/reference/%s.md explains nothing that there is not', (page, codes) => {
  const file = new URL(`../../../docs/reference/${page}.md`, import.meta.url)
  const headings = [...readFileSync(file, 'utf8').matchAll(/^### `(\w+)`$/gm)].map(
    ([, code]) => code,
  )
  expect(headings.sort()).toEqual([...codes].sort())
})

async function explain(...argv: string[]) {
  let text = ''
  const stream = { write: (part: string) => (text += part) }
  const out = output({ stdout: stream, stderr: stream })
  return { status: await run(argv, cliTools({ out })), text }
}

test('a code is explained in lines that fit, without the marks of the page', async () => {
  const { status, text } = await explain('symbol_not_found')
  expect(status).toBe(0)
  expect(text).toMatch(/^symbol_not_found {2}finding\nError\. The module/)
  expect(text).toContain('\n  What to do: use one of the names')
  expect(text).not.toMatch(/\*|\]\(|^>|\s>\s/m)
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
})

test('a word that is a finding and an error is explained as both', async () => {
  const { text } = await explain('package_not_found')
  expect(text).toMatch(/^package_not_found {2}finding\n[\s\S]*\n\npackage_not_found {2}error\n/)
})

test('a change is explained with its severity', async () => {
  expect((await explain('parameter_removed')).text).toContain('Breaking: code that was right')
})

test.each([
  ['symbol_not_fuond', 'symbol_not_found'],
  ['package-confusible', 'package_confusable'],
  ['deprecated', 'symbol_deprecated'],
])('%s is answered with what is near', async (written, near) => {
  const { status, text } = await explain(written)
  expect(status).toBe(1)
  expect(text).toContain(near)
})

test('what is near nothing is answered with where all of them are', async () => {
  const { status, text } = await explain('xyzzy')
  expect(status).toBe(1)
  expect(text).toBe('assay: there is no code "xyzzy"\n`assay explain` lists them all\n')
})

test('without a code all of them are listed', async () => {
  const { status, text } = await explain()
  expect(status).toBe(0)
  for (const code of CODES) expect(text).toContain(code)
  expect(JSON.parse((await explain('--json')).text)).toMatchObject({ finding: FINDING_CODES })
})

test('a link tells where it leads', async () => {
  const texts = await Promise.all(
    [...new Set(CODES)].map(async (code) => (await explain(code)).text),
  )
  const all = texts.join('\n').replace(/\s+/g, ' ')
  const pages = [...all.matchAll(/\((docs\/[\w./-]+)\)/g)].map(([, page = '']) => page)
  expect(pages.length).toBeGreaterThan(5)
  for (const page of pages) {
    expect([page, existsSync(new URL(`../../../${page}`, import.meta.url))]).toEqual([page, true])
  }
})
