// Whether every value of one type is one of another. True only when that is sure.

import type { Call, Type } from './parseType.ts'
import { takeSteps } from './steps.ts'

/** Of these the argument is only ever read. */
const COVARIANT: ReadonlySet<string> = new Set([
  'Array',
  'AsyncGenerator',
  'AsyncIterable',
  'AsyncIterableIterator',
  'AsyncIterator',
  'Awaited',
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
  'Record',
  'Required',
  'Set',
])

/** What a value of the first may stand for besides itself. */
const WIDER: Readonly<Record<string, string>> = {
  Array: 'ReadonlyArray',
  Map: 'ReadonlyMap',
  Set: 'ReadonlySet',
  Promise: 'PromiseLike',
}

export function isAssignable(source: Type, target: Type): boolean {
  if (source.text === target.text) return true
  if (!takeSteps()) return false
  if (target.text === 'any' || target.text === 'unknown') return true
  if (source.text === 'any' || source.text === 'never') return true
  if (source.text === 'undefined' && target.text === 'void') return true
  if (source.form === 'union') return source.parts.every((part) => isAssignable(part, target))
  if (source.text === 'boolean') {
    const parts = new Set(target.form === 'union' ? target.parts.map(({ text }) => text) : [])
    if (parts.has('true') && parts.has('false')) return true
  }
  if (target.form === 'intersection') {
    return target.parts.every((part) => isAssignable(source, part))
  }
  if (target.form === 'union') return target.parts.some((part) => isAssignable(source, part))
  if (source.form === 'intersection') {
    return source.parts.some((part) => isAssignable(part, target))
  }
  return isOneAssignable(source, target)
}

function isOneAssignable(source: Type, target: Type): boolean {
  if (source.form === 'atom') return primitiveOf(source.text) === target.text
  if (primitiveOf(source.text) === target.text) return true
  if (source.form === 'reference' && target.form === 'reference') {
    return isReferenceAssignable(source, target)
  }
  if (source.form === 'tuple' && target.form === 'reference') return isTupleList(source, target)
  if (source.form === 'tuple' && target.form === 'tuple') return isTupleAssignable(source, target)
  if (source.form === 'call' && target.form === 'call') {
    return isCallAssignable(source.call, target.call)
  }
  if (source.form === 'construct' && target.form === 'construct') {
    return isCallAssignable(source.call, target.call)
  }
  if (source.form === 'object' && target.form === 'object') {
    return isObjectAssignable(source, target)
  }
  if (source.form === 'conditional' && target.form === 'conditional') {
    return isConditionalAssignable(source, target)
  }
  return target.text === 'object' && (source.form === 'object' || source.form === 'call')
}

function primitiveOf(text: string): string | null {
  if (text === 'true' || text === 'false') return 'boolean'
  if (text.startsWith('"') || text.startsWith('`')) return 'string'
  if (/^-?\d[\d_]*n$/.test(text)) return 'bigint'
  if (/^-?[\d.]/.test(text)) return 'number'
  return null
}

type Tuple = Extract<Type, { form: 'tuple' }>

function isTupleAssignable(source: Tuple, target: Tuple): boolean {
  if (source.parameters.length !== target.parameters.length) return false
  return source.parameters.every((one, i) => {
    const other = target.parameters[i]
    if (other === undefined || one.isRest !== other.isRest) return false
    return (!one.isOptional || other.isOptional) && isAssignable(one.type, other.type)
  })
}

type Conditional = Extract<Type, { form: 'conditional' }>

/** What is asked must be the same; what is answered may be less. */
function isConditionalAssignable(source: Conditional, target: Conditional): boolean {
  const [check, extended, yes, no] = source.parts
  const [theirCheck, theirExtended, theirYes, theirNo] = target.parts
  const asksSame =
    relationOf(check, theirCheck) === 'same' && relationOf(extended, theirExtended) === 'same'
  return asksSame && isAssignable(yes, theirYes) && isAssignable(no, theirNo)
}

type Reference = Extract<Type, { form: 'reference' }>

function isReferenceAssignable(source: Reference, target: Reference): boolean {
  const isSame = source.name === target.name
  if (!isSame && WIDER[source.name] !== target.name) return false
  if (source.given.length !== target.given.length) {
    // A type parameter with a default is new, and passed on.
    const [fewer, more] =
      source.given.length < target.given.length ? [source, target] : [target, source]
    return fewer.given.length > 0 && fewer.given.every((one, i) => one.text === more.given[i]?.text)
  }
  if (!COVARIANT.has(source.name)) {
    return source.given.every((one, i) => {
      const other = target.given[i]
      return other !== undefined && isAssignable(one, other) && isAssignable(other, one)
    })
  }
  return source.given.every((one, i) => {
    const other = target.given[i]
    return other !== undefined && isAssignable(one, other)
  })
}

function isTupleList(source: Tuple, target: Reference): boolean {
  const [item] = target.given
  if (item === undefined || (target.name !== 'Array' && target.name !== 'ReadonlyArray')) {
    return false
  }
  return source.parameters.every(
    ({ type, isOptional, isRest }) => !isOptional && !isRest && isAssignable(type, item),
  )
}

/** A function stands for another one when whoever calls that one can call it. */
export function isCallAssignable(source: Call, target: Call): boolean {
  if (source.typeParameters.length !== target.typeParameters.length) return false
  const hasSameGenerics = source.typeParameters.every((one, i) => {
    const other = target.typeParameters[i]
    return one.constraint?.text === other?.constraint?.text
  })
  if (!hasSameGenerics || source.receiver?.text !== target.receiver?.text) return false
  for (const [i, one] of source.parameters.entries()) {
    const other = target.parameters[i]
    if (other === undefined) {
      if (!one.isOptional && !one.isRest) return false
      continue
    }
    if (one.isRest !== other.isRest) return false
    if (other.isOptional && !one.isOptional) return false
    if (!isAssignable(other.type, one.type)) return false
  }
  // A function may take fewer arguments than it is given.
  return target.returns.text === 'void' || isAssignable(source.returns, target.returns)
}

type ObjectType = Extract<Type, { form: 'object' }>

function isObjectAssignable(source: ObjectType, target: ObjectType): boolean {
  const unnamed = new Set(source.unnamed)
  if (!target.unnamed.every((one) => unnamed.has(one))) return false
  for (const [name, member] of target.members) {
    const given = source.members.get(name)
    if (given === undefined) {
      if (member.isOptional) continue
      return false
    }
    if (given.isOptional && !member.isOptional) return false
    if (!isAssignable(given.type, member.type)) return false
  }
  return true
}

export type Relation = 'same' | 'wider' | 'narrower' | 'other'

/** What became of a type: `wider` holds all that it held, and more. */
export function relationOf(previous: Type, next: Type): Relation {
  if (previous.text === next.text) return 'same'
  const isWider = isAssignable(previous, next)
  const isNarrower = isAssignable(next, previous)
  if (isWider && isNarrower) return isAny(previous) || isAny(next) ? anyRelation(next) : 'same'
  return isWider ? 'wider' : isNarrower ? 'narrower' : 'other'
}

function isAny({ text }: Type): boolean {
  return text === 'any'
}

/** `any` goes both ways; to have it where a type was takes nothing from callers, and gives less. */
function anyRelation(next: Type): Relation {
  return isAny(next) ? 'wider' : 'narrower'
}
