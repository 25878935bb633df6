// One child as the server sees it: spoken to in bounded frames, ended without asking. What it says
// is judged elsewhere.

import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChildEntry, childArguments } from './childFlags.ts'
import { CHILD_BODY_MAX_BYTES, HEADER_MAX_BYTES } from './extractLimits.ts'
import { encodeFrame, frameReader } from './frames.ts'
import { type FromChild, parseFromChild, plainDetail, type ToChild } from './messages.ts'
import type { NurseryExit } from './nurseryMessages.ts'
import type { Nursery } from './nurseryProcess.ts'
import { isRequestToEnd } from './outsideEnd.ts'
import { LAST_WORDS_MS } from './spawnChild.ts'

export type ChildExit = NurseryExit &
  Readonly<{
    /** Somebody ended it; it says nothing about the bytes that the child was at. */
    isFromOutside: boolean
  }>

type ChildListener = Readonly<{
  /** What it throws counts as a `broke` too. */
  message(message: FromChild): void
  /** The child said something that is no message; it is of no use any more. */
  broke(detail: string): void
  /** The child printed more than it may. */
  printed(): void
}>

export interface ExtractionProcess {
  /** Null until it runs, which it does when it has spoken. */
  pid(): number | null
  send(message: ToChild, body?: Uint8Array): void
  /** SIGKILL, to the child and whatever it started. */
  kill(): void
  /** Settles when the process is gone and its last words are read. Never rejects. */
  readonly exited: Promise<ChildExit>
}

export function startChild(
  nursery: Nursery,
  options: ChildEntry & Readonly<{ stderrMaxBytes: number }>,
  listener: ChildListener,
): ExtractionProcess {
  let pid: number | null = null
  let channel: Socket | null = null
  let end: (exit: ChildExit) => void = () => {}
  const exited = new Promise<ChildExit>((resolve) => {
    end = resolve
  })
  const { stderrMaxBytes, entry } = options
  const cwd = dirname(fileURLToPath(entry))
  const kill = nursery.start(
    { args: childArguments(options), cwd, stderrMaxBytes },
    {
      started(startedPid, startedChannel) {
        pid = startedPid
        channel = startedChannel
        readChannel(channel, listener)
        // An idle child must not keep the server from ending; while a job runs, its clock does.
        channel.unref()
      },
      printed: listener.printed,
      exited(exit, isLost) {
        const isFromOutside = isLost || isRequestToEnd(exit.signal)
        readToTheEnd(channel, () => end({ ...exit, isFromOutside }))
      },
    },
  )
  return {
    pid: () => pid,
    send(message, body) {
      for (const part of encodeFrame(message, body)) channel?.write(part)
    },
    kill,
    exited,
  }
}

function readChannel(channel: Socket, listener: ChildListener): void {
  let isBroken = false
  const bounds = { headerMaxBytes: HEADER_MAX_BYTES, bodyMaxBytes: CHILD_BODY_MAX_BYTES }
  const take = frameReader(bounds, (frame) => {
    if (!isBroken) listener.message(parseFromChild(frame))
  })
  channel.on('data', (chunk: Buffer) => {
    if (isBroken) return
    try {
      take(chunk)
    } catch (error) {
      isBroken = true
      channel.destroy()
      listener.broke(error instanceof Error ? error.message : 'an unknown error')
    }
  })
  // Writing to a child that has just died is no event of its own: its exit is.
  channel.on('error', () => {})
}

/** What a dead child had said before comes on another way than the word of its death. */
function readToTheEnd(channel: Socket | null, then: () => void): void {
  if (channel === null || channel.closed) {
    then()
    return
  }
  const timer = setTimeout(() => channel.destroy(), LAST_WORDS_MS)
  channel.once('close', () => {
    clearTimeout(timer)
    then()
  })
}

/** How a child ended, in words. */
export function describeExit({ code, signal, lastWords }: NurseryExit): string {
  const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`
  // The line that says what happened, rather than the stack or the version below it.
  const line = lastWords.split('\n').findLast((words) => /FATAL|Error: /.test(words))
  const words = plainDetail(line ?? lastWords.slice(-400))
  return plainDetail(words === '' ? how : `${how}: ${words}`)
}
