// Receipts with proofs that they stand in a log, and what can be done to a proof.

import { createHash } from 'node:crypto'
import { canonicalJson } from '../../src/attest/canonicalJson.ts'
import { answerLeaf } from '../../src/log/entries/leaf.ts'
import { checkpointText } from '../../src/log/note/checkpoint.ts'
import { cosign } from '../../src/log/note/cosignature.ts'
import { parsePolicy } from '../../src/log/note/policy.ts'
import { writeProof } from '../../src/log/note/proofFile.ts'
import { signatureLine, signNote } from '../../src/log/note/signedNote.ts'
import { noteSigner, writeKey } from '../../src/log/note/verifierKey.ts'
import { proveInclusion } from '../../src/log/tree/proofs.ts'
import { treeOf } from './treeOf.ts'

const ORIGIN = 'log.example/one'
const SIZE = 300
const AT_S = 1_800_000_000
const seed = (text: string) => createHash('sha256').update(text).digest()
const log = noteSigner(ORIGIN, 'note', seed('log'))
const thief = noteSigner(ORIGIN, 'note', seed('thief'))
const witness = noteSigner('witness.example/w', 'cosignature', seed('witness'))

const answerOf = (number: number) => ({
  attestation: { number, text: 'ü"\n' },
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
  ]
  const receipts = [6, 7].map((index) => JSON.stringify(answerOf(index)))
  return {
    receipts,
    proofs,
    trust: { log: log.key, policy: parsed.policy, keys: [writeKey(witness.key)] },
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
