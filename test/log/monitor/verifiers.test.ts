// A verifier is followed by another one in the log: the monitor goes on with the new one, and shows what the
// old one signs later, and whoever is said to follow it besides.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eip191Signer } from '../../../src/attest/eip191.ts'
import { verifyReceipt } from '../../../src/attest/verifyReceipt.ts'
import { LOG_ROTATIONS_MAX } from '../../../src/limits.ts'
import { readVerifierRotation } from '../../../src/log/entries/verifierRotation.ts'
import { type Evidence, LogLies } from '../../../src/log/monitor/evidence.ts'
import { followLog } from '../../../src/log/monitor/followLog.ts'
import { LogUnread } from '../../../src/log/monitor/readLog.ts'
import { openCheckpoint } from '../../../src/log/note/checkpoint.ts'
import { parseProof } from '../../../src/log/note/proofFile.ts'
import { leafHash } from '../../../src/log/tree/hashes.ts'
import { isIncluded } from '../../../src/log/tree/proofs.ts'
import type { MonitorStore } from '../../../src/ports/monitor.ts'
import { openMonitorStore } from '../../../src/store/beside/monitorStore.ts'
import {
  followedLeaf,
  lastVerifier,
  leavesOf,
  logSigner,
  nextVerifier,
  ORIGIN,
  openLeaf,
  served,
  verifier,
} from './memoryLog.ts'

let folder: string
let store: MonitorStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-verifiers-'))
  store = openMonitorStore(folder)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

function look(leaves: readonly Uint8Array[], verifiers = [verifier.address]) {
  const policy = { witnesses: [], isMet: () => true }
  const trust = { log: logSigner.key, policy, verifiers }
  return followLog({ reader: served({ leaves }).reader, store, trust })
}

async function evidenceOf(leaves: readonly Uint8Array[]): Promise<Evidence> {
  const lie = await look(leaves).catch((error: unknown) => error)
  if (lie instanceof LogLies) return lie.evidence
  throw new Error('nothing was found')
}

/** What a third person reads of a leaf: what it is, and where the log has signed that it stands. */
function shown(entry: string | undefined, proof: string | undefined) {
  const leaf = Buffer.from(entry ?? '', 'base64')
  const parsed = parseProof(proof ?? '')
  if (parsed === null) throw new Error('there is no proof')
  const log = { origin: ORIGIN, keys: [logSigner.key] }
  const opened = openCheckpoint(Buffer.from(parsed.checkpoint), log)
  if (!opened.ok) throw new Error(opened.reason)
  const { index, path } = parsed
  expect(isIncluded({ hash: leafHash(leaf), index }, opened.checkpoint, path)).toBe(true)
  return { text: leaf.toString(), index }
}

const before = leavesOf(300)
const toNext = followedLeaf()
const byNext = openLeaf('by-the-next', nextVerifier)
const byOld = openLeaf('by-the-old')

describe('a verifier that another one has followed', () => {
  test('goes, and the next one signs: at once, or in later looks', async () => {
    const leaves = [...before, toNext, byNext, followedLeaf(nextVerifier, lastVerifier)]
    expect(await look(leaves)).toMatchObject({ size: 303, counts: { rotation: 2 } })
    const more = [...leaves, openLeaf('by-the-last', lastVerifier)]
    expect(await look(more)).toMatchObject({ from: 303, size: 304, counts: { open: 1 } })
    const kept = store.verifiersOf(ORIGIN)
    expect(new Set(kept)).toEqual(
      new Set([
        { address: verifier.address, goneAt: 300 },
        { address: nextVerifier.address, goneAt: 302 },
        { address: lastVerifier.address, goneAt: null },
      ]),
    )
  })

  test('11: signs again: the log that takes it is shown, with the leaf by which it went', async () => {
    for (const isLater of [false, true]) {
      if (isLater) await look([...before, toNext])
      const evidence = await evidenceOf([...before, toNext, byNext, byOld])
      expect(evidence.lie).toBe('verifier_gone')
      const again = shown(evidence.entry, evidence.proof)
      const went = shown(evidence.earlier_entry, evidence.earlier_proof)
      expect(verifyReceipt(again.text, { verifiers: [verifier.address] }).valid).toBe(true)
      expect(readVerifierRotation(went.text)?.from).toBe(verifier.address)
      expect(again.index).toBeGreaterThan(went.index)
    }
  })

  test.each([
    ['a second one', followedLeaf(verifier, lastVerifier)],
    ['the same one again, later', followedLeaf(nextVerifier, verifier)],
  ])('is followed by %s', async (_, leaf) => {
    const evidence = await evidenceOf([...before, toNext, byNext, leaf])
    expect(evidence.lie).toBe('verifier_forked')
    const second = readVerifierRotation(shown(evidence.entry, evidence.proof).text)
    const first = readVerifierRotation(shown(evidence.earlier_entry, evidence.earlier_proof).text)
    expect(first?.from).toBe(verifier.address)
    expect([second?.from, second?.to]).toContain(verifier.address)
  })

  test.each([
    ['of nobody who is trusted', followedLeaf(lastVerifier, nextVerifier)],
    ['of another log', followedLeaf(verifier, nextVerifier, 'assay/0x02/log')],
    [
      'that another one has signed',
      Buffer.from(
        Buffer.from(followedLeaf(lastVerifier))
          .toString()
          .replace(lastVerifier.address, verifier.address),
      ),
    ],
  ])('is not followed by a leaf %s', async (_, leaf) => {
    const evidence = await evidenceOf([...before, leaf])
    expect(evidence.lie).toBe('entry_signature_false')
    expect(shown(evidence.entry, evidence.proof).index).toBe(300)
  })

  test('more often than anybody needs: the log is not read to its end', async () => {
    const signers = await Promise.all(
      Array.from({ length: LOG_ROTATIONS_MAX + 2 }, (_, at) => {
        const key = Buffer.alloc(32, 1)
        key.writeUInt32BE(at + 1)
        return eip191Signer(key)
      }),
    )
    const leaves = signers.slice(1).map((to, at) => followedLeaf(signers[at], to))
    const [first] = signers
    await expect(look(leaves, [first?.address ?? ''])).rejects.toThrow(LogUnread)
  })

  test('by a leaf that is not canonical', async () => {
    const leaf = Buffer.from(Buffer.from(toNext).toString().replace('":"', '": "'))
    expect(await evidenceOf([...before, leaf])).toMatchObject({ lie: 'entry_not_canonical' })
  })

  test('is remembered only when all of it held', async () => {
    await evidenceOf([...before, toNext, byOld])
    expect(store.verifiersOf(ORIGIN)).toEqual([])
    expect(await look([...before, byOld])).toMatchObject({ size: 301 })
  })
})
