// Which pages there are, and in which order they are listed.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { docsSources } from '../../scripts/docs/docsSources.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function sourcesOf(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'assay-docs-'))
  folders.push(root)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return docsSources(root)
}

test('folders stand in the order of what people come for, with a first page each', () => {
  const sources = sourcesOf({
    'docs/internals/why.md': '# Why',
    'docs/internals/decisions/0001-a.md': '# A',
    'docs/more/x.md': '# X',
    'docs/start/README.md': '# Begin',
    'docs/guides/pay.md': '# Pay',
  })
  expect(sources.map(({ path }) => path)).toEqual([
    'start',
    'guides',
    'guides/pay',
    'internals',
    'internals/why',
    'internals/decisions',
    'internals/decisions/0001-a',
    'more',
    'more/x',
  ])
})

test('pages of a folder stand in the order of the links of its first page', () => {
  const sources = sourcesOf({
    'docs/guides/README.md': '# Guides\n\n[z](z.md), then [a](a.md#x)',
    'docs/guides/a.md': '# A',
    'docs/guides/b.md': '# B',
    'docs/guides/z.md': '# Z',
  })
  expect(sources.map(({ path }) => path)).toEqual(['guides', 'guides/z', 'guides/a', 'guides/b'])
})

test('a folder without a first page gets one that leads to all of its pages', () => {
  const [home] = sourcesOf({ 'docs/guides/a.md': '# First `x`', 'docs/guides/b.md': 'none' })
  expect(home?.text).toBe('# Guides\n\n- [First `x`](a.md)\n- [b.md](b.md)\n')
})

test('else in the order of the links of the first page of all', () => {
  const sources = sourcesOf({
    'docs/README.md': '# All\n\n[z](guides/z.md) and [a](guides/a.md)',
    'docs/guides/a.md': '# A',
    'docs/guides/z.md': '# Z',
  })
  expect(sources.map(({ path }) => path)).toEqual(['', 'guides', 'guides/z', 'guides/a'])
})
