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
  type Around,
  type Call,
  callText,
  type Member,
  type Type,
  type TypeParameter,
} from '../../signatures/parseType.ts'
import { baseOf } from '../../signatures/settledParts.ts'
import type { Steps } from '../../signatures/steps.ts'
import { type Answer, every, everyOf, someOf } from './answer.ts'
import { filledType, inferredFrom, type Meanings, refusesTwo } from './inference.ts'
import { isLacking, lacks, libraryReferences, namesOf } from './libraryMembers.ts'
import {
  COVARIANT,
  ITERATORS,
  isWiderThan,
  LISTS,
  MORE_OBJECTS,
  OBJECTS,
  OWN_MEMBER,
  SUBSUMED,
  UTILITIES,
  WIDER,
} from './libraryTypes.ts'
import { hasOtherItem, listOf, middleOf, spreadOf } from './lists.ts'
import { type BothNames, filledArguments, filledBody, type Named } from './named.ts'
import { type ParseType, plainly } from './parse.ts'
import {
  functionAsKeyed,
  hasDemands,
  hasNothingOf,
  hasOthers,
  hasSameMark,
  isApart,
  isCallable,
  type ObjectType,
  recordShape,
  type Shape,
} from './shape.ts'
import {
  type Conditional,
  distributed,
  guardOf,
  type Intersection,
  isAbstractClass,
  isAllOf,
  isConcrete,
  isCut,
  isHolderOf,
  isMark,
  isNameless,
  isOnNoPrimitive,
  isParameter,
  isPrimitive,
  isReadonlyTuple,
  isTemplateName,
  isText,
  isWanted,
  isWhole,
  KEYS_OF_ANY,
  lastOf,
  literals,
  MEMBER_OF_ANY,
  ON_FUNCTIONS,
  ON_PRIMITIVES,
  overloadsOf,
  ownerOf,
  parameterAt,
  primitives,
  type Reference,
  renamedKeys,
  seenParts,
  type Tuple,
  withNothing,
} from './typeForms.ts'
import { DEPTH_MAX, TypeReader } from './typeReader.ts'

/** Those of an object with any number of members. */
const KEYS_OF_ANY_NAME = /\b(?:string|number|symbol|PropertyKey|any)\b/

const ANY_TEXT = /^(?:number \| )?(?:string|PropertyKey)(?: \| symbol)?$/

/** Of more texts than this no member tells objects apart. */
const MARKS_MAX = 25

const NO_MEANINGS: Meanings = new Map()

export class Assignability {
  readonly steps: Steps
  readonly from: TypeReader
  readonly to: TypeReader
  readonly parse: ParseType
  /** Names stay names: what became of them is told where they stand. */
  readonly plain: Around
  /** Names that both releases have and that stand for something else in the newer one. */
  readonly #others: ReadonlySet<string>
  readonly #otherTexts = new Map<string, boolean>()
  /** What is being asked: of what is asked again inside itself nothing speaks against it. */
  readonly #asked = new Set<string>()
  #depth = 0
  /** What objects that say `this` are, with the type parameters of their type. */
  self: Type | null = null
  /** What `infer` finds in the question whose answers are compared. */
  #found: ReadonlySet<string> = new Set()
  /** What callers call a function on that does not say what `this` must be; null where nobody can tell. */
  calledOn: Type | null = null
  /** Whether callers name what is compared, with type parameters of their own. */
  isNamed = false
  /** What the type that is wanted is one part of. */
  #partOf: 'union' | 'intersection' | null = null
  /** Whether objects that somebody gives may be written down where they are given. */
  #isWritten = true
  /** What the type parameters of each side may be at most; null for anything. */
  readonly #bounds = { from: new Map<string, Type | null>(), to: new Map<string, Type | null>() }

  constructor(names: BothNames, steps: Steps, others: ReadonlySet<string> = new Set()) {
    this.steps = steps
    this.from = new TypeReader(names.from, steps)
    this.to = new TypeReader(names.to, steps)
    this.parse = this.from.parse
    this.plain = plainly(steps)
    this.#others = others
  }

  /** Of the release that values come from, and of the one that they go to. */
  #readers(isForward: boolean): readonly [own: TypeReader, wanted: TypeReader] {
    return isForward ? [this.from, this.to] : [this.to, this.from]
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
    if (!this.steps.take()) return 'unknown'
    // Most parts of long unions are texts.
    if (isText(source) && isText(target)) return 'no'
    if (isCut(source) || isCut(target)) return this.#cut(source, target, isForward)
    const simple = this.#simple(source, target, isForward)
    if (simple !== null) return simple
    const key = `${isForward ? '>' : '<'} ${source.text} ${target.text}`
    if (this.#asked.has(key)) return 'yes'
    // Whoever is given an object that takes others of its own kind gives it such as he was given.
    const isOwnKind = isForward && source.form === 'reference' && source.text === target.text
    if (isOwnKind && this.#asked.has(`< ${source.text} ${target.text}`)) return 'yes'
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
   * member that all the others have tells it apart from them. The items of a list have their places.
   */
  #cut(source: Type, target: Type, isForward: boolean): Answer {
    if (hasOtherItem(source.text, target.text)) return 'no'
    const [mine, theirs] = this.#readers(isForward)
    const [own, wanted] = [seenParts(source), seenParts(target)]
    if (own === null || wanted === null) return 'unknown'
    const there = new Set(wanted.parts.map(({ text }) => text))
    const isOther = ({ text }: Type) => !there.has(text) && text < wanted.end
    const others = own.parts.filter(isOther)
    if (others.length === 0) return 'unknown'
    const shapes = wanted.parts.map((part) => theirs.shapeOf(part))
    return others.some((part) => isApart(mine.shapeOf(part), shapes)) ? 'no' : 'unknown'
  }

  /** Whether whatever was chosen for a type parameter may still be: nobody writes an object down there. */
  askBound(source: Type, target: Type): Answer {
    return this.#unwritten(() => this.ask(source, target, true))
  }

  #simple(source: Type, target: Type, isForward: boolean): Answer | null {
    const [from, to] = [source.text, target.text]
    if (to === 'unknown' || from === 'never') return 'yes'
    // Whoever got anything did with it what he wanted; now it must be looked at first.
    if (to === 'any') return from === 'unknown' && !isForward ? 'no' : 'yes'
    // The other release may have a name for it.
    if ((from === 'any' || from === 'unknown') && target.form === 'reference') {
      const meant = this.#readers(isForward)[1].writtenOut(target)
      if (meant !== null) return this.ask(source, meant, isForward)
    }
    // Whoever could give anything may have given something else.
    if (from === 'any') return isForward || to === 'never' ? 'no' : 'yes'
    if (from === 'unknown') return isParameter(to) ? 'unknown' : 'no'
    if (to === 'void' && from === 'undefined') return 'yes'
    return null
  }

  #compound(source: Type, target: Type, isForward: boolean): Answer {
    if (source.form === 'union') {
      if (!isForward && this.#losesShared(source, target)) return 'no'
      return this.#union(source.parts, target, isForward)
    }
    if (source.text === 'boolean' && target.form === 'union') {
      const parts = new Set(target.parts.map(({ text }) => text))
      if (parts.has('true') && parts.has('false')) return 'yes'
    }
    if (target.form === 'union') {
      if (!isForward && this.#losesShared(source, target)) return 'no'
      // Most parts of a long union are parts of the other one.
      if (target.parts.some((part) => this.isSame(source, part))) return 'yes'
      const found = this.#asParts('union', () =>
        someOf(target.parts, (part) => this.ask(source, part, isForward)),
      )
      if (found === 'yes' && this.#isMoreThanAll(source, target.parts, isForward)) return 'no'
      const values = found === 'yes' ? null : this.#readers(isForward)[0].valuesOf(source)
      if (values !== null && target.parts.every(isPrimitive))
        return this.ask(values, target, isForward)
      if (found !== 'no') return found
      // It may be a name for several of the parts.
      const meant = this.#readers(isForward)[0].writtenOut(source)
      if (meant !== null) return this.ask(meant, target, isForward)
      return this.#byMark(source, target, isForward)
    }
    if (target.form === 'intersection') {
      const shape = this.#readers(isForward)[1].shapeOf(target)
      const own = this.#readers(isForward)[0].shapeOf(source)
      if (shape !== null && own !== null) return this.#shapes(own, shape, isForward)
      const rest = source.form === 'intersection' ? this.#withoutShared(source, target) : null
      if (rest !== null) {
        return this.#asParts('intersection', () => this.ask(rest.source, rest.target, isForward))
      }
      return this.#asParts('intersection', () =>
        everyOf(target.parts, (part) => this.ask(source, part, isForward)),
      )
    }
    if (source.form === 'conditional' || target.form === 'conditional') {
      const [mine, theirs] = this.#readers(isForward)
      const [own, wanted] = [mine.writtenOut(source), theirs.writtenOut(target)]
      if (own !== null || wanted !== null)
        return this.ask(own ?? source, wanted ?? target, isForward)
      return this.#conditional(source, target, isForward)
    }
    if (source.form === 'intersection') {
      const found = someOf(source.parts, (part) => this.ask(part, target, isForward))
      const own = this.#readers(isForward)[0].shapeOf(source)
      const shape = this.#readers(isForward)[1].shapeOf(target)
      const whole = own && shape && this.#shapes(own, shape, isForward)
      // What one part leaves out another may have, and have otherwise.
      if (whole === null && this.#isOtherInPart(source, target, isForward)) return 'no'
      if (found === 'yes') return whole === 'no' ? 'no' : 'yes'
      if (whole !== null) return whole
      const spread = own === null && found === 'no' ? distributed(source, this.parse) : null
      if (spread !== null) return this.ask(spread, target, isForward)
      // Parts that cannot be called so, each by itself, cannot together.
      const isPlain = isPrimitive(target) || target.form === 'call' || target.form === 'construct'
      return found === 'no' && isPlain ? 'no' : 'unknown'
    }
    if (source.form === 'reference' && target.form === 'reference') {
      const found = this.#references(source, target, isForward)
      if (found !== null) return found
    }
    const [mine, theirs] = this.#readers(isForward)
    const meant = mine.writtenOut(source)
    if (meant !== null) return this.ask(meant, target, isForward)
    const wanted = theirs.writtenOut(target)
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

  /** `{ t: "a" | "b" }` is `{ t: "a" }` or `{ t: "b" }`, and each of these may be one of the parts. */
  #byMark(source: Type, target: Intersection, isForward: boolean): Answer {
    const [mine, theirs] = this.#readers(isForward)
    const own = mine.shapeOf(source)
    if (own === null || own.isClass || own.isOpen) return 'no'
    const marks = [...own.object.members].find(([name, { type, isOptional }]) => {
      if (isOptional || type.form !== 'union' || type.parts.length > MARKS_MAX) return false
      const isMarked = (part: Type) => {
        const there = theirs.shapeOf(part)?.object.members.get(name)
        return there !== undefined && isMark(there.type)
      }
      return type.parts.every(isMark) && target.parts.some(isMarked)
    })
    if (marks === undefined || marks[1].type.form !== 'union') return 'no'
    const [name, member] = marks
    return everyOf(marks[1].type.parts, (type) => {
      const members = new Map([...own.object.members, [name, { ...member, type }]])
      const text = `${source.text} & { ${name}: ${type.text} }`
      return this.ask({ ...own.object, members, text }, target, isForward)
    })
  }

  /** Whether one part alone has a member, and has it otherwise than what is wanted, of which not all is known. */
  #isOtherInPart({ parts }: Intersection, target: Type, isForward: boolean): boolean {
    const [mine, theirs] = this.#readers(isForward)
    return parts.some((part) => {
      const members = mine.shapeOf(part)?.object.members ?? []
      return [...members].some(([name, { type, isOptional }]) => {
        const wanted = isOptional ? null : theirs.memberByName(target, [name])
        if (wanted === null || this.ask(type, wanted, isForward) !== 'no') return false
        return parts.every((one) => one === part || mine.lacks(one, name))
      })
    })
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
    const own = isWritten ? this.from.shapeOf(source) : null
    if (own === null || own.isClass) return false
    const shapes = parts.map((part) => this.to.shapeOf(part))
    const isKnown = (name: string) =>
      shapes.some((shape) => {
        if (shape === null || shape.isOpen || shape.object.unnamed.length > 0) return true
        return shape.object.members.has(name)
      })
    return [...own.object.members.keys()].some((name) => !isKnown(name))
  }

  /** Whether something that all the older objects may have, and so is read, is in one of the newer ones not. */
  #losesShared(source: Type, target: Type): boolean {
    if (target.form !== 'union') return false
    const old = objectShapes(target, this.from)
    const now = objectShapes(source, this.to)
    const [first] = old ?? []
    if (first === undefined || now === null) return false
    return [...first.object.members.keys()].some((name) => {
      const isShared = old?.every(({ object }) => object.members.has(name))
      return isShared && now.some((one) => isWithout(one, name))
    })
  }

  /** A part beside all that there was says something new, though nobody can tell what. */
  #union(parts: readonly Type[], target: Type, isForward: boolean): Answer {
    const texts = new Set(parts.map(({ text }) => text))
    const wanted = target.form === 'union' ? target.parts : [target]
    const isMore = wanted.every(({ text }) => texts.has(text))
    return everyOf(parts, (part) => {
      const found = this.ask(part, target, isForward)
      if (found !== 'unknown' || !isMore) return found
      // A name beside numbers may be that of an enum.
      const mayBeNumbers = part.form === 'reference' && wanted.some(({ text }) => text === 'number')
      const isThere = wanted.some(({ text }) => text === part.text)
      return isThere || mayBeNumbers ? found : 'no'
    })
  }

  #plain(source: Type, target: Type, isForward: boolean): Answer {
    const own = this.#ofThis(source, target, isForward)
    if (own !== null) return own
    return this.#plainly(source, target, isForward)
  }

  /** `this` is the type that says it, or one below; nothing else is sure to be that one. */
  #ofThis(source: Type, target: Type, isForward: boolean): Answer | null {
    if (source.text === target.text || this.self === null) return null
    if (target.text === 'this') {
      return this.#readers(isForward)[0].isSettled(source) ? 'no' : null
    }
    return source.text === 'this' ? this.ask(this.self, target, isForward) : null
  }

  /** `typeof Date` in the place of a `Date`, or the other way round. */
  #isClassForObject(source: Type, target: Type, isForward: boolean): boolean {
    const [mine, theirs] = this.#readers(isForward)
    if (theirs.isLibraryClass(target)) return isPrimitive(source) || mine.isOfLibrary(source)
    return mine.isLibraryClass(source) && (isPrimitive(target) || theirs.isOfLibrary(target))
  }

  /** A list that somebody chooses, and all of it in a tuple, which can be written to; null for others. */
  #spreads(source: Type, target: Type, isForward: boolean): Answer | null {
    const [own, wanted] = [spreadOf(source), spreadOf(target)]
    if (own !== null && isParameter(target.text)) {
      return isReadonly(source) ? 'unknown' : this.ask(own, target, isForward)
    }
    if (wanted === null || !isParameter(wanted.text) || !isParameter(source.text)) return null
    const found = this.ask(source, wanted, isForward)
    if (found !== 'yes' || isReadonly(target)) return found
    const bound = this.#bounds[isForward ? 'from' : 'to'].get(source.text)
    if (bound === undefined || bound === null) return 'unknown'
    if (/^Array</.test(bound.text) || /^\[/.test(bound.text)) return 'yes'
    return isReadonly(bound) ? 'no' : 'unknown'
  }

  #plainly(source: Type, target: Type, isForward: boolean): Answer {
    const spread = this.#spreads(source, target, isForward)
    if (spread !== null) return spread
    // Whoever chooses a type parameter may choose something else.
    if (isParameter(target.text)) {
      if (isParameter(source.text)) return this.#parameters(source, target, isForward)
      if (isAllOf(source, target.text)) return 'yes'
      return this.#readers(isForward)[0].isSettled(source) ? 'no' : 'unknown'
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
      return this.#readers(isForward)[0].isSettled(source) ? 'no' : 'unknown'
    }
    if (MEMBER_OF_ANY.test(source.text) && isConcrete(target)) return 'no'
    const guarded = this.#guards(source, target, isForward)
    if (guarded !== null) return guarded
    if (this.#isClassForObject(source, target, isForward)) return 'no'
    if (isPrimitive(source)) {
      if (isPrimitive(target)) return primitives(source.text, target.text)
      if (KEYS_OF_ANY.test(target.text)) return 'no'
      return this.#primitiveAs(source, target, isForward)
    }
    // The keys of what somebody chooses may be texts, numbers and symbols, and which ones he says.
    if (KEYS_OF_ANY.test(source.text))
      return this.ask(this.parse('number | string | symbol'), target, isForward)
    if (isPrimitive(target)) {
      const values = this.#readers(isForward)[0].valuesOf(source)
      if (values !== null) return this.ask(values, target, isForward)
      return this.#readers(isForward)[0].isObject(source) ? 'no' : 'unknown'
    }
    if (target.text === 'object' || target.text === '{}') {
      return this.#readers(isForward)[0].isObject(source) ? 'yes' : 'unknown'
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
    if (target.form === 'tuple' && this.#readers(isForward)[0].isNoList(source)) return 'no'
    const overloads = this.#overloads(source, target, isForward)
    if (overloads !== null) return overloads
    const isCalled = source.form === 'call' || source.form === 'construct'
    if (isCalled && (target.form === 'call' || target.form === 'construct')) {
      const isAbstract = isAbstractClass(source) && !isAbstractClass(target)
      if (source.form !== target.form || isAbstract) return 'no'
      return this.calls(source.call, target.call, isForward)
    }
    if (isCalled && target.text === 'Function') return 'yes'
    if (target.text === 'Function') {
      const shape = this.#readers(isForward)[0].shapeOf(source)
      if (shape !== null && !shape.isOpen && !isCallable(shape.object)) return 'no'
    }
    if (source.text === 'Function' && (target.form === 'call' || target.form === 'construct')) {
      return 'no'
    }
    const [mine, theirs] = this.#readers(isForward)
    const [own, wanted] = [mine.shapeOf(source), theirs.shapeOf(target)]
    if (own !== null && wanted !== null) return this.#shapes(own, wanted, isForward)
    const isWantedCall = target.form === 'call' || target.form === 'construct'
    if (own !== null && isWantedCall) {
      const ways = target.form === 'call' ? own.object.calls : own.object.constructs
      if (ways.length > 0) return someOf(ways, (one) => this.calls(one, target.call, isForward))
    }
    if (own !== null && isWantedCall && !own.isOpen && !own.isClass && !isCallable(own.object)) {
      return 'no'
    }
    const [ownLibrary, wantedLibrary] = [mine.libraryOf(source), theirs.libraryOf(target)]
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
    if (isCalled && wanted !== null) {
      const keyed = functionAsKeyed(wanted)
      if (keyed !== null) return keyed
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

  /** Two type parameters that both releases have are chosen each by itself. */
  #parameters({ text: source }: Type, { text: target }: Type, isForward: boolean): Answer {
    const { from, to } = this.#bounds
    // What is found in what is given is neither something else that is found there nor all of it.
    const isBound = (text: string) => from.has(text) && to.has(text)
    const areFound = [source, target].map((text) => this.#found.has(text))
    if (areFound[0] && (areFound[1] || isBound(target))) return 'no'
    if (areFound[1] && isBound(source)) return 'no'
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
      if (own.isAsserted !== wanted.isAsserted || own.subject !== wanted.subject) return 'no'
      return this.ask(this.parse(own.claim), this.parse(wanted.claim), isForward)
    }
    // What asserts something gives nothing back.
    if (own?.isAsserted)
      return this.ask(this.parse('void'), target, isForward) === 'no' ? 'no' : 'unknown'
    if (wanted === null) return target.text === 'boolean' ? 'yes' : 'unknown'
    const plain = wanted.isAsserted ? ['void', 'undefined'] : ['boolean']
    return plain.includes(source.text) ? 'no' : 'unknown'
  }

  #primitiveAs(source: Type, target: Type, isForward: boolean): Answer {
    const isNothing = ['null', 'undefined', 'void'].includes(source.text)
    const wanted = this.#readers(isForward)[1].shapeOf(target)
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
      target.form === 'reference' ? this.#readers(isForward)[1].names(target.name) : null
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

  #references(source: Reference, target: Reference, isForward: boolean): Answer | null {
    const [mine, theirs] = this.#readers(isForward)
    const [own, wanted] = [mine.names(source.name), theirs.names(target.name)]
    if (source.name === target.name && own === null && wanted === null) {
      // What the library makes of its arguments says which way they go.
      const [a, b] = [mine.writtenOut(source), theirs.writtenOut(target)]
      if (a !== null && b !== null) return this.ask(a, b, isForward)
      if (source.name === 'Exclude') return this.#excluded(source, target, isForward)
      if (source.name === 'Parameters') return 'unknown'
    }
    if (source.name === target.name || (WIDER[source.name] ?? []).includes(target.name)) {
      // What they stand for is told under their name, unless nobody can name them.
      // Whoever gives an object of a class got it from the package.
      const areGiven = isForward && own?.kind === 'class' && wanted?.kind === 'class'
      const isTold =
        own === null || wanted === null || areGiven || (own.isPublic && wanted.isPublic)
      const isOther = this.#others.has(source.name)
      if (!isTold && (isOther || (source.given.length === 0 && target.given.length === 0))) {
        const [a, b] = [mine.bodyOf(source, own), theirs.bodyOf(target, wanted)]
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
      source.name === 'Promise' ? this.#readers(isForward)[1].shapeOf(target) : null
    const ownShape = target.name === 'Promise' ? this.#readers(isForward)[0].shapeOf(source) : null
    if (wantedShape !== null && hasOthers(wantedShape)) return 'no'
    if (ownShape !== null && !ownShape.isOpen && !ownShape.object.members.has('then')) return 'no'
    if (own?.kind === 'class' && own.bases.includes(target.name)) return 'yes'
    const [whole] = source.given
    // A record whose keys nobody knows has some that must be there.
    if (source.name === 'Partial' && target.name === 'Record' && whole?.form === 'reference') {
      return whole.name === 'Record' ? 'no' : 'unknown'
    }
    if (target.name === 'Partial' && target.given[0]?.text === source.text) return 'yes'
    if (source.name === 'Partial' && own === null && whole?.text === target.text) {
      const isMissing = wanted !== null && [...wanted.members.values()].includes(false)
      if (isMissing && wanted.kind !== 'alias') return 'no'
    }
    // Of what nobody knows yet something must be there.
    if (source.name === 'Partial' && whole?.text === target.text && /\bT\d+\b/.test(target.text)) {
      return 'no'
    }
    const ofEnum = this.#enumMembers(source.name, target.name)
    if (ofEnum !== null) return ofEnum
    if (own?.kind === 'enum' && wanted?.kind === 'enum') {
      // Both releases have both: a member of one enum is none of another.
      const areTwo =
        mine.names(target.name)?.kind === 'enum' && theirs.names(source.name)?.kind === 'enum'
      return areTwo ? 'no' : 'unknown'
    }
    if (own !== null && wanted !== null && lacks(own, wanted)) return 'no'
    const ofLibrary = libraryReferences([source.name, own], [target.name, wanted])
    if (ofLibrary !== null) return ofLibrary
    // The same under the name of another package: whether it is the same nobody can tell.
    const isKnown = own !== null && wanted !== null
    if (!isKnown && lastOf(source.name) === lastOf(target.name)) return 'unknown'
    return null
  }

  /** `E.A`, `E.B` and `E` of an enum that both releases have; null for the rest. */
  #enumMembers(source: string, target: string): Answer | null {
    const isEnum = (name: string) =>
      this.from.names(name)?.kind === 'enum' && this.to.names(name)?.kind === 'enum'
    const [owner, wanted] = [ownerOf(source), ownerOf(target)]
    if (owner === target && isEnum(target)) return 'yes'
    if (wanted === source && isEnum(source)) return 'no'
    return owner !== '' && owner === wanted && isEnum(owner) ? 'no' : null
  }

  /** Whether a name stands for the same in both releases, as far as they say. */
  #meansSame(name: string): boolean {
    const [one, other] = [this.from.names(name), this.to.names(name)]
    if (this.#others.has(name) || (one === null) !== (other === null)) return false
    return one === null || (one.body === other?.body && one.kind === other?.kind)
  }

  #arguments(
    source: Reference,
    target: Reference,
    isForward: boolean,
    named: Named | null,
  ): Answer {
    const given = (one: Reference, { names }: TypeReader) =>
      filledArguments(
        one.name,
        one.given.map(({ text }) => text),
        names(one.name),
      )
    const [ownReader, wantedReader] = this.#readers(isForward)
    const mine = given(source, ownReader)
    const theirs = given(target, wantedReader)
    if (mine === null || theirs === null) return 'unknown'
    const hasFewer = mine.length < theirs.length
    const [few, many] = hasFewer ? [mine, theirs] : [theirs, mine]
    if (few.length < many.length) {
      // The type parameters that are new have the defaults that stand there.
      const { names } = hasFewer ? wantedReader : ownReader
      const filled = filledArguments(target.name, few, names(target.name))
      const text = (all: readonly string[]) => all.map((one) => this.parse(one).text).join(', ')
      if (filled !== null && text(filled) === text(many)) return 'yes'
    }
    const pairs = few.map(
      (_, i) => [this.parse(mine[i] ?? ''), this.parse(theirs[i] ?? '')] as const,
    )
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
      const own = this.#readers(isForward)[0].shapeOf(source)
      const wanted = this.#readers(isForward)[1].shapeOf(target)
      if (own !== null && wanted !== null) return this.#shapes(own, wanted, isForward)
      // What is not there need not be.
      if (source.name === 'Partial' && every(there) === 'no') return 'unknown'
    }
    if (COVARIANT.has(source.name)) return every(there)
    const back = pairs.map(([one, other]) => this.ask(other, one, !isForward))
    if (every([...there, ...back]) === 'yes') return 'yes'
    if (source.name === 'Record') {
      const [, wanted] = [mine[0], theirs[0]].map((keys) => literals(this.parse(keys ?? '')))
      const shapes = [this.#recordShape(mine), this.#recordShape(theirs)] as const
      if (wanted !== null && shapes[0] !== null && shapes[1] !== null) {
        return this.#shapes(shapes[0], shapes[1], isForward)
      }
      const [keys] = pairs
      // Who has any text for a key has any key.
      if (keys?.every(({ text }) => ANY_TEXT.test(text))) return every(there.slice(1))
      if (keys === undefined || keys.some(({ text }) => KEYS_OF_ANY_NAME.test(text)))
        return every(there)
      // All keys that are wanted must be there; whoever gets an object may get more.
      const taken = this.ask(keys[1], keys[0], !isForward)
      return every([taken, ...(isForward ? there : there.slice(1))])
    }
    // What one definition makes of the arguments tells which way they go.
    const bodies =
      named === null ? null : ([filledBody(named, mine), filledBody(named, theirs)] as const)
    const [one, other] = bodies ?? [null, null]
    if (one !== null && other !== null)
      return this.ask(this.parse(one), this.parse(other), isForward)
    const found = every(there)
    const isOfLibrary = named === null && !source.name.includes('#')
    // Which way the arguments of what nobody knows go, nobody knows.
    return every(back) !== found && !isOfLibrary ? 'unknown' : found
  }

  #recordShape([keys, type]: readonly string[]): Shape | null {
    if (keys === undefined || type === undefined) return null
    return recordShape(this.parse(keys), this.parse(type))
  }

  /** The more is left out, the less is there. */
  #excluded(source: Reference, target: Reference, isForward: boolean): Answer {
    const [mine, theirs] = this.#readers(isForward)
    const [own, wanted] = [mine.chosen(source), theirs.chosen(target)]
    if (own !== null && wanted !== null) return this.ask(own, wanted, isForward)
    const [[all, out], [theirAll, theirOut]] = [source.given, target.given]
    if (!all || !out || !theirAll || !theirOut) return 'unknown'
    const answers = [this.ask(all, theirAll, isForward), this.ask(theirOut, out, !isForward)]
    return every(answers) === 'yes' ? 'yes' : 'unknown'
  }

  #shapes(source: Shape, target: Shape, isForward: boolean): Answer {
    const answers: Answer[] = []
    const [own, wanted] = [source.object, target.object]
    const partOf = this.#partOf
    this.#partOf = null
    for (const [name, member] of wanted.members) {
      const given = own.members.get(name)
      if (given === undefined) {
        // What may be missing is read all the same, and not known any more.
        const isKnown = partOf === null || (partOf === 'union' && hasSameMark(own, wanted))
        const isRead = !isForward && isKnown && own.unnamed.length === 0
        if (member.isOptional && !isRead) continue
        const mayBeThere = source.isOpen || (isCallable(own) && ON_FUNCTIONS.has(name))
        answers.push(mayBeThere ? 'unknown' : 'no')
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

  /** A method that is given is taken when it fits either way; one that is got is called as before. */
  #members({ type: source, isFunction }: Member, wanted: Member, isForward: boolean): Answer {
    const target = wanted.isOptional ? withNothing(wanted.type) : wanted.type
    const found = this.ask(source, target, isForward)
    if (found !== 'no' || (isFunction && wanted.isFunction)) return found
    const areMethods = !isFunction && !wanted.isFunction
    if (areMethods && !isForward) return found
    const asMethod = this.#overloads(source, wanted.type, isForward, true)
    if (asMethod === null || asMethod === 'no') return 'no'
    return areMethods && !wanted.isOptional ? asMethod : 'unknown'
  }

  /** Each way to call the one must be one of the ways to call the other; null for what is no function. */
  #overloads(source: Type, target: Type, isForward: boolean, isMethod = false): Answer | null {
    const [own, wanted] = [overloadsOf(source), overloadsOf(target)]
    if (own === null || wanted === null) return null
    return everyOf(wanted, (one) =>
      someOf(own, (each) => this.calls(each, one, isForward, isMethod)),
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
          return someOf(own.calls, (each) => this.calls(each, call, isForward))
        }
        const made = wanted.constructs.find((each) => `new ${callText(each)}` === one)
        if (made !== undefined && own.constructs.length > 0) {
          return someOf(own.constructs, (each) => this.calls(each, made, isForward))
        }
        const mapped = this.#mapped(own, one, isForward)
        if (mapped !== null) return mapped
        if (index?.[0] === 'string' && index[1] === 'any') return 'yes'
        const value = index === undefined ? undefined : indexes.get(index[0])
        if (index === undefined) return 'unknown'
        if (value === undefined) return this.#asKeyed(source, index, isForward)
        return this.ask(this.parse(value), this.parse(index[1]), isForward)
      }),
    )
  }

  /** An object that is written down has its members under keys of any name; an interface has not. */
  #asKeyed(source: Shape, [key, value]: readonly [string, string], isForward: boolean): Answer {
    const { object, isOpen, isClass, isInterface } = source
    if (key !== 'string' || isOpen) return 'unknown'
    // What can be called or made has no keys of any name.
    if (object.calls.length > 0 || object.constructs.length > 0) return 'no'
    if (object.unnamed.length > 0) return 'unknown'
    if (isClass || isInterface === true) return 'no'
    const wanted = this.parse(value)
    return everyOf(object.members.values(), ({ type, isOptional }) =>
      this.ask(isOptional ? withNothing(type) : type, wanted, isForward),
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
      const [[keys, name], [theirs, theirName]] = [renamedKeys(own.keys), renamedKeys(other.keys)]
      // The same keys under other names.
      const isRenamed = keys === theirs && isTemplateName(name) && isTemplateName(theirName)
      if (isRenamed && name !== theirName) return 'no'
      // Some keys have other names in only one of them.
      const isOther = keys === theirs && (name === '') !== (theirName === '')
      const isLess = !isForward && theirName === '' && /\bnever$|^`/.test(name)
      if (isOther && (this.isNamed || isLess)) return 'no'
      const isPlain = name === '' && theirName === '' && own.mark === other.mark
      const there = isPlain ? this.#keysTaken(theirs, keys, isForward) : 'unknown'
      // What need not be there may be more; who gives an object names what is known.
      if (isPlain && other.mark === '?') {
        const named = isForward ? this.#keysTaken(keys, theirs, !isForward) : 'yes'
        return every([named, this.ask(this.parse(own.value), this.parse(other.value), isForward)])
      }
      return there === 'no' && other.mark !== '?' ? 'no' : 'unknown'
    }
    const found = this.ask(this.parse(own.value), this.parse(other.value), isForward)
    if (own.mark === '?' && other.mark !== '?') return 'no'
    // What may be missing in what somebody chooses must be there.
    if (own.mark === '' && other.mark === '-?' && /^T\d+ in keyof T\d+$/.test(own.keys)) return 'no'
    return own.mark === other.mark || other.mark === '?' || found === 'no' ? found : 'unknown'
  }

  /** Whether all keys that are wanted are there: `T1 in keyof T0`. */
  #keysTaken(wanted: string, own: string, isForward: boolean): Answer {
    const [one, other] = [wanted, own].map((keys) => keys.replace(/^T\d+ in /, ''))
    if (one === undefined || other === undefined) return 'unknown'
    return this.ask(this.parse(one), this.parse(other), !isForward)
  }

  #conditional(source: Type, target: Type, isForward: boolean): Answer {
    if (source.form === 'conditional' && target.form === 'conditional') {
      return this.#conditionals(source, target, isForward)
    }
    const [one, other] = source.form === 'conditional' ? [source, target] : [target, source]
    if (one.form !== 'conditional') return 'unknown'
    const [check, , yes, no] = one.parts
    const [mine, theirs] = this.#readers(isForward)
    const both = this.#finding(one, () =>
      [yes, no].map((part) => {
        return one === source ? this.ask(part, other, isForward) : this.ask(other, part, isForward)
      }),
    )
    // Whoever chooses the type that is asked about may choose the other answer.
    if (isParameter(check.text) || MEMBER_OF_ANY.test(check.text)) return every(both)
    if (this.isNamed && (one === source ? mine : theirs).isDeferred(check)) return every(both)
    return both.every((each) => each === both[0]) ? (both[0] ?? 'unknown') : 'unknown'
  }

  #isUnbound(parameter: string): boolean {
    return this.#bounds.from.get(parameter) === null && this.#bounds.to.get(parameter) === null
  }

  #unwritten<Found>(ask: () => Found): Found {
    const before = this.#isWritten
    this.#isWritten = false
    const found = ask()
    this.#isWritten = before
    return found
  }

  /** What `infer` finds in a question has a meaning in its answers. */
  #finding<Found>({ parts }: Conditional, ask: () => Found): Found {
    const before = this.#found
    const names = parts[1].text.matchAll(/\binfer (T\d+)\b/g)
    this.#found = new Set([...before, ...[...names].map(([, name = '']) => name)])
    const found = ask()
    this.#found = before
    return found
  }

  /** What is asked must be the same; what is answered may be less. */
  #conditionals(source: Conditional, target: Conditional, isForward: boolean): Answer {
    const [check, extended, yes, no] = source.parts
    const [theirCheck, theirExtended, theirYes, theirNo] = target.parts
    const asked = [
      [check, theirCheck],
      [extended, theirExtended],
    ] as const
    const others = asked.filter(([one, other]) => !this.isSame(one, other))
    // What the same question finds is the same.
    const answer = () => [this.ask(yes, theirYes, isForward), this.ask(no, theirNo, isForward)]
    const answers = others.length === 0 ? this.#finding(source, answer) : answer()
    // Nobody writes down what is asked about.
    const both = this.#unwritten(() =>
      others.flatMap(([one, other]) => [
        this.ask(one, other, isForward),
        this.ask(other, one, !isForward),
      ]),
    )
    if (every(both) === 'yes') return every(answers)
    // Of what only one of them is, one release says yes and the other one no; and whoever has a type
    // parameter of his own is refused where not the same is asked.
    const [mine, theirs] = this.#readers(isForward)
    const isAnyones = isParameter(check.text) || isParameter(theirCheck.text)
    const isDeferred = this.isNamed && mine.isDeferred(check) && theirs.isDeferred(theirCheck)
    if (!isAnyones && !isDeferred) return 'unknown'
    const areOther = isNameless(extended) && isNameless(theirExtended)
    const crossed = [this.ask(yes, theirNo, isForward), this.ask(no, theirYes, isForward)]
    if (both.includes('no') || (areOther && others.length === 1)) {
      if (every([...answers, ...crossed]) === 'yes') return 'yes'
      if (this.isNamed) return 'no'
      // Whoever may choose anything chooses what only one of the questions says yes to; else what a call
      // makes of the types that it is given may be the same for each of them.
      const isAnything = this.isSame(check, theirCheck) && this.#isUnbound(check.text)
      return isAnything && both.some((one, i) => one === 'no' && crossed[i] === 'no')
        ? 'no'
        : 'unknown'
    }
    // An answer that is none of the other release's is lost; and who has a type parameter of his own
    // must get the same answer to the same question.
    const isLost = answers.some((one, i) => one === 'no' && (this.isNamed || crossed[i] === 'no'))
    return isLost ? 'no' : 'unknown'
  }

  #tuples(source: Tuple, target: Tuple, isForward: boolean): Answer {
    if (isReadonlyTuple(source) && !isReadonlyTuple(target)) return 'no'
    const [own, wanted] = [listOf(source.parameters), listOf(target.parameters)]
    if (own === null || wanted === null) return this.#middles(source, target, isForward)
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

  /** Of the same number of items before and behind the rest. */
  #middles(source: Tuple, target: Tuple, isForward: boolean): Answer {
    const [own, wanted] = [middleOf(source.parameters), middleOf(target.parameters)]
    if (own === null || wanted === null) return 'unknown'
    const isAlike = own.head.length === wanted.head.length && own.tail.length === wanted.tail.length
    if (!isAlike) return 'unknown'
    const theirs = [...wanted.head, wanted.rest, ...wanted.tail]
    const items = [...own.head, own.rest, ...own.tail].map((one, i) => [one, theirs[i]] as const)
    return every(
      items.map(([one, other]) =>
        other === undefined ? 'unknown' : this.ask(one, other, isForward),
      ),
    )
  }

  #tupleAsList(source: Tuple, target: Reference, isForward: boolean): Answer {
    const [item] = target.given
    if (item === undefined || !['Array', 'ReadonlyArray', 'Iterable'].includes(target.name)) {
      const isMade = OBJECTS.has(target.name) || MORE_OBJECTS.test(target.name)
      return isMade ? 'no' : 'unknown'
    }
    if (isReadonlyTuple(source) && target.name === 'Array') return 'no'
    const own = listOf(source.parameters)
    if (own === null) return 'unknown'
    const items = own.items.map(({ type, isOptional }) => (isOptional ? withNothing(type) : type))
    const all = own.rest === null ? items : [...items, own.rest]
    return everyOf(all, (one) => this.ask(one, item, isForward))
  }

  /** Whether an argument that whoever calls the one chooses the type of is none that the other takes. */
  #isNarrowed(source: Call, target: Call, isForward: boolean): boolean {
    return target.typeParameters.some(({ name, constraint }, place) => {
      const bound = source.typeParameters[place]?.constraint ?? null
      const isGiven = target.parameters.some(({ type }) => mentions(type.text, new Set([name])))
      if (bound === null || !isGiven) return false
      const given = constraint ?? this.parse('unknown')
      return this.#unwritten(() => this.ask(given, bound, !isForward)) === 'no'
    })
  }

  /** Its type parameters are what the other one says, as far as that is told. */
  #settledCalls(source: Call, target: Call, isForward: boolean, isMethod: boolean): Answer {
    if (!isForward && refusesTwo(source, target)) return 'no'
    const { typeParameters } = source
    // What nothing that is given says is what it may be at most, to whoever calls what he gets.
    const unsaid = isForward ? NO_MEANINGS : this.#unsaid(source)
    const inferred = new Map([...inferredFrom(source, target, this.parse), ...unsaid])
    const filled = (meanings: Meanings): Call => {
      const fill = (type: Type) => filledType(type, typeParameters, meanings, this.parse)
      const parameters = source.parameters.map((one) => ({ ...one, type: fill(one.type) }))
      return { ...source, typeParameters: [], parameters, returns: fill(source.returns) }
    }
    const isBound = typeParameters.every(({ name, constraint }) => {
      const meant = inferred.get(name)
      return (
        constraint === null || (meant !== undefined && this.#fits(meant, constraint, !isForward))
      )
    })
    const found = isBound ? this.calls(filled(inferred), target, isForward, isMethod) : 'unknown'
    // Whatever they are, what does not hang on them is what it is.
    return found === 'yes' ? found : this.calls(filled(unsaid), target, isForward, isMethod)
  }

  #unsaid({ typeParameters, parameters }: Call): Meanings {
    const isSaid = (name: string) =>
      parameters.some(({ type }) => mentions(type.text, new Set([name])))
    return new Map(
      typeParameters
        .filter(({ name }) => !isSaid(name))
        .map(({ name, constraint, fallback }) => [
          name,
          fallback ?? constraint ?? this.parse('unknown'),
        ]),
    )
  }

  #fits(meant: Type, constraint: Type, isForward: boolean): boolean {
    return this.#unwritten(() => this.ask(meant, constraint, isForward)) === 'yes'
  }

  /** A function stands for another one when whoever calls that one can call it. */
  calls(source: Call, target: Call, isForward: boolean, isMethod = false): Answer {
    if (source.typeParameters.length !== target.typeParameters.length) {
      // Whoever gets a function may have told it what its type parameters are.
      if (!isForward && source.typeParameters.length === 0) return 'no'
      if (target.typeParameters.length > 0) return 'unknown'
      return this.#settledCalls(source, target, isForward, isMethod)
    }
    const hasSameGenerics = source.typeParameters.every((one, i) => {
      return one.constraint?.text === target.typeParameters[i]?.constraint?.text
    })
    if (!hasSameGenerics) return this.#isNarrowed(source, target, isForward) ? 'no' : 'unknown'
    this.bind('from', source.typeParameters)
    this.bind('to', source.typeParameters)
    const answers: Answer[] = []
    if (source.receiver !== null && target.receiver !== null) {
      answers.push(this.ask(target.receiver, source.receiver, !isForward))
    } else if (source.receiver !== null) answers.push('unknown')
    const count = Math.max(source.parameters.length, target.parameters.length)
    for (let place = 0; place < count; place += 1) {
      const one = parameterAt(source.parameters, place)
      const other = parameterAt(target.parameters, place)
      if (one === null) {
        // Whoever gets a function calls it with all that it took; who gives one may have it take fewer.
        if (!isForward) answers.push('no')
        break
      }
      if (other === null) {
        if (!one.isOptional && !one.isRest) answers.push('no')
        continue
      }
      // A list of arguments that somebody chooses is no list of items.
      if (one.isRest !== other.isRest && (isWhole(one) || isWhole(other))) {
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

/** Of the parts of a type that are objects; null where one of the others may be one. */
function objectShapes(type: Type, reader: TypeReader): readonly Shape[] | null {
  const parts = (type.form === 'union' ? type.parts : [type]).filter((one) => !isPrimitive(one))
  const shapes = parts.map((one) => reader.shapeOf(one))
  return shapes.includes(null) ? null : (shapes as Shape[])
}

function isWithout({ object, isOpen }: Shape, name: string): boolean {
  return !isOpen && object.unnamed.length === 0 && !object.members.has(name)
}

function isReadonly({ text }: Type): boolean {
  return /^(?:readonly |ReadonlyArray<)/.test(text)
}
