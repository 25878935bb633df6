// The file of a release once more: from the blob cache where it is still there, else from the
// registry. Either way it is held against the digest that the proof names.

import type { PackageKey } from '../domain/names/packageName.ts'
import {
  type Artifact,
  type IngestedRelease,
  NO_FILE_REASON,
  type RegistryStatus,
} from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { Extracted, ExtractionOutcome, UndeterminedReason } from '../ports/extraction.ts'
import type { Registry, ReleaseLookup } from '../ports/registry.ts'
import { withKnownDigest } from './obtainFile.ts'
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
    const unreadable = (reason: string): Unreadable => {
      return { state: 'unreadable', version, artifact, reason }
    }
    if (version === null || artifact === null) return unreadable(NO_FILE_REASON)
    const found = await parts.registryOf(key).release(key.name, version, signal)
    if (!found.found) return notThere(found)
    const remote = found.release.artifact
    if (remote === null) return unreadable(NO_FILE_REASON)
    const read = await parts.read(key, withKnownDigest(remote, artifact), signal, options)
    refuseOtherBytes(key, artifact, read.artifact)
    if (read.artifact.sha256 !== artifact.sha256) {
      return unreadable(
        `the registry offers ${read.artifact.filename} now, not ${artifact.filename}`,
      )
    }
    if (read.outcome?.state === 'extracted') {
      return { state: 'opened', version, artifact: read.artifact, outcome: read.outcome }
    }
    if (read.outcome?.againAt !== undefined) {
      throw notReadYet(`${key.name} ${version}`, read.outcome, parts.now())
    }
    return { ...unreadable(why(read.outcome)), artifact: read.artifact }
  }
}

/** A version that the registry does not give. */
export function notThere({ missing, status }: Extract<ReleaseLookup, { found: false }>): NotThere {
  // Versions of a quarantined project are withheld, which does not say that there is none.
  if (status === 'quarantined') return { state: 'withheld', status }
  return { state: missing === 'project' ? 'absent' : 'version_not_found', status }
}

type Failure = Exclude<ExtractionOutcome, { state: 'extracted' }>

function why(outcome: Failure | null): string {
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

function notReadYet(release: string, { reason, againAt }: Failure, now: Date): ServiceError {
  const leftMs = Date.parse(againAt ?? '') - now.getTime()
  const retryAfterS = Math.max(1, Math.ceil(leftMs / 1_000))
  const message = `${release} could not be read so far${inWords(reason)}, and is tried again in ${retryAfterS} s`
  return new ServiceError('not_read_yet', message, { retryAfterS })
}

/** What is shown or compared must be what was proven. */
function refuseOtherBytes({ name }: PackageKey, proven: Artifact, read: Artifact): void {
  if (read.filename === proven.filename && read.sha256 !== proven.sha256) {
    const message = `${name} ${read.filename}: the registry now serves other bytes under this name`
    throw new ServiceError('artifact_changed', message)
  }
}
