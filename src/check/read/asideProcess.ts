// A process that works for this one, because what it does can take its process with it or would hold
// up everybody. It serves many questions, one at a time, and is started anew when it dies. What the
// machine may have done to it is asked once more.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../../errors.ts'
import { lifelineOf } from '../../lifeline.ts'
import { CHECK_READER_HEAP_MIB } from '../../limits.ts'
import type { Caller } from '../../ports/caller.ts'
import { programBeside } from '../../programBeside.ts'
import { fairTurns } from './fairTurns.ts'
import { addPart, type Part } from './inParts.ts'

/** What a program says first; questions count from one. */
export const READY = { id: 0 }

/** A question or a reply, with its number. */
export type Numbered<T> = Readonly<{ id: number }> & T

/**
 * What comes before the reply `{ whole: true }`: a value in parts, which stands for the reply. After one
 * that waits nothing is sent until it is answered with `GO_ON`: all that lies in a channel is taken out
 * at once, however many messages it is.
 */
export type SentPart = Readonly<{ part: Part; waits: boolean }>
const GO_ON = { goOn: true }
export type SentWhole = Readonly<{ whole: true }>

/** Whose doing it was that a process gave no answer. */
type NoAnswer = 'of_the_question' | 'unknown'

/** Watches what a process uses, and tells when that is too much or when it does nothing. */
export type WatchProcess = (
  pid: number,
  on: Readonly<{ overrun: () => void; stalled: () => void }>,
) => () => void

/** What is lost for no reason of its own is tried so often. */
const TRIES_MAX = 2

/** The file beside the caller, by its name without an extension. */
type Program = Readonly<{ name: string; of: string; what: string }>

/** A few of them for everybody. */
export function asideProcesses<Asked extends object, Reply extends object>(
  count: number,
  program: Program,
  watch: WatchProcess,
) {
  const all = Array.from({ length: count }, () => asideProcess<Asked, Reply>(program, watch))
  const inTurn = fairTurns(all)
  return {
    /** Null: the question ended its process. */
    ask: (asked: Asked, caller: Caller) =>
      inTurn(caller, (process) => process.ask(asked, caller.signal)),
    close() {
      for (const process of all) process.close()
    },
  }
}

function asideProcess<Asked extends object, Reply extends object>(
  program: Program,
  watch: WatchProcess,
) {
  let child: ChildProcess | null = null
  let last = 0
  /** A process says so when it has started: until then no question is to blame. */
  let isReady = false
  let answer: ((reply: Reply | NoAnswer) => void) | null = null
  let parts: unknown[] = []
  const file = programBeside(program.name, program.of)
  // From sources, tsx compiles the program.
  const loader = file.pathname.endsWith('.ts') ? ['--import', 'tsx'] : []

  function started(): ChildProcess {
    if (child !== null) return child
    const made = fork(fileURLToPath(file), [], {
      env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' },
      execArgv: [...loader, `--max-old-space-size=${CHECK_READER_HEAP_MIB}`],
      // The fourth is its lifeline.
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'ipc'],
    })
    made.on('message', (message) => {
      // The program sends nothing else.
      const sent = message as Numbered<Reply | SentPart | SentWhole>
      if (child !== made) return
      if (sent.id === READY.id) isReady = true
      if (sent.id !== last) return
      if ('part' in sent) {
        addPart(parts, sent.part)
        if (sent.waits) setImmediate(() => made.connected && made.send(GO_ON, () => {}))
      } else answer?.(('whole' in sent ? parts[0] : sent) as Reply)
    })
    made.once('exit', (_, signal) => {
      if (child !== made) return
      child = null
      // No text sends this signal: the kernel takes memory back by it.
      answer?.(isReady && signal !== 'SIGKILL' ? 'of_the_question' : 'unknown')
    })
    // A send that fails ends in an exit; a start that fails has none.
    made.on('error', () => {
      if (child === made && made.pid === undefined) stop('unknown')
    })
    // It must not keep a command from ending.
    made.unref()
    made.channel?.unref()
    lifelineOf(made)
    child = made
    isReady = false
    return made
  }

  /** Whatever it is at is not wanted any more; the next question starts another. */
  function stop(why: NoAnswer): void {
    child?.kill('SIGKILL')
    child = null
    answer?.(why)
  }

  async function askOnce(asked: Asked, signal: AbortSignal): Promise<Reply | NoAnswer> {
    signal.throwIfAborted()
    const process = started()
    last += 1
    parts = []
    const request: Numbered<Asked> = { id: last, ...asked }
    const leave = () => stop('unknown')
    const stopWatching =
      process.pid === undefined
        ? leave
        : watch(process.pid, { overrun: () => stop('of_the_question'), stalled: leave })
    signal.addEventListener('abort', leave)
    try {
      const reply = await new Promise<Reply | NoAnswer>((resolve) => {
        answer = resolve
        process.send(request, (error) => {
          if (error !== null) resolve('unknown')
        })
      })
      signal.throwIfAborted()
      return reply
    } finally {
      stopWatching()
      signal.removeEventListener('abort', leave)
      answer = null
      parts = []
    }
  }

  return {
    /** One question at a time: then it is known which one ended the process. Null: this one did. */
    async ask(asked: Asked, signal: AbortSignal): Promise<Reply | null> {
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const reply = await askOnce(asked, signal)
        if (reply === 'of_the_question') return null
        if (reply !== 'unknown') return reply
      }
      throw new ServiceError(
        'overloaded',
        `the process that ${program.what} was lost; try again shortly`,
      )
    },
    close: () => stop('unknown'),
  }
}
