// Bodies about the service itself, and those whose shape another document specifies.

export const McpMessage = {
  title: 'McpMessage',
  type: 'object',
  description: 'One JSON-RPC 2.0 message of the Model Context Protocol.',
  additionalProperties: true,
} as const

export const Health = {
  title: 'Health',
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['ok'] },
    version: { type: 'string' },
    index: {
      type: 'object',
      properties: {
        packages: { type: 'integer' },
        releases: { type: 'integer' },
        symbols: { type: 'integer' },
      },
      required: ['packages', 'releases', 'symbols'],
    },
  },
  required: ['status', 'version', 'index'],
} as const

export const Readiness = {
  title: 'Readiness',
  type: 'object',
  properties: {
    ready: { type: 'boolean' },
    store: { type: 'object', additionalProperties: true },
    registries: { type: 'object', additionalProperties: true },
    names: { type: 'object', additionalProperties: true },
  },
  required: ['ready', 'store', 'registries', 'names'],
} as const

export const FreeForm = { title: 'FreeForm', type: 'object', additionalProperties: true } as const

export const SERVICE_SCHEMAS = { McpMessage, Health, Readiness, FreeForm } as const
