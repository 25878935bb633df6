// A table that lacks files of other packages for a passing reason. What is in it stands; that something
// is not in it, or came or went, cannot be said until the rest is there.

import type { PackageKey } from '../../domain/names/packageName.ts'
import { ServiceError } from '../../errors.ts'

/** `retryAtMs`: when the next question tries to have them again. */
export type PassingGap = Readonly<{ packages: readonly string[]; retryAtMs: number }>

const NAMED_MAX = 5

/** A sentence about what is lacking. */
export function gapReason({ packages }: PassingGap): string {
  const rest = packages.length - NAMED_MAX
  const more = rest > 0 ? ` and ${rest} more` : ''
  return `it was read without ${packages.slice(0, NAMED_MAX).join(', ')}${more}, which could not be had`
}

export function refuseGap(
  { name }: PackageKey,
  { version, gap }: Readonly<{ version: string; gap: PassingGap | null }>,
  now: Date,
): void {
  if (gap === null) return
  const message = `Nothing can be said of ${name} ${version} now: ${gapReason(gap)}`
  const retryAfterS = Math.max(1, Math.ceil((gap.retryAtMs - now.getTime()) / 1_000))
  throw new ServiceError('dependency_unavailable', message, { retryAfterS })
}
