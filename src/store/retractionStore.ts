// Which signed answers were found wrong, in the order in which that was found.

import type { Retraction, RetractionStore } from '../ports/store.ts'
import { type Database, isStorable } from './database.ts'

type RetractionColumns = Readonly<{
  attestation_hash: string
  seq: number
  type: string
  reason: string
  found_by: string
  retracted_at: string
}>

const COLUMNS = 'attestation_hash, seq, type, reason, found_by, retracted_at'

export function retractionStore(database: Database): RetractionStore {
  return {
    save: ({ attestationHash, type, reason, foundBy, retractedAt }) =>
      database.transaction(async (tx) => {
        // The numbers have no gaps, so that whoever follows the list misses none.
        await tx.lock('retraction')
        const [last] = await tx.query<{ seq: number }>(
          'SELECT CAST(coalesce(max(seq), 0) AS BIGINT) AS seq FROM retraction',
        )
        const saved = await tx.query(
          `INSERT INTO retraction (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (attestation_hash) DO NOTHING RETURNING seq`,
          [attestationHash, (last?.seq ?? 0) + 1, type, reason, foundBy, retractedAt],
        )
        return saved.length > 0
      }),

    async load(attestationHash) {
      // Hashes come as the client wrote them; what cannot be stored has not been.
      if (!isStorable(attestationHash)) return null
      const [row] = await database.query<RetractionColumns>(
        `SELECT ${COLUMNS} FROM retraction WHERE attestation_hash = $1`,
        [attestationHash],
      )
      return row === undefined ? null : toRetraction(row)
    },

    async list({ afterSeq, limit }) {
      const rows = await database.query<RetractionColumns>(
        `SELECT ${COLUMNS} FROM retraction WHERE seq > $1 ORDER BY seq LIMIT $2`,
        [afterSeq, limit],
      )
      return rows.map(toRetraction)
    },
  }
}

function toRetraction(row: RetractionColumns): Retraction {
  return {
    attestationHash: row.attestation_hash,
    seq: row.seq,
    type: row.type,
    reason: row.reason,
    foundBy: row.found_by,
    retractedAt: row.retracted_at,
  }
}
