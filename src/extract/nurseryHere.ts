// Children without a nursery: this process starts them itself. For Windows, where a pipe cannot be
// handed from one process to another, and where starting a process copies none.

import type { Nursery } from './nurseryProcess.ts'
import { type NurseryChild, spawnChild } from './spawnChild.ts'

export function nurseryHere(stepsBack = true): Nursery {
  const children = new Set<NurseryChild>()

  /** Somebody waits for its exit, and must not be left waiting by a loop that ran empty. */
  function end(child: NurseryChild): void {
    child.hold(true)
    child.kill()
  }

  return {
    start(asked, { started, printed, exited }) {
      const child = spawnChild({ ...asked, stepsBack, printed, isReadHere: true })
      children.add(child)
      void child.exited.then((exit) => {
        children.delete(child)
        exited(exit, false)
      })
      const { pid, channel } = child
      if (pid !== null) {
        // An idle child must not keep this process from ending.
        child.hold(false)
        // Whoever asks is told nothing before they know how to end it.
        queueMicrotask(() => started(pid, channel))
      }
      return () => {
        if (children.has(child)) end(child)
      }
    },
    async close() {
      const ended = [...children].map(({ exited }) => exited)
      for (const child of children) end(child)
      await Promise.all(ended)
    },
  }
}
