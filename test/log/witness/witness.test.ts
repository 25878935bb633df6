// A witness, and logs that ask it: some of them lie.

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkpointText } from '../../../src/log/note/checkpoint.ts'
import { openNote, signatureLine, signNote } from '../../../src/log/note/signedNote.ts'
import { noteSigner } from '../../../src/log/note/verifierKey.ts'
import { proveConsistency } from '../../../src/log/tree/proofs.ts'
import { askWitness, type WitnessAnswer } from '../../../src/log/witness/askWitness.ts'
import { parseSubmission, writeSubmission } from '../../../src/log/witness/submission.ts'
import { witness } from '../../../src/log/witness/witness.ts'
import { leavesOf, treeOf } from '../treeOf.ts'
import { memoryWitness } from './memoryWitness.ts'

const ORIGIN = 'log.example/one'
const AT_S = 1_800_000_000
const seed = (text: string) => createHash('sha256').update(text).digest()
const log = noteSigner(ORIGIN, 'note', seed('log'))
const own = noteSigner('witness.example/w', 'cosignature', seed('witness'))

const leaves = leavesOf(700)
const trees = new Map<string, ReturnType<typeof treeOf>>()

/** The tree of the first leaves, and with a salt that of another log under the same key. */
function at(size: number, salt = '') {
  const known = trees.get(`${size} ${salt}`)
  const tree = known ?? treeOf(salt === '' ? leaves.slice(0, size) : leavesOf(size, salt))
  trees.set(`${size} ${salt}`, tree)
  const text = checkpointText({ origin: ORIGIN, size, root: tree.root })
  return { text, checkpoint: signNote(text, log), readTiles: tree.readTiles, size }
}

async function submission(oldSize: number, size: number, salt = '') {
  const { checkpoint, readTiles } = at(size, salt)
  const proof = await proveConsistency({ oldSize, size }, readTiles)
  return { oldSize, proof, checkpoint }
}

function newWitness(logs = [log.key]) {
  const store = memoryWitness()
  const told: string[] = []
  const onFork = (origin: string) => void told.push(origin)
  const one = witness({ signer: own, logs, store, nowS: () => AT_S, onFork })
  const add = (parts: Parameters<typeof writeSubmission>[0]) =>
    one.addCheckpoint(writeSubmission(parts))
  return { ...one, add, store, told }
}

describe('a witness', () => {
  test('cosigns the first checkpoint and those that go on from it', async () => {
    const { add } = newWitness()
    for (const [oldSize, size] of [
      [0, 1],
      [1, 300],
      [300, 300],
      [300, 512],
      [512, 700],
    ] as const) {
      const reply = add(await submission(oldSize, size))
      expect(reply).toMatchObject({ status: 200, contentType: 'text/plain; charset=utf-8' })
      const { text } = at(size)
      const opened = openNote(Buffer.from(`${text}\n${reply.body}`), [own.key])
      expect(opened).toMatchObject({ ok: true, known: [{ key: own.key }] })
    }
  })

  test('tells the size that it knows to whoever begins from another one', async () => {
    const { add } = newWitness()
    add(await submission(0, 300))
    for (const oldSize of [0, 1, 299]) {
      expect(add(await submission(oldSize, 700))).toEqual({
        status: 409,
        contentType: 'text/x.tlog.size',
        body: '300\n',
      })
    }
    // An older checkpoint of the same tree is not cosigned again.
    expect(add(await submission(200, 200))).toMatchObject({ status: 409, body: '300\n' })
  })

  test('refuses another tree of the size that it has cosigned, and keeps both', async () => {
    const { add, store } = newWitness()
    add(await submission(0, 300))
    const fork = await submission(300, 300, 'other ')
    expect(add({ ...fork, proof: [] })).toMatchObject({ status: 409 })
    expect(store.forks()).toEqual([
      { origin: ORIGIN, one: at(300).checkpoint, other: at(300, 'other ').checkpoint },
    ])
    // With another old size it is the fork all the same.
    expect(add(await submission(0, 300, 'third '))).toMatchObject({ body: '300\n' })
    expect(store.forks()).toHaveLength(2)
  })

  test('keeps a fork once, without what others put under it', async () => {
    const { add, store, told } = newWitness()
    add(await submission(0, 300))
    const fork = await submission(300, 300, 'other ')
    for (const stranger of ['one', 'two']) {
      const { key, sign } = noteSigner(`${stranger}.example`, 'note', seed(stranger))
      const line = signatureLine(key, sign(Buffer.from('anything')))
      const checkpoint = `${fork.checkpoint}${line}`
      expect(add({ ...fork, proof: [], checkpoint })).toMatchObject({ status: 409 })
    }
    expect(store.forks()).toEqual([
      { origin: ORIGIN, one: at(300).checkpoint, other: at(300, 'other ').checkpoint },
    ])
    expect(told).toEqual([ORIGIN])
  })

  test('refuses a larger tree that does not go on from the one it knows', async () => {
    const { add } = newWitness()
    add(await submission(0, 300))
    const other = await submission(300, 700, 'other ')
    expect(add(other)).toMatchObject({ status: 422 })
    const right = await submission(300, 700)
    expect(add({ ...right, proof: right.proof.slice(1) })).toMatchObject({ status: 422 })
    expect(add({ ...right, proof: [...right.proof, ...right.proof] })).toMatchObject({
      status: 422,
    })
    // What it refuses changes nothing.
    expect(add(right)).toMatchObject({ status: 200 })
  })

  test('takes no proof with the first checkpoint', async () => {
    const { add } = newWitness()
    const first = await submission(0, 300)
    const [hash = new Uint8Array(32)] = (await submission(299, 300)).proof
    expect(add({ ...first, proof: [hash] })).toMatchObject({ status: 422 })
  })

  test('knows its logs alone', async () => {
    const stranger = noteSigner('log.example/two', 'note', seed('two'))
    const { add } = newWitness([stranger.key])
    expect(add(await submission(0, 300))).toMatchObject({ status: 404 })
  })

  test('takes only what the log has signed', async () => {
    const { add } = newWitness()
    const thief = noteSigner(ORIGIN, 'note', seed('thief'))
    const { text } = at(300)
    const right = await submission(0, 300)
    for (const checkpoint of [
      signNote(text, thief),
      right.checkpoint.replace('300', '301'),
      right.checkpoint.replace(/.(.{6})\n$/, 'A$1\n'),
    ]) {
      expect(add({ ...right, checkpoint })).toMatchObject({ status: 403 })
    }
    expect(add(right)).toMatchObject({ status: 200 })
  })

  test('takes a log by either of two keys', async () => {
    const next = noteSigner(ORIGIN, 'note', seed('next'))
    const { add } = newWitness([log.key, next.key])
    expect(add(await submission(0, 300))).toMatchObject({ status: 200 })
    const later = await submission(300, 700)
    const checkpoint = signNote(at(700).text, next)
    expect(add({ ...later, checkpoint })).toMatchObject({ status: 200 })
  })

  test('refuses an old size that is larger than the checkpoint', async () => {
    const { add } = newWitness()
    expect(add({ ...(await submission(0, 300)), oldSize: 301 })).toMatchObject({ status: 400 })
  })

  test.each([
    '',
    'old',
    'old 1',
    'old 01\n\nx',
    'old -1\n\nx',
    'old 0\nAAAA\n\nx',
    'old 0\n\nx',
    '\n\n',
  ])('refuses what is no submission: %j', (body) => {
    expect(newWitness().addCheckpoint(body)).toMatchObject({ status: 400 })
  })

  test('reads no more lines of a proof than there can be', async () => {
    const first = await submission(0, 300)
    const hash = new Uint8Array(32)
    const lines = (count: number) => ({
      ...first,
      proof: Array.from({ length: count }, () => hash),
    })
    expect(parseSubmission(writeSubmission(lines(63)))?.proof).toHaveLength(63)
    expect(parseSubmission(writeSubmission(lines(64)))).toBeNull()
  })
})

describe('a log asks a witness', () => {
  function asking(size: number, post: (body: string) => WitnessAnswer, knownSize = 0, salt = '') {
    const { checkpoint, readTiles } = at(size, salt)
    return askWitness({
      checkpoint,
      size,
      key: own.key,
      knownSize,
      prove: (oldSize) => proveConsistency({ oldSize, size }, readTiles),
      post: async (body) => post(body),
    })
  }

  test('from what it knows, and again from what the witness tells it', async () => {
    const one = newWitness()
    expect(await asking(300, one.addCheckpoint)).toMatchObject({ state: 'cosigned' })
    let asked = 0
    const counted = (body: string) => {
      asked += 1
      return one.addCheckpoint(body)
    }
    const cosigned = await asking(700, counted)
    expect(asked).toBe(2)
    if (cosigned.state !== 'cosigned') throw new Error(cosigned.state)
    const note = Buffer.from(`${at(700).checkpoint}${cosigned.line}`)
    expect(openNote(note, [log.key, own.key])).toMatchObject({ ok: true, known: [{}, {}] })
    expect(await asking(700, counted, 700)).toMatchObject({ state: 'cosigned' })
    expect(asked).toBe(3)
  })

  test('and is told that the witness has seen more, or another tree', async () => {
    const one = newWitness()
    await asking(700, one.addCheckpoint)
    expect(await asking(300, one.addCheckpoint)).toEqual({ state: 'ahead', witnessSize: 700 })
    expect(await asking(700, one.addCheckpoint, 700, 'other ')).toEqual({
      state: 'ahead',
      witnessSize: null,
    })
  })

  test('and believes no answer but a cosignature of this key over this checkpoint', async () => {
    const other = noteSigner('witness.example/w', 'cosignature', seed('thief'))
    const store = memoryWitness()
    const thief = witness({ signer: other, logs: [log.key], store, nowS: () => AT_S })
    expect(await asking(300, thief.addCheckpoint)).toEqual({ state: 'answer_unusable' })
    const one = newWitness()
    const stale = one.add(await submission(0, 300))
    expect(await asking(700, () => stale)).toEqual({ state: 'answer_unusable' })
    for (const body of ['', 'x', '— witness.example/w AAAA\n', stale.body.repeat(200)]) {
      const reply = { status: 200, contentType: 'text/plain', body }
      expect(await asking(300, () => reply)).toEqual({ state: 'answer_unusable' })
    }
  })

  test('and gives up on one that tells sizes for ever', async () => {
    let told = 0
    const reply = () => {
      told += 1
      return { status: 409, contentType: 'text/x.tlog.size', body: `${told}\n` }
    }
    expect(await asking(300, reply)).toEqual({ state: 'answer_unusable' })
    expect(told).toBe(3)
    const words = { status: 409, contentType: 'text/x.tlog.size', body: 'many\n' }
    expect(await asking(300, () => words)).toEqual({ state: 'answer_unusable' })
    const gone = { status: 404, contentType: 'text/plain', body: '' }
    expect(await asking(300, () => gone)).toEqual({ state: 'refused', status: 404 })
  })
})
