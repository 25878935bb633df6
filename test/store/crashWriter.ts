// The process that crash.test.ts kills. It writes without end and says on stdout, one line each,
// what it is about to write and what has been acknowledged. The lines are written synchronously, so
// that what was said before the kill can be read after it.

import type { NewCharge } from '../../src/ports/credits.ts'
import type { Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'
import { sayNow } from '../support/sayNow.ts'
import { AT, answerOf, CLIENT, chargeOf, DAY, PACKAGES, REPLY, releaseOf } from './crashData.ts'

const KEPT = { reply: REPLY, keepMs: 3_600_000 }

/** Several at once, so that a kill finds commits that hold more than one caller's work. */
const LANES = 4

const [databaseUrl = '', dataDir = '', round = ''] = process.argv.slice(2)
process.stdin.on('end', () => process.exit()).resume()
const store = await openStore({ databaseUrl: databaseUrl === '' ? null : databaseUrl, dataDir })
await Promise.all(Array.from({ length: LANES }, (_, lane) => writeForEver(store, lane)))

async function writeForEver(to: Store, lane: number): Promise<never> {
  for (let n = 0; ; n += 1) {
    const tag = `${round}.${lane}.${n}`
    const name = PACKAGES[n % PACKAGES.length] ?? ''
    await said(`proof ${name} ${tag}`, () => to.packages.saveLatest(releaseOf(name, tag), AT))
    await said(`charge ${tag}`, () =>
      n % 2 === 0
        ? to.charges.charge({ ...chargeOf(tag, n), ...KEPT })
        : holdAndCapture(to, chargeOf(tag, n)),
    )
    await said(`quota ${tag}`, () => to.quota.take({ client: CLIENT, day: DAY, limit: 1e9 }))
    await said(`answer ${tag}`, () => to.answers.save(answerOf(tag), 'open'))
  }
}

async function said(what: string, write: () => Promise<unknown>): Promise<void> {
  sayNow(`try ${what}`)
  await write()
  sayNow(`ack ${what}`)
}

async function holdAndCapture(to: Store, charge: NewCharge): Promise<void> {
  await to.charges.hold({ ...charge, leaseMs: 1 })
  await to.charges.capture({ ...charge, ...KEPT })
}
