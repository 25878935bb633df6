// What the writer of the crash test writes, and what the test then expects to find.

import { createHash } from 'node:crypto'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import type { IngestedRelease } from '../../src/domain/release.ts'
import { noteSigner } from '../../src/log/note/verifierKey.ts'
import type { NewCharge } from '../../src/ports/credits.ts'
import type { SignedAnswer } from '../../src/ports/store.ts'

export const AT = '2026-03-01T12:00:00.000Z'
export const DAY = '2026-03-01'
export const CLIENT = '192.0.2.1'
export const KEY = 'c'.repeat(64)
export const PACKAGES: readonly string[] = ['left-pad', '@scope/name', 'constructor']

/** The key of the log. */
export const LOG_SIGNER = noteSigner('assay/crash/log', 'note', Buffer.alloc(32, 7))

export function keyOf(name: string) {
  // Any text will do for the store.
  return { ecosystem: 'npm', name: name as PackageName } as const
}

export function releaseOf(name: string, version: string): IngestedRelease {
  const sha256 = createHash('sha256').update(version).digest('hex')
  return {
    ...keyOf(name),
    version,
    artifact: { filename: `${version}.tgz`, sha256, sizeBytes: 1, digest: 'computed' },
    registryStatus: null,
    statusReason: null,
    deprecation: null,
    yanked: null,
    sourceUrl: null,
    remarks: [],
    extractor: 'npm/1',
    extractedAt: AT,
  }
}

export function answerOf(tag: string): SignedAnswer {
  return {
    attestationHash: `0x${createHash('sha256').update(tag).digest('hex')}`,
    type: 'assay.package_exists/1',
    verdict: 'exists',
    attestation: JSON.stringify({ tag, filler: tag.repeat(50) }),
    signature: `0x${'1'.repeat(130)}`,
    answer: JSON.stringify({ tag }),
    signedAt: AT,
  }
}

export const REPLY = {
  status: 200,
  contentType: 'application/json',
  body: Buffer.from('{"exists":true}'),
} as const

/** Every charge has a name of its own, so that one that is made twice would show. */
export function chargeOf(tag: string, n: number): NewCharge {
  const digest = createHash('sha256').update(tag).digest('hex')
  return {
    id: digest.slice(0, 32),
    keyHash: KEY,
    amountMicroUsd: 1 + (n % 5),
    reason: tag,
    requestSha256: digest,
    idempotency: digest,
    at: AT,
  }
}
