// Signed answers, by the hash of their attestation.

import type { AnswerStore, SignedAnswer } from '../ports/store.ts'
import { type Database, firstOf, isStorable } from './database.ts'
import { ANSWER, logPlaces, SAVE_ANSWER } from './logPlaces.ts'

export function answerStore(database: Database): AnswerStore {
  const places = logPlaces(database)
  return {
    async save(answer, form) {
      if (form !== null) return places.saveAnswer(answer, form)
      await database.write(SAVE_ANSWER, ANSWER.values(answer))
      return null
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
