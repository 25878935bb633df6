// A verifier, which signs answers, is followed by another one: an open leaf says so, signed by the one that
// goes. Who trusts the first address gets to the newest by these leaves, and what the one that went signs
// later does not count.

import { recoverAddress } from '../../attest/eip191.ts'
import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'
import type { Signer } from '../../ports/signer.ts'
import type { RotationLeaf } from './rotation.ts'

/** Addresses, lower case. `log`: the origin of the log in which it says something. */
export type VerifierRotation = Readonly<{ from: string; log: string; to: string }>

const ADDRESS = /^0x[0-9a-f]{40}$/

/** Canonical JSON. */
export function writeVerifierRotation(from: Signer, parts: Omit<VerifierRotation, 'from'>): string {
  const rotation = { from: from.address, log: parts.log, to: parts.to }
  return leafText(rotation, from.sign(signedText(rotation)))
}

/** Null for whatever is none, or is not signed by the one that goes. */
export function readVerifierRotation(leaf: string): VerifierRotation | null {
  const value = jsonIn(leaf)
  const said = isMembers(value) ? value['verifier_rotation'] : null
  if (!isMembers(value) || !isMembers(said)) return null
  const rotation = { from: String(said['from']), log: String(said['log']), to: String(said['to']) }
  if (leafText(rotation, String(value['signature'])) !== leaf) return null
  if (!ADDRESS.test(rotation.to) || rotation.from === rotation.to) return null
  const recovered = recoverAddress(signedText(rotation), value['signature'])
  return recovered.ok && recovered.address === rotation.from ? rotation : null
}

function leafText({ from, log, to }: VerifierRotation, signature: string): string {
  return JSON.stringify({ signature, verifier_rotation: { from, log, to } })
}

function signedText({ from, log, to }: VerifierRotation): Uint8Array {
  return Buffer.from(`assay.verifier_rotation/1\n${log}\n${from}\n${to}\n`, 'utf8')
}

/** Whose signatures count, and whose do not any more. */
export type VerifierSuccession = Readonly<{
  /** Those that are trusted, and those that follow them. */
  trusted: readonly string[]
  /** Where each of those stands that were followed by another one: what they signed stands before. */
  gone: ReadonlyMap<string, number>
}>

/**
 * Null where the leaves contradict each other: one that is false or of another log, two that lead on from
 * one address, or one that leads back.
 */
export function succession(
  trusted: readonly string[],
  leaves: readonly RotationLeaf[],
  origin: string,
): VerifierSuccession | null {
  const known = new Set(trusted.map((address) => address.toLowerCase()))
  const gone = new Map<string, number>()
  for (const { index, leaf } of leaves.toSorted((one, other) => one.index - other.index)) {
    const rotation = readVerifierRotation(leaf)
    if (rotation === null || rotation.log !== origin) return null
    const { from, to } = rotation
    if (gone.has(from) || gone.has(to)) return null
    gone.set(from, index)
    if (known.has(from)) known.add(to)
  }
  return { trusted: [...known], gone }
}

/** Who has signed an attestation that was checked. */
export function verifierOf(attestation: string): string | null {
  const value = jsonIn(attestation)
  const verifier = isMembers(value) ? value['verifier'] : null
  return typeof verifier === 'string' ? verifier : null
}
