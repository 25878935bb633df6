// One child as a process: started with as little as it needs, spoken to in bounded frames, ended
// without asking. What it says is judged elsewhere.

import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CHILD_ENV, type ChildEntry, childArguments } from './childFlags.ts'
import { CHILD_BODY_MAX_BYTES, HEADER_MAX_BYTES } from './extractLimits.ts'
import { encodeFrame, frameReader } from './frames.ts'
import { CHANNEL_FD } from './lifeline.ts'
import { type FromChild, parseFromChild, plainDetail, type ToChild } from './messages.ts'
import { offerToKernel } from './processMeter.ts'

// What a dead child had already written is still worth reading, but not worth waiting for when a
// process of its own holds the pipe open.
const LAST_WORDS_MS = 250
const STDERR_KEPT = 4_096

export type ChildExit = Readonly<{
  code: number | null
  signal: NodeJS.Signals | null
  /** The end of what it printed. */
  lastWords: string
}>

export type ChildListener = Readonly<{
  /** What it throws counts as a `broke` too. */
  message(message: FromChild): void
  /** The child said something that is no message; it is of no use any more. */
  broke(detail: string): void
  /** The child printed more than it may. */
  printed(): void
}>

export interface ExtractionProcess {
  /** Null when the process could not be started. */
  readonly pid: number | null
  send(message: ToChild, body?: Uint8Array): void
  /** SIGKILL, to the child and whatever it started. */
  kill(): void
  /** Settles when the process is gone and its last words are read. Never rejects. */
  readonly exited: Promise<ChildExit>
}

export function startChild(
  options: ChildEntry & Readonly<{ stderrMaxBytes: number }>,
  listener: ChildListener,
): ExtractionProcess {
  const child = spawn(process.execPath, childArguments(options), {
    cwd: dirname(fileURLToPath(options.entry)),
    env: CHILD_ENV,
    // A group of its own: an interrupt at the terminal is for the server to handle, and ending the
    // group ends what the child may have started.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  // Signals can fail as well as starts; the exit is what counts.
  child.on('error', () => {})
  if (child.pid === undefined) return stillborn(child)
  offerToKernel(child.pid)
  const channel = readChannel(child, listener)
  const stderr = readStderr(child, options.stderrMaxBytes, listener)
  letGo(child)
  return {
    pid: child.pid,
    send(message, body) {
      for (const part of encodeFrame(message, body)) channel.write(part)
    },
    kill: () => kill(child),
    exited: exitOf(child, channel, stderr.tail),
  }
}

/** Without a process there may be no pipes either, when it was descriptors that ran out. */
function stillborn(child: ChildProcess): ExtractionProcess {
  const exited = new Promise<ChildExit>((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, signal: null, lastWords: message }))
  })
  return { pid: null, send: () => {}, kill: () => {}, exited }
}

function readChannel(child: ChildProcess, listener: ChildListener): Socket {
  // Beyond the first three, pipes are sockets that go both ways.
  const channel = child.stdio[CHANNEL_FD] as Socket
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
  return channel
}

function readStderr(child: ChildProcess, maxBytes: number, listener: ChildListener) {
  let kept = ''
  let seenBytes = 0
  child.stderr?.on('data', (chunk: Buffer) => {
    const isOver = seenBytes > maxBytes
    seenBytes += chunk.length
    kept = (kept + chunk.toString('latin1')).slice(-STDERR_KEPT)
    if (!isOver && seenBytes > maxBytes) listener.printed()
  })
  child.stderr?.on('error', () => {})
  return { tail: () => kept }
}

/** An idle child must not keep the server from ending; while a job runs, its clock does. */
function letGo(child: ChildProcess): void {
  child.unref()
  for (const stream of child.stdio) {
    // Node types these as streams; those that it makes for pipes are sockets.
    if (stream !== null) (stream as Socket).unref()
  }
}

function exitOf(child: ChildProcess, channel: Socket, tail: () => string): Promise<ChildExit> {
  return new Promise((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      channel.destroy()
      for (const stream of child.stdio) stream?.destroy()
      resolve({ code, signal, lastWords: tail() })
    }
    child.once('exit', (code, signal) => {
      const timer = setTimeout(() => end(code, signal), LAST_WORDS_MS)
      child.once('close', () => {
        clearTimeout(timer)
        end(code, signal)
      })
    })
  })
}

function kill(child: ChildProcess): void {
  // Until its exit is known the process is not reaped, so the number cannot be another's.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  // Somebody waits for the exit now, and must not be left waiting by a loop that ran empty.
  child.ref()
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/** How a child ended, in words. */
export function describeExit({ code, signal, lastWords }: ChildExit): string {
  const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`
  // The line that says what happened, rather than the stack or the version below it.
  const line = lastWords.split('\n').findLast((words) => /FATAL|Error: /.test(words))
  const words = plainDetail(line ?? lastWords.slice(-400))
  return plainDetail(words === '' ? how : `${how}: ${words}`)
}
