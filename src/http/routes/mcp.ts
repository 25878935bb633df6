// The tools for agents, over streamable HTTP. Each call of a tool is a call of its route.

import { ServiceError } from '../../errors.ts'
import { JOB_BODY_BOUNDS } from '../../limits.ts'
import type { AskRoute } from '../../ports/askRoute.ts'
import { postRoute, type Route } from '../request/route.ts'
import { callerOfContext, type InnerCalls } from '../run/innerCall.ts'

/** What a message of the protocol is answered with. */
export type AnswerMcp = (
  message: unknown,
  parts: Readonly<{ protocolVersion: string | undefined; ask: AskRoute; signal: AbortSignal }>,
) => Promise<Readonly<{ status: number; body: string }>>

export function mcpRoutes(parts: {
  answer: AnswerMcp
  calls: InnerCalls
  baseUrl: () => string
}): Route[] {
  const mcp = postRoute({
    path: '/mcp',
    operationId: 'mcp',
    tag: 'Agents',
    summary: 'The tools for agents: Model Context Protocol over streamable HTTP',
    description:
      'One JSON-RPC message at a time, answered as JSON; there are no sessions. Each `tools/call` is ' +
      'a call of its route: with a key in `X-API-Key` the paid one, else the free one within the demo ' +
      'quota. Everything else is free.',
    access: 'free',
    bodyBounds: JOB_BODY_BOUNDS,
    body: 'McpMessage',
    responses: {
      200: { description: 'The response.', schema: 'McpMessage' },
      202: { description: 'A notification was taken note of.' },
      400: { description: 'Not a message of the protocol.', schema: 'McpMessage' },
      403: { description: 'The page that asks is of another origin.', schema: 'Problem' },
    },
    async handle(message, context) {
      const origin = context.header('origin')
      if (origin !== undefined && !isOwnOrigin(origin, parts.baseUrl())) {
        throw new ServiceError('origin_not_allowed', 'Pages of this origin may not use the tools')
      }
      const caller = callerOfContext(context)
      const { status, body } = await parts.answer(message, {
        protocolVersion: context.header('mcp-protocol-version'),
        ask: (question, signal) => parts.calls(question, caller, signal),
        signal: context.signal(),
      })
      const headers = { 'cache-control': 'no-store' }
      return { status, contentType: 'application/json', body, headers }
    },
  })
  return [mcp]
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * A page whose host name was pointed at this machine after it was loaded (DNS rebinding) still names
 * its own origin: only pages of this machine and of the service itself may ask.
 */
function isOwnOrigin(origin: string, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname, origin: normal } = new URL(origin)
  return LOOPBACK.has(hostname) || normal === new URL(baseUrl).origin
}
