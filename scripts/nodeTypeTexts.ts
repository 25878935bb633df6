// Types of Node's declarations as texts in the normal form of tables, as far as they tell what a call
// gives or takes. Names of Node's own types are keys (`fs_Stats`); what cannot be followed is `Other`.

import ts from 'typescript-6'

export type TypeTexts = Readonly<{
  /** `isWanted`: values of that type may come to be held, so that it matters what they have. */
  of(type: ts.Type, isWanted: boolean): string
  signature(signature: ts.Signature): string
  /** What is in brackets. */
  parameters(signature: ts.Signature): string
}>

const OTHER = 'Other'
const DEPTH_MAX = 4
const UNION_MAX = 16
const OBJECT_MAX = 16
/** Of the language: what is inside them can be followed. */
const HOLDERS: Readonly<Record<string, string>> = {
  Promise: 'Promise',
  PromiseLike: 'Promise',
  Array: 'Array',
  ReadonlyArray: 'Array',
}
const { TypeFlags } = ts
/** Which text it is does not matter, only that it is one. */
const LITERALS: readonly (readonly [ts.TypeFlags, string])[] = [
  [TypeFlags.Any, 'any'],
  [TypeFlags.Unknown, 'unknown'],
  [TypeFlags.Void, 'void'],
  [TypeFlags.Undefined, 'undefined'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.StringLiteral | TypeFlags.TemplateLiteral, '""'],
  [TypeFlags.NumberLiteral, '0'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.BigIntLike, 'bigint'],
]

/** `keyOf`: how Node's own class or interface is called in texts; null for what is not Node's. */
export function typeTexts(
  checker: ts.TypeChecker,
  keyOf: (symbol: ts.Symbol, isWanted: boolean) => string | null,
): TypeTexts {
  function print(type: ts.Type, isWanted: boolean, depth: number): string {
    if (depth > DEPTH_MAX) return OTHER
    if (type.flags & TypeFlags.TypeParameter) {
      return 'isThisType' in type && type.isThisType === true ? 'this' : 'T0'
    }
    if (type.isUnion() && !(type.flags & TypeFlags.BooleanLike)) {
      const parts = type.types.map((one) => print(one, isWanted, depth + 1))
      const distinct = [...new Set(parts)]
      if (distinct.length > UNION_MAX) return OTHER
      return distinct.map((text) => bracketed(text)).join(' | ')
    }
    if (type.isIntersection()) {
      return type.types.map((one) => bracketed(print(one, isWanted, depth + 1))).join(' & ')
    }
    if (type.flags & TypeFlags.Instantiable) {
      const least = checker.getBaseConstraintOfType(type)
      const isObject = least !== undefined && least.flags & TypeFlags.Object
      return isObject ? print(least, isWanted, depth + 1) : OTHER
    }
    const literal = LITERALS.find(([flags]) => type.flags & flags)
    if (literal !== undefined) return literal[1]
    return type.flags & TypeFlags.Object ? object(type, isWanted, depth) : OTHER
  }

  function object(type: ts.Type, isWanted: boolean, depth: number): string {
    const { symbol } = type
    const isNamed = (symbol?.flags ?? 0) & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)
    if (symbol !== undefined && isNamed && !isStatic(type)) {
      const key = keyOf(symbol, isWanted)
      if (key !== null) return key
      const holder = HOLDERS[symbol.name]
      const [inner] = checker.getTypeArguments(type as ts.TypeReference) // Holders are references.
      if (holder === undefined || inner === undefined) return OTHER
      return `${holder}<${print(inner, isWanted, depth + 1)}>`
    }
    const calls = type.getCallSignatures()
    const [call] = calls
    const properties = type.getProperties()
    if (call !== undefined && calls.length === 1 && properties.length === 0) {
      return signature(call, !isWanted, depth + 1)
    }
    const isPlain = calls.length === 0 && type.getConstructSignatures().length === 0
    const hasAny = checker.getIndexInfosOfType(type).length > 0
    const isTold = properties.length > 0 && properties.length <= OBJECT_MAX
    if (!isPlain || hasAny || !isTold || checker.isTupleType(type)) return OTHER
    const members = properties.map((one) => {
      const isOptional = one.flags & ts.SymbolFlags.Optional
      const name = /^[A-Za-z_$][\w$]*$/.test(one.name) ? one.name : JSON.stringify(one.name)
      const text = print(checker.getTypeOfSymbol(one), isWanted, depth + 1)
      return `${name}${isOptional ? '?' : ''}: ${text}`
    })
    return `{ ${members.join('; ')} }`
  }

  /** `isWanted`: what it gives is held by whoever calls it; what it takes, by whoever hands it over. */
  function signature(one: ts.Signature, isWanted: boolean, depth: number): string {
    const returns = print(one.getReturnType(), isWanted, depth)
    // What makes functions of functions says nothing of how many arguments they take.
    const told = returns.includes(' => ') ? OTHER : returns
    return `(${parameters(one, !isWanted, depth)}) => ${told}`
  }

  function parameters(one: ts.Signature, isWanted: boolean, depth: number): string {
    const texts = one.parameters.map((parameter) => {
      const [declaration] = parameter.declarations ?? []
      const type = checker.getTypeOfSymbol(parameter)
      const isParameter = declaration !== undefined && ts.isParameter(declaration)
      if (isParameter && declaration.dotDotDotToken !== undefined) {
        const inner = checker.isArrayType(type)
          ? checker.getTypeArguments(type as ts.TypeReference)[0] // Arrays are references.
          : undefined
        return `...Array<${inner === undefined ? OTHER : print(inner, isWanted, depth)}>`
      }
      const text = print(type, isWanted, depth)
      const isOptional = isParameter && checker.isOptionalParameter(declaration)
      return isOptional ? `${bracketed(text)}?` : text
    })
    return texts.join(', ')
  }

  return {
    of: (type, isWanted) => print(type, isWanted, 0),
    signature: (one) => signature(one, true, 0),
    parameters: (one) => parameters(one, false, 0),
  }
}

function bracketed(text: string): string {
  return /^[\w.$<>"]+$/.test(text) || text.startsWith('{ ') ? text : `(${text})`
}

/** `typeof Class`. */
function isStatic(type: ts.Type): boolean {
  return type.getConstructSignatures().length > 0
}
