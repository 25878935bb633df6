// Signed answers, by the hash of their attestation.

import { invariant } from '../errors.ts'
import type { AnswerStore, SignedAnswer } from '../ports/store.ts'
import { columnsOf } from './columns.ts'
import { type Database, firstOf, isStorable } from './database.ts'

const ANSWER = columnsOf<SignedAnswer>({
  attestationHash: 'attestation_hash',
  type: 'type',
  verdict: 'verdict',
  attestation: 'attestation',
  signature: 'signature',
  answer: 'answer',
  signedAt: 'signed_at',
})

const IS_LOGGED = 'FROM answer WHERE attestation_hash = $1 AND log_index IS NOT NULL'

// Who gets a number has the row of the counter until the end: nobody else gets one meanwhile.
const NEXT_INDEX = `
  UPDATE log_next SET size = size + 1 WHERE NOT EXISTS (SELECT 1 ${IS_LOGGED})
  RETURNING size - 1 AS next`

// The same attestation is signed to the same bytes, so the first row says it all. One of before the log
// has no index, and nobody was told that it would be public.
const SAVE = `
  INSERT INTO answer (${ANSWER.names}, log_index, log_form) VALUES (${ANSWER.marks}, $8, $9)
  ON CONFLICT (attestation_hash) DO UPDATE SET log_index = excluded.log_index, log_form = 'sealed'
    WHERE answer.log_index IS NULL`

const SAVE_UNLOGGED = `
  INSERT INTO answer (${ANSWER.names}) VALUES (${ANSWER.marks})
  ON CONFLICT (attestation_hash) DO NOTHING`

export function answerStore(database: Database): AnswerStore {
  return {
    async save(answer, form) {
      if (form === null) {
        await database.write(SAVE_UNLOGGED, ANSWER.values(answer))
        return null
      }
      return database.transaction(async (tx) => {
        const { attestationHash } = answer
        const [given] = await tx.query<{ next: number }>(NEXT_INDEX, [attestationHash])
        if (given !== undefined) {
          const { next } = given
          if ((await tx.change(SAVE, [...ANSWER.values(answer), next, form])) > 0) return next
          // Somebody else had just saved it: the number goes back, so that there is no gap.
          await tx.change('UPDATE log_next SET size = size - 1')
        }
        const sql = `SELECT log_index AS "index" ${IS_LOGGED}`
        const [saved] = await tx.query<{ index: number }>(sql, [attestationHash])
        invariant(saved !== undefined, 'an answer that is saved has an index')
        return saved.index
      })
    },

    async load(attestationHash) {
      // Hashes come as the client wrote them; what cannot be stored has not been.
      if (!isStorable(attestationHash)) return null
      const sql = `SELECT ${ANSWER.read} FROM answer WHERE attestation_hash = $1`
      return firstOf(database.query<SignedAnswer>(sql, [attestationHash]))
    },

    async list({ types, afterHash, limit }) {
      const marks = types.map((_, i) => `$${i + 3}`).join(', ')
      return database.query<SignedAnswer>(
        `SELECT ${ANSWER.read} FROM answer WHERE attestation_hash > $1 AND type IN (${marks})
         ORDER BY attestation_hash LIMIT $2`,
        [afterHash, limit, ...types],
      )
    },

    async count() {
      const sql = 'SELECT count(*) AS answers FROM answer'
      return (await firstOf(database.query<{ answers: number }>(sql)))?.answers ?? 0
    },
  }
}
