import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../../src/store/openStore.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { describeStore } from './storeContract.ts'

let server: PostgresServer
let databases = 0

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(async () => {
  await server.stop()
})

describeStore('postgres', async () => {
  databases += 1
  const databaseUrl = await server.url(`contract_${databases}`)
  return {
    open: () => openStore({ databaseUrl, dataDir: 'unused' }),
    // The server's files go with the server.
    discard: async () => undefined,
  }
})
