// What a file tree holds in memory is counted before it is unpacked.

import type { ArchiveLimits } from './archiveLimits.ts'
import { refuse } from './refusal.ts'

export function keptBytes(limits: ArchiveLimits) {
  let total = 0
  return {
    /** Adds a member. Throws when it, or all of them together, would be too large to hold. */
    add(sizeBytes: number, member: string): void {
      if (sizeBytes > limits.memberBytesMax)
        refuse('member_too_large', `is ${sizeBytes} bytes long`, member)
      total += sizeBytes
      if (total > limits.keptBytesMax)
        refuse('kept_too_large', `takes what is read past ${total} bytes`, member)
    },
  }
}
