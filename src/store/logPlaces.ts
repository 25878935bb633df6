// Places in the log: numbers without gaps, one for each leaf. That of an answer stands in the row that it
// is saved with; log_place has what is given its place later: answers that were saved before, retractions,
// rotations. On PostgreSQL they come from a counter, and a place is taken and filled by one statement: a
// node that stops half-way must not keep the counter from all others. SQLite has no such statements, and
// needs none: it has one writer at a time. In the store places are counted from the base of the log on.

import { sha256 } from '../domain/texts/sha256.ts'
import { invariant, ServiceError } from '../errors.ts'
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
 * What a leaf is called in log_place: a byte for what it is, and the first 14 of the hash. Whoever wants
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
   * is sealed: nobody was told that it would be public. Throws `store_unavailable` for one that a verifier
   * has signed that another one has followed.
   */
  saveAnswer(answer: SignedAnswer, form: LeafForm): Promise<number>
  /** Gives those a place that have none, and may have one; returns how many. */
  fill(leaves: readonly LeafToPlace[]): Promise<number>
  /** A place for a leaf that is a text of its own, which no leaf was before: as it stands in the store. */
  fillText(tx: Transaction, leaf: string): Promise<number>
}>

// The same attestation is signed to the same bytes, so the first row says it all.
export const SAVE_ANSWER = `
  INSERT INTO answer (${ANSWER.names}) VALUES (${ANSWER.marks})
  ON CONFLICT (attestation_hash) DO NOTHING`

export const BASE = '(SELECT base FROM log_head)'

/** The SQL of the place that this many were given, as it stands in the store. */
export const PLACES_GIVEN = `
  SELECT max(given) FROM (
    SELECT max(log_index) + 1 AS given FROM answer WHERE log_index IS NOT NULL
    UNION ALL SELECT max(log_index) + 1 FROM log_place
    UNION ALL SELECT base FROM log_head
  ) AS counted`

/** The SQL of who has signed an attestation: canonical JSON ends with it. */
const VERIFIER = 'substr(attestation, length(attestation) - 43, 42)'
/** The condition on log_next that a verifier was followed by another one. */
export const isGone = (verifier: string) => `gone LIKE '%<' || ${verifier} || '>%'`
/** The condition on a row of answer that it may be given a place. Most logs have no verifier that has gone. */
export const MAY_STAND = `CASE WHEN (SELECT gone FROM log_next) = '' THEN 1 = 1
  ELSE NOT EXISTS (SELECT 1 FROM log_next WHERE ${isGone(VERIFIER)}) END`

export function logPlaces(database: Database): LogPlaces {
  return database.kind === 'postgres' ? placesByStatement(database) : placesInTurn(database)
}

const HELD = `SELECT log_index FROM answer WHERE attestation_hash = $1 AND log_index >= ${BASE}`
const PLACED = 'SELECT log_index FROM log_place WHERE leaf = '
const NEW_ROW = `INSERT INTO answer (${ANSWER.names}, log_index, log_form) SELECT ${ANSWER.marks}`
const formMark = (form: LeafForm) => (form === 'open' ? 'open' : null)
const isOpen = (form: LeafForm) => (form === 'open' ? 1 : null)

/** Canonical JSON has this member last. */
function verifierOf({ attestation }: SignedAnswer): string {
  return /"verifier":"(0x[0-9a-f]{40})"\}$/.exec(attestation)?.[1] ?? 'nobody'
}

function gone(verifier: string): ServiceError {
  const message = `${verifier} was followed by another verifier: start this node with the new key`
  return new ServiceError('store_unavailable', message)
}

// Who gets a number has the row of the counter until the statement is committed. Whoever waited for it sees
// that row as it is by then, and nothing else that was saved meanwhile: for the same answer it breaks
// answer_pkey or log_place_once, and is tried again.
const SAVE_PLACED = `
  WITH known AS (${HELD} UNION ALL ${PLACED}$9),
  there AS (SELECT 1 AS one FROM answer WHERE attestation_hash = $1),
  next AS (
    UPDATE log_next SET size = size + 1
    WHERE NOT EXISTS (SELECT 1 FROM known) AND NOT (${isGone('$10')})
    RETURNING size - 1 AS log_index
  ),
  saved AS (
    ${NEW_ROW}, log_index, $8 FROM next WHERE NOT EXISTS (SELECT 1 FROM there)
  ),
  late AS (
    INSERT INTO log_place (log_index, leaf)
    SELECT log_index, $9 FROM next WHERE EXISTS (SELECT 1 FROM there)
  )
  SELECT log_index - ${BASE} AS place FROM next
  UNION ALL SELECT log_index - ${BASE} FROM known`

// What was there to be given places when the counter was another one is looked up again.
const FILL = `
  WITH given AS (
    SELECT unhex(value ->> 0) AS leaf, CAST(value ->> 1 AS BIGINT) AS is_open,
      row_number() OVER (ORDER BY place) AS number
    FROM json_array_elements(CAST($1 AS JSON)) WITH ORDINALITY AS each (value, place)
    WHERE (${PLACED}unhex(value ->> 0)) IS NULL AND NOT EXISTS (
      SELECT 1 FROM answer WHERE attestation_hash = value ->> 2
        AND (log_index >= ${BASE} OR NOT (${MAY_STAND}))
    )
  ),
  next AS (
    UPDATE log_next SET size = size + (SELECT count(*) FROM given)
    WHERE gone = (SELECT gone FROM log_next)
    RETURNING size - (SELECT count(*) FROM given) - 1 AS before
  ),
  filled AS (
    INSERT INTO log_place (log_index, is_open, leaf)
    SELECT before + number, is_open, leaf FROM given, next RETURNING 1
  )
  SELECT (SELECT count(*) FROM filled) AS filled, (SELECT count(*) FROM next) AS counted`

const FILL_TEXT = `
  WITH next AS (UPDATE log_next SET size = size + 1 RETURNING size - 1 AS log_index)
  INSERT INTO log_place (log_index, is_open, leaf) SELECT log_index, 1, $1 FROM next
  RETURNING log_index AS place`

function placesByStatement(database: Database): LogPlaces {
  return {
    async saveAnswer(answer, form) {
      const verifier = verifierOf(answer)
      const name = leafName(answer.attestationHash, false)
      const params = [...ANSWER.values(answer), formMark(form), name, verifier]
      const [row] = await database.write<{ place: number }>(SAVE_PLACED, params)
      if (row === undefined) throw gone(verifier)
      return row.place
    },
    async fill(leaves) {
      if (leaves.length === 0) return 0
      const given = leaves.map(({ attestationHash, isRetraction, form }) => [
        Buffer.from(leafName(attestationHash, isRetraction)).toString('hex'),
        isOpen(form),
        isRetraction ? '' : attestationHash,
      ])
      for (;;) {
        const [row] = await database.write<{ filled: number; counted: number }>(FILL, [
          JSON.stringify(given),
        ])
        invariant(row !== undefined, 'a count has a row')
        if (row.counted === 1) return row.filled
      }
    },
    async fillText(tx, leaf) {
      const [row] = await tx.query<{ place: number }>(FILL_TEXT, [textName(leaf)])
      invariant(row !== undefined, 'the log has a counter')
      return row.place
    },
  }
}

// One writer at a time: the highest place is all the counter that it takes.
const SAVE_NEW = `
  ${NEW_ROW}, (${PLACES_GIVEN}), $8
  WHERE NOT EXISTS (SELECT 1 FROM log_next WHERE ${isGone('$9')})
  ON CONFLICT (attestation_hash) DO NOTHING
  RETURNING log_index - ${BASE} AS place`
const FILL_ONE = `
  INSERT INTO log_place (log_index, is_open, leaf) SELECT (${PLACES_GIVEN}), $1, $2 WHERE true
  ON CONFLICT (leaf) DO NOTHING
  RETURNING log_index AS place`
const KNOWN = `SELECT log_index - ${BASE} AS place FROM (${HELD} UNION ALL ${PLACED}$2) AS known`
const MAY_BE_PLACED = `SELECT 1 AS one FROM answer WHERE attestation_hash = $1 AND ${MAY_STAND}`

function placesInTurn(database: Database): LogPlaces {
  return {
    saveAnswer: (answer, form) =>
      database.transaction(async (tx) => {
        const verifier = verifierOf(answer)
        const params = [...ANSWER.values(answer), formMark(form), verifier]
        const [saved] = await tx.query<{ place: number }>(SAVE_NEW, params)
        if (saved !== undefined) return saved.place
        await fillAnswer(tx, answer.attestationHash, 'sealed')
        const known = await knownPlace(tx, answer.attestationHash)
        if (known === null) throw gone(verifier)
        return known
      }),
    fill: (leaves) =>
      database.transaction(async (tx) => {
        let filled = 0
        for (const { attestationHash, isRetraction, form } of leaves) {
          const isFilled = isRetraction
            ? (await fillOne(tx, leafName(attestationHash, true), form)) !== null
            : await fillAnswer(tx, attestationHash, form)
          if (isFilled) filled += 1
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

async function knownPlace(tx: Transaction, attestationHash: string): Promise<number | null> {
  const params = [attestationHash, leafName(attestationHash, false)]
  return (await tx.query<{ place: number }>(KNOWN, params))[0]?.place ?? null
}

/** Of an answer that was saved before; false where it has a place, or may have none. */
async function fillAnswer(tx: Transaction, attestationHash: string, form: LeafForm) {
  if ((await knownPlace(tx, attestationHash)) !== null) return false
  if ((await tx.query(MAY_BE_PLACED, [attestationHash])).length === 0) return false
  return (await fillOne(tx, leafName(attestationHash, false), form)) !== null
}

/** Null where it had a place before. */
async function fillOne(tx: Transaction, name: Uint8Array, form: LeafForm): Promise<number | null> {
  const [row] = await tx.query<{ place: number }>(FILL_ONE, [isOpen(form), name])
  return row?.place ?? null
}
