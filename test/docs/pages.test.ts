// The pages for readers: no link of them is dead, each is reached from the index, and what they list
// is what the code has.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { FINDING_CODES, SEVERITY_OF } from '../../src/check/report/finding.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { COMMAND_NAMES } from '../../src/cli/words/commands.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /^(docs\/.*|README|CONTRIBUTING|SECURITY|CHANGELOG)(\.md)?$/.test(file))
  .filter((file) => existsSync(join(root, file)))

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Without what is shown as code: a link in there is an example. */
function proseOf(file: string): string {
  return read(file).replace(/^( *)```[\s\S]*?^\1```/gm, '')
}

function linksOf(file: string): string[] {
  return [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
}

/** As GitHub names a heading. */
function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** A heading that is a code and nothing else can be named by that code as well. */
function idsOf(file: string): ReadonlySet<string> {
  const ids = new Set<string>()
  const counts = new Map<string, number>()
  for (const [, written = ''] of proseOf(file).matchAll(/^#{1,6} (.+)$/gm)) {
    const heading = written.trim()
    const slug = slugOf(heading)
    const nth = counts.get(slug) ?? 0
    counts.set(slug, nth + 1)
    ids.add(nth === 0 ? slug : `${slug}-${nth}`)
    const code = /^`(\S+)`$/.exec(heading)?.[1]
    if (code !== undefined) ids.add(code)
  }
  return ids
}

/** Where a link leads to, from the root of the repository; null for another host. */
function targetOf(page: string, link: string): Readonly<{ file: string; id: string }> | null {
  if (/^[a-z]+:/.test(link)) return null
  const [path = '', id = ''] = link.split('#')
  const file = path === '' ? page : relative(root, resolve(root, dirname(page), path))
  return { file, id }
}

describe('every link of a page leads somewhere', () => {
  test.each(pages)('%s', (page) => {
    const dead = linksOf(page).filter((link) => {
      const target = targetOf(page, link)
      if (target === null) return false
      if (target.file.startsWith('..') || !existsSync(join(root, target.file))) return true
      return target.id !== '' && !idsOf(target.file).has(target.id)
    })
    expect(dead).toEqual([])
  })
})

test.each(pages.filter((page) => page.startsWith('docs/measurements/')))(
  'no cell of a table of %s is longer than a sentence or two',
  (page) => {
    const cells = proseOf(page)
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => line.split(/(?<!\\)\|/))
    expect(cells.filter((cell) => cell.length > 450)).toEqual([])
  },
)

test('every page is reached from the index, by links', () => {
  const reached = new Set(['docs/README.md'])
  // A set grows while it is walked.
  for (const page of reached) {
    for (const link of linksOf(page)) {
      const file = targetOf(page, link)?.file
      if (file !== undefined && pages.includes(file)) reached.add(file)
    }
  }
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([])
})

test('every page that the code names is there', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'scripts'], {
    cwd: root,
  })
  const named = files
    .toString()
    .split('\n')
    .filter((file) => /\.(ts|mjs|py)$/.test(file) && existsSync(join(root, file)))
    .flatMap((file) => [...read(file).matchAll(/docs\/[\w/-]+\.md/g)].map(([page]) => page))
  expect(named.length).toBeGreaterThan(0)
  expect([...new Set(named)].filter((page) => !pages.includes(page))).toEqual([])
})

test('every signed type has a heading in its specification, and a row of the list there', () => {
  const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], {
    cwd: root,
  })
    .toString()
    .split('\n')
    .filter((file) => file.endsWith('.ts') && existsSync(join(root, file)))
  // Whatever is signed is named by a constant of this form, once.
  const types = sources
    .flatMap((file) => [...read(file).matchAll(/_TYPE = '(assay\.\w+\/\d+)'/g)])
    .map(([, type]) => type)
    .sort()
  const page = read('docs/formats/attestation.md')
  const headings = [...page.matchAll(/^### `(assay\.\w+\/\d+)`$/gm)].map(([, type]) => type)
  const rows = [...page.matchAll(/^\| \[`(assay\.\w+\/\d+)`\]/gm)].map(([, type]) => type)
  expect(types.length).toBeGreaterThan(10)
  expect(headings.sort()).toEqual(types)
  expect(rows.sort()).toEqual(types)
})

test('every finding has a heading of its own, with its severity', () => {
  const documented = [
    ...read('docs/reference/findings.md').matchAll(/^### `(\w+)`\n\n\*\*(\w+)\.\*\* /gm),
  ].map(([, code, severity = '']) => `${code} ${severity.toLowerCase()}`)
  expect(documented).toEqual(FINDING_CODES.map((code) => `${code} ${SEVERITY_OF[code]}`))
})

describe('every command has a heading of its own, with every option of its help', () => {
  const sections = new Map(
    read('docs/reference/cli.md')
      .split(/^### /m)
      .map((section) => [/^`([\w-]+)`/.exec(section)?.[1] ?? '', section]),
  )
  test.each(COMMAND_NAMES)('%s', async (name) => {
    const { usage } = await COMMANDS[name]()
    // Options stand in the first lines, and at the beginning of a line that tells what one does.
    const [head = ''] = usage.split('\n\n')
    const told = [...usage.matchAll(/^ +(--[\w-]+)/gm), ...head.matchAll(/(--[\w-]+)/g)]
    const options = new Set(told.map(([, option = '']) => option))
    const section = sections.get(name) ?? ''
    expect(section).not.toBe('')
    expect([...options].filter((option) => !section.includes(option))).toEqual([])
  })
})
