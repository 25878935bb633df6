// A child must not outlive the server, however the server ends. Nothing tells a process that its
// parent was killed, but a pipe that only the parent holds open closes with it. The parent is the
// nursery, which ends when its channel to the server does.

import { Worker } from 'node:worker_threads'

/** Which descriptor of a child is what. The order is the nursery's, which says why. */
export const CHANNEL_FD = 0
export const LIFELINE_FD = 3

// A thread of its own, because the main one may be in a loop without end when it matters. Source
// text, because it runs the same from TypeScript and compiled, and needs no loader in the thread.
const WATCH = `
const { Socket } = require('node:net')
const die = () => process.kill(process.pid, 'SIGKILL')
new Socket({ fd: ${LIFELINE_FD} }).on('end', die).on('error', die).resume()
`

/** From here on this process dies with its parent. */
export function holdLifeline(): void {
  new Worker(WATCH, {
    eval: true,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
}
