// What the command about the log needs.

import type { Config } from '../config.ts'
import { LOG_BATCH_MAX } from '../limits.ts'
import { checkLog, type LogReport } from '../log/fsck.ts'
import { parseKey } from '../log/note/verifierKey.ts'
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
    close: () => store.close(),
  }
}
