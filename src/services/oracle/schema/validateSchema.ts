// JSON Schema 2020-12 by interpretation: nothing is compiled, nothing is fetched, and every schema
// that is applied to a value is a step of a budget. `format` is an annotation, as the dialect has it.

import { keptIn } from '../../../domain/maps.ts'
import { isMembers, type Members, memberOf } from '../../../domain/texts/jsonValue.ts'
import { PATTERN_STEPS_MAX, SCHEMA_DEPTH_MAX, SCHEMA_STEPS_MAX } from '../../../limits.ts'
import { Beyond, Budget } from '../budget.ts'
import { fromEcma } from '../ecmaPattern.ts'
import { pointerOf, stableText } from '../jsonText.ts'
import { type LinearPattern, linearPattern } from '../linearPattern.ts'
import { isSchema, type Schema } from './keywords.ts'
import { isMultipleOf } from './multipleOf.ts'
import { anchorIn, type Resource, SchemaIndex } from './schemaIndex.ts'

/** The first place that does not fit. */
type Misfit = Readonly<{ at: string; keyword: string }>

/** Null when the value fits. Throws `Beyond` where that cannot be told. */
export function validateSchema(schema: unknown, value: unknown): Misfit | null {
  const index = new SchemaIndex(schema)
  const run = new Run(index)
  return run.apply(index.root.root, value, { resources: [index.root], path: [] }).misfit
}

/** What of a value has been looked at, for the keywords that speak of the rest; null: nobody asks. */
type Seen = Readonly<{ keys: Set<string>; items: Set<number> }> | null

type Outcome = Readonly<{ misfit: Misfit | null; seen: Seen }>

type Around = Readonly<{
  /** The resources that led here, the outermost first. */
  resources: readonly Resource[]
  path: readonly (string | number)[]
}>

class Run {
  readonly #index: SchemaIndex
  readonly #budget = new Budget(SCHEMA_STEPS_MAX)
  readonly #patternBudget = new Budget(PATTERN_STEPS_MAX)
  readonly #patterns = new Map<string, LinearPattern>()
  #depth = 0

  constructor(index: SchemaIndex) {
    this.#index = index
  }

  apply(schema: Schema, value: unknown, around: Around): Outcome {
    this.#budget.spend(1 + Math.ceil(around.path.length / 8))
    const seen: Seen = this.#index.asksForRest ? { keys: new Set(), items: new Set() } : null
    if (schema === true) return { misfit: null, seen }
    const at = () => pointerOf(around.path)
    if (schema === false) return { misfit: { at: at(), keyword: 'false' }, seen }
    const breadth = this.#index.breadthOf(schema) + breadthOf(value)
    this.#budget.spend(Math.ceil(breadth / 16))
    this.#depth += 1
    if (this.#depth > SCHEMA_DEPTH_MAX) throw new Beyond('the schema goes in circles')
    const inner = entering(around, this.#index.resourceOf(schema))
    const misfit =
      this.#references(schema, value, inner, seen) ??
      this.#combined(schema, value, inner, seen) ??
      wrongKeyword(at, this.#scalars(schema, value)) ??
      (Array.isArray(value) ? this.#list(schema, value, inner, seen) : null) ??
      (isMembers(value) ? this.#object(schema, value, inner, seen) : null)
    this.#depth -= 1
    return { misfit, seen }
  }

  /** Applies a schema to the same value and keeps what it has seen if the value fits. */
  #join(schema: Schema, value: unknown, around: Around, seen: Seen): Misfit | null {
    const outcome = this.apply(schema, value, around)
    if (outcome.misfit === null) merge(seen, outcome.seen)
    return outcome.misfit
  }

  #references(schema: Members, value: unknown, around: Around, seen: Seen): Misfit | null {
    const from = this.#index.resourceOf(schema)
    const reference = memberOf(schema, '$ref')
    if (typeof reference === 'string') {
      const found = this.#index.resolve(reference, from)
      const misfit = this.#join(found.schema, value, entering(around, found.resource), seen)
      if (misfit !== null) return misfit
    }
    const dynamic = memberOf(schema, '$dynamicRef')
    if (typeof dynamic !== 'string') return null
    const found = this.#dynamic(dynamic, from, around)
    return this.#join(found.schema, value, entering(around, found.resource), seen)
  }

  /** The outermost resource that led here and has the anchor, if the reference is to one at all. */
  #dynamic(reference: string, from: Resource, { resources }: Around) {
    const first = this.#index.resolve(reference, from)
    const anchor = anchorIn(reference)
    if (anchor === null || first.resource.dynamicAnchors.get(anchor) !== first.schema) return first
    for (const resource of resources) {
      const schema = resource.dynamicAnchors.get(anchor)
      if (schema !== undefined) return { schema, resource }
    }
    return first
  }

  #combined(schema: Members, value: unknown, around: Around, seen: Seen): Misfit | null {
    const at = () => pointerOf(around.path)
    for (const one of schemasOf(schema, 'allOf')) {
      const misfit = this.#join(one, value, around, seen)
      if (misfit !== null) return misfit
    }
    const any = schemasOf(schema, 'anyOf')
    // All of them, because each that fits may have seen something.
    const fitting = any.filter((one) => this.#join(one, value, around, seen) === null)
    if (any.length > 0 && fitting.length === 0) return { at: at(), keyword: 'anyOf' }
    const each = schemasOf(schema, 'oneOf')
    const only = each.filter((one) => this.#join(one, value, around, seen) === null)
    if (each.length > 0 && only.length !== 1) return { at: at(), keyword: 'oneOf' }
    const not = schemaOf(schema, 'not')
    if (not !== undefined && this.apply(not, value, around).misfit === null) {
      return { at: at(), keyword: 'not' }
    }
    return this.#conditional(schema, value, around, seen)
  }

  #conditional(schema: Members, value: unknown, around: Around, seen: Seen): Misfit | null {
    const condition = schemaOf(schema, 'if')
    if (condition !== undefined) {
      const holds = this.#join(condition, value, around, seen) === null
      const branch = schemaOf(schema, holds ? 'then' : 'else')
      const misfit = branch === undefined ? null : this.#join(branch, value, around, seen)
      if (misfit !== null) return misfit
    }
    const dependent = memberOf(schema, 'dependentSchemas')
    if (!isMembers(dependent) || !isMembers(value)) return null
    for (const [key, one] of Object.entries(dependent)) {
      if (!Object.hasOwn(value, key) || !isSchema(one)) continue
      const misfit = this.#join(one, value, around, seen)
      if (misfit !== null) return misfit
    }
    return null
  }

  /** The first keyword about the value itself that it does not fit. */
  #scalars(schema: Members, value: unknown): string | null {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new Beyond('a number is larger than can be looked at')
    }
    const type = memberOf(schema, 'type')
    const types = Array.isArray(type) ? type : [type]
    if (type !== undefined && !types.some((name) => isOfType(value, name))) return 'type'
    if (Object.hasOwn(schema, 'const') && !this.#equal(value, schema['const'])) return 'const'
    const among = memberOf(schema, 'enum')
    if (Array.isArray(among) && !among.some((one) => this.#equal(value, one))) return 'enum'
    if (typeof value === 'number') return wrongNumber(schema, value)
    return typeof value === 'string' ? this.#wrongText(schema, value) : null
  }

  #equal(one: unknown, other: unknown): boolean {
    this.#budget.spend()
    if (typeof one !== 'object' || typeof other !== 'object') return one === other
    if (one === null || other === null) return one === other
    return this.#textOf(one) === this.#textOf(other)
  }

  #textOf(value: unknown): string {
    const text = stableText(value)
    this.#budget.spend(Math.ceil(text.length / 16))
    return text
  }

  #wrongText(schema: Members, value: string): string | null {
    this.#budget.spend(Math.ceil(value.length / 16))
    const [least, most] = [memberOf(schema, 'minLength'), memberOf(schema, 'maxLength')]
    if (typeof least === 'number' || typeof most === 'number') {
      const { length } = [...value]
      if (typeof least === 'number' && length < least) return 'minLength'
      if (typeof most === 'number' && length > most) return 'maxLength'
    }
    const pattern = memberOf(schema, 'pattern')
    return typeof pattern === 'string' && !this.#matches(pattern, value) ? 'pattern' : null
  }

  #matches(source: string, text: string): boolean {
    const pattern = keptIn(this.#patterns, source, () =>
      linearPattern(fromEcma(source), {}, this.#patternBudget),
    )
    return pattern.find(text, this.#patternBudget) !== null
  }

  #list(schema: Members, value: readonly unknown[], around: Around, seen: Seen): Misfit | null {
    const keyword = this.#wrongSize(schema, value.length, 'minItems', 'maxItems')
    if (keyword !== null) return { at: pointerOf(around.path), keyword }
    if (schema['uniqueItems'] === true) {
      const texts = new Set(value.map((item) => this.#textOf(item)))
      if (texts.size < value.length) return { at: pointerOf(around.path), keyword: 'uniqueItems' }
    }
    const first = schemasOf(schema, 'prefixItems')
    const rest = schemaOf(schema, 'items')
    for (const [index, item] of value.entries()) {
      const one = first[index] ?? rest
      if (one === undefined) break
      const { misfit } = this.apply(one, item, below(around, index))
      if (misfit !== null) return misfit
      seen?.items.add(index)
    }
    const others = schemaOf(schema, 'unevaluatedItems')
    return (
      this.#contains(schema, value, around, seen) ??
      this.#others(others, value.entries(), around, seen?.items)
    )
  }

  /** What stands in a value and was not looked at. */
  #others<Key extends string | number>(
    schema: Schema | undefined,
    members: Iterable<readonly [Key, unknown]>,
    around: Around,
    seen: Set<Key> | undefined,
  ): Misfit | null {
    if (schema === undefined) return null
    for (const [key, member] of members) {
      if (seen?.has(key)) continue
      const { misfit } = this.apply(schema, member, below(around, key))
      if (misfit !== null) return misfit
      seen?.add(key)
    }
    return null
  }

  #contains(schema: Members, value: readonly unknown[], around: Around, seen: Seen): Misfit | null {
    const wanted = schemaOf(schema, 'contains')
    if (wanted === undefined) return null
    let count = 0
    for (const [index, item] of value.entries()) {
      if (this.apply(wanted, item, below(around, index)).misfit !== null) continue
      count += 1
      seen?.items.add(index)
    }
    const least = memberOf(schema, 'minContains') ?? 1
    const most = memberOf(schema, 'maxContains') ?? Number.POSITIVE_INFINITY
    const at = pointerOf(around.path)
    if (count < Number(least)) return { at, keyword: 'contains' }
    return count > Number(most) ? { at, keyword: 'maxContains' } : null
  }

  #wrongSize(schema: Members, size: number, least: string, most: string): string | null {
    const [low, high] = [memberOf(schema, least), memberOf(schema, most)]
    if (typeof low === 'number' && size < low) return least
    return typeof high === 'number' && size > high ? most : null
  }

  #object(schema: Members, value: Members, around: Around, seen: Seen): Misfit | null {
    const keys = Object.keys(value)
    const keyword =
      this.#wrongSize(schema, keys.length, 'minProperties', 'maxProperties') ??
      wrongRequired(schema, value)
    if (keyword !== null) return { at: pointerOf(around.path), keyword }
    const names = schemaOf(schema, 'propertyNames')
    for (const key of keys) {
      const misfit = names === undefined ? null : this.apply(names, key, below(around, key)).misfit
      if (misfit !== null) return { at: misfit.at, keyword: 'propertyNames' }
      const wrong = this.#member(schema, key, value[key], { around, seen })
      if (wrong !== null) return wrong
    }
    const others = schemaOf(schema, 'unevaluatedProperties')
    return this.#others(others, Object.entries(value), around, seen?.keys)
  }

  #member(
    schema: Members,
    key: string,
    value: unknown,
    { around, seen }: Readonly<{ around: Around; seen: Seen }>,
  ): Misfit | null {
    const applied = [...this.#schemasFor(schema, key)]
    const rest = schemaOf(schema, 'additionalProperties')
    if (applied.length === 0 && rest !== undefined) applied.push(rest)
    for (const one of applied) {
      const { misfit } = this.apply(one, value, below(around, key))
      if (misfit !== null) return misfit
      seen?.keys.add(key)
    }
    return null
  }

  *#schemasFor(schema: Members, key: string): Generator<Schema> {
    const named = memberOf(schema, 'properties')
    const one = isMembers(named) ? memberOf(named, key) : undefined
    if (isSchema(one)) yield one
    const patterns = memberOf(schema, 'patternProperties')
    if (!isMembers(patterns)) return
    for (const [pattern, other] of Object.entries(patterns)) {
      this.#budget.spend()
      if (isSchema(other) && this.#matches(pattern, key)) yield other
    }
  }
}

function breadthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return isMembers(value) ? Object.keys(value).length : 0
}

/** The place is only written out where something is wrong: keys are as long as they like. */
function wrongKeyword(at: () => string, keyword: string | null): Misfit | null {
  return keyword === null ? null : { at: at(), keyword }
}

function entering(around: Around, resource: Resource): Around {
  return around.resources.at(-1) === resource
    ? around
    : { ...around, resources: [...around.resources, resource] }
}

function below(around: Around, step: string | number): Around {
  return { ...around, path: [...around.path, step] }
}

function merge(seen: Seen, more: Seen): void {
  for (const key of more?.keys ?? []) seen?.keys.add(key)
  for (const index of more?.items ?? []) seen?.items.add(index)
}

function schemaOf(schema: Members, key: string): Schema | undefined {
  const value = memberOf(schema, key)
  return isSchema(value) ? value : undefined
}

function schemasOf(schema: Members, key: string): readonly Schema[] {
  const value = memberOf(schema, key)
  return Array.isArray(value) ? value.filter(isSchema) : []
}

function isOfType(value: unknown, name: unknown): boolean {
  switch (name) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isMembers(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === name
  }
}

function wrongNumber(schema: Members, value: number): string | null {
  const bound = (key: string) => {
    const limit = memberOf(schema, key)
    return typeof limit === 'number' ? limit : null
  }
  const [least, most] = [bound('minimum'), bound('maximum')]
  if (least !== null && value < least) return 'minimum'
  if (most !== null && value > most) return 'maximum'
  const [above, under] = [bound('exclusiveMinimum'), bound('exclusiveMaximum')]
  if (above !== null && value <= above) return 'exclusiveMinimum'
  if (under !== null && value >= under) return 'exclusiveMaximum'
  const of = bound('multipleOf')
  return of !== null && !isMultipleOf(value, of) ? 'multipleOf' : null
}

function wrongRequired(schema: Members, value: Members): string | null {
  const lacks = (names: unknown) =>
    Array.isArray(names) && names.some((name) => !Object.hasOwn(value, String(name)))
  if (lacks(memberOf(schema, 'required'))) return 'required'
  const dependent = memberOf(schema, 'dependentRequired')
  if (!isMembers(dependent)) return null
  const isLacking = Object.keys(dependent).some(
    (key) => Object.hasOwn(value, key) && lacks(dependent[key]),
  )
  return isLacking ? 'dependentRequired' : null
}
