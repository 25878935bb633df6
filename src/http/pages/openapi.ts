// GET /openapi.json: OpenAPI 3.1, generated from the routes and the schemas that validate.

import type { X402Terms } from '../../charge/x402/terms.ts'
import { renderUsd } from '../../domain/money.ts'
import type { BodyBounds } from '../request/bodyMeter.ts'
import { boundsOf, priceOf, type ResponseDoc, type Route } from '../request/route.ts'
import { SERVICE_NAME, SERVICE_SUMMARY, type ServiceFacts } from '../request/serviceFacts.ts'
import { SCHEMAS, type SchemaName } from '../schemas/schemas.ts'

export function renderOpenApi(facts: ServiceFacts, routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const operations = paths[route.path] ?? {}
    operations[route.method.toLowerCase()] = renderOperation(route, facts.x402)
    paths[route.path] = operations
  }
  return {
    openapi: '3.1.0',
    info: { title: SERVICE_NAME, version: facts.version, summary: SERVICE_SUMMARY },
    servers: [{ url: facts.baseUrl() }],
    externalDocs: { url: `${facts.baseUrl()}/docs`, description: 'The documentation' },
    paths,
    components: {
      schemas: SCHEMAS,
      securitySchemes: {
        PrepaidKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  }
}

/** What a page of a browser sends. */
const FORM_BODY = {
  required: true,
  content: {
    'application/x-www-form-urlencoded': {
      schema: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
} as const

function renderOperation(route: Route, x402: X402Terms | null) {
  const { access } = route
  const paid = typeof access === 'object'
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...parametersOf(route),
    ...(paid
      ? {
          security: [{ PrepaidKey: [] }],
          'x-payment-info': {
            price: {
              mode: 'quote' in access ? 'from' : 'fixed',
              currency: 'USD',
              amount: renderUsd(priceOf(access) ?? 0),
            },
            protocols: [
              ...(x402 === null ? [] : [{ x402: { network: x402.network, scheme: 'exact' } }]),
              ...('quote' in access ? [] : [{ credits: { header: 'X-API-Key' } }]),
            ],
          },
        }
      : {}),
    ...(route.isForm === true ? { requestBody: FORM_BODY } : {}),
    ...(route.body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: reference(route.body.schemaName) } },
          },
        }),
    responses: Object.fromEntries(
      Object.entries(responsesOf(route)).map(([status, doc]) => [status, renderResponse(doc)]),
    ),
  }
}

/** RFC 7240. */
const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`respond-async`: a question that takes long is a 202, and its answer is fetched later. ' +
    '`wait=5` beside it: after so many seconds.',
  schema: { type: 'string', examples: ['respond-async', 'respond-async, wait=5'] },
} as const

function parametersOf({ parameters = [], mayPend }: Route) {
  const all = [...parameters, ...(mayPend === true ? [PREFER] : [])]
  return all.length === 0 ? {} : { parameters: all }
}

const PROBLEM = (description: string): ResponseDoc => ({ description, schema: 'Problem' })

/** The answers of a route: its own, and the ones that follow from what it is. */
export function responsesOf(route: Route): Record<string, ResponseDoc> {
  const paid = typeof route.access === 'object'
  return {
    ...route.responses,
    ...(route.isForm === true ? { 413: PROBLEM(overBounds(boundsOf(route))) } : {}),
    ...(route.body === null
      ? {}
      : {
          413: PROBLEM(overBounds(boundsOf(route))),
          415: PROBLEM('The body is not application/json.'),
          422: { description: 'The body fails validation.', schema: 'HTTPValidationError' },
        }),
    ...(paid
      ? {
          400: PROBLEM('The payment header cannot be read.'),
          401: PROBLEM('The key is unknown or revoked.'),
          429: PROBLEM('Too many calls in a minute; see `Retry-After`.'),
          409: PROBLEM('The same payment or Idempotency-Key was sent with another request.'),
          402: {
            description: 'Payment required: an x402 version 2 challenge.',
            schema: 'PaymentRequired',
          },
        }
      : {}),
    ...(route.mayPend === true
      ? {
          202: {
            description:
              'With `Prefer: respond-async`: it is worked on, and nothing is charged. The answer can ' +
              'be fetched from `Location`; see `Retry-After`.',
            schema: 'Pending',
          } as const,
        }
      : {}),
    ...(route.access === 'demo'
      ? { 429: { description: 'The free calls of the day are spent.', schema: 'QuotaProblem' } }
      : {}),
    ...(route.responses[503] === undefined
      ? { 503: PROBLEM('Cannot be decided or served now; see `Retry-After`. Never charged.') }
      : {}),
  }
}

function overBounds({ bytesMax, valuesMax }: BodyBounds): string {
  return `The body is over ${bytesMax} bytes, or has over ${valuesMax} JSON values.`
}

function renderResponse({ description, contentType, schema }: ResponseDoc) {
  const type = contentType ?? 'application/json'
  return {
    description,
    content: {
      [type]: schema === undefined ? { schema: { type: 'string' } } : { schema: reference(schema) },
    },
  }
}

function reference(name: SchemaName) {
  return { $ref: `#/components/schemas/${name}` }
}
