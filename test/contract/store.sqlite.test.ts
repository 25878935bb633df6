import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/store/openStore.ts'
import { describeStore } from './storeContract.ts'

describeStore('sqlite', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-store-'))
  return {
    open: () => openStore({ databaseUrl: null, dataDir }),
    discard: () => rm(dataDir, { recursive: true }),
  }
})
