// Keeps the sets of names of a running service current, in the background: builds what is not there,
// updates what is old, opens what another process put in place. No question ever waits for it.

import { ECOSYSTEMS, type Ecosystem } from '../domain/names/packageName.ts'
import { ServiceError } from '../errors.ts'
import { NAMES_LOOK_MS, NAMES_RETRY_MS } from '../limits.ts'
import type { NameFiles } from './build/nameFiles.ts'
import type { NamesUpdate, UpdateNames, UpdateProgress } from './build/updateNames.ts'
import type { NameLibrary } from './nameLibrary.ts'

type UpkeepState = Readonly<{
  /** `off`: sets that are there are used, but nothing is fetched. */
  state: 'off' | 'waiting' | 'updating' | 'failed'
  progress: UpdateProgress | null
  /** Why the last try failed; null after one that did not. */
  failure: string | null
}>

type Watch = { state: UpkeepState; failures: number; retryAtMs: number }

const DAY_MS = 24 * 60 * 60_000

export function nameUpkeep(parts: {
  library: NameLibrary
  files: NameFiles
  update: UpdateNames
  /** Null: nothing is fetched. */
  refreshMs: number | null
  now: () => Date
  onUpdate: (ecosystem: Ecosystem, update: NamesUpdate) => void
  onFailure: (ecosystem: Ecosystem, error: unknown) => void
}) {
  const { library, files, update, refreshMs, now } = parts
  const stopping = new AbortController()
  const idle: UpkeepState = {
    state: refreshMs === null ? 'off' : 'waiting',
    progress: null,
    failure: null,
  }
  const watches = new Map<Ecosystem, Watch>(
    ECOSYSTEMS.map((ecosystem) => [ecosystem, { state: idle, failures: 0, retryAtMs: 0 }]),
  )
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null

  async function isDue(ecosystem: Ecosystem, watch: Watch): Promise<boolean> {
    const nowMs = now().getTime()
    if (refreshMs === null || nowMs < watch.retryAtMs) return false
    const checkedAt = await files.checkedAt(ecosystem)
    const isUsed = library.answering(ecosystem).source === 'registry'
    return checkedAt === null || !isUsed || nowMs - checkedAt.getTime() >= refreshMs
  }

  async function updateOne(ecosystem: Ecosystem, watch: Watch): Promise<void> {
    const show = (progress: UpdateProgress | null) => {
      watch.state = { ...watch.state, state: 'updating', progress }
    }
    show(null)
    try {
      const done = await update(ecosystem, { whole: false, onProgress: show }, stopping.signal)
      await library.refresh()
      watch.state = idle
      watch.failures = 0
      parts.onUpdate(ecosystem, done)
    } catch (error) {
      if (stopping.signal.aborted) return
      const pauseMs = Math.min(NAMES_RETRY_MS * 2 ** watch.failures, DAY_MS)
      watch.failures += 1
      watch.retryAtMs = now().getTime() + pauseMs
      const failure = error instanceof Error ? error.message : String(error)
      watch.state = { state: 'failed', progress: null, failure }
      parts.onFailure(ecosystem, error)
    }
  }

  function failAll(error: unknown): void {
    for (const ecosystem of ECOSYSTEMS) parts.onFailure(ecosystem, error)
  }

  async function lookOnce(): Promise<void> {
    await library.refresh().catch(failAll)
    // One after the other: two builds at once would take twice the memory.
    for (const [ecosystem, watch] of watches) {
      if (stopping.signal.aborted) return
      if (await isDue(ecosystem, watch)) await updateOne(ecosystem, watch)
    }
  }

  /** One look at everything; whoever comes while one is under way waits for that one. */
  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = null
    })
    return looking
  }

  function schedule(afterMs: number): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      look()
        .catch(failAll)
        .finally(() => schedule(NAMES_LOOK_MS))
    }, afterMs)
    timer.unref()
  }

  return {
    /** Looks again and again. */
    start: () => schedule(0),
    look,
    state: (ecosystem: Ecosystem): UpkeepState => watches.get(ecosystem)?.state ?? idle,
    /** Ends a build under way. */
    async stop(): Promise<void> {
      if (timer !== null) clearTimeout(timer)
      stopping.abort(new ServiceError('shutting_down', 'the service is stopping'))
      await looking?.catch(() => {})
    },
  }
}
