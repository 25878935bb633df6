// What an expression of a module may be, as far as it can be known without running it. Objects keep
// their names; what is not known says why.

import type { Class } from 'oxc-parser'
import type { FunctionSyntax } from '../../../../syntax/javascript/declaredNames.ts'

export type Primitive = string | number | boolean | bigint | symbol | null | undefined

/** Where a thing is written: the statement, property or member that its comment stands before. */
export type Site = Readonly<{ module: SiteModule; anchor: number }>
/** The module of a site; its file and lines are looked up when a result is described. */
export type SiteModule = object

export type Value = Known | ObjectValue | Unknown | Either | Lazy

class Known {
  readonly kind = 'known'
  readonly value: Primitive
  constructor(value: Primitive) {
    this.value = value
  }
}

type UnknownParts = Readonly<{ isPlatform?: boolean; typeOf?: string | null }>

/** There are very many values: what is made for each of them is what a reading costs. */
const NO_PARTS = {}

export class Unknown {
  readonly kind = 'unknown'
  readonly why: string
  /** What Node itself provides: calling it adds no names to what it is given. */
  readonly isPlatform: boolean
  /** `primitive` where it is no object and nothing else is known. */
  readonly typeOf: string | null
  constructor(why: string, { isPlatform = false, typeOf = null }: UnknownParts = NO_PARTS) {
    this.why = why
    this.isPlatform = isPlatform
    this.typeOf = typeOf
  }
}

/** One of several, where a condition is not known. */
export class Either {
  readonly kind = 'either'
  readonly options: readonly Value[]
  constructor(options: readonly Value[]) {
    this.options = options
  }
}

/** A value that another module has, fetched when it matters. */
export class Lazy {
  readonly kind = 'lazy'
  /** In another package: looked at only where names depend on it. */
  readonly isExternal: boolean
  /** `vue#ref`: what a result says of a thing that was not looked at. */
  readonly label: string
  readonly #make: () => Value
  #value: Value | null = null
  #isRunning = false
  readonly #changes: ((value: Value) => void)[] = []
  constructor(label: string, isExternal: boolean, make: () => Value) {
    this.label = label
    this.isExternal = isExternal
    this.#make = make
  }

  force(): Value {
    if (this.#value !== null) return this.#value
    if (this.#isRunning) return new Unknown(`${this.label} is made of itself`)
    this.#isRunning = true
    let value = this.#make()
    for (let i = 0; value.kind === 'lazy' && i < 100; i++) value = value.force()
    this.#isRunning = false
    this.#value = this.#changes.length > 0 ? nameable(value) : value
    for (const change of this.#changes) change(this.#value)
    return this.#value
  }

  /** What is done to it is done when it is there. */
  later(change: (value: Value) => void): void {
    if (this.#value === null) this.#changes.push(change)
    else {
      this.#value = nameable(this.#value)
      change(this.#value)
    }
  }
}

/** A text, a number, a truth: nobody gives names to it. */
export function primitive(why: string, typeOf = 'primitive'): Unknown {
  return new Unknown(why, { typeOf })
}

/** What Node itself provides, by its path. */
export function platform(why: string, typeOf: string | null = null): Unknown {
  return new Unknown(why, { isPlatform: true, typeOf })
}

/** Names may be given to a thing that is not known; giving them to nothing is an error. */
function nameable(value: Value): Value {
  const options = optionsOf(value).filter((option) => option.kind !== 'known')
  const things = options.map((option) => {
    if (option.kind === 'object' || option.kind === 'lazy') return option
    const made = new ObjectValue()
    made.open = option.kind === 'unknown' ? option.why : 'is not known'
    return made
  })
  const [first, ...rest] = things
  if (first === undefined) return value
  return rest.length === 0 ? first : new Either(things)
}

/** The name of a member; null when it is not known, a symbol when it is one. */
export type Key = string | symbol | null

export type Slot = {
  value: Value
  get: ObjectValue | null
  set: ObjectValue | null
  isEnumerable: boolean
  site: Site | null
  /** Modules that gave it a value while they were loaded, whoever wrote the code that does so. */
  givers?: readonly SiteModule[]
}

export type Call = Readonly<{ self: Value; args: readonly Value[]; isNew: boolean; label: string }>
export type Native = (call: Call) => Value
export type Code = Readonly<{
  node: FunctionSyntax
  scope: Scope
  module: SiteModule
}>

export class ObjectValue {
  readonly kind = 'object'
  /** Made when it is first asked for: most functions and lists have no names of their own. */
  #slots: Map<string, Slot> | null = null
  /** It is null for plain objects, whose inherited names everything has. */
  proto: Value | null = null
  code: Code | null = null
  native: Native | null = null
  /** Classes: their syntax, what they extend, and what their bodies see. */
  classNode: Class | null = null
  superclass: Value | null = null
  scope: Scope | null = null
  /** Methods and constructors: the class, for `super`. */
  home: ObjectValue | null = null
  elements: Value[] | null = null
  /** Whether the elements are those of a set. */
  isSet = false
  /** Maps: what they hold by what it is found with, both as values. */
  entries: Map<unknown, readonly [Value, Value]> | null = null
  /** A regular expression as it is written. */
  pattern: Readonly<{ source: string; flags: string }> | null = null
  /** Why it may have names that are not here; null when it has not. */
  open: string | null = null
  /** Whether it can get no names: the namespace of an ES module. */
  isFixed = false
  /** Made by the pattern that compilers give to enums. */
  isEnum = false
  readonly site: Site | null

  constructor(site: Site | null = null) {
    this.site = site
  }

  /** The names that it has itself. */
  get slots(): Map<string, Slot> {
    this.#slots ??= new Map()
    return this.#slots
  }

  slot(name: string): Slot | undefined {
    return this.#slots?.get(name)
  }

  has(name: string): boolean {
    return this.#slots?.has(name) === true
  }

  get isCallable(): boolean {
    return this.code !== null || this.native !== null || this.classNode !== null
  }
}

/** The name that a module's own scope has for what `export default` gives; no code can write it. */
export const DEFAULT_NAME = '*default*'

/** `born`: when its scope was made, in the count of ways that may not be taken. */
export type Binding = { value: Value; site: Site | null; readonly born: number }

const ARGUMENTS = 'arguments'

/** Names in reach of an expression. */
export class Scope {
  readonly parent: Scope | null
  /** Whether `var` stops here. */
  readonly isFunction: boolean
  #names: Map<string, Binding> | null = null
  /** What a function was called with, until somebody asks for its `arguments`. */
  #given: readonly Value[] | null = null
  /** It is null where `this` is the one outside: in blocks and arrow functions. */
  self: Value | null = null
  /** The class whose method this is, for `super`. */
  home: ObjectValue | null = null
  readonly #born: number

  constructor(parent: Scope | null, isFunction: boolean, born: number) {
    this.parent = parent
    this.isFunction = isFunction
    this.#born = born
  }

  find(name: string): Binding | null {
    const isArguments = name === ARGUMENTS
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const found = isArguments ? scope.own(name) : scope.#names?.get(name)
      if (found !== undefined) return found
    }
    return null
  }

  /** A name of this scope itself. */
  own(name: string): Binding | undefined {
    if (this.#given !== null && name === ARGUMENTS) this.#makeArguments(this.#given)
    return this.#names?.get(name)
  }

  /** Few functions look at their `arguments`, so that they are made for those alone. */
  declareArguments(given: readonly Value[]): void {
    this.#given = given.slice()
  }

  #makeArguments(given: readonly Value[]): void {
    this.#given = null
    this.declare(ARGUMENTS, arrayOf([...given]))
  }

  declare(name: string, value: Value, site: Site | null = null): void {
    const known = this.own(name)
    this.#names ??= new Map()
    if (known === undefined) this.#names.set(name, { value, site, born: this.#born })
    else {
      known.value = value
      known.site = site ?? known.site
    }
  }

  get functionScope(): Scope {
    let scope: Scope = this
    while (!scope.isFunction && scope.parent !== null) scope = scope.parent
    return scope
  }

  thisValue(): Value | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent)
      if (scope.self !== null) return scope.self
    return null
  }

  homeClass(): ObjectValue | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent)
      if (scope.home !== null) return scope.home
    return null
  }
}

/** The names of a value, and why there may be more; null when there are not. */
export type Keys = Readonly<{ keys: readonly string[]; open: string | null }>

export const UNDEFINED = new Known(undefined)
export const NULL = new Known(null)
export const TRUE = new Known(true)
const FALSE = new Known(false)

const OPTIONS_MAX = 8
const SETTLED_MAX = 200
const TEXT_LENGTH_MAX = 100_000

export function known(value: Primitive): Known {
  if (value === undefined) return UNDEFINED
  if (typeof value === 'boolean') return value ? TRUE : FALSE
  return new Known(value)
}

/** A text that code of a package makes; doubled often enough, it would fill the memory. */
export function knownText(text: string): Known | Unknown {
  return text.length > TEXT_LENGTH_MAX ? new Unknown('a text that is too long') : new Known(text)
}

export function objectOf(entries: Readonly<Record<string, Value>> = {}): ObjectValue {
  const object = new ObjectValue()
  for (const [name, value] of Object.entries(entries)) object.slots.set(name, slotOf(value))
  return object
}

/** A list; `open` says why it may have elements that are not here. */
export function arrayOf(elements: Value[], open: string | null = null): ObjectValue {
  const made = new ObjectValue()
  made.elements = elements
  made.open = open
  return made
}

export function nativeFunction(native: Native): ObjectValue {
  const made = new ObjectValue()
  made.native = native
  return made
}

export function slotOf(value: Value, site: Site | null = null): Slot {
  return { value, get: null, set: null, isEnumerable: true, site }
}

/** A name that loops do not see. */
export function hiddenSlot(value: Value): Slot {
  return { ...slotOf(value), isEnumerable: false }
}

/** The elements of a list; none where it is no list. */
export function elementsOf(value: Value): readonly Value[] {
  return value.kind === 'object' ? (value.elements ?? []) : []
}

/** What a loop goes through, of lists and maps; null for what is neither. */
export function iterated(value: Value): Value[] | null {
  if (value.kind !== 'object') return null
  return value.entries === null
    ? value.elements
    : [...value.entries.values()].map((pair) => arrayOf([...pair]))
}

/** Both, where it is not known which. */
export function join(a: Value, b: Value): Value {
  if (a === b) return a
  // Most of what is joined is one value, or is there already: then nothing is made.
  let more: Value[] | null = null
  if (b.kind !== 'either') {
    if (!hasOption(a, b)) more = [b]
  } else
    for (const option of b.options)
      if (!hasOption(a, option)) {
        more ??= []
        if (!more.some((one) => isSame(one, option))) more.push(option)
      }
  const length = (a.kind === 'either' ? a.options.length : 1) + (more?.length ?? 0)
  if (length > OPTIONS_MAX) return new Unknown('one of too many values')
  return more === null
    ? a
    : new Either(a.kind === 'either' ? [...a.options, ...more] : [a, ...more])
}

function hasOption(value: Value, option: Value): boolean {
  if (value.kind !== 'either') return isSame(value, option)
  for (const one of value.options) if (isSame(one, option)) return true
  return false
}

function isSame(one: Value, other: Value): boolean {
  if (one.kind === 'known' && other.kind === 'known') return Object.is(one.value, other.value)
  if (one.kind !== 'unknown' || other.kind !== 'unknown') return one === other
  const { why, isPlatform, typeOf } = one
  return why === other.why && isPlatform === other.isPlatform && typeOf === other.typeOf
}

export function optionsOf(value: Value): readonly Value[] {
  return value.kind === 'either' ? value.options : [value]
}

/** The value itself where this package has it; what another package has is left alone. */
export function settled(value: Value): Value {
  return value.kind === 'lazy' && !value.isExternal ? value.force() : value
}

/** The value itself, in whatever package. */
export function forced(value: Value): Value {
  return value.kind === 'lazy' ? value.force() : value
}

/** Everything that a value may be, once it is looked at; `isOurs` leaves other packages alone. */
export function settledOptions(value: Value, { isOurs = false } = {}): readonly Value[] {
  if (value.kind !== 'either' && value.kind !== 'lazy') return [value]
  const found = new Set<Value>()
  const pending = [value as Value]
  for (let i = 0; i < pending.length && i < SETTLED_MAX; i++) {
    const one = pending[i]
    if (one?.kind === 'either') pending.push(...one.options)
    else if (one?.kind === 'lazy' && !(isOurs && one.isExternal)) pending.push(one.force())
    else if (one !== undefined) found.add(one)
  }
  if (pending.length > SETTLED_MAX) found.add(new Unknown('one of too many values'))
  return [...found]
}

/** What all of them are; null where they differ. */
export function agreed<T>([first, ...rest]: readonly (T | null)[]): T | null {
  return first !== undefined && rest.every((one) => one === first) ? first : null
}

/** Whether a value is true in a condition; null when that is not known. */
export function truthOf(value: Value): boolean | null {
  switch (value.kind) {
    case 'known':
      return Boolean(value.value)
    case 'object':
      return true
    case 'unknown':
      return value.typeOf === 'function' || value.typeOf === 'object' ? true : null
    case 'lazy':
      return value.isExternal ? null : truthOf(value.force())
    case 'either':
      return agreed(value.options.map(truthOf))
  }
}

/** What `typeof` says; null when that is not known. */
export function typeOf(value: Value): string | null {
  switch (value.kind) {
    case 'known':
      return typeof value.value === 'object' ? 'object' : typeof value.value
    case 'object':
      return value.isCallable ? 'function' : 'object'
    case 'unknown':
      return value.typeOf === 'primitive' ? null : value.typeOf
    case 'lazy':
      return value.isExternal ? null : typeOf(value.force())
    case 'either':
      return agreed(value.options.map(typeOf))
  }
}

/** The name that a value means as a key. */
export function keyOf(value: Value): Key {
  if (value.kind === 'lazy') return keyOf(value.force())
  if (value.kind !== 'known') return null
  return typeof value.value === 'symbol' ? value.value : String(value.value)
}
