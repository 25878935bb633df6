// The log: who has which index, the tiles, and the checkpoint that they make up.

import { invariant } from '../errors.ts'
import type { LeafForm, LoggedRow, LogHead, LogStore } from '../ports/log.ts'
import type { Retraction } from '../ports/retractions.ts'
import { type Database, firstOf, isStorable, type Transaction } from './database.ts'
import { RETRACTION } from './retractionStore.ts'

type AnswerRow = Readonly<{
  index: number
  form: LeafForm
  attestation: string
  signature: string
}>
type HeadRow = Omit<LogHead, 'isUnlogged'> & Readonly<{ unlogged: number }>
type RetractionRow = Retraction & Readonly<{ index: number }>

const ANSWER_ROW = 'log_index AS "index", log_form AS "form", attestation, signature'

// In the order of their hashes, which an index has. Nobody was told that these would be public.
const ADOPT_ANSWERS = `
  UPDATE answer SET log_index = found.place, log_form = 'sealed'
  FROM (
    SELECT attestation_hash,
      CAST($1 AS BIGINT) + row_number() OVER (ORDER BY attestation_hash) - 1 AS place
    FROM (
      SELECT attestation_hash FROM answer WHERE log_index IS NULL
      ORDER BY attestation_hash LIMIT $2
    ) AS oldest
  ) AS found
  WHERE answer.attestation_hash = found.attestation_hash`

const ADOPT_RETRACTIONS = `
  UPDATE retraction SET log_index = found.place
  FROM (
    SELECT seq, CAST($1 AS BIGINT) + row_number() OVER (ORDER BY seq) - 1 AS place
    FROM (SELECT seq FROM retraction WHERE log_index IS NULL ORDER BY seq LIMIT $2) AS oldest
  ) AS found
  WHERE retraction.seq = found.seq`

// By the index whatever the statistics say: an order asks for it.
const HEAD = `
  SELECT size, integrated, checkpoint,
    CASE WHEN (
        SELECT attestation_hash FROM answer WHERE log_index IS NULL
        ORDER BY attestation_hash LIMIT 1
      ) IS NOT NULL OR EXISTS (SELECT 1 FROM retraction WHERE log_index IS NULL) THEN 1 ELSE 0 END AS unlogged
  FROM log_head, log_next`

// A full tile stays as it is; one that grows only gets wider.
const SAVE_TILE = `
  INSERT INTO log_tile (level, number, bytes) VALUES ($1, $2, $3)
  ON CONFLICT (level, number) DO UPDATE SET bytes = excluded.bytes
    WHERE length(log_tile.bytes) < length(excluded.bytes)`

export function logStore(database: Database): LogStore {
  async function readBound() {
    const sql = 'SELECT origin, log_key AS "key" FROM log_head WHERE origin IS NOT NULL'
    return firstOf(database.query<{ origin: string; key: string }>(sql))
  }

  return {
    identity: readBound,

    async bind({ origin, key }) {
      const bound = await readBound()
      if (bound !== null) return bound
      const sql = 'UPDATE log_head SET origin = $1, log_key = $2 WHERE origin IS NULL'
      await database.transaction((tx) => tx.change(sql, [origin, key]))
      const now = await readBound()
      invariant(now !== null, 'a log that was bound has an origin')
      return now
    },

    async head() {
      const head = await firstOf(database.query<HeadRow>(HEAD))
      invariant(head !== null, 'the store has a log')
      const { unlogged, ...rest } = head
      return { ...rest, isUnlogged: unlogged === 1 }
    },

    adopt: (limit) =>
      database.transaction(async (tx) => {
        const [next] = await tx.query<{ size: number }>(
          `SELECT size FROM log_next ${database.forUpdate}`,
        )
        invariant(next !== undefined, 'the store has a log')
        const answers = await tx.change(ADOPT_ANSWERS, [next.size, limit])
        const from = next.size + answers
        // What is taken back stands before that it was taken back.
        const room = limit - answers
        const taken = room === 0 ? 0 : await tx.change(ADOPT_RETRACTIONS, [from, room])
        await tx.change('UPDATE log_next SET size = $1', [from + taken])
        return answers + taken
      }),

    async rows({ from, limit }) {
      const to = from + limit
      const within = 'WHERE log_index >= $1 AND log_index < $2 ORDER BY log_index'
      const answers = await database.query<AnswerRow>(
        `SELECT ${ANSWER_ROW} FROM answer ${within}`,
        [from, to],
      )
      const retractions = await database.query<RetractionRow>(
        `SELECT ${RETRACTION.read}, log_index AS "index" FROM retraction ${within}`,
        [from, to],
      )
      return inOrder(answers, retractions, from)
    },

    async find(attestationHash) {
      // Hashes come as the client wrote them; what cannot be stored has not been.
      if (!isStorable(attestationHash)) return null
      const where = 'WHERE attestation_hash = $1 AND log_index IS NOT NULL'
      const sql = `SELECT ${ANSWER_ROW} FROM answer ${where}`
      return firstOf(database.query<AnswerRow>(sql, [attestationHash]))
    },

    async tiles(places) {
      const sql = 'SELECT bytes FROM log_tile WHERE level = $1 AND number = $2'
      return Promise.all(
        places.map(async ({ level, index }) => {
          const row = await firstOf(database.query<{ bytes: Uint8Array }>(sql, [level, index]))
          return row?.bytes ?? null
        }),
      )
    },

    publish: ({ from, size, checkpoint, tiles }) =>
      database.transaction(async (tx) => {
        const sql = 'UPDATE log_head SET integrated = $2, checkpoint = $3 WHERE integrated = $1'
        if ((await tx.change(sql, [from, size, checkpoint])) === 0) return false
        for (const tile of tiles) await saveTile(tx, tile)
        return true
      }),
  }
}

async function saveTile(
  tx: Transaction,
  { level, index, bytes }: Readonly<{ level: number; index: number; bytes: Uint8Array }>,
): Promise<void> {
  await tx.change(SAVE_TILE, [level, index, bytes])
}

/** Up to the first index that nothing stands at. */
function inOrder(
  answers: readonly AnswerRow[],
  retractions: readonly RetractionRow[],
  from: number,
): LoggedRow[] {
  const told = retractions.map(({ index, ...retraction }) => ({ index, retraction }))
  const all = [...answers, ...told].sort((one, other) => one.index - other.index)
  const gap = all.findIndex(({ index }, place) => index !== from + place)
  return gap < 0 ? all : all.slice(0, gap)
}
