// The process that kill.test.ts kills: a watchtower that probes as fast as its clock is moved, and says
// on stdout, synchronously, what it has made.

import { dueMs, slotAt } from '../../../src/services/watch/schedule.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { sayNow } from '../../support/sayNow.ts'
import { resultOf, simulated } from './simulated.ts'

const [databaseUrl = '', dataDir = '', file = '', startMs = '0'] = process.argv.slice(2)
process.stdin.on('end', () => process.exit()).resume()
const store = await openStore({ databaseUrl: databaseUrl === '' ? null : databaseUrl, dataDir })
let nowMs = Number(startMs)
const tower = await simulated({
  // What is saved is said when, and only when, the store has said so.
  store: {
    ...store,
    watch: {
      ...store.watch,
      async save(probe) {
        const saved = await store.watch.save(probe)
        if (saved) sayNow(`${probe.target} ${probe.dueAt}`)
        return saved
      },
    },
  },
  file,
  send: async () => resultOf(null),
  nowMs: () => nowMs,
})
await tower.load()
const targets = await tower.targets()
for (;;) {
  await tower.look()
  nowMs = Math.min(...targets.map((target) => dueMs(target, slotAt(target, nowMs) + 1)))
}
