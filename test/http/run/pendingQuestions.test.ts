import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { errorDocs } from '../../../src/domain/docsAddress.ts'
import { sha256 } from '../../../src/domain/texts/sha256.ts'
import { ServiceError } from '../../../src/errors.ts'
import { problems } from '../../../src/http/request/problem.ts'
import { getRoute, type HttpReply, jsonReply, type Route } from '../../../src/http/request/route.ts'
import { type PendingTimes, pendingQuestions } from '../../../src/http/run/pendingQuestions.ts'
import type { RouteCall } from '../../../src/http/run/runRoute.ts'
import { PENDING_ON_NODE_MAX } from '../../../src/limits.ts'
import type { PendingQuestion, PendingStore } from '../../../src/ports/pending.ts'

type Row = { -readonly [K in keyof PendingQuestion]: PendingQuestion[K] } & { renewals: number }

const HOUR_MS = 3_600_000

/** Keeps what it is told; what the databases make of it is in the contract of the stores. */
function rememberingStore(change: Partial<PendingStore> = {}) {
  const rows = new Map<string, Row>()
  const row = (id: string): Row => {
    const found = rows.get(id)
    if (found === undefined) throw new Error(`no row ${id}`)
    return found
  }
  const store: PendingStore = {
    async add({ id, route, requestSha256 }) {
      const fresh = { route, requestSha256, reply: null, isWorkedOn: true, isFetched: false }
      rows.set(id, { ...fresh, renewals: 0 })
      return true
    },
    async renew({ id }) {
      row(id).renewals += 1
    },
    async end({ id, reply }) {
      row(id).reply = reply
    },
    async giveUp(id) {
      row(id).isWorkedOn = false
    },
    find: async (id) => rows.get(id) ?? null,
    async markFetched(id) {
      row(id).isFetched = true
    },
    async sweep() {},
    ...change,
  }
  return { rows, store }
}

function opened(store: PendingStore, times: Partial<PendingTimes> = {}) {
  let ids = 0
  return pendingQuestions({
    store,
    problems: problems(errorDocs),
    logger: pino({ level: 'silent' }),
    newId: () => {
      ids += 1
      return `secret-${ids}`
    },
    baseUrl: () => 'https://assay.example/below/',
    monotonicMs: () => performance.now(),
    times: { leaseMs: HOUR_MS, renewMs: HOUR_MS, workMaxMs: HOUR_MS, ...times },
  })
}

/** A handler that ends when the test says so, and the signal that it was given. */
function slowRoute() {
  let settle: { resolve(reply: HttpReply): void; reject(error: Error): void } | undefined
  const signals: AbortSignal[] = []
  const route: Route = {
    ...getRoute({
      path: '/slow',
      operationId: 'slow',
      tag: 'Test',
      summary: 'Takes long',
      responses: {},
      handle(context) {
        const signal = context.signal()
        signals.push(signal)
        return new Promise<HttpReply>((resolve, reject) => {
          settle = { resolve, reject }
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        })
      },
    }),
    access: 'demo',
    mayPend: true,
  }
  return {
    route,
    signals,
    answer: (reply: HttpReply) => settle?.resolve(reply),
    fail: (error: Error) => settle?.reject(error),
  }
}

function someCall(change: Partial<RouteCall> = {}): RouteCall {
  const { signal } = new AbortController()
  return {
    rawBody: Buffer.from('{}'),
    isWarmOnly: false,
    elapsedMs: () => 1,
    header: () => undefined,
    param: () => '',
    query: () => undefined,
    client: () => '192.0.2.1',
    freeClient: () => '192.0.2.1',
    isGone: () => false,
    isHead: () => false,
    requestLine: () => 'GET /slow',
    signal: () => signal,
    deadline: () => signal,
    ...change,
  }
}

const ANSWER = jsonReply(200, { told: true })

/** What becomes of the row, once it is something. */
async function replyAt(rows: ReadonlyMap<string, Row>, secret: string) {
  for (;;) {
    const reply = rows.get(sha256(secret))?.reply
    if (reply) return { status: reply.status, text: Buffer.from(reply.body).toString(), reply }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('what ends in time is answered, and nothing is pending', async () => {
  const { rows, store } = rememberingStore()
  const slow = slowRoute()
  const reply = opened(store).over(slow.route, someCall(), HOUR_MS).handle(null, someCall())
  slow.answer(ANSWER)
  expect(await reply).toBe(ANSWER)
  expect(rows.size).toBe(0)
})

test('what was refused in time is refused', async () => {
  const slow = slowRoute()
  const { store } = rememberingStore()
  const reply = opened(store).over(slow.route, someCall(), HOUR_MS).handle(null, someCall())
  slow.fail(new ServiceError('version_not_found', 'no such version'))
  await expect(reply).rejects.toMatchObject({ code: 'version_not_found' })
})

test('what takes longer is a 202 with its address, and the answer is kept when it comes', async () => {
  const { rows, store } = rememberingStore()
  const pending = opened(store)
  const slow = slowRoute()
  const reply = await pending.over(slow.route, someCall(), 0).handle(null, someCall())
  expect(reply).toMatchObject({
    status: 202,
    headers: {
      location: '/below/v1/pending/secret-1',
      'retry-after': '2',
      'preference-applied': 'respond-async',
      'cache-control': 'no-store',
    },
  })
  expect(JSON.parse(String(reply.body))).toMatchObject({ state: 'working', retry_after_s: 2 })
  expect(await pending.look('secret-1')).toBe('working')
  expect([...rows.keys()]).toEqual([sha256('secret-1')])
  slow.answer(ANSWER)
  expect(await replyAt(rows, 'secret-1')).toMatchObject({ status: 200, text: ANSWER.body })
  expect(await pending.look('secret-1')).toMatchObject({ reply: { status: 200 } })
  expect(await pending.look('secret-2')).toBeNull()
})

test('a failure is kept as the question would have got it', async () => {
  const { rows, store } = rememberingStore()
  const slow = slowRoute()
  await opened(store).over(slow.route, someCall(), 0).handle(null, someCall())
  slow.fail(new ServiceError('registry_unavailable', 'registry.example: ECONNREFUSED'))
  const { status, text, reply } = await replyAt(rows, 'secret-1')
  expect(status).toBe(503)
  expect(JSON.parse(text).code).toBe('registry_unavailable')
  expect(text).not.toContain('registry.example')
  expect(reply.headers).toMatchObject({ 'retry-after': '5' })
})

test('a bug is a bare 500', async () => {
  const { rows, store } = rememberingStore()
  const slow = slowRoute()
  await opened(store).over(slow.route, someCall(), 0).handle(null, someCall())
  slow.fail(new TypeError('a secret of ours'))
  const { status, text } = await replyAt(rows, 'secret-1')
  expect([status, text.includes('secret of ours')]).toEqual([500, false])
})

describe('a caller who is asked whether the answer is at hand', () => {
  test('has the handler itself, and nothing is begun', () => {
    const { rows, store } = rememberingStore()
    const slow = slowRoute()
    const atHand = { ...slow.route, handle: () => ANSWER }
    const call = someCall({ isWarmOnly: true })
    expect(opened(store).over(atHand, call, 0).handle(null, call)).toBe(ANSWER)
    expect(rows.size).toBe(0)
  })
})

describe('the work', () => {
  test('goes on when the request is over', async () => {
    const request = new AbortController()
    const slow = slowRoute()
    const { rows, store } = rememberingStore()
    const call = someCall({ deadline: () => request.signal })
    await opened(store).over(slow.route, call, 0).handle(null, call)
    request.abort(new Error('the request is over'))
    expect(slow.signals[0]?.aborted).toBe(false)
    slow.answer(ANSWER)
    expect(await replyAt(rows, 'secret-1')).toMatchObject({ status: 200 })
  })

  test('becomes pending at the deadline of a caller who is still there', async () => {
    const request = new AbortController()
    const slow = slowRoute()
    const call = someCall({ deadline: () => request.signal })
    const reply = opened(rememberingStore().store)
      .over(slow.route, call, HOUR_MS)
      .handle(null, call)
    request.abort(new ServiceError('deadline_exceeded', 'late'))
    expect(await reply).toMatchObject({ status: 202 })
  })

  test('ends with a caller who hung up before the address was told', async () => {
    const request = new AbortController()
    const slow = slowRoute()
    const { rows, store } = rememberingStore()
    let isGone = false
    const call = someCall({ deadline: () => request.signal, isGone: () => isGone })
    const reply = opened(store).over(slow.route, call, HOUR_MS).handle(null, call)
    isGone = true
    request.abort(new ServiceError('deadline_exceeded', 'the client went away'))
    await expect(reply).rejects.toMatchObject({ code: 'deadline_exceeded' })
    expect(rows.size).toBe(0)
  })

  test('ends when it takes longer than any may', async () => {
    const { rows, store } = rememberingStore()
    const slow = slowRoute()
    await opened(store, { workMaxMs: 1 }).over(slow.route, someCall(), 0).handle(null, someCall())
    expect(JSON.parse((await replyAt(rows, 'secret-1')).text).code).toBe('deadline_exceeded')
  })

  test('says again and again that it is done', async () => {
    const { rows, store } = rememberingStore()
    const slow = slowRoute()
    await opened(store, { renewMs: 1 }).over(slow.route, someCall(), 0).handle(null, someCall())
    while ((rows.get(sha256('secret-1'))?.renewals ?? 0) < 3) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    slow.answer(ANSWER)
    expect(await replyAt(rows, 'secret-1')).toMatchObject({ status: 200 })
  })

  test('knows who asked after the connection is closed', async () => {
    let isOpen = true
    const call = someCall({ freeClient: () => (isOpen ? '192.0.2.1' : 'unknown') })
    const asked: (string | null)[] = []
    let goOn = () => {}
    const { route } = slowRoute()
    const handle: Route['handle'] = async (_, context) => {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      asked.push(context.freeClient())
      return ANSWER
    }
    const { rows, store } = rememberingStore()
    await opened(store)
      .over({ ...route, handle }, call, 0)
      .handle(null, call)
    isOpen = false
    goOn()
    await replyAt(rows, 'secret-1')
    expect(asked).toEqual(['192.0.2.1'])
  })
})

describe('where there may be no more of them', () => {
  test.each<[string, Partial<PendingStore>]>([
    ['by the store', { add: async () => false }],
    [
      'because the store is away',
      { add: () => Promise.reject(new ServiceError('store_unavailable', 'away')) },
    ],
  ])('the caller waits as without the header: %s', async (_, change) => {
    const { store } = rememberingStore(change)
    const pending = opened(store)
    const slow = slowRoute()
    const reply = pending.over(slow.route, someCall(), 0).handle(null, someCall())
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(pending.load()).toBe(0)
    slow.answer(ANSWER)
    expect(await reply).toBe(ANSWER)
  })

  test('and no longer than without it', async () => {
    const request = new AbortController()
    const { store } = rememberingStore({ add: async () => false })
    const slow = slowRoute()
    const call = someCall({ deadline: () => request.signal })
    const reply = opened(store).over(slow.route, call, 0).handle(null, call)
    await new Promise((resolve) => setTimeout(resolve, 20))
    request.abort(new ServiceError('deadline_exceeded', 'late'))
    await expect(reply).rejects.toMatchObject({ code: 'deadline_exceeded' })
  })

  test('a node works on so many', async () => {
    const pending = opened(rememberingStore().store)
    const ask = () => {
      const slow = slowRoute()
      return { slow, reply: pending.over(slow.route, someCall(), 0).handle(null, someCall()) }
    }
    const asked = Array.from({ length: PENDING_ON_NODE_MAX }, ask)
    for (const { reply } of asked) expect(await reply).toMatchObject({ status: 202 })
    const further = ask()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(pending.load()).toBe(PENDING_ON_NODE_MAX)
    further.slow.answer(ANSWER)
    expect(await further.reply).toBe(ANSWER)
    for (const { slow } of asked) slow.answer(ANSWER)
  })
})

test('a node that stops ends its work, and others see that nobody does it', async () => {
  const { rows, store } = rememberingStore()
  const pending = opened(store)
  const slow = slowRoute()
  await pending.over(slow.route, someCall(), 0).handle(null, someCall())
  await pending.close()
  expect(slow.signals[0]?.reason).toMatchObject({ code: 'shutting_down' })
  expect(rows.get(sha256('secret-1'))).toMatchObject({ isWorkedOn: false, reply: null })
})

test('an answer that cannot be kept is given up, and not worked on for ever', async () => {
  const { rows, store } = rememberingStore({ end: () => Promise.reject(new Error('full')) })
  const slow = slowRoute()
  await opened(store).over(slow.route, someCall(), 0).handle(null, someCall())
  slow.answer(ANSWER)
  while (rows.get(sha256('secret-1'))?.isWorkedOn !== false) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(rows.get(sha256('secret-1'))?.reply).toBeNull()
})
