// Signed answers, by the hash of their attestation.

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

export function answerStore(database: Database): AnswerStore {
  return {
    async save(answer) {
      // The same attestation is signed to the same bytes, so the first row says it all.
      await database.write(
        `INSERT INTO answer (${ANSWER.names}) VALUES (${ANSWER.marks})
         ON CONFLICT (attestation_hash) DO NOTHING`,
        ANSWER.values(answer),
      )
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
