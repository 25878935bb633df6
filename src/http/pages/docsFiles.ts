// The project's pages, as the build left them: an index, and the rendered text of each page.

import { readFileSync } from 'node:fs'
import { builtText } from './pageFiles.ts'

export type DocsHeading = Readonly<{ depth: 2 | 3; id: string; text: string }>

export type DocsPage = Readonly<{
  /** Below `/docs/`, without an ending; empty for the first page. */
  path: string
  title: string
  /** The first sentences, as plain text. */
  summary: string
  headings: readonly DocsHeading[]
}>

/** A folder of the pages; the one without a name holds what lies in none. */
export type DocsFolder = Readonly<{ folder: string; title: string; pages: readonly DocsPage[] }>

export type DocsFiles = ReturnType<typeof loadDocsFiles>

/** Seen from the sources and from what is compiled of them, the build is in one place. */
const DOCS_FOLDER = new URL('../../../dist/docs/', import.meta.url)

export const DOCS_INDEX_FILE = 'pages.json'

/** Where a page is served. */
export function docsPath({ path }: Pick<DocsPage, 'path'>): string {
  return path === '' ? '/docs' : `/docs/${path}`
}

/** The file of a page's text, from the folder of the build. */
export function docsTextFile({ path }: Pick<DocsPage, 'path'>): string {
  return `${path === '' ? 'README' : path}.html`
}

/** Without a build there are no pages. */
export function loadDocsFiles(folder: URL = DOCS_FOLDER) {
  const folders: readonly DocsFolder[] = JSON.parse(
    builtText(new URL(DOCS_INDEX_FILE, folder)) ?? '[]',
  )
  return {
    folders,
    /** The rendered text of a page of the index. */
    textOf: (page: DocsPage) => readFileSync(new URL(docsTextFile(page), folder), 'utf8'),
  }
}
