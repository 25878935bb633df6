// How objects of a class are made: by its own constructors, or by those of the class that it extends.

import { type ClassSignature, parseClass } from '../../signatures/parseClass.ts'
import { type Around, type Call, parseCall, parseType } from '../../signatures/parseType.ts'
import { filledArguments, filledMaking, type Names } from './named.ts'

export type Making = Readonly<{ constructors: readonly Call[]; isHidden: boolean }>

/** A class extends another one, one behind another, so often. */
const DEPTH_MAX = 14

/** Null where a base is not known. */
export function makingOf(
  of: ClassSignature,
  inFile: string | null,
  names: Names,
  at: Around,
): Making | null {
  let one: Base | null = { signature: of, file: inFile }
  for (let depth = 0; one !== null && depth < DEPTH_MAX; depth += 1) {
    const { signature, file }: Base = one
    const { constructors, hasHiddenConstructor, bases } = signature
    if (constructors !== null) return { constructors, isHidden: hasHiddenConstructor }
    const [base] = bases
    if (base === undefined) {
      const call = parseCall('() => void', at)
      return call === null ? null : { constructors: [call], isHidden: false }
    }
    const made =
      names(bareName(base), file) === null ? LIBRARY_MAKING.get(bareName(base)) : undefined
    const call = made === undefined ? null : parseCall(made, at)
    if (call !== null) return { constructors: [call], isHidden: false }
    one = baseOf(base, file, names, at)
  }
  return null
}

/** Errors of the language, and classes that are made with nothing. */
const LIBRARY_MAKING: ReadonlyMap<string, string> = new Map([
  ...['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'].map(
    (name) => [name, '(string?) => void'] as const,
  ),
  ...[
    'events#EventEmitter',
    'events#default',
    'EventTarget',
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
  ].map((name) => [name, '() => void'] as const),
])

function bareName(base: string): string {
  return base.replace(/<.*/s, '')
}

type Base = Readonly<{ signature: ClassSignature; file: string | null }>

/** A class that is named in a file, with its arguments put in. */
function baseOf(text: string, file: string | null, names: Names, at: Around): Base | null {
  const type = parseType(text, at)
  if (type.form !== 'reference') return null
  const named = names(type.name, file)
  if (named === null) return null
  const given = type.given.map((one) => one.text)
  const filled = filledArguments(type.name, given, named)
  const making = filled === null ? null : filledMaking(named, filled)
  const signature = making === null ? null : parseClass(`class ${making}`, at)
  return signature === null ? null : { signature, file: named.file }
}
