// The listening edge: limits, ids, logs, guard, body, handler, reply; then a clean end.
// A handler that answers at once is replied to at once: no promise stands on the warm path.

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ERRORS, type ErrorCode, ServiceError } from '../errors.ts'
import * as limits from '../limits.ts'
import { chooseEncoding, compressor } from './compress.ts'
import type { Guard } from './guard.ts'
import type { Metrics } from './metrics.ts'
import type { Overload } from './overload.ts'
import { problemBody, problemReply, replyForError } from './problem.ts'
import { readBody } from './readBody.ts'
import type { HttpReply, RequestContext, Route } from './route.ts'

export type HttpServer = Readonly<{
  /** Starts listening; the address it can be reached at. */
  listen(host: string, port: number): Promise<string>
  /** Stops accepting, lets what is under way finish (bounded), then closes every connection. */
  close(): Promise<void>
}>

export type ServerParts = Readonly<{
  routes: readonly Route[]
  guard: Guard
  metrics: Metrics
  overload: Overload
  logger: Logger
  trustedProxies: readonly string[]
  requestDeadlineMs: number
  /** Distinguishes the request ids of one process from those of another. */
  bootId: string
  monotonicMs: () => number
}>

const EMPTY = Buffer.alloc(0)
const EXPOSED_HEADERS =
  'payment-required, payment-response, x-request-id, retry-after, ratelimit-limit, ' +
  'ratelimit-remaining, ratelimit-reset, x-credit-balance-usd'
const ALLOWED_HEADERS =
  'content-type, x-api-key, payment-signature, idempotency-key, x-request-id, accept'

export function httpServer(parts: ServerParts): HttpServer {
  const { logger, monotonicMs } = parts
  const compress = compressor()
  const byPath = new Map<string, Route[]>()
  for (const route of parts.routes) {
    byPath.set(route.path, [...(byPath.get(route.path) ?? []), route])
  }
  const startedAt = new WeakMap<FastifyRequest, number>()
  let requestCount = 0

  const fastify = Fastify({
    logger: false,
    bodyLimit: limits.BODY_MAX_BYTES,
    requestTimeout: limits.REQUEST_RECEIVE_TIMEOUT_MS,
    keepAliveTimeout: limits.KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    http: {
      maxHeaderSize: limits.HEADERS_MAX_BYTES,
      headersTimeout: limits.HEADERS_TIMEOUT_MS,
    },
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      if (typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)) return given
      requestCount += 1
      return `${parts.bootId}-${requestCount.toString(36)}`
    },
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (_error, request, reply) => {
      // A path that cannot be decoded is the path of nothing that we serve.
      sendReply(request, reply, problemReply('not_found', 'There is nothing at this path'))
    },
  })

  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })

  fastify.addHook('onRequest', (request, reply, done) => {
    startedAt.set(request, monotonicMs())
    if (parts.overload.enter()) {
      reply.raw.once('close', parts.overload.leave)
      done()
      return
    }
    sendReply(request, reply, problemReply('overloaded', 'Too many requests are under way'))
  })
  fastify.setErrorHandler((error, request, reply) => {
    // Only the body reader of the framework throws here; our own handlers reply themselves.
    sendError(request, reply, serviceErrorOf(error))
  })
  fastify.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const routes = byPath.get(path)
    if (routes === undefined) {
      return sendReply(request, reply, problemReply('not_found', 'There is nothing at this path'))
    }
    const allow = allowedMethods(routes)
    if (request.method === 'OPTIONS') return sendPreflight(request, reply, allow)
    const detail = `This path answers ${allow} only`
    sendReply(request, reply, problemReply('method_not_allowed', detail, { allow }))
  })

  for (const route of parts.routes) {
    fastify.route({
      method: route.method,
      url: route.path,
      exposeHeadRoute: route.method === 'GET',
      handler: (request, reply) => serve(route, request, reply),
    })
  }

  function serve(route: Route, request: FastifyRequest, reply: FastifyReply): void {
    const context = contextOf(request, reply)
    try {
      const ticket = parts.guard.admit(route, { ip: request.ip, header: context.header })
      if (ticket === null) {
        const outcome = run(route, context)()
        if (outcome instanceof Promise) outcome.then(send, fail)
        else send(outcome)
      } else {
        // The caller is judged before the body is; the body is judged before anything is taken.
        ticket.then((settle) => settle(run(route, context))).then(send, fail)
      }
    } catch (error) {
      fail(error)
    }
    function send(outcome: HttpReply) {
      sendReply(request, reply, outcome)
    }
    function fail(error: unknown) {
      sendError(request, reply, error)
    }
  }

  /** Reads the body now, and answers when called. */
  function run(route: Route, context: RequestContext): () => HttpReply | Promise<HttpReply> {
    const body = route.body && readBody(route.body, context.rawBody, context.header)
    return () => route.handle(body, context)
  }

  function contextOf(request: FastifyRequest, reply: FastifyReply): RequestContext {
    const startedMs = startedAt.get(request) ?? monotonicMs()
    let controller: AbortController | null = null
    return {
      // The content parser gives the bytes; without a body there is nothing to parse.
      rawBody: (request.body as Buffer | undefined) ?? EMPTY,
      elapsedMs: () => monotonicMs() - startedMs,
      header: (name) => {
        const value = request.headers[name]
        return Array.isArray(value) ? value[0] : value
      },
      signal() {
        if (controller === null) {
          controller = new AbortController()
          endAtDeadline(controller, reply)
        }
        return controller.signal
      },
    }
  }

  function endAtDeadline(controller: AbortController, reply: FastifyReply): void {
    const timer = setTimeout(() => {
      const message = `no answer within ${parts.requestDeadlineMs} ms; try again shortly`
      controller.abort(new ServiceError('deadline_exceeded', message))
    }, parts.requestDeadlineMs)
    reply.raw.once('close', () => {
      clearTimeout(timer)
      controller.abort(new ServiceError('deadline_exceeded', 'the client went away'))
    })
  }

  function sendReply(request: FastifyRequest, reply: FastifyReply, outcome: HttpReply): void {
    observe(request, outcome.status)
    if (reply.raw.destroyed) return
    reply.code(outcome.status)
    reply.header('content-type', outcome.contentType)
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (request.headers.origin !== undefined) {
      reply.header('access-control-allow-origin', '*')
      reply.header('access-control-expose-headers', EXPOSED_HEADERS)
    }
    if (outcome.headers !== undefined) reply.headers(outcome.headers)
    const encoding = chooseEncoding(request.headers['accept-encoding'], outcome.text)
    if (encoding === null) {
      reply.send(outcome.text)
      return
    }
    reply.header('vary', 'accept-encoding')
    compress(outcome.text, encoding).then(
      (bytes) => reply.header('content-encoding', encoding).send(bytes),
      () => reply.send(outcome.text),
    )
  }

  function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const { reply: outcome, isBug } = replyForError(error)
    if (isBug) logger.error({ request_id: request.id, err: error }, 'unexpected error')
    else if (outcome.status >= 500) {
      logger.warn({ request_id: request.id, err: error }, 'request failed')
    }
    sendReply(request, reply, outcome)
  }

  function sendPreflight(request: FastifyRequest, reply: FastifyReply, allow: string): void {
    sendReply(request, reply, {
      status: 204,
      contentType: 'text/plain',
      text: '',
      headers: {
        allow,
        'access-control-allow-origin': '*',
        'access-control-allow-methods': allow,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': '86400',
      },
    })
  }

  function observe(request: FastifyRequest, status: number): void {
    const ms = monotonicMs() - (startedAt.get(request) ?? monotonicMs())
    const route = request.routeOptions.url ?? 'none'
    parts.metrics.observe(route, status, ms)
    if (logger.isLevelEnabled('info')) {
      const { id, method } = request
      logger.info({ request_id: id, method, route, status, ms: Math.round(ms) }, 'request')
    }
  }

  return {
    async listen(host, port) {
      return fastify.listen({ host, port })
    },
    async close() {
      const timer = setTimeout(() => fastify.server.closeAllConnections(), limits.DRAIN_TIMEOUT_MS)
      await fastify.close()
      clearTimeout(timer)
      parts.overload.close()
    },
  }
}

function allowedMethods(routes: readonly Route[]): string {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...methods, 'OPTIONS'].join(', ')
}

/** What the framework's own errors mean in our table. */
function serviceErrorOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const message = `Bodies are at most ${limits.BODY_MAX_BYTES} bytes`
    return new ServiceError('body_too_large', message)
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ServiceError('content_type_unsupported', 'Send the body as application/json')
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || code === 'ECONNRESET') {
    return new ServiceError('malformed_request', 'The body is not as long as it was said to be')
  }
  return error
}

/** Answers what is not HTTP at all, before any route is known. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed_request'
  const { status } = ERRORS[code]
  const body = JSON.stringify(problemBody(code, 'The request could not be read'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
