// Reads input in a process of its own, because the native parser can be made to take its process with
// it. One process serves many questions and is started anew when it dies; the question that it died
// of is refused.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../errors.ts'
import { CHECK_READ_TIMEOUT_MS, CHECK_READER_HEAP_MIB } from '../limits.ts'
import type { SyntaxQuestion } from '../references/javascript/parsesAs.ts'
import type { SourceReport } from '../references/reference.ts'
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
  { id: number; input: SentInput } | { id: number; parses: boolean | null }
>

export interface InputReader {
  /** Throws `check_unreadable` for input that the parser does not survive. */
  read(files: readonly InputFile[], signal: AbortSignal): Promise<ReadInput>
  /** Whether a text is code of a language; null where that cannot be told. Throws likewise. */
  parses(question: SyntaxQuestion, signal: AbortSignal): Promise<boolean | null>
  close(): void
}

type Waiting = Readonly<{
  resolve: (reply: ReadReply) => void
  reject: (error: Error) => void
}>

export function inputReader(): InputReader {
  let child: ChildProcess | null = null
  let last = 0
  const waiting = new Map<number, Waiting>()
  /** One at a time: then it is known which question ended the process. */
  let line: Promise<unknown> = Promise.resolve()

  function started(): ChildProcess {
    if (child !== null) return child
    const made = fork(fileURLToPath(program()), [], {
      env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' },
      execArgv: [...loaderFlags(), `--max-old-space-size=${CHECK_READER_HEAP_MIB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    made.on('message', (reply) => {
      // The program beside this file sends nothing else.
      const sent = reply as ReadReply
      waiting.get(sent.id)?.resolve(sent)
      waiting.delete(sent.id)
    })
    made.once('exit', () => {
      if (child === made) child = null
      for (const { reject } of waiting.values()) reject(unreadable())
      waiting.clear()
    })
    // A start or a send that fails ends in an exit, or in the timeout.
    made.on('error', () => {})
    // It must not keep a command from ending.
    made.unref()
    made.channel?.unref()
    child = made
    return made
  }

  async function ask(asked: Asked, signal: AbortSignal): Promise<ReadReply> {
    signal.throwIfAborted()
    const process = started()
    last += 1
    const id = last
    const timer = setTimeout(() => process.kill('SIGKILL'), CHECK_READ_TIMEOUT_MS)
    try {
      return await new Promise<ReadReply>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        const request: ReadRequest = { id, ...asked }
        process.send(request, (error) => {
          if (error !== null) reject(unreadable())
        })
      })
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }

  function inLine(asked: Asked, signal: AbortSignal): Promise<ReadReply> {
    const next = line.then(
      () => ask(asked, signal),
      () => ask(asked, signal),
    )
    line = next
    return next
  }

  return {
    async read(files, signal) {
      const reply = await inLine({ files }, signal)
      if (!('input' in reply)) throw unreadable()
      return received(reply.input)
    },
    async parses(syntax, signal) {
      const reply = await inLine({ syntax }, signal)
      return 'parses' in reply ? reply.parses : null
    },
    close() {
      child?.kill('SIGKILL')
    },
  }
}

function unreadable(): ServiceError {
  return new ServiceError('check_unreadable', 'the files could not be parsed', {
    wrong: { field: 'files', input: '' },
  })
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
