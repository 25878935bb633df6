// A child must not outlive the process that started it, however early and however that one ends.
// Nothing tells a process that its parent was killed, but a pipe that only the parent holds open
// closes with it, and stays closed for a child that looks later. Node's own channel does not do: a
// child that waits for its parent to take a handle is never told that the channel is closed.

import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

/** Where every child finds its end of that pipe. Nobody writes to either. */
const LIFELINE_FD = 3

/** The parent's end, of a child that was started with a pipe in that place. It keeps nobody running. */
export function lifelineOf({ stdio }: ChildProcess): Socket | null {
  const line = stdio[LIFELINE_FD]
  if (!(line instanceof Socket)) return null
  line.unref()
  return line
}

/** For a process whose main thread is never busy for long. */
export function onLifelineEnd(end: () => void): void {
  new Socket({ fd: LIFELINE_FD }).on('end', end).on('error', end).resume()
}

// A thread of its own, because the main one may be in a loop without end when it matters. Source
// text, because it runs the same from TypeScript and compiled, and needs no loader in the thread.
const WATCH = `
const { Socket } = require('node:net')
const die = () => process.kill(process.pid, 'SIGKILL')
new Socket({ fd: ${LIFELINE_FD} }).on('end', die).on('error', die).resume()
`

/** From here on this process dies with its parent. Settles when the thread that watches has begun. */
export function holdLifeline(): Promise<void> {
  const watch = new Worker(WATCH, {
    eval: true,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  return new Promise((resolve) =>
    watch.once('online', () => {
      // From now on it keeps nobody from ending.
      watch.unref()
      resolve()
    }),
  )
}
