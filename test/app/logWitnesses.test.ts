import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { cosigning } from '../../src/app/log/logWitnesses.ts'
import { WITNESS_REST_MS } from '../../src/limits.ts'
import { checkpointText } from '../../src/log/note/checkpoint.ts'
import { parsePolicy } from '../../src/log/note/policy.ts'
import { signNote } from '../../src/log/note/signedNote.ts'
import { noteSigner, writeKey } from '../../src/log/note/verifierKey.ts'
import { servedLog } from '../../src/log/servedLog.ts'
import type { Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'

const signer = noteSigner('log.example/one', 'note', Buffer.alloc(32, 1))
const witness = noteSigner('witness.example/w', 'cosignature', Buffer.alloc(32, 2))

test('a witness that is away is asked again after a rest, and until then nothing is written', async () => {
  const text = (size: number) =>
    checkpointText({ origin: signer.key.name, size, root: new Uint8Array(32) })
  let head = {
    size: 1,
    integrated: 1,
    checkpoint: signNote(text(1), signer),
    shown: '',
    shownSize: 0,
  }
  let writes = 0
  const write = async () => {
    writes += 1
    return true
  }
  const log = {
    head: async () => head,
    tiles: async () => [new Uint8Array(32)],
    async show({ note, size }: { note: string; size: number }) {
      head = { ...head, shown: note, shownSize: size }
      await write()
    },
  }
  const store = { log, leases: { take: write, giveUp: write } } as unknown as Store
  const parsed = parsePolicy(`witness w ${writeKey(witness.key)} https://w.example\nquorum w\n`)
  if (!parsed.ok) throw new Error(parsed.fault)
  let [nowMs, asked] = [0, 0]
  const job = cosigning(store, {
    key: signer.key,
    policy: parsed.policy,
    logger: pino({ level: 'silent' }),
    monotonicMs: () => nowMs,
    async post() {
      asked += 1
      throw new Error('away')
    },
  })
  await job()
  expect([asked, writes]).toEqual([1, 3])
  for (; nowMs < WITNESS_REST_MS - 1_000; nowMs += 1_000) await job()
  expect([asked, writes]).toEqual([1, 3])
  nowMs = WITNESS_REST_MS
  await job()
  expect([asked, writes]).toEqual([2, 5])
  // What is new is shown at once.
  head = { ...head, integrated: 2, size: 2, checkpoint: signNote(text(2), signer) }
  await job()
  expect(head.shownSize).toBe(2)
})

test('while a witness is slow, people are shown no larger tree than afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-cosigning-'))
  const store = await openStore({ databaseUrl: null, dataDir })
  const note = (size: number) => {
    const text = checkpointText({ origin: signer.key.name, size, root: new Uint8Array(32) })
    return signNote(text, signer)
  }
  const origin = signer.key.name
  const key = writeKey(signer.key)
  const publish = (from: number, size: number) =>
    store.log.publish({ origin, key, from, size, checkpoint: note(size), tiles: [] })
  await store.log.bind({ origin, key })
  await publish(0, 10)
  const parsed = parsePolicy(`witness w ${writeKey(witness.key)} https://w.example\nquorum none\n`)
  if (!parsed.ok) throw new Error(parsed.fault)
  const seen: (string | null)[] = []
  const served = servedLog(store.log)
  const job = cosigning(store, {
    key: signer.key,
    policy: parsed.policy,
    logger: pino({ level: 'silent' }),
    monotonicMs: () => 0,
    async post() {
      await publish(10, 15)
      seen.push(await served.checkpoint())
      throw new Error('no answer in time')
    },
  })
  await job()
  expect([...seen, await served.checkpoint()]).toEqual([note(10), note(10)])
  await store.close()
  await rm(dataDir, { recursive: true })
})
