// One release from the registry's word to a proof row: fetched, checked, opened, saved; all or
// nothing. Over every process that shares the store, one at a time works on one release.

import { EXTRACTOR_VERSIONS } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { FOR_REFERENCE_PYTHON } from '../domain/referencePython.ts'
import {
  type Artifact,
  declaredDigest,
  type IngestedRelease,
  keyText,
  NOTHING_FOLLOWED,
  type RemoteArtifact,
  tableKeyOf,
} from '../domain/release.ts'
import { isReadElsewhere } from '../domain/remarks.ts'
import { ServiceError } from '../errors.ts'
import type { ProjectLookup, Registry, RemoteRelease } from '../ports/registry.ts'
import type { EncodedTable, IndexedPackage, PackageStore, ProvenanceStore } from '../ports/store.ts'
import { inStage } from '../stages.ts'
import type { ReadArtifact, ReadOptions, ReadRelease } from './readArtifact.ts'
import { remarksOf } from './remarksOf.ts'
import type { SharedWork } from './sharedWork.ts'

/** A file that was read now, or that was read before or elsewhere with these remarks. */
export type Known = Readonly<Pick<ReadRelease, 'outcome' | 'told'>> &
  Pick<IngestedRelease, 'artifact'> &
  Partial<Pick<IngestedRelease, 'remarks'>>

type FoundProject = Extract<ProjectLookup, { found: true }>

type Standing = Pick<FoundProject, 'status' | 'statusReason' | 'isStatusOpen'>

const NO_FILE: Known = { artifact: null, outcome: null, told: null }

export type IngestRelease = ReturnType<typeof ingestRelease>

export function ingestRelease(parts: {
  registryOf: (key: PackageKey) => Registry
  packages: PackageStore
  provenance: ProvenanceStore
  read: ReadArtifact
  /** Whether the table of a release is kept, or is known not to be had. */
  isRead: (release: IngestedRelease) => Promise<boolean>
  /** The file of a release whose table was pulled: nothing needs to be fetched; else null. */
  pulled: (key: PackageKey, release: RemoteRelease) => Promise<Known | null>
  share: SharedWork
  now: () => Date
}) {
  const { packages, now } = parts

  function ingested(
    key: PackageKey,
    remote: RemoteRelease | null,
    { status, statusReason }: Standing,
    read: Known,
  ): IngestedRelease {
    return {
      ecosystem: key.ecosystem,
      name: key.name,
      version: remote?.version ?? null,
      artifact: read.artifact,
      registryStatus: status,
      statusReason: statusReason ?? null,
      deprecation: remote?.deprecation ?? null,
      yanked: remote?.yanked ?? null,
      sourceUrl: remote?.artifact ? parts.registryOf(key).sourceUrl(remote.artifact) : null,
      remarks: read.remarks ?? remarksOf(key, remote?.version ?? null, read.told),
      extractor: EXTRACTOR_VERSIONS[key.ecosystem],
      extractedAt: now().toISOString(),
    }
  }

  async function appendLatest(
    key: PackageKey,
    { latest, ...project }: FoundProject,
    head: IngestedRelease | null,
    read: Known,
    askedAt: string,
  ): Promise<Readonly<{ indexed: IndexedPackage; isNew: boolean }>> {
    const release = ingested(key, latest, standingOf(project, head), read)
    const saved = await inStage('store', () =>
      packages.saveLatest(release, askedAt, tableOf(release, read)),
    )
    if (saved.change === 'alarm') throw otherBytes(release)
    return { indexed: saved.indexed, isNew: saved.change === 'append' }
  }

  /** Whether the file that the registry names as the latest is the one of this release. */
  async function isSameFile(
    { latest }: FoundProject,
    release: IngestedRelease | null,
  ): Promise<boolean> {
    const remote = latest?.artifact
    if (!remote || !release?.artifact) return false
    if (release.version !== latest.version) return false
    if (release.artifact.filename !== remote.filename) return false
    if (!(await isCurrent(release))) return false
    // What was put down on the word of somebody who was forgotten since is read here.
    if (isReadElsewhere(release) && (await pulledOf(release, latest)) === null) return false
    if (remote.digests.sha256 !== undefined) {
      return remote.digests.sha256 === release.artifact.sha256
    }
    // npm declares other digests. A file for which nothing is declared is read again every time:
    // nobody vouches that it is the same.
    const declared = declaredDigest(remote)
    return declared !== null && parts.provenance.isDeclared(release.artifact.sha256, declared)
  }

  /** For whoever asks offline which release of a range an installer is given. */
  async function saveReference({ latest }: FoundProject, { sha256 }: Artifact): Promise<void> {
    if (latest?.isForReference !== true) return
    if (await parts.provenance.isDeclared(sha256, FOR_REFERENCE_PYTHON)) return
    await parts.provenance.saveDeclared(sha256, FOR_REFERENCE_PYTHON)
  }

  /** Read by the extractor of today, with everything that it gives. */
  async function isCurrent(release: IngestedRelease): Promise<boolean> {
    if (release.extractor !== EXTRACTOR_VERSIONS[release.ecosystem]) return false
    return parts.isRead(release)
  }

  async function pulledOf(key: PackageKey, remote: RemoteRelease | null): Promise<Known | null> {
    return remote === null ? null : parts.pulled(key, remote)
  }

  /** So that a file that was replaced shows without a download. */
  async function saveDeclared(remote: RemoteArtifact, { artifact }: Known): Promise<void> {
    const declared = declaredDigest(remote)
    if (declared === null || artifact === null) return
    await parts.provenance.saveDeclared(artifact.sha256, declared)
  }

  return {
    /** Makes what the registry says is the latest release the head of the package's chain. */
    async latest(
      key: PackageKey,
      project: FoundProject,
      known: IndexedPackage | null,
      /** When the registry was asked; ISO 8601, UTC. */
      askedAt: string,
      signal: AbortSignal,
      options?: Pick<ReadOptions, 'followed'>,
    ) {
      const remote = project.latest?.artifact ?? null
      const head = known?.head.release ?? null
      if (remote === null) return appendLatest(key, project, head, NO_FILE, askedAt)
      if (await isSameFile(project, head)) {
        const { artifact = null, remarks = [] } = head ?? {}
        if (artifact !== null) await saveReference(project, artifact)
        return appendLatest(key, project, head, { ...NO_FILE, artifact, remarks }, askedAt)
      }
      return parts.share(
        `latest:${keyText(key)}`,
        async () => {
          const indexed = await packages.load(key)
          const isThere = indexed !== null && (await isSameFile(project, indexed.head.release))
          return isThere ? { indexed, isNew: false } : null
        },
        async (inner) => {
          const read =
            (await pulledOf(key, project.latest)) ?? (await parts.read(key, remote, inner, options))
          const appended = await appendLatest(key, project, head, read, askedAt)
          await saveDeclared(remote, read)
          if (read.artifact !== null) await saveReference(project, read.artifact)
          return appended
        },
        signal,
      )
    },

    /** A per-version proof row; the chain never moves. */
    async pinned(
      key: PackageKey,
      { release: found, ...project }: Standing & Readonly<{ release: RemoteRelease }>,
      signal: AbortSignal,
    ): Promise<IngestedRelease> {
      const { version, artifact: remote } = found
      const load = () => packages.loadPinned(key, version)
      const before = await load()
      const isKept = async (known: IngestedRelease | null): Promise<boolean> => {
        // A file that came after the release was found without one is a reason to read it.
        if (known === null || (known.artifact === null && remote !== null)) return false
        return isCurrent(known)
      }
      if (before !== null && (await isKept(before))) return before
      return parts.share(
        `pinned:${keyText(key)}:${version}`,
        async () => {
          const known = await load()
          return (await isKept(known)) ? known : null
        },
        async (inner) => {
          // Whoever names a release asks for what is in it: read once, with all that it leads to.
          const read =
            (await parts.pulled(key, found)) ??
            (remote && (await parts.read(key, remote, inner, { followed: 'chosen' })))
          const release = ingested(key, found, project, read ?? NO_FILE)
          const saved = await inStage('store', () =>
            packages.savePinned(release, read && tableOf(release, read)),
          )
          if (saved.change === 'alarm') throw otherBytes(release)
          if (remote !== null && read !== null) await saveDeclared(remote, read)
          return (await load()) ?? release
        },
        signal,
      )
    },
  }
}

/** What could not be asked is as it was when the registry last told. */
function standingOf(project: Standing, head: IngestedRelease | null): Standing {
  if (project.isStatusOpen !== true || head === null) return project
  const { registryStatus: status, statusReason } = head
  return { status, ...(statusReason !== null && { statusReason }) }
}

/** The table that reading gave; null when there is none to keep. */
export function tableOf(
  release: Pick<IngestedRelease, 'ecosystem' | 'name' | 'artifact' | 'extractor' | 'extractedAt'>,
  { outcome }: Pick<ReadRelease, 'outcome'>,
): EncodedTable | null {
  if (outcome?.state !== 'extracted' || outcome.symbols === undefined) return null
  const { output: bytes, symbols, modules, following = NOTHING_FOLLOWED } = outcome
  const key = tableKeyOf(release, following.files)
  const counted = modules === undefined ? {} : { modules }
  return key && { key, bytes, symbols, ...counted, following, madeAt: release.extractedAt }
}

function otherBytes({ name, version, artifact }: IngestedRelease): ServiceError {
  const file = `${name} ${version} ${artifact?.filename}`
  const message = `${file}: the registry now serves other bytes under the same name`
  return new ServiceError('artifact_changed', message)
}
