// A client that pays: on a local chain, with services that break off, ask too much or lie.

import { execFile } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { assayClient, type ClientOptions, newCreditKey } from '../../src/client.ts'
import { type PaidService, startPaidService } from '../support/chain/paidService.ts'
import { NETWORK, TOKEN, type Wallet } from '../support/chain/startChain.ts'
import { PATIENCE_MS } from '../support/patience.ts'

const PACKAGE = { ecosystem: 'npm', name: 'lamp' } as const
const OTHER = { ecosystem: 'npm', name: 'no-such-lamp' } as const
const SYMBOL = { ecosystem: 'npm', package: 'lamp', symbol: 'glow' } as const
const DIFF = {
  ecosystem: 'npm',
  package: 'lamp',
  from_version: '1.0.0',
  to_version: '1.1.0',
} as const
const PRICE = 2_000

let paid: PaidService
let wallet: Wallet
let verifiers: readonly string[]
const servers: Server[] = []

beforeAll(async () => {
  paid = await startPaidService({})
  wallet = await paid.chain.fund()
  verifiers = await assayClient({ baseUrl: paid.service.url, timeoutMs: PATIENCE_MS }).verifiers()
})
afterEach(async () => {
  paid.facilitator.fail()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
afterAll(async () => {
  await paid?.close()
})

const client = (options: Partial<ClientOptions> = {}) =>
  assayClient({ baseUrl: paid.service.url, verifiers, timeoutMs: PATIENCE_MS, ...options })

/** What the wallet lost while the work was done. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = await paid.chain.balanceOf(wallet.address)
  await work()
  return Number(before - (await paid.chain.balanceOf(wallet.address)))
}

/** A wallet that counts what it signs. */
function counting() {
  const signed = { count: 0 }
  const signTypedData: Wallet['signTypedData'] = (typed) => {
    signed.count += 1
    return wallet.signTypedData(typed)
  }
  return { signed, wallet: { address: wallet.address, signTypedData } }
}

async function listening(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Passes requests on, and breaks the connection in place of the reply where it is told to. */
async function breaking(breaks: (headers: IncomingHttpHeaders, seen: number) => boolean) {
  const seen: IncomingHttpHeaders[] = []
  const url = await listening(
    createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      seen.push(request.headers)
      const nth = seen.length
      const { host: _h, connection: _c, 'content-length': _l, ...headers } = request.headers
      const reply = await fetch(`${paid.service.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      })
      const text = await reply.text()
      if (breaks(request.headers, nth)) return void request.socket.destroy()
      const { 'content-encoding': _e, ...rest } = Object.fromEntries(reply.headers)
      response.writeHead(reply.status, { ...rest, 'content-length': Buffer.byteLength(text) })
      response.end(text)
    }),
  )
  return { url, seen }
}

/** A service that only ever asks for money. */
async function asking(...offers: readonly object[]): Promise<string> {
  const accepts = offers.map((offer) => ({
    scheme: 'exact',
    network: NETWORK,
    asset: TOKEN,
    amount: String(PRICE),
    payTo: `0x${'a1'.repeat(20)}`,
    maxTimeoutSeconds: 120,
    extra: { name: 'USDC', version: '2' },
    ...offer,
  }))
  const body = JSON.stringify({ detail: 'pay', code: 'payment_required', x402Version: 2, accepts })
  return listening(createServer((_request, response) => response.writeHead(402).end(body)))
}

describe('a wallet', () => {
  test.each([
    ['a package', 2_000, (c: ReturnType<typeof client>) => c.packageExists(PACKAGE)],
    ['a symbol', 5_000, (c: ReturnType<typeof client>) => c.symbolExists(SYMBOL)],
    ['a diff', 20_000, (c: ReturnType<typeof client>) => c.diff(DIFF)],
    ['a history', 5_000, (c: ReturnType<typeof client>) => c.symbolHistory(SYMBOL)],
  ])('pays for %s, and exactly its price', async (_what, price, ask) => {
    const paying = client({ wallet })
    expect(await costOf(() => ask(paying))).toBe(price)
    expect(paying.spent()).toBe(price)
    expect(await paid.violations()).toEqual([])
  })

  test('pays once when the connection breaks after the payment', async () => {
    const { url, seen } = await breaking((headers) => {
      const payments = seen.filter((one) => one['payment-signature'] !== undefined)
      return headers['payment-signature'] !== undefined && payments.length === 1
    })
    const { signed, wallet: signing } = counting()
    const paying = client({ baseUrl: url, wallet: signing })
    expect(await costOf(() => paying.packageExists(PACKAGE))).toBe(PRICE)
    expect(paying.spent()).toBe(PRICE)
    expect(signed.count).toBe(1)
    const sent = seen.flatMap((headers) => headers['payment-signature'] ?? [])
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
  })

  test('pays once when the outcome was not known at first', async () => {
    paid.facilitator.fail({ settle: 'down' })
    const { signed, wallet: signing } = counting()
    let replies = 0
    const paying = client({
      wallet: signing,
      async fetch(url, init) {
        const reply = await fetch(url, init)
        replies += 1
        if (reply.status !== 503) return reply
        paid.facilitator.fail()
        // As it came, only sooner.
        const headers = new Headers(reply.headers)
        headers.set('retry-after', '0')
        return new Response(await reply.text(), { status: 503, headers })
      },
    })
    expect(await costOf(() => paying.packageExists(PACKAGE))).toBe(PRICE)
    expect({ replies, signed: signed.count, spent: paying.spent() }).toEqual({
      replies: 3,
      signed: 1,
      spent: PRICE,
    })
  })

  test('what was signed and never confirmed is not spent, and not there to spend either', async () => {
    const { url } = await breaking((headers) => headers['payment-signature'] !== undefined)
    const paying = client({ baseUrl: url, wallet, retries: 0, spending: { totalUsd: '0.003' } })
    await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ code: 'unreachable' })
    expect(paying.spent()).toBe(0)
    await expect(paying.packageExists(OTHER)).rejects.toMatchObject({ code: 'spending_cap' })
  })

  test('a call that ended without an outcome is taken up by the next one that asks the same', async () => {
    let isBroken = true
    const { url, seen } = await breaking(
      (headers) => isBroken && headers['payment-signature'] !== undefined,
    )
    const { signed, wallet: signing } = counting()
    const spending = { totalUsd: '0.002' }
    const paying = client({ baseUrl: url, wallet: signing, retries: 0, spending })
    const cost = await costOf(async () => {
      await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ code: 'unreachable' })
      await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ code: 'unreachable' })
      isBroken = false
      expect(await paying.packageExists(PACKAGE)).toMatchObject({ exists: true })
    })
    expect({ cost, signed: signed.count, spent: paying.spent() }).toEqual({
      cost: PRICE,
      signed: 1,
      spent: PRICE,
    })
    const sent = seen.flatMap((headers) => headers['payment-signature'] ?? [])
    expect([sent.length, new Set(sent).size]).toEqual([3, 1])
    // What was answered is over: the next one is a call of its own.
    await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ code: 'spending_cap' })
  })

  test('whoever gives up in the middle does not pay again either', async () => {
    const { signed, wallet: signing } = counting()
    const leaving = new AbortController()
    const paying = client({
      wallet: signing,
      async fetch(url, init) {
        const isPayment = new Headers(init?.headers).has('payment-signature')
        if (!isPayment || leaving.signal.aborted) return fetch(url, init)
        // It reaches the service, and its caller does not wait for the reply.
        await fetch(url, { ...init, signal: null })
        leaving.abort(new Error('enough'))
        throw leaving.signal.reason
      },
    })
    const cost = await costOf(async () => {
      const left = paying.packageExists(PACKAGE, { signal: leaving.signal })
      await expect(left).rejects.toThrow('enough')
      expect(await paying.packageExists(PACKAGE)).toMatchObject({ exists: true })
    })
    expect({ cost, signed: signed.count }).toEqual({ cost: PRICE, signed: 1 })
  })

  test('an open payment that can no longer pay makes room for a new one', async () => {
    const { url, seen } = await breaking((headers) => {
      const payments = seen.filter((one) => one['payment-signature'] !== undefined)
      return headers['payment-signature'] !== undefined && payments.length === 1
    })
    const { signed, wallet: signing } = counting()
    const paying = client({ baseUrl: url, wallet: signing, retries: 0 })
    paid.facilitator.fail({ verify: 'says no' })
    const cost = await costOf(async () => {
      await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ code: 'unreachable' })
      await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({
        code: 'payment_rejected',
      })
      paid.facilitator.fail()
      expect(await paying.packageExists(PACKAGE)).toMatchObject({ exists: true })
    })
    expect({ cost, signed: signed.count }).toEqual({ cost: PRICE, signed: 3 })
  })

  test('buys credit for a key of its own, once, and within the bound for a call', async () => {
    const { key, key_sha256 } = newCreditKey()
    const pack = { pack: '5', key_sha256 } as const
    await expect(client({ wallet }).buyCredit(pack)).rejects.toMatchObject({ code: 'spending_cap' })
    await expect(client().buyCredit(pack)).rejects.toMatchObject({ code: 'payment_required' })
    const { url } = await breaking((headers, nth) => {
      return headers['payment-signature'] !== undefined && nth === 2
    })
    const paying = client({ baseUrl: url, wallet, retries: 0, spending: { perCallUsd: 5 } })
    const cost = await costOf(async () => {
      await expect(paying.buyCredit(pack)).rejects.toMatchObject({ code: 'unreachable' })
      const bought = { ...pack, paid_usd: '5.0', credit_usd: '5.25' }
      expect(await paying.buyCredit(pack)).toEqual(bought)
    })
    expect({ cost, spent: paying.spent() }).toEqual({ cost: 5_000_000, spent: 5_000_000 })
    const credits = await paid.service.get('/credits', { 'x-api-key': key })
    expect(credits.body.balance_usd).toBe('5.25')
    expect(await client({ apiKey: key }).packageExists(PACKAGE)).toMatchObject({ exists: true })
  })

  test('pays for a check, and nothing for one that determines nothing', async () => {
    const manifest = { path: 'package.json', content: '{"dependencies":{"no-such-lamp":"1.0.0"}}' }
    const paying = client({ wallet })
    const cost = await costOf(async () => {
      const answer = await paying.check({ files: [manifest], pins: { lamp: '1.0.0' } })
      expect(answer).toMatchObject({
        verdict: 'problems',
        findings: [{ code: 'package_not_found', package: 'no-such-lamp' }],
      })
    })
    expect([cost, paying.spent()]).toEqual([20_000, 20_000])
    const nothing = { files: [{ path: 'notes.txt', content: 'nothing to see' }] }
    const free = await costOf(async () => {
      expect((await paying.check(nothing)).verdict).toBe('undetermined')
    })
    expect([free, paying.spent()]).toEqual([0, 20_000])
  })

  test('a service that takes payments and denies it gets no more than the total', async () => {
    const { signed, wallet: signing } = counting()
    const spending = { totalUsd: '0.005' }
    const paying = client({ baseUrl: await asking({}), wallet: signing, spending })
    const codes: unknown[] = []
    for (const _ of [1, 2, 3, 4]) {
      await paying.packageExists(PACKAGE).catch(({ code }) => codes.push(code))
    }
    const denied = 'payment_required'
    expect(codes).toEqual([denied, denied, 'spending_cap', 'spending_cap'])
    expect({ signed: signed.count, spent: paying.spent() }).toEqual({ signed: 2, spent: 0 })
  })

  test('nothing is paid for an answer that could not be checked', async () => {
    const { signed, wallet: signing } = counting()
    const paying = assayClient({ baseUrl: await asking({}), wallet: signing })
    await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ status: 402 })
    expect(signed.count).toBe(0)
  })

  test('that does not sign costs nothing, and leaves the total as it was', async () => {
    let refuses = true
    const moody: ClientOptions['wallet'] = {
      address: wallet.address,
      signTypedData: async (typed) => {
        if (refuses) throw new Error('no')
        // The account takes what the library makes.
        return wallet.signTypedData(typed as Parameters<Wallet['signTypedData']>[0])
      },
    }
    const paying = client({ wallet: moody, spending: { totalUsd: 0.002 } })
    await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ code: 'wallet_failed' })
    refuses = false
    expect(await paying.packageExists(PACKAGE)).toMatchObject({ exists: true })
  })

  test('and a key are one too many', () => {
    expect(() => client({ wallet, apiKey: 'x' })).toThrow(TypeError)
  })
})

describe('caps', () => {
  test.each([
    ['the default for a call', {}, { amount: '50001' }, 'spending_cap'],
    ['a cap for a call', { perCallUsd: '0.0019' }, {}, 'spending_cap'],
    ['a cap as a number', { perCallUsd: 0.0019 }, {}, 'spending_cap'],
    ['a total', { totalUsd: '0.0019' }, {}, 'spending_cap'],
    ['an amount beyond all numbers', {}, { amount: '9'.repeat(78) }, 'spending_cap'],
    ['another network', {}, { network: 'eip155:31337' }, 'no_payable_offer'],
    ['no network of this kind', {}, { network: 'solana:main' }, 'no_payable_offer'],
    ['a name of the network', {}, { network: 'base-sepolia' }, 'no_payable_offer'],
    ['a token of unknown worth', {}, { asset: `0x${'b2'.repeat(20)}` }, 'no_payable_offer'],
    ['another scheme', {}, { scheme: 'upto' }, 'no_payable_offer'],
    [
      'leave to move the token',
      {},
      { extra: { name: 'USDC', version: '2', assetTransferMethod: 'permit2' } },
      'no_payable_offer',
    ],
    ['a signature for ever', {}, { maxTimeoutSeconds: 1e9 }, 'no_payable_offer'],
    ['less than nothing', {}, { amount: '-1' }, 'no_payable_offer'],
  ])('%s: nothing is signed', async (_what, spending, offer, code) => {
    const { signed, wallet: signing } = counting()
    const paying = client({ baseUrl: await asking(offer), wallet: signing, spending })
    await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ status: 402, code })
    expect(signed.count).toBe(0)
  })

  test('the cheapest offer that can be paid is taken', async () => {
    const token = { network: NETWORK, address: `0x${'B2'.repeat(20)}`, decimals: 8 }
    const asset = token.address.toLowerCase()
    const offers = [{ amount: '60000' }, { asset, amount: '300000' }, { network: 'eip155:31337' }]
    const baseUrl = await asking(...offers)
    const sent: string[] = []
    const paying = client({
      baseUrl,
      wallet,
      tokens: [token],
      fetch: (url, init) => {
        const header = new Headers(init?.headers).get('payment-signature')
        if (header !== null) sent.push(Buffer.from(header, 'base64').toString())
        return fetch(url, init)
      },
    })
    await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ status: 402 })
    expect(sent.map((text) => JSON.parse(text).accepted)).toMatchObject([offers[1]])
  })

  test('calls at the same time do not exceed the total together', async () => {
    const paying = client({ wallet, spending: { totalUsd: '0.005' } })
    let asked: PromiseSettledResult<unknown>[] = []
    const cost = await costOf(async () => {
      const calls = Array.from({ length: 5 }, () => paying.packageExists(PACKAGE))
      asked = await Promise.allSettled(calls)
    })
    expect(cost).toBe(2 * PRICE)
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(Array.from({ length: 3 }, () => 'spending_cap'))
    expect(paying.spent()).toBe(2 * PRICE)
  })

  test.each([-1, '1e3', 'much', 1e-7, '0.0000001'])('%s is not an amount', (totalUsd) => {
    expect(() => client({ wallet, spending: { totalUsd } })).toThrow(RangeError)
  })
})

describe('a key', () => {
  const balance = async (apiKey: string) =>
    (await paid.service.get('/credits', { 'x-api-key': apiKey })).body.balance_usd

  test('is charged once when the connection breaks after the charge', async () => {
    const apiKey = await paid.service.app.creditKeys.issue('test', 1_000_000)
    const { url, seen } = await breaking((headers) => {
      const named = seen.filter((one) => one['idempotency-key'] !== undefined)
      return headers['idempotency-key'] !== undefined && named.length === 1
    })
    const paying = client({ baseUrl: url, apiKey })
    expect(await paying.packageExists(PACKAGE)).toMatchObject({ exists: true })
    expect(paying.spent()).toBe(PRICE)
    expect(await balance(apiKey)).toBe('0.998')
    const named = seen.flatMap((headers) => headers['idempotency-key'] ?? [])
    expect(named).toHaveLength(2)
    expect(new Set(named).size).toBe(1)
  })

  test('is charged once when a call is made again whose outcome was never heard', async () => {
    const apiKey = await paid.service.app.creditKeys.issue('test', 1_000_000)
    let isBroken = true
    const { url, seen } = await breaking(
      (headers) => isBroken && headers['idempotency-key'] !== undefined,
    )
    const spending = { totalUsd: '0.002' }
    const paying = client({ baseUrl: url, apiKey, retries: 0, spending })
    await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ code: 'unreachable' })
    isBroken = false
    expect(await paying.packageExists(PACKAGE)).toMatchObject({ exists: true })
    expect([await balance(apiKey), paying.spent()]).toEqual(['0.998', PRICE])
    const named = seen.flatMap((headers) => headers['idempotency-key'] ?? [])
    expect([named.length, new Set(named).size]).toEqual([2, 1])
  })

  test('is used within the caps only, and each call for itself', async () => {
    const apiKey = await paid.service.app.creditKeys.issue('test', 1_000_000)
    const paying = client({ apiKey, spending: { perCallUsd: '0.004', totalUsd: '0.005' } })
    await expect(paying.symbolExists(SYMBOL)).rejects.toMatchObject({ code: 'spending_cap' })
    await paying.packageExists(PACKAGE)
    await paying.packageExists(PACKAGE)
    await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ code: 'spending_cap' })
    expect(paying.spent()).toBe(2 * PRICE)
    expect(await balance(apiKey)).toBe('0.996')
  })

  test('that is refused has spent nothing', async () => {
    const paying = client({ apiKey: 'assay_unknown', spending: { totalUsd: '0.002' } })
    for (const _ of [1, 2]) {
      await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ status: 401 })
    }
    expect(paying.spent()).toBe(0)
  })

  test.each([
    ['the service itself says "later"', 503, 'overloaded'],
    ['somebody in between has failed', 502, 'spending_cap'],
  ])('%s: the total knows whether it may have been charged', async (_what, status, second) => {
    const policy = JSON.stringify((await paid.service.get('/policy')).body)
    const url = await listening(
      createServer((request, response) => {
        if (request.url === '/policy') return void response.end(policy)
        response.writeHead(status).end(JSON.stringify({ detail: 'no', code: 'overloaded' }))
      }),
    )
    const spending = { totalUsd: '0.003' }
    const paying = client({ baseUrl: url, apiKey: 'x', retries: 0, spending })
    await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ status })
    await expect(paying.packageExists(OTHER)).rejects.toMatchObject({ code: second })
  })

  test('is not used where the price is not known', async () => {
    const url = await listening(createServer((_request, response) => response.end('{}')))
    const paying = client({ baseUrl: url, apiKey: 'x' })
    await expect(paying.packageExists(PACKAGE)).rejects.toMatchObject({ code: 'price_unknown' })
  })
})

test('the example pays as it is run', async () => {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await paid.chain.call('mint', [address, 1_000_000n])
  const program = ['--import', 'tsx', 'examples/pay.ts']
  const question = [paid.service.url, 'npm', 'lamp', 'glow', ...verifiers]
  const { stdout } = await promisify(execFile)(process.execPath, [...program, ...question], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, ASSAY_WALLET_KEY: key },
  })
  expect(stdout).toMatch(/glow exists\ncost: 5000 millionths of a dollar\n$/)
  expect(await paid.chain.balanceOf(address)).toBe(995_000n)
})
