// Places in the log: numbers without gaps, one for each leaf. On PostgreSQL they come from a counter, and
// a place is taken and filled by one statement: a node that stops half-way must not keep the counter from
// all others. SQLite has no such statements, and needs none: it has one writer at a time.

import { invariant } from '../errors.ts'
import type { NewLeaf } from '../ports/log.ts'
import type { SignedAnswer } from '../ports/store.ts'
import { columnsOf } from './columns.ts'
import type { Database, SqlValue, Transaction } from './database.ts'

export const ANSWER = columnsOf<SignedAnswer>({
  attestationHash: 'attestation_hash',
  type: 'type',
  verdict: 'verdict',
  attestation: 'attestation',
  signature: 'signature',
  answer: 'answer',
  signedAt: 'signed_at',
})

/** A leaf that stands for something that is in the store. `seal` is null for an open one. */
export type Leaf = Readonly<{
  attestationHash: string
  isRetraction: boolean
  seal: Uint8Array | null
}>

export type LogPlaces = Readonly<{
  /**
   * Saves an answer with its place, which it returns. One that was in the store before without a place
   * is sealed: nobody was told that it would be public.
   */
  saveAnswer(answer: SignedAnswer, leaf: NewLeaf): Promise<number>
  /** Gives those a place that have none; returns how many. */
  fill(leaves: readonly Leaf[]): Promise<number>
}>

// The same attestation is signed to the same bytes, so the first row says it all.
export const SAVE_ANSWER = `
  INSERT INTO answer (${ANSWER.names}) VALUES (${ANSWER.marks})
  ON CONFLICT (attestation_hash) DO NOTHING`

export function logPlaces(database: Database): LogPlaces {
  return database.kind === 'postgres' ? placesByStatement(database) : placesInTurn(database)
}

const KNOWN_PLACE =
  'SELECT log_index AS place FROM log_leaf WHERE attestation_hash = $1 AND is_retraction = 0'

// Who gets a number has the row of the counter until the statement is committed. Whoever waited for it
// does not see what was saved meanwhile: for the same leaf it breaks log_leaf_once, and is tried again.
const SAVE_PLACED = `
  WITH known AS (${KNOWN_PLACE}),
  next AS (
    UPDATE log_next SET size = size + 1 WHERE NOT EXISTS (SELECT 1 FROM known)
    RETURNING size - 1 AS place
  ),
  saved AS (
    INSERT INTO answer (${ANSWER.names})
    SELECT ${ANSWER.marks} FROM next
    ON CONFLICT (attestation_hash) DO NOTHING RETURNING 1 AS one
  ),
  leaf AS (
    INSERT INTO log_leaf (log_index, attestation_hash, is_retraction, seal)
    SELECT place, $1, 0,
      CASE WHEN EXISTS (SELECT 1 FROM saved) THEN CAST($8 AS BYTEA) ELSE CAST($9 AS BYTEA) END
    FROM next
  )
  SELECT place FROM next UNION ALL SELECT place FROM known`

const FILL = `
  WITH given AS (
    SELECT value ->> 0 AS attestation_hash, CAST(value ->> 1 AS BIGINT) AS is_retraction,
      decode(value ->> 2, 'hex') AS seal, row_number() OVER (ORDER BY place) AS number
    FROM json_array_elements(CAST($1 AS JSON)) WITH ORDINALITY AS each (value, place)
    WHERE (
      SELECT log_index FROM log_leaf
      WHERE attestation_hash = value ->> 0 AND is_retraction = CAST(value ->> 1 AS BIGINT)
    ) IS NULL
  ),
  next AS (
    UPDATE log_next SET size = size + (SELECT count(*) FROM given)
    RETURNING size - (SELECT count(*) FROM given) - 1 AS before
  )
  INSERT INTO log_leaf (log_index, attestation_hash, is_retraction, seal)
  SELECT before + number, attestation_hash, is_retraction, seal FROM given, next
  RETURNING log_index`

function placesByStatement(database: Database): LogPlaces {
  return {
    async saveAnswer(answer, { isOpen, seal }) {
      const params = [...ANSWER.values(answer), isOpen ? null : seal, seal]
      const [row] = await database.write<{ place: number }>(SAVE_PLACED, params)
      invariant(row !== undefined, 'an answer that is saved has a place in the log')
      return row.place
    },
    async fill(leaves) {
      if (leaves.length === 0) return 0
      const given = leaves.map(({ attestationHash, isRetraction, seal }) => [
        attestationHash,
        isRetraction ? 1 : 0,
        seal && Buffer.from(seal).toString('hex'),
      ])
      return (await database.write(FILL, [JSON.stringify(given)])).length
    },
  }
}

// One writer at a time: the highest place is all the counter that it takes.
const FILL_ONE = `
  INSERT INTO log_leaf (log_index, attestation_hash, is_retraction, seal)
  SELECT coalesce(max(log_index) + 1, 0), $1, $2, $3 FROM log_leaf WHERE true
  ON CONFLICT (attestation_hash, is_retraction) DO NOTHING
  RETURNING log_index AS place`

function placesInTurn(database: Database): LogPlaces {
  return {
    saveAnswer: (answer, { isOpen, seal }) =>
      database.transaction(async (tx) => {
        const isNew = (await tx.change(SAVE_ANSWER, ANSWER.values(answer))) > 0
        const leaf = [answer.attestationHash, 0, isNew && isOpen ? null : seal]
        const place = await fillOne(tx, leaf)
        if (place !== null) return place
        const [row] = await tx.query<{ place: number }>(KNOWN_PLACE, [answer.attestationHash])
        invariant(row !== undefined, 'an answer that is saved has a place in the log')
        return row.place
      }),
    fill: (leaves) =>
      database.transaction(async (tx) => {
        let filled = 0
        for (const { attestationHash, isRetraction, seal } of leaves) {
          const place = await fillOne(tx, [attestationHash, isRetraction ? 1 : 0, seal])
          if (place !== null) filled += 1
        }
        return filled
      }),
  }
}

/** Null where it had a place before. */
async function fillOne(tx: Transaction, leaf: readonly SqlValue[]): Promise<number | null> {
  const [row] = await tx.query<{ place: number }>(FILL_ONE, leaf)
  return row?.place ?? null
}
