// The process that crash.test.ts kills. It writes without end and says on stdout, one line each,
// what it is about to write and what has been acknowledged. The lines are written synchronously, so
// that what was said before the kill can be read after it.

import { setTimeout as sleep } from 'node:timers/promises'
import { integrator } from '../../src/log/integrate.ts'
import { parseCheckpoint } from '../../src/log/note/checkpoint.ts'
import { parseNote } from '../../src/log/note/signedNote.ts'
import type { NewCharge } from '../../src/ports/credits.ts'
import type { Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'
import { NO_MEMORY } from '../support/leaves.ts'
import { sayNow } from '../support/sayNow.ts'
import {
  AT,
  answerOf,
  CLIENT,
  chargeOf,
  DAY,
  LOG_SIGNER,
  PACKAGES,
  REPLY,
  releaseOf,
} from './crashData.ts'

const KEPT = { reply: REPLY, keepMs: 3_600_000 }

/** Several at once, so that a kill finds commits that hold more than one caller's work. */
const LANES = 4
/** Two, so that they get into each other's way. */
const INTEGRATORS = 2

const [databaseUrl = '', dataDir = '', round = ''] = process.argv.slice(2)
process.stdin.on('end', () => process.exit()).resume()
const store = await openStore({ databaseUrl: databaseUrl === '' ? null : databaseUrl, dataDir })
await Promise.all([
  ...Array.from({ length: LANES }, (_, lane) => writeForEver(store, lane)),
  ...Array.from({ length: INTEGRATORS }, () => integrateForEver(store)),
])

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

/** Says every checkpoint that anybody could have read. */
async function integrateForEver(on: Store): Promise<never> {
  const one = integrator({ store: on.log, signer: LOG_SIGNER, memory: NO_MEMORY, batchMax: 5 })
  let last = 0
  for (;;) {
    const { state } = await one.step()
    if (state === 'nothing') await sleep(1)
    const note = parseNote(Buffer.from((await on.log.head()).checkpoint ?? ''))
    const checkpoint = note && parseCheckpoint(note.text)
    if (checkpoint === null || checkpoint.size === last) continue
    last = checkpoint.size
    sayNow(`ack checkpoint ${checkpoint.size}:${Buffer.from(checkpoint.root).toString('base64')}`)
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
