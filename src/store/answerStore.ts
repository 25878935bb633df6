// Signed answers, by the hash of their attestation.

import type { AnswerStore, SignedAnswer } from '../ports/store.ts'
import { type Database, isStorable } from './database.ts'

type AnswerColumns = Readonly<{
  attestation_hash: string
  type: string
  verdict: string
  attestation: string
  signature: string
  answer: string
  signed_at: string
}>

const COLUMNS = 'attestation_hash, type, verdict, attestation, signature, answer, signed_at'

export function answerStore(database: Database): AnswerStore {
  return {
    async save(answer) {
      // The same attestation is signed to the same bytes, so the first row says it all.
      await database.write(
        `INSERT INTO answer (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (attestation_hash) DO NOTHING`,
        [
          answer.attestationHash,
          answer.type,
          answer.verdict,
          answer.attestation,
          answer.signature,
          answer.answer,
          answer.signedAt,
        ],
      )
    },

    async load(attestationHash) {
      // Hashes come as the client wrote them; what cannot be stored has not been.
      if (!isStorable(attestationHash)) return null
      const [row] = await database.query<AnswerColumns>(
        `SELECT ${COLUMNS} FROM answer WHERE attestation_hash = $1`,
        [attestationHash],
      )
      return row === undefined ? null : toAnswer(row)
    },

    async list({ types, afterHash, limit }) {
      const marks = types.map((_, i) => `$${i + 3}`).join(', ')
      const rows = await database.query<AnswerColumns>(
        `SELECT ${COLUMNS} FROM answer WHERE attestation_hash > $1 AND type IN (${marks})
         ORDER BY attestation_hash LIMIT $2`,
        [afterHash, limit, ...types],
      )
      return rows.map(toAnswer)
    },

    async count() {
      const [row] = await database.query<{ answers: number }>(
        'SELECT count(*) AS answers FROM answer',
      )
      return row?.answers ?? 0
    },
  }
}

function toAnswer(row: AnswerColumns): SignedAnswer {
  return {
    attestationHash: row.attestation_hash,
    type: row.type,
    verdict: row.verdict,
    attestation: row.attestation,
    signature: row.signature,
    answer: row.answer,
    signedAt: row.signed_at,
  }
}
