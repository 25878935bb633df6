// A route is a value: method, path, who pays, what it takes, what it answers, and the function that
// answers. Routing, the OpenAPI document, /docs, /llms.txt, /policy and 405s all read the same list,
// so that none of them can say something else than what happens.

import { PRICES, type PriceId } from '../../charge/prices.ts'
import type { MicroUsd } from '../../domain/money.ts'
import { type RecentlyUsed, recentlyUsed } from '../../domain/recentlyUsed.ts'
import { BODY_BOUNDS, KNOWN_BODIES } from '../../limits.ts'
import type { Purchase } from '../../ports/payments.ts'
import { SCHEMAS, type SchemaName } from '../schemas/schemas.ts'
import type { BodyBounds } from './bodyMeter.ts'
import { compileValidator, type Infer, type JsonSchema, RequestInvalid } from './validate.ts'

/** Free for all, free within the demo quota, or paid by the call. */
export type Access = 'free' | 'demo' | Readonly<{ price: PriceId }> | PackAccess

/** Paid by x402 alone, at a price that depends on what is asked for. */
type PackAccess = Readonly<{
  /** The least that it costs, for the documents. */
  fromMicroUsd: MicroUsd
  /** From the bytes of the body, before it is judged; a body that is none costs the least. */
  quote(rawBody: Buffer): Quote
}>

export type Quote = Readonly<{
  reason: string
  amountMicroUsd: MicroUsd
  credit: Purchase['credit']
}>

/** What a call of a paid route costs. */
export function quoteOf(access: Exclude<Access, string>, rawBody: Buffer): Quote {
  if ('quote' in access) return access.quote(rawBody)
  return { reason: access.price, amountMicroUsd: PRICES[access.price], credit: null }
}

/** What it costs at least; null where it is free. */
export function priceOf(access: Access): MicroUsd | null {
  if (typeof access === 'string') return null
  return 'quote' in access ? access.fromMicroUsd : PRICES[access.price]
}

export type HttpReply = Readonly<{
  status: number
  contentType: string
  /** Bytes where they are at hand, so that nothing is encoded twice. */
  body: string | Buffer
  headers?: Readonly<Record<string, string>>
  /** What the body was compressed to before, where a reply is given out many times. */
  compressed?: Map<'br' | 'gzip', Buffer>
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
  /** The connection is closed: a reply would reach nobody. */
  isGone(): boolean
  /** Method and path with its query, as they came. */
  requestLine(): string
  /** A reply's head alone is wanted. */
  isHead(): boolean
  /** Milliseconds from reading the request to the first time this is asked, when the reply is made. */
  elapsedMs(): number
  header(name: string): string | undefined
  /** A part of the path that the route has in braces, decoded. */
  param(name: string): string
  /** A value of the query, decoded; the first of several. */
  query(name: string): string | undefined
}>

/** A part of the path or of the query, for the documents. */
type Parameter = Readonly<{
  name: string
  in: 'path' | 'query'
  required: boolean
  description: string
  schema: JsonSchema
}>

export function pathParameter(name: string, schema: JsonSchema, description: string): Parameter {
  return { name, in: 'path', required: true, description, schema }
}

/** One that may be left out. */
export function queryParameter(name: string, schema: JsonSchema, description: string): Parameter {
  return { name, in: 'query', required: false, description, schema }
}

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
  /** It takes the body of a form, which its handler reads itself. */
  isForm?: true
  parameters?: readonly Parameter[]
  /** Where the bounds of bodies are others than everywhere. */
  bodyBounds?: BodyBounds
  /** It may have to read packages first, so that its answer may be fetched later. */
  mayPend?: boolean
  /** Answered however busy the service is. */
  isAlwaysAnswered?: true
  /** Answers beside the ones that follow from `access` and `body`. */
  responses: Readonly<Record<number, ResponseDoc>>
  handle(body: unknown, context: RequestContext): HttpReply | Promise<HttpReply>
}>

export type BodyDefinition = Readonly<{
  schemaName: SchemaName
  validate: ReturnType<typeof compileValidator>
  /** What short bodies of late said, by their bytes: the same questions come again and again. */
  known: RecentlyUsed<string, object>
}>

export function boundsOf({ bodyBounds = BODY_BOUNDS }: Route): BodyBounds {
  return bodyBounds
}

/** The schemas of bodies that come in. */
type RequestName = Extract<SchemaName, `${string}Request` | 'McpMessage'>

/** What is asked, and how it is answered. */
type Question<Name extends RequestName> = Pick<
  Route,
  'summary' | 'description' | 'bodyBounds' | 'mayPend' | 'responses'
> & {
  body: Name
  handle(
    body: Infer<(typeof SCHEMAS)[Name]>,
    context: RequestContext,
  ): HttpReply | Promise<HttpReply>
}

/** A POST route; the handler gets exactly what the schema lets through. */
export function postRoute<const Name extends RequestName>({
  body: schemaName,
  handle,
  ...rest
}: Question<Name> & Pick<Route, 'path' | 'operationId' | 'tag' | 'access'>): Route {
  return {
    ...rest,
    method: 'POST',
    body: {
      schemaName,
      validate: compileValidator<JsonSchema>(SCHEMAS[schemaName]),
      known: recentlyUsed(KNOWN_BODIES),
    },
    // The validator compiled from the same schema has run before.
    handle: (body, context) => handle(body as Infer<(typeof SCHEMAS)[Name]>, context),
  }
}

/** A question that is paid for, and the same within the demo quota. */
export function lookupRoutePair<const Name extends RequestName>({
  path,
  price,
  ...rest
}: Question<Name> & Readonly<{ path: string; price: PriceId }>): Route[] {
  const paid = { path: `/v1${path}`, operationId: price, tag: 'Signed lookups', access: { price } }
  const demo = { path: `/demo/v1${path}`, operationId: `demo_${price}`, tag: 'Free demo' }
  return [postRoute({ ...rest, ...paid }), postRoute({ ...rest, ...demo, access: 'demo' })]
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

/** A GET route whose question stands in the query, judged like a body. */
export function queryRoute<const S extends ObjectSchema>(
  definition: Omit<Route, 'method' | 'body' | 'handle' | 'parameters'> & {
    querySchema: S
    handle(query: Infer<S>, context: RequestContext): HttpReply | Promise<HttpReply>
  },
): Route {
  const { querySchema, handle, ...rest } = definition
  const validate = compileValidator(querySchema, 'query')
  const names = Object.keys(querySchema.properties)
  return {
    ...rest,
    method: 'GET',
    body: null,
    parameters: names.map((name) => {
      const schema = querySchema.properties[name] ?? {}
      const parameter = queryParameter(name, schema, schema.description ?? '')
      return { ...parameter, required: querySchema.required.includes(name) }
    }),
    responses: {
      ...rest.responses,
      422: { description: 'The query fails validation.', schema: 'HTTPValidationError' },
    },
    handle(_body, context) {
      const given = names.flatMap((name) => {
        const value = context.query(name)
        return value === undefined ? [] : [[name, value] as const]
      })
      const query = validate(Object.fromEntries(given))
      if (!query.ok) throw new RequestInvalid(query.errors)
      return handle(query.value, context)
    },
  }
}

type ObjectSchema = JsonSchema &
  Readonly<{
    type: 'object'
    properties: Readonly<Record<string, JsonSchema>>
    required: readonly string[]
  }>

export function jsonReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return { status, contentType: 'application/json', body: JSON.stringify(body), headers }
}
