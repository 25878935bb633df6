// The keywords of JSON Schema 2020-12: what each must hold to be a keyword at all, and where schemas
// stand within a schema.

import { isMembers } from '../../../domain/texts/jsonValue.ts'
import type { Members } from '../jsonText.ts'

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
const ONE = ['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if'].concat([
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
])
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const KEYED = ['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas']

const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...ONE.map((key) => [key, isSchema] as const),
  ...MANY.map(
    (key) =>
      [
        key,
        (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
      ] as const,
  ),
  ...KEYED.map(
    (key) =>
      [key, (value: unknown) => isMembers(value) && Object.values(value).every(isSchema)] as const,
  ),
  ...['$id', '$ref', '$dynamicRef', '$anchor', '$dynamicAnchor', '$schema', 'pattern'].map(
    (key) => [key, isText] as const,
  ),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
    (key) => [key, isCount] as const,
  ),
  ...['minContains', 'maxContains'].map((key) => [key, isCount] as const),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map(
    (key) => [key, isNumber] as const,
  ),
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
