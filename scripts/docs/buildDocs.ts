// Renders the pages below docs/ for the service: `tsx scripts/docs/buildDocs.ts [folder]`, dist/docs
// unless told. The build runs it, so that the service needs no renderer.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOCS_INDEX_FILE, type DocsFolder, docsTextFile } from '../../src/http/pages/docsFiles.ts'
import { docsLinks, repositoryOf } from './docsLinks.ts'
import { docsSources, titleOfFolder } from './docsSources.ts'
import { renderDocs } from './renderDocs.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const target = resolve(process.argv[2] ?? join(root, 'dist', 'docs'))

const sources = docsSources(root)
const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const linksOf = docsLinks(new Set(sources.map(({ path }) => path)), repositoryOf(manifest))

rmSync(target, { recursive: true, force: true })
const folders = new Map<string, DocsFolder>()
for (const source of sources) {
  const { html, ...page } = renderDocs(source, linksOf)
  const { folder, path } = source
  const file = join(target, docsTextFile(source))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, html)
  const before = folders.get(folder)
  // The first page of a folder is the folder's own.
  const title = before?.title ?? (folder === '' ? page.title : titleOfFolder(folder))
  folders.set(folder, { folder, title, pages: [...(before?.pages ?? []), { path, ...page }] })
}
writeFileSync(join(target, DOCS_INDEX_FILE), JSON.stringify([...folders.values()]))
