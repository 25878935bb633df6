// A fake registry that misbehaves on purpose. A fault is armed, the requests that it strikes are
// chosen by a seeded generator, and `struck` says how many it really hit.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { FakeAnswer } from './fakeAnswer.ts'
import { type FakeRegistry, type FakeRegistryOptions, fakeRegistry, send } from './registry.ts'
import type { SeededRandom } from './seededRandom.ts'

export const FAULTS = [
  'connection_refused',
  'reset_before_headers',
  'reset_after_headers',
  'reset_in_body',
  'slow_drip',
  'hang',
  'status_500',
  'status_502',
  'status_503',
  'status_429',
  'status_429_retry_after',
  'status_401',
  'status_403',
  'status_451',
  'html_200',
  'html_404',
  'empty_200',
  'truncated_right_length',
  'truncated_wrong_length',
  'truncated_chunked',
  'longer_than_announced',
  'json_null',
  'json_array',
  'json_number',
  'json_empty_object',
  'other_document',
  'truncated_gzip',
  'bit_flip',
  'redirect_loop',
  'redirect_dead_host',
  'redirect_to_another_404',
] as const
export type Fault = (typeof FAULTS)[number]

/** `first`: one request, then all is well. `some`: each by the toss of a coin. */
export type Reach = 'every' | 'first' | 'some'

export type FaultyRegistry = Readonly<{
  registry: FakeRegistry
  /** Runs `work` while the fault is armed. */
  during<T>(fault: Fault, reach: Reach, work: () => Promise<T>): Promise<T>
  /** Requests hit so far, by fault; a refused connection counts once for each `during`. */
  struck: ReadonlyMap<Fault, number>
  close(): Promise<void>
}>

const PORTAL = Buffer.from(
  '<!DOCTYPE html><html><body><a href="/login">Sign in</a></body></html>\n',
)

export async function faultyRegistry(
  random: SeededRandom,
  options: Pick<FakeRegistryOptions, 'knobs'> = {},
): Promise<FaultyRegistry> {
  const struck = new Map<Fault, number>()
  const elsewhere = await notFoundServer()
  let armed: { fault: Fault; reach: Reach; hits: number } | null = null

  function strikes(): boolean {
    if (armed === null) return false
    if (armed.reach === 'first') return armed.hits === 0
    return armed.reach === 'every' || random.next() < 0.5
  }

  const registry = await fakeRegistry({
    ...options,
    intercept(request, response, answer) {
      if (armed === null || !strikes()) return false
      const isStruck = inject(armed.fault, { request, response, answer, random, elsewhere })
      if (!isStruck) return false
      armed.hits += 1
      struck.set(armed.fault, (struck.get(armed.fault) ?? 0) + 1)
      return true
    },
  })

  return {
    registry,
    struck,
    async during(fault, reach, work) {
      armed = { fault, reach, hits: 0 }
      if (fault === 'connection_refused') {
        await registry.pause()
        struck.set(fault, (struck.get(fault) ?? 0) + 1)
      }
      try {
        return await work()
      } finally {
        armed = null
        if (fault === 'connection_refused') await registry.resume()
      }
    },
    async close() {
      await registry.close()
      await elsewhere.close()
    },
  }
}

type Strike = Readonly<{
  request: IncomingMessage
  response: ServerResponse
  answer: () => FakeAnswer
  random: SeededRandom
  elsewhere: Readonly<{ url: string; deadUrl: string }>
}>

/** False when the fault has no meaning for this request, which is then answered as usual. */
function inject(fault: Fault, strike: Strike): boolean {
  const { request, response, answer, random, elsewhere } = strike
  const truth = answer()
  const reply = (status: number, contentType: string, body: Buffer | string) =>
    send(request, response, { status, contentType, body: Buffer.from(body) }, { gzip: false })
  const cut = truth.body.subarray(0, random.below(truth.body.length))
  const head = { 'content-type': truth.contentType ?? 'application/json' }
  switch (fault) {
    case 'connection_refused':
      return false
    case 'reset_before_headers':
      response.socket?.resetAndDestroy()
      return true
    case 'reset_after_headers':
    case 'reset_in_body':
      response.writeHead(truth.status, { ...head, 'content-length': truth.body.length })
      response.flushHeaders()
      if (fault === 'reset_in_body') response.write(cut)
      setImmediate(() => response.socket?.resetAndDestroy())
      return true
    case 'slow_drip':
      drip(response, truth, head)
      return true
    case 'hang':
      return true
    case 'status_500':
    case 'status_502':
    case 'status_503':
    case 'status_429':
    case 'status_401':
    case 'status_403':
    case 'status_451':
      reply(Number(fault.slice('status_'.length)), 'application/json', '{"error":"no"}')
      return true
    case 'status_429_retry_after':
      response.setHeader('retry-after', random.pick(['0', '1', '3600', 'soon']))
      reply(429, 'application/json', '{"error":"slow down"}')
      return true
    case 'html_200':
    case 'html_404':
      reply(fault === 'html_200' ? 200 : 404, 'text/html', PORTAL)
      return true
    case 'empty_200':
      reply(200, 'application/json', '')
      return true
    case 'truncated_right_length':
      response.writeHead(truth.status, { ...head, 'content-length': cut.length }).end(cut)
      return true
    case 'truncated_wrong_length':
      response.writeHead(truth.status, { ...head, 'content-length': truth.body.length })
      response.write(cut, () => response.socket?.end())
      return true
    case 'truncated_chunked':
      response.writeHead(truth.status, head)
      response.write(cut.length === 0 ? ' ' : cut, () => response.socket?.end())
      return true
    case 'longer_than_announced':
      response.writeHead(truth.status, { ...head, 'content-length': cut.length }).end(truth.body)
      return true
    case 'json_null':
    case 'json_array':
    case 'json_number':
    case 'json_empty_object': {
      const bodies = {
        json_null: 'null',
        json_array: '[]',
        json_number: '7',
        json_empty_object: '{}',
      }
      reply(200, 'application/json', bodies[fault])
      return true
    }
    case 'other_document':
      return otherDocument(strike)
    case 'truncated_gzip': {
      const packed = gzipSync(truth.body)
      const part = packed.subarray(0, random.below(packed.length))
      response.writeHead(truth.status, { ...head, 'content-encoding': 'gzip' }).end(part)
      return true
    }
    case 'bit_flip':
      return bitFlip(strike, truth, head)
    case 'redirect_loop':
      response.writeHead(302, { location: request.url ?? '/' }).end()
      return true
    case 'redirect_dead_host':
      response.writeHead(302, { location: elsewhere.deadUrl }).end()
      return true
    case 'redirect_to_another_404':
      response.writeHead(307, { location: elsewhere.url }).end()
      return true
  }
}

/** One byte at a time, for as long as the client stays. */
function drip(response: ServerResponse, truth: FakeAnswer, head: Record<string, string>): void {
  response.writeHead(truth.status, { ...head, 'content-length': truth.body.length })
  let sent = 0
  const timer = setInterval(() => {
    if (sent >= truth.body.length) response.end()
    else response.write(truth.body.subarray(sent, sent + 1))
    sent += 1
  }, 25)
  response.on('close', () => clearInterval(timer))
}

/** A well-formed document, of the wrong package. Files get another's bytes. */
function otherDocument({ request, response }: Strike): boolean {
  const path = request.url ?? '/'
  const name = 'somebody-else'
  const manifest = { name, version: '9.9.9', dist: { tarball: 'http://registry.example/x.tgz' } }
  const listed = { meta: { 'api-version': '1.0' }, name, files: [] }
  const body = path.startsWith('/npm/')
    ? { ...manifest, _id: name, versions: { '9.9.9': manifest } }
    : path.startsWith('/simple/')
      ? listed
      : { info: { name }, releases: { '9.9.9': [] } }
  const answer = { status: 200, contentType: 'application/json' }
  send(request, response, { ...answer, body: Buffer.from(JSON.stringify(body)) }, { gzip: false })
  return true
}

/** In files only: nothing protects a document against a flipped bit but the transport. */
function bitFlip(
  { request, response, random }: Strike,
  truth: FakeAnswer,
  head: Record<string, string>,
): boolean {
  const isFile = /^\/packages\/|\.tgz$/.test(request.url ?? '')
  if (!isFile || truth.body.length === 0) return false
  const body = Buffer.from(truth.body)
  const at = random.below(body.length)
  body[at] = (body[at] ?? 0) ^ (1 << random.below(8))
  response.writeHead(truth.status, { ...head, 'content-length': body.length }).end(body)
  return true
}

/** Another host that knows nothing, and an address where nobody listens. */
async function notFoundServer() {
  const server = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}')
  })
  const dead = createServer()
  const port = async (target: typeof server) => {
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    // A listening TCP server has an address with a port.
    return (target.address() as AddressInfo).port
  }
  const url = `http://127.0.0.1:${await port(server)}/elsewhere`
  const deadUrl = `http://127.0.0.1:${await port(dead)}/nowhere`
  await new Promise((resolve) => dead.close(resolve))
  return {
    url,
    deadUrl,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
