// A child that is ready for jobs: joins the process to the job that it is at.

import type { ExtractionJob, ExtractionOutcome } from '../ports/extraction.ts'
import type { ChildEntry } from './childFlags.ts'
import { type ChildExit, describeExit, startChild } from './childProcess.ts'
import type { ExtractLimits } from './extractLimits.ts'
import { FrameError } from './frames.ts'
import { type JobRun, jobRun } from './jobRun.ts'
import type { FromChild } from './messages.ts'
import type { Nursery } from './nurseryProcess.ts'
import { type ProcessUse, processUse } from './processMeter.ts'

export interface ExtractionChild {
  readonly pid: number
  /** One job at a time. Rejects with the signal's reason and as `Extraction.run` says. */
  run(job: ExtractionJob, signal: AbortSignal): Promise<ExtractionOutcome>
  /** False once the child is dying or dead. */
  isUsable(): boolean
  jobs(): number
  use(): ProcessUse | null
  kill(): void
  /** Settles when the process is gone. */
  readonly exited: Promise<ChildExit>
}

/** The child did not come up; nothing is known about any job. */
export class StartError extends Error {
  override readonly name = 'StartError'
  /** Somebody ended it, which says little about the next one. */
  readonly wasKilled: boolean

  constructor(message: string, wasKilled = false) {
    super(message)
    this.wasKilled = wasKilled
  }
}

type ExtractionChildOptions = Omit<ChildEntry, 'heapMaxBytes'> &
  Readonly<{ limits: ExtractLimits; nursery: Nursery }>

/** Throws `StartError` when the child does not come up in time. */
export async function startExtractionChild(
  options: ExtractionChildOptions,
): Promise<ExtractionChild> {
  const { limits, nursery } = options
  let run: JobRun | null = null
  let jobs = 0
  let isDying = false
  let onReady: (() => void) | null = null

  const child = startChild(
    nursery,
    { ...options, heapMaxBytes: limits.heapMaxBytes, stderrMaxBytes: limits.stderrMaxBytes },
    {
      message(message: FromChild) {
        if (isDying) return
        if (message.type === 'ready') {
          if (onReady === null) throw new FrameError('ready more than once')
          onReady()
          onReady = null
        } else if (run === null) throw new FrameError('a message without a job')
        else run.take(message)
      },
      broke: (detail) => die('crashed', `said ${detail}`),
      printed: () => die('output_too_large', `printed over ${limits.stderrMaxBytes} bytes`),
    },
  )

  function die(reason: 'crashed' | 'output_too_large', detail: string): void {
    run?.giveUp(reason, detail)
    kill()
  }

  function kill(): void {
    isDying = true
    child.kill()
  }

  const isUp = new Promise<void>((resolve) => {
    onReady = resolve
  })
  const exited = child.exited.then((exit) => {
    isDying = true
    run?.exited(exit)
    return exit
  })
  await firstWord(isUp, exited, limits.startMaxMs).catch((error: unknown) => {
    kill()
    throw error
  })
  const pid = child.pid()
  if (pid === null) throw new StartError('the extraction child has no process')

  const process = { pid, send: child.send, kill }
  return {
    pid,
    async run(job, signal) {
      signal.throwIfAborted()
      jobs += 1
      run = jobRun({ job, number: jobs, process, limits }, signal)
      // It may have died between two jobs, before anybody listened.
      if (isDying) void exited.then((exit) => run?.exited(exit))
      try {
        return await run.outcome
      } finally {
        run = null
      }
    },
    isUsable: () => !isDying,
    jobs: () => jobs,
    use: () => processUse(pid),
    kill,
    exited,
  }
}

async function firstWord(
  isUp: Promise<void>,
  exited: Promise<ChildExit>,
  startMaxMs: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StartError(`not up after ${startMaxMs} ms`)), startMaxMs)
  })
  const died = exited.then((exit) => {
    const wasKilled = exit.isFromOutside || exit.signal === 'SIGKILL'
    throw new StartError(`the extraction child ${describeExit(exit)}`, wasKilled)
  })
  try {
    await Promise.race([isUp, died, late])
  } finally {
    clearTimeout(timer)
    died.catch(() => {})
  }
}
