import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../../src/store/openStore.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { describeStore } from './storeContract.ts'

let server: PostgresServer
let admin: Client
let url: string
let schemas = 0

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

describeStore('postgres', async () => {
  // A schema is a database to the store, and takes a hundredth of the time to make.
  schemas += 1
  const schema = `contract_${schemas}`
  await admin.query(`CREATE SCHEMA ${schema}`)
  const databaseUrl = `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
  return {
    open: () => openStore({ databaseUrl, dataDir: 'unused' }),
    discard: async () => {
      await admin.query(`DROP SCHEMA ${schema} CASCADE`)
    },
  }
})
