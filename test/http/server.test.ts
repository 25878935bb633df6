import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { errorDocs } from '../../src/domain/docsAddress.ts'
import { overload } from '../../src/http/admission/overload.ts'
import { problems } from '../../src/http/request/problem.ts'
import { getRoute } from '../../src/http/request/route.ts'
import { metrics } from '../../src/http/run/metrics.ts'
import { type HttpServer, httpServer } from '../../src/http/server.ts'

// More than the kernel's buffers of both ends hold.
const LARGE = Buffer.alloc(32 * 1024 * 1024)

const servers: HttpServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serveLarge(stallMs: number): Promise<string> {
  const monotonicMs = () => performance.now()
  const route = getRoute({
    path: '/large',
    operationId: 'large',
    tag: 'Test',
    summary: 'More than fits',
    responses: {},
    handle: () => ({ status: 200, contentType: 'application/octet-stream', body: LARGE }),
  })
  const server = httpServer({
    forPeople: null,
    routes: [route],
    guard: { admit: () => null },
    metrics: metrics([]),
    overload: overload({ inFlightMax: 10, monotonicMs }),
    problems: problems(errorDocs),
    pending: null,
    logger: pino({ level: 'silent' }),
    trustedProxies: [],
    requestDeadlineMs: 1_000,
    stallMs,
    bootId: 'test',
    monotonicMs,
  })
  servers.push(server)
  return server.listen('127.0.0.1', 0)
}

async function ask(url: string): Promise<{ asked: ClientRequest; reply: IncomingMessage }> {
  const asked = request(`${url}/large`, { agent: false })
  asked.on('error', () => {})
  asked.end()
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  reply.on('error', () => {})
  return { asked, reply }
}

test('a client that reads nothing of its reply is cut off', async () => {
  const { reply } = await ask(await serveLarge(100))
  // Nothing listens to the reply: the client's buffers fill, and it reads no more.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const closed = new Promise((resolve) => reply.once('close', resolve))
  reply.resume()
  await closed
  expect(reply.complete).toBe(false)
})

test('a client that reads slowly, but reads, gets everything', async () => {
  const { reply } = await ask(await serveLarge(60_000))
  let received = 0
  reply.on('data', (chunk: Buffer) => {
    received += chunk.length
    reply.pause()
    setTimeout(() => reply.resume(), 5)
  })
  await once(reply, 'end')
  expect(received).toBe(LARGE.length)
  expect(reply.complete).toBe(true)
})
