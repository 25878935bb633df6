// Little-endian 64-bit numbers as JavaScript numbers.

import { refuse } from './refusal.ts'

/** Throws `zip64_conflict` past 2^53: no such size or offset can be true. */
export function uint64(bytes: Buffer, offset: number): number {
  const high = bytes.readUInt32LE(offset + 4)
  if (high > 0x1fffff) refuse('zip64_conflict', 'has a number past 2^53')
  return high * 0x1_0000_0000 + bytes.readUInt32LE(offset)
}
