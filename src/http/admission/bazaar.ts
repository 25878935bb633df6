// What the challenge says of a resource, so that catalogues of paid resources can list it: how it
// is called, with an example, and what comes back.

import type { Route } from '../request/route.ts'
import type { JsonSchema } from '../request/validate.ts'
import { SCHEMAS } from '../schemas/schemas.ts'

const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

export function bazaarExtension(route: Route) {
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
export const PAYMENT_IDENTIFIER = {
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
