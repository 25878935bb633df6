// Section 2.1 of RFC 6962 as it is written there: slow, and with nothing of the code that it judges.

import { createHash } from 'node:crypto'

type Hash = Buffer

const sha256 = (...parts: Uint8Array[]): Hash =>
  createHash('sha256').update(Buffer.concat(parts)).digest()

/** The largest power of two smaller than n. */
function k(n: number): number {
  let power = 1
  while (power * 2 < n) power *= 2
  return power
}

export function MTH(D: readonly Uint8Array[]): Hash {
  const [d0] = D
  if (d0 === undefined) return sha256()
  if (D.length === 1) return sha256(Uint8Array.of(0), d0)
  const split = k(D.length)
  return sha256(Uint8Array.of(1), MTH(D.slice(0, split)), MTH(D.slice(split)))
}

export function PATH(m: number, D: readonly Uint8Array[]): Hash[] {
  if (D.length === 1) return []
  const split = k(D.length)
  return m < split
    ? [...PATH(m, D.slice(0, split)), MTH(D.slice(split))]
    : [...PATH(m - split, D.slice(split)), MTH(D.slice(0, split))]
}

export function PROOF(m: number, D: readonly Uint8Array[]): Hash[] {
  return SUBPROOF(m, D, true)
}

function SUBPROOF(m: number, D: readonly Uint8Array[], b: boolean): Hash[] {
  if (m === D.length) return b ? [] : [MTH(D)]
  const split = k(D.length)
  return m <= split
    ? [...SUBPROOF(m, D.slice(0, split), b), MTH(D.slice(split))]
    : [...SUBPROOF(m - split, D.slice(split), false), MTH(D.slice(0, split))]
}
