// The root over the probes of a window, hashed as RFC 6962 (section 2.1) does: leaves and inner nodes
// begin with another byte, so that neither can be taken for the other.

import { createHash } from 'node:crypto'
import type { Probe } from '../../domain/probe.ts'

/** The bytes of a leaf: a JSON array without white space, all of it ASCII. */
export function probeLeaf(probe: Probe): Buffer {
  const fields = [
    'assay.probe/1',
    probe.target,
    probe.dueAt,
    probe.at,
    probe.outcome,
    probe.reason,
    probe.status,
    probe.latencyMs,
    probe.tlsExpiresAt,
  ]
  return Buffer.from(JSON.stringify(fields), 'utf8')
}

/** Hex; of the probes in the order in which they were due. */
export function merkleRoot(probes: readonly Probe[]): string {
  return treeHash(probes.map(probeLeaf)).toString('hex')
}

/** The Merkle tree hash of RFC 6962 over any leaves. */
export function treeHash(leaves: readonly Uint8Array[]): Buffer {
  return rootOf(leaves.map((leaf) => sha256(Buffer.from([0]), leaf)))
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves
  if (only === undefined) return sha256()
  if (leaves.length === 1) return only
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return sha256(Buffer.from([1]), rootOf(left), rootOf(right))
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
