// Registry over the Python index: the project's JSON document where the index has one, else the
// simple index, which is also what settles that a name is absent.

import type { PackageName } from '../domain/names/packageName.ts'
import { REFERENCE_PYTHON } from '../domain/referencePython.ts'
import { REGISTRY_WORDS_TIMEOUT_MS } from '../limits.ts'
import type {
  FoundProject,
  ProjectLookup,
  RangeLookup,
  Registry,
  ReleaseLookup,
  VersionsLookup,
} from '../ports/registry.ts'
import type { FetchedDocument } from './fetch/boundedFetch.ts'
import {
  isHtml,
  isMissing,
  MalformedDocument,
  malformed,
  parseJson,
  requireOwnWord,
} from './fetch/documents.ts'
import type { RegistryEndpoint } from './fetch/endpoint.ts'
import { type ClientOptions, registryClient } from './fetch/registryClient.ts'
import { absenceGuard } from './read/absenceGuard.ts'
import { htmlAbsence, isHtmlNotFound } from './read/htmlAbsence.ts'
import { readJsonStanding, readProjectJson, readSimpleJson } from './read/pypiDocument.ts'
import {
  findRelease,
  isForPython,
  latestRelease,
  listVersions,
  newestIn,
  type PypiProject,
} from './read/pypiProject.ts'
import type { Standing } from './read/registryWords.ts'
import { readHtmlStanding, readSimpleHtml } from './read/simpleHtml.ts'

/** Every Python index knows pip. */
const WELL_KNOWN = 'pip' as PackageName

export const ACCEPT_SIMPLE = 'application/vnd.pypi.simple.v1+json, text/html;q=0.1'

/** Where Python packages come from; `addresses.ts` makes one. */
export type PypiAddress = Readonly<{
  identity: string
  /** Root of the simple index. */
  index: RegistryEndpoint
  pageUrl(name: PackageName, version: string | null): string
}>

export function pypiRegistry(options: ClientOptions<PypiAddress>): Registry {
  const { address, now } = options
  const client = registryClient('pypi', [address.index], options)
  const wellKnown = client.isPublic ? WELL_KNOWN : null
  const guard = absenceGuard({ now, wellKnown })

  function pageUrl(name: PackageName): string {
    return `${address.index.baseUrl}${name}/`
  }

  // Only an index that ends like the public one has its JSON beside it; anything else up there
  // on the same host is not the index that was configured.
  const hasJson = address.index.baseUrl.endsWith('/simple/')

  /** Null when the index has no such document, which says nothing about the project. */
  async function askJson(name: PackageName, signal: AbortSignal): Promise<PypiProject | null> {
    if (!hasJson) return null
    const url = new URL(`../pypi/${name}/json`, address.index.baseUrl).href
    const document = await client.get(url, { accept: 'application/json' }, signal)
    if (isMissing(document)) return null
    if (document.status !== 200) malformed(`status ${document.status}`)
    return readProjectJson(parseJson(document), name, document.url)
  }

  function getPage(name: PackageName, signal: AbortSignal): Promise<FetchedDocument> {
    return client.get(pageUrl(name), { accept: ACCEPT_SIMPLE }, signal)
  }

  /** The same beside the project document, which has no word on the project; null where it fails. */
  async function pageAside(
    name: PackageName,
    signal: AbortSignal,
  ): Promise<FetchedDocument | null> {
    const bounds = {
      accept: ACCEPT_SIMPLE,
      isOptional: true,
      timeoutMs: REGISTRY_WORDS_TIMEOUT_MS,
    } as const
    return client.get(pageUrl(name), bounds, signal).catch(() => null)
  }

  const htmlAbsences = htmlAbsence({
    now,
    isRootAsked: !client.isPublic,
    wellKnown,
    rootUrl: address.index.baseUrl,
    getRoot: (maxBytes, signal) =>
      client.get(address.index.baseUrl, { accept: ACCEPT_SIMPLE, maxBytes }, signal),
    getPage,
    pageUrl,
    isIndex,
  })

  /** The registry's word, before the guard against wrong addresses. */
  async function ask(name: PackageName, signal: AbortSignal, use?: 'files'): Promise<Answer> {
    const aside = use === 'files' || !hasJson ? null : pageAside(name, signal)
    const project = await askJson(name, signal)
    if (project !== null && hasFiles(project)) {
      const standing = standingOn((await aside) ?? null, name)
      return { found: true, project: { ...project, standing }, isListed: false }
    }
    // No JSON, or a project without files: the simple index knows whether it is quarantined.
    const page = (await aside) ?? (await getPage(name, signal))
    if (page.status === 200) {
      const listed = readSimple(page, name)
      const isWhole = project === null || hasFiles(listed)
      const merged = isWhole ? listed : { ...project, standing: listed.standing }
      return { found: true, project: merged, isListed: true }
    }
    if (!isMissing(page)) malformed(`status ${page.status}`)
    // That the project is there needs no page; which versions it has is asked for again.
    if (project !== null) return { found: true, project, isListed: false }
    await requireMissing(page, name, signal)
    return { found: false, status: page.status === 410 ? 'unpublished' : null }
  }

  /** Throws unless it is the index itself that has no page of this name. */
  async function requireMissing(
    page: FetchedDocument,
    name: PackageName,
    signal: AbortSignal,
  ): Promise<void> {
    if (isHtmlNotFound(page, pageUrl(name))) await htmlAbsences.confirm(name, signal)
    else requireOwnWord(page, pageUrl(name), { plainText: true })
  }

  /** `use`: `files` where nobody wants to know what is said of the project. */
  async function askGuarded(
    name: PackageName,
    signal: AbortSignal,
    use?: 'files',
  ): Promise<Answer> {
    const askedMs = now().getTime()
    const answer = await ask(name, signal, use)
    if (answer.found) {
      guard.sawPositive(name)
      htmlAbsences.sawPositive(name)
    } else {
      const probe = async (known: PackageName) => (await ask(known, signal, 'files')).found
      await guard.beforeAbsence(name, askedMs, probe)
    }
    return answer
  }

  async function lookup(name: PackageName, signal: AbortSignal): Promise<ProjectLookup> {
    const answer = await askGuarded(name, signal)
    if (!answer.found) return answer
    const { project } = answer
    const latest = latestRelease(project)
    const isFor = latest !== null && isForPython(project, latest.version, REFERENCE_PYTHON)
    return {
      ...foundProject(project),
      latest: isFor ? { ...latest, isForReference: true } : latest,
    }
  }

  async function release(
    name: PackageName,
    version: string,
    signal: AbortSignal,
  ): Promise<ReleaseLookup> {
    const answer = await askGuarded(name, signal)
    if (!answer.found) return { found: false, missing: 'project', status: answer.status }
    const found =
      findRelease(answer.project, version) ??
      (answer.isListed ? null : await askListed(name, version, signal))
    const project = foundProject(answer.project)
    if (found === null) return { found: false, missing: 'version', status: project.status }
    return { ...project, release: found }
  }

  /** Documents are cached for long in places, so a version is absent only when no form has it. */
  async function askListed(name: PackageName, version: string, signal: AbortSignal) {
    const page = await getPage(name, signal)
    if (page.status === 200) return findRelease(readSimple(page, name), version)
    if (!isMissing(page)) malformed(`status ${page.status}`)
    await requireMissing(page, name, signal)
    return null
  }

  async function newest(
    name: PackageName,
    ranges: readonly string[],
    signal: AbortSignal,
    use?: 'files',
  ): Promise<RangeLookup> {
    const answer = await askGuarded(name, signal, use)
    if (!answer.found) return { found: false, missing: 'project', status: answer.status }
    const { project } = answer
    for (const range of ranges) {
      const release = await newestIn(project, range, REFERENCE_PYTHON)
      if (release !== null) return { ...foundProject(project), release }
    }
    return { found: false, missing: 'version', status: project.standing?.status ?? null }
  }

  async function versions(name: PackageName, signal: AbortSignal): Promise<VersionsLookup> {
    const answer = await askGuarded(name, signal, 'files')
    if (!answer.found) return answer
    return { found: true, versions: listVersions(answer.project) }
  }

  return client.answering({ lookup, release, newestIn: newest, versions })
}

/** `isListed`: the simple index was asked too. */
type Answer =
  | Readonly<{ found: true; project: PypiProject; isListed: boolean }>
  | Extract<ProjectLookup, { found: false }>

function foundProject({ standing }: PypiProject): FoundProject {
  if (standing === null) return { found: true, status: null, isStatusOpen: true }
  const { status, statusReason } = standing
  return { found: true, status, ...(statusReason !== null && { statusReason }) }
}

/** Null where there is no page, or one that is none of an index. */
function standingOn(page: FetchedDocument | null, name: PackageName): Standing | null {
  if (page === null || page.status !== 200) return null
  return wellFormed(() =>
    isHtml(page)
      ? readHtmlStanding(page.body.toString('utf8'), name)
      : readJsonStanding(parseJson(page), name),
  )
}

/** Null for a document that is none of what it should be. */
function wellFormed<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedDocument) return null
    throw error
  }
}

function hasFiles({ releases }: PypiProject): boolean {
  return [...releases.values()].some((files) => files.length > 0)
}

/** Mirrors ignore what we accept: the content type says what came. */
function readSimple(page: FetchedDocument, name: PackageName): PypiProject {
  if (isHtml(page)) return readSimpleHtml(page.body.toString('utf8'), name, page.url)
  return readSimpleJson(parseJson(page), name, page.url)
}

function isIndex(page: FetchedDocument, name: PackageName): boolean {
  return page.status === 200 && wellFormed(() => readSimple(page, name)) !== null
}
