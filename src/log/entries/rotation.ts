// The key of a log is followed by another one: an open leaf says so, signed with the key that goes. Who
// trusts the first key gets to the newest by these leaves alone.

import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'
import { LOG_ROTATIONS_MAX } from '../../limits.ts'
import { parseBase64, toBase64 } from '../note/base64.ts'
import {
  isSigned,
  type NoteSigner,
  parseKey,
  type VerifierKey,
  writeKey,
} from '../note/verifierKey.ts'
import { leafHash } from '../tree/hashes.ts'
import { isIncluded, type Proof, type TreeHead } from '../tree/proofs.ts'

/** Both keys are of one log: they have its name. */
export type Rotation = Readonly<{ from: VerifierKey; to: VerifierKey }>

/** A leaf, as text, and where it stands. */
export type RotationLeaf = Readonly<{ index: number; leaf: string }>
/** With the path up to the root of a tree. */
export type ProvenRotation = RotationLeaf & Readonly<{ path: Proof }>

/** Canonical JSON. */
export function writeRotation(from: NoteSigner, to: VerifierKey): string {
  const rotation = { from: writeKey(from.key), to: writeKey(to) }
  const signature = toBase64(from.sign(signedText(rotation)))
  return JSON.stringify({ rotation, signature })
}

/** Null for whatever is no rotation, or is not signed with the key that goes. */
export function readRotation(leaf: string): Rotation | null {
  const value = jsonIn(leaf)
  const said = isMembers(value) ? value['rotation'] : null
  if (!isMembers(value) || !isMembers(said)) return null
  const [rotation, signature] = [
    { from: String(said['from']), to: String(said['to']) },
    String(value['signature']),
  ]
  if (JSON.stringify({ rotation, signature }) !== leaf) return null
  const from = parseKey(rotation.from)
  const to = parseKey(rotation.to)
  const bytes = parseBase64(signature)
  if (from?.type !== 'note' || to?.type !== 'note' || bytes === null) return null
  if (from.name !== to.name || rotation.from === rotation.to) return null
  return isSigned(from, signedText(rotation), bytes) ? { from, to } : null
}

function signedText({ from, to }: Readonly<{ from: string; to: string }>): Uint8Array {
  return Buffer.from(`assay.log.rotation/1\n${from}\n${to}\n`, 'utf8')
}

/**
 * The keys of a log from one that is known on, oldest first. Null where the leaves contradict each
 * other: one that is false, or two that lead on from one key.
 */
export function keysFrom(known: VerifierKey, leaves: readonly string[]): VerifierKey[] | null {
  const keys = [known]
  const left = new Set<string>()
  for (const leaf of leaves) {
    const rotation = readRotation(leaf)
    if (rotation === null || rotation.from.name !== known.name) return null
    const from = writeKey(rotation.from)
    if (left.has(from)) return null
    left.add(from)
    if (from === writeKey(keys.at(-1) ?? known)) keys.push(rotation.to)
    // Before the key that is known there may be others; after it every one leads on.
    else if (keys.length > 1) return null
  }
  // Nor back to one that was left.
  return new Set(keys.map(writeKey)).size === keys.length ? keys : null
}

/** Every key that the log had before this one, oldest first; null where they do not lead to it. */
export function keysBefore(
  newest: VerifierKey,
  rotations: readonly RotationLeaf[],
): VerifierKey[] | null {
  const leaves = leavesOf(rotations)
  const first = leaves[0] === undefined ? newest : readRotation(leaves[0])?.from
  const keys = first === undefined ? null : keysFrom(first, leaves)
  const isLed = keys?.length === leaves.length + 1 && isSameKey(keys.at(-1), newest)
  return isLed ? keys.slice(0, -1) : null
}

/** The key that has to have signed a tree of a size; null where they do not lead to the newest. */
export function keyAt(
  size: number,
  rotations: readonly RotationLeaf[],
  newest: VerifierKey,
): VerifierKey | null {
  const keys = keysBefore(newest, rotations)
  const later = rotations.filter(({ index }) => index >= size).length
  return keys && ([...keys, newest].at(-1 - later) ?? null)
}

export function isSameKey(one: VerifierKey | undefined, other: VerifierKey): boolean {
  return one !== undefined && writeKey(one) === writeKey(other)
}

/** Whether each of them stands in the tree. */
export function areIn(rotations: readonly ProvenRotation[], tree: TreeHead): boolean {
  return rotations.every(({ leaf, index, path }) =>
    isIncluded({ hash: leafHash(Buffer.from(leaf, 'utf8')), index }, tree, path),
  )
}

/** In the order of the log. */
export function leavesOf(rotations: readonly RotationLeaf[]): string[] {
  return rotations.toSorted((one, other) => one.index - other.index).map(({ leaf }) => leaf)
}

/** As a proof carries them beside what it proves. */
export function writeRotations(rotations: readonly ProvenRotation[]) {
  return rotations.map(({ index, leaf, path }) => ({ index, leaf, path: path.map(toBase64) }))
}

/** Null for what is no list of them, or a longer one than anybody needs. */
export function readRotations(value: unknown): ProvenRotation[] | null {
  if (!Array.isArray(value) || value.length > LOG_ROTATIONS_MAX) return null
  const read: ProvenRotation[] = []
  for (const each of value) {
    const { index, leaf, path } = isMembers(each) ? each : {}
    if (typeof index !== 'number' || !Number.isSafeInteger(index)) return null
    if (typeof leaf !== 'string' || !Array.isArray(path)) return null
    const hashes = path.map((hash) => parseBase64(String(hash)) ?? new Uint8Array())
    read.push({ index, leaf, path: hashes })
  }
  return read
}
