// Releases to save, and chains to look at.

import { expect } from 'vitest'
import type { Ecosystem, PackageName } from '../../src/domain/names/packageName.ts'
import { findChainFault } from '../../src/domain/proofChain.ts'
import type { IngestedRelease } from '../../src/domain/release.ts'
import type { PackageStore } from '../../src/ports/store.ts'
import { AT } from './storeContract.ts'

export function keyOf(name: string, ecosystem: Ecosystem = 'npm') {
  // The store takes names as they come; which names are real is the domain's concern.
  return { ecosystem, name: name as PackageName }
}

export function releaseOf(name: string, change: Partial<IngestedRelease> = {}): IngestedRelease {
  const version = change.version === undefined ? '1.0.0' : change.version
  return {
    ...keyOf(name),
    version,
    artifact: artifactOf(`${version}.tgz`, 'a'),
    registryStatus: null,
    statusReason: null,
    deprecation: null,
    yanked: null,
    sourceUrl: null,
    remarks: [],
    extractor: 'npm/1',
    extractedAt: AT,
    ...change,
  }
}

export function artifactOf(filename: string, hexDigit: string) {
  return { filename, sha256: hexDigit.repeat(64), sizeBytes: 1234, digest: 'computed' as const }
}

/** The whole chain, after checking that it is unbroken. */
export async function chainOf(packages: PackageStore, name: string) {
  const rows = await packages.loadChain(keyOf(name), { afterSeq: 0, limit: 10_000 })
  expect(findChainFault(rows)).toBeNull()
  return rows
}
