// Whether a call of Python fits a signature. What cannot be decided fits.

import type { CallShape } from '../../references/reference.ts'
import {
  type PythonParameter,
  type PythonSignature,
  parseSignatures,
} from '../../signatures/parseSignature.ts'

export type Misfit =
  | Readonly<{
      kind: 'keyword'
      name: string
      line: number
      column: number
      known: readonly string[]
    }>
  /** A name that nothing is made by: `client("s4")`. */
  | Readonly<{ kind: 'name'; name: string; line: number; column: number; known: readonly string[] }>
  | Readonly<{ kind: 'too_many'; given: number; most: number }>
  | Readonly<{ kind: 'missing'; names: readonly string[] }>
  | Readonly<{ kind: 'twice'; name: string }>

/** How a function is reached: methods of an instance have their first parameter filled in. */
type Binding = 'plain' | 'instance'

/** The first parameter of a method, by the names that everybody gives it. */
const RECEIVER = /^_*(?:self|cls|mcs|mcls|klass|this|slf)_*\d?$/

/** The same of a method that is called on a class. */
const CLASS = /^_*(?:cls|mcs|mcls|klass)_*$/

/** What decorators fill in, by the names that such parameters have. */
const FILLED_IN =
  /^(?:self|cls|request|ctx|context|app|session|client|db|conn|connection|cursor|config|settings|event|state|env|args|kwargs|\w+_(?:client|ctx|context|session|fixture))$/

/**
 * Null when it fits one of the overloads. `isFilled`: a parameter that decorators are wont to fill in may
 * be left out.
 */
export function pythonMisfit(
  signature: string,
  call: CallShape,
  binding: Binding,
  isFilled = true,
): Misfit | null {
  const overloads = parseSignatures(signature)
  if (overloads === null || overloads.length === 0) return null
  let last: Misfit | null = null
  for (const overload of overloads) {
    for (const parameters of waysToBind(overload, binding)) {
      const misfit = misfitOf(parameters, call, isFilled)
      if (misfit === null) return null
      last ??= misfit
    }
  }
  return last !== null && isAnyOfKeywords(overloads, call) ? null : last
}

/**
 * Overloads that take nothing by place are a stub's way to write `**kwargs`: which of the keywords go
 * together is the stub's opinion (`logging.basicConfig(level=10, encoding="utf-8")`).
 */
function isAnyOfKeywords(overloads: readonly PythonSignature[], call: CallShape): boolean {
  const isByName = overloads.every(({ parameters }) =>
    parameters.every(({ kind }) => kind === 'keyword'),
  )
  if (overloads.length < 2 || !isByName || call.positional > 0) return false
  const names = new Set(overloads.flatMap(({ parameters }) => parameters.map(({ name }) => name)))
  return call.keywords.every(({ name }) => names.has(name))
}

/** A static method has no receiver, and the signature does not say which it is. */
function waysToBind(
  { parameters }: PythonSignature,
  binding: Binding,
): readonly (readonly PythonParameter[])[] {
  const [first] = parameters
  if (binding === 'plain') {
    // A method of a metaclass is bound to the class.
    const isOfClass = first !== undefined && first.kind !== 'keyword' && CLASS.test(first.name)
    return isOfClass ? [parameters, parameters.slice(1)] : [parameters]
  }
  if (first === undefined || first.kind === 'varargs') return [parameters]
  if (first.kind === 'keyword' || first.kind === 'varkeywords') return [parameters]
  return RECEIVER.test(first.name) ? [parameters.slice(1)] : [parameters.slice(1), parameters]
}

function misfitOf(
  parameters: readonly PythonParameter[],
  call: CallShape,
  isFilled: boolean,
): Misfit | null {
  const has = (kind: PythonParameter['kind']) => parameters.some((one) => one.kind === kind)
  const placed = parameters.filter(({ kind }) => kind === 'positional' || kind === 'normal')
  const named = parameters.filter(({ kind }) => kind === 'normal' || kind === 'keyword')
  if (!has('varkeywords')) {
    const wrong = call.keywords.find(({ name }) => named.every((one) => one.name !== name))
    if (wrong !== undefined) {
      return { kind: 'keyword', ...wrong, known: named.map(({ name }) => name) }
    }
  }
  if (!has('varargs') && call.positional > placed.length) {
    return { kind: 'too_many', given: call.positional, most: placed.length }
  }
  if (call.hasSpread) return null
  const filled = new Set(placed.slice(0, call.positional).map(({ name }) => name))
  const twice = call.keywords.find(
    ({ name }) => filled.has(name) && named.some((one) => one.name === name),
  )
  if (twice !== undefined) return { kind: 'twice', name: twice.name }
  if (call.hasKeywordSpread) return null
  for (const { name } of call.keywords) filled.add(name)
  const missing = parameters.filter(
    (one) =>
      one.default === null &&
      one.kind !== 'varargs' &&
      one.kind !== 'varkeywords' &&
      !filled.has(one.name),
  )
  const [first] = missing
  if (first === undefined || (isFilled && FILLED_IN.test(first.name))) return null
  return { kind: 'missing', names: missing.map(({ name }) => name) }
}
