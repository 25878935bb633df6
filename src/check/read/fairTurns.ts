// A few workers for everybody. A free caller has one of them at a time, so that nobody holds them all.

import type { Caller } from '../../ports/caller.ts'

type Turns<W> = <T>(caller: Caller, run: (worker: W) => Promise<T>) => Promise<T>

type Waiting<W> = Readonly<{ client: string | null; start: (worker: W) => void }>

export function fairTurns<W>(workers: readonly W[]): Turns<W> {
  const idle = [...workers]
  const waiting: Waiting<W>[] = []
  const working = new Set<string>()

  /** The first in line of those whose turn it may be. */
  function startNext(): void {
    const index = waiting.findIndex(({ client }) => client === null || !working.has(client))
    const worker = index < 0 ? undefined : idle.pop()
    if (worker === undefined) return
    const [next] = waiting.splice(index, 1)
    if (next === undefined) return
    if (next.client !== null) working.add(next.client)
    next.start(worker)
  }

  function turn(client: string | null, signal: AbortSignal): Promise<W> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(signal.reason)
      }
      const one: Waiting<W> = {
        client,
        start(worker) {
          signal.removeEventListener('abort', leave)
          resolve(worker)
        },
      }
      waiting.push(one)
      signal.addEventListener('abort', leave, { once: true })
      startNext()
    })
  }

  return async (caller, run) => {
    const client = caller.client ?? null
    caller.signal.throwIfAborted()
    const worker = await turn(client, caller.signal)
    try {
      return await run(worker)
    } finally {
      idle.push(worker)
      if (client !== null) working.delete(client)
      startNext()
    }
  }
}
