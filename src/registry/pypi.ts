// Registry over the Python index: the project's JSON document where the index has one, else the
// simple index, which is also what settles that a name is absent.

import type { PackageName } from '../domain/packageName.ts'
import type { ProjectLookup, Registry } from '../ports/registry.ts'
import { absenceGuard } from './absenceGuard.ts'
import type { BoundedFetch, FetchedDocument } from './boundedFetch.ts'
import { isHtml, isMissing, MalformedDocument, parseJson, requireOwnWord } from './documents.ts'
import { accessFrom, type RegistryEndpoint } from './endpoint.ts'
import { asRegistryFailure } from './failures.ts'
import { fetchArtifact } from './fetchArtifact.ts'
import type { ResolveAll } from './guardedLookup.ts'
import { readProjectJson, readSimpleJson } from './pypiDocument.ts'
import { latestRelease, type PypiProject } from './pypiProject.ts'
import { REGISTRY_LIMITS, type RegistryLimits } from './registryLimits.ts'
import { readSimpleHtml } from './simpleHtml.ts'

/** Every Python index knows pip. */
const WELL_KNOWN = 'pip' as PackageName

const ACCEPT_SIMPLE = 'application/vnd.pypi.simple.v1+json, text/html;q=0.1'

/** Where Python packages come from; `addresses.ts` makes one. */
export type PypiAddress = Readonly<{
  identity: string
  /** Root of the simple index. */
  index: RegistryEndpoint
  pageUrl(name: PackageName, version: string | null): string
}>

export type PypiRegistryOptions = Readonly<{
  http: BoundedFetch
  address: PypiAddress
  now: () => Date
  resolve?: ResolveAll
  limits?: Partial<RegistryLimits>
}>

export function pypiRegistry(options: PypiRegistryOptions): Registry {
  const { http, address, now, resolve } = options
  const limits = { ...REGISTRY_LIMITS, ...options.limits }
  const access = accessFrom([address.index], resolve)
  const guard = absenceGuard({ now, maxAgeMs: limits.positiveAnswerMaxAgeMs })

  async function get(url: string, accept: string, signal: AbortSignal): Promise<FetchedDocument> {
    return http.getDocument(
      url,
      {
        accept,
        ...access(url),
        maxBytes: limits.metadataMaxBytes,
        timeoutMs: limits.metadataTimeoutMs,
      },
      signal,
    )
  }

  /** Null when the index has no such document, which says nothing about the project. */
  async function askJson(name: PackageName, signal: AbortSignal): Promise<PypiProject | null> {
    const url = new URL(`../pypi/${name}/json`, address.index.baseUrl).href
    const document = await get(url, 'application/json', signal)
    if (isMissing(document)) return null
    if (document.status !== 200) throw new MalformedDocument(`status ${document.status}`)
    return readProjectJson(parseJson(document), name, document.url)
  }

  /** The registry's word, before the guard against wrong addresses. */
  async function ask(name: PackageName, signal: AbortSignal): Promise<ProjectLookup> {
    const project = await askJson(name, signal)
    if (project !== null && hasFiles(project)) return found(project)
    // No JSON, or a project without files: the simple index knows whether it is quarantined.
    const url = `${address.index.baseUrl}${name}/`
    const page = await get(url, ACCEPT_SIMPLE, signal)
    if (page.status === 200) {
      const listed = readSimple(page, name)
      return found(
        project === null || hasFiles(listed) ? listed : { ...project, status: listed.status },
      )
    }
    if (!isMissing(page)) throw new MalformedDocument(`status ${page.status}`)
    if (project !== null) return found(project)
    requireOwnWord(page, url, { plainText: true })
    return { found: false, status: page.status === 410 ? 'unpublished' : null }
  }

  async function lookup(name: PackageName, signal: AbortSignal): Promise<ProjectLookup> {
    const answer = await ask(name, signal)
    if (address.identity !== 'public') return answer
    if (answer.found) guard.sawPositive()
    else await guard.beforeAbsence(async () => (await ask(WELL_KNOWN, signal)).found)
    return answer
  }

  return {
    ecosystem: 'pypi',
    identity: address.identity,
    lookup: (name, signal) =>
      asRegistryFailure(`pypi.lookup(${name})`, signal, () => lookup(name, signal)),
    fetchArtifact: (artifact, signal) =>
      fetchArtifact({ http, access, limits, label: 'pypi' }, artifact, signal),
    pageUrl: (name, version) => address.pageUrl(name, version),
  }
}

function hasFiles({ releases }: PypiProject): boolean {
  return [...releases.values()].some((files) => files.length > 0)
}

function found(project: PypiProject): ProjectLookup {
  return { found: true, status: project.status, latest: latestRelease(project) }
}

/** Mirrors ignore what we accept: the content type says what came. */
function readSimple(page: FetchedDocument, name: PackageName): PypiProject {
  if (isHtml(page)) return readSimpleHtml(page.body.toString('utf8'), name, page.url)
  return readSimpleJson(parseJson(page), name, page.url)
}
