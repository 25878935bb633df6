// Reads input in processes of their own, because the native parser can be made to take its process with
// it. A process serves many questions and is started anew when it dies; the question that it died of is
// refused. What the machine may have done to it is asked once more, and is no word about the files.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../errors.ts'
import { lifelineOf } from '../lifeline.ts'
import { CHECK_ITEMS_MAX, CHECK_READER_HEAP_MIB, CHECK_READERS } from '../limits.ts'
import type { Caller } from '../ports/caller.ts'
import type { SyntaxQuestion } from '../references/parses.ts'
import type { SourceReport } from '../references/reference.ts'
import { fairTurns } from './fairTurns.ts'
import { addPart, type Part } from './inParts.ts'
import type { InputFile, ReadInput, ReadSource } from './readInput.ts'

/** Sets do not go through a channel of JSON. */
export type SentInput = Omit<ReadInput, 'sources'> &
  Readonly<{
    sources: readonly (Omit<ReadSource, 'report'> &
      Readonly<{
        report: Omit<SourceReport, 'added' | 'augmented'> &
          Readonly<{ added: readonly string[]; augmented: readonly string[] }>
      }>)[]
  }>

type Asked = Readonly<{ files: readonly InputFile[] }> | Readonly<{ syntax: SyntaxQuestion }>
export type ReadRequest = Readonly<{ id: number }> & Asked
export type ReadReply = Readonly<
  | { id: number; parts: number }
  | { id: number; parses: boolean | null }
  | { id: number; items: number }
>

/** What of the input comes before the reply, in order; `parts` says how many of them there were. */
export type ReadPart = Readonly<{ id: number; part: Part }>

/** What a process says first; questions count from one. */
export const READY: ReadReply = { id: 0, parses: null }

export interface InputReader {
  /** Throws `check_unreadable` for input that the parser does not survive, and `check_too_large`. */
  read(files: readonly InputFile[], caller: Caller): Promise<ReadInput>
  /** Whether a text is code of a language; null where that cannot be told. Throws likewise. */
  parses(question: SyntaxQuestion, caller: Caller): Promise<boolean | null>
  close(): void
}

/** Whose doing it was that a process gave no answer. */
type NoAnswer = 'of_the_files' | 'unknown'

/** Watches what a process uses, and tells when that is too much or when it does nothing. */
export type WatchReader = (
  pid: number,
  on: Readonly<{ overrun: () => void; stalled: () => void }>,
) => () => void

/** What is lost for no reason of its own is tried so often. */
const TRIES_MAX = 2

export function inputReader(watch: WatchReader): InputReader {
  const all = Array.from({ length: CHECK_READERS }, () => readerProcess(watch))
  const inTurn = fairTurns(all)
  const ask = (asked: Asked, caller: Caller) =>
    inTurn(caller, (reader) => reader.ask(asked, caller.signal))
  return {
    async read(files, caller) {
      const reply = await ask({ files }, caller)
      if ('items' in reply) throw tooLarge()
      if (!('input' in reply)) throw unreadable()
      return received(reply.input)
    },
    async parses(syntax, caller) {
      const reply = await ask({ syntax }, caller)
      return 'parses' in reply ? reply.parses : null
    },
    close() {
      for (const reader of all) reader.close()
    },
  }
}

/** A reply with what came before it. */
type Told = Exclude<ReadReply, { parts: number }> | Readonly<{ input: SentInput }>

type ReaderProcess = Readonly<{
  /** One question at a time: then it is known which one ended the process. */
  ask(asked: Asked, signal: AbortSignal): Promise<Told>
  close(): void
}>

function readerProcess(watch: WatchReader): ReaderProcess {
  let child: ChildProcess | null = null
  let last = 0
  /** A process says so when it has started: until then no question is to blame. */
  let isReady = false
  let answer: ((reply: Told | NoAnswer) => void) | null = null
  let parts: unknown[] = []

  function started(): ChildProcess {
    if (child !== null) return child
    const made = fork(fileURLToPath(program()), [], {
      env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' },
      execArgv: [...loaderFlags(), `--max-old-space-size=${CHECK_READER_HEAP_MIB}`],
      // The fourth is its lifeline.
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'ipc'],
    })
    made.on('message', (reply) => {
      // The program beside this file sends nothing else.
      const sent = reply as ReadReply | ReadPart
      if (child !== made) return
      if (sent.id === READY.id) isReady = true
      if (sent.id !== last) return
      if ('part' in sent) addPart(parts, sent.part)
      // The first part was all of it but for long lists.
      else answer?.('parts' in sent ? { input: parts[0] as SentInput } : sent)
    })
    made.once('exit', (_, signal) => {
      if (child !== made) return
      child = null
      // No text sends this signal: the kernel takes memory back by it.
      answer?.(isReady && signal !== 'SIGKILL' ? 'of_the_files' : 'unknown')
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

  async function askOnce(asked: Asked, signal: AbortSignal): Promise<Told | NoAnswer> {
    signal.throwIfAborted()
    const process = started()
    last += 1
    parts = []
    const request: ReadRequest = { id: last, ...asked }
    const leave = () => stop('unknown')
    const stopWatching =
      process.pid === undefined
        ? leave
        : watch(process.pid, { overrun: () => stop('of_the_files'), stalled: leave })
    signal.addEventListener('abort', leave)
    try {
      const reply = await new Promise<Told | NoAnswer>((resolve) => {
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

  async function ask(asked: Asked, signal: AbortSignal): Promise<Told> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const reply = await askOnce(asked, signal)
      if (reply === 'of_the_files') throw unreadable()
      if (reply !== 'unknown') return reply
    }
    throw new ServiceError('overloaded', 'the process that reads code was lost; try again shortly')
  }

  return { ask, close: () => stop('unknown') }
}

function unreadable(): ServiceError {
  return new ServiceError('check_unreadable', 'the files could not be parsed', {
    wrong: { field: 'files', input: '' },
  })
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'check_too_large',
    `the files have more than ${CHECK_ITEMS_MAX} names and lines of manifests; ask about fewer of them at a time`,
    { wrong: { field: 'files', input: '' } },
  )
}

function received(sent: SentInput): ReadInput {
  const sources = sent.sources.map(({ report, ...rest }) => ({
    ...rest,
    report: {
      ...report,
      added: new Set(report.added),
      augmented: new Set(report.augmented),
    },
  }))
  return { ...sent, sources }
}

const isSource = import.meta.url.endsWith('.ts')

function program(): URL {
  return new URL(`./readProcess.${isSource ? 'ts' : 'js'}`, import.meta.url)
}

/** From sources, tsx compiles the program. */
function loaderFlags(): readonly string[] {
  return isSource ? ['--import', 'tsx'] : []
}
