// The watchtower as the rest of the service sees it.

import { keptWhileRunning } from '../../domain/maps.ts'
import type { AnswerStore, SignedAnswer } from '../../ports/store.ts'
import type { WatchStore } from '../../ports/watch.ts'
import { board } from './board.ts'
import { checkReports, type VerifyAnswer } from './checkReports.ts'
import { type SignReport, windowCloser } from './closeWindows.ts'
import type { SendProbe } from './sendProbe.ts'
import type { Target } from './target.ts'
import { targetSource } from './targetSource.ts'
import { watcher } from './watcher.ts'
import type { Window } from './windows.ts'

type ProbesPage = Readonly<{ target: Target; window: Window; after: string; limit: number }>

export type Watchtower = ReturnType<typeof watchtower>

export function watchtower(parts: {
  watch: WatchStore
  answers: Pick<AnswerStore, 'load'>
  /** Null: there is no file of targets. */
  file: string | null
  baseUrl: () => string
  send: SendProbe
  sign: SignReport
  keepMs: number
  owner: string
  now: () => Date
  /** The time that probes go by; that of the store, unless a test has its own. */
  time?: () => Promise<string>
  monotonicMs: () => number
  onFailure: (error: unknown) => void
}) {
  const { watch, answers, send, onFailure } = parts
  const source = targetSource({ path: parts.file, baseUrl: parts.baseUrl, onFailure })
  const close = windowCloser({ watch, answers, sign: parts.sign, keepMs: parts.keepMs })
  const show = board({ watch, answers })

  const watching = watcher({
    targets: source.targets,
    watch,
    time: parts.time ?? (() => watch.time()),
    send,
    // Looks may overlap, but two that close windows would only do the same twice.
    upkeep: keptWhileRunning(async (at: string) => close(await source.targets(), at)),
    owner: parts.owner,
    monotonicMs: parts.monotonicMs,
    onFailure,
  })

  return {
    /** Reads the target file. Throws `TargetFileError`. */
    load: source.load,
    /** Probes from now on. */
    start: watching.start,
    /** One look at everything; what `start` does again and again. */
    look: watching.look,
    stop: watching.stop,
    targets: source.targets,
    /** However many ask, the store is asked once. */
    board: keptWhileRunning(async () => show(await source.targets(), parts.now().toISOString())),
    /** Targets by a part of their name; one that is called or has the id exactly so is alone. */
    async find(service: string): Promise<readonly Target[]> {
      const wanted = service.toLowerCase()
      const targets = await source.targets()
      const exact = targets.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted)
      if (exact !== undefined) return [exact]
      return targets.filter(({ name }) => name.toLowerCase().includes(wanted))
    },
    /** The latest report; null before the first window is closed. */
    async report({ id }: Target): Promise<SignedAnswer | null> {
      const [last] = await watch.reports({ target: id, limit: 1 })
      return last === undefined ? null : answers.load(last.attestationHash)
    },
    check: ({ id }: Target, verify: VerifyAnswer) => checkReports(id, { watch, answers, verify }),
    probes({ target, window, after, limit }: ProbesPage) {
      const { start: from, end: until } = window
      return watch.probes({ target: target.id, from, until, after, limit })
    },
    /** Probes now, beside the schedule; nothing is saved. */
    probeNow: send,
  }
}
