// Which signed answers were found wrong, in the order in which that was found.

import type { Retraction, RetractionStore } from '../ports/retractions.ts'
import { columnsOf } from './columns.ts'
import { type Database, firstOf, isStorable } from './database.ts'

export const RETRACTION = columnsOf<Retraction>({
  attestationHash: 'attestation_hash',
  seq: 'seq',
  type: 'type',
  reason: 'reason',
  foundBy: 'found_by',
  retractedAt: 'retracted_at',
})

export function retractionStore(database: Database): RetractionStore {
  return {
    save: (retraction) =>
      database.transaction(async (tx) => {
        // The numbers have no gaps, so that whoever follows the list misses none.
        await tx.lock('retraction')
        const [last] = await tx.query<{ seq: number }>(
          'SELECT CAST(coalesce(max(seq), 0) AS BIGINT) AS seq FROM retraction',
        )
        const saved = await tx.query(
          `INSERT INTO retraction (${RETRACTION.names}) VALUES (${RETRACTION.marks})
           ON CONFLICT (attestation_hash) DO NOTHING RETURNING seq`,
          RETRACTION.values({ ...retraction, seq: (last?.seq ?? 0) + 1 }),
        )
        return saved.length > 0
      }),

    async load(attestationHash) {
      // Hashes come as the client wrote them; what cannot be stored has not been.
      if (!isStorable(attestationHash)) return null
      const sql = `SELECT ${RETRACTION.read} FROM retraction WHERE attestation_hash = $1`
      return firstOf(database.query<Retraction>(sql, [attestationHash]))
    },

    async list({ afterSeq, limit }) {
      return database.query<Retraction>(
        `SELECT ${RETRACTION.read} FROM retraction WHERE seq > $1 ORDER BY seq LIMIT $2`,
        [afterSeq, limit],
      )
    },
  }
}
