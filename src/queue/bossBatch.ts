// The jobs that one run waits for, as seen in the database. They are known by their package and not
// by who added them: a package that another run queued, or an earlier one that died, is waited for
// like the rest.

import { randomUUID } from 'node:crypto'
import type { PackageKey } from '../domain/names/packageName.ts'
import { keyText } from '../domain/release.ts'
import { invariant } from '../errors.ts'
import type { JobBatch, JobEnd, JobOutcome } from '../ports/jobs.ts'
import {
  type BossConnection,
  QUEUE_NAME,
  QUEUE_SCHEMA,
  reaching,
  type SqlRow,
} from './bossConnection.ts'
import { insertedJob, lost, parseJobOutput } from './jobRows.ts'
import type { QueueTimes } from './queueTimes.ts'

const INSERT_CHUNK = 500
const POLL_MS = 1_000
/** A look at many jobs costs more, and is taken less often. */
const POLL_MS_PER_JOB = 1

const UNFINISHED = `
  SELECT singleton_key AS key FROM ${QUEUE_SCHEMA}.job
  WHERE name = $1 AND singleton_key = ANY($2) AND state < 'completed'`

const LOOK = `
  SELECT id, singleton_key AS key, state::text AS state, output FROM ${QUEUE_SCHEMA}.job
  WHERE name = $1 AND singleton_key = ANY($2)
    AND (state < 'completed' OR completed_on >= $3::timestamptz)`

const WITHDRAW = `
  DELETE FROM ${QUEUE_SCHEMA}.job
  WHERE name = $1 AND state < 'active' AND data->>'batch' = $2`

export async function submitBatch(
  connection: BossConnection,
  times: QueueTimes,
  keys: readonly PackageKey[],
  maxAgeMs: number,
): Promise<JobBatch> {
  const batch = randomUUID()
  const open = new Map(keys.map((key) => [keyText(key), key]))
  const ranks = new Map([...open.keys()].map((text, rank) => [text, rank]))
  const seen = new Set<unknown>()
  let isWithdrawn = false
  const [clock] = await connection.query('queue.submit', 'SELECT now()::text AS at', [])
  const since = clock?.['at']
  invariant(typeof since === 'string', 'the database has no time')

  async function add(texts: readonly string[]): Promise<void> {
    for (let i = 0; i < texts.length; i += INSERT_CHUNK) {
      const jobs = texts.slice(i, i + INSERT_CHUNK).flatMap((text) => {
        const key = open.get(text)
        if (key === undefined) return []
        const job = { key, maxAgeMs, tries: 1 }
        return { ...insertedJob(job, batch, times), priority: -(ranks.get(text) ?? 0) }
      })
      await reaching('queue.submit', () => connection.boss.insert(jobs))
    }
  }

  const texts = [...open.keys()]
  const there = await connection.query('queue.submit', UNFINISHED, [QUEUE_NAME, texts])
  const isThere = new Set(there.map((row) => row['key']))
  await add(texts.filter((text) => !isThere.has(text)))

  return {
    pollMs: POLL_MS + POLL_MS_PER_JOB * keys.length,
    async takeNews() {
      const asked = [...open.keys()]
      const rows = await connection.query('queue.look', LOOK, [QUEUE_NAME, asked, since])
      const unfinished = new Set<unknown>()
      const ended: JobEnd[] = []
      let retried = 0
      for (const row of rows) {
        const end = endOf(row)
        const key = open.get(String(row['key']))
        if (end === 'open') unfinished.add(row['key'])
        else if (end === 'again') {
          if (!seen.has(row['id'])) retried += 1
          seen.add(row['id'])
        } else if (key !== undefined) {
          open.delete(keyText(key))
          ended.push({ key, outcome: end })
        }
      }
      // Taken back by another run that had added it, so it is ours to add.
      if (!isWithdrawn) await add([...open.keys()].filter((text) => !unfinished.has(text)))
      return { ended, retried, open: open.size }
    },
    async withdraw() {
      isWithdrawn = true
      await connection.query('queue.withdraw', WITHDRAW, [QUEUE_NAME, batch])
    },
  }
}

function endOf({ state, output }: SqlRow): JobOutcome | 'open' | 'again' {
  if (state === 'completed') {
    const parsed = parseJobOutput(output)
    if (parsed?.again) return 'again'
    return parsed?.outcome ?? lost('unreadable_outcome', 'the outcome cannot be read')
  }
  if (state === 'failed') return lost('worker_lost', 'every worker that took the job died')
  if (state === 'cancelled') return lost('cancelled', 'the job was cancelled in the database')
  return 'open'
}
