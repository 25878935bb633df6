// What a client is shown instead of the proof of its answer. Each is refused with the texts themselves, so
// that somebody who has seen neither the client nor the log finds the same.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../src/attest/canonicalJson.ts'
import { ReceiptInvalid } from '../../src/client/clientErrors.ts'
import type { Exchange } from '../../src/client/exchange.ts'
import { loggedAnswers } from '../../src/client/loggedAnswers.ts'
import { answerLeaf } from '../../src/log/entries/leaf.ts'
import { LogLies } from '../../src/log/monitor/evidence.ts'
import { checkpointText, openCheckpoint } from '../../src/log/note/checkpoint.ts'
import { cosign } from '../../src/log/note/cosignature.ts'
import { parsePolicy } from '../../src/log/note/policy.ts'
import { writeProof } from '../../src/log/note/proofFile.ts'
import { signatureLine, signNote } from '../../src/log/note/signedNote.ts'
import { noteSigner, writeKey } from '../../src/log/note/verifierKey.ts'
import { proveInclusion } from '../../src/log/tree/proofs.ts'
import { verifyLogged } from '../../src/log/verifyLogged.ts'
import type { Signed } from '../../src/wire/signed.ts'
import { attestationOf, logSigner, ORIGIN, verifier } from '../log/monitor/memoryLog.ts'
import { treeOf } from '../log/treeOf.ts'

const answers = Array.from({ length: 300 }, (_, at) => {
  const attestation = attestationOf(`p${at}`)
  const text = canonicalJson(attestation)
  const digest = createHash('sha256').update(text).digest('hex')
  const receipt = { attestation, attestation_hash: `0x${digest}` }
  return { ...receipt, signature: verifier.sign(Buffer.from(text)) }
})
const leaves = answers.map(({ attestation, signature }) =>
  answerLeaf({ attestation: canonicalJson(attestation), signature }, 'open'),
)
const mine = answers[6] as unknown as Signed
const witness = noteSigner('witness.example/w', 'cosignature', Buffer.alloc(32, 9))
const policy = `log ${writeKey(logSigner.key)}\nwitness w ${writeKey(witness.key)}\nquorum w\n`

function noteOf(size: number, cosigned = ORIGIN): string {
  const { root } = treeOf(leaves.slice(0, size))
  const text = checkpointText({ origin: ORIGIN, size, root })
  const seen = text.replace(ORIGIN, cosigned)
  const line = signatureLine(witness.key, cosign(seen, 1_800_000_000, witness))
  return `${signNote(text, logSigner)}${line}`
}

async function proofOf(index: number, size: number, checkpoint = noteOf(size)): Promise<string> {
  const { readTiles } = treeOf(leaves.slice(0, size))
  return writeProof({ index, path: await proveInclusion({ index, size }, readTiles), checkpoint })
}

/** A client that is given these proofs, one after the other. */
function client(...proofs: readonly string[]) {
  const waiting = [...proofs]
  const send: Exchange = async ({ path }) => {
    const text = path.startsWith('/log/proof/') ? (waiting.shift() ?? '') : ''
    return { status: 200, text, bytes: Buffer.from(text), headers: new Headers() }
  }
  return loggedAnswers({ send, options: { policy }, named: async () => null })
}

test('a true proof is taken', async () => {
  expect(await client(await proofOf(6, 300)).find(mine)).toMatchObject({ index: 6, size: 300 })
})

test.each([
  [
    '6: the cosignature is of another log',
    'signature_false',
    () => proofOf(6, 300, noteOf(300, 'assay/0x02/log')),
  ],
  [
    '7: the index is that of another leaf',
    'not_included',
    async () => (await proofOf(6, 300)).replace('index 6\n', 'index 8\n'),
  ],
  ['7: the proof is that of another leaf', 'not_included', () => proofOf(8, 300)],
  ['8: the proof is for another size', 'not_included', () => proofOf(6, 300, noteOf(200))],
] as const)('%s', async (_, reason, made) => {
  const proof = await made()
  const refused = await client(proof)
    .find(mine)
    .catch((error: unknown) => error)
  if (!(refused instanceof ReceiptInvalid)) throw refused
  expect(refused).toMatchObject({ reason, received: proof })
  // The third person has the receipt, the proof and the keys.
  const parsed = parsePolicy(policy)
  if (!parsed.ok) throw new Error(parsed.fault)
  const answer = { attestation: canonicalJson(mine.attestation), signature: mine.signature }
  const trust = { log: logSigner.key, policy: parsed.policy }
  expect(verifyLogged(answer, refused.received, trust)).toEqual({ logged: false, reason })
})

test('5: the checkpoint is an older one than was shown before', async () => {
  const one = client(await proofOf(6, 300), await proofOf(6, 200))
  await one.find(mine)
  const lie = await one.find(mine).catch((error: unknown) => error)
  if (!(lie instanceof LogLies)) throw lie
  const { checkpoint, earlier_checkpoint: earlier = '' } = lie.evidence
  const sizes = [checkpoint, earlier].map((note) => {
    const opened = openCheckpoint(Buffer.from(note), { origin: ORIGIN, keys: [logSigner.key] })
    return opened.ok ? opened.checkpoint.size : null
  })
  expect([lie.evidence.lie, ...sizes]).toEqual(['tree_shorter', 200, 300])
})
