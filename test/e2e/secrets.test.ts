// No secret in any log, error, dump or metric: a run through everything that knows one, and then a
// look through everything that came out of it.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PaidService, startPaidService } from '../support/chain/paidService.ts'
import type { Reply } from '../support/service.ts'
import { STORES, storeSettings } from '../support/stores.ts'

const PATH = '/v1/package/exists'
const QUESTION = { ecosystem: 'npm', name: 'lamp' }
const VERIFIER_KEY = 'c0ffee11'.repeat(8)
const NAME = 'a-name-of-a-call-that-nobody-else-knows'

describe.each(STORES)('secrets on %s', (kind) => {
  const settings = storeSettings(kind)
  const log: string[] = []
  let paid: PaidService
  let databaseUrl: string | undefined

  beforeAll(async () => {
    const env = await settings()
    databaseUrl = env['ASSAY_DATABASE_URL']
    const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) })
    paid = await startPaidService(
      { ...env, ASSAY_VERIFIER_KEY: VERIFIER_KEY, ASSAY_REGISTRY_TIMEOUT_MS: '20000' },
      { logger },
    )
  })
  afterAll(async () => {
    await paid?.close()
  })

  /** Every row of every table, as text. */
  async function dump(): Promise<string> {
    if (databaseUrl === undefined) {
      const files = ['assay.db', 'assay.db-wal'].map((file) => join(paid.service.dataDir, file))
      return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('')
    }
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
    )
    const texts: string[] = []
    for (const { table_name: table } of rows) {
      const found = await client.query(`SELECT t::text AS row FROM "${table}" AS t`)
      texts.push(...found.rows.map(({ row }) => row))
    }
    await client.end()
    return texts.join('\n')
  }

  test('nothing that came out holds one', async () => {
    const { service, facilitator, registry } = paid
    const replies: Reply[] = []
    const said = async (reply: Promise<Reply>) => replies.push(await reply)
    const key = await service.app.creditKeys.issue('test', 1_000_000)
    const spent = await service.app.creditKeys.issue('test', 1)
    const bought = paid.newKey()
    const unknown = paid.newKey()
    const operator = (await readFile(join(service.dataDir, 'operator.key'), 'utf8')).trim()
    const account = await paid.chain.fund()
    const offer = await paid.offer(PATH, QUESTION)

    for (const one of [key, spent, unknown.key, operator, 'nonsense']) {
      await said(service.post(PATH, QUESTION, { 'x-api-key': one, 'idempotency-key': NAME }))
      await said(service.post(PATH, { ecosystem: 'npm' }, { 'x-api-key': one }))
      await said(service.get('/credits', { 'x-api-key': one }))
    }
    await registry.pause()
    await said(service.post(PATH, { ecosystem: 'npm', name: 'unread' }, { 'x-api-key': key }))
    await registry.resume()
    for (const fault of ['none', 'down', 'status 500', 'html', 'says no'] as const) {
      facilitator.fail({ settle: fault })
      await said(paid.pay(PATH, QUESTION, await paid.sign(account, offer)))
      facilitator.fail({ verify: fault })
      await said(paid.pay(PATH, QUESTION, await paid.sign(account, offer)))
    }
    facilitator.fail()
    const pack = { pack: '5', key_sha256: bought.keySha256 }
    const packOffer = await paid.offer('/credits/buy', pack)
    await said(paid.pay('/credits/buy', pack, await paid.sign(account, packOffer)))
    await service.app.sweepMoney()
    for (const path of ['/metrics', '/policy', '/health/ready', '/.well-known/x402', '/docs']) {
      await said(service.get(path))
    }
    await said(service.get('/metrics', { accept: 'text/plain' }))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401, 402, 422, 503]))

    const out = {
      log: log.join(''),
      replies: replies.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n'),
      store: await dump(),
    }
    expect(out.log.length).toBeGreaterThan(1_000)
    expect(out.store).toContain(bought.keySha256)
    const password = databaseUrl === undefined ? [] : [new URL(databaseUrl).password]
    const secrets = [key, spent, bought.key, unknown.key, operator, VERIFIER_KEY, ...password]
    for (const [where, text] of Object.entries(out)) {
      for (const secret of [...secrets, NAME]) expect(text.includes(secret), where).toBe(false)
      // Half of one is a leak as well.
      for (const secret of secrets) expect(text.includes(secret.slice(-20)), where).toBe(false)
    }
  })
})
