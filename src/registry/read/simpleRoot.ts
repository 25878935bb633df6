// The root of a simple index: the list of every project it has, as HTML or JSON. Read only to see
// that a name is not in it, so what may or may not be a project counts as one.

import { parsePackageName } from '../../domain/names/packageName.ts'
import { isMembers } from '../../domain/texts/jsonValue.ts'
import type { FetchedDocument } from '../fetch/boundedFetch.ts'
import { isHtml, malformed, parseJsonObject, readObject, readText } from '../fetch/documents.ts'
import { URL_LENGTH_MAX } from '../fetch/httpUrl.ts'
import { baseUrl, readTags, requireEnd } from './simpleHtml.ts'

/** The normal names of the projects listed; throws `MalformedDocument` for any other page. */
export function readSimpleRoot(document: FetchedDocument): ReadonlySet<string> {
  if (document.status !== 200) malformed(`status ${document.status}`)
  return isHtml(document) ? readRootHtml(document) : readRootJson(document)
}

/** PEP 691. */
function readRootJson(document: FetchedDocument): ReadonlySet<string> {
  const root = parseJsonObject(document)
  const apiVersion = readText(readObject(root['meta'], 'meta')['api-version'], 'api-version', 16)
  if (!/^1\.\d+$/.test(apiVersion)) malformed('unknown api-version')
  const { projects } = root
  if (!Array.isArray(projects)) malformed('projects are no list')
  const names = new Set<string>()
  for (const project of projects) {
    // An entry that cannot be read could be the very name that is looked for.
    const written = isMembers(project) ? project['name'] : undefined
    const name = typeof written === 'string' ? parsePackageName('pypi', written) : null
    if (name === null) malformed('a project without a name')
    names.add(name)
  }
  return names
}

/** Links to what lies directly below the root: `flask/`, `flask`, `/simple/Flask/`. */
function readRootHtml({ body, url }: FetchedDocument): ReadonlySet<string> {
  const html = body.toString('utf8')
  requireEnd(html)
  const tags = readTags(html)
  const base = baseUrl(tags, url)
  const names = new Set<string>()
  for (const { name: tag, attributes, text } of tags) {
    if (tag !== 'a') continue
    const href = attributes.get('href') ?? ''
    if (href.length > URL_LENGTH_MAX || !URL.canParse(href, base.href)) continue
    const segment = childSegment(new URL(href, base.href), url)
    const parsed = segment === null ? null : parsePackageName('pypi', segment)
    if (parsed === null) continue
    names.add(parsed)
    const shown = parsePackageName('pypi', text.trim().replace(/\/$/, ''))
    if (shown !== null) names.add(shown)
  }
  if (names.size === 0) malformed('a page that lists no project')
  return names
}

/** The last part of an address directly below `root`; null for any other. */
function childSegment(target: URL, root: URL): string | null {
  const folder = root.pathname.endsWith('/') ? root.pathname : `${root.pathname}/`
  if (target.origin !== root.origin || !target.pathname.startsWith(folder)) return null
  const rest = target.pathname.slice(folder.length).replace(/\/$/, '')
  if (rest === '' || rest.includes('/')) return null
  try {
    return decodeURIComponent(rest)
  } catch {
    return null
  }
}
