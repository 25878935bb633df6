// A route is a value: method, path, who pays, what it takes, what it answers, and the function that
// answers. Routing, the OpenAPI document, /docs, /llms.txt, /policy and 405s all read the same list,
// so that none of them can say something else than what happens.

import { LRUCache } from 'lru-cache'
import type { PriceId } from '../charge/prices.ts'
import { KNOWN_BODIES } from '../limits.ts'
import type { SchemaName } from './schemas.ts'
import { compileValidator, type Infer, type JsonSchema } from './validate.ts'

/** Free for all, free within the demo quota, or paid by the call. */
export type Access = 'free' | 'demo' | Readonly<{ price: PriceId }>

export type HttpReply = Readonly<{
  status: number
  contentType: string
  /** Bytes where they are at hand, so that nothing is encoded twice. */
  body: string | Buffer
  headers?: Readonly<Record<string, string>>
  /** A 200 that nobody pays for, because nothing could be told. */
  isFree?: boolean
}>

/** What a handler may know of the request. */
export type RequestContext = Readonly<{
  /** The body as it came, for handlers that must see every byte. */
  rawBody: Buffer
  /** Aborts at the deadline or when the client goes away. Made on first use: warm answers need none. */
  signal(): AbortSignal
  /** Who asks, on a route that is free; null when somebody pays. */
  freeClient(): string | null
  /** Milliseconds from reading the request to the first time this is asked, when the reply is made. */
  elapsedMs(): number
  header(name: string): string | undefined
  /** A part of the path that the route has in braces, decoded. */
  param(name: string): string
  /** A value of the query, decoded; the first of several. */
  query(name: string): string | undefined
}>

/** A part of the path or of the query, for the documents. */
export type Parameter = Readonly<{
  name: string
  in: 'path' | 'query'
  required: boolean
  description: string
  schema: JsonSchema
}>

export type ResponseDoc = Readonly<{
  description: string
  contentType?: string
  schema?: SchemaName
}>

export type Route = Readonly<{
  method: 'GET' | 'POST'
  path: string
  operationId: string
  tag: string
  summary: string
  description?: string
  access: Access
  body: BodyDefinition | null
  parameters?: readonly Parameter[]
  /** Where the limit on bodies is lower than everywhere. */
  bodyMaxBytes?: number
  /** Answers beside the ones that follow from `access` and `body`. */
  responses: Readonly<Record<number, ResponseDoc>>
  handle(body: unknown, context: RequestContext): HttpReply | Promise<HttpReply>
}>

export type BodyDefinition = Readonly<{
  schemaName: SchemaName
  validate: ReturnType<typeof compileValidator>
  /** What short bodies of late said, by their bytes: the same questions come again and again. */
  known: LRUCache<string, object>
}>

/** A POST route; the handler gets exactly what the schema lets through. */
export function postRoute<const S extends JsonSchema>(
  definition: Omit<Route, 'method' | 'body' | 'handle'> & {
    bodySchema: { name: SchemaName; schema: S }
    handle(body: Infer<S>, context: RequestContext): HttpReply | Promise<HttpReply>
  },
): Route {
  const { bodySchema, handle, ...rest } = definition
  return {
    ...rest,
    method: 'POST',
    body: {
      schemaName: bodySchema.name,
      validate: compileValidator(bodySchema.schema),
      known: new LRUCache({ max: KNOWN_BODIES }),
    },
    // The validator compiled from the same schema has run before.
    handle: (body, context) => handle(body as Infer<S>, context),
  }
}

/** A free GET route. */
export function getRoute(
  definition: Omit<Route, 'method' | 'body' | 'access' | 'handle'> & {
    handle(context: RequestContext): HttpReply | Promise<HttpReply>
  },
): Route {
  const { handle, ...rest } = definition
  return {
    ...rest,
    method: 'GET',
    access: 'free',
    body: null,
    handle: (_body, context) => handle(context),
  }
}

export function jsonReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return { status, contentType: 'application/json', body: JSON.stringify(body), headers }
}
