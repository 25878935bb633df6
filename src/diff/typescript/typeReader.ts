// What types of one release stand for: names, keys and conditions written out, and the members of
// objects.

import { marked } from '../../signatures/mapped.ts'
import { bareKey, type Call, type Member, type Type } from '../../signatures/parseType.ts'
import type { Steps } from '../../signatures/steps.ts'
import { type LibraryShape, libraryShape } from '../../table/typescriptLibrary.ts'
import { LIBRARY_ALIASES } from './libraryAliases.ts'
import { namesOf } from './libraryMembers.ts'
import {
  INTERFACES,
  LETTERS,
  LISTS,
  MADE_OF,
  MORE_OBJECTS,
  OBJECTS,
  UTILITIES,
} from './libraryTypes.ts'
import { listOf } from './lists.ts'
import { mappedMembers } from './mappedMembers.ts'
import { filledArguments, filledBody, filledMember, type Named, type Names } from './named.ts'
import { type ParseType, parser } from './parse.ts'
import { merged, type ObjectType, recordShape, type Shape } from './shape.ts'
import { holesOf, isTemplate } from './templates.ts'
import {
  type Conditional,
  indexedAt,
  isConcrete,
  isOfPrimitive,
  isParameter,
  isPrimitive,
  literals,
  overloadsOf,
  quoted,
  type Reference,
  withNothing,
} from './typeForms.ts'

/** A name that is written out, one inside another, so often. */
export const DEPTH_MAX = 14

/** A name is followed so far to a condition that waits. */
const DEFERRED_MAX = 6

/** Of more keys than this no union is made. */
const KEYS_MAX = 500

export class TypeReader {
  readonly names: Names
  readonly #steps: Steps
  readonly parse: ParseType

  constructor(names: Names, steps: Steps) {
    this.names = names
    this.#steps = steps
    this.parse = parser(steps)
  }

  bodyOf(reference: Reference, named: Named): Type | null {
    const given = reference.given.map(({ text }) => text)
    const filled = filledArguments(reference.name, given, named)
    const body = filled === null ? null : filledBody(named, filled)
    return body === null ? null : this.parse(body)
  }

  /** The members of an enum are texts and numbers as well; a text or a number is no member of it. */
  valuesOf(type: Type): Type | null {
    const named = type.form === 'reference' ? this.names(type.name) : null
    return named?.values ? this.parse(named.values) : null
  }

  /** What objects of a type of the library have; null for other types. */
  libraryOf(type: Type): LibraryShape | null {
    if (type.form !== 'reference' || this.names(type.name) !== null) return null
    return libraryShape(type.name)
  }

  /** `typeof Date`: what the library makes objects with, and is none of its objects. */
  isLibraryClass({ text }: Type): boolean {
    const name = /^typeof ([A-Z]\w*)$/.exec(text)?.[1]
    return name !== undefined && this.names(name) === null && isMadeByLibrary(name)
  }

  /** An object of the library, and no class of it. */
  isOfLibrary(type: Type): boolean {
    if (type.form !== 'reference' || this.names(type.name) !== null) return false
    return isMadeByLibrary(type.name)
  }

  /** Whatever a type parameter is chosen to be, it is something else than this. */
  isSettled(type: Type): boolean {
    if (isConcrete(type)) return true
    if (type.form !== 'reference') return false
    const named = this.names(type.name)
    return named === null ? MADE_OF.has(type.name) : named.kind !== 'alias'
  }

  /** Whether a condition about it waits for what somebody chooses. */
  isDeferred(type: Type, depth = 0): boolean {
    if (isParameter(type.text) || /^(?:keyof T\d+|T\d+\[T\d+\])$/.test(type.text)) return true
    if (depth > DEFERRED_MAX) return false
    if (type.form === 'conditional') return this.isDeferred(type.parts[0], depth + 1)
    if (type.form !== 'reference' || !/\bT\d+\b/.test(type.text)) return false
    const named = this.names(type.name)
    const body = named?.kind === 'alias' ? this.bodyOf(type, named) : null
    return body !== null && this.isDeferred(body, depth + 1)
  }

  isObject(type: Type): boolean {
    if (['object', 'call', 'construct', 'tuple'].includes(type.form)) return true
    if (type.text === 'object' || type.text === 'this') return true
    if (type.form !== 'reference') return false
    if (OBJECTS.has(type.name) || MORE_OBJECTS.test(type.name)) return true
    if (INTERFACES.test(type.name) && this.names(type.name) === null) {
      return true
    }
    return this.shapeOf(type) !== null
  }

  /** What the library makes, and is no list of so many items. */
  isNoList(type: Type): boolean {
    if (type.text === 'object') return true
    if (type.form !== 'reference' || LISTS.has(type.name) || this.names(type.name)) return false
    const { name } = type
    return OBJECTS.has(name) || MORE_OBJECTS.test(name) || INTERFACES.test(name)
  }

  /** An alias, or a type of the library that is made of another one; null for what is no such name. */
  writtenOut(type: Type): Type | null {
    if (type.form === 'atom') {
      if (isTemplate(type.text)) return this.#filledTemplate(type.text)
      return this.#memberOf(type) ?? this.#keysOf(type)
    }
    if (type.form === 'conditional') return this.#settledBranch(type)
    if (type.form !== 'reference') return null
    const named = this.names(type.name)
    if (named !== null) {
      const isFunction = (one: Type) => one.form === 'construct' || overloadsOf(one) !== null
      const body = named.kind === 'class' ? null : this.bodyOf(type, named)
      if (body === null || body.text === type.text) return null
      // An interface that can be called, and nothing else, is a function.
      return named.kind === 'alias' || (!named.isOpen && isFunction(body)) ? body : null
    }
    const [one] = type.given
    const alias = type.given.length === 0 ? LIBRARY_ALIASES.get(type.name) : undefined
    if (alias !== undefined) return this.parse(alias)
    if (type.name === 'Exclude' || type.name === 'Extract') return this.chosen(type)
    const several = type.name === 'NonNullable' && one ? this.#severalOf(one) : null
    if (several !== null) {
      const parts = several.filter(({ text }) => text !== 'null' && text !== 'undefined')
      return this.parse(parts.map(({ text }) => `(${text})`).join(' | '))
    }
    const letters = LETTERS[type.name]
    if (letters !== undefined && one !== undefined) {
      const texts = this.#texts(one)
      return texts === null
        ? null
        : this.parse(texts.map((text) => quoted(letters(text))).join(' | '))
    }
    return one === undefined ? null : this.#madeOf(type.name, one)
  }

  /** The parts of a union, or of what a name or a member stands for; null for the rest. */
  #severalOf(type: Type): readonly Type[] | null {
    const meant = type.form === 'union' ? type : this.writtenOut(type)
    return meant?.form === 'union' ? meant.parts : null
  }

  /** What a condition comes to whose question has an answer; null for the rest. */
  #settledBranch({ parts }: Conditional): Type | null {
    const [check, extended, yes, no] = parts
    if (!isPrimitive(extended) || /\bT\d+\b/.test(check.text)) return null
    const answers = this.#allOf(check, 0).map((part) => isOfPrimitive(part, extended))
    const [first] = answers
    // Of several that are not of one mind each has its own branch.
    if (first === undefined || first === null || answers.some((one) => one !== first)) return null
    return first ? yes : no
  }

  /** The parts of a type, with names written out. */
  #allOf(type: Type, depth: number): readonly Type[] {
    if (depth > DEPTH_MAX) return [type]
    if (type.form === 'union') return type.parts.flatMap((one) => this.#allOf(one, depth + 1))
    if (type.text === 'boolean') return [this.parse('true'), this.parse('false')]
    const meant = type.form === 'reference' ? this.writtenOut(type) : null
    return meant === null ? [type] : this.#allOf(meant, depth + 1)
  }

  /** The texts that a type may be; null where it may be others. */
  #texts(type: Type, depth = 0): readonly string[] | null {
    const parts = type.form === 'union' ? type.parts : [type]
    const all = parts.map((part): readonly string[] | null => {
      if (part.text.startsWith('"')) return [String(JSON.parse(part.text))]
      const meant = depth < DEPTH_MAX ? (this.writtenOut(part) ?? this.valuesOf(part)) : null
      return meant === null ? null : this.#texts(meant, depth + 1)
    })
    if (all.includes(null)) return null
    const texts = (all as string[][]).flat()
    return texts.length > KEYS_MAX ? null : texts
  }

  /** A template with the texts in its holes that are known; null where there are none. */
  #filledTemplate(template: string): Type | null {
    const pieces = holesOf(template).map((piece, place) => {
      const texts = place % 2 === 0 ? [piece] : this.#texts(this.parse(piece))
      return texts ?? [`\${${piece}}`]
    })
    const holes = pieces.filter((_, place) => place % 2 === 1)
    const isOpen = (texts: readonly string[]) => texts[0]?.startsWith('${') === true
    if (holes.every(isOpen)) return null
    let made: readonly string[] = ['']
    for (const texts of pieces) {
      if (texts.length * made.length > KEYS_MAX) return null
      made = made.flatMap((head) => texts.map((text) => `${head}${text}`))
    }
    const written = holes.some(isOpen) ? (text: string) => `\`${text}\`` : quoted
    return this.parse(made.map(written).join(' | '))
  }

  /** What the library makes of a function, of a class or of a promise. */
  #madeOf(name: string, of: Type): Type | null {
    const one = of.form === 'reference' ? (this.writtenOut(of) ?? of) : of
    if (name === 'Awaited') {
      return one.form === 'reference' && one.name === 'Promise' ? (one.given[0] ?? null) : null
    }
    const [, made] = name === 'InstanceType' ? (/^typeof ([\w$.]+)$/.exec(one.text) ?? []) : []
    if (made !== undefined) return this.names(made)?.kind === 'class' ? this.parse(made) : null
    const isGeneric = one.form === 'call' && one.call.typeParameters.length > 0
    const construct =
      name === 'ConstructorParameters' || name === 'InstanceType' ? onlyWay(one) : null
    if (construct !== null && construct.typeParameters.length === 0) {
      return name === 'InstanceType' ? construct.returns : this.#listed(construct)
    }
    if (one.form !== 'call' || isGeneric) return null
    if (name === 'ReturnType') return one.call.returns
    return name === 'Parameters' ? this.#listed(one.call) : null
  }

  /** The parameters of a function as a list. */
  #listed({ parameters }: Call): Type {
    const given = parameters.map(
      ({ type, isOptional, isRest }) =>
        `${isRest ? '...' : ''}(${type.text})${isOptional ? '?' : ''}`,
    )
    return this.parse(`[${given.join(', ')}]`)
  }

  /** `Exclude<A, B>` and `Extract<A, B>` of texts; null where they are not all known. */
  chosen({ name, given }: Reference): Type | null {
    const [all, some] = [0, 1].map((place) => {
      const one = given[place]
      return one === undefined ? null : literals(this.writtenOut(one) ?? one)
    })
    if (!all || !some) return null
    const chosen = [...all].filter((text) => some.has(text) === (name === 'Extract'))
    return this.parse(chosen.map((text) => JSON.stringify(text)).join(' | ') || 'never')
  }

  /** `keyof A`; null where A is not known, or has keys of several kinds. */
  #keysOf({ text }: Type): Type | null {
    const [, of] = /^keyof (.*)$/s.exec(text) ?? []
    if (of === undefined || of.includes('=>') || isParameter(of)) return null
    const whole = this.parse(of)
    if (whole.form === 'reference' && whole.name === 'Record' && this.names('Record') === null)
      return whole.given[0] ?? null
    const shape = this.shapeOf(whole)
    if (shape === null || shape.isOpen) return null
    const { unnamed } = shape.object
    // Whoever has any text for a key has any number as well.
    if (unnamed.length === 1 && unnamed[0]?.startsWith('[string]: '))
      return this.parse('number | string')
    if (unnamed.length > 0) return null
    const keys = [...shape.object.members.keys()]
    if (keys.length === 0 || keys.length > KEYS_MAX) return null
    return this.parse(
      keys.map((key) => (key.startsWith('"') ? key : JSON.stringify(key))).join(' | '),
    )
  }

  /** `A["b"]`, `A[number]` and `A[keyof A]`; null where A or the key is not known. */
  #memberOf({ text }: Type): Type | null {
    const cut = text.endsWith(']') ? indexedAt(text) : -1
    if (cut <= 0) return null
    const owner = this.parse(text.slice(0, cut))
    const written = text.slice(cut + 1, -1)
    const isMade = owner.form === 'atom' || (owner.form === 'reference' && !this.names(owner.name))
    const whole = isMade ? (this.writtenOut(owner) ?? owner) : owner
    if (written === 'number') return this.#itemOf(whole)
    if (whole.form === 'tuple' && /^\d+$/.test(written)) {
      const item = listOf(whole.parameters)?.items[Number(written)]
      return item === undefined ? null : item.isOptional ? withNothing(item.type) : item.type
    }
    const keys = isParameter(written) ? null : this.#texts(this.parse(written))?.map(quoted)
    const members = keys === null ? null : this.shapeOf(whole)?.object.members
    const found = keys?.map((key) => members?.get(bareKey(key)) ?? members?.get(key)) ?? []
    if (found.length === 0) return null
    if (found.includes(undefined)) return this.memberByName(whole, keys ?? [])
    const types = (found as Member[]).map(({ type, isOptional }) =>
      isOptional ? withNothing(type) : type,
    )
    const [only] = types
    return types.length === 1 && only !== undefined
      ? only
      : this.parse(types.map((one) => `(${one.text})`).join(' | '))
  }

  /** A member of objects of which something else is not known. */
  memberByName(owner: Type, keys: readonly string[]): Type | null {
    const [key] = keys
    const named = owner.form === 'reference' ? this.names(owner.name) : null
    if (owner.form !== 'reference' || named === null || key === undefined || keys.length > 1)
      return null
    const given = owner.given.map(({ text }) => text)
    const filled = filledArguments(owner.name, given, named)
    const member = filled === null ? null : filledMember(named, filled, bareKey(key))
    if (member === null) return null
    const type = this.parse(member.text)
    return member.isOptional ? withNothing(type) : type
  }

  /** Whether an object of a type is sure to have no member of a name. */
  lacks(type: Type, name: string, depth = 0): boolean {
    if (depth > DEPTH_MAX) return false
    if (type.form === 'union') return type.parts.every((part) => this.lacks(part, name, depth + 1))
    if (type.form === 'reference' && type.name === 'Omit' && this.names('Omit') === null) {
      const left = type.given[1] === undefined ? null : literals(type.given[1])
      if (left?.has(name) === true) return true
    }
    const shape = this.shapeOf(type)
    if (shape !== null) return !shape.isOpen && !shape.object.members.has(name)
    const meant = type.form === 'reference' ? this.writtenOut(type) : null
    return meant !== null && this.lacks(meant, name, depth + 1)
  }

  /** What a list holds; null for what is none. */
  #itemOf(type: Type): Type | null {
    if (type.form === 'reference' && LISTS.has(type.name)) return type.given[0] ?? null
    if (type.form === 'reference') {
      const meant = this.writtenOut(type)
      return meant === null ? null : this.#itemOf(meant)
    }
    const list = type.form === 'tuple' ? listOf(type.parameters) : null
    if (list === null || list.items.length === 0) return null
    const items = list.items.map((one) => (one.isOptional ? withNothing(one.type) : one.type))
    const all = list.rest === null ? items : [...items, list.rest]
    return this.parse(all.map((one) => `(${one.text})`).join(' | '))
  }

  /** An object type with the members of all that it is made of; null for what is none. */
  objectOf(type: Type): ObjectType | null {
    const shape = this.shapeOf(type)
    return shape === null || shape.isOpen || shape.isClass ? null : shape.object
  }

  /** The members of what is an object; null for the rest. */
  shapeOf(type: Type, depth = 0): Shape | null {
    if (depth > DEPTH_MAX || !this.#steps.take()) return null
    if (type.form === 'object') {
      return { object: this.#withKeys(type, depth), isOpen: false, isClass: false }
    }
    if (type.form === 'intersection') {
      const shapes = type.parts.map((part) => this.shapeOf(part, depth + 1))
      return shapes.includes(null) ? null : merged(shapes as Shape[], this.parse)
    }
    if (type.form !== 'reference') return null
    const named = this.names(type.name)
    if (named !== null) {
      const body = this.bodyOf(type, named)
      if (body === null || body.text === type.text) return null
      // An object that can be called, and nothing else, is a function.
      const shape = this.shapeOf(body, depth + 1)
      return shape === null
        ? null
        : {
            ...shape,
            isOpen: shape.isOpen || named.isOpen,
            isClass: named.kind === 'class',
            isInterface: named.kind === 'interface' || shape.isInterface === true,
          }
    }
    return this.#utility(type, depth)
  }

  #withKeys(object: ObjectType, depth: number): ObjectType {
    const found = mappedMembers(object, {
      parse: this.parse,
      shapeOf: (one) => this.shapeOf(one, depth + 1),
      textsOf: (one) => this.#texts(one),
    })
    return found === null || found.members.size > KEYS_MAX ? object : found
  }

  #utility({ name, given }: Reference, depth: number): Shape | null {
    const [one, keys] = given
    if (one === undefined) return null
    if (name === 'Record' && keys !== undefined)
      return recordShape(this.writtenOut(one) ?? one, keys)
    if (!UTILITIES.has(name)) return null
    const shape = this.shapeOf(one, depth + 1)
    if (shape === null) return null
    // All that it has, and nothing that only objects of a class have.
    if (name === 'Pick' && keys?.text === `keyof ${one.text}`) {
      return { ...shape, isClass: false, isInterface: false }
    }
    const members = new Map<string, Member>()
    const named = keys === undefined ? null : literals(keys)
    if (name === 'Pick' || name === 'Omit') {
      if (named === null || shape.object.unnamed.length > 0) return null
    }
    for (const [key, member] of shape.object.members) {
      if (named !== null && named.has(key) !== (name === 'Pick')) continue
      const isOptional = name === 'Partial' ? true : name === 'Required' ? false : member.isOptional
      members.set(key, {
        ...member,
        isOptional,
        isReadonly: member.isReadonly || name === 'Readonly',
      })
    }
    const mark = MARKS.get(name)
    const unnamed = shape.object.unnamed.map((one) =>
      mark === undefined ? one : marked(one, mark),
    )
    return { ...shape, object: { ...shape.object, members, unnamed }, isInterface: false }
  }
}

/** What they make of the mark that a member may be missing. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['Partial', '?'],
  ['Required', '-?'],
])

/** How objects are made of something, where there is one way. */
function onlyWay(type: Type): Call | null {
  if (type.form === 'construct') return type.call
  const [only, ...others] = type.form === 'object' ? type.constructs : []
  return others.length === 0 ? (only ?? null) : null
}

/** By a member that no class has itself. */
function isMadeByLibrary(name: string): boolean {
  if (OBJECTS.has(name)) return true
  const shape = name === 'Function' ? null : libraryShape(name)
  return shape !== null && namesOf(shape).some((one) => !(one in Function.prototype))
}
