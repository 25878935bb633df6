// What a witness remembers, in a file of its own.

import type { WitnessStore } from '../../ports/witness.ts'
import { openSmallDatabase } from './smallDatabase.ts'

export const WITNESS_FILE_NAME = 'witness.sqlite'
/** Of each log: whoever holds its key could otherwise fill the disk, or leave no room for another one's. */
const FORKS_MAX = 100

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS witnessed (origin TEXT PRIMARY KEY, checkpoint TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS forks (
    origin TEXT NOT NULL, one TEXT NOT NULL, other TEXT NOT NULL, UNIQUE (origin, one, other)
  ) STRICT;`

export function openWitnessStore(folder: string): WitnessStore {
  const database = openSmallDatabase(folder, WITNESS_FILE_NAME, SCHEMA)
  return {
    decide(origin, decide) {
      return database.transaction(() => {
        const [row] = database.rows<{ checkpoint: string }>(
          'SELECT checkpoint FROM witnessed WHERE origin = ?',
          origin,
        )
        const { keep, told } = decide(row?.checkpoint ?? null)
        if (keep !== null) {
          database.change(
            `INSERT INTO witnessed (origin, checkpoint) VALUES (?, ?)
             ON CONFLICT (origin) DO UPDATE SET checkpoint = excluded.checkpoint`,
            origin,
            keep,
          )
        }
        return told
      })
    },
    keepFork({ origin, one, other }) {
      const [row] = database.rows<{ kept: number; same: number }>(
        `SELECT count(*) AS kept, count(CASE WHEN other = ? THEN 1 END) AS same
         FROM forks WHERE origin = ?`,
        other,
        origin,
      )
      if (Number(row?.same) > 0 || Number(row?.kept) >= FORKS_MAX) return false
      const sql = 'INSERT OR IGNORE INTO forks (origin, one, other) VALUES (?, ?, ?)'
      database.change(sql, origin, one, other)
      return true
    },
    forks: () => database.rows('SELECT origin, one, other FROM forks ORDER BY rowid'),
    close: () => database.close(),
  }
}
