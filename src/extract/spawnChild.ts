// One child as the nursery sees it: started with as little as it needs, ended without asking.

import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { lifelineOf } from '../lifeline.ts'
import { CHANNEL_BESIDE, CHILD_ENV, channelIn } from './childFlags.ts'
import type { NurseryExit } from './nurseryMessages.ts'
import { offerToKernel, stepBack } from './processMeter.ts'

// What a dead child had already written is still worth reading, but not worth waiting for when a
// process of its own holds the pipe open.
export const LAST_WORDS_MS = 250
const STDERR_KEPT = 4_096

type SpawnOptions = Readonly<{
  args: readonly string[]
  cwd: string
  stderrMaxBytes: number
  stepsBack: boolean
  /** Called once, when the child has printed more than it may. */
  printed: () => void
  /** Whether this process reads the channel itself, and does not hand it on. */
  isReadHere?: boolean
}>

export interface NurseryChild {
  /** Null when the process could not be started. */
  readonly pid: number | null
  /** The other end of what the child finds as its channel. */
  readonly channel: Socket
  /** Whether this process stays until the child is gone. It does unless told. */
  hold(isHeld: boolean): void
  /** SIGKILL, to the child and whatever it started. */
  kill(): void
  /** Settles when the process is gone and its last words are read. Never rejects. */
  readonly exited: Promise<NurseryExit>
}

export function spawnChild(options: SpawnOptions): NurseryChild {
  const { cwd, stderrMaxBytes, stepsBack, printed, isReadHere = false } = options
  const args = isReadHere ? [...options.args, CHANNEL_BESIDE] : options.args
  const child = spawn(process.execPath, args, {
    cwd,
    env: CHILD_ENV,
    // A group of its own: ending the group ends what the child may have started. Windows has none,
    // would open a window for it, and ends children with whoever started them.
    detached: process.platform !== 'win32',
    windowsHide: true,
    // To be handed on, the channel is in the place of standard input because that is the one pipe
    // that Node does not begin to read by itself: what a child says must not be swallowed on its way
    // to the server. All of them are sockets that go both ways, at once by their name on Windows.
    stdio: isReadHere
      ? ['ignore', 'ignore', 'pipe', 'overlapped', 'overlapped']
      : ['pipe', 'ignore', 'pipe', 'pipe'],
  })
  // Signals can fail as well as starts; the exit is what counts.
  child.on('error', () => {})
  // The child may be gone before its channel is on its way.
  const channel = child.stdio[channelIn(args)] as Socket
  channel?.on('error', () => {})
  if (child.pid === undefined) {
    return { pid: null, channel, hold: () => {}, kill: () => {}, exited: stillborn(child) }
  }
  offerToKernel(child.pid)
  // It inherits the nursery's priority, but as the leader of a session it may count as a group.
  if (stepsBack) stepBack(child.pid)
  const stderr = readStderr(child, stderrMaxBytes, printed)
  return {
    pid: child.pid,
    channel,
    hold: (isHeld) => hold(child, isHeld),
    kill: () => kill(child),
    exited: exitOf(child, stderr.tail),
  }
}

function hold(child: ChildProcess, isHeld: boolean): void {
  lifelineOf(child)
  for (const one of [child, child.stderr as Socket | null]) {
    if (isHeld) one?.ref()
    else one?.unref()
  }
}

/** Without a process there may be no pipes either, when it was descriptors that ran out. */
function stillborn(child: ChildProcess): Promise<NurseryExit> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, signal: null, lastWords: message }))
  })
}

function readStderr(child: ChildProcess, maxBytes: number, printed: () => void) {
  let kept = ''
  let seenBytes = 0
  child.stderr?.on('data', (chunk: Buffer) => {
    const isOver = seenBytes > maxBytes
    seenBytes += chunk.length
    kept = (kept + chunk.toString('latin1')).slice(-STDERR_KEPT)
    if (!isOver && seenBytes > maxBytes) printed()
  })
  child.stderr?.on('error', () => {})
  return { tail: () => kept }
}

function exitOf(child: ChildProcess, tail: () => string): Promise<NurseryExit> {
  return new Promise((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
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
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}
