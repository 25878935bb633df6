import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eip191Signer } from '../../src/attest/eip191.ts'
import { checkpointFile } from '../../src/log/checkpointFile.ts'
import { leafOf, retractionSeal } from '../../src/log/entries/leaf.ts'
import { writeVerifierRotation } from '../../src/log/entries/verifierRotation.ts'
import { checkLog } from '../../src/log/fsck.ts'
import { integrator, LogDamaged } from '../../src/log/integrate.ts'
import { checkpointText, openCheckpoint } from '../../src/log/note/checkpoint.ts'
import { signNote } from '../../src/log/note/signedNote.ts'
import { noteSigner, writeKey } from '../../src/log/note/verifierKey.ts'
import type { LogStore } from '../../src/ports/log.ts'
import type { Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { hashOf, NO_MEMORY } from '../support/leaves.ts'
import { MTH } from './rfc6962.ts'

const ORIGIN = 'assay/test/log'
const signer = noteSigner(ORIGIN, 'note', createHash('sha256').update('key').digest())

const SIGNATURE = `0x${'1'.repeat(130)}`

let dataDir: string
let store: Store

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-log-'))
  store = await openStore({ databaseUrl: null, dataDir })
})

afterEach(async () => {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

const answerOf = (number: number) => ({
  attestationHash: hashOf(number),
  type: 'assay.x/1',
  verdict: 'exists',
  attestation: `{"number":${number}}`,
  signature: SIGNATURE,
  answer: '{}',
  signedAt: '2026-03-01T12:00:00.000Z',
})

async function saveAnswers(from: number, count: number, leaf?: null): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, i) =>
      store.answers.save(
        answerOf(from + i),
        leaf === null ? null : (from + i) % 3 === 0 ? 'sealed' : 'open',
      ),
    ),
  )
}

async function retract(number: number): Promise<void> {
  await store.retractions.save({
    attestationHash: hashOf(number),
    type: 'assay.x/1',
    reason: 'caf\u00e9',
    foundBy: 'python/2',
    retractedAt: '2026-03-01T12:00:00Z',
  })
}

/** Every checkpoint that is in the store is that of the first leaves, by the RFC. */
async function expectSound(): Promise<number> {
  const { checkpoint, integrated } = await store.log.head()
  const log = { origin: ORIGIN, keys: [signer.key] }
  const opened = openCheckpoint(Buffer.from(checkpoint ?? ''), log)
  if (!opened.ok) throw new Error(opened.reason)
  const rows = await store.log.rows({ from: 0, limit: integrated })
  expect(opened.checkpoint.size).toBe(integrated)
  expect(Buffer.compare(opened.checkpoint.root, MTH(rows.map(leafOf)))).toBe(0)
  return integrated
}

const integratorOn = (log: LogStore, batchMax = 100) =>
  integrator({ store: log, signer, memory: NO_MEMORY, batchMax })

async function integrateAll(one: ReturnType<typeof integratorOn>): Promise<void> {
  while ((await one.step()).more);
}

const AT_INDEX = (index: number) => `log_index = ${index}`

/** Changes the database as nobody should. */
async function meddle(sql: string, params: readonly (string | number | Uint8Array)[] = []) {
  const database = await openSqlite({ dataDir })
  await database.write(sql, params)
  await database.close()
}

describe('integration', () => {
  test('makes one log of all that was saved, batch by batch', async () => {
    const one = integratorOn(store.log)
    await integrateAll(one)
    expect(await one.step()).toEqual({ state: 'nothing', more: false })
    for (const count of [1, 255, 1, 3, 300]) {
      const { size } = await store.log.head()
      await saveAnswers(size, count)
      await integrateAll(one)
      expect(await expectSound()).toBe(size + count)
    }
  })

  test('takes retractions in, open where the answer is', async () => {
    await saveAnswers(0, 2)
    await retract(1)
    await retract(0)
    await integrateAll(integratorOn(store.log))
    expect(await expectSound()).toBe(4)
    const leaves = (await store.log.rows({ from: 2, limit: 2 })).map((row) =>
      Buffer.from(leafOf(row)).toString(),
    )
    const told = await store.retractions.load(hashOf(0))
    if (told === null) throw new Error('the retraction is gone')
    const seal = Buffer.from(retractionSeal(told, SIGNATURE)).toString('hex')
    expect(leaves).toEqual([
      `{"retraction":{"attestation_hash":"${hashOf(1)}","found_by":"python/2",` +
        '"reason":"café","retracted_at":"2026-03-01T12:00:00Z","seq":1,"type":"assay.x/1"}}',
      `{"sealed":"${seal}"}`,
    ])
  })

  test('takes in what was signed before the log, sealed, once', async () => {
    await saveAnswers(0, 250, null)
    await saveAnswers(250, 10)
    await retract(1)
    const all = [integratorOn(store.log, 7), integratorOn(store.log, 100)]
    await Promise.all(all.map((one) => integrateAll(one)))
    for (const one of all) expect(await one.isWaiting()).toBe(false)
    expect(await expectSound()).toBe(261)
    const rows = await store.log.rows({ from: 0, limit: 300 })
    expect(rows.filter(({ form }) => form === 'sealed')).toHaveLength(250 + 3 + 1)
    expect((await checkLog(store.log, signer.key, { batch: 100 })).faults).toEqual([])
  })

  test('goes on wherever the one before has died', async () => {
    const CALLS = ['head', 'fill', 'tiles', 'rows', 'publish'] as const
    for (const call of CALLS) {
      for (const when of ['before', 'after'] as const) {
        const { size } = await store.log.head()
        await saveAnswers(size, 130)
        await retract(size)
        const dying: LogStore = {
          ...store.log,
          async [call](...args: never[]) {
            if (when === 'after') await (store.log[call] as (...all: never[]) => unknown)(...args)
            throw new Error('killed')
          },
        }
        await expect(integratorOn(dying).step()).rejects.toThrow('killed')
        await integrateAll(integratorOn(store.log))
        expect(await expectSound()).toBe(size + 131)
      }
    }
  })

  test('by one who comes too late changes nothing', async () => {
    await saveAnswers(0, 10)
    const other = integratorOn(store.log)
    const late = integratorOn({
      ...store.log,
      async publish(step) {
        await saveAnswers(10, 300)
        await integrateAll(other)
        return store.log.publish(step)
      },
    })
    expect(await late.step()).toEqual({ state: 'lost', more: true })
    expect(await expectSound()).toBe(310)
  })

  test('by several at once makes one log', async () => {
    const all = Array.from({ length: 4 }, () => integratorOn(store.log, 7))
    await saveAnswers(0, 100)
    await Promise.all(all.map((one) => integrateAll(one)))
    await integrateAll(integratorOn(store.log))
    expect(await expectSound()).toBe(100)
  })
})

describe('a log that something else has changed is not gone on with', () => {
  const META = '2026'
  test.each([
    [
      'a tile',
      'UPDATE log_tile SET bytes = $1 WHERE level = 0 AND number = 1',
      () => new Uint8Array(44 * 32),
    ],
    [
      'a tile that is too narrow',
      'UPDATE log_tile SET bytes = $1 WHERE level = 1',
      () => new Uint8Array(32).subarray(0, 32),
    ],
    ['a checkpoint that is no note', 'UPDATE log_head SET checkpoint = $1', () => META],
    ['a size', 'UPDATE log_head SET integrated = integrated - 1 WHERE $1 = 1', () => 1],
  ])('%s', async (_, sql, value) => {
    const one = integratorOn(store.log)
    await saveAnswers(0, 300)
    await integrateAll(one)
    await meddle(sql, [value()])
    await saveAnswers(300, 1)
    await expect(one.step()).rejects.toThrow(LogDamaged)
    await expect(integratorOn(store.log).step()).rejects.toThrow(LogDamaged)
  })

  test('a tile that is gone', async () => {
    await saveAnswers(0, 300)
    await integrateAll(integratorOn(store.log))
    await meddle('DELETE FROM log_tile WHERE level = 0 AND number = 1')
    await saveAnswers(300, 1)
    await expect(integratorOn(store.log).step()).rejects.toThrow('a tile of the log is missing')
  })

  test('an answer that is gone before it was integrated', async () => {
    await saveAnswers(0, 3)
    await meddle('UPDATE answer SET log_index = NULL WHERE log_index = 0')
    await expect(integratorOn(store.log).step()).rejects.toThrow('nothing stands there')
  })

  test('a checkpoint of another key', async () => {
    await saveAnswers(0, 3)
    const stranger = noteSigner(ORIGIN, 'note', createHash('sha256').update('other').digest())
    await integrator({
      store: store.log,
      signer: stranger,
      memory: NO_MEMORY,
      batchMax: 100,
    }).step()
    await saveAnswers(3, 1)
    await expect(integratorOn(store.log).step()).rejects.toThrow('signer_unknown')
  })

  test('a copy of before: the log is shorter than this process has seen it', async () => {
    await saveAnswers(0, 3)
    const one = integratorOn(store.log)
    await integrateAll(one)
    const old = await store.log.head()
    const [tile] = await store.log.tiles([{ level: 0, index: 0 }])
    await saveAnswers(3, 3)
    await integrateAll(one)
    await meddle('UPDATE log_tile SET bytes = $1', [tile ?? new Uint8Array()])
    await meddle('UPDATE log_head SET integrated = 3, checkpoint = $1', [old.checkpoint ?? ''])
    await expect(one.step()).rejects.toThrow('a log of 3 leaves, and 6 were published')
  })

  test('a copy of before, by a process that has just started: the checkpoint was kept apart', async () => {
    const memory = checkpointFile(dataDir)
    const started = () => integrator({ store: store.log, signer, memory, batchMax: 100 })
    await saveAnswers(0, 3)
    await integrateAll(started())
    const old = await store.log.head()
    const [tile] = await store.log.tiles([{ level: 0, index: 0 }])
    await saveAnswers(3, 3)
    await integrateAll(started())
    await integrateAll(started())
    await meddle('UPDATE log_tile SET bytes = $1', [tile ?? new Uint8Array()])
    await meddle('UPDATE log_head SET integrated = 3, checkpoint = $1', [old.checkpoint ?? ''])
    await meddle('UPDATE log_next SET size = 3 WHERE size = $1', [6])
    await meddle('UPDATE answer SET log_index = NULL WHERE log_index >= $1', [3])
    // It says so before there is anything to integrate, and goes on saying so.
    const one = started()
    expect(await one.isWaiting()).toBe(true)
    for (const step of [one.step, one.step, started().step]) {
      await expect(step()).rejects.toThrow('or begin another log with `assay log anew`')
    }
    const other = noteSigner(`${ORIGIN}/2`, 'note', createHash('sha256').update('key').digest())
    await store.log.anew({ origin: other.key.name, key: writeKey(other.key) })
    await expect(started().step()).rejects.toThrow('0 leaves, and 6 were published')
    await integrateAll(integrator({ store: store.log, signer: other, memory, batchMax: 100 }))
    const report = await checkLog(store.log, other.key, { batch: 100 })
    expect(report).toEqual({ size: 6, waiting: 0, faults: [] })
  })

  test.each([
    ['cut off', (note: string) => note.slice(0, 40), 'note_malformed'],
    ['of another size', (note: string) => note.replace('\n3\n', '\n2\n'), 'signature_false'],
  ])('a checkpoint that was kept apart and is %s', async (_, change, reason) => {
    const memory = checkpointFile(dataDir)
    const started = () => integrator({ store: store.log, signer, memory, batchMax: 100 })
    await saveAnswers(0, 3)
    await integrateAll(started())
    await memory.save(change((await memory.load()) ?? ''))
    await expect(started().step()).rejects.toThrow(`that was kept does not open: ${reason}`)
  })

  test('a copy of before that others have gone on with: a fork', async () => {
    await saveAnswers(0, 3)
    const one = integratorOn(store.log)
    await integrateAll(one)
    await meddle('DELETE FROM log_tile')
    await meddle('UPDATE log_head SET integrated = 0, checkpoint = NULL')
    await expect(one.step()).rejects.toThrow('a log of 0 leaves, and 3 were published')
    await meddle(`UPDATE answer SET attestation = '{"forged":true}' WHERE ${AT_INDEX(1)}`)
    await saveAnswers(3, 3)
    await integrateAll(integratorOn(store.log))
    await saveAnswers(6, 1)
    await expect(one.step()).rejects.toThrow('the log does not go on from what it was')
  })
})

describe('a log that is read anew', () => {
  const check = () => checkLog(store.log, signer.key, { batch: 100 })

  test('is found whole, with what still waits', async () => {
    expect(await check()).toEqual({ size: 0, waiting: 0, faults: [] })
    await saveAnswers(0, 600)
    await retract(0)
    await integrateAll(integratorOn(store.log))
    await saveAnswers(600, 5)
    expect(await check()).toEqual({ size: 601, waiting: 5, faults: [] })
  })

  test('is compared with the newest checkpoint that was published', async () => {
    await saveAnswers(0, 300)
    const one = integratorOn(store.log)
    await integrateAll(one)
    const { checkpoint } = await store.log.head()
    const checkWith = async (published: string) =>
      (await checkLog(store.log, signer.key, { batch: 100, published })).faults
    const root = Buffer.alloc(32, 1)
    const over = (size: number, origin = ORIGIN) =>
      signNote(checkpointText({ origin, size, root }), signer)
    expect(await checkWith(checkpoint ?? '')).toEqual([])
    expect(await checkWith(over(400))).toEqual([
      '400 leaves were published, and the store has 300: it is an older copy',
    ])
    expect(await checkWith(over(250))).toEqual([
      'the checkpoint that was published over 250 leaves has another root',
    ])
    expect(await checkWith('')).toEqual(['the checkpoint that was kept: note_malformed'])
    expect(await checkWith(over(400, 'another/log'))).toEqual([])
  })

  test.each(['open', 'sealed'] as const)(
    'shows what a verifier has signed that another one has followed, %s',
    async (form) => {
      await store.log.bind({ origin: ORIGIN, key: writeKey(signer.key) })
      const [old, next] = await Promise.all(
        [1, 2].map((byte) => eip191Signer(Buffer.alloc(32, byte))),
      )
      if (old === undefined || next === undefined) throw new Error('there are two')
      const leaf = writeVerifierRotation(old, { log: ORIGIN, to: next.address })
      const between = { origin: ORIGIN, from: old.address, to: next.address, leaf }
      await store.log.rotateVerifier(between)
      await meddle("UPDATE log_next SET gone = ''")
      const attestation = `{"verifier":"${old.address}"}`
      const answer = { ...answerOf(1), attestation, signature: old.sign(Buffer.from(attestation)) }
      await store.answers.save(answer, form)
      await integrateAll(integratorOn(store.log))
      expect((await check()).faults).toEqual([`leaf 1: signed by ${old.address}, which went at 0`])
    },
  )

  test.each([
    [
      'a leaf',
      `UPDATE answer SET signature = '0x${'2'.repeat(130)}' WHERE ${AT_INDEX(4)}`,
      'root: another one',
    ],
    [
      'what a sealed leaf is of',
      `UPDATE answer SET signature = '0x${'2'.repeat(130)}' WHERE ${AT_INDEX(3)}`,
      'tile 0/0: another one',
    ],
    [
      'the form of a leaf',
      "UPDATE answer SET log_form = 'open' WHERE log_index = 3",
      'tile 0/0: another one',
    ],
    [
      'two leaves that changed places',
      'UPDATE answer SET log_index = 10000 + log_index WHERE log_index IN (1, 2)',
      'leaf 1: missing',
    ],
    [
      'a place that is gone',
      'UPDATE answer SET log_index = NULL WHERE log_index = 3',
      'leaf 3: missing',
    ],
    ['an answer that is gone', `DELETE FROM answer WHERE ${AT_INDEX(4)}`, 'leaf 4: missing'],
    ['a retraction', "UPDATE retraction SET reason = 'another'", 'root: another one'],
    [
      'a full tile',
      'UPDATE log_tile SET bytes = zeroblob(8192) WHERE level = 0 AND number = 1',
      'tile 0/1: another one',
    ],
    ['a tile that is gone', 'DELETE FROM log_tile WHERE level = 1', 'tile 1/0: another one'],
    [
      'a size',
      'UPDATE log_head SET integrated = integrated - 1',
      'checkpoint: another number of leaves',
    ],
    [
      'a checkpoint',
      "UPDATE log_head SET checkpoint = replace(checkpoint, '601', '602')",
      'checkpoint: signature_false',
    ],
  ])('shows %s', async (_, sql, fault) => {
    await saveAnswers(0, 600)
    await retract(1)
    await integrateAll(integratorOn(store.log))
    await meddle(sql)
    expect((await check()).faults).toContain(fault)
  })
})
