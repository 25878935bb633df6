// `Prefer: respond-async` on a registry that answers when it is let: what is worked on, what is
// fetched, and that it is paid for once, with the answer and not before.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { gatedRegistry } from '../fake/lateRegistry.ts'
import { type PaidService, startPaidService } from '../support/chain/paidService.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Reply, type Service, send, startService } from '../support/service.ts'
import { STORES, storeSettings } from '../support/stores.ts'

const ASYNC = { prefer: 'respond-async, wait=0' }
/** A machine that is busy may take long for what is at hand. */
const PATIENT = { prefer: 'respond-async, wait=20' }
const DEMO_LIMIT = 1_000

type Gated = Awaited<ReturnType<typeof gatedRegistry>>

let published = 0

/** A package that nobody has asked for yet. */
function newPackage({ registry }: Gated): string {
  published += 1
  const name = `late-${published}`
  for (const version of ['1.0', '2.0']) {
    const more = version === '2.0' ? 'def later(): ...\n' : ''
    publishPython(registry, {
      name,
      version,
      files: `-- late_${published}.py --\ndef glow(): ...\n${more}`,
    })
  }
  return name
}

/** Asked until it is no longer worked on. */
async function fetched(
  service: Service,
  location: string | undefined,
  headers: Record<string, string> = {},
): Promise<Reply> {
  for (;;) {
    const reply = await service.get(location ?? '', headers)
    if (reply.status !== 202) return reply
    await sleep(20)
  }
}

/** An answer without what each has anew. */
function lasting({ text }: Reply): unknown {
  const { served_in_ms: _, source: __, ...rest } = JSON.parse(text)
  return rest
}

describe.each(STORES)('pending questions on %s', (kind) => {
  const settings = storeSettings(kind)
  let gated: Gated
  let service: Service
  let name: string

  beforeAll(async () => {
    gated = await gatedRegistry()
    service = await startService({
      ...(await settings()),
      ASSAY_NPM_REGISTRY: gated.registry.npmUrl,
      ASSAY_PYPI_INDEX: gated.registry.pypiIndexUrl,
      ASSAY_DEMO_DAILY_LIMIT: String(DEMO_LIMIT),
    })
  })
  afterAll(async () => {
    gated?.open()
    await service?.close()
    await gated?.registry.close()
  })
  beforeEach(() => {
    gated.open()
    name = newPackage(gated)
  })

  const symbol = (package_ = name) => ({ ecosystem: 'pypi', package: package_, symbol: 'glow' })
  const demo = (headers: Record<string, string>, question: unknown = symbol()) =>
    service.post('/demo/v1/symbol/exists', question, headers)
  const issue = (microUsd: number) => service.app.creditKeys.issue('test', microUsd)
  const credits = async (key: string) =>
    (await service.get('/credits', { 'x-api-key': key })).body as {
      balance_usd: string
      held_usd: string
    }
  const expectWholeLedger = async () => {
    const { violations } = await service.app.store.ledger.check({ graceMs: 0 })
    expect(violations).toEqual([])
  }
  const receipt = async (reply: Reply) => {
    const { verifier } = (await service.get('/policy')).body
    return verifyReceipt(reply.text, { verifiers: [verifier.address] })
  }

  test('a question that has to wait is a 202, then its answer, which is counted when it is fetched', async () => {
    gated.shut()
    const asked = await demo(ASYNC)
    expect(asked).toMatchObject({
      status: 202,
      headers: {
        location: expect.stringMatching(/^\/v1\/pending\/[\w-]{32}$/),
        'retry-after': expect.stringMatching(/^\d+$/),
        'preference-applied': 'respond-async',
      },
      body: { state: 'working', location: asked.headers['location'] },
    })
    const left = Number(asked.headers['ratelimit-remaining'])
    const { location } = asked.headers
    expect(await service.get(location ?? '')).toMatchObject({ status: 202, body: asked.body })
    gated.open()
    const answer = await fetched(service, location)
    expect(answer).toMatchObject({ status: 200, body: { exists: true, source: 'lazy' } })
    expect(answer.headers).toMatchObject({
      'ratelimit-remaining': String(left - 1),
      'cache-control': 'no-store',
    })
    expect(await receipt(answer)).toMatchObject({ valid: true, answer_matches: true })
    const plain = await demo({})
    expect(plain.headers['ratelimit-remaining']).toBe(String(left - 2))
    expect(lasting(answer)).toEqual(lasting(plain))
    // Fetched once more it is the same, and is not counted again.
    expect((await service.get(location ?? '')).text).toBe(answer.text)
    expect((await demo({})).headers['ratelimit-remaining']).toBe(String(left - 3))
  })

  test('without a wait it becomes pending after a moment', async () => {
    gated.shut()
    expect((await demo({ prefer: 'respond-async' })).status).toBe(202)
  })

  test('what is at hand is answered at once, and so is what can be answered in the time given', async () => {
    const cold = await demo(PATIENT)
    const warm = await demo(PATIENT)
    expect([cold.status, warm.status]).toEqual([200, 200])
    for (const reply of [cold, warm]) {
      expect(reply.headers['location']).toBeUndefined()
      expect(reply.headers['preference-applied']).toBeUndefined()
    }
    const package_ = { ecosystem: 'pypi', name }
    await service.post('/demo/v1/package/exists', package_)
    const atHand = await service.post('/demo/v1/package/exists', package_, ASYNC)
    expect(atHand.status).toBe(200)
    expect(lasting(atHand)).toEqual(
      lasting(await service.post('/demo/v1/package/exists', package_)),
    )
  })

  test.each<[string, (of: string) => readonly [string, object]]>([
    ['package', (of) => ['/v1/package/exists', { ecosystem: 'pypi', name: of }]],
    ['symbol', (of) => ['/v1/symbol/exists', symbol(of)]],
    [
      'diff',
      (of) => [
        '/v1/diff',
        { ecosystem: 'pypi', package: of, from_version: '1.0', to_version: '2.0' },
      ],
    ],
    ['check', (of) => ['/v1/check', { files: [{ path: 'a.py', content: importing(of) }] }]],
    [
      'upgrade',
      (of) => [
        '/v1/upgrade',
        {
          ecosystem: 'pypi',
          package: of,
          from_version: '1.0',
          to_version: '2.0',
          files: [{ path: 'a.py', content: importing(of) }],
        },
      ],
    ],
    [
      'verify',
      (of) => ['/verify', { job: { kind: 'code', language: 'python', output: importing(of) } }],
    ],
    [
      'judge',
      (of) => [
        '/judge',
        { output: importing(of), rubric: [{ criterion: 'all imports exist' }], context: null },
      ],
    ],
  ])('the answer about a %s is that of the question without the header', async (_, of) => {
    const key = await issue(1_000_000)
    const [path, question] = of(name)
    const headers = { 'x-api-key': key }
    gated.shut()
    const asked = await service.post(path, question, { ...headers, ...ASYNC })
    expect([path, asked.status, asked.text]).toEqual([path, 202, expect.anything()])
    gated.open()
    const answer = await fetched(service, asked.headers['location'], headers)
    expect(answer.status).toBe(200)
    const plain = await service.post(path, question, headers)
    expect(plain.status).toBe(200)
    expect(lasting(answer)).toEqual(lasting(plain))
  })

  test('a history, which is asked in a query, as well', async () => {
    const headers = { 'x-api-key': await issue(1_000_000) }
    const path = `/v1/symbol/history?${new URLSearchParams(symbol())}`
    gated.shut()
    const asked = await service.get(path, { ...headers, ...ASYNC })
    expect(asked.status).toBe(202)
    gated.open()
    const answer = await fetched(service, asked.headers['location'], headers)
    expect(answer.status).toBe(200)
    expect(lasting(answer)).toEqual(lasting(await service.get(path, headers)))
  })

  test('and a question in words', async () => {
    publishPython(gated.registry, {
      name: 'httpx',
      files: '-- httpx.py --\ndef retry(call):\n    """Retry a call."""\n',
    })
    const headers = { 'x-api-key': await issue(1_000_000) }
    const question = { query: 'how do I retry in httpx' }
    gated.shut()
    const asked = await service.post('/code-research', question, { ...headers, ...ASYNC })
    expect(asked.status).toBe(202)
    gated.open()
    expect((await fetched(service, asked.headers['location'], headers)).status).toBe(200)
  })

  test('a route that never waits answers as ever', async () => {
    const { status } = await service.get('/v1/retractions', ASYNC)
    expect(status).toBe(200)
  })

  describe('a key', () => {
    const PRICE = 5_000
    const ask = (key: string, headers: Record<string, string> = {}) =>
      service.post('/v1/symbol/exists', symbol(), { 'x-api-key': key, ...headers })

    test('is charged once, when the answer is fetched and not before', async () => {
      const key = await issue(2 * PRICE)
      gated.shut()
      const asked = await ask(key, ASYNC)
      const { location } = asked.headers
      expect(asked.status).toBe(202)
      expect(await credits(key)).toMatchObject({ balance_usd: '0.01', held_usd: '0.0' })
      expect((await service.get(location ?? '', { 'x-api-key': key })).status).toBe(202)
      gated.open()
      expect((await fetched(service, location)).status).toBe(402)
      expect(await credits(key)).toMatchObject({ balance_usd: '0.01', held_usd: '0.0' })
      const answer = await service.get(location ?? '', { 'x-api-key': key })
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'x-credit-balance-usd': '0.005' },
        body: { exists: true },
      })
      expect((await service.get(location ?? '', { 'x-api-key': key })).text).toBe(answer.text)
      expect(await credits(key)).toMatchObject({ balance_usd: '0.005', held_usd: '0.0' })
      await expectWholeLedger()
    })

    test('that fetches many times at once is charged once', async () => {
      const key = await issue(10 * PRICE)
      gated.shut()
      const { location } = (await ask(key, ASYNC)).headers
      gated.open()
      // Without a key it tells that it is ready, and nothing more.
      expect((await fetched(service, location)).status).toBe(402)
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => service.get(location ?? '', { 'x-api-key': key })),
      )
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect(await credits(key)).toMatchObject({ balance_usd: '0.045' })
      await expectWholeLedger()
    })

    test('that names the call has the same answer from the question itself', async () => {
      const key = await issue(10 * PRICE)
      const named = { 'idempotency-key': 'mine' }
      gated.shut()
      const { location } = (await ask(key, { ...ASYNC, ...named })).headers
      gated.open()
      const answer = await fetched(service, location, { 'x-api-key': key, ...named })
      expect(answer.status).toBe(200)
      const again = await ask(key, named)
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(again.text).toBe(answer.text)
      expect(await credits(key)).toMatchObject({ balance_usd: '0.045' })
      await expectWholeLedger()
    })

    test('that has been used up meanwhile gets no answer, and another one does', async () => {
      const key = await issue(PRICE)
      gated.shut()
      const { location } = (await ask(key, ASYNC)).headers
      gated.open()
      expect((await fetched(service, location)).status).toBe(402)
      expect((await ask(key)).status).toBe(200)
      const refused = await service.get(location ?? '', { 'x-api-key': key })
      expect([refused.status, refused.body.code]).toEqual([402, 'credit_insufficient'])
      const other = await issue(PRICE)
      expect((await service.get(location ?? '', { 'x-api-key': other })).status).toBe(200)
      expect(await credits(other)).toMatchObject({ balance_usd: '0.0' })
      await expectWholeLedger()
    })

    test('that cannot pay, or none, sets nothing off', async () => {
      gated.shut()
      const before = gated.registry.requests.size
      const poor = await ask(await issue(PRICE - 1), ASYNC)
      expect([poor.status, poor.body.code]).toEqual([402, 'credit_insufficient'])
      const unknown = await ask('assay_unknown_key_of_nobody_at_all', ASYNC)
      expect(unknown.status).toBe(401)
      const unpaid = await service.post('/v1/symbol/exists', symbol(), ASYNC)
      expect([unpaid.status, unpaid.body.code]).toEqual([402, 'payment_required'])
      expect(gated.registry.requests.size).toBe(before)
    })

    test('looks at the head without paying', async () => {
      const key = await issue(PRICE)
      gated.shut()
      const { location } = (await ask(key, ASYNC)).headers
      const head = () => send(service.url, 'HEAD', location ?? '', undefined, { 'x-api-key': key })
      expect(await head()).toMatchObject({ status: 202, text: '' })
      gated.open()
      await fetched(service, location)
      expect(await head()).toMatchObject({ status: 200, text: '' })
      expect(await credits(key)).toMatchObject({ balance_usd: '0.005' })
    })
  })

  describe('a question that cannot be answered', () => {
    test('because of itself is told so at its address, and is not charged', async () => {
      const key = await issue(20_000)
      const question = { ecosystem: 'pypi', package: name, from_version: '1.0', to_version: '9' }
      gated.shut()
      const asked = await service.post('/v1/diff', question, { 'x-api-key': key, ...ASYNC })
      expect(asked.status).toBe(202)
      gated.open()
      const told = await fetched(service, asked.headers['location'])
      const plain = await service.post('/v1/diff', question, { 'x-api-key': key })
      expect([told.status, told.text]).toEqual([422, plain.text])
      expect(await credits(key)).toMatchObject({ balance_usd: '0.02', held_usd: '0.0' })
      await expectWholeLedger()
    })

    test('for now is a 503 with Retry-After, without a signature', async () => {
      gated.shut()
      const { location } = (await demo(ASYNC)).headers
      await gated.registry.pause()
      await gated.registry.resume()
      // Every try of the client is cut off, until it gives up.
      let told = await service.get(location ?? '')
      while (told.status === 202) {
        await gated.registry.pause()
        await gated.registry.resume()
        await sleep(20)
        told = await service.get(location ?? '')
      }
      expect(told).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
        body: { code: 'registry_unavailable' },
      })
      expect(told.text).not.toContain('signature')
      gated.open()
    })
  })

  test('a caller who has too many waits as without the header', async () => {
    const statuses: number[] = []
    // Of other tests there may be some left that nobody has fetched.
    const key = await issue(1_000_000)
    gated.shut()
    for (let n = 0; n < 32; n += 1) {
      const question = { ...symbol(), symbol: `glow_${n}` }
      const headers = { 'x-api-key': key, ...ASYNC }
      statuses.push((await service.post('/v1/symbol/exists', question, headers)).status)
    }
    expect(new Set(statuses)).toEqual(new Set([202]))
    const further = service.post('/v1/symbol/exists', symbol(), { 'x-api-key': key, ...ASYNC })
    const first = await Promise.race([further, sleep(500).then(() => null)])
    expect(first).toBeNull()
    gated.open()
    expect((await further).status).toBe(200)
  })

  test.each([
    ['nothing was ever asked', 'A'.repeat(32)],
    ['an id of another form', '%2e%2e%2f%2e%2e%2fcredits'],
    ['an id that cannot be decoded', '%ff'],
    ['an empty one', ''],
    ['the digest of one', '0'.repeat(64)],
  ])('there is nothing at an address of which %s', async (_, id) => {
    for (const method of ['GET', 'HEAD']) {
      expect((await send(service.url, method, `/v1/pending/${id}`)).status).toBe(404)
    }
    expect((await send(service.url, 'POST', '/v1/pending/x', {})).status).toBe(405)
  })

  test('nor at one whose time is over', async () => {
    const { pending } = service.app.store
    const id = createHash('sha256').update('of-yesterday').digest('hex')
    const bounds = { leaseMs: 60_000, keepMs: 60_000, clientMax: 9, totalMax: 999, bytesMax: 999 }
    const asked = { id, route: 'POST /v1/diff', requestSha256: id, client: 'of-yesterday' }
    await pending.add({ ...asked, ...bounds })
    const reply = { status: 200, contentType: 'application/json', headers: {}, isFree: false }
    await pending.end({ id, reply: { ...reply, body: Buffer.from('{}') }, keepMs: 1 })
    await sleep(20)
    const told = await service.get('/v1/pending/of-yesterday')
    expect([told.status, told.body.code]).toEqual([404, 'pending_not_found'])
  })

  test('what the store keeps leads nobody to the answer', async () => {
    gated.shut()
    const { location } = (await demo(ASYNC)).headers
    const secret = location?.split('/').at(-1) ?? ''
    expect(await service.app.store.pending.find(secret)).toBeNull()
    gated.open()
    expect((await fetched(service, location)).status).toBe(200)
  })

  test('a page of another origin may ask so, and read where the answer is', async () => {
    gated.shut()
    const origin = { origin: 'https://page.example' }
    const preflight = await send(service.url, 'OPTIONS', '/demo/v1/diff', undefined, origin)
    expect(preflight.headers['access-control-allow-headers']).toContain('prefer')
    const asked = await demo({ ...ASYNC, ...origin })
    expect(asked.headers['access-control-expose-headers']).toContain('location')
  })

  // The last one: what is signed next waits for what was found wrong to be read again.
  test('an answer that was found wrong before it was fetched is not handed out', async () => {
    const key = await issue(5_000)
    gated.shut()
    const headers = { 'x-api-key': key, ...ASYNC }
    const asked = await service.post('/v1/symbol/exists', symbol(), headers)
    const location = asked.headers['location'] ?? ''
    gated.open()
    expect((await fetched(service, location)).status).toBe(402)
    const { body } = await demo({})
    await service.app.store.retractions.save({
      attestationHash: body.attestation_hash,
      type: body.attestation.type,
      reason: 'A test says so.',
      foundBy: 'python/99',
      retractedAt: new Date().toISOString(),
    })
    const told = await service.get(location, { 'x-api-key': key })
    expect([told.status, told.body.code]).toEqual([410, 'pending_lost'])
    expect(await credits(key)).toMatchObject({ balance_usd: '0.005', held_usd: '0.0' })
  })
})

function importing(name: string): string {
  const module = name.replaceAll('-', '_')
  return `import ${module}\n${module}.glow()\n`
}

describe('two nodes over one store', () => {
  let gated: Gated
  let postgres: PostgresServer
  let nodes: readonly [Service, Service]

  beforeAll(async () => {
    gated = await gatedRegistry()
    postgres = await startPostgres()
    const env = {
      ASSAY_NPM_REGISTRY: gated.registry.npmUrl,
      ASSAY_PYPI_INDEX: gated.registry.pypiIndexUrl,
      ASSAY_VERIFIER_KEY: '5'.repeat(64),
      ASSAY_DATABASE_URL: await postgres.url('pending'),
    }
    nodes = [await startService(env), await startService(env)]
  })
  afterAll(async () => {
    gated?.open()
    for (const node of nodes ?? []) await node.close()
    await postgres?.stop()
    await gated?.registry.close()
  })

  async function asked(key: string): Promise<string> {
    const question = { ecosystem: 'pypi', package: newPackage(gated), symbol: 'glow' }
    gated.shut()
    const headers = { 'x-api-key': key, ...ASYNC }
    const { status, headers: told } = await nodes[0].post('/v1/symbol/exists', question, headers)
    expect(status).toBe(202)
    return told['location'] ?? ''
  }

  test('what one works on the other knows, and either hands out the answer', async () => {
    const key = await nodes[0].app.creditKeys.issue('test', 50_000)
    const location = await asked(key)
    expect((await nodes[1].get(location)).status).toBe(202)
    gated.open()
    expect((await fetched(nodes[1], location)).status).toBe(402)
    const replies = await Promise.all(
      nodes.flatMap((node) =>
        Array.from({ length: 5 }, () => node.get(location, { 'x-api-key': key })),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const { balance_usd } = (await nodes[1].get('/credits', { 'x-api-key': key })).body
    expect(balance_usd).toBe('0.045')
    const { violations } = await nodes[1].app.store.ledger.check({ graceMs: 0 })
    expect(violations).toEqual([])
  })

  test('of a node that died the other says that the work is lost, and the question can be asked again', async () => {
    const key = await nodes[1].app.creditKeys.issue('test', 50_000)
    // As a node leaves it that is killed: a lease that nobody renews.
    const dead = {
      id: createHash('sha256').update('of-a-dead-node').digest('hex'),
      route: 'POST /v1/symbol/exists',
      requestSha256: 'b'.repeat(64),
      client: `key:${'c'.repeat(64)}`,
      leaseMs: 1,
      keepMs: 600_000,
      clientMax: 4,
      totalMax: 100,
      bytesMax: 1_000_000,
    }
    expect(await nodes[0].app.store.pending.add(dead)).toBe(true)
    await sleep(20)
    const told = await nodes[1].get('/v1/pending/of-a-dead-node', { 'x-api-key': key })
    expect([told.status, told.body.code]).toEqual([410, 'pending_lost'])
    expect(told.body.detail).toContain('ask it again')
  })

  test('of a node that stops as well', async () => {
    const key = await nodes[1].app.creditKeys.issue('test', 50_000)
    const location = await asked(key)
    await nodes[0].close()
    const told = await nodes[1].get(location, { 'x-api-key': key })
    expect([told.status, told.body.code]).toEqual([410, 'pending_lost'])
    gated.open()
    const { balance_usd } = (await nodes[1].get('/credits', { 'x-api-key': key })).body
    expect(balance_usd).toBe('0.05')
  })
})

describe('x402', () => {
  let gated: Gated
  let paid: PaidService

  beforeAll(async () => {
    gated = await gatedRegistry()
    paid = await startPaidService({}, {}, gated.registry)
  })
  afterAll(async () => {
    gated?.open()
    await paid?.close()
  })

  const newQuestion = () => {
    published += 1
    const name = `lamp-${published}`
    publishNpm(gated.registry, {
      name,
      version: '1.0.0',
      main: 'index.js',
      files: '-- index.js --\nexports.glow = () => {}\n',
    })
    return { ecosystem: 'npm', name }
  }
  const PATH = '/v1/package/exists'
  const PRICE = 2_000n

  test('nothing is settled before the answer is fetched, and then once', async () => {
    const account = await paid.chain.fund()
    const before = await paid.balances(account.address)
    const question = newQuestion()
    const payment = await paid.sign(account, await paid.offer(PATH, question))
    gated.shut()
    const headers = { 'payment-signature': payment.header }
    const asked = await paid.service.post(PATH, question, { ...headers, ...ASYNC })
    expect(asked.status).toBe(202)
    expect(asked.headers['payment-response']).toBeUndefined()
    const location = asked.headers['location'] ?? ''
    gated.open()
    const unpaid = await fetched(paid.service, location)
    expect([unpaid.status, unpaid.body.accepts[0].amount]).toEqual([402, String(PRICE)])
    expect(await paid.balances(account.address)).toEqual(before)
    // The authorization that came with the question is as good as a new one.
    const answer = await paid.service.get(location, headers)
    expect(answer).toMatchObject({ status: 200, body: { exists: true } })
    expect(answer.headers['payment-response']).toBeDefined()
    const after = { payer: before.payer - PRICE, payee: before.payee + PRICE }
    expect(await paid.balances(account.address)).toEqual(after)
    // Once more, with the same and with a new one, and without any: nothing is taken.
    const other = await paid.sign(account, await paid.offer(PATH, newQuestion()))
    for (const more of [headers, { 'payment-signature': other.header }, {}]) {
      expect((await paid.service.get(location, more)).text).toBe(answer.text)
    }
    // The question itself with the payment that paid for it is answered from what was kept.
    expect((await paid.pay(PATH, question, payment)).text).toBe(answer.text)
    expect(await paid.balances(account.address)).toEqual(after)
    expect(await paid.violations()).toEqual([])
  })

  test('two authorizations of one payer at once pay once', async () => {
    const account = await paid.chain.fund()
    const before = await paid.balances(account.address)
    const question = newQuestion()
    const offer = await paid.offer(PATH, question)
    const payments = [await paid.sign(account, offer), await paid.sign(account, offer)]
    gated.shut()
    const asked = await paid.service.post(PATH, question, {
      'payment-signature': payments[0]?.header ?? '',
      ...ASYNC,
    })
    const location = asked.headers['location'] ?? ''
    gated.open()
    await fetched(paid.service, location)
    const replies = await Promise.all(
      payments.map(({ header }) => paid.service.get(location, { 'payment-signature': header })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const after = { payer: before.payer - PRICE, payee: before.payee + PRICE }
    expect(await paid.balances(account.address)).toEqual(after)
    expect(await paid.violations()).toEqual([])
  })

  test('a payment that is none sets nothing off', async () => {
    const account = await paid.chain.fund()
    const question = newQuestion()
    const { header } = await paid.sign(account, await paid.offer(PATH, question))
    const payload = JSON.parse(Buffer.from(header, 'base64').toString())
    payload.payload.signature = `0x${'1'.repeat(130)}`
    const forged = Buffer.from(JSON.stringify(payload)).toString('base64')
    gated.shut()
    const before = gated.registry.requests.size
    const asked = await paid.service.post(PATH, question, { 'payment-signature': forged, ...ASYNC })
    expect([asked.status, asked.body.code]).toEqual([402, 'payment_rejected'])
    expect(gated.registry.requests.size).toBe(before)
    gated.open()
  })

  test('a payment for one question does not fetch the answer to another', async () => {
    const account = await paid.chain.fund()
    const [one, other] = [newQuestion(), newQuestion()]
    const payment = await paid.sign(account, await paid.offer(PATH, one))
    expect((await paid.pay(PATH, one, payment)).status).toBe(200)
    const second = await paid.sign(account, await paid.offer(PATH, other))
    gated.shut()
    const asked = await paid.service.post(PATH, other, {
      'payment-signature': second.header,
      ...ASYNC,
    })
    const location = asked.headers['location'] ?? ''
    gated.open()
    await fetched(paid.service, location)
    const cheated = await paid.service.get(location, { 'payment-signature': payment.header })
    expect([cheated.status, cheated.body.code]).toEqual([409, 'payment_conflict'])
  })
})
