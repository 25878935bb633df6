// The pages below docs/ as they are written: which there are, where each is served, in which order.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'

export type DocsSource = Readonly<{
  /** From the root of the repository, with slashes. */
  file: string
  /** Below `/docs/`, without an ending; empty for docs/README.md. */
  path: string
  /** The folder below docs/; empty for what lies in none. */
  folder: string
  text: string
}>

/** In the order of what people come for; other folders follow by name. */
const FOLDERS = ['', 'start', 'guides', 'reference', 'formats', 'internals', 'measurements']

/** `root`: the folder that docs/ lies in. */
export function docsSources(root: string): readonly DocsSource[] {
  const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => sourceOf(root, join('docs', name)))
  const folders = [...new Set(written.map(({ folder }) => folder))].sort(byPlace)
  const first = written.find(({ path }) => path === '')?.text ?? ''
  return folders.flatMap((folder) => {
    const pages = written.filter((page) => page.folder === folder)
    const home = pages.find(({ path }) => path === folder)
    const others = pages.filter((page) => page !== home)
    const ordered = inOrderOf([home?.text ?? '', first], others)
    return [home ?? homeOf(folder, ordered), ...ordered]
  })
}

function sourceOf(root: string, name: string): DocsSource {
  const file = relative(root, join(root, name)).split(sep).join('/')
  const path = docsPathOf(file)
  const text = readFileSync(join(root, name), 'utf8')
  const folder = posix.basename(file) === 'README.md' ? path : posix.dirname(path)
  return { file, path, folder: folder === '.' ? '' : folder, text }
}

/** `docs/reference/errors.md` → `reference/errors`; a README is its folder. */
export function docsPathOf(file: string): string {
  const inside = file.replace(/^docs\//, '').replace(/\.md$/, '')
  return inside.replace(/(?:^|\/)README$/, '')
}

/** A folder without a page of its own gets one that lists what is in it. */
function homeOf(folder: string, pages: readonly DocsSource[]): DocsSource {
  const names = pages.map(({ file, text }) => {
    const name = posix.basename(file)
    return `- [${titleOf(text) ?? name}](${name})`
  })
  const text = `# ${titleOfFolder(folder)}\n\n${names.join('\n')}\n`
  return { file: posix.join('docs', folder, 'README.md'), path: folder, folder, text }
}

/**
 * Pages stand in the order in which the first page of their folder links to them, or that of all
 * pages; those that neither leads to stand behind, by name.
 */
function inOrderOf(texts: readonly string[], pages: readonly DocsSource[]): readonly DocsSource[] {
  const links = texts.flatMap((text) =>
    [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, to = '']) => to),
  )
  const placeOf = ({ file }: DocsSource) => {
    const at = links.findIndex((link) => `/${file}`.endsWith(`/${link}`))
    return at < 0 ? links.length : at
  }
  return [...pages].sort((a, b) => placeOf(a) - placeOf(b) || (a.file < b.file ? -1 : 1))
}

function byPlace(a: string, b: string): number {
  // A folder within another stands behind it.
  const placeOf = (folder: string) => {
    const at = FOLDERS.indexOf(folder.split('/')[0] ?? '')
    return at < 0 ? FOLDERS.length : at
  }
  return placeOf(a) - placeOf(b) || (a < b ? -1 : 1)
}

/** What a folder is called in the list of pages. */
export function titleOfFolder(folder: string): string {
  if (folder === '') return 'Overview'
  const words = posix.basename(folder).replaceAll('-', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

function titleOf(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1]
}
