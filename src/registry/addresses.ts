// Where the registries are. No address of a public registry is written in this project: npm's comes
// from npm's own client over the user's npm configuration, PyPI's from the user's pip configuration
// or from a library of package URLs.
//
// `identity` is what an attestation says of the registry. A mirror that the user has configured for
// npm or pip stands for the public registry; an address that was set for this service explicitly,
// or that is asked with credentials and may show what is private, is named by its origin. The public
// registry is never asked with credentials, and registries of scopes are not asked at all: what is
// said of the public registry must be what anybody can see there. A registry that a project alone
// names stands for itself, whoever has written it down there.

import { createRequire } from 'node:module'
import { invariant } from '../errors.ts'
import { parseEndpoint, type RegistryEndpoint } from './fetch/endpoint.ts'
import { type Machine, npmConfig, npmConfigInProject, pipIndexUrl } from './fetch/userConfig.ts'
import type { NpmAddress } from './npm.ts'
import type { PypiAddress } from './pypi.ts'

type NpmConfig = Readonly<Record<string, string>>

// It is asked at every start. An import would scan its text for names first, which takes longer than to
// run it. A bundle holds what is loaded by such a call (scripts/bundle.ts).
const { PackageURL, UrlConverter }: typeof import('@socketregistry/packageurl-js') = createRequire(
  import.meta.url,
)('@socketregistry/packageurl-js')

/** Where the public registries are. */
export const publicBases = () => ({
  npm: requireEndpoint(npmDefaults().registry, 'npm registry').baseUrl,
  pypi: requireEndpoint(publicPypiIndex(), 'PyPI').baseUrl,
})

/** Throws when an address that the user gave is none; the message does not repeat it. */
export function npmAddress(
  machine: Machine,
  /** Value of ASSAY_NPM_REGISTRY. */
  explicit: string | null,
  /** What `projectRegistry` has found, where the project is listened to. */
  ofProject: RegistryEndpoint | null = null,
): NpmAddress {
  const publicBase = npmDefaults().registry
  if (explicit === null && ofProject !== null) {
    const { baseUrl } = ofProject
    // Not by its origin alone: what lies below another path of that host may be anybody's.
    const isPublic = baseUrl === requireEndpoint(publicBase, 'npm registry').baseUrl
    return {
      identity: isPublic ? 'public' : new URL(baseUrl).origin,
      endpoint: isPublic ? { baseUrl, authorization: null } : ofProject,
      scopesElsewhere: scopesElsewhere(machine, [baseUrl]),
      pageUrl: npmPageUrl(),
    }
  }
  const config = npmConfig(machine)
  const base = explicit ?? npmBase(config)
  const given = requireEndpoint(base, explicit === null ? 'npm registry' : 'ASSAY_NPM_REGISTRY')
  const authorization = given.authorization ?? npmAuthorization(given.baseUrl, config)
  const endpoint = withoutPublicCredentials({ ...given, authorization }, publicBase)
  const identity = identityOf(endpoint, explicit, publicBase)
  return {
    identity,
    endpoint,
    scopesElsewhere: scopesElsewhere(machine, standsFor(identity, endpoint.baseUrl)),
    pageUrl: npmPageUrl(),
  }
}

/** What is asked, and the public registry where that stands for it. */
const standsFor = (identity: string, baseUrl: string): readonly string[] =>
  identity === 'public' ? [baseUrl, publicBases().npm] : [baseUrl]

/**
 * Addresses in a project's files that lead to no other registry than the one that is asked: its own,
 * and what the project's `.npmrc` says in vain, because a setting of the user's counts before it.
 */
export function npmAsked(
  machine: Machine,
  explicit: string | null,
  ofProject: RegistryEndpoint | null,
): readonly string[] {
  const { identity, endpoint } = npmAddress(machine, explicit, ofProject)
  const { said } = npmConfigInProject(machine)
  const inVain = ofProject === null ? [said['registry'] ?? ''] : []
  return [...standsFor(identity, endpoint.baseUrl), ...inVain].filter(Boolean)
}

/** By the user's settings or the project's: the project can only have less said of its names by that. */
function scopesElsewhere(machine: Machine, asked: readonly string[]): ReadonlySet<string> {
  const { all } = npmConfigInProject(machine)
  const scopes = Object.entries(all).flatMap(([key, address]) => {
    const [, scope] = /^(@[^:/]+):registry$/.exec(key) ?? []
    const baseUrl = parseEndpoint(address.trim())?.baseUrl
    const isSame = baseUrl !== undefined && asked.includes(baseUrl)
    return scope === undefined || isSame ? [] : [scope.toLowerCase()]
  })
  return new Set(scopes)
}

export type ProjectRegistry = Readonly<{
  /** Null where it is the user's own. */
  endpoint: RegistryEndpoint | null
  /** The credentials are those of the project's file: others may be shown something else there. */
  isWithOwnWord: boolean
  /** Keys of the project's file that need a variable, and are passed over. */
  unfilled: readonly string[]
}>

/**
 * The registry that the project's `.npmrc` leads to. The user's credentials for a host go to that host
 * by TLS alone: the project could have named it without. Throws when the address is none.
 */
export function projectRegistry(machine: Machine): ProjectRegistry {
  const { all, said, unfilled } = npmConfigInProject(machine)
  const own = npmConfig(machine)
  const [base, ownBase] = [npmBase(all), npmBase(own)]
  const baseOf = (text: string) => parseEndpoint(text.trim())?.baseUrl ?? text
  if (baseOf(base) === baseOf(ownBase)) return { endpoint: null, isWithOwnWord: false, unfilled }
  const { baseUrl, authorization } = requireEndpoint(base, "the registry of this project's .npmrc")
  const ofProject = authorization ?? npmAuthorization(baseUrl, said)
  const ofUser = () => (baseUrl.startsWith('https:') ? npmAuthorization(baseUrl, own) : null)
  return {
    endpoint: { baseUrl, authorization: ofProject ?? ofUser() },
    isWithOwnWord: ofProject !== null,
    unfilled,
  }
}

/** Throws when an address that the user gave is none; the message does not repeat it. */
export function pypiAddress(
  machine: Machine,
  /** Value of ASSAY_PYPI_INDEX: the root of a simple index. */
  explicit: string | null,
): PypiAddress {
  const publicIndex = publicPypiIndex()
  const given = explicit ?? pipIndexUrl(machine) ?? publicIndex
  const index = withoutPublicCredentials(
    requireEndpoint(given, explicit === null ? 'pip index-url' : 'ASSAY_PYPI_INDEX'),
    publicIndex,
  )
  return {
    identity: identityOf(index, explicit, publicIndex),
    index,
    pageUrl: pypiPageUrl(),
  }
}

function requireEndpoint(text: string, what: string): RegistryEndpoint {
  const endpoint = parseEndpoint(text.trim())
  if (endpoint === null) throw new Error(`${what} is not an http(s) address`)
  return endpoint
}

// Two files of npm's client, which is large: most settings give it nothing to decide.
function npmAuth(): typeof import('npm-registry-fetch/lib/auth.js') {
  return createRequire(import.meta.url)('npm-registry-fetch/lib/auth.js')
}

function npmDefaults(): typeof import('npm-registry-fetch/lib/default-opts.js') {
  return createRequire(import.meta.url)('npm-registry-fetch/lib/default-opts.js')
}

/** The registry of a name without a scope. */
function npmBase(config: NpmConfig): string {
  // A scope that is set for all names may have a registry of its own.
  const scope = config['scope']?.replace(/^@?/, '@')
  const ofScope = scope && config[`${scope}:registry`]
  return ofScope || config['registry'] || npmDefaults().registry
}

function npmAuthorization(baseUrl: string, config: NpmConfig): string | null {
  // Credentials stand under `//host/path/:` and a name.
  if (!Object.keys(config).some((key) => key.startsWith('//'))) return null
  const { token, auth } = npmAuth()(baseUrl, config)
  if (token) return `Bearer ${token}`
  return auth ? `Basic ${auth}` : null
}

function identityOf(
  endpoint: RegistryEndpoint,
  explicit: string | null,
  publicUrl: string,
): string {
  const { origin } = new URL(endpoint.baseUrl)
  if (origin === new URL(publicUrl).origin) return 'public'
  return explicit === null && endpoint.authorization === null ? 'public' : origin
}

function withoutPublicCredentials(endpoint: RegistryEndpoint, publicUrl: string): RegistryEndpoint {
  const isPublic = new URL(endpoint.baseUrl).origin === new URL(publicUrl).origin
  return isPublic ? { ...endpoint, authorization: null } : endpoint
}

// The library knows the pages of package URLs, but it normalises names on the way (npm's legacy
// capitals would be lost). So it is asked about a stand-in, which is then replaced.
const STAND_IN = { name: 'stand-in', version: '1.2.3' } as const

function standIn(type: 'npm' | 'pypi') {
  const { name, version } = STAND_IN
  return new PackageURL(type, undefined, name, version, undefined, undefined)
}

function publicPypiIndex(): string {
  const page = UrlConverter.toDownloadUrl(standIn('pypi'))?.url
  return `${withoutSuffix(page, `/${STAND_IN.name}/`)}/`
}

function npmPageUrl(): NpmAddress['pageUrl'] {
  const page = UrlConverter.toRepositoryUrl(standIn('npm'))?.url
  const root = withoutSuffix(page, `/${STAND_IN.name}/v/${STAND_IN.version}`)
  return (name, version) =>
    version === null ? `${root}/${name}` : `${root}/${name}/v/${encodeURIComponent(version)}`
}

function pypiPageUrl(): PypiAddress['pageUrl'] {
  const page = UrlConverter.toRepositoryUrl(standIn('pypi'))?.url
  const root = withoutSuffix(page, `/${STAND_IN.name}/`)
  return (name, version) =>
    version === null ? `${root}/${name}/` : `${root}/${name}/${encodeURIComponent(version)}/`
}

function withoutSuffix(url: string | undefined, suffix: string): string {
  invariant(url?.endsWith(suffix) === true, `the library's address ends in ${suffix}`)
  return (url ?? '').slice(0, -suffix.length)
}
