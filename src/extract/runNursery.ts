// Starts children on behalf of the server, and holds their lifelines. To start a process is to
// copy the page tables of the one that starts it, which stops that one for milliseconds that grow
// with its memory; this one is small and has nobody waiting.

import { onLifelineEnd } from '../lifeline.ts'
import type { FromNursery, ToNursery } from './nurseryMessages.ts'
import { ignoreRequestsToEnd } from './outsideEnd.ts'
import { stepBack } from './processMeter.ts'
import { type NurseryChild, spawnChild } from './spawnChild.ts'

/** Serves until the server ends it or is gone; no child outlives it. */
export function runNursery(stepsBack: boolean): void {
  ignoreRequestsToEnd()
  if (stepsBack) stepBack(process.pid)
  const children = new Map<number, NurseryChild>()
  const tell = (message: FromNursery, channel?: NurseryChild['channel']) => {
    // A server that is gone is told nothing; its lifeline ends.
    process.send?.(message, channel, {}, () => {})
  }

  function start({ id, args, cwd, stderrMaxBytes }: Extract<ToNursery, { type: 'start' }>): void {
    const child = spawnChild({
      args,
      cwd,
      stderrMaxBytes,
      stepsBack,
      printed: () => tell({ type: 'printed', id }),
    })
    children.set(id, child)
    if (child.pid !== null) tell({ type: 'started', id, pid: child.pid }, child.channel)
    void child.exited.then((exit) => {
      children.delete(id)
      tell({ type: 'exited', id, ...exit })
    })
  }

  process.on('message', (message) => {
    // The server runs the same code.
    const told = message as ToNursery
    if (told.type === 'start') start(told)
    else children.get(told.id)?.kill()
  })
  onLifelineEnd(() => {
    for (const child of children.values()) child.kill()
    process.exit(0)
  })
}
