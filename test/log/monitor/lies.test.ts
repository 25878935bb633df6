// A monitor of a log that is true, and of logs that lie: each lie is found, with evidence that somebody
// checks who has seen neither the log nor the monitor.

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/attest/canonicalJson.ts'
import { verifyReceipt } from '../../../src/attest/verifyReceipt.ts'
import { answerLeaf } from '../../../src/log/entries/leaf.ts'
import { type Evidence, LogLies } from '../../../src/log/monitor/evidence.ts'
import { followLog, type OpenEntry } from '../../../src/log/monitor/followLog.ts'
import { LogUnread } from '../../../src/log/monitor/readLog.ts'
import { openCheckpoint } from '../../../src/log/note/checkpoint.ts'
import { cosign } from '../../../src/log/note/cosignature.ts'
import { parsePolicy } from '../../../src/log/note/policy.ts'
import { parseProof } from '../../../src/log/note/proofFile.ts'
import { signatureLine, signNote } from '../../../src/log/note/signedNote.ts'
import { noteSigner, parseKey, writeKey } from '../../../src/log/note/verifierKey.ts'
import { leafHash } from '../../../src/log/tree/hashes.ts'
import { isIncluded } from '../../../src/log/tree/proofs.ts'
import type { MonitorStore } from '../../../src/ports/monitor.ts'
import { openMonitorStore } from '../../../src/store/beside/monitorStore.ts'
import {
  attestationOf,
  forgedLeaf,
  leavesOf,
  logSigner,
  ORIGIN,
  openLeaf,
  otherSigner,
  type Served,
  served,
  signedAnew,
  verifier,
} from './memoryLog.ts'

let folder: string
let store: MonitorStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-monitor-'))
  store = openMonitorStore(folder)
})

afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

type Policy = Parameters<typeof followLog>[0]['trust']['policy']
const nobody: Policy = { witnesses: [], isMet: () => true }

function look(
  log: Served | ReturnType<typeof served>,
  policy = nobody,
  onOpen: (entry: OpenEntry) => void = () => {},
) {
  const { reader } = 'reader' in log ? log : served(log)
  const trust = { log: logSigner.key, policy, verifiers: [verifier.address] }
  return followLog({ reader, store, trust, onOpen })
}

async function evidenceOf(log: Served, policy = nobody): Promise<Evidence> {
  try {
    await look(log, policy)
  } catch (error) {
    if (error instanceof LogLies) return error.evidence
    throw error
  }
  throw new Error('nothing was found')
}

const leaves = leavesOf(700)

/** What the third person does: opens both checkpoints with the key of the log alone. */
function headOf(note: string | undefined) {
  const opened = openCheckpoint(Buffer.from(note ?? ''), { origin: ORIGIN, keys: [logSigner.key] })
  if (!opened.ok) throw new Error(opened.reason)
  return opened.checkpoint
}

function standsAt(entry: string | undefined, proof: string | undefined): number | null {
  const parsed = parseProof(proof ?? '')
  if (parsed === null) return null
  const hash = leafHash(Buffer.from(entry ?? '', 'base64'))
  const { index, path } = parsed
  return isIncluded({ hash, index }, headOf(parsed.checkpoint), path) ? index : null
}

describe('a log that is true', () => {
  test('is followed from its first leaf on, in any steps', async () => {
    const first = await look({ leaves: leaves.slice(0, 1) })
    expect(first).toMatchObject({ origin: ORIGIN, from: null, size: 1 })
    let from = 1
    for (const size of [2, 255, 256, 257, 300, 512, 700, 700]) {
      const seen = await look({ leaves: leaves.slice(0, size) })
      expect(seen).toMatchObject({ from, size })
      const { open, sealed, retraction } = seen.counts
      expect(open + sealed + retraction).toBe(size - from)
      from = size
    }
  })

  test('is gone on with by another process', async () => {
    await look({ leaves: leaves.slice(0, 300) })
    store.close()
    store = openMonitorStore(folder)
    expect(await look({ leaves })).toMatchObject({ from: 300, size: 700 })
  })

  test('tells of every open answer', async () => {
    const open: OpenEntry[] = []
    await look({ leaves }, nobody, (entry) => open.push(entry))
    expect(open).toHaveLength(462)
    expect(open[5]).toMatchObject({ index: 7, attestation: attestationOf('p7') })
  })

  test('may have tiles that are wider by now than the checkpoint', async () => {
    const wide = served({ leaves })
    const narrow = served({ leaves: leaves.slice(0, 300) })
    const gone = /\.p\//
    const reader = {
      checkpoint: narrow.reader.checkpoint,
      rotations: async () => [],
      tile: async (path: string) =>
        gone.test(path) && /\/001/.test(path) ? null : wide.reader.tile(path),
    }
    expect(await look({ ...narrow, reader })).toMatchObject({ size: 300 })
  })

  test('that cannot be read is not accused, and nothing is remembered', async () => {
    const { reader } = served({ leaves })
    const tile = async (path: string) => (path.includes('entries/002') ? null : reader.tile(path))
    await expect(look({ ...served({ leaves }), reader: { ...reader, tile } })).rejects.toThrow(
      LogUnread,
    )
    expect(await look({ leaves })).toMatchObject({ from: null, size: 700 })
  })

  test('has as many cosignatures as the policy takes', async () => {
    const witness = noteSigner(
      'witness.example/w',
      'cosignature',
      createHash('sha256').update('w').digest(),
    )
    const parsed = parsePolicy(`witness w ${writeKey(witness.key)}\nquorum w\n`)
    if (!parsed.ok) throw new Error(parsed.fault)
    const by = (text: string) => signatureLine(witness.key, cosign(text, 1_800_000_000, witness))
    expect(await look({ leaves, cosign: by }, parsed.policy)).toMatchObject({ size: 700 })
    const alone = await evidenceOf({ leaves }, parsed.policy)
    expect(alone).toMatchObject({ lie: 'witnesses_missing' })
    // Of another log, under the same key of the witness.
    const otherLog = (text: string) => by(text.replace(ORIGIN, 'assay/0x02/log'))
    const borrowed = await evidenceOf({ leaves, cosign: otherLog }, parsed.policy)
    expect(borrowed).toMatchObject({ lie: 'checkpoint_unsigned', reason: 'signature_false' })
  })
})

describe('a log that lies is caught', () => {
  test('1: a tree that was rewound', async () => {
    await look({ leaves })
    const evidence = await evidenceOf({ leaves: leaves.slice(0, 300) })
    expect(evidence.lie).toBe('tree_shorter')
    expect(headOf(evidence.checkpoint).size).toBeLessThan(headOf(evidence.earlier_checkpoint).size)
  })

  test('2: two trees of one size from one key', async () => {
    await look({ leaves })
    const evidence = await evidenceOf({ leaves: leavesOf(700, 'x') })
    expect(evidence.lie).toBe('tree_forked')
    const [now, before] = [headOf(evidence.checkpoint), headOf(evidence.earlier_checkpoint)]
    expect(now.size).toBe(before.size)
    expect(now.root).not.toEqual(before.root)
  })

  test('2: a larger tree that does not go on from the one before', async () => {
    await look({ leaves: leaves.slice(0, 300) })
    const evidence = await evidenceOf({ leaves: leavesOf(700, 'x') })
    expect(evidence.lie).toBe('tree_forked')
    expect(headOf(evidence.earlier_checkpoint).size).toBe(300)
    expect(headOf(evidence.checkpoint).size).toBe(700)
  })

  test('3: a leaf that was changed, before and after it was seen', async () => {
    const changed = leaves.with(310, openLeaf('changed'))
    expect(await evidenceOf({ leaves, entries: changed })).toMatchObject({ lie: 'entries_other' })
    await look({ leaves: leaves.slice(0, 400) })
    expect(await evidenceOf({ leaves: changed })).toMatchObject({ lie: 'tree_forked' })
  })

  test('4: tiles that were swapped', async () => {
    const { reader } = served({ leaves })
    const swapped = await reader.tile('tile/0/001')
    const change = (path: string, bytes: Uint8Array) =>
      path === 'tile/0/000' && swapped !== null ? swapped : bytes
    expect(await evidenceOf({ leaves, change })).toMatchObject({
      lie: 'tiles_other',
      reason: 'tile/0/000',
    })
    const edge = (path: string, bytes: Uint8Array) =>
      path.startsWith('tile/1/') ? bytes.toReversed() : bytes
    expect(await evidenceOf({ leaves, change: edge })).toMatchObject({ lie: 'tiles_other' })
  })

  test('5: a checkpoint that is forged', async () => {
    const evidence = await evidenceOf({ leaves, signer: otherSigner })
    expect(evidence).toMatchObject({ lie: 'checkpoint_unsigned', reason: 'signer_unknown' })
    const key = parseKey(evidence.log_key)
    if (key === null) throw new Error('no key')
    const note = Buffer.from(evidence.checkpoint)
    expect(openCheckpoint(note, { origin: ORIGIN, keys: [key] })).toMatchObject({ ok: false })
  })

  test('9: a bundle that was truncated', async () => {
    const change = (path: string, bytes: Uint8Array) =>
      path === 'tile/entries/001' ? bytes.subarray(0, -1) : bytes
    expect(await evidenceOf({ leaves, change })).toMatchObject({ lie: 'entries_other' })
  })

  test('10: an answer that stands there twice, at once or later', async () => {
    const twice = leaves.with(650, leaves[4] ?? new Uint8Array())
    const evidence = await evidenceOf({ leaves: twice })
    expect(evidence.lie).toBe('entry_twice')
    expect(standsAt(evidence.entry, evidence.proof)).toBe(650)
    expect(standsAt(evidence.earlier_entry, evidence.earlier_proof)).toBe(4)
    await look({ leaves: leaves.slice(0, 400) })
    expect(await evidenceOf({ leaves: twice })).toMatchObject({ lie: 'entry_twice' })
  })

  const sealed = (leaf: Uint8Array | undefined) => {
    const { attestation, signature } = JSON.parse(Buffer.from(leaf ?? []).toString())
    return answerLeaf({ attestation: canonicalJson(attestation), signature }, 'sealed')
  }
  const retracted = (seq: number, digit: string) => {
    const leaf = Buffer.from(leaves[99] ?? []).toString()
    const numbered = leaf.replace(/"seq":\d+/, `"seq":${seq}`)
    return Buffer.from(numbered.replace(/0x[0-9a-f]/, `0x${digit}`))
  }
  test.each<[string, number, Uint8Array, number, Uint8Array]>([
    ['open and sealed', 4, leaves[4] ?? new Uint8Array(), 650, sealed(leaves[4])],
    ['sealed and open', 3, sealed(leaves[640]), 640, leaves[640] ?? new Uint8Array()],
    ['under another signature', 4, leaves[4] ?? new Uint8Array(), 650, signedAnew('p4')],
    ['as two retractions of one number', 30, retracted(1_000, '1'), 650, retracted(1_000, '2')],
    ['as two retractions of one answer', 30, retracted(1_000, '1'), 650, retracted(1_001, '1')],
  ])('10: an answer that stands there twice: %s', async (_, at, one, later, other) => {
    const twice = leaves.with(at, one).with(later, other)
    const evidence = await evidenceOf({ leaves: twice })
    expect(evidence.lie).toBe('entry_twice')
    expect(standsAt(evidence.entry, evidence.proof)).toBe(later)
    expect(standsAt(evidence.earlier_entry, evidence.earlier_proof)).toBe(at)
  })

  test('3: a leaf or a tile that is changed after it was read', async () => {
    await look({ leaves: leaves.slice(0, 200) })
    const changed = leaves.slice(0, 200).with(10, openLeaf('changed'))
    const entries = { leaves: leaves.slice(0, 200), entries: changed }
    expect(await evidenceOf(entries)).toMatchObject({ lie: 'entries_other' })
    const change = (path: string, bytes: Uint8Array) =>
      path.startsWith('tile/0/') ? bytes.with(40, 0).with(41, 0) : bytes
    const tiles = { leaves: leaves.slice(0, 200), change }
    expect(await evidenceOf(tiles)).toMatchObject({ lie: 'tiles_other' })
    await look({ leaves: leaves.slice(0, 256) })
    const later = { leaves, entries: leaves.with(10, openLeaf('changed')) }
    expect(await evidenceOf(later)).toMatchObject({ lie: 'entries_other' })
  })

  test('5: a checkpoint of the log that is none', async () => {
    const { reader } = served({ leaves })
    const text = `${ORIGIN}\n0700\nAAAA\n`
    const of = (note: string) => ({
      ...served({ leaves }),
      reader: { ...reader, checkpoint: async () => Buffer.from(note) },
    })
    const error = await look(of(signNote(text, logSigner))).catch((lie: unknown) => lie)
    expect(error).toMatchObject({ evidence: { lie: 'checkpoint_malformed' } })
    for (const other of ['', '<html>', `${text}\n`]) {
      await expect(look(of(other))).rejects.toThrow(LogUnread)
    }
  })

  test('11: a checkpoint under a key that was rotated away', async () => {
    await look({ leaves: leaves.slice(0, 300) })
    const evidence = await evidenceOf({ leaves, signer: otherSigner })
    expect(evidence).toMatchObject({ lie: 'checkpoint_unsigned' })
  })

  test.each([
    ['entry_not_canonical', (leaf: string) => leaf.replace('":"', '": "')],
    ['entry_not_canonical', (leaf: string) => `${leaf}\n`],
    ['entry_malformed', () => '{"sealed":"00"}'],
    ['entry_malformed', () => 'hello'],
    ['entry_malformed', () => '[]'],
    ['entry_malformed', () => '{"retraction":{"anything":1}}'],
    ['entry_malformed', () => `{"sealed":["${'0'.repeat(64)}"]}`],
    ['entry_malformed', () => '{"retraction":{"attestation_hash":"0x00"}}'],
    ['entry_malformed', () => retracted(1_000, '1').toString().replace('1000', '"1000"')],
    ['entry_malformed', () => retracted(1_000, '1').toString().replace('"It was wrong."', '{}')],
    ['entry_malformed', (leaf: string) => leaf.replace('{"attestation"', '{"and":1,"attestation"')],
    ['entry_signature_false', (leaf: string) => leaf.replace('"exists"', '"absent"')],
    ['entry_signature_false', () => Buffer.from(forgedLeaf('p3')).toString()],
  ])('12: an entry that may not be there: %s, %#', async (lie, change) => {
    const text = Buffer.from(leaves[3] ?? []).toString()
    const evidence = await evidenceOf({ leaves: leaves.with(3, Buffer.from(change(text))) })
    expect(evidence.lie).toBe(lie)
    expect(standsAt(evidence.entry, evidence.proof)).toBe(3)
    const shown = Buffer.from(evidence.entry ?? '', 'base64').toString()
    expect(shown).toBe(change(text))
    if (lie !== 'entry_signature_false') return
    expect(verifyReceipt(shown, { verifiers: [verifier.address] })).toMatchObject({ valid: false })
  })

  test('and nothing of it is believed at the next look', async () => {
    await look({ leaves: leaves.slice(0, 300) })
    for (const lie of [leavesOf(700, 'x'), leaves.with(650, leaves[4] ?? new Uint8Array())]) {
      await expect(look({ leaves: lie })).rejects.toThrow(LogLies)
    }
    expect(await look({ leaves })).toMatchObject({ from: 300, size: 700 })
  })
})
