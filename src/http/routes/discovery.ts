// The documents by which programs and people find out what is served here. Each is rendered from
// the list of routes and the facts of the service.

import { offersFor } from '../../charge/x402/terms.ts'
import { renderUsd } from '../../domain/money.ts'
import { ICON_SVG } from '../pages/html.ts'
import { renderLlmsText } from '../pages/llmsText.ts'
import { renderOpenApi } from '../pages/openapi.ts'
import { type Policy, renderPolicy } from '../pages/policy.ts'
import { takesHtml } from '../request/accept.ts'
import {
  getRoute,
  type HttpReply,
  jsonReply,
  priceOf,
  type RequestContext,
  type Route,
} from '../request/route.ts'
import { SERVICE_NAME, SERVICE_SUMMARY, type ServiceFacts } from '../request/serviceFacts.ts'
import { wantsJson } from '../site/asJson.ts'

const CACHED = { 'cache-control': 'public, max-age=60' }

/**
 * `routes`: all of them, these included; read when a document is asked for. `policyPage`: the policy for
 * people, where there are pages.
 */
export function discoveryRoutes(
  facts: ServiceFacts,
  routes: () => readonly Route[],
  policyPage: ((policy: Policy, context: RequestContext) => HttpReply) | null,
): Route[] {
  const tag = 'Discovery'
  const json = (description: string) => ({ 200: { description, schema: 'FreeForm' as const } })

  return [
    getRoute({
      path: '/openapi.json',
      operationId: 'openapi',
      tag,
      summary: 'OpenAPI 3.1',
      responses: json('The document.'),
      handle: () => jsonReply(200, renderOpenApi(facts, routes()), CACHED),
    }),
    getRoute({
      path: '/llms.txt',
      operationId: 'llms_txt',
      tag,
      summary: 'The whole service on one plain page',
      responses: { 200: { description: 'The page.', contentType: 'text/plain' } },
      handle: () => textReply('text/plain; charset=utf-8', renderLlmsText(facts, routes())),
    }),
    getRoute({
      path: '/policy',
      operationId: 'policy',
      tag,
      summary: 'Prices, limits, keys, and what is and is not claimed',
      responses: json('The policy.'),
      async handle(context) {
        const policy = await renderPolicy(facts, routes())
        const isForPeople = takesHtml(context.header('accept') ?? '') && !wantsJson(context)
        return policyPage !== null && isForPeople
          ? policyPage(policy, context)
          : jsonReply(200, policy, { ...CACHED, vary: 'accept' })
      },
    }),
    getRoute({
      path: '/.well-known/x402',
      operationId: 'well_known_x402',
      tag,
      summary: 'Payment discovery',
      responses: json('The paid resources and what they cost.'),
      handle: () => jsonReply(200, renderX402(facts, routes()), CACHED),
    }),
    ...['agent.json', 'agent-registration.json'].map((file) =>
      getRoute({
        path: `/.well-known/${file}`,
        operationId: `well_known_${file.replace(/\W/g, '_')}`,
        tag,
        summary: 'ERC-8004 agent registration',
        responses: json('The registration file.'),
        handle: () => jsonReply(200, renderAgent(facts), CACHED),
      }),
    ),
    getRoute({
      path: '/icon.svg',
      operationId: 'icon',
      tag,
      summary: 'The mark of the service',
      isAlwaysAnswered: true,
      responses: { 200: { description: 'A picture.', contentType: 'image/svg+xml' } },
      handle: () => textReply('image/svg+xml', ICON_SVG),
    }),
  ]
}

function renderX402(facts: ServiceFacts, routes: readonly Route[]) {
  const { x402 } = facts
  return {
    x402Version: 2,
    enabled: x402 !== null,
    resources: routes.flatMap(({ method, path, access, summary }) => {
      const price = priceOf(access)
      if (price === null) return []
      return {
        resource: `${facts.baseUrl()}${path}`,
        method,
        description: summary,
        price_usd: renderUsd(price),
        accepts: x402 === null ? [] : offersFor(x402, price),
      }
    }),
    prepaid_credits: { header: 'X-API-Key' },
  }
}

/** Of the protocol, the newest that the library speaks. */
const MCP_VERSION = '2025-11-25'

function renderAgent(facts: ServiceFacts) {
  const base = facts.baseUrl()
  return {
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
    name: SERVICE_NAME,
    description: SERVICE_SUMMARY,
    image: `${base}/icon.svg`,
    services: [
      { name: 'web', endpoint: base },
      { name: 'OpenAPI', endpoint: `${base}/openapi.json`, version: facts.version },
      { name: 'MCP', endpoint: `${base}/mcp`, version: MCP_VERSION },
    ],
    x402Support: facts.x402 !== null,
    active: true,
    registrations: [],
    supportedTrust: [],
  }
}

function textReply(contentType: string, text: string): HttpReply {
  const headers = { ...CACHED, 'x-content-type-options': 'nosniff' }
  return { status: 200, contentType, body: text, headers }
}
