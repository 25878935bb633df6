// A log asks several witnesses, of which some fail it.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { WITNESS_REST_MS } from '../../../src/limits.ts'
import { checkpointText, openCheckpoint } from '../../../src/log/note/checkpoint.ts'
import { signNote } from '../../../src/log/note/signedNote.ts'
import { noteSigner } from '../../../src/log/note/verifierKey.ts'
import { proveConsistency } from '../../../src/log/tree/proofs.ts'
import { witnessesOf } from '../../../src/log/witness/askWitnesses.ts'
import { parseSubmission } from '../../../src/log/witness/submission.ts'
import { witness } from '../../../src/log/witness/witness.ts'
import { leavesOf, treeOf } from '../treeOf.ts'
import { memoryWitness } from './memoryWitness.ts'

const seed = (text: string) => createHash('sha256').update(text).digest()
const log = noteSigner('log.example/one', 'note', seed('log'))

function newWitness(name: string) {
  const signer = noteSigner(`witness.example/${name}`, 'cosignature', seed(name))
  const store = memoryWitness()
  const { addCheckpoint } = witness({ signer, logs: [log.key], store, nowS: () => 1_800_000_000 })
  return { addCheckpoint, listed: { name, key: signer.key, url: `http://${name}.example/w/` } }
}

function at(size: number) {
  const { root, readTiles } = treeOf(leavesOf(size))
  const checkpoint = signNote(checkpointText({ origin: log.key.name, size, root }), log)
  return {
    checkpoint,
    size,
    prove: (oldSize: number) => proveConsistency({ oldSize, size }, readTiles),
  }
}

test('each line that comes is under the checkpoint, and nobody waits for the others in vain', async () => {
  const [good, late, lying, other] = ['good', 'late', 'lying', 'other'].map(newWitness)
  if (!good || !late || !lying || !other) throw new Error('four witnesses')
  const asked: string[] = []
  const askAll = witnessesOf(
    [...[good, late, lying].map(({ listed }) => listed), { ...other.listed, url: null }],
    {
      async post(url, body) {
        asked.push(url)
        if (url.includes('late')) throw new Error('no answer in time')
        // One of them answers with the cosignature of the other.
        return good.addCheckpoint(body)
      },
      monotonicMs: () => 0,
    },
  )
  const { checkpoint, outcomes } = await askAll(at(5))
  expect(Object.fromEntries(outcomes)).toEqual({
    good: 'cosigned',
    late: 'unreachable',
    lying: 'answer_unusable',
    other: 'unreachable',
  })
  expect(asked).toContain('http://good.example/w/add-checkpoint')
  const keys = [good, late, lying, other].map(({ listed }) => listed.key)
  const opened = openCheckpoint(
    Buffer.from(checkpoint),
    { origin: log.key.name, keys: [log.key] },
    keys,
  )
  expect(opened.ok && opened.known.map(({ key }) => key.name)).toEqual([
    'log.example/one',
    'witness.example/good',
  ])
})

test('what a witness has cosigned is remembered for the next checkpoint', async () => {
  const one = newWitness('one')
  const sizes: number[] = []
  const askAll = witnessesOf([one.listed], {
    async post(_, body) {
      sizes.push(parseSubmission(body)?.oldSize ?? -1)
      return one.addCheckpoint(body)
    },
    monotonicMs: () => 0,
  })
  for (const size of [5, 9, 300]) {
    expect((await askAll(at(size))).outcomes.get('one')).toBe('cosigned')
  }
  expect(sizes).toEqual([0, 5, 9])
  expect((await askAll(at(9))).outcomes.get('one')).toBe('ahead')
})

test('a witness that failed rests, and is asked again later', async () => {
  const one = newWitness('one')
  let nowMs = 0
  let isAway = true
  let asked = 0
  const askAll = witnessesOf([one.listed], {
    async post(_, body) {
      asked += 1
      if (isAway) throw new Error('away')
      return one.addCheckpoint(body)
    },
    monotonicMs: () => nowMs,
  })
  const outcome = async (size: number) => (await askAll(at(size))).outcomes.get('one')
  expect(await outcome(5)).toBe('unreachable')
  isAway = false
  expect(await outcome(6)).toBe('resting')
  expect(asked).toBe(1)
  nowMs = WITNESS_REST_MS
  expect(await outcome(7)).toBe('cosigned')
  expect(await outcome(8)).toBe('cosigned')
})
