// What a question spends its time on. A stage tells whoever listens on the platform's own channel;
// where nobody does, it costs nothing worth naming.

import { channel } from 'node:diagnostics_channel'

/** In the order in which a question meets them. */
export const STAGES = {
  start: 'loading the program and opening the store',
  registry: 'asking the registry',
  download: 'fetching files',
  child: 'waiting for the process that reads files',
  code: 'loading what reads them',
  archive: 'opening archives',
  dependencies: 'waiting for files of other packages',
  parse: 'parsing',
  resolve: 'finding out what names stand for',
  encode: 'writing the table',
  store: 'keeping it',
  sign: 'signing',
} as const
export type Stage = keyof typeof STAGES

type Spent = Readonly<{ stage: Stage; ms: number }>

const spent = channel('assay.stages')

export function tellSpent(stage: Stage, ms: number): void {
  if (spent.hasSubscribers) spent.publish({ stage, ms } satisfies Spent)
}

export function inStage<T>(stage: Stage, work: () => T): T {
  if (!spent.hasSubscribers) return work()
  const fromMs = performance.now()
  const done = () => tellSpent(stage, performance.now() - fromMs)
  const result = work()
  if (result instanceof Promise) void result.then(done, done)
  else done()
  return result
}

/** Sums of what is told from now on, until it is stopped. */
export function sumStages() {
  const sums = new Map<Stage, number>()
  const add = (message: unknown) => {
    // Nothing else is published there.
    const { stage, ms } = message as Spent
    sums.set(stage, (sums.get(stage) ?? 0) + ms)
  }
  spent.subscribe(add)
  return { sums, stop: () => spent.unsubscribe(add) }
}
