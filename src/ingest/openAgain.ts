// The file of a release once more: from the blob cache where it is still there, else from the
// registry. Either way it is held against the digest that the proof names.

import type { PackageKey } from '../domain/names/packageName.ts'
import type {
  Artifact,
  IngestedRelease,
  RegistryStatus,
  RemoteArtifact,
} from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { Extracted, ExtractionOutcome, UndeterminedReason } from '../ports/extraction.ts'
import type { Registry } from '../ports/registry.ts'
import type { ReadArtifact, ReadOptions } from './readArtifact.ts'

/** The file of a release that is indexed. */
export type IndexedFile = Pick<IngestedRelease, 'version' | 'artifact'>

/** The release is there, and there is nothing in it that could be read. */
export type Unreadable = Readonly<{
  state: 'unreadable'
  version: string | null
  artifact: Artifact | null
  reason: string
}>

export type NotThere = Readonly<{
  state: 'absent' | 'version_not_found' | 'withheld'
  status: RegistryStatus | null
}>

type OpenedAgain =
  | Readonly<{ state: 'opened'; version: string; artifact: Artifact; outcome: Extracted }>
  | Unreadable
  | NotThere

/** Throws `not_read_yet` where another try may end otherwise, and as `ReadArtifact` does. */
export type OpenAgain = (
  key: PackageKey,
  indexed: IndexedFile,
  options: ReadOptions,
  signal: AbortSignal,
) => Promise<OpenedAgain>

export function openAgain(parts: {
  registryOf: (key: PackageKey) => Registry
  read: ReadArtifact
  now: () => Date
}): OpenAgain {
  return async (key, indexed, options, signal) => {
    const { version, artifact } = indexed
    const noFile = { state: 'unreadable', version, artifact, reason: 'the release has no file' }
    if (version === null || artifact === null) return { ...noFile, state: 'unreadable' }
    const found = await parts.registryOf(key).release(key.name, version, signal)
    if (!found.found) {
      const state = found.missing === 'project' ? 'absent' : 'version_not_found'
      return { state: found.status === 'quarantined' ? 'withheld' : state, status: found.status }
    }
    const remote = found.release.artifact
    if (remote === null) return { ...noFile, state: 'unreadable' }
    const read = await parts.read(key, withKnownDigest(remote, artifact), signal, options)
    refuseOtherBytes(key, artifact, read.artifact)
    if (read.artifact.sha256 !== artifact.sha256) {
      const reason = `the registry offers ${read.artifact.filename} now, not ${artifact.filename}`
      return { state: 'unreadable', version, artifact, reason }
    }
    if (read.outcome?.state === 'extracted') {
      return { state: 'opened', version, artifact: read.artifact, outcome: read.outcome }
    }
    if (read.outcome?.againAt !== undefined) {
      throw notReadYet(`${key.name} ${version}`, read.outcome, parts.now())
    }
    return { state: 'unreadable', version, artifact: read.artifact, reason: why(read.outcome) }
  }
}

function why(outcome: Exclude<ExtractionOutcome, { state: 'extracted' }> | null): string {
  if (outcome === null) return 'a file of a form that is not opened'
  return outcome.state === 'refused'
    ? `${outcome.state}: ${outcome.reason}`
    : `${UNDETERMINED_WORDS[outcome.reason]} (${outcome.reason})`
}

const UNDETERMINED_WORDS: Readonly<Record<UndeterminedReason, string>> = {
  crashed: 'reading it ended in a crash',
  timed_out: 'reading it took too long',
  out_of_memory: 'reading it took too much memory',
  output_too_large: 'it has more names than are kept',
  lost: 'reading it was ended from outside',
}

/** Words only where there are some: what is tried again may have been refused. */
function inWords(reason: string): string {
  const words: Readonly<Record<string, string>> = UNDETERMINED_WORDS
  return Object.hasOwn(words, reason) ? `: ${words[reason]} (${reason})` : ` (${reason})`
}

function notReadYet(
  release: string,
  {
    reason,
    againAt,
  }: Pick<Exclude<ExtractionOutcome, { state: 'extracted' }>, 'reason' | 'againAt'>,
  now: Date,
): ServiceError {
  const leftMs = Date.parse(againAt ?? '') - now.getTime()
  const retryAfterS = Math.max(1, Math.ceil(leftMs / 1_000))
  const message = `${release} could not be read so far${inWords(reason)}, and is tried again in ${retryAfterS} s`
  return new ServiceError('not_read_yet', message, { retryAfterS })
}

/** npm declares no sha256, by which the cache keeps files; the proof has it. */
function withKnownDigest(remote: RemoteArtifact, artifact: Artifact): RemoteArtifact {
  if (artifact.filename !== remote.filename) return remote
  if (remote.kind !== 'tarball' || remote.digests.sha256 !== undefined) return remote
  return { ...remote, digests: { ...remote.digests, sha256: artifact.sha256 } }
}

/** What is shown or compared must be what was proven. */
function refuseOtherBytes({ name }: PackageKey, proven: Artifact, read: Artifact): void {
  if (read.filename === proven.filename && read.sha256 !== proven.sha256) {
    const message = `${name} ${read.filename}: the registry now serves other bytes under this name`
    throw new ServiceError('artifact_changed', message)
  }
}
