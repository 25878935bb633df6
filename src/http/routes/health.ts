// Is it alive, is it ready, how is it doing.

import type { LogHealth } from '../../log/health.ts'
import type { AnsweringSet } from '../../ports/nameIndex.ts'
import { getRoute, jsonReply, type Route } from '../request/route.ts'
import { type IndexSize, renderSet } from '../request/serviceFacts.ts'
import type { Metrics } from '../run/metrics.ts'

type Readiness = Readonly<{
  ready: boolean
  store: Readonly<Record<string, unknown>>
  registries: Readonly<Record<string, unknown>>
  names: Readonly<Record<string, unknown>>
  /** Null where none is kept. */
  log: LogHealth | null
}>

export function healthRoutes(parts: {
  version: string
  indexSize: () => Promise<IndexSize>
  readiness: () => Promise<Readiness>
  metrics: Metrics
}): Route[] {
  return [
    getRoute({
      path: '/health',
      isAlwaysAnswered: true,
      operationId: 'health',
      tag: 'Service',
      summary: 'Liveness, version and size of the index',
      responses: { 200: { description: 'The process answers.', schema: 'Health' } },
      async handle() {
        const index = await parts.indexSize()
        return jsonReply(200, { status: 'ok', version: parts.version, index }, NO_STORE)
      },
    }),
    getRoute({
      path: '/health/ready',
      operationId: 'health_ready',
      tag: 'Service',
      summary: 'Readiness: store, registries, name sets, log',
      responses: {
        200: { description: 'Ready for questions.', schema: 'Readiness' },
        503: {
          description: 'Not ready: starting, stopping or without its store.',
          schema: 'Readiness',
        },
      },
      async handle() {
        const readiness = await parts.readiness()
        const retry = readiness.ready ? {} : { 'retry-after': '5' }
        return jsonReply(readiness.ready ? 200 : 503, readiness, { ...NO_STORE, ...retry })
      },
    }),
    getRoute({
      path: '/metrics',
      operationId: 'metrics',
      tag: 'Service',
      summary: 'Metrics as JSON, or as Prometheus text by `Accept: text/plain`',
      responses: { 200: { description: 'The metrics.', schema: 'FreeForm' } },
      handle(context) {
        const accept = context.header('accept') ?? ''
        const wantsText =
          /text\/plain|openmetrics/.test(accept) && !/application\/json/.test(accept)
        if (!wantsText) return jsonReply(200, parts.metrics.renderJson(), NO_STORE)
        const contentType = 'text/plain; version=0.0.4; charset=utf-8'
        return { status: 200, contentType, body: parts.metrics.renderText(), headers: NO_STORE }
      },
    }),
  ]
}

/** A registry's health in the words of the wire. */
export function renderHealth(health: {
  identity: string
  state: string
  lastAnswerAt: string | null
  lastFailureAt: string | null
}) {
  return {
    identity: health.identity,
    state: health.state,
    last_answer_at: health.lastAnswerAt,
    last_failure_at: health.lastFailureAt,
  }
}

/** The same with what keeps it current. */
export function renderNames(
  answering: AnsweringSet,
  upkeep: { state: string; progress: object | null; failure: string | null },
  problem: string | null,
) {
  const { state, progress, failure } = upkeep
  return { ...renderSet(answering), upkeep: state, progress, problem: problem ?? failure }
}

const NO_STORE = { 'cache-control': 'no-store' }
