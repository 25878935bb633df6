// Goes over every proof chain of a store: those of packages, and those of the reports on watched
// services. Nothing is asked of a registry.

import { allRows, rowsOf } from '../domain/pages.ts'
import { findChainFault, findHeadFault, type ProofRow } from '../domain/proofChain.ts'
import { keyText } from '../domain/release.ts'
import type { PackageStore } from '../ports/store.ts'

const CHAINS_PAGE = 500
const ROWS_PAGE = 1_000

export type ReviewedChain = Readonly<{
  of: 'package' | 'service'
  /** `pypi:requests`, or the id of a watched service. */
  name: string
  rows: number
  /** The first thing that is wrong and where, as a sentence; null when the chain is whole. */
  fault: string | null
}>

export async function* reviewPackageChains(
  packages: Pick<PackageStore, 'chains' | 'loadChain'>,
  signal: AbortSignal,
): AsyncGenerator<ReviewedChain, void, undefined> {
  type Chain = Awaited<ReturnType<PackageStore['chains']>>[number]
  const chains = rowsOf<Chain>(CHAINS_PAGE, (last, limit) =>
    packages.chains({ after: last?.key ?? null, limit }),
  )
  for await (const { key, headSeq } of chains) {
    signal.throwIfAborted()
    const rows = await allRows<ProofRow>(ROWS_PAGE, (last, limit) =>
      packages.loadChain(key, { afterSeq: last?.seq ?? 0, limit }),
    )
    const fault = findChainFault(rows) ?? findHeadFault(rows, headSeq)
    yield { of: 'package', name: keyText(key), rows: rows.length, fault }
  }
}
