import { describe, expect, test } from 'vitest'
import { errorDocs } from '../../../src/domain/docsAddress.ts'
import type { Caller, Ticket } from '../../../src/http/admission/ticket.ts'
import { problems } from '../../../src/http/request/problem.ts'
import { postRoute, type RequestContext } from '../../../src/http/request/route.ts'
import { pendingRoutes } from '../../../src/http/routes/pending.ts'
import type { PendingQuestion } from '../../../src/ports/pending.ts'

const READY: PendingQuestion = {
  route: 'POST /v1/package/exists',
  requestSha256: 'b'.repeat(64),
  isWorkedOn: false,
  isFetched: false,
  reply: {
    status: 200,
    contentType: 'application/json',
    headers: {},
    body: Buffer.from('{"exists":true}'),
    isFree: false,
  },
}

const ASKED = postRoute({
  path: '/v1/package/exists',
  operationId: 'package_exists',
  tag: 'Test',
  summary: 'Does it exist?',
  access: { price: 'package_exists' },
  body: 'PackageExistsRequest',
  responses: {},
  handle: () => {
    throw new Error('nobody works twice on one question')
  },
})

/** One who fetches what `found` says, and what became of it. */
async function fetching(
  found: PendingQuestion | 'working' | null,
  context: Partial<RequestContext> = {},
  asked = ASKED,
) {
  const marked: string[] = []
  const callers: Caller[] = []
  const pass: Ticket = async (run) => run(true)
  const [route] = pendingRoutes({
    pending: {
      look: async () => found,
      async markFetched(secret) {
        marked.push(secret)
      },
      addressOf: (secret) => `/v1/pending/${secret}`,
      over: (route) => route,
      load: () => 0,
      async close() {},
    },
    guard: {
      admit(_route, caller) {
        callers.push(caller)
        return Promise.resolve(pass)
      },
    },
    retractions: { load: async () => null },
    problems: problems(errorDocs),
    routes: () => [asked],
  })
  const reply = await route?.handle(null, {
    rawBody: Buffer.alloc(0),
    signal: () => new AbortController().signal,
    freeClient: () => '192.0.2.1',
    isGone: () => false,
    requestLine: () => 'GET /v1/pending/secret',
    isHead: () => false,
    elapsedMs: () => 1,
    header: () => undefined,
    param: () => 'secret',
    query: () => undefined,
    ...context,
  })
  return { reply, marked, callers }
}

test('whoever fetches goes by the guard as the one who asked, under a name of its own', async () => {
  const { reply, marked, callers } = await fetching(READY)
  expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(String(reply?.body)).toBe('{"exists":true}')
  expect(marked).toEqual(['secret'])
  expect(callers[0]?.asked).toEqual({
    name: expect.stringMatching(/^pending-[0-9a-f]{64}$/),
    requestSha256: READY.requestSha256,
  })
  expect(callers[0]?.asked?.name).not.toContain('secret')
  expect(callers[0]?.client()).toBe('192.0.2.1')
})

test('whoever hung up may not have paid, and does not open the answer for everybody', async () => {
  const { marked } = await fetching(READY, { isGone: () => true })
  expect(marked).toEqual([])
})

describe('the guard is not asked', () => {
  const failed = (status: number) => ({
    ...READY,
    reply: READY.reply && { ...READY.reply, status },
  })
  test.each<[string, PendingQuestion | 'working' | null, Partial<RequestContext>, number]>([
    ['while it is worked on here', 'working', {}, 202],
    ['while it is worked on elsewhere', { ...READY, reply: null, isWorkedOn: true }, {}, 202],
    ['when the work is lost', { ...READY, reply: null }, {}, 410],
    ['when there is none', null, {}, 404],
    ['when the question was wrong', failed(422), {}, 422],
    ['when it could not be told', failed(503), {}, 503],
    ['when it was paid for before', { ...READY, isFetched: true }, {}, 200],
    ['for a head', READY, { isHead: () => true }, 200],
  ])('%s', async (_, found, context, status) => {
    const { reply, marked, callers } = await fetching(found, context)
    expect([reply?.status, marked, callers]).toEqual([status, [], []])
    expect(reply?.headers?.['cache-control']).toBe('no-store')
  })

  test('when this release of the service has no such route', async () => {
    const { reply, callers } = await fetching(READY, {}, { ...ASKED, path: '/v2/package/exists' })
    expect([reply?.status, callers]).toEqual([410, []])
  })
})
