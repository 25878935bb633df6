// The process in which submitted code is parsed. Started by `readAside.ts` and by nothing else.

import { holdLifeline } from '../lifeline.ts'
import { CHECK_ITEMS_MAX } from '../limits.ts'
import { parses } from '../references/parses.ts'
import { type Numbered, READY, type SentPart, type SentWhole } from './asideProcess.ts'
import { partsOf } from './inParts.ts'
import type { ReadReply, ReadRequest, SentInput } from './readAside.ts'
import { type InputFile, type ReadInput, readInput } from './readInput.ts'

// The parser may be at a long text when whoever started it is gone.
void holdLifeline()
process.on('message', (message) => {
  // The one process that can send anything is the one that started this.
  const request = message as Numbered<ReadRequest>
  const { id } = request
  if ('syntax' in request) send({ id, parses: parses(request.syntax) })
  else sendInput(id, request.files)
})
process.send?.(READY)

function send(message: Numbered<ReadReply | SentPart | SentWhole>): void {
  process.send?.(message)
}

/** What is too much to be looked at is not sent: to take it apart would hold up whoever asked. */
function sendInput(id: number, files: readonly InputFile[]): void {
  const input = readInput(files)
  const items = [
    ...input.sources.map(({ report }) => report.references.length),
    ...input.manifests.map(({ requirements }) => requirements.length),
  ].reduce((sum, count) => sum + count, 0)
  if (items > CHECK_ITEMS_MAX) {
    send({ id, items })
    return
  }
  for (const part of partsOf({ input: sendable(input) })) send({ id, part })
  send({ id, whole: true })
}

function sendable(input: ReadInput): SentInput {
  const sources = input.sources.map(({ report, ...rest }) => ({
    ...rest,
    report: { ...report, added: [...report.added], augmented: [...report.augmented] },
  }))
  return { ...input, sources }
}
