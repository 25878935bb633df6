// The process in which submitted code is parsed. Started by `readAside.ts` and by nothing else.

import { holdLifeline } from '../lifeline.ts'
import { parses } from '../references/parses.ts'
import { READY, type ReadReply, type ReadRequest, type SentInput } from './readAside.ts'
import { type ReadInput, readInput } from './readInput.ts'

// The parser may be at a long text when whoever started it is gone.
holdLifeline()
process.on('message', (message) => {
  // The one process that can send anything is the one that started this.
  const request = message as ReadRequest
  const { id } = request
  const reply: ReadReply =
    'syntax' in request
      ? { id, parses: parses(request.syntax) }
      : { id, input: sendable(readInput(request.files)) }
  process.send?.(reply)
})
process.send?.(READY)

function sendable(input: ReadInput): SentInput {
  const sources = input.sources.map(({ report, ...rest }) => ({
    ...rest,
    report: { ...report, added: [...report.added], augmented: [...report.augmented] },
  }))
  return { ...input, sources }
}
