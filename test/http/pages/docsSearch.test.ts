// Which page was meant by an address.

import { expect, test } from 'vitest'
import type { DocsPage } from '../../../src/http/pages/docsFiles.ts'
import { findDocs } from '../../../src/http/pages/docsSearch.ts'

const PAGES = [
  ['', 'Documentation'],
  ['guides', 'Guides'],
  ['guides/take-payments', 'Money'],
  ['reference/errors', 'Errors'],
  ['reference/names', 'Names'],
  ['formats/names', 'Names'],
].map(([path = '', title = '']): DocsPage => ({ path, title, summary: '', headings: [] }))

function shown(written: string): unknown {
  const hit = findDocs(PAGES, written)
  if ('page' in hit) return hit.page.path
  if ('moved' in hit) return { moved: hit.moved.path }
  return { near: hit.near.map(({ path }) => path) }
}

test.each([
  ['reference/errors', 'reference/errors'],
  ['reference/errors/', { moved: 'reference/errors' }],
  ['reference/errors.md', { moved: 'reference/errors' }],
  ['reference/errors.html', { moved: 'reference/errors' }],
  ['Reference/Errors', { moved: 'reference/errors' }],
  ['guides/README.md', { moved: 'guides' }],
  ['README.md', { moved: '' }],
  ['/', { moved: '' }],
  // As the pages lay before they had folders.
  ['errors.md', { moved: 'reference/errors' }],
  ['errors', { moved: 'reference/errors' }],
  // Two are called so: nobody knows which was meant.
  ['names.md', { near: ['formats/names', 'reference/names'] }],
  ['reference/erors', { near: ['reference/errors'] }],
  ['payments', { near: ['guides/take-payments'] }],
  ['money', { near: ['guides/take-payments'] }],
  ['../../package.json', { near: [] }],
  ['x'.repeat(100_000), { near: [] }],
])('%s', (written, expected) => {
  expect(shown(written)).toEqual(expected)
})
