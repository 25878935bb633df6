// A page as it is written, and as it is served.

import { describe, expect, test } from 'vitest'
import { docsLinks, repositoryOf } from '../../scripts/docs/docsLinks.ts'
import { docsPathOf } from '../../scripts/docs/docsSources.ts'
import { renderDocs } from '../../scripts/docs/renderDocs.ts'

const PAGES = new Set(['', 'guides', 'guides/pay', 'reference', 'reference/errors'])
const REPOSITORY = 'https://code.example/a/b'

function rendered(text: string, repository: string | null = null) {
  const source = { file: 'docs/guides/pay.md', path: 'guides/pay', folder: 'guides', text }
  return renderDocs(source, docsLinks(PAGES, repository))
}

test.each([
  ['docs/README.md', ''],
  ['docs/guides/README.md', 'guides'],
  ['docs/reference/errors.md', 'reference/errors'],
  ['docs/internals/decisions/0001-a.md', 'internals/decisions/0001-a'],
])('%s is served at /docs/%s', (file, path) => {
  expect(docsPathOf(file)).toBe(path)
})

describe('a link', () => {
  test.each([
    ['to another page', '../reference/errors.md', '/docs/reference/errors'],
    ['to a heading of it', '../reference/errors.md#internal', '/docs/reference/errors#internal'],
    ['to the first page', '../README.md', '/docs'],
    ['to the page of a folder', 'README.md', '/docs/guides'],
    ['to a folder', '../reference/', '/docs/reference'],
    ['to all pages', '../', '/docs'],
    ['to a heading of the same page', '#a-b', '#a-b'],
    ['to the service itself', '/openapi.json', '/openapi.json'],
    ['to another host', 'https://elsewhere.example/x.md', 'https://elsewhere.example/x.md'],
    // A test walks the pages: it must be able to see that this one is dead.
    ['to a page that there is not', 'no.md', '/docs/guides/no'],
  ])('%s', (_, written, href) => {
    expect(rendered(`[words](${written})`).html).toContain(`<a href="${href}"`)
  })

  test('to a file that is not served names its path, and leads nowhere', () => {
    expect(rendered('[an example](../../examples/pay.py)').html).toBe(
      '<p>an example (<code>examples/pay.py</code>)</p>\n',
    )
    expect(rendered('[`examples/pay.py`](../../examples/pay.py)').html).toBe(
      '<p><code>examples/pay.py</code></p>\n',
    )
  })

  test('to such a file leads to the sources, where they are published', () => {
    expect(rendered('[an example](../../examples/pay.py#L3)', REPOSITORY).html).toContain(
      `<a href="${REPOSITORY}/blob/HEAD/examples/pay.py#L3" rel="noreferrer">an example</a>`,
    )
  })

  test.each([
    [{ repository: { type: 'git', url: `git+${REPOSITORY}.git` } }, REPOSITORY],
    [{ repository: REPOSITORY }, REPOSITORY],
    [{ repository: 'git@code.example:a/b.git' }, null],
    [{}, null],
  ])('the sources of %j are at %s', (manifest, address) => {
    expect(repositoryOf(manifest)).toBe(address)
  })
})

describe('a heading', () => {
  test.each([
    ['## Who pays, and when?', 'who-pays-and-when'],
    ['## What was meant: `closest_match`', 'what-was-meant-closest_match'],
    ['## A [link](../reference/errors.md) in it', 'a-link-in-it'],
    ['### `package_not_found`', 'package_not_found'],
    ['### `assay.upgrade/1`', 'assay.upgrade/1'],
    ['## 5. Größe & Zahl', '5-größe--zahl'],
  ])('%s', (text, id) => {
    expect(rendered(text).headings.map((heading) => heading.id)).toEqual([id])
    expect(rendered(text).html).toContain(`id="${id}"`)
  })

  test('that is a code can be linked to as on GitHub, too', () => {
    expect(rendered('### `assay.upgrade/1`').html).toContain('<span id="assayupgrade1"></span>')
  })

  test('of a name that was there before has a number', () => {
    const { headings } = rendered('## Same\n\n## Same\n\n### `code`\n\n### `code`\n')
    expect(headings.map(({ id }) => id)).toEqual(['same', 'same-1', 'code', 'code-1'])
  })
})

describe('a table', () => {
  const TABLE = '| code | says |\n|---|---|\n| `a_b` | one |\n| two `c` | two |\n'

  test('scrolls within itself, by keys as well', () => {
    expect(rendered(TABLE).html).toMatch(
      /<div class="scroll" tabindex="0" role="group" aria-label="Table: code, says"><table>/,
    )
  })

  test('has a row for each code that can be linked to', () => {
    const { html } = rendered(TABLE)
    expect([...html.matchAll(/<tr id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['a_b'])
  })

  test('leaves the name to a heading that has it', () => {
    const { html } = rendered(`${TABLE}\n## \`a_b\`\n`)
    expect([...html.matchAll(/<(\w+) id="a_b"/g)].map(([, tag]) => tag)).toEqual(['h2'])
  })

  test('without words at its head has none', () => {
    expect(rendered('| | |\n|---|---|\n| a | b |\n').html).not.toContain('<th')
  })
})

test('what looks like HTML is text', () => {
  const { html } = rendered('<script>alert(1)</script>\n\nA <b onclick="x">word</b>.\n')
  expect(html).not.toMatch(/<script|<b /)
  expect(html).toContain('&lt;script&gt;')
})

test('a comment is for writers', () => {
  expect(rendered('<!-- from README.md -->\n\nA word.\n').html.trim()).toBe('<p>A word.</p>')
})

test('title and summary are plain words', () => {
  const { title, summary } = rendered(
    '# `assay check` & [more](README.md)\n\nIt *reads* `a < b`.\n',
  )
  expect({ title, summary }).toEqual({ title: 'assay check & more', summary: 'It reads a < b.' })
})
