// Goes over every proof chain of a store: those of packages, and those of the reports on watched
// services. Nothing is asked of a registry.

import type { PackageKey } from '../domain/names/packageName.ts'
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
  let after: PackageKey | null = null
  for (;;) {
    const page: Awaited<ReturnType<PackageStore['chains']>> = await packages.chains({
      after,
      limit: CHAINS_PAGE,
    })
    for (const { key, headSeq } of page) {
      signal.throwIfAborted()
      const rows = await wholeChain(packages, key)
      const fault = findChainFault(rows) ?? findHeadFault(rows, headSeq)
      yield { of: 'package', name: keyText(key), rows: rows.length, fault }
    }
    const last = page.at(-1)
    if (last === undefined) return
    after = last.key
  }
}

async function wholeChain(
  packages: Pick<PackageStore, 'loadChain'>,
  key: PackageKey,
): Promise<readonly ProofRow[]> {
  const rows: ProofRow[] = []
  for (;;) {
    const afterSeq = rows.at(-1)?.seq ?? 0
    const page = await packages.loadChain(key, { afterSeq, limit: ROWS_PAGE })
    rows.push(...page)
    if (page.length < ROWS_PAGE) return rows
  }
}
