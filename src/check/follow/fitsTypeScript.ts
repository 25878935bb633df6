// Whether the number of arguments of a call fits a signature of TypeScript. What cannot be decided
// fits; types are not looked at.

import { keptIn } from '../../domain/maps.ts'
import type { CallShape } from '../../references/reference.ts'
import { parseClass } from '../../signatures/parseClass.ts'
import { around, type Call, parseCall, type Type } from '../../signatures/parseType.ts'
import { splitTop } from '../../signatures/splitTop.ts'
import { Steps } from '../../signatures/steps.ts'
import type { Misfit } from './fitsPython.ts'

/** Of a function or a method, or of the constructor of a class. */
export function typeScriptMisfit(signature: string, call: CallShape): Misfit | null {
  const calls = callsOf(signature)
  if (calls === null || calls.length === 0 || call.hasSpread) return null
  let most = 0
  let least = Infinity
  for (const { parameters } of calls) {
    // An argument that has to be there needs those before it.
    const required =
      1 +
      parameters.findLastIndex(
        ({ isOptional, isRest, type }) => !isOptional && !isRest && !mayBeLeftOut(type),
      )
    const last = parameters.some(({ isRest }) => isRest) ? Infinity : parameters.length
    if (call.positional >= required && call.positional <= last) return null
    most = Math.max(most, last)
    least = Math.min(least, required)
  }
  if (call.positional > most) return { kind: 'too_many', given: call.positional, most }
  if (call.positional < least) {
    return { kind: 'missing', names: [`${least} argument${least === 1 ? '' : 's'}`] }
  }
  return null
}

const known = new Map<string, readonly Call[] | null>()
const KNOWN_MAX = 1_000

function callsOf(signature: string): readonly Call[] | null {
  if (known.size >= KNOWN_MAX) known.clear()
  return keptIn(known, signature, () => readCalls(signature))
}

function readCalls(signature: string): readonly Call[] | null {
  // Past its bound a signature ends with a digest.
  if (signature.length >= SIGNATURE_MAX) return null
  const at = around(new Map(), new Steps().take)
  if (/^(?:abstract )?class\b/.test(signature)) {
    const parsed = parseClass(signature, at)
    return parsed === null || parsed.hasHiddenConstructor ? null : parsed.constructors
  }
  const text = signature.replace(/^(?:protected |static |abstract |readonly )+/, '')
  const calls = splitTop(text, '; ').map((one) => parseCall(one, at))
  return calls.includes(null) ? null : (calls as Call[])
}

const SIGNATURE_MAX = 4_000

/**
 * `void` and `undefined` need not be given, and what is a type parameter may turn out to be them, or what
 * a type of the package makes of one: `mockResolvedValue(value: ResolveType<T>)`.
 */
function mayBeLeftOut(type: Type): boolean {
  if (type.form === 'union') return type.parts.some(mayBeLeftOut)
  if (type.form === 'conditional') return true
  if (type.form === 'reference' && !OBJECTS.has(type.name)) {
    return isOpen(type.text) || type.given.some(({ text }) => isOpen(text))
  }
  return isOpen(type.text)
}

/** Whether a text may stand for `void`; type parameters of a class keep the names that they have. */
function isOpen(text: string): boolean {
  return /^(?:void|undefined|any|unknown|T\d+|T|T[A-Z]\w*)$/.test(text)
}

/** Types of the language that are objects, whatever they are given. */
const OBJECTS: ReadonlySet<string> = new Set(
  'Array ReadonlyArray Map Set Record Promise PromiseLike Iterable Iterator Partial'.split(' '),
)
