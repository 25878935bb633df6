// The pages below docs/, rendered into a folder: an index, and a file for each page.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DOCS_INDEX_FILE, type DocsFolder, docsTextFile } from '../../src/http/pages/docsFiles.ts'
import { docsLinks, repositoryOf } from './docsLinks.ts'
import { docsSources, titleOfFolder } from './docsSources.ts'
import { renderDocs } from './renderDocs.ts'

/** `root`: the folder that docs/ and package.json lie in. What the target held before is gone. */
export function buildDocs(root: string, target: string): void {
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
    const title = titleOfFolder(folder)
    const before = folders.get(folder)?.pages ?? []
    folders.set(folder, { folder, title, pages: [...before, { path, ...page }] })
  }
  writeFileSync(join(target, DOCS_INDEX_FILE), JSON.stringify([...folders.values()]))
}
