// What changed from each indexed release to the next, for a drawing of all of them. Each step is a signed
// diff like any other. They are made one at a time, when somebody has looked at the package, and nobody
// waits for them: until then a step is not known.

import type { PackageKey } from '../domain/names/packageName.ts'
import { recentlyUsed } from '../domain/recentlyUsed.ts'
import { keyText } from '../domain/release.ts'
import { orderVersions } from '../domain/versionOrder.ts'
import {
  STEP_CACHE_ENTRIES,
  STEP_MAX_MS,
  STEPS_OF_PACKAGE_MAX,
  STEPS_WAITING_MAX,
} from '../limits.ts'
import type { PackageStore } from '../ports/store.ts'
import type { AnswerReleaseDiff } from './releaseDiff.ts'
import { renderReply } from './signedReply.ts'

type Verdict = 'breaking' | 'additive' | 'neutral'

/** What a diff says, as far as it is drawn. */
type Told = Readonly<{
  classification: Verdict
  compatibility: Readonly<{ classification: Verdict; undecided: number }>
  counts: Readonly<{ added: number; removed: number; changed: number; new_deprecations: number }>
}>

/** How a release differs from the one before it. `undetermined`: modules that could not be compared. */
export type ReleaseStep = Told & Readonly<{ from: string; undetermined: number }>

export type IndexedVersion = Readonly<{
  version: string
  isYanked: boolean
  isDeprecated: boolean
  /** When it was read here. */
  readAt: string
  /** Null: it is the oldest, it could not be compared, or it is not compared yet. */
  step: ReleaseStep | null
}>

export type IndexedVersions = Readonly<{
  /** The newest of them, oldest first. */
  versions: readonly IndexedVersion[]
  total: number
  /** Steps that are worked on. */
  waiting: number
}>

export type ReleaseSteps = ReturnType<typeof releaseSteps>

export function releaseSteps(parts: {
  packages: Pick<PackageStore, 'releases'>
  releaseDiff: AnswerReleaseDiff
}) {
  /** Of every step that was looked at; null for one that could not be made. */
  const known = recentlyUsed<string, { step: ReleaseStep | null }>(STEP_CACHE_ENTRIES)
  const waiting = new Map<string, () => Promise<void>>()
  const ending = new AbortController()
  let isWorking = false

  function want(id: string, key: PackageKey, from: string, to: string): boolean {
    if (waiting.has(id)) return true
    if (waiting.size >= STEPS_WAITING_MAX) return false
    waiting.set(id, async () => {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(STEP_MAX_MS)])
      try {
        const reply = await parts.releaseDiff({ key, from, to }, { signal })
        known.set(id, { step: stepOf(JSON.parse(renderReply(reply, 0)), from) })
      } catch {
        // Whatever stood in the way: the page of the comparison says it, and a later look tries again.
        known.set(id, { step: null })
      }
    })
    void work()
    return true
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (const [id, job] of waiting) {
      if (ending.signal.aborted) break
      await job()
      waiting.delete(id)
    }
    isWorking = false
  }

  return {
    async of(key: PackageKey): Promise<IndexedVersions> {
      const releases = await parts.packages.releases(key)
      const byVersion = new Map(releases.map((release) => [release.version, release]))
      const all = orderVersions(
        key.ecosystem,
        [...byVersion.keys()].flatMap((version) => version ?? []),
      )
      const newest = all.slice(-STEPS_OF_PACKAGE_MAX)
      let isWaiting = 0
      const versions = newest.map((version, i): IndexedVersion => {
        const release = byVersion.get(version)
        const from = newest[i - 1]
        const marks = {
          version,
          isYanked: release?.yanked != null,
          isDeprecated: release?.deprecation != null,
          readAt: release?.extractedAt ?? '',
        }
        if (from === undefined) return { ...marks, step: null }
        const rests = [byVersion.get(from), release].map((one) => one?.artifact?.sha256 ?? '')
        const id = `${keyText(key)} ${from} ${version} ${rests.join(' ')}`
        const found = known.get(id)
        if (found === undefined && want(id, key, from, version)) isWaiting += 1
        return { ...marks, step: found?.step ?? null }
      })
      return { versions, total: all.length, waiting: isWaiting }
    },

    /** Ends what is worked on; nothing is begun after that. */
    close(): void {
      ending.abort(new Error('the service is stopping'))
      waiting.clear()
    },
  }
}

function stepOf(
  {
    classification,
    compatibility,
    counts,
    undetermined,
  }: Told & Readonly<{ undetermined: readonly unknown[] }>,
  from: string,
): ReleaseStep {
  return { from, classification, compatibility, counts, undetermined: undetermined.length }
}
