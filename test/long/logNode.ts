// A node that logKills.test.ts kills: it saves answers and integrates them as a service does, with a clock
// that is wrong. It says on stdout what it is about to save, what was acknowledged, and every checkpoint
// that anybody could have read.

import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { openLog } from '../../src/app/log/openLog.ts'
import { parseCheckpoint } from '../../src/log/note/checkpoint.ts'
import { parseNote } from '../../src/log/note/signedNote.ts'
import { openStore } from '../../src/store/openStore.ts'
import { answerOf } from '../store/crashData.ts'
import { sayNow } from '../support/sayNow.ts'

const LANES = 4
const [databaseUrl = '', dataDir = '', logKeyFile = '', tag = '', wrongMs = '0'] =
  process.argv.slice(2)
process.stdin.on('end', () => process.exit()).resume()

const rightNow = Date.now
Date.now = () => rightNow() + Number(wrongMs)
const RightDate = Date
globalThis.Date = class extends RightDate {
  constructor(...given: []) {
    super(...((given.length === 0 ? [RightDate.now()] : given) as []))
  }
} as typeof Date

/** The server may be away for a while. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch {
      await sleep(20)
    }
  }
}

const store = await patiently(() => openStore({ databaseUrl, dataDir }))
const settings = { dataDir, logKeyFile, logWitnesses: null }
const parts = { store, verifier: '0xa', logger: pino({ level: 'silent' }) }
const log = await patiently(() => openLog(settings, parts))
log.start()
await Promise.all([
  ...Array.from({ length: LANES }, (_, lane) => save(lane)),
  integrateForEver(),
  watch(),
])

async function save(lane: number): Promise<never> {
  for (let n = 0; ; n += 1) {
    const answer = answerOf(`${tag}.${lane}.${n}`)
    sayNow(`try answer ${tag}.${lane}.${n}`)
    try {
      await store.answers.save(answer, n % 3 === 0 ? 'sealed' : 'open')
      sayNow(`ack answer ${tag}.${lane}.${n}`)
    } catch {
      await sleep(20)
    }
    await sleep(1)
  }
}

/** More often than a service does, so that a kill finds it at work. */
async function integrateForEver(): Promise<never> {
  for (;;) {
    await log.integrate()
    await sleep(2)
  }
}

async function watch(): Promise<never> {
  let last = 0
  for (;;) {
    const { checkpoint } = await patiently(() => store.log.head())
    const note = parseNote(Buffer.from(checkpoint ?? ''))
    const head = note && parseCheckpoint(note.text)
    if (head !== null && head.size !== last) {
      last = head.size
      sayNow(`ack checkpoint ${head.size}:${Buffer.from(head.root).toString('base64')}`)
    }
    await sleep(3)
  }
}
