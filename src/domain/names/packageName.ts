// Which names can be asked for at all, and the one spelling under which each registry knows them.
// A name that no registry could hold is refused here, so that it never becomes part of a URL.

export const ECOSYSTEMS = ['pypi', 'npm'] as const
export type Ecosystem = (typeof ECOSYSTEMS)[number]

/** The spelling under which the registry knows a package: PEP 503 on PyPI, as written on npm. */
export type PackageName = string & { readonly __brand: 'PackageName' }

/** What identifies a package everywhere inside the service. */
export type PackageKey = Readonly<{ ecosystem: Ecosystem; name: PackageName }>

export function isEcosystem(value: unknown): value is Ecosystem {
  return value === 'pypi' || value === 'npm'
}

// PEP 508: letters and digits at both ends.
const PYPI_NAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i

// Every one of the 4.5 million names on npm is made of characters that a URL leaves alone, legacy
// names included; none begins with a dot, and outside a scope none begins with an underscore.
const NPM_UNSCOPED = /^[a-z0-9~!*'()-][a-z0-9._~!*'()-]*$/i
const NPM_SCOPED = /^@[a-z0-9._~!*'()-]+\/[a-z0-9_~!*'()-][a-z0-9._~!*'()-]*$/i
const NPM_RESERVED: ReadonlySet<string> = new Set(['node_modules', 'favicon.ico'])

/**
 * Whether npm takes no new names like this one (since 2014): those that there are have been there before.
 * Scopes may still hold such signs.
 */
export function isClosedNpmName(name: PackageName): boolean {
  return /[~'!()*]/.test(name.slice(name.indexOf('/') + 1))
}

/** The normal form of a name, or null when the registry could not hold such a name. */
export function parsePackageName(ecosystem: Ecosystem, written: string): PackageName | null {
  return ecosystem === 'pypi' ? parsePypiName(written) : parseNpmName(written)
}

function parsePypiName(written: string): PackageName | null {
  return PYPI_NAME.test(written) ? (pythonForm(written) as PackageName) : null
}

/** The form of PEP 503, under which names of Python packages are compared. */
export function pythonForm(written: string): string {
  return written.toLowerCase().replace(/[-_.]+/g, '-')
}

function parseNpmName(written: string): PackageName | null {
  if (NPM_RESERVED.has(written.toLowerCase())) return null
  if (NPM_UNSCOPED.test(written)) return written as PackageName
  if (!NPM_SCOPED.test(written)) return null
  const scope = written.slice(1, written.indexOf('/'))
  // A scope made of dots alone would climb out of its place in a URL.
  return scope === '.' || scope === '..' ? null : (written as PackageName)
}
