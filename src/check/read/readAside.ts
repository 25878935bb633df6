// Reads input in processes of their own, because the native parser can be made to take its process with
// it; the question that one died of is refused.

import { ServiceError } from '../../errors.ts'
import { CHECK_ITEMS_MAX, CHECK_READERS } from '../../limits.ts'
import type { Caller } from '../../ports/caller.ts'
import type { SourceReport } from '../../references/reference.ts'
import type { SyntaxQuestion } from '../../syntax/parses.ts'
import { asideProcesses, type WatchProcess } from './asideProcess.ts'
import type { InputFile, ReadInput, ReadSource } from './readInput.ts'
import { tooLarge } from './tooLarge.ts'

/** Sets do not go through a channel of JSON. */
export type SentInput = Omit<ReadInput, 'sources'> &
  Readonly<{
    sources: readonly (Omit<ReadSource, 'report'> &
      Readonly<{
        report: Omit<SourceReport, 'added' | 'augmented'> &
          Readonly<{ added: readonly string[]; augmented: readonly string[] }>
      }>)[]
  }>

export type ReadRequest =
  | Readonly<{ files: readonly InputFile[] }>
  | Readonly<{ syntax: SyntaxQuestion }>
export type ReadReply =
  | Readonly<{ input: SentInput }>
  | Readonly<{ parses: boolean | null }>
  | Readonly<{ items: number }>

export type InputReader = ReturnType<typeof inputReader>

const PROGRAM = { name: 'readProcess', of: import.meta.url, what: 'reads code' }

export function inputReader(watch: WatchProcess) {
  const readers = asideProcesses<ReadRequest, ReadReply>(CHECK_READERS, PROGRAM, watch)
  const ask = async (asked: ReadRequest, caller: Caller): Promise<ReadReply> => {
    const reply = await readers.ask(asked, caller)
    if (reply === null) throw unreadable()
    return reply
  }
  return {
    /** Throws `check_unreadable` for input that the parser does not survive, and `check_too_large`. */
    async read(files: readonly InputFile[], caller: Caller): Promise<ReadInput> {
      const reply = await ask({ files }, caller)
      if ('items' in reply)
        throw tooLarge(`have more than ${CHECK_ITEMS_MAX} names and lines of manifests`)
      if (!('input' in reply)) throw unreadable()
      return received(reply.input)
    },
    /** Whether a text is code of a language; null where that cannot be told. Throws likewise. */
    async parses(syntax: SyntaxQuestion, caller: Caller): Promise<boolean | null> {
      const reply = await ask({ syntax }, caller)
      return 'parses' in reply ? reply.parses : null
    },
    close: readers.close,
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
