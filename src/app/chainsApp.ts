// What the audit of proof chains needs: the store, and the keys whose signatures count.

import { type ReviewedChain, reviewPackageChains } from '../answer/reviewChains.ts'
import { storedFault } from '../attest/storedAnswer.ts'
import type { Config } from '../config.ts'
import type { Store } from '../ports/store.ts'
import { checkReports, ReportMissing, type VerifyAnswer } from '../services/watch/checkReports.ts'
import { openStore } from '../store/openStore.ts'

export type ChainsApp = Awaited<ReturnType<typeof openChains>>

export async function openChains(config: Config) {
  const store = await openStore({ databaseUrl: config.databaseUrl(), dataDir: config.dataDir })
  return {
    /** Every chain of the store. What it yields has been looked at. */
    async *chains(signal: AbortSignal): AsyncGenerator<ReviewedChain> {
      yield* reviewPackageChains(store.packages, signal)
      const verifiers = await trusted(store, config)
      for (const target of await store.watch.reported()) {
        signal.throwIfAborted()
        yield await reportChain(store, target, (answer) => storedFault(answer, verifiers))
      }
    },
    close: () => store.close(),
  }
}

async function reportChain(
  { watch, answers }: Store,
  target: string,
  verify: VerifyAnswer,
): Promise<ReviewedChain> {
  const chain = { of: 'service', name: target } as const
  try {
    const checked = await checkReports(target, { watch, answers, verify })
    const first = checked.find(({ fault }) => fault !== null)
    const fault = first === undefined ? null : `report ${first.link.number}: ${first.fault}`
    return { ...chain, rows: checked.length, fault }
  } catch (error) {
    if (!(error instanceof ReportMissing)) throw error
    return { ...chain, rows: 0, fault: error.message }
  }
}

async function trusted(store: Store, { retiredKeys }: Config): Promise<readonly string[]> {
  const published = await store.verifiers.list()
  return [...published.map(({ address }) => address), ...retiredKeys]
}
