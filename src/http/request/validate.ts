// Request bodies are judged as FastAPI judges them: the same JSON Schema literals that make up the
// OpenAPI document are compiled to closures that report what pydantic 2 reports, word for word.
// test/truth/validate.test.ts compares the two on a real FastAPI app. What must stay true: a
// schema that holds a rule we do not enforce does not compile, and nothing here throws on input.

import { isMembers } from '../../domain/texts/jsonValue.ts'
import { ERROR_INPUT_MAX_BYTES } from '../../limits.ts'

/** One entry of a 422 body's `detail`, as FastAPI writes it. */
export type ValidationIssue = Readonly<{
  type: string
  loc: readonly (string | number)[]
  msg: string
  input?: unknown
  ctx?: Readonly<Record<string, unknown>>
}>

/** The request is understood but wrong; the issues say where, in FastAPI's words. */
export class RequestInvalid extends Error {
  override readonly name = 'RequestInvalid'
  readonly issues: readonly ValidationIssue[]

  constructor(issues: readonly ValidationIssue[]) {
    super(issues.map((issue) => issue.msg).join('; '))
    this.issues = issues
  }
}

export type Validated<T> =
  | Readonly<{ ok: true; value: T }>
  | Readonly<{ ok: false; errors: readonly ValidationIssue[] }>

/** The part of JSON Schema that is enforced, and the annotations that are allowed beside it. */
export type JsonSchema = Readonly<{
  type?: 'object' | 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'null'
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: boolean
  enum?: readonly string[]
  /** The enum is reported as pydantic reports a `Literal`, not as it reports an `Enum`. */
  'x-literal'?: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  exclusiveMinimum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  /** A schema, or null. */
  anyOf?: readonly [JsonSchema, Readonly<{ type: 'null' }>]
  title?: string
  description?: string
  examples?: readonly unknown[]
  deprecated?: boolean
}>

/** The type of a value that a schema literal (`as const`) lets through. */
export type Infer<S> = S extends { anyOf: readonly [infer X, unknown] }
  ? Infer<X> | null
  : S extends { enum: readonly (infer E)[] }
    ? E
    : S extends { type: 'string' }
      ? string
      : S extends { type: 'number' | 'integer' }
        ? number
        : S extends { type: 'boolean' }
          ? boolean
          : S extends { type: 'array'; items: infer I }
            ? readonly Infer<I>[]
            : S extends { type: 'object'; properties: infer P }
              ? InferFields<P, S extends { required: readonly (infer R)[] } ? R : never>
              : S extends { type: 'object' }
                ? Readonly<Record<string, unknown>>
                : unknown

// An absent field that may be null reads as null; any other optional field stays absent.
type InferFields<P, R> = {
  readonly [K in keyof P as K extends R ? K : P[K] extends { anyOf: unknown } ? K : never]: Infer<
    P[K]
  >
} & {
  readonly [K in keyof P as K extends R
    ? never
    : P[K] extends { anyOf: unknown }
      ? never
      : K]?: Infer<P[K]>
}

const FAILED = Symbol('failed')
type Context = { readonly path: (string | number)[]; readonly issues: ValidationIssue[] }
/** Returns the value to keep, or FAILED after adding at least one issue. */
type Check = (value: unknown, context: Context) => unknown

/** Throws when the schema holds a keyword that would not be enforced. */
export function compileValidator<const S extends JsonSchema>(
  schema: S,
  root = 'body',
): (value: unknown) => Validated<Infer<S>> {
  const check = compile(schema)
  return (value) => {
    const context: Context = { path: [root], issues: [] }
    const kept = check(value, context)
    if (kept === FAILED) return { ok: false, errors: context.issues }
    // `check` was compiled from the schema that `Infer` reads.
    return { ok: true, value: kept as Infer<S> }
  }
}

const ANNOTATIONS = ['type', 'title', 'description', 'examples', 'deprecated']
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  string: ['minLength', 'maxLength', 'pattern'],
  enum: ['enum', 'x-literal'],
  number: ['exclusiveMinimum'],
  integer: ['exclusiveMinimum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems'],
  anyOf: ['anyOf'],
  any: [],
}

function compile(schema: JsonSchema): Check {
  const shape = schema.anyOf ? 'anyOf' : schema.enum ? 'enum' : (schema.type ?? 'any')
  const allowed = KEYWORDS[shape]
  for (const keyword of Object.keys(schema)) {
    if (!allowed?.includes(keyword) && !ANNOTATIONS.includes(keyword)) {
      throw new Error(`schema: ${keyword} is not enforced on ${shape}`)
    }
  }
  switch (shape) {
    case 'anyOf':
      return nullable(schema)
    case 'enum':
      return wellFormed(enumeration(schema))
    case 'object':
      return schema.properties ? model(schema, schema.properties) : dictionary
    case 'array':
      return list(schema)
    case 'string':
      return wellFormed(text(schema))
    case 'number':
      return wellFormed(greaterThan(float, schema))
    case 'integer':
      return wellFormed(greaterThan(integer, schema))
    case 'boolean':
      return wellFormed(boolean)
    case 'any':
      return (value) => value
    default:
      throw new Error(`schema: ${shape} is not supported`)
  }
}

function fail(
  context: Context,
  type: string,
  msg: string,
  input: unknown,
  ctx?: Record<string, unknown>,
): typeof FAILED {
  const issue = { type, loc: [...context.path], msg }
  context.issues.push({
    ...issue,
    ...(isEchoed(input) ? { input } : {}),
    ...(ctx ? { ctx } : {}),
  })
  return FAILED
}

// Half of a surrogate pair, as JSON.stringify writes it; an even run of backslashes is a literal.
const LONE_SURROGATE_ESCAPE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/

/** A large input would make errors an amplifier; a malformed one would make them unreadable. */
function isEchoed(input: unknown): boolean {
  if (leftOf(ERROR_INPUT_MAX_BYTES, input) < 0) return false
  const json = JSON.stringify(input) as string | undefined // Its declared type forgets undefined.
  return (
    json !== undefined &&
    json.length <= ERROR_INPUT_MAX_BYTES &&
    Buffer.byteLength(json) <= ERROR_INPUT_MAX_BYTES &&
    !LONE_SURROGATE_ESCAPE.test(json) &&
    !(typeof input === 'number' && !Number.isFinite(input))
  )
}

/** Of so many characters, what is left when the least that an input takes as JSON is written. */
function leftOf(characters: number, input: unknown): number {
  if (typeof input === 'string') return characters - input.length
  let left = characters - 1
  if (typeof input !== 'object') return left
  for (const key in input) {
    if (left < 0) break
    left = leftOf(left - 1, (input as Record<string, unknown>)[key])
  }
  return left
}

function nullable(schema: JsonSchema): Check {
  const [inner, other] = schema.anyOf ?? []
  if (!inner || other?.type !== 'null') throw new Error('schema: anyOf is [schema, null] only')
  const check = compile(inner)
  return (value, context) => (value === null ? null : check(value, context))
}

function enumeration(schema: JsonSchema): Check {
  const members = schema.enum ?? []
  const type = schema['x-literal'] === true ? 'literal_error' : 'enum'
  const quoted = members.map((member) => `'${member}'`)
  const last = quoted.pop() ?? ''
  const expected = quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last
  const msg = `Input should be ${expected}`
  return (value, context) => {
    if (typeof value === 'string' && members.includes(value)) return value
    return fail(context, type, msg, value, { expected })
  }
}

const WRONG_NAME_MAX = 60

function model(schema: JsonSchema, properties: Readonly<Record<string, JsonSchema>>): Check {
  const fields = Object.entries(properties).map(([key, property]) => ({
    key,
    check: compile(property),
    required: schema.required?.includes(key) === true,
    nullable: property.anyOf !== undefined,
  }))
  return (value, context) => {
    if (!isMembers(value)) {
      const msg = 'Input should be a valid dictionary or object to extract fields from'
      return fail(context, 'model_attributes_type', msg, value)
    }
    const kept: Record<string, unknown> = {}
    const issuesBefore = context.issues.length
    for (const { key, check, required, nullable } of fields) {
      if (Object.hasOwn(value, key)) kept[key] = checkAt(key, check, value[key], context)
      else if (required) checkAt(key, missing, value, context)
      else if (nullable) kept[key] = null
    }
    const wrong = Object.keys(value).find((key) => !Object.hasOwn(properties, key))
    // One is enough to see what is meant.
    if (wrong !== undefined && schema.additionalProperties === false) {
      checkAt(wrong.slice(0, WRONG_NAME_MAX).toWellFormed(), extra, value[wrong], context)
    }
    return context.issues.length > issuesBefore ? FAILED : kept
  }
}

const missing: Check = (value, context) => fail(context, 'missing', 'Field required', value)

const extra: Check = (value, context) =>
  fail(context, 'extra_forbidden', 'Extra inputs are not permitted', value)

function checkAt(place: string | number, check: Check, value: unknown, context: Context): unknown {
  context.path.push(place)
  const kept = check(value, context)
  context.path.pop()
  return kept
}

const dictionary: Check = (value, context) =>
  isMembers(value) ? value : fail(context, 'dict_type', 'Input should be a valid dictionary', value)

function list({ items, minItems = 0, maxItems = Infinity }: JsonSchema): Check {
  const check = compile(items ?? {})
  return (value, context) => {
    if (!Array.isArray(value)) {
      return fail(context, 'list_type', 'Input should be a valid list', value)
    }
    const length = value.length
    if (length > maxItems) {
      const msg = `List should have at most ${count(maxItems, 'item')} after validation, not ${length}`
      const ctx = { field_type: 'List', max_length: maxItems, actual_length: length }
      return fail(context, 'too_long', msg, value, ctx)
    }
    const issuesBefore = context.issues.length
    const kept = value.map((item, index) => checkAt(index, check, item, context))
    if (context.issues.length > issuesBefore) return FAILED
    if (length < minItems) {
      const msg = `List should have at least ${count(minItems, 'item')} after validation, not ${length}`
      const ctx = { field_type: 'List', min_length: minItems, actual_length: length }
      return fail(context, 'too_short', msg, value, ctx)
    }
    return kept
  }
}

function count(n: number, noun: string): string {
  return n === 1 ? `1 ${noun}` : `${n} ${noun}s`
}

/** Nothing else is said of a text that has half of a surrogate pair. */
function wellFormed(check: Check): Check {
  return (value, context) => {
    if (typeof value !== 'string' || value.isWellFormed()) return check(value, context)
    const msg = 'Input should be a valid string, unable to parse raw data as a unicode string'
    return fail(context, 'string_unicode', msg, value)
  }
}

/** Length in code points, as Python counts. */
export function lengthOf(value: string): number {
  let length = value.length
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) length--
  }
  return length
}

function text({ minLength = 0, maxLength = Infinity, pattern }: JsonSchema): Check {
  // Patterns are literals of ours; input never becomes a pattern.
  const regexp = pattern === undefined ? null : new RegExp(pattern, 'u')
  return (value, context) => {
    if (typeof value !== 'string') {
      return fail(context, 'string_type', 'Input should be a valid string', value)
    }
    // Code points are at most as many as code units and at least half: count only in between.
    if (value.length > maxLength && lengthOf(value) > maxLength) {
      const msg = `String should have at most ${count(maxLength, 'character')}`
      return fail(context, 'string_too_long', msg, value, { max_length: maxLength })
    }
    if (value.length < 2 * minLength && lengthOf(value) < minLength) {
      const msg = `String should have at least ${count(minLength, 'character')}`
      return fail(context, 'string_too_short', msg, value, { min_length: minLength })
    }
    if (regexp !== null && !regexp.test(value)) {
      const msg = `String should match pattern '${pattern}'`
      return fail(context, 'string_pattern_mismatch', msg, value, { pattern })
    }
    return value
  }
}

// pydantic reads numbers laxly: "5" and true are numbers, and so is " 1_000 ". The white space is
// Unicode's, which String.prototype.trim takes differently at two characters.
const AROUND = /^[\p{White_Space}]+|[\p{White_Space}]+$/gu
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const NOT_FINITE = /^[+-]?(?:inf|infinity|nan)$/i
const INTEGER = /^[+-]?\d+(?:_\d+)*(?:\.0+)?$/

const float: Check = (value, context) => {
  const msg = 'Input should be a valid number'
  let number: number
  if (typeof value === 'number') number = value
  else if (typeof value === 'boolean') number = value ? 1 : 0
  else if (typeof value !== 'string') return fail(context, 'float_type', msg, value)
  else {
    const trimmed = value.replace(AROUND, '')
    const digits = /^_|_$|__/.test(trimmed) ? trimmed : trimmed.replaceAll('_', '')
    if (DECIMAL.test(digits)) number = Number(digits)
    else if (NOT_FINITE.test(digits)) number = Number.NaN
    else {
      return fail(context, 'float_parsing', `${msg}, unable to parse string as a number`, value)
    }
  }
  if (Number.isFinite(number)) return number
  return fail(context, 'finite_number', 'Input should be a finite number', value)
}

const integer: Check = (value, context) => {
  const msg = 'Input should be a valid integer'
  let number: number
  if (typeof value === 'number') number = value
  else if (typeof value === 'boolean') number = value ? 1 : 0
  else if (typeof value !== 'string') return fail(context, 'int_type', msg, value)
  else {
    const trimmed = value.replace(AROUND, '')
    if (!INTEGER.test(trimmed)) {
      return fail(context, 'int_parsing', `${msg}, unable to parse string as an integer`, value)
    }
    number = Number(trimmed.replaceAll('_', ''))
  }
  if (Number.isSafeInteger(number)) return number
  if (Number.isInteger(number)) {
    // Python has no largest integer; past 2^53 ours would silently be another one.
    const tooLarge = 'Unable to parse input string as an integer, exceeded maximum size'
    return fail(context, 'int_parsing_size', tooLarge, value)
  }
  return Number.isFinite(number)
    ? fail(context, 'int_from_float', `${msg}, got a number with a fractional part`, value)
    : fail(context, 'finite_number', 'Input should be a finite number', value)
}

function greaterThan(check: Check, { exclusiveMinimum }: JsonSchema): Check {
  if (exclusiveMinimum === undefined) return check
  return (value, context) => {
    const number = check(value, context)
    if (typeof number !== 'number' || number > exclusiveMinimum) return number
    const msg = `Input should be greater than ${exclusiveMinimum}`
    return fail(context, 'greater_than', msg, value, { gt: exclusiveMinimum })
  }
}

const TRUE_WORDS = ['1', 'on', 't', 'true', 'y', 'yes']
const FALSE_WORDS = ['0', 'off', 'f', 'false', 'n', 'no']

const boolean: Check = (value, context) => {
  if (typeof value === 'boolean') return value
  const msg = 'Input should be a valid boolean'
  if (typeof value === 'string' || (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 63)) {
    const word = typeof value === 'string' ? value.toLowerCase() : `${value}`
    if (TRUE_WORDS.includes(word)) return true
    if (FALSE_WORDS.includes(word)) return false
    return fail(context, 'bool_parsing', `${msg}, unable to interpret input`, value)
  }
  return fail(context, 'bool_type', msg, value)
}
