// The nursery as the server sees it: started when the first child is needed, and again when it
// died, which takes its children with it.

import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lifelineOf } from '../lifeline.ts'
import { CHILD_ENV, nurseryArguments, STEP_BACK } from './childFlags.ts'
import type { FromNursery, NurseryExit, ToNursery } from './nurseryMessages.ts'

type BornListener = Readonly<{
  started(pid: number, channel: Socket): void
  printed(): void
  /** The last call. `isLost`: the nursery is gone, and nothing is known about the child's end. */
  exited(exit: NurseryExit, isLost: boolean): void
}>

export interface Nursery {
  /** Starts a child; what it returns ends it. */
  start(
    child: Omit<Extract<ToNursery, { type: 'start' }>, 'type' | 'id'>,
    listener: BornListener,
  ): () => void
  /** Settles when the nursery is gone, and with it every child. */
  close(): Promise<void>
}

type Running = Readonly<{
  process: ChildProcess
  children: Map<number, BornListener>
  ending: Set<number>
}>

export function openNursery(entry: URL, stepsBack = true): Nursery {
  let running: Running | null = null
  let lastId = 0

  function launch(): Running {
    const process = startProcess(entry, stepsBack)
    const launched: Running = { process, children: new Map(), ending: new Set() }
    process.on('message', (message, handle) => {
      // The nursery runs our own code, and sends no other handle than a channel.
      take(launched, message as FromNursery, handle as Socket | undefined)
    })
    // A start that failed has no exit.
    process.once('exit', () => bury(launched, 'the nursery ended'))
    process.once('error', ({ message }) => {
      if (process.pid === undefined) bury(launched, message)
    })
    return launched
  }

  function bury(gone: Running, lastWords: string): void {
    if (running === gone) running = null
    for (const listener of gone.children.values()) {
      listener.exited({ code: null, signal: null, lastWords }, true)
    }
    gone.children.clear()
  }

  return {
    start(child, listener) {
      running ??= launch()
      const { process, children, ending } = running
      lastId += 1
      const id = lastId
      children.set(id, listener)
      tell(process, { type: 'start', id, ...child })
      return () => {
        if (!children.has(id) || ending.has(id)) return
        ending.add(id)
        // Somebody waits for the exit now, and must not be left waiting by a loop that ran empty.
        hold(process)
        tell(process, { type: 'kill', id })
      }
    },
    async close() {
      if (running === null || running.process.pid === undefined) return
      const { process } = running
      const exited = new Promise((resolve) => process.once('exit', resolve))
      hold(process)
      lifelineOf(process)?.destroy()
      await exited
    },
  }
}

function startProcess(entry: URL, stepsBack: boolean): ChildProcess {
  const args = [...nurseryArguments(entry), ...(stepsBack ? [STEP_BACK] : [])]
  const child = spawn(process.execPath, args, {
    cwd: dirname(fileURLToPath(entry)),
    env: CHILD_ENV,
    // A group of its own: an interrupt at the terminal is for the server to handle.
    detached: true,
    // The fourth is its lifeline.
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'ipc'],
  })
  letGo(child)
  return child
}

function take(
  { process, children, ending }: Running,
  message: FromNursery,
  channel?: Socket,
): void {
  const listener = children.get(message.id)
  if (listener === undefined) return
  switch (message.type) {
    case 'started':
      // No channel: the child died in transit.
      if (channel !== undefined) listener.started(message.pid, channel)
      return
    case 'printed':
      listener.printed()
      return
    case 'exited': {
      const { code, signal, lastWords } = message
      children.delete(message.id)
      ending.delete(message.id)
      if (ending.size === 0) letGo(process)
      listener.exited({ code, signal, lastWords }, false)
    }
  }
}

function tell(process: ChildProcess, message: ToNursery): void {
  // To one that has just died nothing can be said; its exit is the event.
  if (process.connected) process.send(message, () => {})
}

/** An idle nursery must not keep the server from ending. */
function letGo(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  lifelineOf(child)
}

function hold(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}
