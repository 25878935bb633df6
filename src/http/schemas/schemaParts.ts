// What bodies of several subjects are made of.

import { VERSION_LENGTH_MAX } from '../../limits.ts'

/** No control characters, in every string that a question is made of. */
export const PLAIN_TEXT = '^[^\\u0000-\\u001f\\u007f]*$'

type Properties = Readonly<Record<string, object>>

/** An object that has all of its members, but for those that are named as optional. */
export function object<const P extends Properties, const O extends keyof P & string = never>(
  properties: P,
  optional: readonly O[] = [],
) {
  return { type: 'object', properties, required: requiredOf(properties, optional) } as const
}

/** The same, where no other member is let through. */
export function closedObject<const P extends Properties, const O extends keyof P & string = never>(
  properties: P,
  optional: readonly O[] = [],
) {
  const required = requiredOf(properties, optional)
  return { type: 'object', additionalProperties: false, properties, required } as const
}

function requiredOf<P extends Properties, O extends string>(properties: P, optional: readonly O[]) {
  const isOptional = (name: string) => optional.some((one) => one === name)
  // Its own keys.
  const names = Object.keys(properties) as Exclude<keyof P & string, O>[]
  return names.filter((name) => !isOptional(name))
}

/** Schemas by their names, which are their titles. */
export function titled<const S extends Properties>(schemas: S) {
  const entries = Object.entries(schemas).map(([title, schema]) => [title, { title, ...schema }])
  // The same keys, and the same schemas but for the title.
  return Object.fromEntries(entries) as { readonly [Name in keyof S]: S[Name] & { title: Name } }
}

export const STRING = { type: 'string' } as const
export const INTEGER = { type: 'integer' } as const
export const BOOLEAN = { type: 'boolean' } as const
export const OBJECT = { type: 'object' } as const
export const FREE_OBJECT = { type: 'object', additionalProperties: true } as const
export const COUNT = { type: 'integer', minimum: 0 } as const
/** Of what is counted from one. */
export const NUMBER = { type: 'integer', minimum: 1 } as const
export const TIME = { type: 'string', format: 'date-time' } as const
export const SHA256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const

export const string = (description: string) => ({ type: 'string', description }) as const

export const flag = (description: string) => ({ type: 'boolean', description }) as const

export const oneOf = (words: readonly string[], description?: string) =>
  described({ type: 'string', enum: words }, description)

export const list = <const I extends object>(items: I, more: object = {}) =>
  ({ type: 'array', items, ...more }) as const

/** One of the schemas that the document lists. */
export const ref = (name: string, description?: string) =>
  described({ $ref: `#/components/schemas/${name}` }, description)

export const orNull = (schema: object, description?: string) =>
  described({ anyOf: [schema, { type: 'null' }] }, description)

export const stringOrNull = (description: string) => orNull(STRING, description)

function described(
  schema: object,
  description: string | undefined,
): Readonly<Record<string, unknown>> {
  return description === undefined ? { ...schema } : { ...schema, description }
}

export const nullableString = orNull(STRING)

/** Of a question, which may leave it out. */
export const nullable = <const S extends object, const M extends object>(schema: S, more: M) =>
  ({ anyOf: [schema, { type: 'null' }], ...more }) as const

/** Of a question. */
export const ecosystem = { type: 'string', enum: ['pypi', 'npm'], title: 'Ecosystem' } as const
/** Of an answer. */
export const ECOSYSTEM = oneOf(['pypi', 'npm'])

export const text = (maxLength: number, title: string, examples: readonly string[]) =>
  ({ type: 'string', minLength: 1, maxLength, pattern: PLAIN_TEXT, title, examples }) as const

export const version = (title: string, example: string) =>
  text(VERSION_LENGTH_MAX, title, [example])

export const hex = (digits: number) =>
  ({ type: 'string', pattern: `^0x[0-9a-f]{${digits}}$` }) as const

/** What every signed answer ends with. */
export const RECEIPT = {
  attestation: ref('Attestation'),
  attestation_hash: hex(64),
  signature: hex(130),
  served_in_ms: COUNT,
} as const

/** Of whatever has a code. */
export const codeDocs = {
  type: 'string',
  pattern: '^/docs/[a-z/-]+#[a-z_]+$',
  description: 'The page that explains the code, below the address of the service.',
} as const

export const notices = list(ref('Notice'), {
  description:
    'What the registry says of the package and its releases, and that its name is likely not the one that is meant; left out where there is nothing.',
})
