// What tests of the log hand in.

import type { CheckpointMemory } from '../../src/log/integrate.ts'

/** A hash for each number, which differs from others in its first digits as hashes do. */
export function hashOf(number: number): string {
  return `0x${String(number).padStart(20, '0')}${'0'.repeat(44)}`
}

export const NO_MEMORY: CheckpointMemory = { load: async () => null, save: async () => {} }
