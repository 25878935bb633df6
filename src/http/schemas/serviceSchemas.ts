// Bodies about the service itself, and those whose shape another document specifies.

import * as is from './schemaParts.ts'

const McpMessage = {
  type: 'object',
  description: 'One JSON-RPC 2.0 message of the Model Context Protocol.',
  additionalProperties: true,
} as const

export const SERVICE_SCHEMAS = is.titled({
  McpMessage,
  Health: is.object({
    status: is.oneOf(['ok']),
    version: is.STRING,
    index: is.object({ packages: is.INTEGER, releases: is.INTEGER, symbols: is.INTEGER }),
  }),
  Readiness: is.object({
    ready: is.BOOLEAN,
    store: is.FREE_OBJECT,
    registries: is.FREE_OBJECT,
    names: is.FREE_OBJECT,
    log: is.orNull(is.FREE_OBJECT),
  }),
  Pending: is.object({
    state: is.oneOf(['working']),
    location: is.string('Where the answer can be fetched.'),
    retry_after_s: is.INTEGER,
    detail: is.STRING,
  }),
  MergeConfidence: is.object({
    confidence: is.oneOf(['low', 'neutral', 'high']),
    reason: is.STRING,
    breaking: is.COUNT,
    undecided: is.COUNT,
    receipt: is.orNull(is.hex(64), 'Of the signed diff; null where there is none.'),
  }),
  FreeForm: is.FREE_OBJECT,
})
