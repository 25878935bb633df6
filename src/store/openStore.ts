// Opens the store that the configuration names and brings it to the schema of this code.

import type { Store } from '../ports/store.ts'
import { answerStore } from './answerStore.ts'
import { chargeStore } from './chargeStore.ts'
import { creditStore } from './creditStore.ts'
import type { Database } from './database.ts'
import { extractionStore } from './extractionStore.ts'
import { leaseStore } from './leaseStore.ts'
import { ledgerStore } from './ledgerStore.ts'
import { logStore } from './logStore.ts'
import { migrate } from './migrate.ts'
import { packageStore } from './packageStore.ts'
import { paymentStore } from './paymentStore.ts'
import { pendingStore } from './pendingStore.ts'
import { provenanceStore } from './provenanceStore.ts'
import { pulledStore } from './pulledStore.ts'
import { quotaStore } from './quotaStore.ts'
import { retractionStore } from './retractionStore.ts'
import { openSqlite } from './sqlite.ts'
import { tableStore } from './tableStore.ts'
import { verifierStore } from './verifierStore.ts'
import { watchStore } from './watchStore.ts'

type StoreOptions = Readonly<{
  /** A postgres:// URL, or null for the embedded database in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  /** Written beside each migration, for people to read. */
  nowIso?: () => string
}>

/** Throws `store_unavailable`, with a sentence for the operator, when the store cannot be used. */
export async function openStore({ databaseUrl, dataDir, nowIso }: StoreOptions): Promise<Store> {
  const database =
    databaseUrl === null ? await openSqlite({ dataDir }) : await openServer(databaseUrl)
  try {
    await migrate(database, { nowIso })
    return storeOn(database)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Its client is loaded where there is one to talk to. */
async function openServer(url: string): Promise<Database> {
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres({ url })
}

function storeOn(database: Database): Store {
  return {
    kind: database.kind,
    packages: packageStore(database),
    answers: answerStore(database),
    log: logStore(database),
    retractions: retractionStore(database),
    quota: quotaStore(database),
    credits: creditStore(database),
    charges: chargeStore(database),
    payments: paymentStore(database),
    pending: pendingStore(database),
    ledger: ledgerStore(database),
    verifiers: verifierStore(database),
    leases: leaseStore(database),
    provenance: provenanceStore(database),
    extractions: extractionStore(database),
    tables: tableStore(database),
    pulled: pulledStore(database),
    watch: watchStore(database),
    async ping() {
      // A table of ours, so that an empty or foreign database does not count as an answer.
      await database.query('SELECT id FROM migration LIMIT 1')
      // A lease that is over as it is taken: a disk that is full, or a copy that takes no writes, can
      // still be read, and nothing can be answered on it.
      await database.write(PING)
    },
    close: () => database.close(),
  }
}

const PING = `
  INSERT INTO lease (key, owner, expires_at) VALUES ('ping', 'ping', '2000-01-01T00:00:00.000Z')
  ON CONFLICT (key) DO UPDATE SET owner = excluded.owner`
