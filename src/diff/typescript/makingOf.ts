// How objects of a class are made: by its own constructors, or by those of the class that it extends.

import { type ClassSignature, parseClass } from '../../signatures/parseClass.ts'
import { around, type Call, parseCall, parseType } from '../../signatures/parseType.ts'
import { filledArguments, filledMaking, type Names } from './named.ts'
import { takeSteps } from './steps.ts'

export type Making = Readonly<{ constructors: readonly Call[]; isHidden: boolean }>

/** A class extends another one, one behind another, so often. */
const DEPTH_MAX = 14

const PLAIN = around(new Map(), takeSteps, true)

/** Null where a base is not known. */
export function makingOf(of: ClassSignature, inFile: string | null, names: Names): Making | null {
  let one: Base | null = { signature: of, file: inFile }
  for (let depth = 0; one !== null && depth < DEPTH_MAX; depth += 1) {
    const { signature, file }: Base = one
    const { constructors, hasHiddenConstructor, bases } = signature
    if (constructors !== null) return { constructors, isHidden: hasHiddenConstructor }
    const [base] = bases
    if (base === undefined) {
      const call = parseCall('() => void', PLAIN)
      return call === null ? null : { constructors: [call], isHidden: false }
    }
    one = baseOf(base, file, names)
  }
  return null
}

type Base = Readonly<{ signature: ClassSignature; file: string | null }>

/** A class that is named in a file, with its arguments put in. */
function baseOf(text: string, file: string | null, names: Names): Base | null {
  const type = parseType(text, PLAIN)
  if (type.form !== 'reference') return null
  const named = names(type.name, file)
  if (named === null) return null
  const given = type.given.map((one) => one.text)
  const filled = filledArguments(type.name, given, named)
  const making = filled === null ? null : filledMaking(named, filled)
  const signature = making === null ? null : parseClass(`class ${making}`, PLAIN)
  return signature === null ? null : { signature, file: named.file }
}
