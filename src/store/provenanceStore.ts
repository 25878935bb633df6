// Where the index comes from: its registries, what they declared of their files, and which of these
// were fetched.

import type { ProvenanceStore } from '../ports/store.ts'
import { type Database, isAny } from './database.ts'

export function provenanceStore(database: Database): ProvenanceStore {
  return {
    async bindRegistry(ecosystem, registry) {
      await database.write(
        `INSERT INTO index_registry (ecosystem, registry) VALUES ($1, $2)
         ON CONFLICT (ecosystem) DO NOTHING`,
        [ecosystem, registry],
      )
      const [row] = await database.query<{ registry: string }>(
        'SELECT registry FROM index_registry WHERE ecosystem = $1',
        [ecosystem],
      )
      return row?.registry ?? registry
    },

    async saveDeclared(sha256, declared) {
      await database.write(
        `INSERT INTO declared_digest (sha256, declared) VALUES ($1, $2)
         ON CONFLICT (sha256, declared) DO NOTHING`,
        [sha256, declared],
      )
    },

    async isDeclared(sha256, declared) {
      const sql = 'SELECT 1 AS found FROM declared_digest WHERE sha256 = $1 AND declared = $2'
      return isAny(database.query(sql, [sha256, declared]))
    },

    async declaredOf(sha256) {
      const sql = 'SELECT declared FROM declared_digest WHERE sha256 = $1 ORDER BY declared'
      const rows = await database.query<{ declared: string }>(sql, [sha256])
      return rows.map(({ declared }) => declared)
    },

    async saveFetched({ ecosystem, name, filename, sha256 }) {
      await database.write(
        `INSERT INTO fetched_file (ecosystem, name, filename, sha256) VALUES ($1, $2, $3, $4)
         ON CONFLICT (ecosystem, name, filename, sha256) DO NOTHING`,
        [ecosystem, name, filename, sha256],
      )
    },

    async isFetched({ ecosystem, name, filename, sha256 }) {
      const sql = `SELECT 1 AS found FROM fetched_file
         WHERE ecosystem = $1 AND name = $2 AND filename = $3 AND sha256 = $4`
      return isAny(database.query(sql, [ecosystem, name, filename, sha256]))
    },
  }
}
