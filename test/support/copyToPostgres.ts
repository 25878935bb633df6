// Every row of an embedded store in PostgreSQL: what an operator does who changes the database.

import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { PLACES_GIVEN } from '../../src/store/logPlaces.ts'
import { openStore } from '../../src/store/openStore.ts'
import { SQLITE_FILE } from '../../src/store/sqlite.ts'

export async function copyToPostgres(dataDir: string, databaseUrl: string): Promise<void> {
  // It makes the tables.
  await (await openStore({ databaseUrl, dataDir })).close()
  const from = new DatabaseSync(join(dataDir, SQLITE_FILE))
  const to = new Client({ connectionString: databaseUrl })
  await to.connect()
  try {
    await to.query('BEGIN')
    // The order of the rows is theirs, not that of what refers to what.
    await to.query("SET LOCAL session_replication_role = 'replica'")
    const tables = from.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    for (const { name } of tables as { name: string }[]) {
      if (name === 'migration' || name.startsWith('sqlite_')) continue
      await to.query(`DELETE FROM ${name}`)
      for (const row of from.prepare(`SELECT * FROM ${name}`).all() as Record<string, unknown>[]) {
        const marks = Object.keys(row).map((_, at) => `$${at + 1}`)
        const values = Object.values(row).map((value) =>
          value instanceof Uint8Array ? Buffer.from(value) : value,
        )
        await to.query(
          `INSERT INTO ${name} (${Object.keys(row).join(', ')}) VALUES (${marks.join(', ')})`,
          values,
        )
      }
    }
    // The one counter that the embedded store does without.
    await to.query(`UPDATE log_next SET size = (${PLACES_GIVEN})`)
    await to.query('COMMIT')
  } finally {
    from.close()
    await to.end()
  }
}
