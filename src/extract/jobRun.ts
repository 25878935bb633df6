// One job on one child, from its first message to its outcome. It ends exactly once: by the child's
// word, by the child's death, by passing a limit, or by the caller's signal.

import { setMaxListeners } from 'node:events'
import { ServiceError } from '../errors.ts'
import type { ExtractionJob, ExtractionOutcome, Undetermined } from '../ports/extraction.ts'
import { tellSpent } from '../stages.ts'
import { type ChildExit, describeExit, type ExtractionProcess } from './childProcess.ts'
import { type ExtractLimits, MESSAGES_PER_JOB_MAX, OUTPUT_PART_BYTES } from './extractLimits.ts'
import { FrameError } from './frames.ts'
import { jobFiles } from './jobFiles.ts'
import type { Failure, FromChild } from './messages.ts'
import { watchProcess } from './watchProcess.ts'

/** The child was lost, and the job can go to another one. */
export class LostJobError extends Error {
  override readonly name = 'LostJobError'
  /** Nobody knows by whose doing: the job may have had a part in it, and may do it again. */
  readonly isSuspect: boolean

  constructor(message: string, isSuspect = false) {
    super(message)
    this.isSuspect = isSuspect
  }
}

export interface JobRun {
  readonly outcome: Promise<ExtractionOutcome>
  /** A message of the child. Throws `FrameError` when it has no place in this job. */
  take(message: Exclude<FromChild, { type: 'ready' }>): void
  /** The child is to die, or is dead; the job is undetermined for this reason. */
  giveUp(reason: Undetermined['reason'], detail: string): void
  exited(exit: ChildExit): void
}

type JobRunOptions = Readonly<{
  job: ExtractionJob
  /** Which job of its child this is. */
  number: number
  process: Pick<ExtractionProcess, 'send' | 'kill'> & Readonly<{ pid: number }>
  limits: ExtractLimits
}>

export function jobRun(options: JobRunOptions, signal: AbortSignal): JobRun {
  const { job, number, process, limits } = options
  const ending = new AbortController()
  // Every read of a remote file listens to it, and there may be several at once.
  setMaxListeners(0, ending.signal)
  const files = jobFiles(job, process.send, ending.signal)
  const output: Buffer[] = []
  let outputBytes = 0
  let messages = 0
  let isAccepted = false
  const { promise, resolve, reject } = deferred<ExtractionOutcome>()

  const onAbort = () => finish(() => reject(signal.reason), 'kill')
  const stopWatching = watchProcess({
    pid: process.pid,
    limits,
    isWaiting: files.isBusy,
    overrun: ({ reason, detail }) => giveUp(reason, detail),
    stalled: (detail) => finish(() => reject(new LostJobError(detail, isAccepted)), 'kill'),
  })

  const acceptTimer = setTimeout(
    () => giveUp('lost', 'does not take jobs any more'),
    limits.startMaxMs,
  )

  function finish(settle: () => void, then: 'keep' | 'kill' = 'keep'): void {
    if (ending.signal.aborted) return
    ending.abort(new Error('the job is over'))
    stopWatching()
    clearTimeout(acceptTimer)
    signal.removeEventListener('abort', onAbort)
    if (then === 'kill') process.kill()
    // A source that failed explains whatever the child did next.
    const failure = files.failure()
    if (failure !== null && !signal.aborted) reject(failure.error)
    else settle()
  }

  function giveUp(reason: Undetermined['reason'], detail: string): void {
    finish(() => {
      if (isAccepted) resolve({ state: 'undetermined', reason, detail })
      else reject(new LostJobError(detail))
    }, 'kill')
  }

  function takeOutput(part: Buffer): void {
    // Only the last part may be short, so that the number of parts is bounded too.
    if (outputBytes % OUTPUT_PART_BYTES !== 0) throw new FrameError('output after its end')
    outputBytes += part.length
    if (outputBytes > limits.outputMaxBytes) {
      giveUp('output_too_large', `gave over ${limits.outputMaxBytes} bytes`)
    } else output.push(part)
  }

  signal.addEventListener('abort', onAbort, { once: true })
  process.send({ type: 'job', job: number, ...files.header() })
  return {
    outcome: promise,
    giveUp,
    take(message) {
      if (ending.signal.aborted) throw new FrameError('a message after the end of its job')
      if (message.job !== number) throw new FrameError('a message about another job')
      messages += 1
      if (messages > MESSAGES_PER_JOB_MAX) throw new FrameError('too many messages')
      if (isAccepted === (message.type === 'accepted'))
        throw new FrameError('a message out of turn')
      switch (message.type) {
        case 'accepted':
          isAccepted = true
          clearTimeout(acceptTimer)
          return
        case 'read':
        case 'prefetch':
        case 'want':
          return files.take(message)
        case 'output':
          return takeOutput(message.part)
        case 'done': {
          const { counts, said, remarks } = message
          for (const [stage, ms] of message.spent) tellSpent(stage, ms)
          const following = files.following(message)
          const more = following === undefined ? {} : { following }
          const told = { counts, said, remarks, ...more }
          return finish(() => resolve({ state: 'extracted', output: joined(output), ...told }))
        }
        case 'refused':
          return finish(() => resolve({ state: 'refused', ...message.refusal }))
        case 'failed':
          return finish(() => {
            const found = judgeFailure(job, message)
            if (found instanceof ServiceError) reject(found)
            else resolve(found)
          })
      }
    },
    exited(exit) {
      // No bytes send this signal: the kernel takes memory back by it, on whosever account.
      if (exit.isFromOutside || exit.signal === 'SIGKILL') {
        const isSuspect = !exit.isFromOutside && isAccepted
        finish(() => reject(new LostJobError(describeExit(exit), isSuspect)))
        return
      }
      const isMemory = /out of memory|bad_alloc/i.test(exit.lastWords)
      giveUp(isMemory ? 'out_of_memory' : 'crashed', describeExit(exit))
    },
  }
}

/** The outcome when the bytes are at fault, an error when they are not. */
function judgeFailure(
  { filename, sha256 }: ExtractionJob,
  { failure, detail }: Readonly<{ failure: Failure; detail: string }>,
): Undetermined | ServiceError {
  const operation = `extract(${filename} ${sha256})`
  switch (failure) {
    case 'error':
      return { state: 'undetermined', reason: 'crashed', detail }
    case 'memory':
      return { state: 'undetermined', reason: 'out_of_memory', detail }
    case 'digest':
      return new ServiceError('artifact_mismatch', `${operation}: ${detail}`)
    case 'blob':
      return new ServiceError('store_unavailable', `${operation}: ${detail}`)
  }
}

/** One buffer of its own, so that no larger one is kept alive by a part of it. */
function joined(parts: readonly Buffer[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}
