// Private indexes are often plain files behind a web server, which says "not found" in HTML. So do
// login portals, proxies and wrong addresses. Such a 404 is believed only when the index shows at
// the same time that it is one:
//
//   - an index that was configured for this service lists its projects at its root, and the name is
//     not among them; or
//   - where there is no such list, the index still has a project that it is known to have, while
//     the name stays missing. A single good answer could come from one of two machines behind one
//     address, so this has to hold several times in a row.
//
// Everything else leaves the question open.

import type { PackageName } from '../../domain/names/packageName.ts'
import { orAborted } from '../../domain/orAborted.ts'
import type { FetchedDocument } from '../fetch/boundedFetch.ts'
import { isAnsweredBy, isHtml, MalformedDocument, malformed } from '../fetch/documents.ts'
import { FetchError } from '../fetch/fetchError.ts'
import { readSimpleRoot } from './simpleRoot.ts'

const ROOT_MAX_BYTES = 8 * 1024 * 1024
/** One reading of the root serves the questions of so long: it may be large. */
const ROOT_MAX_AGE_MS = 10_000
/** A root past the bound is not asked for again so soon. */
const LARGE_ROOT_MAX_AGE_MS = 10 * 60_000
/** An index that had a root so lately has one: anything else in its place is not the index. */
const ROOT_EXPECTED_MS = 60 * 60_000
const ROUNDS = 4
/** Of the projects that a root lists, so many are looked at to see whether it lists projects. */
const SAMPLES_MAX = 4

type HtmlAbsenceParts = Readonly<{
  now: () => Date
  /** Whether the root may be asked: it is 40 MB at the public index. */
  isRootAsked: boolean
  /** A name that the index has in any case, or null. */
  wellKnown: PackageName | null
  getRoot(maxBytes: number, signal: AbortSignal): Promise<FetchedDocument>
  getPage(name: PackageName, signal: AbortSignal): Promise<FetchedDocument>
  pageUrl(name: PackageName): string
  rootUrl: string
  /** Whether a page is the well-formed index of the project. */
  isIndex(page: FetchedDocument, name: PackageName): boolean
}>

/** Whether a page is a 404 in HTML, from the host that was asked. */
export function isHtmlNotFound(page: FetchedDocument, askedUrl: string): boolean {
  return page.status === 404 && isHtml(page) && isAnsweredBy(new URL(askedUrl), page.url)
}

type Root = ReadonlySet<string> | 'too_large'

export function htmlAbsence(parts: HtmlAbsenceParts) {
  const { now, getPage, pageUrl, isIndex } = parts
  // Two, because the name that is asked about may itself be the last one seen.
  let positives: readonly PackageName[] = []
  let kept: Readonly<{ root: Promise<Root>; atMs: number; maxAgeMs: number }> | null = null
  let rootSeenAtMs = Number.NEGATIVE_INFINITY

  async function readRoot(signal: AbortSignal): Promise<Root> {
    let document: FetchedDocument
    try {
      document = await parts.getRoot(ROOT_MAX_BYTES, signal)
    } catch (error) {
      if (error instanceof FetchError && error.failure === 'too_large') return 'too_large'
      throw error
    }
    if (!isAnsweredBy(new URL(parts.rootUrl), document.url)) malformed('a root from another host')
    const names = readSimpleRoot(document)
    // Any listing of folders has the shape of a root in HTML; one in JSON says what it is.
    if (isHtml(document) && !(await hasProject(names, signal)))
      malformed('a root that lists no project')
    return names
  }

  async function hasProject(names: ReadonlySet<string>, signal: AbortSignal): Promise<boolean> {
    for (const listed of [...names].slice(0, SAMPLES_MAX)) {
      // Names of a root are normal forms.
      const name = listed as PackageName
      if (isIndex(await getPage(name, signal), name)) return true
    }
    return false
  }

  /** Shared by those who ask at the same time; null when the index has no root worth the name. */
  async function askRoot(signal: AbortSignal): Promise<Root | null> {
    const nowMs = now().getTime()
    if (kept === null || nowMs - kept.atMs > kept.maxAgeMs) {
      const root = readRoot(new AbortController().signal)
      kept = { root, atMs: nowMs, maxAgeMs: ROOT_MAX_AGE_MS }
      root.then(
        (read) => {
          if (read === 'too_large') kept = { root, atMs: nowMs, maxAgeMs: LARGE_ROOT_MAX_AGE_MS }
          else rootSeenAtMs = nowMs
        },
        () => {
          if (kept?.root === root) kept = null
        },
      )
    }
    try {
      return await orAborted(kept.root, signal)
    } catch (error) {
      const isExpected = nowMs - rootSeenAtMs <= ROOT_EXPECTED_MS
      if (error instanceof MalformedDocument && !isExpected) return null
      throw error
    }
  }

  async function confirmOnce(name: PackageName, signal: AbortSignal): Promise<'listed' | 'again'> {
    const root = parts.isRootAsked ? await askRoot(signal) : null
    if (root !== null && root !== 'too_large') {
      if (root.has(name)) malformed('404 with HTML for a name that is listed')
      return 'listed'
    }
    const known = [...positives, parts.wellKnown].find((one) => one !== null && one !== name)
    if (known == null) malformed('404 with HTML')
    if (!isIndex(await getPage(known, signal), known))
      malformed('404 with HTML, and no word on a name that was there')
    if (!isHtmlNotFound(await getPage(name, signal), pageUrl(name)))
      malformed('404 with HTML at first')
    return 'again'
  }

  return {
    /** The index gave a well-formed positive answer for this name. */
    sawPositive(name: PackageName): void {
      if (positives[0] !== name) positives = [name, ...positives.slice(0, 1)]
    },
    /** Returns when an HTML 404 for `name` can be believed; else throws `MalformedDocument`. */
    async confirm(name: PackageName, signal: AbortSignal): Promise<void> {
      for (let round = 0; round < ROUNDS; round += 1) {
        if ((await confirmOnce(name, signal)) === 'listed') return
      }
    },
  }
}
