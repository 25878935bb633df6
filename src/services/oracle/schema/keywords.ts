// The keywords of JSON Schema 2020-12: what each must hold to be a keyword at all, and where schemas
// stand within a schema.

import { isMembers, type Members } from '../../../domain/texts/jsonValue.ts'

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'] as const

export type Schema = boolean | Members

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isMembers(value)
}

type Shape = (value: unknown) => boolean

const isText: Shape = (value) => typeof value === 'string'
const isNumber: Shape = (value) => Number.isFinite(value)
const isCount: Shape = (value) => Number.isInteger(value) && Number(value) >= 0
const isTexts: Shape = (value) => Array.isArray(value) && value.every(isText)
const isTypeName: Shape = (value) => TYPES.some((name) => name === value)

/** A schema, a list of them, or one under each key. */
const ONE =
  'items additionalProperties propertyNames contains not if then else unevaluatedItems unevaluatedProperties contentSchema'.split(
    ' ',
  )
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const KEYED = ['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas']

const TEXTS = ['$id', '$ref', '$dynamicRef', '$anchor', '$dynamicAnchor', '$schema', 'pattern']
const COUNTS = ['Length', 'Items', 'Properties', 'Contains'].flatMap((of) => [
  `min${of}`,
  `max${of}`,
])
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']

const all = (keys: readonly string[], shape: Shape) => keys.map((key) => [key, shape] as const)

const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...all(ONE, isSchema),
  ...all(MANY, (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema)),
  ...all(KEYED, (value) => isMembers(value) && Object.values(value).every(isSchema)),
  ...all(TEXTS, isText),
  ...all(COUNTS, isCount),
  ...all(NUMBERS, isNumber),
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0],
  ['uniqueItems', (value) => typeof value === 'boolean'],
  ['required', isTexts],
  ['dependentRequired', (value) => isMembers(value) && Object.values(value).every(isTexts)],
  ['enum', Array.isArray],
  ['type', (value) => isTypeName(value) || (Array.isArray(value) && value.every(isTypeName))],
])

/** The first keyword that does not hold what it must; null when all do. */
export function misshapen(schema: Members): string | null {
  for (const key of Object.keys(schema)) {
    const shape = SHAPES.get(key)
    if (shape !== undefined && !shape(schema[key])) return key
  }
  return null
}

/** Every schema right below one, at the places where the dialect has schemas. */
export function* schemasIn(schema: Members): Generator<Schema> {
  for (const key of Object.keys(schema)) {
    const value = schema[key]
    if (ONE.includes(key) && isSchema(value)) yield value
    else if (MANY.includes(key) && Array.isArray(value)) yield* value.filter(isSchema)
    else if (KEYED.includes(key) && isMembers(value)) yield* Object.values(value).filter(isSchema)
  }
}
