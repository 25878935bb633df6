// The 402: what it costs and how to pay, in a header and, the same, as the body.

import { encodeChallenge, paymentChallenge } from '../../charge/challenge.ts'
import { offersFor, type X402Terms } from '../../charge/x402/terms.ts'
import { renderUsd } from '../../domain/money.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Problems } from '../request/problem.ts'
import { type HttpReply, jsonReply, type Quote, type Route } from '../request/route.ts'
import type { JsonSchema } from '../request/validate.ts'
import { SCHEMAS } from '../schemas/schemas.ts'

export function challengeReply(parts: {
  route: Route
  quote: Quote
  code: ErrorCode
  error: string
  baseUrl: string
  problems: Problems
  terms: X402Terms | null
  /** Beside the challenge. */
  headers: Readonly<Record<string, string>>
}): HttpReply {
  const { route, quote, error, terms } = parts
  const priceUsd = renderUsd(quote.amountMicroUsd)
  const challenge = paymentChallenge({
    error,
    resourceUrl: `${parts.baseUrl}${route.path}`,
    description: route.summary,
    priceUsd,
    accepts: terms === null ? [] : offersFor(terms, quote.amountMicroUsd),
    extensions:
      terms === null
        ? {}
        : { bazaar: bazaarExtension(route), 'payment-identifier': PAYMENT_IDENTIFIER },
  })
  const detail = `${error} (${priceUsd} USD for each answer)`
  return jsonReply(
    402,
    { ...parts.problems.body(parts.code, detail), ...challenge },
    { 'payment-required': encodeChallenge(challenge), ...parts.headers },
  )
}

const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

/**
 * What the challenge says of a resource, so that catalogues of paid resources can list it: how it is
 * called, with an example, and what comes back.
 */
function bazaarExtension(route: Route) {
  const { method } = route
  const hasBody = route.body !== null
  const input = hasBody
    ? { type: 'http', method, bodyType: 'json', body: exampleOf(bodySchema(route)) }
    : { type: 'http', method }
  const properties = {
    type: { type: 'string', const: 'http' },
    method: { type: 'string', enum: [method] },
    ...(hasBody
      ? { bodyType: { type: 'string', enum: ['json'] }, body: bodySchema(route) }
      : { queryParams: { type: 'object' } }),
  }
  const required = ['type', 'method', ...(hasBody ? ['bodyType', 'body'] : [])]
  return {
    info: { input, output: { type: 'json' } },
    schema: {
      $schema: DRAFT,
      type: 'object',
      properties: {
        input: { type: 'object', properties, required, additionalProperties: false },
        output: { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] },
      },
      required: ['input'],
    },
  }
}

function bodySchema(route: Route): Readonly<Record<string, unknown>> {
  return route.body === null ? {} : SCHEMAS[route.body.schemaName]
}

/** The required fields, each with the first of its examples or choices. */
function exampleOf(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>> // JSON Schema
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.fromEntries(
    required.map((name: string) => {
      const field: Readonly<Record<string, unknown>> = { ...properties[name] }
      const choices = field['examples'] ?? field['enum']
      return [name, Array.isArray(choices) ? choices[0] : '']
    }),
  )
}

/** How a client names its payment, so that a repetition is answered and not charged again. */
const PAYMENT_IDENTIFIER = {
  info: { required: false },
  schema: {
    $schema: DRAFT,
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128 },
    },
    required: ['required'],
  },
} as const
