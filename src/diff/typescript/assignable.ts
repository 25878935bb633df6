// Whether values of a type of one release can stand where the other release wants another. Yes and no
// are sure; all that rests on what is not in the tables is unknown.
//
// Values flow in one of two ways. Forward: a caller made them for the older release and gives them to
// the newer one. Backward: they come from the newer release to a caller who was written for the older.
// Inside the parameters of a function the way turns round.

import { indexSignatures } from '../../signatures/indexSignatures.ts'
import { mappedOf } from '../../signatures/mapped.ts'
import { mentions } from '../../signatures/namesOf.ts'
import {
  around,
  type Call,
  callText,
  type Member,
  parseType,
  type Type,
  type TypeParameter,
} from '../../signatures/parseType.ts'
import { baseOf } from '../../signatures/settledParts.ts'
import { closingOf, findTop } from '../../signatures/splitTop.ts'
import { type LibraryShape, libraryShape } from '../../table/typescriptLibrary.ts'
import type { Answer } from './answer.ts'
import { listOf } from './lists.ts'
import { type BothNames, filledArguments, filledBody, type Named } from './named.ts'
import { takeSteps } from './steps.ts'
import { holesOf, isOfTemplate, isTemplate, templates } from './templates.ts'

/** A name that is written out, one inside another, so often. */
const DEPTH_MAX = 14

/** Of more keys than this no union is made. */
const KEYS_MAX = 500

/** Of these the arguments are only ever read. */
const COVARIANT: ReadonlySet<string> = new Set([
  'Array',
  'ArrayBufferView',
  'AsyncGenerator',
  'AsyncIterable',
  'AsyncIterableIterator',
  'AsyncIterator',
  'Awaited',
  'Buffer',
  'Generator',
  'Iterable',
  'IterableIterator',
  'Iterator',
  'Map',
  'NonNullable',
  'Partial',
  'Promise',
  'PromiseLike',
  'Readonly',
  'ReadonlyArray',
  'ReadonlyMap',
  'ReadonlySet',
  'Required',
  'Set',
  'Uint8Array',
])

/** They yield, return and are handed something. */
const ITERATORS = /^(?:Async)?(?:Generator|Iter(?:able|ator|ableIterator))$/

/** What a value of the first may stand for besides itself. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  Array: ['ReadonlyArray', 'Iterable'],
  ReadonlyArray: ['Iterable'],
  Map: ['ReadonlyMap'],
  Set: ['ReadonlySet'],
  Promise: ['PromiseLike'],
  Buffer: ['Uint8Array'],
  IterableIterator: ['Iterable', 'Iterator'],
  Generator: ['Iterable', 'Iterator', 'IterableIterator'],
  AsyncGenerator: ['AsyncIterable', 'AsyncIterator', 'AsyncIterableIterator'],
}

/** Of the library's own types: whether not every value of the one is one of the other. */
function isWiderThan(name: string, than: string): boolean {
  if ((WIDER[than] ?? []).includes(name)) return true
  // Kinds of errors have the members of all errors.
  return !than.endsWith('Error') && (SUBSUMED[than] ?? []).includes(name)
}

const BYTES = ['ArrayBufferView', 'ArrayLike', 'Iterable', 'NodeJS.ArrayBufferView']
/** What every stream of Node that can be read and written is. */
const STREAMS = ['NodeJS.ReadableStream', 'NodeJS.ReadWriteStream', 'NodeJS.WritableStream']
/** The same whatever the arguments are. */
const SUBSUMED: Readonly<Record<string, readonly string[]>> = {
  Array: ['ArrayLike'],
  Buffer: [...BYTES, 'NodeJS.TypedArray'],
  DataView: ['ArrayBufferView'],
  HTMLElement: ['Element', 'EventTarget', 'Node'],
  RangeError: ['Error'],
  ReadonlyArray: ['ArrayLike'],
  SyntaxError: ['Error'],
  'stream#Duplex': ['stream#Readable', 'stream#Writable', ...STREAMS],
  'stream#PassThrough': ['stream#Transform', 'stream#Duplex', 'stream#Readable', ...STREAMS],
  'stream#Readable': ['NodeJS.ReadableStream'],
  'stream#Transform': ['stream#Duplex', 'stream#Readable', 'stream#Writable', ...STREAMS],
  'stream#Writable': ['NodeJS.WritableStream'],
  TypeError: ['Error'],
  Uint8Array: BYTES,
}

/** Types of the library that are objects, none of which stands for another of them. */
const OBJECTS: ReadonlySet<string> = new Set([
  'Array',
  'ArrayBuffer',
  'Date',
  'Error',
  'Map',
  'Promise',
  'ReadonlyArray',
  'ReadonlyMap',
  'ReadonlySet',
  'RegExp',
  'Set',
  'SharedArrayBuffer',
  'URL',
  'WeakMap',
  'WeakSet',
])

/** Something that every value of them has. */
const OWN_MEMBER: Readonly<Record<string, string>> = {
  Array: 'push',
  ArrayBuffer: 'byteLength',
  Date: 'getTime',
  Error: 'message',
  Map: 'set',
  Promise: 'then',
  ReadonlyArray: 'concat',
  ReadonlyMap: 'get',
  ReadonlySet: 'has',
  RegExp: 'exec',
  Set: 'add',
  URL: 'href',
  WeakMap: 'set',
  WeakSet: 'add',
}

/** Further types of the library that are objects: no text is one of them, and they may be of each other. */
const MORE_OBJECTS =
  /^(?:Buffer|DataView|Function|AbortSignal|Blob|File|FormData|Headers|Request|Response|Element|EventTarget|Event|Node|Document|Window|(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array|Float\d+Array|HTML\w*Element|SVG\w*Element|(?:Readable|Writable|Transform)Stream|NodeJS\.\w+Stream|stream#\w+)$/

/** Types of the library that a text may be as well, and that are no texts. */
const INTERFACES =
  /^(?:PromiseLike|ArrayLike|(?:Async)?(?:Generator|Iter(?:able|ator|ableIterator)))$/

/** Types of the library that are made of another one, and are not that one. */
const MADE_OF: ReadonlySet<string> = new Set(['Omit', 'Partial', 'Record'])

/** Of these there is an object with the members of another one. */
const UTILITIES: ReadonlySet<string> = new Set(['Omit', 'Partial', 'Pick', 'Readonly', 'Required'])

const PRIMITIVES: ReadonlySet<string> = new Set([
  'bigint',
  'boolean',
  'false',
  'never',
  'null',
  'number',
  'string',
  'symbol',
  'true',
  'undefined',
  'void',
])

/** What even a text or a number has. */
const ON_PRIMITIVES: ReadonlySet<string> = new Set(['length', 'toString', 'valueOf'])

/** Neither a text nor a number has it, nor any other value that is no object. */
function isOnNoPrimitive(name: string): boolean {
  return [String, Number, Boolean, BigInt, Symbol].every((one) => !(name in one.prototype))
}

export type ObjectType = Extract<Type, { form: 'object' }>
type Reference = Extract<Type, { form: 'reference' }>
type Tuple = Extract<Type, { form: 'tuple' }>
type Intersection = Extract<Type, { form: 'intersection' | 'union' }>
type Conditional = Extract<Type, { form: 'conditional' }>
/** `isOpen`: there may be more members than these. */
type Shape = Readonly<{
  object: ObjectType
  isOpen: boolean
  isClass: boolean
  isInterface?: boolean
}>

/** All of them; one that is not ends it. */
function every(answers: Iterable<Answer>): Answer {
  let found: Answer = 'yes'
  for (const one of answers) {
    if (one === 'no') return 'no'
    if (one === 'unknown') found = 'unknown'
  }
  return found
}

/** One of them. */
function some(answers: Iterable<Answer>): Answer {
  let found: Answer = 'no'
  for (const one of answers) {
    if (one === 'yes') return 'yes'
    if (one === 'unknown') found = 'unknown'
  }
  return found
}

export class Assignability {
  readonly #names: BothNames
  /** Names that both releases have and that stand for something else in the newer one. */
  readonly #others: ReadonlySet<string>
  readonly #otherTexts = new Map<string, boolean>()
  /** What is being asked: of what is asked again inside itself nothing speaks against it. */
  readonly #asked = new Set<string>()
  #depth = 0
  /** What the type that is wanted is one part of. */
  #partOf: 'union' | 'intersection' | null = null
  /** Whether objects that somebody gives may be written down where they are given. */
  #isWritten = true
  /** What the type parameters of each side may be at most; null for anything. */
  readonly #bounds = { from: new Map<string, Type | null>(), to: new Map<string, Type | null>() }

  constructor(names: BothNames, others: ReadonlySet<string> = new Set()) {
    this.#names = names
    this.#others = others
  }

  /** The same text, of which no name stands for something else. */
  isSame(one: Type | null, other: Type | null): boolean {
    if (one?.text !== other?.text) return false
    return one === null || this.#others.size === 0 || !this.#isOther(one.text)
  }

  #isOther(text: string): boolean {
    const known = this.#otherTexts.get(text)
    if (known !== undefined) return known
    const found = mentions(text, this.#others)
    this.#otherTexts.set(text, found)
    return found
  }

  /** Type parameters that the texts to come speak of. */
  bind(side: 'from' | 'to', parameters: readonly TypeParameter[]): void {
    for (const { name, constraint } of parameters) this.#bounds[side].set(name, constraint)
  }

  /** `isForward`: the source is a type of the older release. */
  ask(source: Type, target: Type, isForward: boolean): Answer {
    if (this.isSame(source, target)) return 'yes'
    if (!takeSteps()) return 'unknown'
    if (isCut(source) || isCut(target)) return this.#cut(source, target, isForward)
    const simple = this.#simple(source, target, isForward)
    if (simple !== null) return simple
    const key = `${isForward ? '>' : '<'} ${source.text} ${target.text}`
    if (this.#asked.has(key)) return 'yes'
    if (this.#depth > DEPTH_MAX) return 'unknown'
    this.#asked.add(key)
    this.#depth += 1
    const answer = this.#compound(source, target, isForward)
    this.#depth -= 1
    this.#asked.delete(key)
    return answer
  }

  /**
   * Texts that were cut off say what stands before that. The parts of a union are in order: one that
   * the other union would have before it was cut off is none of its parts. It is something new where a
   * member that all the others have tells it apart from them.
   */
  #cut(source: Type, target: Type, isForward: boolean): Answer {
    const [mine, theirs] = isForward ? (['from', 'to'] as const) : (['to', 'from'] as const)
    const [own, wanted] = [seenParts(source), seenParts(target)]
    if (own === null || wanted === null) return 'unknown'
    const there = new Set(wanted.parts.map(({ text }) => text))
    const isOther = ({ text }: Type) => !there.has(text) && text < wanted.end
    const others = own.parts.filter(isOther)
    if (others.length === 0) return 'unknown'
    const shapes = wanted.parts.map((part) => this.#shapeOf(part, theirs))
    return others.some((part) => isApart(this.#shapeOf(part, mine), shapes)) ? 'no' : 'unknown'
  }

  /** Whether whatever was chosen for a type parameter may still be: nobody writes an object down there. */
  askBound(source: Type, target: Type): Answer {
    const before = this.#isWritten
    this.#isWritten = false
    const answer = this.ask(source, target, true)
    this.#isWritten = before
    return answer
  }

  #simple(source: Type, target: Type, isForward: boolean): Answer | null {
    const [from, to] = [source.text, target.text]
    if (to === 'unknown' || from === 'never') return 'yes'
    // Whoever got anything did with it what he wanted; now it must be looked at first.
    if (to === 'any') return from === 'unknown' && !isForward ? 'no' : 'yes'
    // Whoever could give anything may have given something else.
    if (from === 'any') return isForward ? 'no' : 'yes'
    if (from === 'unknown') return isParameter(to) ? 'unknown' : 'no'
    // Nobody reads what is nothing.
    if (to === 'void') return from === 'undefined' || !isForward ? 'yes' : null
    return null
  }

  #compound(source: Type, target: Type, isForward: boolean): Answer {
    if (source.form === 'union') return this.#union(source.parts, target, isForward)
    if (source.text === 'boolean' && target.form === 'union') {
      const parts = new Set(target.parts.map(({ text }) => text))
      if (parts.has('true') && parts.has('false')) return 'yes'
    }
    if (target.form === 'union') {
      // Most parts of a long union are parts of the other one.
      if (target.parts.some((part) => this.isSame(source, part))) return 'yes'
      const found = this.#asParts('union', () =>
        some(target.parts.map((part) => this.ask(source, part, isForward))),
      )
      if (found === 'yes' && this.#isMoreThanAll(source, target.parts, isForward)) return 'no'
      const values = found === 'yes' ? null : this.#valuesOf(source, isForward ? 'from' : 'to')
      if (values !== null && target.parts.every(isPrimitive))
        return this.ask(values, target, isForward)
      if (found !== 'no') return found
      // It may be a name for several of the parts.
      const meant = this.#writtenOut(source, isForward ? 'from' : 'to')
      return meant === null ? 'no' : this.ask(meant, target, isForward)
    }
    if (target.form === 'intersection') {
      const shape = this.#shapeOf(target, isForward ? 'to' : 'from')
      const own = this.#shapeOf(source, isForward ? 'from' : 'to')
      if (shape !== null && own !== null) return this.#shapes(own, shape, isForward)
      const rest = source.form === 'intersection' ? this.#withoutShared(source, target) : null
      if (rest !== null) {
        return this.#asParts('intersection', () => this.ask(rest.source, rest.target, isForward))
      }
      return this.#asParts('intersection', () =>
        every(target.parts.map((part) => this.ask(source, part, isForward))),
      )
    }
    if (source.form === 'conditional' || target.form === 'conditional') {
      const [mine, theirs] = isForward ? (['from', 'to'] as const) : (['to', 'from'] as const)
      const [own, wanted] = [this.#writtenOut(source, mine), this.#writtenOut(target, theirs)]
      if (own !== null || wanted !== null)
        return this.ask(own ?? source, wanted ?? target, isForward)
      return this.#conditional(source, target, isForward)
    }
    if (source.form === 'intersection') {
      const found = some(source.parts.map((part) => this.ask(part, target, isForward)))
      if (found === 'yes') return 'yes'
      const own = this.#shapeOf(source, isForward ? 'from' : 'to')
      const shape = this.#shapeOf(target, isForward ? 'to' : 'from')
      if (own !== null && shape !== null) return this.#shapes(own, shape, isForward)
      // Parts that cannot be called so, each by itself, cannot together.
      const isPlain = isPrimitive(target) || target.form === 'call' || target.form === 'construct'
      return found === 'no' && isPlain ? 'no' : 'unknown'
    }
    if (source.form === 'reference' && target.form === 'reference') {
      const found = this.#references(source, target, isForward)
      if (found !== null) return found
    }
    const [mine, theirs] = isForward ? (['from', 'to'] as const) : (['to', 'from'] as const)
    const meant = this.#writtenOut(source, mine)
    if (meant !== null) return this.ask(meant, target, isForward)
    const wanted = this.#writtenOut(target, theirs)
    if (wanted !== null) return this.ask(source, wanted, isForward)
    return this.#plain(source, target, isForward)
  }

  /**
   * What both have says nothing: who writes a member down beside what nobody knows writes one that is
   * not in it. Null where nothing is shared, or nothing is left.
   */
  #withoutShared(
    source: Intersection,
    target: Intersection,
  ): Readonly<{ source: Type; target: Type }> | null {
    const isIn = (parts: readonly Type[]) => (one: Type) =>
      parts.some((other) => this.isSame(one, other))
    const own = source.parts.filter((one) => !isIn(target.parts)(one))
    const wanted = target.parts.filter((one) => !isIn(source.parts)(one))
    if (own.length === source.parts.length || own.length === 0 || wanted.length === 0) return null
    const together = (parts: readonly Type[]) =>
      parts.length === 1 && parts[0] !== undefined
        ? parts[0]
        : { ...source, parts, text: parts.map(({ text }) => `(${text})`).join(' & ') }
    return { source: together(own), target: together(wanted) }
  }

  /** What an object names that is not known to one part may be known to another. */
  #asParts(form: 'union' | 'intersection', ask: () => Answer): Answer {
    const before = this.#partOf
    this.#partOf = form
    const answer = ask()
    this.#partOf = before
    return answer
  }

  /** Whether an object that somebody writes down names what none of the parts knows. */
  #isMoreThanAll(source: Type, parts: readonly Type[], isForward: boolean): boolean {
    const isWritten = isForward && this.#isWritten && this.#partOf === null
    const own = isWritten ? this.#shapeOf(source, 'from') : null
    if (own === null || own.isClass) return false
    const shapes = parts.map((part) => this.#shapeOf(part, 'to'))
    const isKnown = (name: string) =>
      shapes.some((shape) => {
        if (shape === null || shape.isOpen || shape.object.unnamed.length > 0) return true
        return shape.object.members.has(name)
      })
    return [...own.object.members.keys()].some((name) => !isKnown(name))
  }

  /** A part beside all that there was says something new, though nobody can tell what. */
  #union(parts: readonly Type[], target: Type, isForward: boolean): Answer {
    const texts = new Set(parts.map(({ text }) => text))
    const wanted = target.form === 'union' ? target.parts : [target]
    const isMore = wanted.every(({ text }) => texts.has(text))
    return every(
      parts.map((part) => {
        const found = this.ask(part, target, isForward)
        // A name beside numbers may be that of an enum.
        const mayBeNumbers =
          part.form === 'reference' && wanted.some(({ text }) => text === 'number')
        return found === 'unknown' && isMore && !mayBeNumbers ? 'no' : found
      }),
    )
  }

  #plain(source: Type, target: Type, isForward: boolean): Answer {
    // Whoever chooses a type parameter may choose something else.
    if (isParameter(target.text)) {
      if (isParameter(source.text)) return this.#parameters(source, target, isForward)
      if (isAllOf(source, target.text)) return 'yes'
      return this.#isSettled(source, isForward ? 'from' : 'to') ? 'no' : 'unknown'
    }
    if (isParameter(source.text)) {
      const bound = this.#bounds[isForward ? 'from' : 'to'].get(source.text)
      if (bound === undefined || target.text === 'object' || target.text === '{}') return 'unknown'
      // What may be anything may be something else.
      if (bound === null) return isConcrete(target) ? 'no' : 'unknown'
      return this.ask(bound, target, isForward)
    }
    // What somebody's type has under somebody's key may be anything.
    if (MEMBER_OF_ANY.test(target.text)) {
      return this.#isSettled(source, isForward ? 'from' : 'to') ? 'no' : 'unknown'
    }
    if (MEMBER_OF_ANY.test(source.text) && isConcrete(target)) return 'no'
    const guarded = this.#guards(source, target, isForward)
    if (guarded !== null) return guarded
    if (isPrimitive(source)) {
      if (isPrimitive(target)) return primitives(source.text, target.text)
      if (KEYS_OF_ANY.test(target.text)) return 'no'
      return this.#primitiveAs(source, target, isForward)
    }
    // The keys of what somebody chooses may be texts, numbers and symbols, and which ones he says.
    if (KEYS_OF_ANY.test(source.text)) return this.ask(ALL_KEYS, target, isForward)
    if (isPrimitive(target)) {
      const values = this.#valuesOf(source, isForward ? 'from' : 'to')
      if (values !== null) return this.ask(values, target, isForward)
      return this.#isObject(source, isForward) ? 'no' : 'unknown'
    }
    if (target.text === 'object' || target.text === '{}') {
      return this.#isObject(source, isForward) ? 'yes' : 'unknown'
    }
    if (source.form === 'tuple') {
      if (target.form === 'tuple') return this.#tuples(source, target, isForward)
      if (target.form === 'reference') return this.#tupleAsList(source, target, isForward)
    }
    // A list may have fewer items than must be there.
    const isList = source.form === 'reference' && LISTS.has(source.name)
    if (
      isList &&
      target.form === 'tuple' &&
      (listOf(target.parameters)?.items ?? []).some(isWanted)
    ) {
      return 'no'
    }
    const overloads = this.#overloads(source, target, isForward)
    if (overloads !== null) return overloads
    const isCalled = source.form === 'call' || source.form === 'construct'
    if (isCalled && (target.form === 'call' || target.form === 'construct')) {
      return source.form === target.form ? this.calls(source.call, target.call, isForward) : 'no'
    }
    if (isCalled && target.text === 'Function') return 'yes'
    if (target.text === 'Function') {
      const shape = this.#shapeOf(source, isForward ? 'from' : 'to')
      if (shape !== null && !shape.isOpen && !isCallable(shape.object)) return 'no'
    }
    if (source.text === 'Function' && (target.form === 'call' || target.form === 'construct')) {
      return 'no'
    }
    const [mine, theirs] = isForward ? (['from', 'to'] as const) : (['to', 'from'] as const)
    const [own, wanted] = [this.#shapeOf(source, mine), this.#shapeOf(target, theirs)]
    if (own !== null && wanted !== null) return this.#shapes(own, wanted, isForward)
    const isWantedCall = target.form === 'call' || target.form === 'construct'
    if (own !== null && isWantedCall && !own.isOpen && !own.isClass && !isCallable(own.object)) {
      return 'no'
    }
    const [ownLibrary, wantedLibrary] = [
      this.#libraryOf(source, mine),
      this.#libraryOf(target, theirs),
    ]
    if (ownLibrary !== null && wanted !== null && isLacking(ownLibrary, wanted)) return 'no'
    if (own !== null && wantedLibrary !== null && !own.isOpen && !isCallable(own.object)) {
      const has = (name: string) => own.object.members.get(name)?.isOptional === false
      if (namesOf(wantedLibrary).some((name) => !has(name))) return 'no'
    }
    if (source.text === 'object' && wanted !== null) {
      if (hasDemands(wanted)) return 'no'
      if (wanted.object.members.size === 0 && !isCallable(wanted.object) && !wanted.isOpen)
        return 'yes'
    }
    if (isCalled && wanted !== null && wanted.object.members.size > 0 && !wanted.isOpen) {
      return [...wanted.object.members.values()].every(({ isOptional }) => isOptional)
        ? 'unknown'
        : 'no'
    }
    if (source.form === 'reference' && target.form === 'reference') {
      const isObject = ({ name }: Reference) => OBJECTS.has(name) || MORE_OBJECTS.test(name)
      const isEither = LISTS.has(source.name) || LISTS.has(target.name)
      if (isEither && isObject(source) && isObject(target)) return 'no'
      if (OBJECTS.has(source.name) && OBJECTS.has(target.name)) return 'no'
    }
    if (isCalled && target.form === 'reference' && OBJECTS.has(target.name)) return 'no'
    if (own !== null && target.form === 'reference') {
      const member = OWN_MEMBER[target.name]
      if (member !== undefined && !own.isOpen && !own.object.members.has(member)) return 'no'
    }
    if (source.form === 'reference' && OBJECTS.has(source.name)) {
      // Of what the library makes objects of, keys of any name are not known.
      const values = wanted === null ? [] : [...indexSignatures(wanted.object.unnamed)]
      if (values.some(([key, value]) => key === 'string' && value !== 'any')) return 'no'
      return target.form === 'call' || target.form === 'construct' ? 'no' : 'unknown'
    }
    return 'unknown'
  }

  /** The members of an enum are texts and numbers as well; a text or a number is no member of it. */
  #valuesOf(type: Type, side: 'from' | 'to'): Type | null {
    const named = type.form === 'reference' ? this.#names[side](type.name) : null
    return named?.values ? parse(named.values) : null
  }

  /** What objects of a type of the library have; null for other types. */
  #libraryOf(type: Type, side: 'from' | 'to'): LibraryShape | null {
    if (type.form !== 'reference' || this.#names[side](type.name) !== null) return null
    return libraryShape(type.name)
  }

  /** Whatever a type parameter is chosen to be, it is something else than this. */
  #isSettled(type: Type, side: 'from' | 'to'): boolean {
    if (isConcrete(type)) return true
    if (type.form !== 'reference') return false
    const named = this.#names[side](type.name)
    return named === null ? MADE_OF.has(type.name) : named.kind !== 'alias'
  }

  /** Two type parameters that both releases have are chosen each by itself. */
  #parameters({ text: source }: Type, { text: target }: Type, isForward: boolean): Answer {
    const { from, to } = this.#bounds
    const areKnown = [from, to].every((side) => side.has(source) && side.has(target))
    if (!areKnown) return 'unknown'
    const bound = (isForward ? from : to).get(source)
    return bound === null ? 'no' : 'unknown'
  }

  /** `arg is A`: a boolean that says something. */
  #guards(source: Type, target: Type, isForward: boolean): Answer | null {
    const [own, wanted] = [guardOf(source.text), guardOf(target.text)]
    if (own === null && wanted === null) return null
    if (own !== null && wanted !== null) {
      if (own.isAsserted !== wanted.isAsserted) return 'no'
      return this.ask(parse(own.claim), parse(wanted.claim), isForward)
    }
    if (wanted === null) return target.text === 'boolean' && !own?.isAsserted ? 'yes' : 'unknown'
    const plain = wanted.isAsserted ? ['void', 'undefined'] : ['boolean']
    return plain.includes(source.text) ? 'no' : 'unknown'
  }

  #primitiveAs(source: Type, target: Type, isForward: boolean): Answer {
    const isNothing = ['null', 'undefined', 'void'].includes(source.text)
    const wanted = this.#shapeOf(target, isForward ? 'to' : 'from')
    if (wanted !== null) {
      if (isNothing) return 'no'
      const required = [...wanted.object.members].filter(([, { isOptional }]) => !isOptional)
      if (required.some(([name]) => !ON_PRIMITIVES.has(name))) return 'no'
      // What is no object has no keys of any name.
      if (indexSignatures(wanted.object.unnamed).has('string')) return 'no'
      // Everything that is not nothing has nothing.
      const { members, unnamed } = wanted.object
      const isListed = unnamed.length === 0 && !wanted.isOpen && !wanted.isClass
      if (isListed && members.size === 0) return 'yes'
      // Who must give nothing of an object must give something of it all the same.
      const isStrange = required.length === 0 && [...members.keys()].every(isOnNoPrimitive)
      return isListed && isStrange && this.#partOf !== 'intersection' ? 'no' : 'unknown'
    }
    const isText = baseOf(source.text) === 'string' || source.text === 'string'
    const named =
      target.form === 'reference' ? this.#names[isForward ? 'to' : 'from'](target.name) : null
    if (isText && named?.kind === 'enum') return 'no'
    const isSure =
      target.text === 'object' ||
      target.text === 'this' ||
      target.form === 'call' ||
      target.form === 'construct' ||
      target.form === 'tuple' ||
      (target.form === 'reference' && (OBJECTS.has(target.name) || MORE_OBJECTS.test(target.name)))
    return isSure ? 'no' : 'unknown'
  }

  #isObject(type: Type, isForward: boolean): boolean {
    if (['object', 'call', 'construct', 'tuple'].includes(type.form)) return true
    if (type.text === 'object' || type.text === 'this') return true
    if (type.form !== 'reference') return false
    if (OBJECTS.has(type.name) || MORE_OBJECTS.test(type.name)) return true
    if (INTERFACES.test(type.name) && this.#names[isForward ? 'from' : 'to'](type.name) === null) {
      return true
    }
    return this.#shapeOf(type, isForward ? 'from' : 'to') !== null
  }

  #references(source: Reference, target: Reference, isForward: boolean): Answer | null {
    const [mine, theirs] = isForward
      ? [this.#names.from, this.#names.to]
      : [this.#names.to, this.#names.from]
    const [own, wanted] = [mine(source.name), theirs(target.name)]
    if (source.name === target.name && source.name === 'Exclude' && own === null) {
      return this.#excluded(source, target, isForward)
    }
    if (source.name === target.name || (WIDER[source.name] ?? []).includes(target.name)) {
      // What they stand for is told under their name, unless nobody can name them.
      // Whoever gives an object of a class got it from the package.
      const areGiven = isForward && own?.kind === 'class' && wanted?.kind === 'class'
      const isTold =
        own === null || wanted === null || areGiven || (own.isPublic && wanted.isPublic)
      const isOther = this.#others.has(source.name)
      if (!isTold && (isOther || (source.given.length === 0 && target.given.length === 0))) {
        const [a, b] = [this.#bodyOf(source, own), this.#bodyOf(target, wanted)]
        if (a !== null && b !== null) {
          if (this.isSame(a, b)) return 'yes'
          return own.kind === 'class' && wanted.kind === 'class' ? this.ask(a, b, isForward) : null
        }
        if (isOther) return 'unknown'
      }
      return this.#arguments(source, target, isForward, own ?? wanted)
    }
    if ((SUBSUMED[source.name] ?? []).includes(target.name)) return 'yes'
    if (own === null && wanted === null && isWiderThan(source.name, target.name)) return 'no'
    const held = isHolderOf(source, target) ? target : isHolderOf(target, source) ? source : null
    if (held !== null && this.#meansSame(held.name)) return 'no'
    const wantedShape =
      source.name === 'Promise' ? this.#shapeOf(target, isForward ? 'to' : 'from') : null
    const ownShape =
      target.name === 'Promise' ? this.#shapeOf(source, isForward ? 'from' : 'to') : null
    if (wantedShape !== null && hasOthers(wantedShape)) return 'no'
    if (ownShape !== null && !ownShape.isOpen && !ownShape.object.members.has('then')) return 'no'
    if (own?.kind === 'class' && own.bases.includes(target.name)) return 'yes'
    const [whole] = source.given
    // A record whose keys nobody knows has some that must be there.
    if (source.name === 'Partial' && target.name === 'Record' && whole?.form === 'reference') {
      return whole.name === 'Record' ? 'no' : 'unknown'
    }
    if (target.name === 'Partial' && target.given[0]?.text === source.text) return 'yes'
    // Of what nobody knows yet something must be there.
    if (source.name === 'Partial' && whole?.text === target.text && /\bT\d+\b/.test(target.text)) {
      return 'no'
    }
    const ofEnum = this.#enumMembers(source.name, target.name)
    if (ofEnum !== null) return ofEnum
    if (own?.kind === 'enum' && wanted?.kind === 'enum') {
      // Both releases have both: a member of one enum is none of another.
      const areTwo = mine(target.name)?.kind === 'enum' && theirs(source.name)?.kind === 'enum'
      return areTwo ? 'no' : 'unknown'
    }
    if (own !== null && wanted !== null && lacks(own, wanted)) return 'no'
    const ofLibrary = libraryReferences([source.name, own], [target.name, wanted])
    if (ofLibrary !== null) return ofLibrary
    // The same under the name of another package: whether it is the same nobody can tell.
    if (lastOf(source.name) === lastOf(target.name)) return 'unknown'
    return null
  }

  /** `E.A`, `E.B` and `E` of an enum that both releases have; null for the rest. */
  #enumMembers(source: string, target: string): Answer | null {
    const isEnum = (name: string) =>
      this.#names.from(name)?.kind === 'enum' && this.#names.to(name)?.kind === 'enum'
    const [owner, wanted] = [ownerOf(source), ownerOf(target)]
    if (owner === target && isEnum(target)) return 'yes'
    if (wanted === source && isEnum(source)) return 'no'
    return owner !== '' && owner === wanted && isEnum(owner) ? 'no' : null
  }

  /** Whether a name stands for the same in both releases, as far as they say. */
  #meansSame(name: string): boolean {
    const [one, other] = [this.#names.from(name), this.#names.to(name)]
    if (this.#others.has(name) || (one === null) !== (other === null)) return false
    return one === null || (one.body === other?.body && one.kind === other?.kind)
  }

  #bodyOf(reference: Reference, named: Named): Type | null {
    const given = reference.given.map(({ text }) => text)
    const filled = filledArguments(reference.name, given, named)
    const body = filled === null ? null : filledBody(named, filled)
    return body === null ? null : parse(body)
  }

  #arguments(
    source: Reference,
    target: Reference,
    isForward: boolean,
    named: Named | null,
  ): Answer {
    const given = (one: Reference, names: 'from' | 'to') =>
      filledArguments(
        one.name,
        one.given.map(({ text }) => text),
        this.#names[names](one.name),
      )
    const mine = given(source, isForward ? 'from' : 'to')
    const theirs = given(target, isForward ? 'to' : 'from')
    if (mine === null || theirs === null) return 'unknown'
    const hasFewer = mine.length < theirs.length
    const [few, many] = hasFewer ? [mine, theirs] : [theirs, mine]
    if (few.length < many.length) {
      // The type parameters that are new have the defaults that stand there.
      const side = hasFewer === isForward ? 'to' : 'from'
      const filled = filledArguments(target.name, few, this.#names[side](target.name))
      const text = (all: readonly string[]) => all.map((one) => parse(one).text).join(', ')
      if (filled !== null && text(filled) === text(many)) return 'yes'
    }
    const pairs = few.map((_, i) => [parse(mine[i] ?? ''), parse(theirs[i] ?? '')] as const)
    if (pairs.every(([one, other]) => this.isSame(one, other))) {
      // A type parameter with a default is new, and passed on.
      return few.length === many.length || few.length > 0 ? 'yes' : 'unknown'
    }
    if (few.length !== many.length) return 'unknown'
    const there = pairs.map(([one, other], place) =>
      // What an iterator is handed goes the other way.
      place === 2 && ITERATORS.test(source.name)
        ? this.ask(other, one, !isForward)
        : this.ask(one, other, isForward),
    )
    if (named === null && UTILITIES.has(source.name)) {
      const own = this.#shapeOf(source, isForward ? 'from' : 'to')
      const wanted = this.#shapeOf(target, isForward ? 'to' : 'from')
      if (own !== null && wanted !== null) return this.#shapes(own, wanted, isForward)
    }
    if (COVARIANT.has(source.name)) return every(there)
    const back = pairs.map(([one, other]) => this.ask(other, one, !isForward))
    if (every([...there, ...back]) === 'yes') return 'yes'
    if (source.name === 'Record') {
      const [, wanted] = [mine[0], theirs[0]].map((keys) => literals(parse(keys ?? '')))
      const shapes = [recordShapeOf(mine), recordShapeOf(theirs)] as const
      if (wanted !== null && shapes[0] !== null && shapes[1] !== null) {
        return this.#shapes(shapes[0], shapes[1], isForward)
      }
      return every(there)
    }
    // What one definition makes of the arguments tells which way they go.
    const bodies =
      named === null ? null : ([filledBody(named, mine), filledBody(named, theirs)] as const)
    const [one, other] = bodies ?? [null, null]
    if (one !== null && other !== null) return this.ask(parse(one), parse(other), isForward)
    const found = every(there)
    const isOfLibrary = named === null && !source.name.includes('#')
    // Which way the arguments of what nobody knows go, nobody knows.
    return found === 'no' && every(back) !== 'no' && !isOfLibrary ? 'unknown' : found
  }

  /** An alias, or a type of the library that is made of another one; null for what is no such name. */
  #writtenOut(type: Type, side: 'from' | 'to'): Type | null {
    if (type.form === 'atom') {
      if (isTemplate(type.text)) return this.#filledTemplate(type.text, side)
      return this.#memberOf(type, side) ?? this.#keysOf(type, side)
    }
    if (type.form === 'conditional') return this.#settledBranch(type, side)
    if (type.form !== 'reference') return null
    const named = this.#names[side](type.name)
    if (named !== null) {
      if (named.kind !== 'alias') return null
      const body = this.#bodyOf(type, named)
      return body === null || body.text === type.text ? null : body
    }
    const [one] = type.given
    if (type.name === 'ArrayBufferLike') return ARRAY_BUFFER_LIKE
    if (type.name === 'BufferEncoding') return BUFFER_ENCODING
    if (type.name === 'Exclude' || type.name === 'Extract') return this.#chosen(type, side)
    if (type.name === 'NonNullable' && one?.form === 'union') {
      const parts = one.parts.filter(({ text }) => text !== 'null' && text !== 'undefined')
      return parse(parts.map(({ text }) => `(${text})`).join(' | '))
    }
    const letters = LETTERS[type.name]
    if (letters !== undefined && one !== undefined) {
      const texts = this.#texts(one, side)
      return texts === null ? null : parse(texts.map((text) => quoted(letters(text))).join(' | '))
    }
    return one === undefined ? null : this.#madeOf(type.name, one, side)
  }

  /** What a condition comes to whose question has an answer; null for the rest. */
  #settledBranch({ parts }: Conditional, side: 'from' | 'to'): Type | null {
    const [check, extended, yes, no] = parts
    if (!isPrimitive(extended) || /\bT\d+\b/.test(check.text)) return null
    const answers = this.#allOf(check, side, 0).map((part) => isOfPrimitive(part, extended))
    const [first] = answers
    // Of several that are not of one mind each has its own branch.
    if (first === undefined || first === null || answers.some((one) => one !== first)) return null
    return first ? yes : no
  }

  /** The parts of a type, with names written out. */
  #allOf(type: Type, side: 'from' | 'to', depth: number): readonly Type[] {
    if (depth > DEPTH_MAX) return [type]
    if (type.form === 'union') return type.parts.flatMap((one) => this.#allOf(one, side, depth + 1))
    if (type.text === 'boolean') return [parse('true'), parse('false')]
    const meant = type.form === 'reference' ? this.#writtenOut(type, side) : null
    return meant === null ? [type] : this.#allOf(meant, side, depth + 1)
  }

  /** The texts that a type may be; null where it may be others. */
  #texts(type: Type, side: 'from' | 'to', depth = 0): readonly string[] | null {
    const parts = type.form === 'union' ? type.parts : [type]
    const all = parts.map((part): readonly string[] | null => {
      if (part.text.startsWith('"')) return [String(JSON.parse(part.text))]
      const meant = depth < DEPTH_MAX ? this.#writtenOut(part, side) : null
      return meant === null ? null : this.#texts(meant, side, depth + 1)
    })
    if (all.includes(null)) return null
    const texts = (all as string[][]).flat()
    return texts.length > KEYS_MAX ? null : texts
  }

  /** A template whose holes are texts that are known; null for the rest. */
  #filledTemplate(template: string, side: 'from' | 'to'): Type | null {
    let made: readonly string[] = ['']
    for (const [place, piece] of holesOf(template).entries()) {
      const texts = place % 2 === 0 ? [piece] : this.#texts(parse(piece), side)
      if (texts === null || texts.length * made.length > KEYS_MAX) return null
      made = made.flatMap((head) => texts.map((text) => `${head}${text}`))
    }
    return parse(made.map(quoted).join(' | '))
  }

  /** What the library makes of a function, of a class or of a promise. */
  #madeOf(name: string, of: Type, side: 'from' | 'to'): Type | null {
    const one = of.form === 'reference' ? (this.#writtenOut(of, side) ?? of) : of
    if (name === 'Awaited') {
      return one.form === 'reference' && one.name === 'Promise' ? (one.given[0] ?? null) : null
    }
    const [, made] = name === 'InstanceType' ? (/^typeof ([\w$.]+)$/.exec(one.text) ?? []) : []
    if (made !== undefined) return this.#names[side](made)?.kind === 'class' ? parse(made) : null
    const isGeneric = one.form === 'call' && one.call.typeParameters.length > 0
    if (one.form !== 'call' || isGeneric) return null
    if (name === 'ReturnType') return one.call.returns
    if (name !== 'Parameters') return null
    const given = one.call.parameters.map(
      ({ type, isOptional, isRest }) =>
        `${isRest ? '...' : ''}(${type.text})${isOptional ? '?' : ''}`,
    )
    return parse(`[${given.join(', ')}]`)
  }

  /** `Exclude<A, B>` and `Extract<A, B>` of texts; null where they are not all known. */
  #chosen({ name, given }: Reference, side: 'from' | 'to'): Type | null {
    const [all, some] = [0, 1].map((place) => {
      const one = given[place]
      return one === undefined ? null : literals(this.#writtenOut(one, side) ?? one)
    })
    if (!all || !some) return null
    const chosen = [...all].filter((text) => some.has(text) === (name === 'Extract'))
    return parse(chosen.map((text) => JSON.stringify(text)).join(' | ') || 'never')
  }

  /** The more is left out, the less is there. */
  #excluded(source: Reference, target: Reference, isForward: boolean): Answer {
    const [mine, theirs] = isForward ? (['from', 'to'] as const) : (['to', 'from'] as const)
    const [own, wanted] = [this.#chosen(source, mine), this.#chosen(target, theirs)]
    if (own !== null && wanted !== null) return this.ask(own, wanted, isForward)
    const [[all, out], [theirAll, theirOut]] = [source.given, target.given]
    if (!all || !out || !theirAll || !theirOut) return 'unknown'
    const answers = [this.ask(all, theirAll, isForward), this.ask(theirOut, out, !isForward)]
    return every(answers) === 'yes' ? 'yes' : 'unknown'
  }

  /** `keyof A`; null where A is not known, or has keys of any name. */
  #keysOf({ text }: Type, side: 'from' | 'to'): Type | null {
    const [, of] = /^keyof (.*)$/s.exec(text) ?? []
    if (of === undefined || of.includes('=>') || isParameter(of)) return null
    const shape = this.#shapeOf(parse(of), side)
    if (shape === null || shape.isOpen || shape.object.unnamed.length > 0) return null
    const keys = [...shape.object.members.keys()]
    if (keys.length === 0 || keys.length > KEYS_MAX) return null
    return parse(keys.map((key) => (key.startsWith('"') ? key : JSON.stringify(key))).join(' | '))
  }

  /** `A["b"]`, `A[number]` and `A[keyof A]`; null where A or the key is not known. */
  #memberOf({ text }: Type, side: 'from' | 'to'): Type | null {
    const cut = text.endsWith(']') ? indexedAt(text) : -1
    if (cut <= 0) return null
    const owner = parse(text.slice(0, cut))
    const written = text.slice(cut + 1, -1)
    const whole = owner.form === 'atom' ? (this.#writtenOut(owner, side) ?? owner) : owner
    if (written === 'number') return this.#itemOf(whole, side)
    const keys = /^"(?:[^"\\]|\\.)*"$/.test(written) ? [written] : this.#keyTexts(written, side)
    const members = keys === null ? null : this.#shapeOf(whole, side)?.object.members
    const found = keys?.map((key) => members?.get(bareKey(key)) ?? members?.get(key)) ?? []
    if (found.length === 0 || found.includes(undefined)) return null
    const types = (found as Member[]).map(({ type, isOptional }) =>
      isOptional ? withNothing(type) : type,
    )
    const [only] = types
    return types.length === 1 && only !== undefined
      ? only
      : parse(types.map((one) => `(${one.text})`).join(' | '))
  }

  #keyTexts(written: string, side: 'from' | 'to'): readonly string[] | null {
    if (isParameter(written)) return null
    const key = parse(written)
    const meant = this.#writtenOut(key, side) ?? key
    const parts = meant.form === 'union' ? meant.parts : [meant]
    const texts = parts.map((part) => part.text)
    return texts.every((one) => /^"(?:[^"\\]|\\.)*"$/.test(one)) ? texts : null
  }

  /** What a list holds; null for what is none. */
  #itemOf(type: Type, side: 'from' | 'to'): Type | null {
    if (type.form === 'reference' && LISTS.has(type.name)) return type.given[0] ?? null
    if (type.form === 'reference') {
      const meant = this.#writtenOut(type, side)
      return meant === null ? null : this.#itemOf(meant, side)
    }
    const list = type.form === 'tuple' ? listOf(type.parameters) : null
    if (list === null || list.items.length === 0) return null
    const items = list.items.map((one) => (one.isOptional ? withNothing(one.type) : one.type))
    const all = list.rest === null ? items : [...items, list.rest]
    return parse(all.map((one) => `(${one.text})`).join(' | '))
  }

  /** An object type with the members of all that it is made of; null for what is none. */
  objectOf(type: Type, side: 'from' | 'to'): ObjectType | null {
    const shape = this.#shapeOf(type, side)
    return shape === null || shape.isOpen || shape.isClass ? null : shape.object
  }

  /** The members of what is an object; null for the rest. */
  #shapeOf(type: Type, side: 'from' | 'to', depth = 0): Shape | null {
    if (depth > DEPTH_MAX || !takeSteps()) return null
    if (type.form === 'object') return { object: type, isOpen: false, isClass: false }
    if (type.form === 'intersection') {
      const shapes = type.parts.map((part) => this.#shapeOf(part, side, depth + 1))
      return shapes.includes(null) ? null : merged(shapes as Shape[])
    }
    if (type.form !== 'reference') return null
    const named = this.#names[side](type.name)
    if (named !== null) {
      const body = this.#bodyOf(type, named)
      if (body === null || body.text === type.text) return null
      // An object that can be called, and nothing else, is a function.
      const shape = this.#shapeOf(body, side, depth + 1)
      return shape === null
        ? null
        : {
            ...shape,
            isOpen: shape.isOpen || named.isOpen,
            isClass: named.kind === 'class',
            isInterface: named.kind === 'interface' || shape.isInterface === true,
          }
    }
    return this.#utility(type, side, depth)
  }

  #utility({ name, given }: Reference, side: 'from' | 'to', depth: number): Shape | null {
    const [one, keys] = given
    if (one === undefined) return null
    if (name === 'Record' && keys !== undefined) return recordShape(one, keys)
    if (!UTILITIES.has(name)) return null
    const shape = this.#shapeOf(one, side, depth + 1)
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
      members.set(key, { ...member, isOptional })
    }
    return { ...shape, object: { ...shape.object, members }, isInterface: false }
  }

  #shapes(source: Shape, target: Shape, isForward: boolean): Answer {
    const answers: Answer[] = []
    const [own, wanted] = [source.object, target.object]
    const partOf = this.#partOf
    this.#partOf = null
    for (const [name, member] of wanted.members) {
      const given = own.members.get(name)
      if (given === undefined) {
        if (member.isOptional) continue
        answers.push(source.isOpen || isCallable(own) ? 'unknown' : 'no')
        continue
      }
      if (given.isOptional && !member.isOptional) answers.push('no')
      answers.push(this.#members(given, member, isForward))
    }
    answers.push(this.#unnamed(source, wanted, isForward))
    const isUncalled = own.calls.length === 0 && wanted.calls.length > 0
    const isUnmade = own.constructs.length === 0 && wanted.constructs.length > 0
    if (!source.isOpen && (isUncalled || isUnmade)) answers.push('no')
    // Of several that are put together one may have something of it.
    const isWhole = partOf !== 'intersection' && !source.isOpen && !target.isOpen
    if (isWhole && hasNothingOf(own, wanted)) answers.push('no')
    // Who writes an object down may name only what is known there.
    this.#partOf = partOf
    const isListed = !target.isOpen && wanted.unnamed.length === 0
    if (isForward && this.#isWritten && partOf === null && isListed && !source.isClass) {
      const isMore = [...own.members.keys()].some((name) => !wanted.members.has(name))
      if (isMore) answers.push('no')
    }
    const found = every(answers)
    // A class may have private members, which nothing else has.
    return found === 'yes' && (target.isOpen || target.isClass) ? 'unknown' : found
  }

  /** A method is taken when it fits either way, and not everywhere methods are told from functions. */
  #members({ type: source, isFunction }: Member, wanted: Member, isForward: boolean): Answer {
    const target = wanted.isOptional ? withNothing(wanted.type) : wanted.type
    const found = this.ask(source, target, isForward)
    if (found !== 'no' || (isFunction && wanted.isFunction)) return found
    const asMethod = this.#overloads(source, wanted.type, isForward, true)
    return asMethod === null || asMethod === 'no' ? 'no' : 'unknown'
  }

  /** Each way to call the one must be one of the ways to call the other; null for what is no function. */
  #overloads(source: Type, target: Type, isForward: boolean, isMethod = false): Answer | null {
    const [own, wanted] = [overloadsOf(source), overloadsOf(target)]
    if (own === null || wanted === null) return null
    return every(
      wanted.map((one) => some(own.map((each) => this.calls(each, one, isForward, isMethod)))),
    )
  }

  #unnamed(source: Shape, wanted: ObjectType, isForward: boolean): Answer {
    const own = source.object
    const there = new Set(own.unnamed)
    const others = wanted.unnamed.filter((one) => !there.has(one) || this.#isOther(one))
    const indexes = indexSignatures(own.unnamed)
    return every(
      others.map((one): Answer => {
        const [index] = indexSignatures([one])
        const call = wanted.calls.find((each) => callText(each) === one)
        // Each way to call it must be one of those that there are.
        if (call !== undefined && own.calls.length > 0) {
          return some(own.calls.map((each) => this.calls(each, call, isForward)))
        }
        const made = wanted.constructs.find((each) => `new ${callText(each)}` === one)
        if (made !== undefined && own.constructs.length > 0) {
          return some(own.constructs.map((each) => this.calls(each, made, isForward)))
        }
        const mapped = this.#mapped(own, one, isForward)
        if (mapped !== null) return mapped
        if (index?.[0] === 'string' && index[1] === 'any') return 'yes'
        const value = index === undefined ? undefined : indexes.get(index[0])
        if (index === undefined) return 'unknown'
        if (value === undefined) return this.#asKeyed(source, index, isForward)
        return this.ask(parse(value), parse(index[1]), isForward)
      }),
    )
  }

  /** An object that is written down has its members under keys of any name; an interface has not. */
  #asKeyed(source: Shape, [key, value]: readonly [string, string], isForward: boolean): Answer {
    const { object, isOpen, isClass, isInterface } = source
    if (key !== 'string' || object.unnamed.length > 0 || isOpen) return 'unknown'
    if (isClass || isInterface === true) return 'no'
    const wanted = parse(value)
    return every(
      [...object.members.values()].map(({ type, isOptional }) =>
        this.ask(isOptional ? withNothing(type) : type, wanted, isForward),
      ),
    )
  }

  /** Of the same keys the values are compared; null for what is not mapped. */
  #mapped({ unnamed }: ObjectType, wanted: string, isForward: boolean): Answer | null {
    const [own, other] = [
      mappedOf(unnamed.length === 1 ? (unnamed[0] ?? '') : ''),
      mappedOf(wanted),
    ]
    if (own === null || other === null) return null
    if (own.keys !== other.keys || this.#isOther(own.keys)) {
      const [[keys, name], [theirs, theirName]] = [named(own.keys), named(other.keys)]
      // The same keys under other names.
      const isRenamed = keys === theirs && isTemplateName(name) && isTemplateName(theirName)
      return isRenamed && name !== theirName ? 'no' : 'unknown'
    }
    const found = this.ask(parse(own.value), parse(other.value), isForward)
    if (own.mark === '?' && other.mark !== '?') return 'no'
    return own.mark === other.mark || other.mark === '?' || found === 'no' ? found : 'unknown'
  }

  #conditional(source: Type, target: Type, isForward: boolean): Answer {
    if (source.form === 'conditional' && target.form === 'conditional') {
      return this.#conditionals(source, target, isForward)
    }
    const [one, other] = source.form === 'conditional' ? [source, target] : [target, source]
    if (one.form !== 'conditional') return 'unknown'
    const [check, , yes, no] = one.parts
    const both = [yes, no].map((part) => {
      return one === source ? this.ask(part, other, isForward) : this.ask(other, part, isForward)
    })
    // Whoever chooses the type that is asked about may choose the other answer.
    if (isParameter(check.text)) return every(both)
    return both.every((each) => each === both[0]) ? (both[0] ?? 'unknown') : 'unknown'
  }

  /** What is asked must be the same; what is answered may be less. */
  #conditionals(source: Conditional, target: Conditional, isForward: boolean): Answer {
    const [check, extended, yes, no] = source.parts
    const [theirCheck, theirExtended, theirYes, theirNo] = target.parts
    if (!this.isSame(check, theirCheck)) return 'unknown'
    const answers = [this.ask(yes, theirYes, isForward), this.ask(no, theirNo, isForward)]
    if (this.isSame(extended, theirExtended)) return every(answers)
    const [there, back] = [
      this.ask(extended, theirExtended, isForward),
      this.ask(theirExtended, extended, !isForward),
    ]
    if (there === 'yes' && back === 'yes') return every(answers)
    // Of what only one of them is, one release says yes and the other one no; and whoever has a type
    // parameter of his own is refused where not the same is asked.
    if (!isParameter(check.text)) return 'unknown'
    const areOther = isNameless(extended) && isNameless(theirExtended)
    if (there === 'no' || back === 'no' || areOther) {
      const crossed = [this.ask(yes, theirNo, isForward), this.ask(no, theirYes, isForward)]
      return every([...answers, ...crossed]) === 'yes' ? 'yes' : 'no'
    }
    return every(answers) === 'no' ? 'no' : 'unknown'
  }

  #tuples(source: Tuple, target: Tuple, isForward: boolean): Answer {
    if (isReadonlyTuple(source) && !isReadonlyTuple(target)) return 'no'
    const [own, wanted] = [listOf(source.parameters), listOf(target.parameters)]
    if (own === null || wanted === null) return 'unknown'
    const { rest } = wanted
    if (rest === null && (own.rest !== null || own.items.length > wanted.items.length)) return 'no'
    const items = wanted.items.map((other, i): Answer => {
      const one = own.items[i]
      if (one === undefined) {
        if (!other.isOptional) return 'no'
        return own.rest === null ? 'yes' : this.ask(own.rest, other.type, isForward)
      }
      if (one.isOptional && !other.isOptional) return 'no'
      return this.ask(one.type, other.isOptional ? withNothing(other.type) : other.type, isForward)
    })
    if (rest === null) return every(items)
    const more = [
      ...own.items.slice(wanted.items.length).map(({ type }) => type),
      ...(own.rest === null ? [] : [own.rest]),
    ]
    return every([...items, ...more.map((one) => this.ask(one, rest, isForward))])
  }

  #tupleAsList(source: Tuple, target: Reference, isForward: boolean): Answer {
    const [item] = target.given
    if (item === undefined || !['Array', 'ReadonlyArray', 'Iterable'].includes(target.name)) {
      return OBJECTS.has(target.name) ? 'no' : 'unknown'
    }
    if (isReadonlyTuple(source) && target.name === 'Array') return 'no'
    const own = listOf(source.parameters)
    if (own === null) return 'unknown'
    const items = own.items.map(({ type, isOptional }) => (isOptional ? withNothing(type) : type))
    const all = own.rest === null ? items : [...items, own.rest]
    return every(all.map((one) => this.ask(one, item, isForward)))
  }

  /** A function stands for another one when whoever calls that one can call it. */
  calls(source: Call, target: Call, isForward: boolean, isMethod = false): Answer {
    if (source.typeParameters.length !== target.typeParameters.length) return 'unknown'
    const hasSameGenerics = source.typeParameters.every((one, i) => {
      return one.constraint?.text === target.typeParameters[i]?.constraint?.text
    })
    if (!hasSameGenerics) return 'unknown'
    const answers: Answer[] = []
    if (source.receiver !== null && target.receiver !== null) {
      answers.push(this.ask(target.receiver, source.receiver, !isForward))
    } else if (source.receiver !== null) answers.push('unknown')
    for (const [i, one] of source.parameters.entries()) {
      const other = target.parameters[i]
      if (other === undefined) {
        const isTaken = target.parameters.at(-1)?.isRest ?? false
        if (!one.isOptional && !one.isRest) answers.push(isTaken ? 'unknown' : 'no')
        continue
      }
      if (one.isRest !== other.isRest) {
        answers.push('unknown')
        continue
      }
      const takes = one.isOptional ? withNothing(one.type) : one.type
      const given = other.isOptional ? withNothing(other.type) : other.type
      const taken = this.ask(given, takes, !isForward)
      // The parameters of methods fit when they fit either way, except for callbacks.
      const isCallback = one.type.form === 'call' && other.type.form === 'call'
      const isOtherwise = isMethod && taken === 'no' && !isCallback
      answers.push(isOtherwise ? this.ask(takes, given, isForward) : taken)
    }
    // A function may take fewer arguments than it is given.
    if (target.returns.text !== 'void') {
      answers.push(this.ask(source.returns, target.returns, isForward))
    }
    return every(answers)
  }
}

function primitives(source: string, target: string): Answer {
  const base = baseOf(source)
  if (base === target) return 'yes'
  if (!isTemplate(target) || base !== 'string') return 'no'
  return isTemplate(source) ? templates(source, target) : isOfTemplate(source, target)
}

/** Whether every value of a type is one of texts, numbers or nothing; null where nobody can tell. */
function isOfPrimitive(type: Type, wanted: Type): boolean | null {
  // Of what has no values there is no branch.
  if (type.text === 'never') return null
  if (isPrimitive(type)) {
    if (type.text === 'undefined' && wanted.text === 'void') return true
    return type.text === wanted.text || primitives(type.text, wanted.text) === 'yes'
  }
  const isObject = ['object', 'call', 'construct', 'tuple'].includes(type.form)
  return isObject || (type.form === 'reference' && OBJECTS.has(type.name)) ? false : null
}

/** A text with holes that names nothing: what it asks for stands there. */
function isNameless({ text }: Type): boolean {
  return (
    text.startsWith('`') &&
    !/[A-Z]\w*[a-z]\w*/.test(text.replace(/\binfer T\d+\b|[^${}]*\$\{|\}[^${}]*/g, ' '))
  )
}

/** What may be left out may be given as nothing. */
export function withNothing(type: Type): Type {
  const parts = type.form === 'union' ? type.parts : [type]
  if (parts.some(({ text }) => ['any', 'undefined', 'unknown'].includes(text))) return type
  const all = [...parts, NOTHING].sort((one, other) => (one.text < other.text ? -1 : 1))
  return { form: 'union', parts: all, text: all.map(({ text }) => `(${text})`).join(' | ') }
}

const NOTHING: Type = { form: 'reference', name: 'undefined', given: [], text: 'undefined' }

const NAMELESS = around(new Map(), takeSteps, true)

/** Names stay names: each release has its own meaning for them. */
export function parse(text: string): Type {
  return parseType(text, NAMELESS)
}

const MEMBER_OF_ANY = /^T\d+\[T\d+\]$/
const KEYS_OF_ANY = /^keyof T\d+$/
const ALL_KEYS = parse('number | string | symbol')

/** What the language makes of texts. */
const LETTERS: Readonly<Record<string, (text: string) => string>> = {
  Capitalize: (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
  Lowercase: (text) => text.toLowerCase(),
  Uncapitalize: (text) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  Uppercase: (text) => text.toUpperCase(),
}

function quoted(text: string): string {
  return JSON.stringify(text)
}

const BUFFER_ENCODING = parse(
  '"ascii" | "base64" | "base64url" | "binary" | "hex" | "latin1" | "ucs-2" | "ucs2" | "utf-16le" | "utf-8" | "utf16le" | "utf8"',
)
const ARRAY_BUFFER_LIKE = parse('ArrayBuffer | SharedArrayBuffer')

/** `T1 in keyof T0 as …`: the keys, and what they are called. */
function named(keys: string): readonly [keys: string, name: string] {
  const cut = findTop(keys, ' as ')
  return cut < 0 ? [keys, ''] : [keys.slice(0, cut), keys.slice(cut + ' as '.length)]
}

/** A text that is made of nothing but what the language has. */
function isTemplateName(name: string): boolean {
  return /^`[^`]*`$/.test(name) && !/[A-Z]\w*[a-z]\w*</.test(name)
}

/** Where the last bracket opens, if it is behind a type: `A["b"]["c"]`. */
function indexedAt(text: string): number {
  for (let open = text.indexOf('['); open >= 0; open = text.indexOf('[', open + 1)) {
    if (closingOf(text, open) !== text.length - 1) continue
    return /[\w$)\]}>"]/.test(text.charAt(open - 1)) ? open : -1
  }
  return -1
}

/** Names of members are in quotes where they must be. */
function bareKey(text: string): string {
  const [, bare] = /^"([\w$]+)"$/.exec(text) ?? []
  return bare ?? text
}

/** Fewer say too little of those that are not seen. */
const SEEN_MIN = 5

/** The parts of a union up to where its text was cut off, and what the first is that is not seen. */
function seenParts(type: Type): Readonly<{ parts: readonly Type[]; end: string }> | null {
  if (type.form !== 'union') return null
  const parts = type.parts.filter((part) => !isCut(part))
  const cut = type.parts.filter(isCut)
  const [end] = cut.map(({ text }) => text.replace(/….*$/s, ''))
  if (cut.length > 1 || parts.length < SEEN_MIN) return null
  if (!parts.every(({ form }) => form === 'reference')) return null
  // Behind all that there is.
  return { parts, end: end ?? '\uffff' }
}

/** Whether a member says that an object is none of the others. */
function isApart(own: Shape | null, others: readonly (Shape | null)[]): boolean {
  if (own === null) return false
  return [...own.object.members].some(([name, { type, isOptional }]) => {
    if (isOptional || !isMark(type)) return false
    return others.every((other) => {
      const there = other?.object.members.get(name)
      return there !== undefined && isMark(there.type) && there.type.text !== type.text
    })
  })
}

/** A text, a number, or a member of an enum. */
function isMark({ form, text }: Type): boolean {
  return baseOf(text) !== null || (form === 'reference' && /^[\w$]+\.[\w$]+$/.test(text))
}

/** A text that was too long ends in a digest. */
function isCut({ text }: Type): boolean {
  return text.includes('…')
}

/** `Promise<A>` and `A`: what holds something is not that. */
function isHolderOf({ name, given }: Reference, held: Reference): boolean {
  return OBJECTS.has(name) && !isParameter(held.text) && given[0]?.text === held.text
}

const ON_PROMISES: ReadonlySet<string> = new Set(['then', 'catch', 'finally'])

/** Whether it must have what a promise has not. */
function hasOthers({ object }: Shape): boolean {
  return [...object.members].some(([name, { isOptional }]) => !isOptional && !ON_PROMISES.has(name))
}

/** The ways to call what can be called and nothing else; null for the rest. */
function overloadsOf(type: Type): readonly Call[] | null {
  if (type.form === 'call') return [type.call]
  if (type.form !== 'object' || type.members.size > 0 || type.calls.length === 0) return null
  return type.unnamed.length === type.calls.length ? type.calls : null
}

/** Besides its members it can be called, and so has what functions have. */
function isCallable({ unnamed }: ObjectType): boolean {
  return unnamed.length > indexSignatures(unnamed).size
}

/** An object with none of the members that another one may have is taken for a mistake. */
function hasNothingOf(own: ObjectType, wanted: ObjectType): boolean {
  const names = [...wanted.members.keys()]
  if (names.length === 0 || own.members.size === 0) return false
  if (wanted.unnamed.length + own.unnamed.length > 0) return false
  return names.every((name) => !own.members.has(name))
}

/** Whether it must have something that not every object has. */
function hasDemands({ object }: Shape): boolean {
  const isDemanded = [...object.members.values()].some(({ isOptional }) => !isOptional)
  // Any object has anything under any name.
  const isKeyed = [...indexSignatures(object.unnamed).values()].some((value) => value !== 'any')
  return isDemanded || isKeyed
}

const LISTS: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray'])

function isWanted({ isOptional }: Readonly<{ isOptional: boolean }>): boolean {
  return !isOptional
}

function isReadonlyTuple({ text }: Tuple): boolean {
  return text.startsWith('readonly ')
}

function isParameter(text: string): boolean {
  return /^T\d+$/.test(text)
}

/** `Readonly<T0>` and `{ -readonly [T1 in keyof T0]: T0[T1] }`, which the compiler takes for T0. */
function isAllOf(type: Type, whole: string): boolean {
  if (type.form === 'reference') {
    const [of, keys] = type.given
    if (type.name === 'Pick') return of?.text === whole && keys?.text === `keyof ${whole}`
    return of?.text === whole && (type.name === 'Readonly' || type.name === 'Required')
  }
  const [only, ...others] = type.form === 'object' && type.members.size === 0 ? type.unnamed : []
  const [, key, of, value] =
    /^(?:[+-]?readonly )?\[(T\d+) in keyof (T\d+)\](?:-\?)?: (.*)$/s.exec(only ?? '') ?? []
  return others.length === 0 && of === whole && value === `${whole}[${key}]`
}

/** Neither a name that may stand for anything, nor something that is yet to be worked out. */
function isConcrete(type: Type): boolean {
  if (isPrimitive(type)) return true
  if (type.form === 'reference') return OBJECTS.has(type.name)
  return ['object', 'call', 'construct', 'tuple'].includes(type.form)
}

function isPrimitive({ form, text }: Type): boolean {
  return form !== 'object' && (PRIMITIVES.has(text) || baseOf(text) !== null)
}

/** What `arg is A` and `asserts arg is A` claim, and `asserts arg`; null for what is none. */
function guardOf(text: string): Readonly<{ isAsserted: boolean; claim: string }> | null {
  const [, asserts, claim] = /^(asserts )?(?:arg|this)(?: is (.*))?$/s.exec(text) ?? []
  if (asserts === undefined && claim === undefined) return null
  return { isAsserted: asserts !== undefined, claim: claim ?? 'unknown' }
}

/** Whether one must have a member that the other has not, whatever its type arguments are. */
function lacks(own: Named, wanted: Named): boolean {
  if (own.isOpen || own.members.size === 0) return false
  return [...wanted.members].some(([name, isOptional]) => !isOptional && !own.members.has(name))
}

type Side = readonly [name: string, named: Named | null]

/** A type of the library in the place of another type, or the other way round; null where it says nothing. */
function libraryReferences([source, own]: Side, [target, wanted]: Side): Answer | null {
  const [one, other] = [
    own === null ? libraryShape(source) : null,
    wanted === null ? libraryShape(target) : null,
  ]
  if (one !== null && wanted !== null) {
    const has = (name: string) => one.required.has(name) || one.optional.has(name)
    const isMore = [...wanted.members].some(([name, isOptional]) => !isOptional && !has(name))
    return isMore && wanted.kind !== 'alias' ? 'no' : null
  }
  if (other !== null && own !== null && own.members.size > 0 && !own.isOpen) {
    return namesOf(other).some((name) => !own.members.has(name)) ? 'no' : null
  }
  if (one === null || other === null) return null
  if ([...other.required].some((name) => !one.required.has(name))) return 'no'
  return one.bases.has(target) && !other.isGeneric ? 'yes' : null
}

/** What an object of a type of the library must have, without what symbols name. */
function namesOf({ required }: LibraryShape): readonly string[] {
  return [...required].filter((name) => !name.startsWith('['))
}

/** Whether something must be there that objects of a type of the library do not have. */
function isLacking({ required, optional }: LibraryShape, { object }: Shape): boolean {
  return [...object.members].some(
    ([name, { isOptional }]) =>
      !isOptional && !required.has(name) && !optional.has(name) && !(name in Object.prototype),
  )
}

function ownerOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')))
}

function lastOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('#'), name.lastIndexOf('.')) + 1)
}

/** The texts that a key may be; null where it may be others. */
function literals(keys: Type): ReadonlySet<string> | null {
  const parts = keys.form === 'union' ? keys.parts : [keys]
  const names = parts.map(({ text }) => /^"([\w$]+)"$/.exec(text)?.[1])
  return names.includes(undefined) ? null : new Set(names as string[])
}

function recordShapeOf([keys, type]: readonly string[]): Shape | null {
  return keys === undefined || type === undefined ? null : recordShape(parse(keys), parse(type))
}

function recordShape(keys: Type, type: Type): Shape | null {
  const named = literals(keys)
  if (named === null) {
    if (keys.text !== 'string' && keys.text !== 'number') return null
    const unnamed = [`[${keys.text}]: ${type.text}`]
    return shapeOf(new Map(), unnamed)
  }
  const member = { type, isOptional: false, isReadonly: false, isFunction: false }
  return shapeOf(new Map([...named].map((name) => [name, member])), [])
}

function shapeOf(members: ReadonlyMap<string, Member>, unnamed: readonly string[]): Shape {
  const ways = { calls: [], constructs: [] }
  const object: ObjectType = { form: 'object', members, unnamed, ...ways, text: '' }
  return { object, isOpen: false, isClass: false }
}

function merged(shapes: readonly Shape[]): Shape {
  const members = new Map<string, Member>()
  for (const { object } of shapes) {
    for (const [name, member] of object.members) {
      const there = members.get(name)
      const isOptional = member.isOptional && (there?.isOptional ?? true)
      const type =
        there === undefined || there.type.text === member.type.text
          ? member.type
          : parse(`(${there.type.text}) & (${member.type.text})`)
      members.set(name, { ...member, type, isOptional })
    }
  }
  const unnamed = shapes.flatMap(({ object }) => object.unnamed)
  const calls = shapes.flatMap(({ object }) => object.calls)
  const constructs = shapes.flatMap(({ object }) => object.constructs)
  return {
    object: { form: 'object', members, unnamed, calls, constructs, text: '' },
    isOpen: shapes.some(({ isOpen }) => isOpen),
    isClass: shapes.some(({ isClass }) => isClass),
  }
}
