// The parent's end of the files of one job: its own, and those of other packages that it was given
// or turned out to want. The child knows them by number.

import { inLanes } from '../artifact/bytes/inLanes.ts'
import type { Following, UnfollowedPackage } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import { FOLLOW_ROUNDS_MAX } from '../limits.ts'
import type {
  DependencyFile,
  ExtractionJob,
  ExtractionSource,
  JobDependencies,
  WantedPackage,
} from '../ports/extraction.ts'
import { FrameError } from './frames.ts'
import type {
  DependencyHeader,
  FileHeader,
  FoundHeaders,
  JobHeader,
  JobMessage,
  ToChild,
} from './messages.ts'
import { type ReadServer, serveReads } from './serveReads.ts'

interface JobFiles {
  header(): Omit<JobHeader, 'job'>
  /** Throws `FrameError` on a request that is out of bounds. */
  take(message: Extract<JobMessage, { type: 'read' | 'prefetch' | 'want' }>): void
  /** Whether the child is waiting for us. */
  isBusy(): boolean
  /** What the job must fail with, or null. */
  failure(): Readonly<{ error: unknown }> | null
  /** What the output rests on; throws `FrameError` when the child names what it was not given. */
  following(
    done: Pick<Extract<JobMessage, { type: 'done' }>, 'followed' | 'unopened'>,
  ): Following | undefined
}

/** An honest child asks for a package once, whatever it is told. */
const WANTS_MAX = 1_000
const UNFOLLOWED_MAX = 64

export function jobFiles(
  job: ExtractionJob,
  send: (message: ToChild, body?: Uint8Array) => void,
  signal: AbortSignal,
): JobFiles {
  const given = job.dependencies
  const reads: ReadServer[] = [serveReads(remoteOf(job.source), send, signal)]
  /** By number; the job's own has the first. */
  const dependencies: (DependencyFile | null)[] = [null]
  const unfollowed: UnfollowedPackage[] = []
  let finding = 0
  let wants = 0
  let failure: { error: unknown } | null = null

  function handOver(dependency: DependencyFile): DependencyHeader {
    const { file, kind, source } = dependency
    const number = dependencies.push(dependency) - 1
    reads.push(serveReads(remoteOf(source), send, signal))
    const { name, version, filename, sha256 } = file
    return { file: number, kind, name, version, filename, sha256, source: sourceHeader(source) }
  }

  async function findAll(
    id: number,
    wanted: readonly WantedPackage[],
    find: Extract<JobDependencies, { find: unknown }>['find'],
  ): Promise<void> {
    finding += 1
    try {
      const found = new Map<WantedPackage, DependencyFile | UnfollowedPackage>()
      await inLanes(wanted, async (one) => {
        found.set(one, await find(one, signal))
      })
      if (signal.aborted) return
      // Numbered in the order of what was wanted, whichever came first.
      const headers: FoundHeaders = wanted.map((one) => {
        const answer = found.get(one)
        if (answer !== undefined && 'file' in answer) return handOver(answer)
        if (answer === undefined) return 'gap'
        unfollowed.push(answer)
        return answer.isAbsent === true ? null : 'gap'
      })
      send({ type: 'data', id }, Buffer.from(JSON.stringify(headers)))
    } catch (error) {
      failure ??= { error }
      if (!signal.aborted) send({ type: 'source_failed', id })
    } finally {
      finding -= 1
    }
  }

  function want(id: number, wanted: readonly WantedPackage[]): void {
    if (given === undefined || !('find' in given)) throw new FrameError('wants what is not there')
    wants += 1
    if (wants > WANTS_MAX || finding > 0) throw new FrameError('wants too much')
    void findAll(id, wanted, wants > FOLLOW_ROUNDS_MAX ? tooLate : given.find)
  }

  /** Of a dependency that the child could not open. */
  function unopened(number: number, detail: string): UnfollowedPackage {
    const dependency = dependencyAt(number)
    // A whole file was held against its digest: what is wrong with it will stay wrong.
    const isTemporary = 'remote' in dependency.source && !isTooLarge(reads[number]?.failure())
    return { name: dependency.file.name, reason: `not opened: ${detail}`, isTemporary }
  }

  function dependencyAt(number: number): DependencyFile {
    const found = dependencies[number] ?? null
    if (found === null) throw new FrameError('a dependency that it was not given')
    return found
  }

  const fixed = given !== undefined && 'files' in given ? given.files.map(handOver) : []
  return {
    header() {
      const { kind, filename, sha256, extractor, source } = job
      const own: FileHeader = { file: 0, kind, filename, sha256, source: sourceHeader(source) }
      const isAsked = given !== undefined && 'find' in given
      return { ...own, extractor, dependencies: isAsked ? null : fixed }
    },
    take(message) {
      if (message.type === 'want') return want(message.id, message.wanted)
      const server = reads[message.file]
      if (server === undefined) throw new FrameError('a read of a file that it was not given')
      server.take(message)
    },
    isBusy: () => finding > 0 || reads.some((server) => server.isBusy()),
    failure() {
      // A dependency that was wanted is done without; one that was fixed is not.
      const needed = given !== undefined && 'files' in given ? reads : reads.slice(0, 1)
      return failure ?? needed.map((server) => server.failure()).find((one) => one !== null) ?? null
    },
    following(done) {
      const files = done.followed.map((number) => dependencyAt(number).file)
      const bad = done.unopened.map(({ file, detail }) => unopened(file, detail))
      if (given === undefined) return undefined
      const most = [...unfollowed, ...bad].toSorted(byWeight).slice(0, UNFOLLOWED_MAX)
      return { files: files.toSorted(byName), unfollowed: most.toSorted(byName) }
    },
  }
}

async function tooLate({ name }: WantedPackage): Promise<UnfollowedPackage> {
  const reason = `wanted after ${FOLLOW_ROUNDS_MAX} rounds`
  return { name, reason, isTemporary: false }
}

type Named = Readonly<{ name: string; version?: string }>

function byName(one: Named, other: Named): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1
  return (one.version ?? '') < (other.version ?? '') ? -1 : 1
}

/** What may be had later first, then what exists: of these none may be lost sight of. */
function byWeight(one: UnfollowedPackage, other: UnfollowedPackage): number {
  const weight = ({ isTemporary, isAbsent }: UnfollowedPackage) =>
    isTemporary ? 0 : isAbsent === true ? 2 : 1
  return weight(one) - weight(other) || byName(one, other)
}

function isTooLarge(failure: Readonly<{ error: unknown }> | null | undefined): boolean {
  return failure?.error instanceof ServiceError && failure.error.code === 'artifact_too_large'
}

function remoteOf(source: ExtractionSource) {
  return 'remote' in source ? source.remote : null
}

function sourceHeader(source: ExtractionSource): FileHeader['source'] {
  return 'remote' in source
    ? { remoteBytes: source.remote.sizeBytes }
    : { blobPath: source.blobPath }
}
