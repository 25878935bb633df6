// Brings a database to the schema of this code. Forward only: a migration that was applied is never
// edited, and a database that is ahead of the code is left alone.

import { sha256 } from '../domain/texts/sha256.ts'
import { ServiceError } from '../errors.ts'
import type { Database } from './database.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'

/** A node that starts while another migrates waits this long for it. */
const MIGRATION_WAIT_MS = 300_000

const MIGRATION_TABLE = `
  CREATE TABLE IF NOT EXISTS migration (
    id         TEXT NOT NULL PRIMARY KEY,
    sha256     TEXT NOT NULL CHECK (length(sha256) = 64),
    applied_at TEXT
  )`

type AppliedMigration = Readonly<{ id: string; sha256: string }>

/**
 * Applies what is missing, in one transaction, one node at a time. Throws when the database was
 * made by newer code or by an edited migration. Returns the ids that were applied.
 */
export async function migrate(
  database: Database,
  options: { migrations?: readonly Migration[]; nowIso?: (() => string) | undefined } = {},
): Promise<readonly string[]> {
  const { migrations = MIGRATIONS, nowIso } = options
  return database.transaction(
    async (tx) => {
      // Before the table: two PostgreSQL sessions that create the same table at once collide.
      await tx.lock('migrate')
      await tx.script(MIGRATION_TABLE)
      const applied = await tx.query<AppliedMigration>('SELECT id, sha256 FROM migration')
      const missing = missingMigrations(migrations, applied)
      if (missing.length > 0) await tx.script(database.prelude)
      for (const { id, up } of missing) {
        await tx.script(up)
        await tx.query('INSERT INTO migration (id, sha256, applied_at) VALUES ($1, $2, $3)', [
          id,
          sha256(up),
          nowIso?.() ?? null,
        ])
      }
      return missing.map(({ id }) => id)
    },
    { waitMs: MIGRATION_WAIT_MS },
  )
}

function missingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const known = new Set(migrations.map(({ id }) => id))
  const newer = applied.find(({ id }) => !known.has(id))
  if (newer !== undefined) {
    throw refused(`the store has migration ${newer.id}, which this version does not know; upgrade`)
  }
  const digests = new Map(applied.map(({ id, sha256 }) => [id, sha256]))
  const edited = migrations.find(({ id, up }) => (digests.get(id) ?? sha256(up)) !== sha256(up))
  if (edited !== undefined) {
    throw refused(`migration ${edited.id} is not the text that the store was made with`)
  }
  const missing = migrations.slice(applied.length)
  const gap = missing.find(({ id }) => digests.has(id))
  if (gap !== undefined) throw refused(`the store has migration ${gap.id} but not all before it`)
  return missing
}

function refused(reason: string): ServiceError {
  return new ServiceError('store_unavailable', `migrate: ${reason}`)
}
