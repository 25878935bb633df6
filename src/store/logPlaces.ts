// Places in the log: numbers without gaps, one for each leaf. On PostgreSQL they come from a counter, and
// a place is taken and filled by one statement: a node that stops half-way must not keep the counter from
// all others. SQLite has no such statements, and needs none: it has one writer at a time.

import { sha256 } from '../domain/texts/sha256.ts'
import { invariant } from '../errors.ts'
import type { LeafForm, LeafToPlace } from '../ports/log.ts'
import type { SignedAnswer } from '../ports/store.ts'
import { columnsOf } from './columns.ts'
import type { Database, Transaction } from './database.ts'

export const ANSWER = columnsOf<SignedAnswer>({
  attestationHash: 'attestation_hash',
  type: 'type',
  verdict: 'verdict',
  attestation: 'attestation',
  signature: 'signature',
  answer: 'answer',
  signedAt: 'signed_at',
})

/**
 * What a leaf is called in the store: a byte for what it is, and the first 14 of the hash. Whoever wants
 * two answers with one name computes 2^56 hashes, and has an answer that does not stand in the log.
 */
export function leafName(attestationHash: string, isRetraction: boolean): Uint8Array {
  return Buffer.from(`0${isRetraction ? 1 : 0}${attestationHash.slice(2, 30)}`, 'hex')
}

function textName(leaf: string): Uint8Array {
  return Buffer.from(`02${sha256(leaf).slice(0, 28)}`, 'hex')
}

export type LogPlaces = Readonly<{
  /**
   * Saves an answer with its place, which it returns. One that was in the store before without a place
   * is sealed: nobody was told that it would be public.
   */
  saveAnswer(answer: SignedAnswer, form: LeafForm): Promise<number>
  /** Gives those a place that have none; returns how many. */
  fill(leaves: readonly LeafToPlace[]): Promise<number>
  /** A place for a leaf that is a text of its own, which no leaf was before. */
  fillText(tx: Transaction, leaf: string): Promise<number>
}>

// The same attestation is signed to the same bytes, so the first row says it all.
export const SAVE_ANSWER = `
  INSERT INTO answer (${ANSWER.names}) VALUES (${ANSWER.marks})
  ON CONFLICT (attestation_hash) DO NOTHING`

export function logPlaces(database: Database): LogPlaces {
  return database.kind === 'postgres' ? placesByStatement(database) : placesInTurn(database)
}

const KNOWN_PLACE = 'SELECT log_index AS place FROM log_place WHERE leaf = '

// Who gets a number has the row of the counter until the statement is committed. Whoever waited for it
// does not see what was saved meanwhile: for the same leaf it breaks log_place_once, and is tried again.
const SAVE_PLACED = `
  WITH known AS (${KNOWN_PLACE}$8),
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
    INSERT INTO log_place (log_index, is_open, leaf)
    SELECT place, CASE WHEN EXISTS (SELECT 1 FROM saved) THEN CAST($9 AS BIGINT) END, $8 FROM next
  )
  SELECT place FROM next UNION ALL SELECT place FROM known`

const FILL = `
  WITH given AS (
    SELECT unhex(value ->> 0) AS leaf, CAST(value ->> 1 AS BIGINT) AS is_open,
      row_number() OVER (ORDER BY place) AS number
    FROM json_array_elements(CAST($1 AS JSON)) WITH ORDINALITY AS each (value, place)
    WHERE (${KNOWN_PLACE}unhex(value ->> 0)) IS NULL
  ),
  next AS (
    UPDATE log_next SET size = size + (SELECT count(*) FROM given)
    RETURNING size - (SELECT count(*) FROM given) - 1 AS before
  )
  INSERT INTO log_place (log_index, is_open, leaf)
  SELECT before + number, is_open, leaf FROM given, next
  RETURNING log_index`

const FILL_TEXT = `
  WITH next AS (UPDATE log_next SET size = size + 1 RETURNING size - 1 AS place)
  INSERT INTO log_place (log_index, is_open, leaf) SELECT place, 1, $1 FROM next
  RETURNING log_index AS place`

function placesByStatement(database: Database): LogPlaces {
  return {
    async saveAnswer(answer, form) {
      const name = leafName(answer.attestationHash, false)
      const params = [...ANSWER.values(answer), name, form === 'open' ? 1 : null]
      const [row] = await database.write<{ place: number }>(SAVE_PLACED, params)
      invariant(row !== undefined, 'an answer that is saved has a place in the log')
      return row.place
    },
    async fill(leaves) {
      if (leaves.length === 0) return 0
      const given = leaves.map(({ attestationHash, isRetraction, form }) => [
        Buffer.from(leafName(attestationHash, isRetraction)).toString('hex'),
        form === 'open' ? 1 : null,
      ])
      return (await database.write(FILL, [JSON.stringify(given)])).length
    },
    async fillText(tx, leaf) {
      const [row] = await tx.query<{ place: number }>(FILL_TEXT, [textName(leaf)])
      invariant(row !== undefined, 'the log has a counter')
      return row.place
    },
  }
}

// One writer at a time: the highest place is all the counter that it takes.
const FILL_ONE = `
  INSERT INTO log_place (log_index, is_open, leaf)
  SELECT coalesce(max(log_index) + 1, 0), $1, $2 FROM log_place WHERE true
  ON CONFLICT (leaf) DO NOTHING
  RETURNING log_index AS place`

function placesInTurn(database: Database): LogPlaces {
  return {
    saveAnswer: (answer, form) =>
      database.transaction(async (tx) => {
        const isNew = (await tx.change(SAVE_ANSWER, ANSWER.values(answer))) > 0
        const name = leafName(answer.attestationHash, false)
        const place = await fillOne(tx, name, isNew ? form : 'sealed')
        if (place !== null) return place
        const [row] = await tx.query<{ place: number }>(`${KNOWN_PLACE}$1`, [name])
        invariant(row !== undefined, 'an answer that is saved has a place in the log')
        return row.place
      }),
    fill: (leaves) =>
      database.transaction(async (tx) => {
        let filled = 0
        for (const { attestationHash, isRetraction, form } of leaves) {
          const place = await fillOne(tx, leafName(attestationHash, isRetraction), form)
          if (place !== null) filled += 1
        }
        return filled
      }),
    async fillText(tx, leaf) {
      const place = await fillOne(tx, textName(leaf), 'open')
      invariant(place !== null, 'the leaf is new')
      return place
    },
  }
}

/** Null where it had a place before. */
async function fillOne(tx: Transaction, name: Uint8Array, form: LeafForm): Promise<number | null> {
  const leaf = [form === 'open' ? 1 : null, name]
  const [row] = await tx.query<{ place: number }>(FILL_ONE, leaf)
  return row?.place ?? null
}
