// What bodies of several subjects are made of.

import { VERSION_LENGTH_MAX } from '../../limits.ts'

/** No control characters, in every string that a question is made of. */
export const PLAIN_TEXT = '^[^\\u0000-\\u001f\\u007f]*$'

/** An object that has all of its members, but for those that are named as optional. */
export function object<const P extends Readonly<Record<string, object>>>(
  properties: P,
  optional: readonly (keyof P)[] = [],
) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required } as const
}

export const string = (description: string) => ({ type: 'string', description }) as const

export const oneOf = (words: readonly string[], description?: string) =>
  described({ type: 'string', enum: words }, description)

export const list = <const I extends object>(items: I, more: object = {}) =>
  ({ type: 'array', items, ...more }) as const

/** One of the schemas that the document lists. */
export const ref = (name: string, description?: string) =>
  described({ $ref: `#/components/schemas/${name}` }, description)

export const orNull = (schema: object, description?: string) =>
  described({ anyOf: [schema, { type: 'null' }] }, description)

function described(
  schema: object,
  description: string | undefined,
): Readonly<Record<string, unknown>> {
  return description === undefined ? { ...schema } : { ...schema, description }
}

export const nullableString = { anyOf: [{ type: 'string' }, { type: 'null' }] } as const

export const ecosystem = { type: 'string', enum: ['pypi', 'npm'], title: 'Ecosystem' } as const

export const text = (maxLength: number, title: string, examples: readonly string[]) =>
  ({ type: 'string', minLength: 1, maxLength, pattern: PLAIN_TEXT, title, examples }) as const

export const version = (title: string, example: string) =>
  text(VERSION_LENGTH_MAX, title, [example])

export const hex = (digits: number) =>
  ({ type: 'string', pattern: `^0x[0-9a-f]{${digits}}$` }) as const

/** What every signed answer ends with. */
export const RECEIPT = {
  attestation: { $ref: '#/components/schemas/Attestation' },
  attestation_hash: hex(64),
  signature: hex(130),
  served_in_ms: { type: 'integer', minimum: 0 },
} as const

/** Of whatever has a code. */
export const codeDocs = {
  type: 'string',
  pattern: '^/docs/[a-z/-]+#[a-z_]+$',
  description: 'The page that explains the code, below the address of the service.',
} as const

export const nullableObject = { anyOf: [{ type: 'object' }, { type: 'null' }] } as const

export const nullableNumber = { anyOf: [{ type: 'number' }, { type: 'null' }] } as const

export const notices = {
  type: 'array',
  items: { $ref: '#/components/schemas/Notice' },
  description:
    'What the registry says of the package and its releases, and that its name is likely not the one that is meant; left out where there is nothing.',
} as const
