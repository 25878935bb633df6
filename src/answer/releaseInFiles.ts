// Which release of a package the manifests of a project mean: the one that is locked, else pinned, else the
// newest that they allow. Where they say several things, or something that is not read, none is meant:
// whoever asks has to name it.

import type { InputFile, ReadInput } from '../check/read/readInput.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { isReadableRange, isReadableVersion } from '../domain/rangeText.ts'
import { ServiceError } from '../errors.ts'
import { withCatalogs } from '../manifests/catalogs.ts'
import type { Manifest, Requirement } from '../manifests/manifest.ts'
import { isOfNpm, manifestKind } from '../manifests/manifestKind.ts'
import type { Caller } from '../ports/caller.ts'
import type { Registry } from '../ports/registry.ts'

/** Null where they leave it open: then the latest is meant. Throws where they cannot be followed. */
export async function releaseInFiles(
  key: PackageKey,
  files: readonly InputFile[],
  { manifests: read, unknown = [] }: ReadInput,
  registryOf: (key: PackageKey) => Registry,
  { signal }: Caller,
): Promise<string | null> {
  const { name } = key
  const manifests = withCatalogs(read)
  refuseUnread(key, files, manifests, unknown)
  const of = (list: readonly Requirement[]) =>
    list.filter((one) => one.ecosystem === key.ecosystem && one.name === name)
  // What a workspace lists counts for whoever takes it from there.
  const lines = manifests.filter(({ path }) => manifestKind(path) !== 'pnpmWorkspace')
  const written = lines.flatMap(({ requirements, path }) =>
    of(requirements).map((one) => ({ ...one, path })),
  )
  const ranges = new Set(written.flatMap(({ range }) => range ?? []))
  const locked = manifests
    .flatMap((manifest) => of(manifest.locked))
    // What was resolved for a range of somebody else is somebody else's.
    .filter(({ range }) => range === null || ranges.size === 0 || ranges.has(range))
  const pins = new Set(locked.flatMap(({ pin }) => pin ?? []))
  if (pins.size > 1) throw several(name, pins)
  const [pinned] = pins
  if (pinned !== undefined) return readable(name, pinned)
  if (written.some(({ isAlias }) => isAlias === true)) {
    throw unfit('', `give ${name} another name`)
  }
  if (
    files.some(({ path, content }) => isOfNpm(path) && /"(?:overrides|resolutions)"/.test(content))
  )
    throw unfit('', 'replace releases (overrides), and no lock file says by what')
  const said = new Set(written.map(({ pin, range }) => pin ?? range ?? ''))
  if (said.size > 1) throw several(name, said)
  const [one] = written
  if (one === undefined) return null
  if (one.pin !== null) return readable(name, one.pin)
  if (one.range !== null) return newestIn(key, one.range, registryOf, signal)
  const line =
    files.find(({ path }) => path === one.path)?.content.split(/\r?\n/)[one.line - 1] ?? ''
  if (/\d/.test(line.replaceAll(one.written, ''))) {
    throw unfit(
      one.path,
      `says of ${name} what is not read: ${JSON.stringify(line.trim().slice(0, 100))}`,
    )
  }
  return null
}

function refuseUnread(
  { ecosystem, name }: PackageKey,
  files: readonly InputFile[],
  manifests: readonly Manifest[],
  unknown: readonly string[],
): void {
  const [strange] = unknown
  if (strange !== undefined) throw unfit(strange, 'is no manifest that is read')
  const paths = new Set(files.map(({ path }) => path))
  const own = manifests.filter(({ path }) => saysWhatIsNeeded(path, ecosystem))
  if (own.length === 0) throw unfit('', `hold no manifest of ${ecosystem}`)
  for (const { path, problem, includes = [], elsewhere, ownNames, jsr = [] } of manifests) {
    if (problem !== null) throw unfit(path, `cannot be read: ${problem}`)
    const missing = includes.find((one) => !paths.has(one))
    if (missing !== undefined) throw unfit(path, `goes on in ${missing}: hand that in as well`)
    if (isOfNpm(path) !== (ecosystem === 'npm')) continue
    if (elsewhere.includes(name) || jsr.includes(name)) throw elsewhereThan(name)
    if (ownNames.includes(name)) throw unfit(path, `is that of ${name} itself`)
  }
}

const NOT_NEEDED: ReadonlySet<string> = new Set([
  ...['tsconfig', 'buildConfig'],
  ...['npmrc', 'yarnrc', 'bunfig', 'uvToml'],
])

function saysWhatIsNeeded(path: string, ecosystem: PackageKey['ecosystem']): boolean {
  const kind = manifestKind(path) ?? 'requirements'
  return !NOT_NEEDED.has(kind) && isOfNpm(path) === (ecosystem === 'npm')
}

async function newestIn(
  key: PackageKey,
  range: string,
  registryOf: (key: PackageKey) => Registry,
  signal: AbortSignal,
): Promise<string> {
  const { ecosystem, name } = key
  if (!isReadableRange(range)) throw unfit('', `name a range of ${name} that cannot be read`)
  const found = await registryOf(key).newestIn(name, [range], signal)
  if (found.found) return found.release.version
  if (found.missing === 'project') {
    const message = `There is no ${ecosystem} package ${name}`
    throw new ServiceError('package_not_found', message, {
      wrong: { field: 'package', input: name },
    })
  }
  throw new ServiceError('version_not_found', `No release of ${name} is in ${range}`, {
    wrong: { field: 'files', input: range },
  })
}

function readable(name: string, pin: string): string {
  if (!isReadableVersion(pin)) throw unfit('', `name a release of ${name} that cannot be read`)
  return pin
}

function several(name: string, said: ReadonlySet<string>): ServiceError {
  const named = [...said].map((one) => (one === '' ? 'any' : one))
  const shown = named.sort().slice(0, 5).join(', ')
  return unfit('', `name several releases of ${name} (${shown}): say which one by version`)
}

function elsewhereThan(name: string): ServiceError {
  const message = `The files take ${name} from elsewhere than the registry`
  return new ServiceError('package_not_indexable', message, {
    wrong: { field: 'package', input: name },
  })
}

function unfit(path: string, why: string): ServiceError {
  const message = `${path === '' ? 'The files' : path} ${why}`
  return new ServiceError('validation_failed', message, { wrong: { field: 'files', input: path } })
}
