// A registry as the data folder remembers it, for whoever asks nobody else. It repeats what the registry
// said of releases that are held, and refuses everything else: that something is not held says nothing
// about whether it exists, and a list of what is held is no list of what there is.

import type { PackageKey, PackageName } from '../domain/names/packageName.ts'
import { notHeld, notInFolder } from '../domain/notHeld.ts'
import {
  type Artifact,
  type IngestedRelease,
  isOpenable,
  kindOf,
  type RemoteArtifact,
} from '../domain/release.ts'
import { orderVersions } from '../domain/versionOrder.ts'
import type { FoundRelease, ProjectLookup, Registry } from '../ports/registry.ts'
import type { PackageStore } from '../ports/store.ts'
import { isIn } from './npm.ts'
import { versionKey as npmKey } from './read/npmDocument.ts'
import { isInRange } from './read/pypiProject.ts'
import { versionKey as pypiKey } from './read/pypiVersion.ts'

export function heldRegistry(
  registry: Registry,
  parts: Readonly<{
    packages: Pick<PackageStore, 'load' | 'releases'>
    /** Whether the Python that tables speak of is given the file with this digest. */
    isForReference: (sha256: string) => Promise<boolean>
  }>,
): Registry {
  const { ecosystem } = registry
  const { packages, isForReference } = parts
  const keyOf = (name: PackageName): PackageKey => ({ ecosystem, name })
  const spelling = (version: string) =>
    ecosystem === 'pypi' ? pypiKey(version) : (npmKey(version) ?? version)

  async function latest(name: PackageName): Promise<IngestedRelease> {
    const indexed = await packages.load(keyOf(name))
    if (indexed !== null) return indexed.head.release
    throw await unknown(name)
  }

  /** What is held of the package besides its latest release, for whoever asks for that. */
  async function unknown(name: PackageName) {
    const held = (await packages.releases(keyOf(name))).flatMap(({ version }) => version ?? [])
    if (held.length === 0) return notInFolder(name)
    const versions = listed(orderVersions(ecosystem, held))
    return notHeld(`of ${name} the data folder holds ${versions}, not which is the latest`)
  }

  /** The latest where it is that one, because of it the registry was asked last. */
  async function find(name: PackageName, version: string): Promise<IngestedRelease> {
    const wanted = spelling(version)
    const head = (await packages.load(keyOf(name)))?.head.release
    if (head?.version != null && spelling(head.version) === wanted) return head
    const same = (await packages.releases(keyOf(name))).filter(
      (one) => one.version !== null && spelling(one.version) === wanted,
    )
    const found = same.find((one) => one.version === version) ?? same[0]
    if (found === undefined) throw notInFolder(`${name} ${version}`)
    return found
  }

  /** Whether an installer is given the latest release wherever a range takes it. */
  async function isGiven({ artifact, yanked }: IngestedRelease): Promise<boolean> {
    if (ecosystem === 'npm') return true
    if (artifact === null || yanked !== null) return false
    // An older one is what a Python is given that the latest does not take.
    return isForReference(artifact.sha256)
  }

  /**
   * Ranges are tried in order, so the first that cannot be decided ends it. Where the latest release
   * is in a range it is the newest there; of any other range only a list of all versions tells.
   */
  async function newest(name: PackageName, ranges: readonly string[]): Promise<IngestedRelease> {
    const [range] = ranges
    if (range === undefined) throw notHeld(`no release of ${name} is asked for`)
    const exact = ecosystem === 'npm' ? npmKey(range) : null
    if (exact !== null) return find(name, exact)
    const head = await latest(name)
    const { version } = head
    const isWithin = ecosystem === 'npm' ? isIn : isInRange
    if (version !== null && isWithin(version, range) && (await isGiven(head))) return head
    throw notHeld(`which release of ${name} is the newest in ${range} is not in the data folder`)
  }

  const refuseFile = async ({ filename }: RemoteArtifact): Promise<never> => {
    throw notInFolder(`the file ${filename}`)
  }

  return {
    ...registry,
    async lookup(name): Promise<ProjectLookup> {
      const { release, ...project } = remoteOf(await latest(name))
      return { ...project, latest: release.version === '' ? null : release }
    },
    release: async (name, version) => remoteOf(await find(name, version)),
    newestIn: async (name, ranges) => remoteOf(await newest(name, ranges)),
    async versions(name) {
      throw notInFolder(`the list of all versions of ${name}`)
    },
    fetchArtifact: refuseFile,
    downloadArtifact: refuseFile,
    /** None: then the file is looked for among those that are kept whole. */
    openRanges: async () => null,
  }
}

function remoteOf(held: IngestedRelease): FoundRelease {
  const { version, artifact, registryStatus: status, statusReason, deprecation, yanked } = held
  return {
    found: true,
    status,
    ...(statusReason !== null && { statusReason }),
    release: {
      version: version ?? '',
      artifact: artifact && remoteFile(held, artifact),
      ...(deprecation !== null && { deprecation }),
      ...(yanked !== null && { yanked }),
    },
  }
}

/** Without an address: nobody is to fetch it. */
function remoteFile({ ecosystem }: IngestedRelease, artifact: Artifact): RemoteArtifact {
  const { filename, sha256, sizeBytes } = artifact
  const kind = isOpenable(artifact) ? kindOf(ecosystem, filename) : 'other'
  return { kind, filename, url: '', sizeBytes, digests: { sha256 } }
}

const LISTED_MAX = 3

function listed(versions: readonly string[]): string {
  const shown = versions.slice(-LISTED_MAX).join(', ')
  return versions.length > LISTED_MAX ? `${shown} and older ones` : shown
}
