// A schema with its names: resources by address, anchors within them. Nothing is ever fetched.

import { keptIn } from '../../../domain/maps.ts'
import { isMembers, type Members, memberOf } from '../../../domain/texts/jsonValue.ts'
import { Beyond } from '../budget.ts'
import { isSchema, misshapen, type Schema, schemasIn } from './keywords.ts'

/** A schema with an address of its own, and what is named within it. */
export type Resource = Readonly<{
  address: string
  root: Schema
  anchors: Map<string, Schema>
  dynamicAnchors: Map<string, Schema>
}>

/** The dialect; a schema that names another is not judged by these rules. */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
/** Where a schema without an address is; nobody else can be there. */
const NOWHERE = 'assay:/schema'

/** Where a reference leads. */
type Found = Readonly<{ schema: Schema; resource: Resource }>

export class SchemaIndex {
  readonly #resources = new Map<string, Resource>()
  readonly #resourceOf = new Map<Members, Resource>()
  readonly #breadth = new Map<Members, number>()
  readonly #resolved = new Map<Resource, Map<string, Found>>()
  readonly root: Resource
  /** Whether any schema asks what the others have looked at. */
  asksForRest = false

  /** Throws `Beyond` for a schema that is none, or of another dialect. */
  constructor(schema: unknown) {
    if (!isSchema(schema)) throw new Beyond('the schema is neither an object nor a boolean')
    this.root = this.#resource(
      isMembers(schema) ? this.#addressOf(schema, NOWHERE) : NOWHERE,
      schema,
    )
    if (isMembers(schema)) this.#add(schema, this.root)
  }

  resourceOf(schema: Members): Resource {
    return this.#resourceOf.get(schema) ?? this.root
  }

  /** How many things stand right in it: what it takes to look at it once. */
  breadthOf(schema: Members): number {
    return this.#breadth.get(schema) ?? 1
  }

  /** What a reference leads to, and the resource that it is in. */
  resolve(reference: string, from: Resource): Found {
    const known = keptIn(this.#resolved, from, () => new Map<string, Found>())
    // References are as long as they like, and are met at every value.
    return keptIn(known, reference, () => this.#find(reference, from))
  }

  #find(reference: string, from: Resource): Found {
    const url = parseAddress(reference, from.address)
    const fragment = decoded(url.hash.slice(1))
    url.hash = ''
    const resource = this.#resources.get(url.href)
    if (resource === undefined) throw new Beyond('the schema refers to one that is not in it')
    if (fragment === '') return { schema: resource.root, resource }
    if (fragment.startsWith('/')) return this.#byPointer(fragment, resource)
    const schema = resource.anchors.get(fragment)
    if (schema === undefined) throw new Beyond('the schema refers to an anchor that is not in it')
    return { schema, resource }
  }

  #byPointer(pointer: string, from: Resource): Found {
    let value: unknown = from.root
    let resource = from
    for (const part of pointer.slice(1).split('/')) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
      value = Array.isArray(value)
        ? value[Number(key)]
        : isMembers(value)
          ? memberOf(value, key)
          : undefined
      if (isMembers(value)) resource = this.#resourceOf.get(value) ?? resource
    }
    if (!isSchema(value)) throw new Beyond('the schema refers to something that is no schema')
    // A place that the dialect does not know as one for schemas.
    if (isMembers(value) && !this.#resourceOf.has(value)) this.#add(value, resource)
    return { schema: value, resource: isMembers(value) ? this.resourceOf(value) : resource }
  }

  #resource(address: string, root: Schema): Resource {
    const made: Resource = { address, root, anchors: new Map(), dynamicAnchors: new Map() }
    if (this.#resources.has(address)) throw new Beyond('two schemas have the same $id')
    this.#resources.set(address, made)
    return made
  }

  #addressOf(schema: Members, base: string): string {
    const id = memberOf(schema, '$id')
    if (id === undefined) return base
    if (typeof id !== 'string') throw new Beyond('the schema is not valid: $id')
    const url = parseAddress(id, base)
    if (url.hash !== '') throw new Beyond('the schema is not valid: $id')
    return url.href
  }

  #add(schema: Members, around: Resource): void {
    const wrong = misshapen(schema)
    if (wrong !== null) throw new Beyond(`the schema is not valid: ${wrong}`)
    const dialect = memberOf(schema, '$schema')
    if (typeof dialect === 'string' && dialect.replace(/#$/, '') !== DIALECT) {
      throw new Beyond('the schema is not one of draft 2020-12')
    }
    const isNew = Object.hasOwn(schema, '$id') && schema !== around.root
    const resource = isNew
      ? this.#resource(this.#addressOf(schema, around.address), schema)
      : around
    this.#resourceOf.set(schema, resource)
    this.#breadth.set(schema, breadth(schema))
    this.asksForRest ||=
      Object.hasOwn(schema, 'unevaluatedItems') || Object.hasOwn(schema, 'unevaluatedProperties')
    const anchor = memberOf(schema, '$anchor')
    if (typeof anchor === 'string') resource.anchors.set(anchor, schema)
    const dynamic = memberOf(schema, '$dynamicAnchor')
    if (typeof dynamic === 'string') {
      resource.anchors.set(dynamic, schema)
      resource.dynamicAnchors.set(dynamic, schema)
    }
    for (const below of schemasIn(schema)) {
      if (isMembers(below) && !this.#resourceOf.has(below)) this.#add(below, resource)
    }
  }
}

function breadth(schema: Members): number {
  let sum = 1
  for (const value of Object.values(schema)) {
    if (Array.isArray(value)) sum += value.length
    else if (isMembers(value)) {
      sum += Object.keys(value).length
      // `dependentRequired` has lists of its own.
      for (const list of Object.values(value)) if (Array.isArray(list)) sum += list.length
    }
  }
  return sum
}

function parseAddress(reference: string, base: string): URL {
  try {
    return new URL(reference, base)
  } catch {
    throw new Beyond('the schema has an address that is none')
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    throw new Beyond('the schema has an address that is none')
  }
}

/** The name after `#`, where a reference is to an anchor. */
export function anchorIn(reference: string): string | null {
  const fragment = reference.slice(reference.indexOf('#') + 1)
  return reference.includes('#') && fragment !== '' && !fragment.startsWith('/')
    ? decoded(fragment)
    : null
}
