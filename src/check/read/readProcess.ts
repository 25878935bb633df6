// The process in which submitted code is parsed. Started by `readAside.ts` and by nothing else.

import { holdLifeline } from '../../lifeline.ts'
import { CHECK_ITEMS_MAX } from '../../limits.ts'
import { parses } from '../../syntax/parses.ts'
import { type Numbered, READY, type SentPart, type SentWhole } from './asideProcess.ts'
import { partsOf } from './inParts.ts'
import type { ReadReply, ReadRequest, SentInput } from './readAside.ts'
import { type InputFile, type ReadInput, readInput } from './readInput.ts'

/** Parts that are taken apart in one go. */
const PARTS_AT_ONCE = 4

// The parser may be at a long text when whoever started it is gone.
void holdLifeline()
let goOn = () => {}
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'goOn' in message) {
    goOn()
    return
  }
  // The one process that can send anything is the one that started this.
  const request = message as Numbered<ReadRequest>
  const { id } = request
  if ('syntax' in request) send({ id, parses: parses(request.syntax) })
  else void sendInput(id, request.files)
})
process.send?.(READY)

function send(message: Numbered<ReadReply | SentPart | SentWhole>): void {
  process.send?.(message)
}

/** What is too much to be looked at is not sent: to take it apart would hold up whoever asked. */
async function sendInput(id: number, files: readonly InputFile[]): Promise<void> {
  const input = readInput(files)
  const items = [
    ...input.sources.map(({ report }) => report.references.length),
    ...input.manifests.map(({ requirements }) => requirements.length),
  ].reduce((sum, count) => sum + count, 0)
  if (items > CHECK_ITEMS_MAX) {
    send({ id, items })
    return
  }
  let sent = 0
  for (const part of partsOf({ input: sendable(input) })) {
    sent += 1
    const waits = sent % PARTS_AT_ONCE === 0
    const answered = new Promise<void>((resolve) => {
      goOn = resolve
    })
    send({ id, part, waits })
    if (waits) await answered
  }
  send({ id, whole: true })
}

function sendable(input: ReadInput): SentInput {
  const sources = input.sources.map(({ report, ...rest }) => ({
    ...rest,
    report: { ...report, added: [...report.added], augmented: [...report.augmented] },
  }))
  return { ...input, sources }
}
