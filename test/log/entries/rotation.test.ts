// The key of a log is followed by another one: who follows gets there, and nobody gets elsewhere.

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  keyAt,
  keysBefore,
  keysFrom,
  readRotation,
  writeRotation,
} from '../../../src/log/entries/rotation.ts'
import { LogLies } from '../../../src/log/monitor/evidence.ts'
import { followLog } from '../../../src/log/monitor/followLog.ts'
import { noteSigner, type VerifierKey, writeKey } from '../../../src/log/note/verifierKey.ts'
import type { MonitorStore } from '../../../src/ports/monitor.ts'
import { openMonitorStore } from '../../../src/store/beside/monitorStore.ts'
import { leavesOf, ORIGIN, type Served, served, verifier } from '../monitor/memoryLog.ts'

const signerOf = (text: string, origin = ORIGIN) =>
  noteSigner(origin, 'note', createHash('sha256').update(text).digest())
const [first, second, third] = [signerOf('log'), signerOf('second'), signerOf('third')]
const toSecond = writeRotation(first, second.key)
const toThird = writeRotation(second, third.key)
const otherOrigin = writeRotation(signerOf('log', 'elsewhere'), signerOf('second', 'elsewhere').key)
const forged = writeRotation(third, second.key).replace(writeKey(third.key), writeKey(first.key))

const written = (keys: readonly VerifierKey[] | null) => keys?.map(writeKey) ?? null

describe('leaves that say so', () => {
  test.each([
    ['no JSON', '{'],
    ['another shape', '{"sealed":""}'],
    ['a signature of another key', forged],
    ['another order', toSecond.replace(/^(.)("rotation".*),("signature".*)(.)$/, '$1$3,$2$4')],
    ['a member more', toSecond.replace(/}$/, ',"x":1}')],
    ['one and the same key', writeRotation(first, first.key)],
    ['a key of another log', writeRotation(first, signerOf('second', 'elsewhere').key)],
    [
      'the key of a witness',
      writeRotation(first, noteSigner(ORIGIN, 'cosignature', Buffer.alloc(32, 1)).key),
    ],
  ])('are none with %s', (_, leaf) => {
    expect(readRotation(leaf)).toBeNull()
  })

  test.each([
    ['none', first, [], [first]],
    ['one', first, [toSecond], [first, second]],
    ['two', first, [toSecond, toThird], [first, second, third]],
    ['those before a key that is known', second, [toSecond, toThird], [second, third]],
    ['a false one', first, [forged], null],
    ['one of another log', first, [otherOrigin], null],
    ['two from one key', first, [toSecond, writeRotation(first, third.key)], null],
    ['two from a key before', third, [toSecond, writeRotation(first, third.key)], null],
    ['a way back', first, [toSecond, writeRotation(second, first.key)], null],
  ] as const)('lead from a key: %s', (_, known, leaves, keys) => {
    expect(written(keysFrom(known.key, leaves))).toEqual(
      written(keys?.map(({ key }) => key) ?? null),
    )
  })

  test('tell which key has to have signed a tree of a size', () => {
    const rotations = [
      { index: 3, leaf: toSecond },
      { index: 7, leaf: toThird },
    ]
    const at = (size: number) => keyAt(size, rotations, third.key)
    expect([3, 4, 7, 8].map(at).map((key) => key && writeKey(key))).toEqual(
      [first, second, second, third].map(({ key }) => writeKey(key)),
    )
    expect(keyAt(1, rotations, second.key)).toBeNull()
    expect(keysBefore(third.key, [])).toEqual([])
    expect(keysBefore(first.key, rotations.slice(0, 1))).toBeNull()
  })
})

describe('a monitor', () => {
  let folder: string
  let store: MonitorStore
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-rotation-'))
    store = openMonitorStore(folder)
  })
  afterEach(() => {
    store.close()
    rmSync(folder, { recursive: true })
  })

  function look(log: Served, key = first.key) {
    const policy = { witnesses: [], isMet: () => true }
    const trust = { log: key, policy, verifiers: [verifier.address] }
    return followLog({ reader: served(log).reader, store, trust })
  }
  const lieOf = (log: Served, key?: VerifierKey) =>
    look(log, key).then(
      () => 'nothing was found',
      (error: unknown) => (error instanceof LogLies ? error.evidence : error),
    )
  const before = leavesOf(300)
  const bytes = (text: string) => Buffer.from(text)
  const after = [...before, bytes(toSecond), ...leavesOf(300, 'more')]

  test.each([
    ['at once', { signer: second }],
    ['while both sign', { signer: second, retiring: first }],
  ])('follows the log to its new key, %s', async (_, by) => {
    expect(await look({ leaves: before, signer: first })).toMatchObject({ size: 300 })
    const seen = await look({ leaves: after, ...by })
    expect(seen).toMatchObject({ from: 300, size: 601, counts: { rotation: 1 } })
    expect(store.keysOf(ORIGIN)).toEqual([first, second].map(({ key }) => writeKey(key)))
    const more = [...after, ...leavesOf(5, 'last')]
    expect(await look({ leaves: more, signer: second, rotations: [] })).toMatchObject({ size: 606 })
    const lie = await lieOf({
      leaves: [...more, bytes(`{"sealed":"${'a'.repeat(64)}"}`)],
      signer: first,
    })
    expect(lie).toMatchObject({ lie: 'checkpoint_unsigned', log_key: writeKey(second.key) })
  })

  test.each([
    ['the first key', first.key],
    ['the newest', second.key],
  ])('takes a log whole whose key was followed before, by %s', async (_, key) => {
    expect(await look({ leaves: after, signer: second }, key)).toMatchObject({ size: 601 })
  })

  test('takes an older checkpoint under the old key for an older one', async () => {
    await look({ leaves: before, signer: first })
    await look({ leaves: after, signer: second })
    const lie = await lieOf({ leaves: before, signer: first })
    expect(lie).toMatchObject({ lie: 'tree_shorter' })
  })

  test('is told the new key by hand as well', async () => {
    await look({ leaves: before, signer: first })
    expect(await look({ leaves: after, signer: second }, second.key)).toMatchObject({ size: 601 })
  })

  test.each([
    ['the key that went signs alone', { leaves: after, signer: first }, 'key_retired'],
    [
      'a leaf that the key has not signed',
      { leaves: [...before, bytes(forged)], signer: second, rotations: [forged] },
      'checkpoint_unsigned',
    ],
    [
      'the same under the old key',
      { leaves: [...before, bytes(forged)], signer: first },
      'entry_signature_false',
    ],
    [
      'a leaf of another log',
      { leaves: [...before, bytes(otherOrigin)], signer: first },
      'entry_signature_false',
    ],
    [
      'two from one key',
      { leaves: [...after, bytes(writeRotation(first, third.key))], signer: third },
      'checkpoint_unsigned',
    ],
    [
      'two from one key, of which one signs',
      {
        leaves: [...after, bytes(writeRotation(first, third.key))],
        signer: second,
        rotations: [toSecond],
      },
      'rotation_forked',
    ],
    [
      'another key in the answer than in the leaves',
      { leaves: after, signer: third, rotations: [writeRotation(first, third.key)] },
      'key_retired',
    ],
    [
      'a new key without its leaf',
      { leaves: before.concat(leavesOf(9, 'x')), signer: second, rotations: [] },
      'checkpoint_unsigned',
    ],
  ] as const)('finds %s', async (_, log, lie) => {
    await look({ leaves: before, signer: first })
    expect(await lieOf(log)).toMatchObject({ lie, origin: ORIGIN })
  })

  test('finds a new key whose leaf the log does not have', async () => {
    await look({ leaves: before, signer: first })
    const lie = await lieOf({
      leaves: [...before, ...leavesOf(9, 'x')],
      signer: second,
      rotations: [toSecond],
    })
    expect(lie).toMatchObject({ lie: 'key_retired' })
  })
})
