// The listening edge: limits, ids, logs, guard, body, handler, reply; then a clean end.
// It stands on node:http itself: docs/internals/decisions/0003-http-edge.md says why. A handler
// that answers at once is replied to at once: no promise stands on the warm path.

import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from 'pino'
import { clientOf } from '../charge/demoQuota.ts'
import { keptIn } from '../domain/maps.ts'
import { recentlyUsed } from '../domain/recentlyUsed.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import * as limits from '../limits.ts'
import type { Guard } from './admission/guard.ts'
import { type Overload, TOO_BUSY } from './admission/overload.ts'
import { clientIp } from './request/clientIp.ts'
import { chooseEncoding, compressor, type Encoding, isCompressible } from './request/compress.ts'
import { pathPattern } from './request/pathPattern.ts'
import { asyncWaitMs } from './request/prefer.ts'
import type { Problems } from './request/problem.ts'
import { receiveBody } from './request/receiveBody.ts'
import { RECEIVE_LIMITS } from './request/receiveLimits.ts'
import { boundsOf, type HttpReply, type Route } from './request/route.ts'
import { Exchange } from './run/exchange.ts'
import type { Metrics } from './run/metrics.ts'
import type { PendingQuestions } from './run/pendingQuestions.ts'
import { replyBatch } from './run/replyBatch.ts'
import { runRoute } from './run/runRoute.ts'
import type { ForPeople } from './site/problemPage.ts'

export type HttpServer = ReturnType<typeof httpServer>

type ServerParts = Readonly<{
  routes: readonly Route[]
  guard: Guard
  metrics: Metrics
  overload: Overload
  problems: Problems
  /** Null: every caller waits. */
  pending: PendingQuestions | null
  /** Refusals as pages, where there are pages. */
  forPeople: ForPeople | null
  logger: Logger
  trustedProxies: readonly string[]
  requestDeadlineMs: number
  /** How long a client may leave the rest of its reply unread. */
  stallMs: number
  /** Distinguishes the request ids of one process from those of another. */
  bootId: string
  monotonicMs: () => number
}>

const EXPOSED_HEADERS =
  'payment-required, payment-response, x-request-id, retry-after, ratelimit-limit, ' +
  'ratelimit-remaining, ratelimit-reset, x-credit-balance-usd, idempotent-replayed, link, assay-log'
/** Of a question that is pending. */
const EXPOSED_WHILE_PENDING = `${EXPOSED_HEADERS}, location, preference-applied`
const ALLOWED_HEADERS =
  'content-type, x-api-key, payment-signature, idempotency-key, x-request-id, accept, ' +
  'mcp-protocol-version, prefer, ' +
  // Clients of x402 send this one along.
  'access-control-expose-headers'
const CLIENTS_MAX = 10_000
const MATCHED_MAX = 1_000
const MATCHED_LENGTH_MAX = 300
const GIVEN_ID = /^[\w.-]{1,64}$/

/** A reply as it will be sent. */
type Outgoing = Readonly<{
  exchange: Exchange
  reply: HttpReply
  body: string | Buffer
  encoding: Encoding | null
}>

type Methods = Readonly<{ byMethod: ReadonlyMap<string, Route>; allow: string }>
type Matched = Readonly<{ methods: Methods; params: Readonly<Record<string, string>> }>

export function httpServer(parts: ServerParts) {
  const { guard, logger, metrics, overload, pending, problems } = parts
  const compress = compressor()
  const ipOf = clientIp(parts.trustedProxies)
  /** Who asks once asks again. */
  const clients = recentlyUsed<string, string>(CLIENTS_MAX)
  const matched = recentlyUsed<string, Matched>(MATCHED_MAX)
  const exchangeOptions = {
    monotonicMs: parts.monotonicMs,
    deadlineMs: parts.requestDeadlineMs,
    clientOf: (peer: string | undefined, forwardedFor: string | undefined) => {
      const ip = ipOf(peer, forwardedFor)
      return keptIn<string, string>(clients, ip, () => clientOf(ip))
    },
  }
  const batch = replyBatch<Outgoing>({
    send: write,
    failed({ exchange }, error) {
      logger.error({ request_id: exchange.id, err: error }, 'unexpected error')
      exchange.response.destroy()
    },
    monotonicMs: parts.monotonicMs,
  })
  const paths = routesByPath(parts.routes)
  const patterns = [...paths.keys()].flatMap((path) => pathPattern(path) ?? [])
  const logsRequests = logger.isLevelEnabled('info')
  let requestCount = 0
  let isClosing = false

  const server = createServer(RECEIVE_LIMITS, onRequest)
  server.maxConnections = limits.CONNECTIONS_MAX
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) =>
    refuseBrokenRequest(error, socket, problems),
  )

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new Exchange(request, response, requestId(request), exchangeOptions)
    const found = paths.get(exchange.path) ?? matchPattern(exchange)
    const route = found?.byMethod.get(request.method ?? '')
    if (route !== undefined) serve(route, exchange)
    else refuse(found, exchange)
  }

  /** Paths with parts in braces. A page that is opened once is opened again. */
  function matchPattern(exchange: Exchange): Methods | undefined {
    const { path } = exchange
    const known = matched.get(path)
    const found = known ?? firstMatch(path)
    if (found === null) return undefined
    if (known === undefined && path.length <= MATCHED_LENGTH_MAX) matched.set(path, found)
    exchange.params = found.params
    return found.methods
  }

  function firstMatch(path: string): Matched | null {
    for (const pattern of patterns) {
      const params = pattern.match(path)
      const methods = params === null ? undefined : paths.get(pattern.path)
      if (params !== null && methods !== undefined) return { methods, params }
    }
    return null
  }

  function requestId(request: IncomingMessage): string {
    const given = request.headers['x-request-id']
    if (typeof given === 'string' && GIVEN_ID.test(given)) return given
    requestCount += 1
    return `${parts.bootId}-${requestCount.toString(36)}`
  }

  function refuse(found: Methods | undefined, exchange: Exchange): void {
    if (found === undefined) {
      refuseAs(exchange, null, problems.reply('not_found', 'There is nothing at this path'))
    } else if (exchange.request.method === 'OPTIONS') {
      send(exchange, null, preflightReply(found.allow))
    } else {
      const detail = `This path answers ${found.allow} only`
      const reply = problems.reply('method_not_allowed', detail, { allow: found.allow })
      refuseAs(exchange, null, reply, [...found.byMethod.values()].some(isPage))
    }
  }

  /** To people as a page: to whoever opens an address, and to whoever sends something where a page is. */
  function refuseAs(
    exchange: Exchange,
    route: Route | null,
    reply: HttpReply,
    isAtPage = route !== null && isPage(route),
  ): void {
    const { method } = exchange.request
    const isForPeople = method === 'GET' || method === 'HEAD' || isAtPage
    const { forPeople } = parts
    send(exchange, route, isForPeople && forPeople !== null ? forPeople(reply, exchange) : reply)
  }

  function serve(route: Route, exchange: Exchange): void {
    exchange.route = route
    if (route.body === null && route.isForm !== true) answer(route, exchange)
    else {
      receiveBody(
        exchange.request,
        boundsOf(route),
        (body) => {
          exchange.rawBody = body
          answer(route, exchange)
        },
        (error) => sendError(exchange, route, error),
      )
    }
  }

  function answer(route: Route, exchange: Exchange): void {
    // Counted from here to the reply: whoever sends or reads slowly holds a socket, not a place.
    const refused = route.isAlwaysAnswered === true ? null : overload.enter()
    if (refused !== null) {
      refuseAs(exchange, route, problems.reply('overloaded', TOO_BUSY[refused]))
      return
    }
    exchange.isCounted = route.isAlwaysAnswered !== true
    try {
      const outcome = runRoute(guard, preferred(route, exchange), exchange)
      if (!(outcome instanceof Promise)) send(exchange, route, outcome)
      else {
        outcome.then(
          (reply) => send(exchange, route, reply),
          (error) => sendError(exchange, route, error),
        )
      }
    } catch (error) {
      sendError(exchange, route, error)
    }
  }

  /** The route as its caller would have it: at once, or later. */
  function preferred(route: Route, exchange: Exchange): Route {
    if (pending === null || route.mayPend !== true) return route
    const waitMs = asyncWaitMs(exchange.header('prefer'))
    return waitMs === null ? route : pending.over(route, exchange, waitMs)
  }

  function send(exchange: Exchange, route: Route | null, reply: HttpReply): void {
    if (exchange.isCounted) overload.leave()
    exchange.isCounted = false
    const ms = exchange.elapsedMs()
    metrics.observe(route?.path ?? 'none', reply.status, ms)
    if (logsRequests) {
      const { method } = exchange.request
      const { id, path } = exchange
      const fields = { request_id: id, method, route: route?.path ?? null, status: reply.status }
      logger.info({ ...fields, ms: Math.round(ms), ...(route ? {} : { path: path.slice(0, 200) }) })
    }
    const encoding = chooseEncoding(exchange.request.headers['accept-encoding'], reply.body)
    if (encoding === null) {
      batch.add({ exchange, reply, body: reply.body, encoding })
      return
    }
    const known = reply.compressed?.get(encoding)
    if (known !== undefined) {
      batch.add({ exchange, reply, body: known, encoding })
      return
    }
    compress(reply.body, encoding).then(
      (body) => {
        reply.compressed?.set(encoding, body)
        batch.add({ exchange, reply, body, encoding })
      },
      () => batch.add({ exchange, reply, body: reply.body, encoding: null }),
    )
  }

  function write({ exchange, reply, body, encoding }: Outgoing): void {
    const { request, response } = exchange
    if (exchange.isAnswered || response.destroyed) return
    exchange.isAnswered = true
    const headers = ['x-request-id', exchange.id]
    // A 204 and a 304 have no body, not even an empty one.
    if (reply.status !== 204 && reply.status !== 304) {
      const sizeBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length
      headers.push('content-type', reply.contentType, 'content-length', String(sizeBytes))
    }
    if (reply.headers !== undefined) {
      for (const [name, value] of Object.entries(reply.headers)) headers.push(name, value)
    }
    if (encoding !== null) headers.push('content-encoding', encoding)
    // Also of what is sent as it is: to whoever comes next it may be sent compressed.
    if (isCompressible(reply.body) || reply.status === 304) headers.push('vary', 'accept-encoding')
    if (request.headers.origin !== undefined) {
      headers.push('access-control-allow-origin', '*')
      const isPending = reply.headers?.['preference-applied'] !== undefined
      headers.push(
        'access-control-expose-headers',
        isPending ? EXPOSED_WHILE_PENDING : EXPOSED_HEADERS,
      )
    }
    if (isClosing || isMuchLeft(request)) headers.push('connection', 'close')
    response.writeHead(reply.status, headers)
    response.end(body)
    // What could not be sent at once waits for the client; one that does not read is cut off. A
    // timeout on every socket would be set and reset with each request.
    if (response.writableLength > 0) request.socket.setTimeout(parts.stallMs)
  }

  function sendError(exchange: Exchange, route: Route, error: unknown): void {
    const { reply, isBug } = problems.forError(error)
    const fields = { request_id: exchange.id, route: route.path, err: error }
    if (isBug) logger.error(fields, 'unexpected error')
    else if (reply.status >= 500) logger.warn(fields, 'not answered')
    if (isPage(route)) refuseAs(exchange, route, reply)
    else send(exchange, route, reply)
  }

  return {
    /** Starts listening; the address it can be reached at. */
    listen(host: string, port: number): Promise<string> {
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => {
          server.off('error', reject)
          // A server that listens on TCP has an address of this type.
          const { address, family, port: taken } = server.address() as AddressInfo
          resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`)
        })
      })
    },
    /** Stops accepting, lets what is under way finish (bounded), then closes every connection. */
    async close(): Promise<void> {
      isClosing = true
      await pending?.close()
      const timer = setTimeout(() => server.closeAllConnections(), limits.DRAIN_TIMEOUT_MS)
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearTimeout(timer)
      overload.close()
    },
  }
}

/**
 * Whether more may be left of a body than is worth reading. What is less is read and passed over: a
 * client whose connection is closed while it writes never sees the reply.
 */
function isMuchLeft(request: IncomingMessage): boolean {
  if (request.complete) return false
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  return coding !== undefined || Number(length ?? 0) > limits.BODY_BOUNDS.bytesMax
}

function routesByPath(routes: readonly Route[]): ReadonlyMap<string, Methods> {
  const paths = new Map<string, Map<string, Route>>()
  for (const route of routes) {
    const byMethod = keptIn(paths, route.path, () => new Map<string, Route>())
    byMethod.set(route.method, route)
    if (route.method === 'GET') byMethod.set('HEAD', route)
  }
  return new Map(
    [...paths].map(([path, byMethod]) => {
      return [path, { byMethod, allow: [...byMethod.keys(), 'OPTIONS'].join(', ') }]
    }),
  )
}

/** People open it, or send its form. */
function isPage({ responses }: Route): boolean {
  return responses[200]?.contentType === 'text/html'
}

function preflightReply(allow: string): HttpReply {
  return {
    status: 204,
    contentType: 'text/plain',
    body: '',
    headers: {
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': '86400',
    },
  }
}

/** Answers what is not HTTP at all, before any route is known. */
function refuseBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  problems: Problems,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'malformed_request'
  const { status } = ERRORS[code]
  const body = JSON.stringify(problems.body(code, 'The request could not be read'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
