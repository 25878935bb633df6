// Bodies about the service itself, and those whose shape another document specifies.

import { object, oneOf } from './schemaParts.ts'

export const McpMessage = {
  title: 'McpMessage',
  type: 'object',
  description: 'One JSON-RPC 2.0 message of the Model Context Protocol.',
  additionalProperties: true,
} as const

const Health = {
  title: 'Health',
  ...object({
    status: oneOf(['ok']),
    version: { type: 'string' },
    index: object({
      packages: { type: 'integer' },
      releases: { type: 'integer' },
      symbols: { type: 'integer' },
    }),
  }),
} as const

const Readiness = {
  title: 'Readiness',
  ...object({
    ready: { type: 'boolean' },
    store: { type: 'object', additionalProperties: true },
    registries: { type: 'object', additionalProperties: true },
    names: { type: 'object', additionalProperties: true },
  }),
} as const

const FreeForm = { title: 'FreeForm', type: 'object', additionalProperties: true } as const

export const SERVICE_SCHEMAS = { McpMessage, Health, Readiness, FreeForm } as const
