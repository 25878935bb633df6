// assay witness as it is served, and what it remembers.

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keptForks, openWitness, type WitnessApp } from '../../../src/app/log/witnessApp.ts'
import { run } from '../../../src/cli/commands/log/witness.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { SUBMISSION_MAX_BYTES } from '../../../src/limits.ts'
import { checkpointText } from '../../../src/log/note/checkpoint.ts'
import { openNote, signNote } from '../../../src/log/note/signedNote.ts'
import { noteSigner, parseKey, writeKey } from '../../../src/log/note/verifierKey.ts'
import { proveConsistency } from '../../../src/log/tree/proofs.ts'
import { writeSubmission } from '../../../src/log/witness/submission.ts'
import { openWitnessStore } from '../../../src/store/beside/witnessStore.ts'
import { leavesOf, treeOf } from '../../log/treeOf.ts'
import { cliTools } from '../../support/cliTools.ts'

const seed = (text: string) => createHash('sha256').update(text).digest()
const log = noteSigner('log.example/one', 'note', seed('log'))
const said: string[] = []
let folder: string
let one: WitnessApp

const open = () =>
  openWitness({
    folder,
    name: 'witness.example/w',
    logs: [log.key],
    host: '127.0.0.1',
    port: 0,
    say: (message) => said.push(message),
  })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-witness-'))
  one = await open()
})

afterEach(async () => {
  await one.close()
  rmSync(folder, { recursive: true })
})

async function submit(oldSize: number, size: number, salt = '') {
  const { root, readTiles } = treeOf(leavesOf(size, salt))
  const checkpoint = signNote(checkpointText({ origin: log.key.name, size, root }), log)
  const proof = await proveConsistency({ oldSize, size }, readTiles)
  return post(writeSubmission({ oldSize, proof, checkpoint }))
}

async function post(body: string) {
  const response = await fetch(`${one.url}/add-checkpoint`, { method: 'POST', body })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: await response.text(),
  }
}

describe('a witness that is served', () => {
  test('says who it is', async () => {
    const page = await (await fetch(one.url)).text()
    expect(page).toContain(`Key: ${one.key}`)
    expect(page).toContain(`Log: ${writeKey(log.key)}`)
  })

  test('cosigns, and remembers over a restart', async () => {
    const { status, body } = await submit(0, 5)
    expect(status).toBe(200)
    const key = parseKey(one.key)
    const { root } = treeOf(leavesOf(5))
    const text = checkpointText({ origin: log.key.name, size: 5, root })
    const opened = openNote(Buffer.from(`${text}\n${body}`), key === null ? [] : [key])
    expect(opened).toMatchObject({ ok: true })
    const before = one.key
    await one.close()
    one = await open()
    expect(one.key).toBe(before)
    expect(await submit(0, 7)).toEqual({ status: 409, type: 'text/x.tlog.size', body: '5\n' })
    expect(await submit(5, 7)).toMatchObject({ status: 200 })
  })

  test('keeps a fork for whoever asks, and says so', async () => {
    await submit(0, 5)
    expect(keptForks(folder)).toEqual([])
    expect(await submit(0, 5, 'other ')).toMatchObject({ status: 409, body: '5\n' })
    expect(said.at(-1)).toMatch(/^FORK: .*log\.example\/one/)
    const [fork] = keptForks(folder) ?? []
    for (const note of [fork?.one, fork?.other]) {
      expect(openNote(Buffer.from(note ?? ''), [log.key])).toMatchObject({ ok: true })
    }
    const printed: string[] = []
    const out = output({
      stdout: { write: (text) => void printed.push(text) },
      stderr: { write: () => {} },
    })
    expect(await run([folder, '--forks'], cliTools({ out }))).toBe(1)
    expect(JSON.parse(printed.join(''))).toEqual(fork)
  })

  test('keeps forks of each log, and each once, however many one of them makes', () => {
    const store = openWitnessStore(join(folder, 'many'))
    const kept = Array.from({ length: 300 }, (_, number) =>
      store.keepFork({ origin: 'many', one: 'one', other: `other ${number}` }),
    )
    expect(kept.filter((isNew) => isNew).length).toBeLessThan(300)
    expect(store.keepFork({ origin: 'few', one: 'one', other: 'other' })).toBe(true)
    expect(store.keepFork({ origin: 'few', one: 'one', other: 'other' })).toBe(false)
    store.close()
  })

  test('takes one cosigner at a time, from two processes too', async () => {
    const other = openWitnessStore(folder)
    const order: string[] = []
    other.decide('x', (newest) => {
      order.push(String(newest))
      return { keep: 'first', told: null }
    })
    const again = openWitnessStore(folder)
    again.decide('x', (newest) => {
      order.push(String(newest))
      return { keep: null, told: null }
    })
    expect(order).toEqual(['null', 'first'])
    other.close()
    again.close()
  })

  test('refuses what is too long, and whatever is no submission', async () => {
    expect(await post('x'.repeat(SUBMISSION_MAX_BYTES))).toMatchObject({ status: 400 })
    const tooLong = await post('x'.repeat(SUBMISSION_MAX_BYTES + 1)).catch(() => null)
    expect(tooLong === null || tooLong.status === 413).toBe(true)
    expect((await fetch(`${one.url}/add-checkpoint`)).status).toBe(405)
    expect((await fetch(`${one.url}/other`)).status).toBe(404)
    expect((await fetch(one.url, { method: 'POST', body: '' })).status).toBe(405)
    expect(await submit(0, 5)).toMatchObject({ status: 200 })
  })
})

describe('the command line', () => {
  const key = writeKey(log.key)
  test.each([
    [[], 'the folder of the witness'],
    [['w'], 'a witness needs the --log-key of at least one log'],
    [['w', '--log-key', 'x'], '--log-key takes a key'],
    [['w', '--log-key', key, '--name', 'a b'], '--name takes a name without space and plus'],
    [['w', '--log-key', key, '--listen', '8403'], '--listen takes a host and a port'],
    [['w', '--log-key', key, '--listen', 'x:99999'], '--listen takes a host and a port'],
    [['/nowhere/at/all', '--forks'], 'is not the folder of a witness'],
  ])('says what is wrong: %j', async (words, says) => {
    const noted: string[] = []
    const out = output({
      stdout: { write: () => {} },
      stderr: { write: (text) => void noted.push(text) },
    })
    expect(await run(words, cliTools({ out }))).toBe(2)
    expect(noted.join('')).toContain(says)
  })
})
