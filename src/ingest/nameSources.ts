// Where the names of a registry come from: npm's are published on npm itself, as a package that is
// made anew every day; PyPI's index lists them at its root. Both are fetched like any other file,
// digests checked, and nothing of them is executed.

import type { PackageKey, PackageName } from '../domain/names/packageName.ts'
import type { RemoteArtifact } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { BlobCache } from '../ports/blobs.ts'
import type {
  IndexRoot,
  Material,
  MaterialLabel,
  MaterialRole,
  NameSources,
} from '../ports/nameSources.ts'
import type { Registry } from '../ports/registry.ts'

const NPM_LISTS: readonly Readonly<{ role: MaterialRole; name: string }>[] = [
  { role: 'names', name: 'all-the-package-names' },
  { role: 'downloads', name: 'download-counts' },
]
const PYPI_ROOT: MaterialLabel = { role: 'names', name: 'simple index', version: null }

type Found = MaterialLabel & Readonly<{ artifact: RemoteArtifact }>

export function nameSources(parts: {
  registryOf: (key: Pick<PackageKey, 'ecosystem'>) => Registry
  indexRoot: IndexRoot
  blobs: BlobCache
}): NameSources {
  const npm = () => parts.registryOf({ ecosystem: 'npm' })

  async function findLists(signal: AbortSignal): Promise<readonly Found[]> {
    const found: Found[] = []
    for (const list of NPM_LISTS) {
      // Names of packages that npm has.
      const project = await npm().lookup(list.name as PackageName, signal)
      const latest = project.found ? project.latest : null
      if (latest?.artifact) {
        found.push({ ...list, version: latest.version, artifact: latest.artifact })
      } else if (list.role === 'names') {
        const message = `this npm registry has no ${list.name}, which lists its names`
        throw new ServiceError('registry_unavailable', message)
      }
    }
    return found
  }

  async function fetchLists(signal: AbortSignal): Promise<readonly Material[]> {
    const fetched: Material[] = []
    try {
      for (const { artifact, ...label } of await findLists(signal)) {
        const { lease } = await npm().downloadArtifact(artifact, () => parts.blobs.writer(), signal)
        fetched.push({ ...label, filename: artifact.filename, lease })
      }
      return fetched
    } catch (error) {
      for (const { lease } of fetched) await lease.release()
      throw error
    }
  }

  return {
    async labels(ecosystem, signal) {
      if (ecosystem === 'pypi') return [PYPI_ROOT]
      return (await findLists(signal)).map(({ artifact: _, ...label }) => label)
    },
    async fetch(ecosystem, signal) {
      if (ecosystem === 'npm') return fetchLists(signal)
      const lease = await parts.indexRoot.download(() => parts.blobs.writer(), signal)
      return [{ ...PYPI_ROOT, filename: 'simple', lease }]
    },
  }
}
