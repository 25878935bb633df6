// What the command about the log needs.

import { randomBytes } from 'node:crypto'
import { LOG_KEY_FILE_NAME, loadVerifierKey } from '../attest/keyFile.ts'
import type { Config } from '../config.ts'
import { LOG_BATCH_MAX } from '../limits.ts'
import { checkLog, type LogReport } from '../log/fsck.ts'
import { noteSigner, parseKey, writeKey } from '../log/note/verifierKey.ts'
import { openStore } from '../store/openStore.ts'

export type LogApp = Awaited<ReturnType<typeof openLogApp>>

/** The log alone, without the rest of the service. */
export async function openLogApp(config: Config) {
  const store = await openStore({ databaseUrl: config.databaseUrl(), dataDir: config.dataDir })
  return {
    /** Null where no service has begun a log yet. */
    async check(): Promise<(LogReport & Readonly<{ origin: string }>) | null> {
      const identity = await store.log.identity()
      const key = identity && parseKey(identity.key)
      if (identity === null) return null
      const { origin } = identity
      if (key === null) return { origin, size: 0, waiting: 0, faults: ['key: not one of a log'] }
      return { origin, ...(await checkLog(store.log, key, { batch: LOG_BATCH_MAX })) }
    },
    /** Begins a log of another origin, with the same key; null where there is none to leave. */
    async anew(): Promise<Readonly<{ left: string; origin: string }> | null> {
      const identity = await store.log.identity()
      if (identity === null) return null
      const { dataDir, logKeyFile: file } = config
      const options = { file, dataDir, fileName: LOG_KEY_FILE_NAME }
      const { privateKey: seed } = await loadVerifierKey(options)
      const left = identity.origin
      // Nobody has seen a log of this name: an older copy of the store could count to the same number.
      const [named] = left.split('/log')
      const { key } = noteSigner(`${named}/log/${randomBytes(4).toString('hex')}`, 'note', seed)
      await store.log.anew({ origin: key.name, key: writeKey(key) })
      return { left, origin: key.name }
    },
    close: () => store.close(),
  }
}
