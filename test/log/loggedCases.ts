// Receipts with proofs that they stand in a log, and what can be done to a proof.

import { createHash } from 'node:crypto'
import { canonicalJson } from '../../src/attest/canonicalJson.ts'
import { eip191Signer } from '../../src/attest/eip191.ts'
import { answerLeaf } from '../../src/log/entries/leaf.ts'
import { type ProvenRotation, writeRotation } from '../../src/log/entries/rotation.ts'
import { writeVerifierRotation } from '../../src/log/entries/verifierRotation.ts'
import { checkpointText } from '../../src/log/note/checkpoint.ts'
import { cosign } from '../../src/log/note/cosignature.ts'
import { parsePolicy } from '../../src/log/note/policy.ts'
import { writeProof } from '../../src/log/note/proofFile.ts'
import { signatureLine, signNote } from '../../src/log/note/signedNote.ts'
import { type NoteSigner, noteSigner, writeKey } from '../../src/log/note/verifierKey.ts'
import { writeExtra } from '../../src/log/proofExtra.ts'
import { proveInclusion } from '../../src/log/tree/proofs.ts'
import type { Signer } from '../../src/ports/signer.ts'
import { treeOf } from './treeOf.ts'

const ORIGIN = 'log.example/one'
const SIZE = 300
const AT_S = 1_800_000_000
const seed = (text: string) => createHash('sha256').update(text).digest()
const log = noteSigner(ORIGIN, 'note', seed('log'))
const thief = noteSigner(ORIGIN, 'note', seed('thief'))
const witness = noteSigner('witness.example/w', 'cosignature', seed('witness'))

const [one, two, three] = await Promise.all([
  eip191Signer(seed('v')),
  eip191Signer(seed('w')),
  eip191Signer(seed('x')),
])

const answerOf = (number: number) => ({
  attestation: { number, text: 'ü"\n', verifier: one.address },
  signature: `0x${number.toString(16).padStart(130, '0')}`,
})
const leafAt = (index: number) => {
  const { attestation, signature } = answerOf(index)
  const form = index % 2 === 0 ? 'open' : 'sealed'
  return answerLeaf({ attestation: canonicalJson(attestation), signature }, form)
}
const leaves = Array.from({ length: SIZE }, (_, index) => leafAt(index))

function noteOf(size: number, { origin = ORIGIN, by = log, isCosigned = true } = {}): string {
  const { root } = treeOf(leaves.slice(0, size))
  const text = checkpointText({ origin, size, root })
  const line = signatureLine(witness.key, cosign(text, AT_S, witness))
  return `${signNote(text, by)}${isCosigned ? line : ''}`
}

async function proofOf(index: number, size: number, checkpoint = noteOf(size)): Promise<string> {
  const { readTiles } = treeOf(leaves.slice(0, size))
  return writeProof({ index, path: await proveInclusion({ index, size }, readTiles), checkpoint })
}

/** Proofs of a log whose key was followed by others, true ones and false ones. */
async function rotatedProofs(): Promise<string[]> {
  const [second, third] = [
    noteSigner(ORIGIN, 'note', seed('2')),
    noteSigner(ORIGIN, 'note', seed('3')),
  ]
  const elsewhere = (by: string) => noteSigner('log.example/two', 'note', seed(by))
  const first = writeRotation(log, second.key)
  const next = writeRotation(second, third.key)
  const forged = writeRotation(thief, second.key).replace(writeKey(thief.key), writeKey(log.key))

  async function proof(
    rotations: readonly string[],
    by: readonly NoteSigner[],
    change: (proven: readonly ProvenRotation[]) => readonly ProvenRotation[] = (same) => same,
  ): Promise<string> {
    const all = [...leaves.slice(0, 100), ...rotations.map((leaf) => Buffer.from(leaf))]
    const { root, readTiles } = treeOf(all)
    const text = checkpointText({ origin: ORIGIN, size: all.length, root })
    const line = signatureLine(witness.key, cosign(text, AT_S, witness))
    const prove = (index: number) => proveInclusion({ index, size: all.length }, readTiles)
    const proven = await Promise.all(
      rotations.map(async (leaf, at) => ({ index: 100 + at, leaf, path: await prove(100 + at) })),
    )
    return writeProof({
      index: 6,
      path: await prove(6),
      checkpoint: `${signNote(text, ...by)}${line}`,
      extra: writeExtra(null, { rotations: change(proven), verifiers: [] }),
    })
  }

  const good = await proof([first], [second])
  return [
    good,
    await proof([first], [second, log]),
    await proof([first, next], [third]),
    await proof([first, next], [third], (proven) => proven.toReversed()),
    // The key that went signs alone; nothing is said of the new one.
    await proof([first], [log]),
    await proof([first], [log], () => []),
    await proof([first], [second], () => []),
    await proof([first, next], [third], (proven) => proven.slice(0, 1)),
    await proof([first, next], [third], (proven) => proven.slice(1)),
    // Not signed with the key that goes; of another log; two from one key; back again.
    await proof([forged], [second]),
    await proof([writeRotation(elsewhere('log'), elsewhere('2').key)], [second]),
    await proof([first, writeRotation(log, third.key)], [third]),
    await proof([first, writeRotation(second, log.key)], [log]),
    // It does not stand where it is said to.
    await proof([first], [second], (proven) => proven.map((each) => ({ ...each, index: 99 }))),
    await proof([first], [second], (proven) => proven.map((each) => ({ ...each, path: [] }))),
    ...damaged(good),
    ...[
      '{"rotations":1}',
      '{"rotations":[1]}',
      '{"rotations":[{"index":1,"leaf":"","path":[]}]}',
      '{"rotations":[{"index":"100","leaf":"","path":[]}]}',
      '{"rotations":[{"index":1.5,"leaf":"","path":[1]}]}',
      '{"attestation":1,"rotations":[]}',
      '{"rotations":[]}',
    ].map((extra) => good.replace(/extra .*/, `extra ${Buffer.from(extra).toString('base64')}`)),
  ]
}

/** Proofs of a log in which verifiers were followed by others, true ones and false ones. */
async function followedProofs(): Promise<string[]> {
  const to = (from: Signer, next: Signer, log = ORIGIN) =>
    writeVerifierRotation(from, { log, to: next.address })
  const first = to(one, two)

  /** The leaves stand in the order of the tree: `before` the answer, and `after` it. */
  async function proof(
    before: readonly string[],
    after: readonly string[],
    change: (proven: readonly ProvenRotation[]) => readonly ProvenRotation[] = (same) => same,
  ): Promise<string> {
    const told = [...before, leafAt(6), ...after].map((leaf) => Buffer.from(leaf))
    const { root, readTiles } = treeOf(told)
    const text = checkpointText({ origin: ORIGIN, size: told.length, root })
    const line = signatureLine(witness.key, cosign(text, AT_S, witness))
    const prove = (index: number) => proveInclusion({ index, size: told.length }, readTiles)
    const places = [...before.keys(), ...after.map((_, at) => before.length + 1 + at)]
    const proven = await Promise.all(
      [...before, ...after].map(async (leaf, at) => {
        const index = places[at] ?? 0
        return { index, leaf, path: await prove(index) }
      }),
    )
    return writeProof({
      index: before.length,
      path: await prove(before.length),
      checkpoint: `${signNote(text, log)}${line}`,
      extra: writeExtra(null, { rotations: [], verifiers: change(proven) }),
    })
  }

  const good = await proof([], [first])
  return [
    good,
    await proof([], [first, to(two, three)]),
    await proof([], [first, to(two, three)], (proven) => proven.toReversed()),
    await proof([to(two, three)], []),
    // The answer stands behind the leaf by which its verifier went; the leaf is left out.
    await proof([first], []),
    await proof([first], [], () => []),
    // Two from one address; back again; of another log; not signed by the one that goes; to itself.
    await proof([], [first, to(one, three)]),
    await proof([], [first, to(two, one)]),
    await proof([], [to(one, two, 'log.example/two')]),
    await proof([], [to(three, two).replace(three.address, one.address)]),
    await proof([], [to(one, one)]),
    await proof([], [first.replace('0x', '0X')]),
    await proof([], [`${first} `]),
    await proof([], [writeRotation(log, thief.key)]),
    // It does not stand where it is said to.
    await proof([], [first], (proven) => proven.map((each) => ({ ...each, index: 0 }))),
    await proof([], [first], (proven) => proven.map((each) => ({ ...each, path: [] }))),
    ...damaged(good).filter((_, at) => at % 4 === 0),
    ...[
      '{"rotations":[],"verifiers":1}',
      `{"rotations":[],"verifiers":[${Array(1_001).fill('{"index":0,"leaf":"","path":[]}')}]}`,

      '{"rotations":[],"verifiers":[1]}',
      '{"verifiers":[]}',
    ].map((extra) => good.replace(/extra .*/, `extra ${Buffer.from(extra).toString('base64')}`)),
  ]
}

/** Every proof with every receipt: most of them have nothing to do with each other. */
export async function loggedCases() {
  const parsed = parsePolicy(`witness w ${writeKey(witness.key)}\nquorum w\n`)
  if (!parsed.ok) throw new Error(parsed.fault)
  const good = await proofOf(6, SIZE)
  const note = noteOf(SIZE)
  const alone = noteOf(SIZE, { isCosigned: false })
  const cosigner = note.slice(alone.length)
  const text = note.slice(0, note.indexOf('\n\n') + 1)
  const resigned = (changed: string) =>
    good.replace(
      note,
      `${signNote(changed, log)}${signatureLine(witness.key, cosign(changed, AT_S, witness))}`,
    )
  const proofs = [
    good,
    ...(await Promise.all([0, 7, 8, 255, 256, 299].map((index) => proofOf(index, SIZE)))),
    ...(await Promise.all([7, 8, 256, 257].map((size) => proofOf(6, size)))),
    good.replace('index 6', 'index 8'),
    good.replace('index 6', 'index 06'),
    good.replace('index 6', `index ${SIZE}`),
    good.replace(note, noteOf(299)),
    good.replace(note, alone),
    good.replace(note, noteOf(SIZE, { by: thief, isCosigned: false })),
    good.replace(note, noteOf(SIZE, { by: thief })),
    good.replace(note, `${note}${cosigner}`),
    good.replace(cosigner, cosigner.replace(/.{6}\n$/, 'AAAAA=\n')),
    good.replace('@v1\n', '@v1\nextra aGFsbG8=\n'),
    good.replace('@v1\n', '@v1\nextra aGFsbG9=\n'),
    resigned(text.replace(ORIGIN, 'log.example/two')),
    resigned(`${text}more\n`),
    resigned(`${text}\n`),
    resigned(text.replace('300', '0300')),
    resigned(text.replace('300', '0')),
    resigned(text.replace('300', '9007199254740992')),
    resigned('one line\n'),
    good.slice(0, -1),
    `${good}\n`,
    good.replace('\n\n', '\n \n'),
    '',
    ...damaged(good),
    ...(await rotatedProofs()),
    ...(await followedProofs()),
  ]
  const receipts = [6, 7].map((index) => JSON.stringify(answerOf(index)))
  return {
    receipts,
    proofs,
    trust: {
      log: log.key,
      policy: parsed.policy,
      keys: [writeKey(witness.key)],
      verifiers: [one.address],
    },
  }
}

/** One character of it changed, lost or doubled, all over the text. */
function damaged(text: string): string[] {
  const step = Math.ceil(text.length / 60)
  const places = Array.from({ length: 60 }, (_, at) => at * step).filter((at) => at < text.length)
  return places.flatMap((at) => [
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`,
    `${text.slice(0, at)}${text.slice(at + 1)}`,
    `${text.slice(0, at)}${text[at]}${text.slice(at)}`,
    ...(at % 5 === 0 ? [`${text.slice(0, at)}\u0085${text.slice(at)}`] : []),
    ...(at % 5 === 1 ? [`${text.slice(0, at)}\u00a0${text.slice(at)}`] : []),
    ...(at % 5 === 2 ? [`${text.slice(0, at)}\r${text.slice(at)}`] : []),
  ])
}
