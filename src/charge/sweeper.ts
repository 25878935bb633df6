// Looks after money that nobody is working on any more: holds of nodes that died are given back,
// replies whose time is over are dropped. Every node does it; what two do at once is done once.

export type Sweeper = Readonly<{
  start(): void
  /** Now, as the timer would. */
  sweep(): Promise<void>
  stop(): Promise<void>
}>

export function sweeper(parts: {
  everyMs: number
  sweep: () => Promise<void>
  onFailure: (error: unknown) => void
}): Sweeper {
  let timer: NodeJS.Timeout | null = null
  let underWay: Promise<void> | null = null

  function sweep(): Promise<void> {
    underWay ??= parts
      .sweep()
      .catch(parts.onFailure)
      .finally(() => {
        underWay = null
      })
    return underWay
  }

  return {
    sweep,
    start() {
      void sweep()
      timer = setInterval(sweep, parts.everyMs)
      timer.unref()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      await underWay
    },
  }
}
