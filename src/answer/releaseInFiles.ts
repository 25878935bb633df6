// Which release of a package the manifests of a project mean: the one that is locked or pinned, else the
// newest that they allow.

import { versionsOf } from '../check/plan/versions.ts'
import type { ReadInput } from '../check/read/readInput.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { isReadableRange, isReadableVersion } from '../domain/rangeText.ts'
import { ServiceError } from '../errors.ts'
import type { Caller } from '../ports/caller.ts'
import type { Registry } from '../ports/registry.ts'

/** Null where they leave it open: then the latest is meant. Throws where they cannot be followed. */
export async function releaseInFiles(
  key: PackageKey,
  { manifests, unknown = [] }: ReadInput,
  registryOf: (key: PackageKey) => Registry,
  { signal }: Caller,
): Promise<string | null> {
  const { ecosystem, name } = key
  const [strange] = unknown
  if (strange !== undefined) throw unfit(strange, 'is no manifest that is read')
  const broken = manifests.find(({ problem }) => problem !== null)
  if (broken !== undefined) throw unfit(broken.path, `cannot be read: ${broken.problem}`)
  if (manifests.length === 0) throw unfit('', 'hold no manifest')
  const versions = await versionsOf(manifests, {}, signal)
  if (versions.isElsewhere(ecosystem, name, null)) {
    const message = `The files take ${name} from elsewhere than the registry`
    throw new ServiceError('package_not_indexable', message, {
      wrong: { field: 'package', input: name },
    })
  }
  const { pin, range } = versions.of(ecosystem, name)
  if (pin !== null) {
    if (!isReadableVersion(pin)) throw unfit('', `name a release of ${name} that cannot be read`)
    return pin
  }
  if (range !== null) {
    if (!isReadableRange(range)) throw unfit('', `name a range of ${name} that cannot be read`)
    const found = await registryOf(key).newestIn(key.name, [range], signal)
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
  const pins = new Set(
    manifests
      .flatMap(({ requirements, locked }) => [...requirements, ...locked])
      .filter((one) => one.ecosystem === ecosystem && one.name === name)
      .flatMap((one) => one.pin ?? []),
  )
  if (pins.size === 0) return null
  const several = [...pins].slice(0, 5).join(', ')
  throw unfit('', `name several releases of ${name} (${several}): say which one by version`)
}

function unfit(path: string, why: string): ServiceError {
  const message = `${path === '' ? 'The files' : path} ${why}`
  return new ServiceError('validation_failed', message, { wrong: { field: 'files', input: path } })
}
