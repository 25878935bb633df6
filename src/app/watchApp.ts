// What the watchtower's command needs: what is watched and what was seen, without a key that signs.

import { pino } from 'pino'
import type { Config } from '../config.ts'
import { openStore } from '../store/openStore.ts'
import { logLines } from './logLines.ts'
import { openWatchtower } from './watchtower.ts'

export type WatchApp = Awaited<ReturnType<typeof openWatchApp>>

export async function openWatchApp(config: Config) {
  const store = await openStore({ databaseUrl: config.databaseUrl(), dataDir: config.dataDir })
  const { watch, lines } = openWatchtower(config, {
    store,
    sign: () => Promise.reject(new Error('only a service signs reports')),
    baseUrl: () => config.baseUrl ?? `http://${config.host}:${config.port}`,
    logger: pino({ level: config.logLevel, base: null }, logLines(2)),
    now: () => new Date(),
    monotonicMs: () => performance.now(),
  })
  return {
    store,
    watch: async () => watch,
    async close() {
      await watch.stop()
      await lines.close()
      await store.close()
    },
  }
}
