// The child's end of dependencies: files of other packages, each opened under the same rules as the
// file of the job. One that cannot be opened is left out and reported; it spoils nothing.

import { ArchiveRefusal } from '../artifact/bytes/refusal.ts'
import type { WantedPackage } from '../ports/extraction.ts'
import { DEPENDENCIES_KEPT_MAX_BYTES, WANTED_AT_ONCE_MAX } from './extractLimits.ts'
import type { Dependencies, FoundDependency, OpenedDependency } from './extractor.ts'
import {
  type DependencyHeader,
  type FoundHeaders,
  type JobHeader,
  plainDetail,
  type UnopenedFile,
} from './messages.ts'
import { openJob } from './openJob.ts'
import type { RemoteReads } from './remoteReads.ts'

type ReportedDependencies = Dependencies &
  Readonly<{
    report(): Readonly<{ followed: readonly number[]; unopened: readonly UnopenedFile[] }>
  }>

/** Throws where a file that was fixed cannot be opened: the output would be another. */
export async function jobDependencies(
  { dependencies }: JobHeader,
  reads: RemoteReads,
): Promise<ReportedDependencies> {
  const numbers = new Map<OpenedDependency, number>()
  const followed = new Set<number>()
  const unopened: UnopenedFile[] = []
  let keptBytes = 0

  async function open(header: DependencyHeader): Promise<OpenedDependency> {
    const opened = { ...(await openJob(header, reads)), name: header.name, version: header.version }
    keptBytes += opened.tree.counts.keptBytes
    if (keptBytes > DEPENDENCIES_KEPT_MAX_BYTES) {
      keptBytes -= opened.tree.counts.keptBytes
      throw new Error('takes more memory than dependencies may')
    }
    numbers.set(opened, header.file)
    return opened
  }

  async function openOrReport(header: FoundHeaders[number]): Promise<FoundDependency> {
    if (header === null || header === 'gap') return header
    try {
      return await open(header)
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'threw'
      unopened.push({ file: header.file, detail: plainDetail(detail) })
      return 'gap'
    }
  }

  async function openFixed(header: DependencyHeader): Promise<OpenedDependency> {
    try {
      return await open(header)
    } catch (error) {
      // The file of the job is not to blame, and is not what is refused.
      if (!(error instanceof ArchiveRefusal)) throw error
      throw new Error(`${header.filename}: ${error.message}`, { cause: error })
    }
  }

  async function findSome(wanted: readonly WantedPackage[]): Promise<readonly FoundDependency[]> {
    const opened: FoundDependency[] = []
    // One after the other: each may hold hundreds of megabytes while it is unpacked.
    for (const header of await reads.want(wanted)) opened.push(await openOrReport(header))
    return opened
  }

  let fixed: OpenedDependency[] | null = null
  if (dependencies !== null) {
    fixed = []
    for (const header of dependencies) fixed.push(await openFixed(header))
    for (const header of dependencies) followed.add(header.file)
  }
  return {
    fixed,
    async find(wanted) {
      if (fixed !== null) return wanted.map(() => null)
      const found: FoundDependency[] = []
      for (let at = 0; at < wanted.length; at += WANTED_AT_ONCE_MAX) {
        found.push(...(await findSome(wanted.slice(at, at + WANTED_AT_ONCE_MAX))))
      }
      return found
    },
    follow(dependency) {
      const file = numbers.get(dependency)
      if (file !== undefined) followed.add(file)
    },
    leaveOut(dependency, why) {
      const file = numbers.get(dependency)
      if (file !== undefined) unopened.push({ file, detail: plainDetail(why) })
    },
    report: () => ({ followed: [...followed], unopened }),
  }
}
