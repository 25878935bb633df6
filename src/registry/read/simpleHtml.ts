// The simple index as HTML (PEP 503). Anything at all can be HTML (a login page, a proxy's error),
// so a page counts only when it has the shape of an index of this very project and its end.

import { type PackageName, pythonForm } from '../../domain/names/packageName.ts'
import { FILENAME_LENGTH_MAX, malformed } from '../fetch/documents.ts'
import { parseHttpUrl, URL_LENGTH_MAX } from '../fetch/httpUrl.ts'
import { fileVersion } from './fileVersion.ts'
import { groupByVersion } from './groupByVersion.ts'
import { type HtmlTag, htmlTags } from './htmlTags.ts'
import { pypiFile } from './pypiDocument.ts'
import type { PypiFile, PypiProject } from './pypiProject.ts'
import { readStanding, readWords, type Standing } from './registryWords.ts'

/** The longest real pages have some ten thousand files, one anchor and one break for each. */
export const TAGS_MAX = 500_000

const READ_TAGS: ReadonlySet<string> = new Set(['a', 'base', 'h1', 'meta', 'title'])

/** Throws `MalformedDocument` for a page that is not the index of `name`. */
export function readSimpleHtml(html: string, name: PackageName, url: URL): PypiProject {
  requireEnd(html)
  const tags = readTags(html)
  const base = baseUrl(tags, url)
  const files = tags.filter((tag) => tag.name === 'a').flatMap((tag) => readAnchor(tag, name, base))
  requireIndex(tags, files, name)
  return { releases: groupByVersion(name, files, []), standing: standingOf(tags) }
}

/** More of a page is not looked at for what it says of the project. */
const HEAD_LENGTH_MAX = 65_536

/**
 * What the head of such a page says of the project: files are not looked at, of which there may be ten
 * thousand. Throws `MalformedDocument` for a page that does not name itself an index of `name`.
 */
export function readHtmlStanding(html: string, name: PackageName): Standing {
  const start = html.slice(0, HEAD_LENGTH_MAX)
  const firstLink = start.search(/<a\s/i)
  const tags = readTags(firstLink === -1 ? start : start.slice(0, firstLink))
  requireIndex(tags, [], name)
  return standingOf(tags)
}

function standingOf(tags: readonly HtmlTag[]): Standing {
  const status = metaContent(tags, 'pypi:project-status')
  return readStanding(status, metaContent(tags, 'pypi:project-status-reason'))
}

/** A page cut short would hide the newest releases; HTML itself would not object. */
export function requireEnd(html: string): void {
  if (!/<\/(?:html|body)\s*>\s*$/i.test(html.slice(-256))) malformed('a page without its end')
}

export function readTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = []
  let count = 0
  for (const tag of htmlTags(html)) {
    count += 1
    if (count > TAGS_MAX) malformed(`a page of more than ${TAGS_MAX} tags`)
    if (READ_TAGS.has(tag.name)) tags.push(tag)
  }
  return tags
}

/** An index names itself, or at least lists a file of the project. */
function requireIndex(
  tags: readonly HtmlTag[],
  files: readonly PypiFile[],
  name: PackageName,
): void {
  const titles = tags.filter((tag) => tag.name === 'h1' || tag.name === 'title')
  const links = titles.flatMap(({ text }) => /^\s*links for\s+(\S+)\s*$/i.exec(text)?.[1] ?? [])
  if (links.some((title) => pythonForm(title) !== name)) malformed('index of another project')
  if (links.length > 0 || files.length > 0) return
  const hasAnchors = tags.some((tag) => tag.name === 'a')
  const isVersioned = metaContent(tags, 'pypi:repository-version')?.startsWith('1.') === true
  if (!isVersioned || hasAnchors) malformed('a page that is no index')
}

function readAnchor(
  { attributes, text }: HtmlTag,
  name: PackageName,
  base: URL,
): readonly PypiFile[] {
  const href = attributes.get('href') ?? ''
  if (href === '' || href.length > URL_LENGTH_MAX || !URL.canParse(href, base.href)) return []
  const target = new URL(href, base.href)
  const filename = text.trim() === '' ? lastSegment(target) : text.trim()
  // Links to a home page or the parent folder are not files.
  if (filename.length > FILENAME_LENGTH_MAX || fileVersion(filename, name) === null) return []
  const fragment = new URLSearchParams(target.hash.slice(1))
  const yanked = attributes.get('data-yanked')
  return [
    pypiFile({
      filename,
      href: () => href,
      base,
      size: null,
      digest: (algorithm) => fragment.get(algorithm),
      yanked: yanked === undefined ? null : readWords(yanked),
      requiresPython: attributes.get('data-requires-python'),
    }),
  ]
}

function lastSegment(url: URL): string {
  const segment = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export function baseUrl(tags: readonly HtmlTag[], url: URL): URL {
  const href = tags.find((tag) => tag.name === 'base')?.attributes.get('href')
  return (href === undefined ? null : parseHttpUrl(href, url)) ?? url
}

function metaContent(tags: readonly HtmlTag[], name: string): string | undefined {
  const meta = tags.find(
    (tag) => tag.name === 'meta' && tag.attributes.get('name')?.toLowerCase() === name,
  )
  return meta?.attributes.get('content')
}
