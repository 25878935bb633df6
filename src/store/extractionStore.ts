// Bytes that could not be extracted, and why.

import type { ExtractionFailure, ExtractionStore, UndeterminedReason } from '../ports/extraction.ts'
import { type Database, isStorable } from './database.ts'

const TEXT_MAX = 500

type Row = Readonly<{
  state: 'refused' | 'undetermined'
  reason: string
  member: string | null
  detail: string
  is_verified: number
  tries: number
  failed_at: string
}>

const SAVE = `
  INSERT INTO extraction_failure
    (opening_id, extractor, state, reason, member, detail, is_verified, tries, failed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (opening_id, extractor) DO UPDATE SET
    state = excluded.state, reason = excluded.reason, member = excluded.member,
    detail = excluded.detail, is_verified = excluded.is_verified, tries = excluded.tries,
    failed_at = excluded.failed_at`

export function extractionStore(database: Database): ExtractionStore {
  return {
    async load(openingId, extractor) {
      const [row] = await database.query<Row>(
        `SELECT state, reason, member, detail, is_verified, tries, failed_at
         FROM extraction_failure WHERE opening_id = $1 AND extractor = $2`,
        [openingId, extractor],
      )
      return row === undefined ? null : { openingId, extractor, ...toFailure(row) }
    },

    async save({ openingId, extractor, outcome, isVerified, tries, at }) {
      await database.write(SAVE, [
        openingId,
        extractor,
        outcome.state,
        outcome.reason,
        outcome.state === 'refused' && outcome.member !== null ? plain(outcome.member) : null,
        plain(outcome.detail),
        isVerified ? 1 : 0,
        tries,
        at,
      ])
    },

    async forget(openingId, extractor) {
      await database.write(
        'DELETE FROM extraction_failure WHERE opening_id = $1 AND extractor = $2',
        [openingId, extractor],
      )
    },
  }
}

function toFailure(row: Row): Omit<ExtractionFailure, 'openingId' | 'extractor'> {
  const { state, reason, member, detail } = row
  return {
    outcome:
      state === 'refused'
        ? { state, reason, member, detail }
        : // The column was written from this type.
          { state, reason: reason as UndeterminedReason, detail },
    isVerified: row.is_verified === 1,
    tries: row.tries,
    at: row.failed_at,
  }
}

/** Names of members come from hostile archives: what a database cannot keep is escaped. */
function plain(text: string): string {
  const cut = text.slice(0, TEXT_MAX)
  return isStorable(cut) ? cut : JSON.stringify(cut).slice(0, TEXT_MAX)
}
