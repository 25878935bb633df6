import { Client, escapeIdentifier } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../../src/store/openStore.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { describeStore } from './storeContract.ts'

let server: PostgresServer
let admin: Client
let url: string

beforeAll(async () => {
  server = await startPostgres()
  url = await server.url('contract')
  admin = new Client({ connectionString: url })
  await admin.connect()
})

afterAll(async () => {
  await admin?.end()
  await server?.stop()
})

/** What the log has before anything is in it. */
const NO_LOG = `
  INSERT INTO log_next (id, size) VALUES (1, 0);
  INSERT INTO log_head (id, integrated) VALUES (1, 0)`

/** The rules between tables are off for this connection: rows go in any order. */
async function emptyTables(): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration'",
  )
  const deletes = rows.map(({ name }) => `DELETE FROM ${escapeIdentifier(name)}`)
  await admin.query(`SET session_replication_role = replica; ${deletes.join('; ')}; ${NO_LOG}`)
}

// Each test finds empty tables. To make the tables anew each time would take twenty times as long.
describeStore('postgres', async () => ({
  open: () => openStore({ databaseUrl: url, dataDir: 'unused' }),
  discard: emptyTables,
}))
